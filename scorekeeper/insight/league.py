"""The league: a season's table, its records and its milestones.

An evening counts for each player who finished a game in it; of all evenings, the best may count.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.insight.player_records import Played

MILESTONES = (10, 25, 50, 100, 150, 200, 250, 300, 400, 500, 750, 1000)


class LeagueOrder(Enum):
    """What a league goes by.

    WINS      games won
    PLACES    in each game, a point for every side that one finished before
    TOTALS    the totals of the games; where the lowest wins, fewer are better
    """

    WINS = "wins"
    PLACES = "places"
    TOTALS = "totals"


@dataclass(frozen=True, slots=True)
class DatedGame:
    """A game with the evening on which it was played."""

    game: Played
    session_id: int
    date: dt.date


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a league; `counted` of the `evenings` make the points."""

    player: int
    place: int
    points: int
    evenings: int
    counted: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A record: who holds it, what it is, and the game or the evening in which it was set."""

    players: tuple[int, ...]
    value: int
    game_id: int | None = None
    session_id: int | None = None
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class SeasonRecords:
    """The records of a span; None where there is none.

    run    the most games won in a row
    """

    game: SeasonRecord | None
    hand: SeasonRecord | None
    run: SeasonRecord | None
    longest: SeasonRecord | None
    evening: SeasonRecord | None


@dataclass(frozen=True, slots=True)
class Milestone:
    """A round number of finished games that a player has reached."""

    player: int
    games: int
    game_id: int
    date: dt.date


def league(games: Sequence[DatedGame], by: LeagueOrder, best: int | None = None) -> list[Standing]:
    """The table, the first first; equal points share a place.

    `best` is how many evenings count, of each player the best; those with fewer stand behind.
    """
    scores: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    played: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    for dated_game in games:
        for side, players in enumerate(dated_game.game.finish.sides):
            for player in players:
                scores[player][dated_game.session_id] += _score(dated_game.game, side, by)
                played[player] += 1
                won[player] += side in dated_game.game.winners
    low = by is LeagueOrder.TOTALS and any(dated_game.game.low for dated_game in games)
    sign = -1 if low else 1
    rows = []
    for player, evenings in scores.items():
        counted = sorted(evenings.values(), key=lambda points: -sign * points)[:best]
        missing = max((best or 0) - len(counted), 0)
        rows.append(((missing, -sign * sum(counted)), player, evenings, counted))
    rows.sort(key=lambda row: row[0])
    keys = [key for key, *_ in rows]
    return [
        Standing(
            player,
            keys.index(key) + 1,
            sum(counted),
            len(evenings),
            len(counted),
            played[player],
            won[player],
        )
        for key, player, evenings, counted in rows
    ]


def _score(game: Played, side: int, by: LeagueOrder) -> int:
    match by:
        case LeagueOrder.WINS:
            return int(side in game.winners)
        case LeagueOrder.PLACES:
            place = game.finish.places[side]
            return sum(other > place for other in game.finish.places)
        case LeagueOrder.TOTALS:
            return game.totals[side]


def records(games: Sequence[DatedGame], hand: SeasonRecord | None) -> SeasonRecords:
    """The records of games of one kind; `hand` is the best hand of their span."""
    return SeasonRecords(
        _best_game(games),
        hand,
        _longest_run(games),
        _longest_game(games),
        _fullest_evening(games),
    )


def milestones(games: Sequence[DatedGame], since: dt.date | None = None) -> list[Milestone]:
    """The round numbers of finished games that were reached, newest first.

    `games` are those from the beginning on; `since` is the first day that is asked for.
    """
    played: dict[int, int] = defaultdict(int)
    reached = []
    for dated_game in games:
        for player in _players(dated_game.game):
            played[player] += 1
            if played[player] in MILESTONES and (since is None or dated_game.date >= since):
                game_id = dated_game.game.finish.game_id
                reached.append(Milestone(player, played[player], game_id, dated_game.date))
    return reached[::-1]


def _best_game(games: Sequence[DatedGame]) -> SeasonRecord | None:
    """The highest total of a game; the lowest, where the lowest wins."""
    totals = [
        (-total if dated_game.game.low else total, number, dated_game, side)
        for number, dated_game in enumerate(games)
        for side, total in enumerate(dated_game.game.totals)
    ]
    if not totals:
        return None
    _, _, best, side = max(totals, key=lambda total: (total[0], -total[1]))
    finish = best.game.finish
    return SeasonRecord(finish.sides[side], best.game.totals[side], finish.game_id, date=best.date)


def _longest_run(games: Sequence[DatedGame]) -> SeasonRecord | None:
    now: dict[int, int] = defaultdict(int)
    longest: SeasonRecord | None = None
    for dated_game in games:
        for side, players in enumerate(dated_game.game.finish.sides):
            for player in players:
                now[player] = now[player] + 1 if side in dated_game.game.winners else 0
                if now[player] > (longest.value if longest else 1):
                    game_id = dated_game.game.finish.game_id
                    longest = SeasonRecord((player,), now[player], game_id, date=dated_game.date)
    return longest


def _longest_game(games: Sequence[DatedGame]) -> SeasonRecord | None:
    if not games:
        return None
    longest = max(games, key=lambda dated_game: dated_game.game.hands)
    return SeasonRecord(
        _players(longest.game), longest.game.hands, longest.game.finish.game_id, date=longest.date
    )


def _fullest_evening(games: Sequence[DatedGame]) -> SeasonRecord | None:
    evenings: Mapping[int, list[DatedGame]] = defaultdict(list)
    for dated_game in games:
        evenings[dated_game.session_id].append(dated_game)
    if not evenings:
        return None
    most = max(evenings.values(), key=len)
    there = tuple(
        dict.fromkeys(player for dated_game in most for player in _players(dated_game.game))
    )
    return SeasonRecord(there, len(most), session_id=most[0].session_id, date=most[0].date)


def _players(game: Played) -> tuple[int, ...]:
    return tuple(player for side in game.finish.sides for player in side)
