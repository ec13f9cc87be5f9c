"""A year in review: who played with whom, streaks, closest games, newcomers."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from scorekeeper.insight.league import DatedGame, SeasonRecord
from scorekeeper.insight.player_records import PlayedGame
from scorekeeper.insight.ratings import Finish
from scorekeeper.insight.year_in_review import YearOfPair, YearOfPlayer, year_in_review

YEAR = 2026


def game(number: int, day: int, sides: tuple[tuple[int, ...], ...], *totals: int) -> DatedGame:
    """A game on an evening of 2026; the evening has the number of its day."""
    order = sorted(totals, reverse=True)
    places = tuple(order.index(total) + 1 for total in totals)
    winners = tuple(side for side, place in enumerate(places) if place == 1)
    date = dt.date(YEAR, 1, 1) + dt.timedelta(days=day)
    played = PlayedGame(Finish(number, sides, places), totals, winners, 6 + number)
    return DatedGame(played, day, date, "partners" if len(sides) == 2 else "alone")


PARTNERS = ((1, 3), (2, 4))
ALONE = ((1,), (2,), (3,))
GAMES = [
    replace(game(1, 1, ALONE, 5, 9, 1), date=dt.date(YEAR - 1, 12, 31), session_id=900),
    game(2, 3, ALONE, 50, 20, 10),
    game(3, 3, ALONE, 40, 41, 10),
    game(4, 40, PARTNERS, 300, 100),
    game(5, 40, PARTNERS, 300, 200),
    game(6, 41, ALONE, 7, 7, 0),
    replace(game(7, 1, ALONE, 1, 2, 3), date=dt.date(YEAR + 1, 1, 1), session_id=901),
]


def test_a_year_has_its_own_games_alone() -> None:
    review = year_in_review(YEAR, GAMES, {})
    assert (review.games, review.hands, len(review.evenings)) == (5, 50, 3)
    assert review.months == (1, 2, *[0] * 10)
    assert [(kind.rulebook, kind.games) for kind in review.kinds] == [("alone", 3), ("partners", 2)]
    best = [kind.best.value for kind in review.kinds if kind.best]
    assert best == [50, 300]


def test_players_have_their_evenings_games_wins_and_first_year() -> None:
    """Player 4 had never been there before; the tie of the last evening is a win of both."""
    assert year_in_review(YEAR, GAMES, {}).players == (
        YearOfPlayer(1, 3, 5, 4, new=False),
        YearOfPlayer(2, 3, 5, 2, new=False),
        YearOfPlayer(3, 3, 5, 2, new=False),
        YearOfPlayer(4, 1, 2, 0, new=True),
    )


def test_pairs_are_counted_as_opponents_and_as_partners() -> None:
    pairs = {pair.players: pair for pair in year_in_review(YEAR, GAMES, {}).pairs}
    assert pairs[1, 2] == YearOfPair((1, 2), games=5, ahead=(3, 1), partners=0, won=0)
    assert pairs[1, 3] == YearOfPair((1, 3), games=5, ahead=(3, 0), partners=2, won=2)
    assert pairs[2, 4] == YearOfPair((2, 4), games=2, ahead=(0, 0), partners=2, won=0)


def test_what_stood_out_names_its_game_or_evening() -> None:
    review = year_in_review(YEAR, GAMES, {})
    evening = {number: dt.date(YEAR, 1, 1) + dt.timedelta(days=number) for number in (3, 40, 41)}
    assert review.run == SeasonRecord((1,), 3, 6, date=evening[41])
    assert review.wins == SeasonRecord((1,), 2, session_id=40, date=evening[40])
    assert review.present == SeasonRecord((1, 2, 3), 3, session_id=41, date=evening[41])
    assert review.closest == SeasonRecord((2,), 1, 3, date=evening[3])
    assert review.longest == SeasonRecord((1, 2, 3), 12, 6, date=evening[41])


def test_a_milestone_counts_the_games_of_earlier_years() -> None:
    before = [
        replace(game(number, number, ALONE, 1, 0, 0), date=dt.date(YEAR - 1, 6, 1))
        for number in range(100, 108)
    ]
    review = year_in_review(YEAR, [*before, *GAMES[1:]], {})
    assert [(milestone.player, milestone.games) for milestone in review.milestones] == [
        (3, 10), (2, 10), (1, 10),
    ]  # fmt: skip


def test_a_year_without_games_is_empty() -> None:
    review = year_in_review(1999, GAMES, {})
    assert (review.games, review.players, review.kinds) == (0, (), ())
    assert (review.run, review.present, review.wins, review.closest) == (None,) * 4
