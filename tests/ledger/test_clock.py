"""Wrong clocks: they change no order and mix no evenings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.ledger import sessions, tables
from scorekeeper.ledger.game_list import game_ids, new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_results import results_of
from scorekeeper.ledger.history import acts_of
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND
from tests.ledger.set_clock import Clock

EVENING = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def clock(store: Store) -> Clock:
    store.clock = Clock(EVENING)
    return store.clock


def begin(store: Store, key: str) -> int:
    return new_game(store, tables.first(store).id, key, setup_of(), PLAYERS)


def record(store: Store, game: int, entry: int) -> None:
    fact = HAND[entry % len(HAND)]
    revision = store.revision(1, game)
    store.record(1, game, key=f"{entry}", revision=revision, kind=Kind.ANSWER, given=fact)


def evening_of(store: Store, game: int) -> int:
    return sessions.session_of_game(store, 1, game).id


@pytest.mark.parametrize("back", [timedelta(minutes=1), 3 * HOUR, timedelta(days=900)])
def test_entries_keep_the_order_in_which_they_were_made(
    store: Store, clock: Clock, back: timedelta
) -> None:
    game = begin(store, "game")
    for entry in range(5):
        record(store, game, entry)
        clock.now -= back
    assert store.game(1, game).game.totals == (-20, 19, -10, -40)
    assert Store(store.path).game(1, game).game.totals == (-20, 19, -10, -40)
    moments = [act.at for act in acts_of(store, 1, game)]
    assert moments == sorted(moments, reverse=True)
    record(store, game, 5)
    store.record(1, game, key="undo", revision=6, kind=Kind.UNDO, given={})
    assert store.game(1, game).game.totals == (-20, 19, -10, -40)


def test_the_games_of_an_evening_keep_their_order_when_the_clock_goes_back(
    store: Store, clock: Clock
) -> None:
    first = begin(store, "first")
    record(store, first, 0)
    clock.now -= 2 * HOUR
    second = begin(store, "second")
    clock.now += HOUR / 2
    third = begin(store, "third")
    assert {evening_of(store, game) for game in (first, second, third)} == {evening_of(store, 1)}
    in_order = [result.id for result in results_of(store, 1, [evening_of(store, 1)])]
    assert in_order == [first, second, third]
    assert game_ids(store, 1) == [third, second, first]


def test_an_evening_in_years_to_come_does_not_take_the_games_until_then(
    store: Store, clock: Clock
) -> None:
    """The clock was wrong for an evening, and was corrected."""
    clock.now = EVENING + timedelta(days=1500)
    wrong = begin(store, "wrong")
    record(store, wrong, 0)
    clock.now = EVENING
    right = begin(store, "right")
    clock.now = EVENING + timedelta(days=7)
    later = begin(store, "later")
    assert len({evening_of(store, game) for game in (wrong, right, later)}) == 3


def test_an_entry_of_a_wrong_moment_does_not_keep_an_evening_open_for_years(
    store: Store, clock: Clock
) -> None:
    game = begin(store, "game")
    clock.now += timedelta(days=1500)
    record(store, game, 0)
    clock.now = EVENING + HOUR
    assert evening_of(store, begin(store, "same evening")) == evening_of(store, game)
    clock.now = EVENING + timedelta(days=7)
    assert evening_of(store, begin(store, "next week")) != evening_of(store, game)
