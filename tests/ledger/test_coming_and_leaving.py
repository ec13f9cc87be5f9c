"""Who deals, ranks and is asked when somebody has come or left, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorekeeper.errors import IllegalEntry
from scorekeeper.games.registry import rulebooks
from scorekeeper.games.romanian_whist import Streak
from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.script import begin
from scorekeeper.seating import Seat
from tests.ledger.random_amendments import with_hand


def log_of(key: str = "points", players: int = 4, goal: Goal = Goal.OPEN, **rules: Any) -> Log:
    book = rulebooks()[key]
    chosen = book.rules(**rules) if rules else book.presets[0].rules
    ending = book.agreed(Ending(goal=goal, target=100), chosen, players)
    return Log.of(Setup(book, chosen, ending, players, Seat(0)))


def record(log: Log, kind: Kind, **fact: Any) -> Log:
    return log.after([checked_entry(log, kind, None, fact)])


def scored(log: Log, *hands: tuple[int, ...]) -> Log:
    """The log after some rounds of a plain sheet."""
    for points in hands:
        log = record(log, Kind.ANSWER, points=list(points))
    return log


def test_the_deal_passes_over_who_has_left() -> None:
    """Anna dealt, Ben leaves: Chaim deals. Then Chaim, who dealt last, leaves: Dana does."""
    log = record(scored(log_of(), (1, 2, 3, 4)), Kind.LEAVES, seat=1)
    assert log.game.current.dealer == 2
    log = record(scored(log, (1, 2, 3)), Kind.LEAVES, seat=2)
    assert log.game.current.dealer == 3
    assert log.game.totals == (2, 2, 5, 7)


def test_a_newcomer_deals_in_the_seat_that_was_chosen() -> None:
    log = record(log_of(), Kind.COMES, player=123_456, after=0, start=5)
    dealers = []
    for _ in range(5):
        dealers.append(log.game.current.dealer)
        log = scored(log, (1, 1, 1, 1, 1))
    assert dealers == [0, 4, 1, 2, 3]
    assert log.game.totals == (5, 5, 5, 5, 10)


@pytest.mark.parametrize(("behind", "winners", "places"), [("", (0,), 1), ("1", (3,), 4)])
def test_who_leaves_ranks_as_the_table_says(
    behind: str, winners: tuple[int, ...], places: int
) -> None:
    log = record(scored(log_of(), (90, 2, 3, 4)), Kind.LEAVES, seat=0, behind=behind)
    log = record(scored(log, (0, 0, 50)), Kind.STOP)
    assert log.game.winners == winners
    assert log.game.places[0] == places


def test_who_went_out_and_left_ranks_behind_who_went_out_later() -> None:
    log = log_of("yaniv", out_above=100)
    for points in [(0, 60, 40, 1), (0, 45, 40, 1), (0, 50, 1), (0, 0, 1)]:
        log = record(record(log, Kind.ANSWER, choice="0"), Kind.ANSWER, points=list(points))
        if log.game.current.number == 3:
            log = record(log, Kind.LEAVES, seat=1)
    game = record(log, Kind.STOP).game
    assert (game.totals, game.places) == ((0, 105, 130, 4), (1, 4, 3, 2))


def test_only_who_plays_ends_the_game() -> None:
    """The target of 100 is met by a player; two who are level at the top play on."""
    log = record(scored(log_of(goal=Goal.TARGET), (99, 2, 3, 4)), Kind.LEAVES, seat=0)
    log = scored(log, (98, 97, 0))
    assert log.game.course.play_off
    assert scored(log, (1, 0, 0)).game.winners == (1,)


@pytest.mark.parametrize(
    ("start", "total"), [("mean", 3), ("low", 0), ("high", 7), (0, 0), (-12, -12)]
)
def test_a_newcomer_begins_as_the_table_says_when_an_earlier_hand_is_corrected(
    start: object, total: int
) -> None:
    log = record(scored(log_of(), (9, 9, 9, 9)), Kind.COMES, player=9, after=3, start=start)
    fact = {"facts": [{"points": [7, 0, 1, 2]}]}
    log = log.after([checked_entry(log, Kind.CORRECTION, 1, fact)])
    assert log.game.totals == (7, 0, 1, 2, total)


def test_the_sizes_agreed_at_the_start_go_on() -> None:
    """Three at Wizard play 20 hands; a fourth makes the pack too small for more than 15 cards."""
    log = record(log_of("wizard", 3, Goal.SCHEDULE), Kind.COMES, player=9, after=2, start=0)
    setup = log.game.setup
    steps = [begin(setup.script(setup.seating(Seat(0), number)))[0] for number in range(1, 21)]
    assert [step.scene.total for step in steps if step] == [*range(1, 16), *[15] * 5]
    assert setup.ending.deals == 20


def test_what_is_carried_over_stays_with_who_has_left() -> None:
    """Romanian Whist counts runs of made bids; a hand away changes nothing of them."""
    log, rng = log_of("romanian-whist", goal=Goal.SCHEDULE, streak=Streak.RESTART), Random(1)
    runs: list[tuple[int, ...]] = []
    for number in range(9):
        log = with_hand(log, rng)
        left = log.game.deals[-1].after.left
        assert isinstance(left, tuple)
        runs.append(left)
        if number == 6:
            log = record(log, Kind.LEAVES, seat=1)
    assert [run[1] for run in runs[6:]] == [runs[6][1]] * 3 != [0] * 3
    assert runs[7] != runs[6]


def test_nobody_leaves_or_comes_where_the_number_is_fixed() -> None:
    with pytest.raises(IllegalEntry, match="number of players stays"):
        record(log_of("israeli-whist"), Kind.COMES, player=9, after=3, start=0)
    two = log_of(players=2)
    with pytest.raises(IllegalEntry, match="2 to 10 players"):
        record(two, Kind.LEAVES, seat=1)


def test_it_holds_from_the_next_hand_on_and_is_undone() -> None:
    log = log_of("oh-hell", goal=Goal.SCHEDULE)
    log = record(log, Kind.ANSWER, number=1)
    gone = record(log, Kind.LEAVES, seat=1)
    assert gone.game.current.seating.players == 4
    assert gone.game.step == log.game.step
    assert record(gone, Kind.UNDO).game == log.game


def test_only_who_played_a_hand_can_have_revoked() -> None:
    log = record(scored(log_of("points"), (1, 1, 1, 1)), Kind.LEAVES, seat=1)
    log = scored(log, (1, 1, 1))
    with pytest.raises(IllegalEntry, match="Only who played"):
        log.after([checked_entry(log, Kind.REVOKES, 2, {"revokes": [0, 1, 0, 0]})])


def test_the_order_of_the_seats_keeps_who_has_come_or_left() -> None:
    log = record(scored(log_of(), (1, 1, 1, 1)), Kind.COMES, player=9, after=3, start=0)
    log = scored(log, (1, 1, 1, 1, 1))
    log = log.after([checked_entry(log, Kind.ORDER, 1, {"order": [0, 2, 1, 3]})])
    assert [deal.seating.clockwise() for deal in log.game.deals] == [(0, 2, 1, 3), (0, 2, 1, 3, 4)]
