"""Records of players: games won and lost, pairs of players, and their order."""

from __future__ import annotations

from math import inf

import pytest

from scorekeeper.insight import player_records
from scorekeeper.insight.player_records import Against, PlayedGame, PlayerGames
from scorekeeper.insight.ratings import Finish, Rating, rate
from scorekeeper.ledger.player_figures import ratings
from scorekeeper.ledger.store import Store
from scorekeeper.rules.figures import Count


def finish(*places: int, sides: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), (4,))) -> Finish:
    return Finish(1, sides, places)


def game_of(end: Finish, *totals: int) -> PlayedGame:
    winners = tuple(side for side, place in enumerate(end.places) if place == 1)
    return PlayedGame(end, totals, winners, hands=10)


def test_head_to_head_counts_who_finished_before_whom() -> None:
    partners = ((1, 3), (2, 4))
    games = [
        game_of(finish(1, 2, 3, 4), 90, 80, 70, 60),
        game_of(finish(2, 1, 3, 4), 80, 90, 70, 60),
        game_of(finish(1, 1, 3, 4), 90, 90, 70, 60),
        game_of(finish(1, 2, sides=partners), 21, 7),
        game_of(finish(2, 1, sides=partners), 3, 21),
    ]
    assert player_records.against(games, 1, [1, 2, 3, 9]) == {
        2: Against(games=5, ahead=2, behind=2),
        3: Against(games=3, ahead=3, behind=0, together=2, won=1),
    }


def test_ratings_rise_for_the_first_and_fall_for_the_last() -> None:
    after = rate([finish(1, 2, 3, 4)] * 5)
    shown = [after[player].shown for player in (1, 2, 3, 4)]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] > 1000 > shown[3]
    assert all(after[player].give_or_take < Rating(25, 25 / 3).give_or_take for player in after)


def test_partners_rise_and_fall_together() -> None:
    after = rate([finish(1, 2, sides=((1, 3), (2, 4)))])
    assert after[1] == after[3]
    assert after[2] == after[4]
    assert after[1].mu > 25 > after[2].mu


def test_ratings_worked_out_game_by_game_are_those_worked_out_at_once(store: Store) -> None:
    games = [Finish(number, ((1,), (2,), (3,)), (number % 3 + 1, 2, 3)) for number in range(9)]
    for many in range(len(games)):
        ratings(store, 1, "israeli-whist", games[:many])
    assert ratings(store, 1, "israeli-whist", games) == rate(games)


def test_a_game_of_the_past_that_ends_otherwise_changes_all_ratings_after_it(store: Store) -> None:
    games = [Finish(number, ((1,), (2,)), (1, 2)) for number in range(4)]
    first = ratings(store, 1, "israeli-whist", games)
    games[1] = Finish(1, ((1,), (2,)), (2, 1))
    again = ratings(store, 1, "israeli-whist", games)
    assert again == rate(games) != first
    assert ratings(store, 1, "israeli-whist", games[:2]) == rate(games[:2])  # a game is gone


@pytest.mark.parametrize(
    ("games", "low", "mean", "order"),
    [
        (5, False, 7, (True, 7)),
        (5, True, 7, (True, -7)),  # fewer points a hand are better
        (4, False, 99, (False, 99)),  # too few games: after all others
    ],
)
def test_players_stand_by_points_a_hand(
    games: int, low: bool, mean: int, order: tuple[bool, float]
) -> None:
    record = PlayerGames(games=games, low=low)
    assert player_records.strength(record, Count(10, 10 * mean, 0, 0)) == order
    assert player_records.strength(None, None) == (False, -inf)
