"""History: the changes of a game and their authors, from the entries alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.ledger.history import Act, DescribedAct, by_deal, history
from tests.conftest import setup_of
from tests.ledger.entry_strategies import histories
from tests.ledger.test_game_log import EXAMPLE, THROWN_IN

BEGAN = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)


def acts(entries: Sequence[Entry]) -> list[Act]:
    return [
        Act(entry, f"phone {number % 2}", BEGAN + timedelta(minutes=number))
        for number, entry in enumerate(entries)
    ]


def describe_acts(entries: Sequence[Entry]) -> list[DescribedAct]:
    return list(history(setup_of(), acts(entries)))


def entries_of(*given: tuple[Kind, Mapping[str, object], int | None]) -> list[Entry]:
    log, entries = Log.of(setup_of()), []
    for kind, fact, deal in given:
        entries.append(checked_entry(log, kind, deal, fact))
        log = log.after(entries[-1:])
    return entries


HAND = tuple((Kind.ANSWER, fact, None) for fact in EXAMPLE)
CORRECTED = {"facts": [*EXAMPLE[:2], {"number": 3}, {"number": 2}, EXAMPLE[4]]}


def words(act: DescribedAct) -> list[str]:
    return [str(sentence) for sentence in act.sentences]


def points(act: DescribedAct) -> list[tuple[str, int, int]]:
    return [(str(change.side[0]), change.before, change.after) for change in act.changes]


def test_answers_are_told_as_they_were_given() -> None:
    worded_acts = describe_acts(entries_of(*HAND, (Kind.ANSWER, THROWN_IN[0], None)))
    assert [(act.deal, *words(act)) for act in worded_acts] == [
        (1, "North won the auction with 7 clubs"),
        (1, "East said 0"),
        (1, "South said 2"),
        (1, "West said 3"),
        (1, "tricks: South\u00a00, West\u00a03, North\u00a08, East\u00a02"),
        (2, "all passed"),
    ]
    assert all(act.plain and not act.changes for act in worded_acts)


def test_a_correction_says_what_was_changed_and_what_it_did() -> None:
    correction = describe_acts(entries_of(*HAND, (Kind.CORRECTION, CORRECTED, 1)))[-1]
    assert words(correction) == [
        "correction of hand 1",
        "contract of South: 3 (was 2)",
        "contract of West: 2 (was 3)",
    ]
    assert points(correction) == [("South", -20, -30), ("West", 19, -10)]
    assert not correction.plain


def test_a_correction_may_ask_less_or_more_than_before() -> None:
    passed = describe_acts(entries_of(*HAND, (Kind.CORRECTION, {"facts": list(THROWN_IN)}, 1)))[-1]
    assert words(passed)[1:] == [
        "all passed (was: North won the auction with 7 clubs)",
        "East said 0 (no longer asked)",
        "South said 2 (no longer asked)",
        "West said 3 (no longer asked)",
        "tricks: South\u00a00, West\u00a03, North\u00a08, East\u00a02 (no longer asked)",
    ]
    back = (Kind.CORRECTION, {"facts": list(EXAMPLE)}, 1)
    again = describe_acts(
        entries_of(*HAND, (Kind.CORRECTION, {"facts": list(THROWN_IN)}, 1), back)
    )[-1]
    assert "East said 0 (new)" in words(again)


def test_fines_dealers_the_end_undo_and_redo_are_told() -> None:
    worded_acts = describe_acts(
        entries_of(
            *HAND,
            (Kind.REVOKES, {"revokes": [0, 2, 0, 1]}, 1),
            (Kind.UNDO, {}, None),
            (Kind.REDO, {}, None),
            (Kind.REVOKES, {"revokes": [0, 0, 0, 0]}, 1),
            (Kind.DEALER, {"dealer": 3}, None),
            (Kind.STOP, {}, None),
        )
    )[5:]
    fined = [("West", 19, -181), ("East", -40, -140)]
    free = [("West", -181, 19), ("East", -140, -40)]
    assert [(act.deal, words(act), points(act)) for act in worded_acts] == [
        (1, ["2 revokes of West", "a revoke of East"], fined),
        (1, ["taken back: revokes in hand 1"], free),
        (1, ["brought back: revokes in hand 1"], fined),
        (1, ["no revokes"], free),
        (2, ["East deals"], []),
        (2, ["The game was stopped."], []),
    ]


def test_acts_stand_by_the_hand_that_they_concern() -> None:
    """A late correction of the first hand is listed with the first hand."""
    acts_by_deal = by_deal(
        describe_acts(
            entries_of(*HAND, (Kind.ANSWER, THROWN_IN[0], None), (Kind.CORRECTION, CORRECTED, 1))
        )
    )
    assert [(number, len(acts)) for number, acts in acts_by_deal.items()] == [(1, 6), (2, 1)]


@given(st.data())
def test_any_history_can_be_told_and_ends_where_the_log_ends(data: st.DataObject) -> None:
    """Each described change of points is the difference between the readings before and after."""
    log, entries = data.draw(histories(Log.of(setup_of()), 40))
    worded_acts = describe_acts(entries)
    assert len(worded_acts) == len(entries)
    assert all(act.sentences and all(words(act)) for act in worded_acts)
    now: dict[tuple[int, str], int] = {}
    for act in worded_acts:
        if act.plain:  # reopening a hand changes its points without an act of change
            now = {of: number for of, number in now.items() if of[0] != act.deal}
        for side, before, after in points(act):
            assert now.get((act.deal, side), before) == before
            now[act.deal, side] = after
    for (number, name), after in now.items():
        deal = log.game.deal(number)
        if deal and deal.score:
            assert deal.score.points[[str(side[0]) for side in log.game.sides].index(name)] == after
