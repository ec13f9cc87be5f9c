"""A year in review: the games, players and records of a table in one year."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from scorekeeper.insight.league import (
    DatedGame,
    Milestone,
    SeasonEvening,
    SeasonRecord,
    evenings_of,
    milestones,
    players_of,
    season_records,
)
from scorekeeper.wording import Total, in_units


@dataclass(frozen=True, slots=True)
class YearOfPlayer:
    """The year of one player; `new` says whether their first game was in this year."""

    player: int
    evenings: int
    games: int
    wins: int
    new: bool


@dataclass(frozen=True, slots=True)
class YearOfPair:
    """Two players who played in the same games.

    games      the number of games in which both played
    ahead      as opponents, the games in which the first player had the better place, and those in
               which the second had it
    partners   the games as partners
    won        the games won as partners
    """

    players: tuple[int, int]
    games: int
    ahead: tuple[int, int]
    partners: int
    won: int


@dataclass(frozen=True, slots=True)
class YearOfGame:
    """The games of a year by one rulebook; `best` is the best total of a game."""

    rulebook: str
    games: int
    best: SeasonRecord | None


@dataclass(frozen=True, slots=True)
class YearInReview:
    """The review of a year at a table; a record is None if no game of the year sets it.

    months       the number of evenings in each month, from January on
    players      those with most evenings first
    pairs        those with most games first
    kinds        the games by rulebook, those played most first
    run          the most games won in a row
    present      the most evenings in a row on which a player was there
    wins         the most wins of a player in one evening
    closest      the game in which the winner was least ahead of the next side
    longest      the game with the most hands
    fullest      the evening with the most games
    """

    year: int
    evenings: tuple[SeasonEvening, ...]
    games: int
    hands: int
    months: tuple[int, ...]
    players: tuple[YearOfPlayer, ...]
    pairs: tuple[YearOfPair, ...]
    kinds: tuple[YearOfGame, ...]
    run: SeasonRecord | None
    present: SeasonRecord | None
    wins: SeasonRecord | None
    closest: SeasonRecord | None
    longest: SeasonRecord | None
    fullest: SeasonRecord | None
    milestones: tuple[Milestone, ...]


def year_in_review(
    year: int, games: Sequence[DatedGame], decimals: Mapping[str, int]
) -> YearInReview:
    """Return the review of a year; `games` are all games of the table, from its first one on.

    decimals    those of the points of each rulebook, by its key; 0 for others
    """
    first = dt.date(year, 1, 1)
    known = {player for game in games if game.date < first for player in players_of(game.game)}
    of_year = [game for game in games if game.date.year == year]
    until = [game for game in games if game.date.year <= year]
    evenings = evenings_of(of_year)
    months = Counter(evening.date.month for evening in evenings)
    outstanding = season_records(of_year, None)
    return YearInReview(
        year,
        evenings,
        len(of_year),
        sum(game.game.hands for game in of_year),
        tuple(months[month] for month in range(1, 13)),
        tuple(_players(of_year, known)),
        tuple(_pairs(of_year)),
        tuple(_kinds(of_year)),
        outstanding.run,
        _present(evenings, of_year),
        _most_wins(of_year),
        _closest(of_year, decimals),
        outstanding.longest,
        outstanding.evening,
        tuple(milestones(until, first)),
    )


def _players(games: Iterable[DatedGame], known: set[int]) -> list[YearOfPlayer]:
    evenings: dict[int, set[int]] = defaultdict(set)
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for dated_game in games:
        game = dated_game.game
        for side, players in enumerate(game.finish.sides):
            for player in players:
                evenings[player].add(dated_game.session_id)
                played[player] += 1
                won[player] += side in game.winners
    rows = [
        YearOfPlayer(
            player, len(evenings[player]), played[player], won[player], player not in known
        )
        for player in played
    ]
    return sorted(rows, key=lambda row: (-row.evenings, -row.games, -row.wins))


def _pairs(games: Iterable[DatedGame]) -> list[YearOfPair]:
    tally: dict[tuple[int, int], list[int]] = {}
    for dated_game in games:
        game = dated_game.game
        for one, other in combinations(sorted(players_of(game)), 2):
            row = tally.setdefault((one, other), [0] * 5)
            sides = game.side_of(one), game.side_of(other)
            places = [game.finish.places[side] for side in sides if side is not None]
            row[0] += 1
            if sides[0] == sides[1]:
                row[3] += 1
                row[4] += sides[0] in game.winners
            else:
                row[1] += places[0] < places[1]
                row[2] += places[1] < places[0]
    pairs = [
        YearOfPair(players, together, (ahead, behind), partners, won)
        for players, (together, ahead, behind, partners, won) in tally.items()
    ]
    return sorted(pairs, key=lambda pair: -pair.games)


def _kinds(games: Iterable[DatedGame]) -> list[YearOfGame]:
    by_rulebook: dict[str, list[DatedGame]] = defaultdict(list)
    for game in games:
        by_rulebook[game.rulebook].append(game)
    kinds = [
        YearOfGame(rulebook, len(theirs), season_records(theirs, None).game)
        for rulebook, theirs in by_rulebook.items()
    ]
    return sorted(kinds, key=lambda kind: -kind.games)


def _present(evenings: Sequence[SeasonEvening], games: Iterable[DatedGame]) -> SeasonRecord | None:
    """Return the longest run of evenings at which a player was there, with the last date; or None.

    A single evening is no record.
    """
    there: Mapping[int, set[int]] = defaultdict(set)
    for game in games:
        there[game.session_id].update(players_of(game.game))
    now: Counter[int] = Counter()
    longest: SeasonRecord | None = None
    for evening in evenings:
        now = Counter({player: now[player] + 1 for player in there[evening.session_id]})
        most = max(now.values())
        if most > (longest.value if longest else 1):
            players = tuple(sorted(player for player, run in now.items() if run == most))
            longest = SeasonRecord(players, most, session_id=evening.session_id, date=evening.date)
    return longest


def _most_wins(games: Iterable[DatedGame]) -> SeasonRecord | None:
    """Return the most wins of a player on one evening, as a record.

    The first counts if several are equal. None if nobody won twice on an evening.
    """
    wins: Counter[tuple[int, SeasonEvening]] = Counter()
    for dated_game in games:
        evening = SeasonEvening(dated_game.session_id, dated_game.date)
        for side in dated_game.game.winners:
            for player in dated_game.game.finish.sides[side]:
                wins[player, evening] += 1
    if not wins:
        return None
    (player, evening), most = wins.most_common(1)[0]
    if most < 2:
        return None
    return SeasonRecord((player,), most, session_id=evening.session_id, date=evening.date)


def _closest(games: Iterable[DatedGame], decimals: Mapping[str, int]) -> SeasonRecord | None:
    """Return the game whose single winning side was least ahead of the next side, as a record.

    None if there is no such game.
    """
    closest: SeasonRecord | None = None
    least: int | Decimal = 0
    for dated_game in games:
        game = dated_game.game
        if len(game.winners) != 1 or len(game.totals) < 2:
            continue
        (winner,) = game.winners
        others = [total for side, total in enumerate(game.totals) if side != winner]
        margin = min(abs(game.totals[winner] - total) for total in others)
        places = decimals.get(dated_game.rulebook, 0)
        if closest is None or in_units(margin, places) < least:
            players, least = game.finish.sides[winner], in_units(margin, places)
            closest = SeasonRecord(
                players, Total(margin, places), game.finish.game_id, date=dated_game.date
            )
    return closest
