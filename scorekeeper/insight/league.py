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
from scorekeeper.insight.player_records import Played
from scorekeeper.wording import say

MILESTONES = (10, 25, 50, 100, 150, 200, 250, 300, 400, 500, 750, 1000)


class LeagueOrder(Enum):
    """What a player scores in a game.

    WINS           one for a win
    PLACES         one for each opponent beaten
    PLACE_POINTS   the points that the season gives to their place
    TOTALS         their total; totals of different games do not compare
    """

    WINS = "wins"
    PLACES = "places"
    PLACE_POINTS = "place-points"
    TOTALS = "totals"


MOST_BEST_EVENINGS = 99  # the largest N of “best N evenings”
MOST_LEAST_EVENINGS = 99
MOST_PLACES, MOST_PLACE_POINTS = 10, 999  # that a season gives points to, and how many


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How a season ranks its players.

    best           how many evenings of each player count, the best ones; None counts all
    least          how many evenings a player needs for a place
    place_points   of the first place, the second and so on; further places score 0, and players who
                   tie all score what their place does
    """

    by: LeagueOrder = LeagueOrder.PLACES
    best: int | None = None
    least: int = 1
    place_points: tuple[int, ...] = (5, 3, 1)

    def score(self, game: Played, side: int) -> int:
        """What each player of a side scores in a game."""
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
    """The points of places as people write them: `5-3-1`, `5, 3, 1`. Raises MalformedEntry."""
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

    game: Played
    session_id: int
    date: dt.date
    rulebook: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of a season."""

    session_id: int
    date: dt.date


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a season.

    place    None with fewer evenings than the season asks for
    points   of the evenings that count
    scores   by the number of the evening
    counted  the numbers of the evenings that count
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

    low    the lowest points are best
    """

    rules: LeagueRules
    low: bool
    evenings: tuple[Evening, ...]
    standings: tuple[Standing, ...]

    def race(self, standing: Standing) -> list[int]:
        """The points of a player before the first evening and after each one."""
        return list(accumulate(self._steps(standing), initial=0))

    def _steps(self, standing: Standing) -> Iterator[int]:
        """By how much each evening changed a player's points."""
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
    """A record: its holders, its value, and the game or the evening in which it was set."""

    players: tuple[int, ...]
    value: int
    game_id: int | None = None
    session_id: int | None = None
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class SeasonRecords:
    """The records of some games; None without any.

    run    the most games won in a row
    """

    game: SeasonRecord | None
    hand: SeasonRecord | None
    run: SeasonRecord | None
    longest: SeasonRecord | None
    evening: SeasonRecord | None


@dataclass(frozen=True, slots=True)
class Milestone:
    """A round number of finished games that a player has reached, such as 100."""

    player: int
    games: int
    game_id: int
    date: dt.date


def league(games: Sequence[DatedGame], rules: LeagueRules) -> League:
    """The season of some games, best player first; equal points share a place.

    Players with too few evenings come last. If the lowest total wins, an evening missed would be an
    advantage: of the evenings that count, players who missed fewer then rank higher.
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
    )


def evenings_of(games: Iterable[DatedGame]) -> tuple[Evening, ...]:
    """The evenings of some games, in their order."""
    evenings = (Evening(dated_game.session_id, dated_game.date) for dated_game in games)
    return tuple(dict.fromkeys(evenings))


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
    """The game with the highest total, or with the lowest if the lowest wins."""
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


def players_of(game: Played) -> tuple[int, ...]:
    """The players of a game, side by side."""
    return tuple(player for side in game.finish.sides for player in side)
