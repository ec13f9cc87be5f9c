"""Results of games, worked out once for each revision and stored, for lists and figures."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any

from scorekeeper import __version__
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight.league import DatedGame
from scorekeeper.insight.player_records import Played
from scorekeeper.insight.ratings import Finish
from scorekeeper.ledger.checksums import (
    GAME,
    INSERT_RESULT,
    RESULT,
    WrongChecksum,
    check_game,
    columns_of,
    is_sound,
    kept_date,
    naming_damage,
    with_checksum,
)
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_log import GameRecord, Log
from scorekeeper.ledger.identifiers import begun_on
from scorekeeper.ledger.people import People, Stint, credited, people_of
from scorekeeper.ledger.score_file import Change
from scorekeeper.ledger.sessions import IN_ORDER
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import places
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat, Side

# Spans of days


@dataclass(frozen=True, slots=True)
class Span:
    """The evenings to look at; without any limit, all of them.

    first, last    dates, both included
    session_id     one evening
    """

    first: dt.date | None = None
    last: dt.date | None = None
    session_id: int | None = None

    def conditions(self) -> tuple[str, list[Any]]:
        """A condition in SQL over the columns of `sessions`, and its parameters."""
        clauses, given = ["1"], []
        for clause, value in (
            ("sessions.date >= ?", self.first and self.first.isoformat()),
            ("sessions.date <= ?", self.last and self.last.isoformat()),
            ("sessions.id = ?", self.session_id),
        ):
            if value is not None:
                clauses.append(clause)
                given.append(value)
        return " and ".join(clauses), given


# Results
#
# What is kept is a cache. It holds for the revision and the version of the program with which it
# was worked out; anything else is worked out again from the entries. Nothing else reads it as a
# fact.

DAMAGED = '{"damaged": true}'  # kept in the place of a result until the game can be read again
AGREED, KEPT = columns_of("games", GAME), columns_of("results", RESULT)
GAME_COLUMNS = len(AGREED.split(", ")) + 1  # with the checksum


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is kept of a game.

    totals     of each side
    winners    the sides that won; none while the game is running
    hands      how many hands have been recorded, the running one included
    stints     who played how much in the seats that changed hands
    low        the lowest total is first
    sides      who scored together, where the house rules said so; empty where the game does
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    over: bool
    stints: tuple[Stint, ...] = ()
    low: bool = False
    sides: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, log: Log) -> Outcome:
        """Work it out."""
        game = log.game
        setup, sides = game.setup, tuple(tuple(map(int, side)) for side in game.sides)
        usual = sides_of(setup.book, setup.players)
        return cls(
            game.totals,
            game.winners,
            len(game.deals),
            game.over,
            log.sitting.stints(game),
            setup.ending.low,
            sides if sides != usual else (),
        )

    def mapped(self, number: Callable[[int], int]) -> Outcome:
        """The same with other numbers for the players."""
        stints = tuple(replace(stint, player=number(stint.player)) for stint in self.stints)
        return replace(self, stints=stints)

    def kept(self) -> str:
        """As it is kept; what most games have nothing of is left out."""
        plain = asdict(self)
        for name in ("stints", "low", "sides"):
            if not plain[name]:
                del plain[name]
        return json.dumps(plain)


@dataclass(frozen=True, slots=True)
class Result:
    """A game in a list: what was agreed, and what it came to."""

    id: int
    session_id: int
    book: Rulebook[Any]
    seated: tuple[int, ...]
    people: People
    started: datetime
    date: date
    outcome: Outcome

    @property
    def begun_then(self) -> bool:
        """Whether it was begun on its evening; else it was entered later."""
        return begun_on(self.date, self.started)

    @property
    def players(self) -> tuple[str, ...]:
        """The names for each seat: of everybody who has had it."""
        return tuple(" / ".join(map(self.people.name, self._of_seat(seat))) for seat in self._seats)

    @property
    def there(self) -> tuple[str, ...]:
        """The names of everybody who played."""
        return tuple(
            self.people.name(player) for seat in self._seats for player in self._of_seat(seat)
        )

    def lines(self) -> Iterator[Line]:
        """What the game is for everybody who played in it.

        The points of a seat that changed hands are told by who made them; the game, and the win,
        are one player's (see `credited`).
        """
        whose = credited(self.outcome.stints)
        for side, total in enumerate(self.outcome.totals):
            won = side in self.outcome.winners
            for seat in self.sides[side]:
                stints = [stint for stint in self.outcome.stints if stint.seat == seat]
                if not stints:
                    yield Line(self.people.name(self.seated[seat]), 1, won, total)
                for stint in stints:
                    mine = whose[seat] == stint.player
                    name = self.people.name(stint.player)
                    yield Line(name, int(mine), int(mine and won), stint.points)

    @property
    def _seats(self) -> range:
        return range(len(self.seated))

    def _of_seat(self, seat: int) -> tuple[int, ...]:
        stints = tuple(stint.player for stint in self.outcome.stints if stint.seat == seat)
        return stints or (self.seated[seat],)

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who scored together."""
        return sides_of(self.book, len(self.seated), self.outcome.sides)

    def names(self, side: int) -> tuple[str, ...]:
        """The names of those who play for a side."""
        players = self.players
        return tuple(players[seat] for seat in self.sides[side])


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game in a list that cannot be read; its players as far as they are known."""

    id: int
    session_id: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Games in a list: those that can be read, and those that cannot."""

    results: list[Result]
    damaged: list[Damaged]


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody's games of a kind come to: how many, how many won, the points together."""

    player: str
    games: int
    wins: int
    points: int

    def plus(self, more: Line) -> Line:
        """Together with further games."""
        return Line(
            self.player, self.games + more.games, self.wins + more.wins, self.points + more.points
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """What some games of one kind come to, a line a player; the best total first."""

    book: Rulebook[Any]
    lines: tuple[Line, ...]


def tallies(results: Iterable[Result]) -> tuple[Tally, ...]:
    """Games summed up, each kind by itself: the points of different games do not compare."""
    by_game: dict[str, dict[str, Line]] = {}
    books: dict[str, Rulebook[Any]] = {}
    low: set[str] = set()
    for result in results:
        books[result.book.key] = result.book
        if result.outcome.low:
            low.add(result.book.key)
        lines = by_game.setdefault(result.book.key, {})
        for line in result.lines():
            lines[line.player] = lines.get(line.player, Line(line.player, 0, 0, 0)).plus(line)
    return tuple(
        Tally(
            books[key],
            tuple(sorted(lines.values(), key=lambda line: line.points, reverse=key not in low)),
        )
        for key, lines in by_game.items()
    )


def there(results: Iterable[Result]) -> tuple[str, ...]:
    """Who played, in the order of appearance."""
    return tuple(dict.fromkeys(name for result in results for name in result.there))


def results_of(store: Store, table_id: int, sessions: Sequence[int]) -> list[Result]:
    """The games of some sessions that can be read, as in `listing_of`."""
    return listing_of(store, table_id, sessions).results


def running_game(results: Iterable[Result]) -> int | None:
    """The game among these that is on: of those that are not over, the newest of its evening."""
    on = ((result.begun_then, result.id) for result in results if not result.outcome.over)
    return max(on, default=(False, None))[1]


def listing_of(store: Store, table_id: int, sessions: Sequence[int]) -> Listing:
    """The games of some sessions, in the order of these evenings.

    Games that were removed, or whose rules are not there at the moment, are left out.
    """
    rows = store.db.execute(
        f"select {AGREED}, games.checksum, {KEPT}, results.checksum, date, "  # noqa: S608
        "  coalesce((select max(number) from entries where game_id = games.id), 0) "
        "from json_each(?) as wanted cross join games on session_id = wanted.value "
        "join sessions on sessions.id = session_id left join results on game_id = games.id "
        f"where +games.table_id = ? and removed is null order by {IN_ORDER}",
        [json.dumps(list(sessions)), table_id],
    ).fetchall()
    people = people_of(store.db, table_id)
    listing = Listing([], [])
    anew: dict[int, tuple[int, Outcome | None]] = {}
    uncounted: set[int] = set()
    for *columns, day, revision in rows:
        agreed, kept = columns[:GAME_COLUMNS], columns[GAME_COLUMNS:]
        game_id, _, _, key, _, _, players, _, started, session_id, *_ = agreed
        book = rulebooks().get(key)
        if book is None:
            continue
        seated: tuple[int, ...] = ()
        names: tuple[str, ...] = ()
        try:
            with naming_damage(game_id):
                seated = tuple(json.loads(players))
                names = tuple(map(people.name, seated))
                begun = datetime.fromisoformat(started)
                on = date.fromisoformat(day)
                check_game(agreed)
                outcome = None
                if game_id not in store.unreadable and kept[1:3] == [revision, __version__]:
                    outcome = _read(kept)
                if outcome is None:
                    record = store.game(table_id, game_id)
                    outcome = Outcome.of(record.log)
                    anew[game_id] = (record.log.revision, outcome)
        except UnreadableGame:
            listing.damaged.append(Damaged(game_id, session_id, names))
            if kept[3] != DAMAGED:
                anew[game_id] = (revision, None)
                uncounted.add(session_id)  # its figures go on without the game
        else:
            listing.results.append(
                Result(game_id, session_id, book, seated, people, begun, on, outcome)
            )
    if anew:
        gone = [(session_id,) for session_id in uncounted]
        store.keep([outcomes_kept(anew), Change("delete from counted where session_id = ?", gone)])
    return listing


def renew(store: Store, table_id: int, games: Iterable[int]) -> list[GameRecord]:
    """Work out again what games came to, and keep it; return those that can be read."""
    records: list[GameRecord] = []
    outcomes: dict[int, tuple[int, Outcome | None]] = {}
    for game_id in games:
        try:
            record = store.game(table_id, game_id)
        except Unknown:  # its rules are not there at the moment
            continue
        except UnreadableGame:
            outcomes[game_id] = (0, None)
        else:
            outcomes[game_id] = (record.log.revision, Outcome.of(record.log))
            records.append(record)
    store.keep([outcomes_kept(outcomes)])
    return records


def damaged_of(store: Store, table_id: int) -> list[Damaged]:
    """The games of a table that were found damaged and are in no figures."""
    rows = store.db.execute(
        "select games.id, session_id from results join games on games.id = game_id "
        "where result = ? and games.table_id = ? and removed is null order by games.id",
        [DAMAGED, table_id],
    ).fetchall()
    return [Damaged(game_id, session_id, ()) for game_id, session_id in rows]


def outcomes_kept(outcomes: Mapping[int, tuple[int, Outcome | None]]) -> Change:
    """The change that keeps what games came to at a revision; None for a damaged game."""
    return Change(
        INSERT_RESULT,
        [
            with_checksum((game_id, revision, __version__, outcome.kept() if outcome else DAMAGED))
            for game_id, (revision, outcome) in outcomes.items()
        ],
    )


def sides_of(
    book: Rulebook[Any], players: int, kept: Sequence[Sequence[int]] = ()
) -> tuple[Side, ...]:
    """Who scores together: as is kept of a game, or as its rulebook has it."""
    if kept:
        return tuple(tuple(map(Seat, side)) for side in kept)
    return book.seating(players, Seat(0), book.presets[0].rules).sides


def _read(kept: Sequence[Any]) -> Outcome | None:
    """The outcome in a row of results; None if a game was damaged, or the row itself is."""
    if not is_sound(kept) or kept[3] == DAMAGED:
        return None
    data = json.loads(kept[3])
    return Outcome(
        tuple(data["totals"]),
        tuple(data["winners"]),
        data["hands"],
        data["over"],
        stints_of(data),
        data.get("low", False),
        tuple(map(tuple, data.get("sides", ()))),
    )


def stints_of(kept: Mapping[str, Any]) -> tuple[Stint, ...]:
    """The stints in what is kept of a game."""
    return tuple(Stint(**stint) for stint in kept.get("stints", ()))


# Decided games
#
# They are read from what `game_results` keeps, which must be fresh.

MOST_CACHED = 16_384  # games that are kept as they were read


def played(store: Store, table_id: int, book: Rulebook[Any], span: Span) -> list[Played]:
    """The decided games by one rulebook, in the order of their evenings."""
    people = people_of(store.db, table_id)
    try:
        games = [_decided(row) for row in _rows(store, table_id, book, span)]
    except WrongChecksum:
        wrong = [row for row in _rows(store, table_id, book, span) if not _is_sound(row)]
        renew(store, table_id, [row[0] for row in wrong])
        rows = _rows(store, table_id, book, span)
        games = [_decided(row) for row in rows if _is_sound(row)]
    return [_with_merged(game, people) for game in games if game is not None]


def _with_merged(game: Played, people: People) -> Played:
    """The same game with merged players as one person."""
    if not people.into:
        return game
    sides = tuple(tuple(map(people.person, side)) for side in game.finish.sides)
    return replace(game, finish=replace(game.finish, sides=sides))


def _rows(store: Store, table_id: int, book: Rulebook[Any], span: Span) -> list[tuple[Any, ...]]:
    """Games with what is kept of them: their columns, then those of their results."""
    condition, given = span.conditions()
    return store.db.execute(
        f"select {AGREED}, games.checksum, {KEPT}, results.checksum from games "  # noqa: S608
        "join results on game_id = games.id join sessions on sessions.id = session_id "
        f"where games.table_id = ? and rulebook = ? and {condition} order by {IN_ORDER}",
        [table_id, book.key, *given],
    ).fetchall()


def _is_sound(row: tuple[Any, ...]) -> bool:
    """Whether neither the game nor its result was changed by an accident."""
    agreed, kept = row[:GAME_COLUMNS], row[GAME_COLUMNS:]
    return is_sound(kept) and (is_sound(agreed) or kept[3] == DAMAGED)


@lru_cache(MOST_CACHED)
def _decided(row: tuple[Any, ...]) -> Played | None:
    """A game from its columns and its result; None while it is undecided, or if it is damaged.

    Raises WrongChecksum.
    """
    if not _is_sound(row):
        raise WrongChecksum(f"game {row[0]}")
    game_id, _, _, rulebook, _, _, players, *_ = row
    result = row[GAME_COLUMNS + 3]
    if result == DAMAGED:
        return None
    data = json.loads(result)
    if not data["over"] or not data["winners"]:
        return None
    seated: list[int] = json.loads(players)
    for seat, player in credited(stints_of(data)).items():
        seated[seat] = player
    kept = tuple(map(tuple, data.get("sides", ())))
    seats = _sides(rulebook, len(seated), kept)
    sides = tuple(tuple([seated[seat] for seat in side]) for side in seats)
    totals, low = tuple(data["totals"]), data.get("low", False)
    finish = Finish(game_id, sides, places(totals, low=low))
    return Played(finish, totals, tuple(data["winners"]), data["hands"], low)


@cache
def _sides(rulebook: str, players: int, kept: tuple[tuple[int, ...], ...]) -> tuple[Side, ...]:
    return sides_of(rulebooks()[rulebook], players, kept)


def most_played(store: Store, table_id: int, span: Span) -> Rulebook[Any]:
    """The rulebook that was played most; the first of all if none was."""
    known = rulebooks()
    condition, given = span.conditions()
    rows = store.db.execute(
        "select rulebook from games join sessions on sessions.id = session_id "  # noqa: S608
        f"where games.table_id = ? and {condition} group by rulebook order by count(*) desc",
        [table_id, *given],
    )
    played = [known[key] for (key,) in rows.fetchall() if key in known]
    return played[0] if played else next(iter(known.values()))


# Days of games


def dated(store: Store, table_id: int, games: Iterable[Played]) -> list[DatedGame]:
    """Games with their evenings, in their order."""
    known = list(games)
    rows = store.db.execute(
        "select games.id, session_id, date from games join sessions on sessions.id = session_id "
        "where games.table_id = ? and games.id in (select value from json_each(?))",
        [table_id, json.dumps([game.finish.game_id for game in known])],
    )
    evenings = {game: (session, kept_date(day)) for game, session, day in rows}
    return [DatedGame(game, *evenings[game.finish.game_id]) for game in known]


def years(store: Store, table_id: int) -> list[int]:
    """The years in which there were evenings, newest first."""
    rows = store.db.execute(
        "select distinct substr(date, 1, 4) from sessions where table_id = ? order by 1 desc",
        [table_id],
    )
    return [int(year) for (year,) in rows.fetchall()]
