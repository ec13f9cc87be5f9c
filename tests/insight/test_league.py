"""A season's table, records and milestones."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.insight import player_records
from scorekeeper.insight.league import (
    DatedGame,
    LeagueOrder,
    SeasonRecord,
    league,
    milestones,
    records,
)
from scorekeeper.insight.player_records import Played
from scorekeeper.insight.ratings import Finish
from scorekeeper.ledger import game_results
from scorekeeper.ledger.game_results import Span, dated, years
from scorekeeper.ledger.player_figures import Counter, best_hand
from scorekeeper.ledger.store import Store
from tests.ledger.season import FIRST_EVENING, record_season

DAY = dt.date(2026, 3, 6)


def game(number: int, evening: int, *totals: int, low: bool = False, hands: int = 8) -> DatedGame:
    """A game of players 1, 2, 3, … with these totals."""
    order = sorted(totals, reverse=not low)
    places = tuple(order.index(total) + 1 for total in totals)
    finish = Finish(number, tuple((player,) for player in range(1, len(totals) + 1)), places)
    winners = tuple(side for side, place in enumerate(places) if place == 1)
    played = Played(finish, totals, winners, hands, low)
    return DatedGame(played, evening, DAY + dt.timedelta(days=evening))


GAMES = [
    game(1, 1, 300, 200, 100, -50),
    game(2, 1, 100, 310, 50, 20),
    game(3, 2, 20, 40, 305, 40, hands=14),
    game(4, 3, 50, 320, 10, 0),
]


@pytest.mark.parametrize(
    ("by", "best", "table"),
    [
        (LeagueOrder.WINS, None, [(2, 1, 2), (1, 2, 1), (3, 2, 1), (4, 4, 0)]),
        (LeagueOrder.WINS, 1, [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 4, 0)]),
        (LeagueOrder.PLACES, None, [(2, 1, 9), (1, 2, 7), (3, 3, 6), (4, 4, 1)]),
        (LeagueOrder.PLACES, 2, [(2, 1, 8), (1, 2, 7), (3, 3, 5), (4, 4, 1)]),
        (LeagueOrder.TOTALS, None, [(2, 1, 870), (1, 2, 470), (3, 3, 465), (4, 4, 10)]),
        (LeagueOrder.TOTALS, 1, [(2, 1, 510), (1, 2, 400), (3, 3, 305), (4, 4, 40)]),
    ],
)
def test_a_league_goes_by_wins_places_or_totals(
    by: LeagueOrder, best: int | None, table: list[tuple[int, int, int]]
) -> None:
    assert [(line.player, line.place, line.points) for line in league(GAMES, by, best)] == table


def test_those_with_fewer_evenings_than_count_stand_behind() -> None:
    games = [*GAMES, game(5, 4, 0, 0, 0, 0, 900)]
    standings = league(games, LeagueOrder.TOTALS, 2)
    assert [(line.player, line.counted, line.evenings) for line in standings][-1] == (5, 1, 1)


def test_where_the_lowest_total_wins_few_are_best() -> None:
    games = [game(1, 1, 20, 5, low=True), game(2, 2, 3, 50, low=True), game(3, 3, 9, 8, low=True)]
    assert [(line.player, line.points) for line in league(games, LeagueOrder.TOTALS)] == [
        (1, 32),
        (2, 63),
    ]
    assert [(line.player, line.points) for line in league(games, LeagueOrder.TOTALS, 1)] == [
        (1, 3),
        (2, 5),
    ]


def test_records_of_a_season_are_what_its_games_say(store: Store) -> None:
    record_season(store, 12, 3, hands=4)
    Counter(store).refresh(1, 60)
    games = dated(store, 1, game_results.played(store, 1, ISRAELI_WHIST, Span()))
    season = records(games, best_hand(store, 1, "israeli-whist", Span(), games))
    logs = [store.game(1, number) for number in range(1, 13)]
    totals = [total for record in logs for total in record.game.totals]
    points = [
        value for record in logs for deal in record.game.deals if deal.score
        for value in deal.score.points
    ]  # fmt: skip
    assert season.game is not None
    assert season.hand is not None
    assert season.longest is not None
    assert season.evening is not None
    assert (season.game.value, season.hand.value) == (max(totals), max(points))
    assert (season.longest.value, season.evening.value) == (4, 2)
    in_order = player_records.records([dated_game.game for dated_game in games])
    runs = max(record.run for record in in_order.values())
    assert (season.run.value if season.run else 1) == runs
    assert years(store, 1) == [FIRST_EVENING.year]


def test_partners_share_the_record_of_their_hand(store: Store) -> None:
    record_season(store, 1, 3, hands=4, kinds=("bid-whist",))
    Counter(store).refresh(1, 60)
    games = dated(store, 1, game_results.played(store, 1, BID_WHIST, Span()))
    best = best_hand(store, 1, "bid-whist", Span(), games)
    assert best is not None
    sides = games[0].game.finish.sides
    hands = [deal.score.points for deal in store.game(1, 1).game.deals if deal.score]
    (side,) = {points.index(best.value) for points in hands if best.value in points}
    assert sorted(best.players) == sorted(sides[side])


def test_no_games_no_records(store: Store) -> None:
    season = records([], best_hand(store, 1, "israeli-whist", Span(), []))
    assert [season.game, season.hand, season.run, season.longest, season.evening] == [None] * 5


def test_the_longest_run_names_the_game_that_made_it() -> None:
    totals = [(9, 1), (1, 9), (2, 9), (3, 9), (9, 1)]
    games = [game(number, number - 1, *pair) for number, pair in enumerate(totals, 1)]
    run = records(games, None).run
    assert run == SeasonRecord((2,), 3, 4, date=DAY + dt.timedelta(days=3))


def test_milestones_are_round_numbers_newest_first() -> None:
    games = [game(number, number // 2, 9, 1) for number in range(1, 27)]
    assert [
        (milestone.player, milestone.games, milestone.game_id) for milestone in milestones(games)
    ] == [
        (2, 25, 25), (1, 25, 25), (2, 10, 10), (1, 10, 10),
    ]  # fmt: skip
    since = games[20].date
    assert [milestone.games for milestone in milestones(games, since)] == [25, 25]
    dates = [milestone.date for milestone in milestones(games)]
    assert all(later >= earlier for later, earlier in pairwise(dates))
