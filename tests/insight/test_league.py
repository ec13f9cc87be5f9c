"""League of a season: table, records and milestones."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest

from scorekeeper.errors import MalformedEntry
from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.insight import player_records
from scorekeeper.insight.league import (
    DatedGame,
    LeagueOrder,
    LeagueRules,
    SeasonRecord,
    league,
    milestones,
    read_place_points,
    season_records,
)
from scorekeeper.insight.player_records import PlayedGame
from scorekeeper.insight.ratings import Finish
from scorekeeper.ledger import game_results
from scorekeeper.ledger.game_results import Span, dated, years
from scorekeeper.ledger.player_figures import FigureCounter, best_hand
from scorekeeper.ledger.store import Store
from tests.ledger.season import FIRST_EVENING, record_season

DAY = dt.date(2026, 3, 6)


def game(number: int, evening: int, *totals: int, low: bool = False, hands: int = 8) -> DatedGame:
    """A game of players 1, 2, 3, … with these totals."""
    order = sorted(totals, reverse=not low)
    places = tuple(order.index(total) + 1 for total in totals)
    finish = Finish(number, tuple((player,) for player in range(1, len(totals) + 1)), places)
    winners = tuple(side for side, place in enumerate(places) if place == 1)
    played = PlayedGame(finish, totals, winners, hands, low)
    return DatedGame(played, evening, DAY + dt.timedelta(days=evening))


GAMES = [
    game(1, 1, 300, 200, 100, -50),
    game(2, 1, 100, 310, 50, 20),
    game(3, 2, 20, 40, 305, 40, hands=14),
    game(4, 3, 50, 320, 10, 0),
]


@pytest.mark.parametrize(
    ("rules", "table"),
    [
        (LeagueRules(LeagueOrder.WINS), [(2, 1, 2), (1, 2, 1), (3, 2, 1), (4, 4, 0)]),
        (LeagueRules(LeagueOrder.WINS, 1), [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 4, 0)]),
        (LeagueRules(LeagueOrder.PLACES), [(2, 1, 9), (1, 2, 7), (3, 3, 6), (4, 4, 1)]),
        (LeagueRules(LeagueOrder.PLACES, 2), [(2, 1, 8), (1, 2, 7), (3, 3, 5), (4, 4, 1)]),
        (LeagueRules(LeagueOrder.TOTALS), [(2, 1, 870), (1, 2, 470), (3, 3, 465), (4, 4, 10)]),
        (LeagueRules(LeagueOrder.TOTALS, 1), [(2, 1, 510), (1, 2, 400), (3, 3, 305), (4, 4, 40)]),
        # In game 3 players 2 and 4 tie for the second place, in game 4 nobody does.
        (LeagueRules(LeagueOrder.PLACE_POINTS), [(2, 1, 16), (1, 2, 11), (3, 3, 8), (4, 4, 3)]),
        (
            LeagueRules(LeagueOrder.PLACE_POINTS, best=2, place_points=(10,)),
            [(2, 1, 20), (1, 2, 10), (3, 2, 10), (4, 4, 0)],
        ),
    ],
)
def test_a_league_ranks_by_wins_places_points_of_places_or_totals(
    rules: LeagueRules, table: list[tuple[int, int, int]]
) -> None:
    standings = league(GAMES, rules).standings
    assert [(line.player, line.place, line.points) for line in standings] == table


def test_more_points_in_fewer_evenings_rank_higher() -> None:
    """Player 1 wins six games on three evenings, player 2 four games on four."""
    games = [game(number, number // 2, 9, 0, 0) for number in range(6)]
    games += [game(number, number, 0, 9, 0) for number in range(6, 10)]
    games += [game(10, 10, 0, 0, 0, 9)]  # of a player who came once
    rules = LeagueRules(LeagueOrder.WINS, best=4)
    standings = league(games, rules).standings
    assert [(line.player, line.points) for line in standings][:3] == [(1, 6), (2, 4), (4, 1)]


def test_players_with_too_few_evenings_have_no_place() -> None:
    games = [*GAMES, game(5, 4, 0, 0, 0, 0, 900)]
    standings = league(games, LeagueRules(LeagueOrder.TOTALS, least=2)).standings
    assert [(line.player, line.place) for line in standings][-2:] == [(4, 4), (5, None)]


def test_where_the_lowest_total_wins_few_are_best() -> None:
    games = [game(1, 1, 20, 5, low=True), game(2, 2, 3, 50, low=True), game(3, 3, 9, 8, low=True)]
    for best, table in ((None, [(1, 32), (2, 63)]), (1, [(1, 3), (2, 5)])):
        standings = league(games, LeagueRules(LeagueOrder.TOTALS, best)).standings
        assert [(line.player, line.points) for line in standings] == table
    guest = [*games, game(4, 4, 9, 9, 1, low=True)]
    standings = league(guest, LeagueRules(LeagueOrder.TOTALS, 2)).standings
    assert [(line.player, line.points) for line in standings] == [(1, 12), (2, 13), (3, 1)]


def test_the_race_ends_with_the_points_of_the_table() -> None:
    for rules in (LeagueRules(), LeagueRules(best=1), LeagueRules(LeagueOrder.TOTALS, best=2)):
        season = league(GAMES, rules)
        assert [evening.session_id for evening in season.evenings] == [1, 2, 3]
        for standing in season.standings:
            race = season.race(standing)
            assert (len(race), race[-1]) == (4, standing.points)
    (first, *_) = league(GAMES, LeagueRules(best=1)).standings
    assert league(GAMES, LeagueRules(best=1)).race(first) == [0, 5, 5, 5]


@pytest.mark.parametrize("text", ["5-3-1", " 5, 3, 1 ", "5 3 1", "5/3/1", "5;3;1", "5–3–1"])
def test_points_of_places_are_read_as_people_write_them(text: str) -> None:
    assert read_place_points(text) == (5, 3, 1)


@pytest.mark.parametrize("text", ["", "five", "5-", "1000", "-".join(["1"] * 11), "٥-٣-١"])
def test_other_points_of_places_are_refused(text: str) -> None:
    with pytest.raises(MalformedEntry, match="such as"):
        read_place_points(text)


def test_records_of_a_season_are_what_its_games_say(store: Store) -> None:
    record_season(store, 12, 3, hands=4)
    FigureCounter(store).refresh(1, 60)
    games = dated(store, 1, game_results.played(store, 1, ISRAELI_WHIST, Span()))
    season = season_records(games, best_hand(store, 1, "israeli-whist", Span(), games))
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
    FigureCounter(store).refresh(1, 60)
    games = dated(store, 1, game_results.played(store, 1, BID_WHIST, Span()))
    best = best_hand(store, 1, "bid-whist", Span(), games)
    assert best is not None
    sides = games[0].game.finish.sides
    hands = [deal.score.points for deal in store.game(1, 1).game.deals if deal.score]
    (side,) = {points.index(best.value) for points in hands if best.value in points}
    assert sorted(best.players) == sorted(sides[side])


def test_no_games_no_records(store: Store) -> None:
    season = season_records([], best_hand(store, 1, "israeli-whist", Span(), []))
    assert [season.game, season.hand, season.run, season.longest, season.evening] == [None] * 5


def test_the_longest_run_names_the_game_that_made_it() -> None:
    totals = [(9, 1), (1, 9), (2, 9), (3, 9), (9, 1)]
    games = [game(number, number - 1, *pair) for number, pair in enumerate(totals, 1)]
    run = season_records(games, None).run
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
