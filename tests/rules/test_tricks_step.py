"""Question for the tricks: thirteen, divided among the sides."""

from __future__ import annotations

import pytest

from scorekeeper.errors import MALFORMED, EntryError, MalformedEntry
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.steps import Fact, Scene
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seating

SCENE = Scene(13, contracts=((NORTH, 7), (EAST, 0), (SOUTH, 2), (WEST, 3)))
STEP = TricksStep(Seating.alone(4, SOUTH), SCENE)
PARTNERS = TricksStep(Seating(4, SOUTH, ((SOUTH, NORTH), (WEST, EAST))), SCENE)


@pytest.mark.parametrize(
    "fact",
    [
        {"tricks": [0, 3, 8, 2]},  # as stored
        {"tricks": (0, 3, 8, 2)},
        {"tricks": "0,3,8,2"},  # as typed
        {"tricks": " 0, 3, 8, 2 "},
        {"tricks-0": "0", "tricks-1": "3", "tricks-2": "8", "tricks-3": "2"},  # from a form
    ],
)
def test_tricks_are_read(fact: Fact) -> None:
    assert STEP.parse(fact) == (0, 3, 8, 2)
    assert STEP.fact((0, 3, 8, 2)) == {"tricks": [0, 3, 8, 2]}
    assert (
        str(STEP.describe((0, 3, 8, 2)))
        == "tricks: South\u00a00, West\u00a03, North\u00a08, East\u00a02"
    )


@pytest.mark.parametrize(
    ("fact", "code", "field", "reason"),
    [
        ({"tricks": [0, 3, 8, 1]}, "tricks-do-not-add-up", "tricks", "1 trick still to assign"),
        ({"tricks": [0, 3, 6, 2]}, "tricks-do-not-add-up", "tricks", "2 tricks still to assign"),
        ({"tricks": [0, 3, 8, 3]}, "tricks-do-not-add-up", "tricks", "1 trick too many"),
        ({"tricks": [13, 0, 0, 13]}, "tricks-do-not-add-up", "tricks", "13 tricks too many"),
        (
            {"tricks": [14, 0, 0, -1]},
            "tricks-out-of-range",
            "tricks-0",
            "South took between 0 and 13 tricks.",
        ),
        (
            {"tricks": [5, 5, 4, -1]},
            "tricks-out-of-range",
            "tricks-3",
            "East took between 0 and 13 tricks.",
        ),
        (
            {"tricks": [0, 3, 10]},
            "wrong-number-of-tricks",
            "tricks",
            "Tricks are needed for 4, not for 3.",
        ),
        ({"tricks": 13}, "wrong-number-of-tricks", "tricks", "Tricks are needed for 4, not for 0."),
        ({"tricks": "0,3,,2"}, "no-tricks", "tricks-2", "How many tricks did North take?"),
        ({}, "no-tricks", "tricks-0", "How many tricks did South take?"),
        ({"tricks": "0,three,8,2"}, "not-a-number", "tricks-1", "“three” is not a whole number."),
    ],
)
def test_what_is_not_taken(fact: Fact, code: str, field: str, reason: str) -> None:
    with pytest.raises(EntryError) as refusal:
        STEP.parse(fact)
    error = refusal.value
    assert (error.code, error.field, str(error)) == (code, field, reason)
    assert isinstance(error, MalformedEntry) == (code in MALFORMED)


def test_the_counting_starts_from_the_contracts() -> None:
    assert STEP.expected == (2, 3, 7, 0)


def test_partners_take_their_tricks_together() -> None:
    assert PARTNERS.expected == (9, 3)
    assert PARTNERS.parse({"tricks": "8,5"}) == (8, 5)


def test_the_whole_table_is_asked() -> None:
    assert (STEP.key, STEP.asked, str(STEP.question)) == (
        "tricks",
        None,
        "How many tricks did each take?",
    )
