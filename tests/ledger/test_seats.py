"""Changes of seats: who plays each hand, who is credited, and every way back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.ledger import renames_and_merges
from scorekeeper.ledger.conflicts import Became, Outcome, Submission
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.history import acts_of, history, seat_changes
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.people import SeatChange, Sitting
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from tests.ledger.changed_seats import ANNA, BEN, CHAIM, DANA, EVA, change, game
from tests.ledger.example import POINTS, play

__all__ = ["game"]  # fixtures

Rows = Callable[[str], list[tuple[object, ...]]]


def act(store: Store, kind: Kind) -> Outcome:
    seen = store.game(1, 1).log.revision
    return store.submit(1, 1, Submission(new_key(), seen, kind, {}))


def seated(store: Store, *hands: int) -> list[str]:
    """The player in Ben's seat in each of these hands."""
    record = store.game(1, 1)
    return [record.names(hand)[1] for hand in hands]


def test_a_hand_is_the_one_of_who_sat_there(store: Store, game: int) -> None:
    outcome = change(store, 2)
    assert (outcome.became, outcome.record.players) == (
        Became.RECORDED,
        ("Anna", "Eva", "Chaim", "Dana"),
    )
    play(store, game)
    assert seated(store, 1, 2, 3) == ["Ben", "Eva", "Eva"]
    assert store.game(1, 1).game.totals == tuple(2 * points for points in POINTS)
    assert store.game(1, 1).seat_names[1] == ("Ben", "Eva")


def test_a_seat_can_change_hands_again_and_go_back(store: Store, game: int) -> None:
    play(store, game)
    change(store, 2)
    change(store, 3, name="ben")  # another spelling of the same player
    assert seated(store, 1, 2, 3) == ["ben", "Eva", "ben"]  # the latest spelling is kept
    assert [player.id for player in players_at(store, 1)] == [ANNA, BEN, CHAIM, DANA, EVA]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ((2, 1, "Ben"), "2 has this seat already."),
        ((2, 1, "Chaim"), "3 plays in another seat of this game."),
        ((2, 1, "chaim"), "3 plays in another seat of this game."),
        ((2, 1, "  "), "Every player needs a name."),
        ((2, 1, "x" * 25), "A name has at most 24 characters; this one has 25."),
        ((2, 9, "Eva"), "A seat is a number from 0 to 3."),
        ((0, 1, "Eva"), "The change begins in one of the hands from 1 to 2."),
        ((3, 1, "Eva"), "The change begins in one of the hands from 1 to 2."),
        ((1, 1, None), "This change was taken back meanwhile."),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nobody_behind(
    store: Store, game: int, given: tuple[int, int, str | None], reason: str
) -> None:
    before = store.db.execute("select * from players").fetchall()
    outcome = change(store, *given)
    assert (outcome.became, str(outcome.decision.reason)) == (Became.REFUSED, reason)
    assert store.db.execute("select * from players").fetchall() == before


def test_who_gave_up_a_seat_cannot_take_another_in_the_same_game(store: Store, game: int) -> None:
    """The game could not count for both of their seats."""
    change(store, 2)
    assert change(store, 2, seat=3, name="Ben").became is Became.REFUSED
    assert change(store, 2, seat=3, name="Fred").became is Became.RECORDED


def test_the_same_tap_twice_is_one_change(store: Store, game: int) -> None:
    once = change(store, 2, key="tap")
    again = change(store, 2, key="tap", revision=once.revision - 1)
    assert (once.became, again.became) == (Became.RECORDED, Became.REPEATED)
    assert store.game(1, 1).log.revision == once.revision


def test_a_tap_meanwhile_does_not_matter_a_change_of_seats_does(store: Store, game: int) -> None:
    seen = store.game(1, 1).log.revision
    play(store, game)
    assert change(store, 2, revision=seen).became is Became.RECORDED
    late = change(store, 2, name="Fred", revision=seen)
    assert (late.became, seated(store, 2)) == (Became.SUPERSEDED, ["Eva"])


def test_undo_and_redo_name_it_and_do_it(store: Store, game: int, rows: Rows) -> None:
    change(store, 2)
    index = "select player_id from seats where game_id = 1 order by 1"
    assert rows(index) == [(1,), (2,), (3,), (4,), (5,)]
    assert str(store.game(1, 1).log.undo_label) == "5 for 2 from hand 2"
    act(store, Kind.UNDO)
    assert (seated(store, 2), rows(index)) == (["Ben"], [(1,), (2,), (3,), (4,)])
    assert str(store.game(1, 1).log.redo_label) == "5 for 2 from hand 2"
    act(store, Kind.REDO)
    assert seated(store, 1, 2) == ["Ben", "Eva"]


def test_a_change_is_taken_back_later_and_the_game_goes_on(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    assert change(store, 2, name=None).became is Became.RECORDED
    assert (seated(store, 2), len(store.game(1, 1).game.complete)) == (["Ben"], 2)


def test_a_change_is_moved_to_the_hand_in_which_it_was(store: Store, game: int) -> None:
    play(store, game)
    change(store, 3)
    change(store, 2, was=3)
    assert seated(store, 1, 2, 3) == ["Ben", "Eva", "Eva"]
    assert len(store.game(1, 1).log.sitting.all_changes) == 1
    act(store, Kind.UNDO)
    assert seated(store, 1, 2, 3) == ["Ben", "Ben", "Eva"]


def test_from_the_first_hand_on_it_was_somebody_else_all_the_time(
    store: Store, game: int, rows: Rows
) -> None:
    change(store, 1)
    record = store.game(1, 1)
    assert (record.players[1], record.seat_names[1]) == ("Eva", ("Eva",))
    assert rows("select player_id from seats where game_id = 1 order by 1") == [
        (1,), (3,), (4,), (5,)
    ]  # fmt: skip


def test_history_and_list_of_changes_say_it(store: Store, game: int) -> None:
    change(store, 2)
    act(store, Kind.UNDO)
    change(store, 2)
    record = store.game(1, 1)
    worded_acts = history(record.game.setup, acts_of(store, 1, 1), record.log.sitting.first)
    assert [str(worded_act.sentences[0]) for worded_act in worded_acts][-3:] == [
        "5 for 2 from hand 2",
        "taken back: 5 for 2 from hand 2",
        "5 for 2 from hand 2",
    ]
    assert [str(seat_change) for seat_change in seat_changes(record.log)] == [
        "5 took 2's seat in hand 2"
    ]


def test_a_merge_since_keeps_a_redo_from_seating_somebody_twice(store: Store, game: int) -> None:
    """Eva's change was undone; then a merge made her Anna, who sits there already."""
    change(store, 2)
    act(store, Kind.UNDO)
    renames_and_merges.merge(store, 1, EVA, ANNA)
    outcome = act(store, Kind.REDO)
    assert (outcome.became, seated(store, 2)) == (Became.REFUSED, ["Ben"])


def test_seats_are_read_deal_by_deal() -> None:
    sitting = Sitting((1, 2, 3, 4)).with_change(5, 1, 9).with_change(8, 1, 2)
    assert [sitting.at(deal)[1] for deal in (1, 4, 5, 7, 8)] == [2, 2, 9, 9, 2]
    assert sitting.changes == (SeatChange(5, 1, 9), SeatChange(8, 1, 2))
    assert sitting.with_change(5, 1, None).changes == ()  # the way back is redundant now
