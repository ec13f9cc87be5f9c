"""A season: its table, its records and its milestones.

The score of an evening is the sum of what a player scored in its games. All evenings of a player
count, or the best ones.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from scorekeeper.errors import MalformedEntry
from scorekeeper.insight.player_records import PlayedGame
from scorekeeper.wording import say

MILESTONES = (10, 25, 50, 100, 150, 200, 250, 300, 400, 500, 750, 1000)


class LeagueOrder(Enum):
    """How a player scores in a game.

    WINS           1 for a win
    PLACES         1 for each side with a worse place
    PLACE_POINTS   the points that the season gives for the player's place
    TOTALS         the player's total; totals of different games cannot be compared
    """

    WINS = "wins"
    PLACES = "places"
    PLACE_POINTS = "place-points"
    TOTALS = "totals"


MOST_BEST_EVENINGS = 99  # the largest N of “best N evenings”
MOST_LEAST_EVENINGS = 99
MOST_PLACES = 10  # places that get points


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How a season ranks its players.

    best           the number of evenings that count, each player's best ones; None if all count
    least          the number of evenings that a player needs for a place in the table
    place_points   the points of the first place, the second and so on; further places score 0, and
                   players who share a place all score its points
    """

    by: LeagueOrder = LeagueOrder.PLACES
    best: int | None = None
    least: int = 1
    place_points: tuple[int, ...] = (5, 3, 1)

    def score(self, game: PlayedGame, side: int) -> int:
        """Return the score of each player of a side in a game."""
        place = game.finish.places[side]
        match self.by:
            case LeagueOrder.WINS:
                return int(side in game.winners)
            case LeagueOrder.PLACES:
                return sum(other > place for other in game.finish.places)
            case LeagueOrder.PLACE_POINTS:
                return self.place_points[place - 1] if place <= len(self.place_points) else 0
            case LeagueOrder.TOTALS:
                return game.totals[side]


def read_place_points(text: str) -> tuple[int, ...]:
    """Parse points of places as people write them: `5-3-1`, `5, 3, 1`. Raises MalformedEntry."""
    numbers = re.split(r"[\s,;/–-]+", text.strip())
    if len(numbers) <= MOST_PLACES and all(re.fullmatch(r"[0-9]{1,3}", part) for part in numbers):
        return tuple(map(int, numbers))
    raise MalformedEntry(
        "no-place-points",
        say("Points per place are up to ten whole numbers, such as {example}.", example="5-3-1"),
        "points",
    )


@dataclass(frozen=True, slots=True)
class DatedGame:
    """A game with the evening on which it was played; `rulebook` is the key of the game."""

    game: PlayedGame
    session_id: int
    date: dt.date
    rulebook: str = ""


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """The session and the date of an evening that counts for the season."""

    session_id: int
    date: dt.date


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a season.

    place    1 for the first; None if the player has fewer evenings than the season requires
    points   the sum of the scores of the evenings that count
    scores   the score of each evening, by session id
    counted  the session ids of the evenings that count
    """

    player: int
    place: int | None
    points: int
    scores: Mapping[int, int]
    counted: frozenset[int]
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class League:
    """The table of a season.

    low         whether the lowest points are best
    decimals    the digits of the points after the decimal point (see `Rulebook`)
    """

    rules: LeagueRules
    low: bool
    evenings: tuple[SeasonEvening, ...]
    standings: tuple[Standing, ...]
    decimals: int = 0

    def race(self, standing: Standing) -> list[int]:
        """Return the points of a player before the first evening and after each one."""
        return list(accumulate(self._steps(standing), initial=0))

    def _steps(self, standing: Standing) -> Iterator[int]:
        """Yield the change in a player's points on each evening of the season."""
        sign, best = 1 if self.low else -1, self.rules.best
        counted: list[int] = []
        for evening in self.evenings:
            score = standing.scores.get(evening.session_id)
            if score is None:
                yield 0
                continue
            insort(counted, score, key=lambda points: sign * points)
            yield score - (counted.pop() if best and len(counted) > best else 0)


@dataclass(frozen=True, slots=True)
class SeasonRecord:
    """A record: its holders, its value, and the game or the evening on which it was set."""

    players: tuple[int, ...]
    value: int
    game_id: int | None = None
    session_id: int | None = None
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class SeasonRecords:
    """The records of some games; a record is None if no game sets it.

    game       the best total of a game
    hand       the best hand
    run        the most games won in a row
    longest    the game with the most hands
    evening    the evening with the most games
    """

    game: SeasonRecord | None
    hand: SeasonRecord | None
    run: SeasonRecord | None
    longest: SeasonRecord | None
    evening: SeasonRecord | None


@dataclass(frozen=True, slots=True)
class Milestone:
    """A number of finished games, such as 100, that a player reached with game `game_id`."""

    player: int
    games: int
    game_id: int
    date: dt.date


def league(games: Sequence[DatedGame], rules: LeagueRules, decimals: int = 0) -> League:
    """Return the table of a season with these games, best player first.

    Equal points share a place. Players with too few evenings come last. If the lowest total wins,
    missing an evening would be an advantage. So players rank first by how few of the evenings that
    count they have missed.

    decimals    the digits of the totals after the decimal point
    """
    scores: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    played: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    for dated_game in games:
        for side, players in enumerate(dated_game.game.finish.sides):
            if rules.by is LeagueOrder.TOTALS and not dated_game.game.totals:
                continue  # only its places are known
            for player in players:
                scores[player][dated_game.session_id] += rules.score(dated_game.game, side)
                played[player] += 1
                won[player] += side in dated_game.game.winners
    low = rules.by is LeagueOrder.TOTALS and any(dated_game.game.low for dated_game in games)
    sign = 1 if low else -1
    rows = []
    for player, evenings in scores.items():
        by_score = sorted(evenings, key=lambda session: sign * evenings[session])
        counted = frozenset(by_score[: rules.best])
        points = sum(evenings[session] for session in counted)
        missed = max((rules.best or 0) - len(counted), 0) if low else 0
        key = (len(evenings) < rules.least, missed, sign * points)
        rows.append((key, player, points, counted))
    rows.sort(key=lambda row: row[0])
    keys = [key for key, *_ in rows]
    return League(
        rules,
        low,
        evenings_of(games),
        tuple(
            Standing(
                player,
                None if key[0] else keys.index(key) + 1,
                points,
                dict(scores[player]),
                counted,
                played[player],
                won[player],
            )
            for key, player, points, counted in rows
        ),
        decimals if rules.by is LeagueOrder.TOTALS else 0,
    )


def evenings_of(games: Iterable[DatedGame]) -> tuple[SeasonEvening, ...]:
    """Return the evenings of these games, each once, in the order of the games."""
    evenings = (SeasonEvening(dated_game.session_id, dated_game.date) for dated_game in games)
    return tuple(dict.fromkeys(evenings))


def season_records(games: Sequence[DatedGame], hand: SeasonRecord | None) -> SeasonRecords:
    """Return the records of games of one kind; `hand` is their best hand."""
    return SeasonRecords(
        _best_game(games),
        hand,
        _longest_run(games),
        _longest_game(games),
        _fullest_evening(games),
    )


def milestones(games: Sequence[DatedGame], since: dt.date | None = None) -> list[Milestone]:
    """Return the round numbers of finished games that were reached, newest first.

    `games` must begin with the first game; `since` is the first date to include.
    """
    played: dict[int, int] = defaultdict(int)
    reached = []
    for dated_game in games:
        for player in players_of(dated_game.game):
            played[player] += 1
            if played[player] in MILESTONES and (since is None or dated_game.date >= since):
                game_id = dated_game.game.finish.game_id
                reached.append(Milestone(player, played[player], game_id, dated_game.date))
    return reached[::-1]


def _best_game(games: Sequence[DatedGame]) -> SeasonRecord | None:
    """Return the game with the best total, as a record; None if no totals are known.

    The highest total is best, or the lowest if the lowest total wins.
    """
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
    longest = max(games, key=lambda dated_game: dated_game.game.hands, default=None)
    if longest is None or not longest.game.hands:
        return None
    return SeasonRecord(
        players_of(longest.game), longest.game.hands, longest.game.finish.game_id, date=longest.date
    )


def _fullest_evening(games: Sequence[DatedGame]) -> SeasonRecord | None:
    evenings: Mapping[int, list[DatedGame]] = defaultdict(list)
    for dated_game in games:
        evenings[dated_game.session_id].append(dated_game)
    if not evenings:
        return None
    most = max(evenings.values(), key=len)
    there = tuple(
        dict.fromkeys(player for dated_game in most for player in players_of(dated_game.game))
    )
    return SeasonRecord(there, len(most), session_id=most[0].session_id, date=most[0].date)


def players_of(game: PlayedGame) -> tuple[int, ...]:
    """Return the players of a game, one side after the other."""
    return tuple(player for side in game.finish.sides for player in side)
