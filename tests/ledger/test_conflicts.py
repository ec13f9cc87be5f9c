"""Outcome of an entry: a table of everything that can happen between view and tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from scorekeeper.ledger import tables
from scorekeeper.ledger.conflicts import Became, Outcome, Submission
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.history import acts_of, history
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND, POINTS, answer, play

Rows = Callable[[str], list[tuple[object, ...]]]
AUCTION, EAST, SOUTH, WEST, TRICKS = range(5)  # the answers of the hand, in order


@pytest.fixture
def game(store: Store) -> int:
    return new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)


def submit(
    store: Store, game: int, given: Mapping[str, object], revision: int, **more: object
) -> Outcome:
    asked = {"deal": 1, "question": "contract-3"} | more
    key = str(asked.pop("key", "tap"))
    kind = Kind(asked.pop("kind", "answer"))
    return store.submit(1, game, Submission(key, revision, kind, given, **asked))  # type: ignore[arg-type]


ANSWERS = [  # answers recorded, East's answer, revision seen, outcome
    (1, {"number": 0}, 1, Became.RECORDED),
    (2, {"number": 0}, 1, Became.AGREED),  # another phone gave the same answer
    (2, {"number": 0}, 2, Became.AGREED),  # this phone saw that and sends it anyway
    (2, {"number": 5}, 1, Became.SUPERSEDED),
    (2, {"number": 5}, 2, Became.REFUSED),  # the question is another by now
    (5, {"number": 0}, 1, Became.AGREED),  # in a hand that is over
    (5, {"number": 5}, 1, Became.SUPERSEDED),
    (1, {"number": 14}, 1, Became.REFUSED),
    (1, {"number": 0}, 9, Became.SUPERSEDED),  # a page of another game, or of a lost future
    (1, {"number": "?"}, 1, Became.REFUSED),
]


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_what_becomes_of_an_answer(
    store: Store, game: int, rows: Rows, case: tuple[int, Mapping[str, object], int, Became]
) -> None:
    recorded, given, revision, became = case
    play(store, game, HAND[:recorded])
    outcome = submit(store, game, given, revision)
    written = recorded + (became is Became.RECORDED)
    assert (outcome.became, outcome.revision) == (became, written)
    assert rows("select count(*) from entries") == [(written,)]
    assert outcome.record.log.revision == written


def test_a_tap_that_comes_again_is_told_the_revision_that_it_made(store: Store, game: int) -> None:
    play(store, game, HAND[:1])
    first = submit(store, game, {"number": 0}, 1)
    answer(store, game, HAND[SOUTH], 2)
    again = submit(store, game, {"number": 0}, 1)
    assert (first.became, first.revision) == (Became.RECORDED, 2)
    assert (again.became, again.revision) == (Became.REPEATED, 2)
    assert again.record.log.revision == 3


def test_a_superseded_answer_is_told_with_both_sides(store: Store, game: int) -> None:
    play(store, game, HAND[:2])
    outcome = submit(store, game, {"number": 5}, 1)
    decision = outcome.decision
    assert [str(sentence) for sentence in outcome.meanwhile] == ["East said 0"]
    assert str(decision.tapped) == "East said 5"
    assert str(decision.reason).startswith("Answered in the meantime: East said 0. Now asked:")
    assert decision.answers is not None
    assert decision.answers.choice(use=True) == {
        "question": "contract-3",
        "answer": {"number": 5, "seat": 3},
        "instead": {"number": 0, "seat": 3},
    }


CHOICE = {"question": None, "kind": "choice", "key": "choice"}


def chosen(store: Store, game: int, *, use: bool) -> Outcome:
    """The outcome of a choice between the two answers of the last conflict."""
    answers = submit(store, game, {"number": 2}, 1).decision.answers
    assert answers is not None
    return submit(store, game, answers.choice(use=use), 1, **CHOICE)


@pytest.mark.parametrize(
    ("use", "undo_name"),
    [
        (True, "East said 2 (was: East said 0)"),
        (False, "kept: East said 0"),  # the history also has the answer that was not recorded
    ],
)
def test_a_choice_says_which_answer_holds_and_what_came_after_stays(
    store: Store, game: int, use: bool, undo_name: str
) -> None:
    play(store, game, HAND[:3])
    log = chosen(store, game, use=use).record.log
    assert (log.revision, str(log.undo_label)) == (4, undo_name)
    last_act = list(history(setup_of(), acts_of(store, 1, game)))[-1]
    more = [] if use else ["not recorded: East said 2"]
    assert [str(sentence) for sentence in last_act.sentences] == [undo_name, *more]
    assert [fact.get("number") for fact in log.records[0].facts[1:]] == [2 if use else 0, 2]
    back = submit(store, game, {}, 4, kind="undo", key="back").record.log
    assert [fact.get("number") for fact in back.records[0].facts[1:]] == [0, 2]


def test_a_choice_for_a_hand_that_is_over_scores_it_again(store: Store, game: int) -> None:
    play(store, game, HAND)
    assert store.game(1, game).game.totals == POINTS
    assert chosen(store, game, use=True).record.game.totals == (-20, 19, -10, 14)


def test_a_choice_drops_and_names_what_no_longer_fits(store: Store, game: int) -> None:
    """The last player may not bring the contracts to 13; that contract is asked again."""
    play(store, game, [HAND[AUCTION], HAND[EAST], HAND[SOUTH], {"number": 2, "seat": 1}])
    record = chosen(store, game, use=True).record
    assert [fact.get("number") for fact in record.log.records[0].facts[1:]] == [2, 2]
    assert record.game.step is not None
    assert record.game.step.key == "contract-1"
    last_act = list(history(setup_of(), acts_of(store, 1, game)))[-1]
    assert [str(sentence) for sentence in last_act.sentences] == [
        "East said 2 (was: East said 0)",
        "dropped: West said 2",
    ]


def test_a_choice_is_refused_where_the_answer_has_changed_again(store: Store, game: int) -> None:
    play(store, game, HAND[:2])
    answers = submit(store, game, {"number": 2}, 1).decision.answers
    assert answers is not None
    submit(store, game, {}, 2, kind="undo", key="back")
    submit(store, game, {"number": 4}, 3, key="anew")
    late = submit(store, game, answers.choice(use=True), 2, **CHOICE)
    assert (late.became, str(late.decision.reason)) == (
        Became.REFUSED,
        "This answer has been changed meanwhile.",
    )


def test_what_puts_a_hand_right_is_superseded_only_where_that_hand_has_changed(
    store: Store, game: int, rows: Rows
) -> None:
    play(store, game, HAND)
    answer(store, game, HAND[AUCTION], 5)
    fined = {"kind": "revokes", "deal": 1, "question": None}
    revokes = {"revokes": [1, 0, 0, 0]}
    assert submit(store, game, revokes, 5, **fined).became is Became.RECORDED
    late = submit(store, game, {"revokes": [0, 1, 0, 0]}, 5, **fined, key="late")
    assert (late.became, late.decision.reason) == (Became.SUPERSEDED, None)
    assert rows("select kind from entries where number > 5") == [("answer",), ("revokes",)]
