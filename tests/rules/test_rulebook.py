"""Recorded answers: reading them, and mending them after a correction."""

from __future__ import annotations

import pytest

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.rules.script import mend
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import EAST, NORTH
from tests import kit

FACTS = (kit.won(NORTH, "7C"), *kit.said(2, 0, 3), kit.took(0, 3, 8, 2))
WANTED: list[tuple[str, Fact]] = [
    (answered.step.key, answered.fact) for answered in kit.reading(*FACTS).trail
]


def test_each_question_has_a_key() -> None:
    assert [key for key, _ in WANTED] == [
        "auction-0-0",
        "contract-3",
        "contract-0",
        "contract-1",
        "tricks",
    ]


def test_a_reading_stops_at_the_next_question() -> None:
    so_far = kit.reading(*FACTS[:2])
    assert so_far.step is not None
    assert (so_far.step.key, so_far.score, len(so_far.trail)) == ("contract-0", None, 2)


def test_the_first_answer_that_does_not_fit_is_the_one_refused() -> None:
    with pytest.raises(MalformedEntry) as refusal:
        kit.reading(FACTS[0], {"number": "x"}, {"number": 99})
    assert refusal.value.code == "not-a-number"


def test_of_two_answers_to_a_question_the_later_counts() -> None:
    """A correction is appended to the recorded answers."""
    mended = mend(kit.script(), [*WANTED, ("tricks", kit.took(2, 3, 8, 0))])
    assert mended == kit.reading(*FACTS[:-1], kit.took(2, 3, 8, 0))


@pytest.mark.parametrize(
    ("key", "fact", "kept", "asked"),
    [
        # 7 clubs by North becomes 8: West's 3 now makes 13 and is asked again
        ("auction-0-0", kit.won(NORTH, "8C"), 3, "contract-1"),
        # 9 clubs: nobody's contract is barred
        ("auction-0-0", kit.won(NORTH, "9C"), 5, None),
        # another declarer: North has no contract yet, and speaks after South and West
        ("auction-0-0", kit.won(EAST, "7C"), 3, "contract-2"),
        # East's 3 instead of 2 makes West's 3 the barred number
        ("contract-3", kit.contract(3), 3, "contract-1"),
        # an invalid answer leaves the question open
        ("contract-0", {"number": ""}, 2, "contract-0"),
        ("tricks", kit.took(1, 3, 8, 2), 4, "tricks"),
    ],
)
def test_a_correction_keeps_what_still_fits(
    key: str, fact: Fact, kept: int, asked: str | None
) -> None:
    mended = mend(kit.script(), [*WANTED, (key, fact)])
    assert len(mended.trail) == kept
    assert (mended.step.key if mended.step else None) == asked
    assert (mended.score is not None) == (asked is None)


def test_an_answer_to_a_question_no_longer_asked_is_left_out() -> None:
    wanted = [*WANTED, ("auction-0-0", kit.ALL_PASSED)]
    assert mend(kit.script(), wanted) == kit.reading(kit.ALL_PASSED)


def test_errors_say_why_and_what_they_concern() -> None:
    with pytest.raises(EntryError) as refusal:
        kit.reading(*FACTS, FACTS[0])
    assert type(refusal.value) is IllegalEntry
    assert (refusal.value.code, refusal.value.field) == ("deal-complete", None)
