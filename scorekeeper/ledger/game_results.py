"""Results of games: worked out once for each revision and stored, for lists and figures."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any

from scorekeeper import __version__
from scorekeeper.games.registry import family_of
from scorekeeper.insight.league import DatedGame
from scorekeeper.insight.player_records import PlayedGame
from scorekeeper.insight.ratings import Finish
from scorekeeper.ledger.checksums import (
    GAME,
    INSERT_RESULT,
    RESULT,
    WrongChecksum,
    check_game,
    columns_of,
    is_sound,
    naming_damage,
    stored_date,
    with_checksum,
)
from scorekeeper.ledger.errors import FaultyGame, Unknown, UnreadableGame
from scorekeeper.ledger.evening_rule import begun_on
from scorekeeper.ledger.game_files import (
    book_of,
    books_by_key,
    books_of,
    keys_of,
    own_games,
    versions_of,
)
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.people import People, Stint, credited_players, people_of
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.sessions import IN_ORDER
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import places
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat, Side

# Spans of days


@dataclass(frozen=True, slots=True)
class Span:
    """The evenings to include; without limits, all of them.

    first, last    dates, both included
    session_id     a single evening
    """

    first: dt.date | None = None
    last: dt.date | None = None
    session_id: int | None = None

    def conditions(self) -> tuple[str, list[Any]]:
        """Return an SQL condition on the columns of `sessions`, and its parameters."""
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
# Stored results are a cache, valid for one revision of the game and one version of the program;
# otherwise they are worked out again from the entries. Nothing treats them as facts.

WAY = 3  # version of what is worked out; increased when `GameOutcome.of` says something else
DERIVED_BY = f"{__version__}/{WAY}"
DAMAGED = '{"damaged": true}'  # stored instead of a result until the game can be read again
AGREED, KEPT = columns_of("games", GAME), columns_of("results", RESULT)
GAME_COLUMNS = len(AGREED.split(", ")) + 1  # with the checksum


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The stored result of a game.

    totals     the total of each side; empty if only the places are known
    winners    the sides that won; empty while the game is running
    hands      the number of complete hands
    places     the place of each side, if it does not follow from the totals
    stints     the stints of all players in seats that changed hands
    low        whether the lowest total wins
    sides      the sides, if house rules changed them; empty for the usual sides of the game
    late       the first player in each seat of somebody who came late
    note       the note on the game, or empty
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    over: bool
    stints: tuple[Stint, ...] = ()
    low: bool = False
    sides: tuple[tuple[int, ...], ...] = ()
    places: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    note: str = ""

    @property
    def result_only(self) -> bool:
        """Whether only the result of the game was recorded, and none of its hands."""
        return bool(self.winners) and not self.hands

    def total(self, side: int) -> int | None:
        """Return the total of a side; None if only its place is known."""
        return self.totals[side] if self.totals else None

    @classmethod
    def of(cls, log: Log) -> GameOutcome:
        """Work out the result of a game from its log."""
        game = log.game
        setup, sides = game.setup, tuple(tuple(map(int, side)) for side in game.sides)
        usual = sides_of(setup.book, setup.players)
        by_points = places(game.totals, low=setup.ending.low)
        return cls(
            game.totals,
            game.winners,
            len(game.complete),
            game.over,
            log.sitting.stints(game),
            setup.ending.low,
            sides if sides != usual else (),
            game.places if game.places != by_points else (),
            log.sitting.first[setup.players :],
            log.notes.get(0, ""),
        )

    def mapped(self, number: Callable[[int], int]) -> GameOutcome:
        """Return the result with other numbers for the players."""
        stints = tuple(replace(stint, player=number(stint.player)) for stint in self.stints)
        return replace(self, stints=stints, late=tuple(map(number, self.late)))

    def to_json(self) -> str:
        """Return the result as stored JSON; fields that are empty for most games are left out."""
        plain = asdict(self)
        for name in ("stints", "low", "sides", "places", "late", "note"):
            if not plain[name]:
                del plain[name]
        return json.dumps(plain)


@dataclass(frozen=True, slots=True)
class Result:
    """A game in a list: its setup, players and outcome."""

    id: int
    session_id: int
    book: Rulebook[Any]
    seated: tuple[int, ...]
    people: People
    started: datetime
    date: date
    outcome: GameOutcome

    @property
    def begun_then(self) -> bool:
        """Whether the game was begun on its evening; otherwise it was entered later."""
        return begun_on(self.date, self.started)

    @property
    def players(self) -> tuple[str, ...]:
        """The name of the player in each seat.

        All names, as in “Anna / Ben”, if it changed hands.
        """
        return tuple(" / ".join(map(self.people.name, self._of_seat(seat))) for seat in self._seats)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of all who sat in the game, by seat."""
        return tuple(
            self.people.name(player) for seat in self._seats for player in self._of_seat(seat)
        )

    def lines(self) -> Iterator[TallyLine]:
        """Return a line for each player.

        The points of a seat that changed hands are split between its players; the game and the win
        are counted for one of them (see `credited_players`).
        """
        credited = credited_players(self.outcome.stints)
        for side, seats in enumerate(self.sides):
            won, total = side in self.outcome.winners, self.outcome.total(side) or 0
            for seat in seats:
                stints = [stint for stint in self.outcome.stints if stint.seat == seat]
                if not stints:
                    yield TallyLine(self.people.name(self._everybody[seat]), 1, won, total)
                for stint in stints:
                    mine = credited[seat] == stint.player
                    name = self.people.name(stint.player)
                    yield TallyLine(name, int(mine), int(mine and won), stint.points)

    @property
    def _seats(self) -> range:
        return range(len(self._everybody))

    @property
    def _everybody(self) -> tuple[int, ...]:
        return (*self.seated, *self.outcome.late)

    def _of_seat(self, seat: int) -> tuple[int, ...]:
        stints = tuple(stint.player for stint in self.outcome.stints if stint.seat == seat)
        return stints or (self._everybody[seat],)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the game; the seats of a side score together."""
        return sides_of(self.book, len(self.seated), self.outcome.sides)

    def names(self, side: int) -> tuple[str, ...]:
        """Return the names of the players on a side."""
        players = self.players
        return tuple(players[seat] for seat in self.sides[side])


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game in a list that cannot be read, with the names of its players if they are known.

    faulty    whether its part of the file is sound, and the program fails at it
    """

    id: int
    session_id: int
    players: tuple[str, ...]
    faulty: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Games in a list: readable and damaged ones."""

    results: list[Result]
    damaged: list[Damaged]


@dataclass(frozen=True, slots=True)
class TallyLine:
    """A player's games of one kind: the number of games and wins, and the total of points."""

    player: str
    games: int
    wins: int
    points: int

    def plus(self, more: TallyLine) -> TallyLine:
        return TallyLine(
            self.player, self.games + more.games, self.wins + more.wins, self.points + more.points
        )


@dataclass(frozen=True, slots=True)
class ResultsTally:
    """The results of several games of one kind, one line per player, best total first."""

    book: Rulebook[Any]
    lines: tuple[TallyLine, ...]


def tallies(results: Iterable[Result]) -> tuple[ResultsTally, ...]:
    """Sum up games, each kind separately: the points of different games are not comparable."""
    by_game: dict[str, dict[str, TallyLine]] = {}
    books: dict[str, Rulebook[Any]] = {}
    low: set[str] = set()
    for result in results:
        books[result.book.key] = result.book
        if result.outcome.low:
            low.add(result.book.key)
        lines = by_game.setdefault(result.book.key, {})
        for line in result.lines():
            lines[line.player] = lines.get(line.player, TallyLine(line.player, 0, 0, 0)).plus(line)
    return tuple(
        ResultsTally(
            books[key],
            tuple(sorted(lines.values(), key=lambda line: line.points, reverse=key not in low)),
        )
        for key, lines in by_game.items()
    )


def player_names(results: Iterable[Result]) -> tuple[str, ...]:
    """Return the names of all players in the order of appearance."""
    return tuple(dict.fromkeys(name for result in results for name in result.player_names))


def results_of(store: Store, table_id: int, sessions: Sequence[int]) -> list[Result]:
    """Return the readable games of some sessions, as in `listing_of`."""
    return listing_of(store, table_id, sessions).results


def running_game(results: Iterable[Result]) -> int | None:
    """Return the id of the newest game that is not over, preferring games begun on their evening.

    None if all games are over.
    """
    on = ((result.begun_then, result.id) for result in results if not result.outcome.over)
    return max(on, default=(False, None))[1]


def listing_of(store: Store, table_id: int, sessions: Sequence[int]) -> Listing:
    """Return the games of some sessions, in the order of the evenings.

    Removed games, and games whose rules are not installed, are left out.
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
    anew: dict[int, tuple[int, GameOutcome | None]] = {}
    uncounted: set[int] = set()
    for *columns, day, revision in rows:
        agreed, kept = columns[:GAME_COLUMNS], columns[GAME_COLUMNS:]
        game_id, _, _, key, _, _, players, _, started, session_id, *_ = agreed
        seated: tuple[int, ...] = ()
        names: tuple[str, ...] = ()
        try:
            with naming_damage(game_id):
                book = book_of(store.db, key)
                if book is None:
                    continue
                seated = tuple(json.loads(players))
                names = tuple(map(people.name, seated))
                begun = datetime.fromisoformat(started)
                on = date.fromisoformat(day)
                check_game(agreed)
                outcome = None
                if game_id not in store.unreadable and kept[1:3] == [revision, DERIVED_BY]:
                    outcome = _read(kept)
                if outcome is None:
                    record = store.game(table_id, game_id)
                    outcome = GameOutcome.of(record.log)
                    anew[game_id] = (record.log.revision, outcome)
        except UnreadableGame as error:
            is_faulty = isinstance(error, FaultyGame)
            listing.damaged.append(Damaged(game_id, session_id, names, is_faulty))
            if kept[3] != DAMAGED:
                anew[game_id] = (revision, None)
                uncounted.add(session_id)  # its figures are counted again without the game
        else:
            listing.results.append(
                Result(game_id, session_id, book, seated, people, begun, on, outcome)
            )
    if sessions:  # games of unknown sessions are listed in the first one
        lost = store.lost_games()
        listing.damaged.extend(Damaged(game_id, sessions[0], ()) for game_id in lost)
    if anew:
        gone = [(session_id,) for session_id in uncounted]
        uncount = Statement("delete from counted where session_id = ?", gone)
        store.keep([outcomes_change(anew), uncount])
    return listing


def renew(store: Store, table_id: int, games: Iterable[int]) -> list[GameRecord]:
    """Work out and store the results of games again; return the games that can be read."""
    records: list[GameRecord] = []
    outcomes: dict[int, tuple[int, GameOutcome | None]] = {}
    for game_id in games:
        try:
            record = store.game(table_id, game_id)
        except Unknown:  # its rules are not installed
            continue
        except UnreadableGame:
            outcomes[game_id] = (0, None)
        else:
            outcomes[game_id] = (record.log.revision, GameOutcome.of(record.log))
            records.append(record)
    store.keep([outcomes_change(outcomes)])
    return records


def damaged_of(store: Store, table_id: int) -> list[Damaged]:
    """Return the games of a table that were found damaged and are in no figures."""
    rows = store.db.execute(
        "select games.id, session_id from results join games on games.id = game_id "
        "where result = ? and games.table_id = ? and removed is null order by games.id",
        [DAMAGED, table_id],
    ).fetchall()
    rows += [(game_id, 0) for game_id in store.lost_games()]
    return [
        Damaged(game_id, session_id, (), game_id in store.faulty) for game_id, session_id in rows
    ]


def outcomes_change(outcomes: Mapping[int, tuple[int, GameOutcome | None]]) -> Statement:
    """Return the change that stores outcomes by game, each with its revision.

    An outcome of None stands for a damaged game.
    """
    return Statement(
        INSERT_RESULT,
        [
            with_checksum(
                (game_id, revision, DERIVED_BY, outcome.to_json() if outcome else DAMAGED)
            )
            for game_id, (revision, outcome) in outcomes.items()
        ],
    )


def sides_of(
    book: Rulebook[Any], players: int, kept: Sequence[Sequence[int]] = ()
) -> tuple[Side, ...]:
    """Return the sides of a game: the stored ones, or those of its rulebook."""
    if kept:
        return tuple(tuple(map(Seat, side)) for side in kept)
    return book.seating(players, Seat(0), book.presets[0].rules).sides


def _read(kept: Sequence[Any]) -> GameOutcome | None:
    """Return the outcome in a row of results; None if the game or the row is damaged."""
    if not is_sound(kept) or kept[3] == DAMAGED:
        return None
    data = json.loads(kept[3])
    return GameOutcome(
        tuple(data["totals"]),
        tuple(data["winners"]),
        data["hands"],
        data["over"],
        stints_of(data),
        data.get("low", False),
        tuple(map(tuple, data.get("sides", ()))),
        tuple(data.get("places", ())),
        tuple(data.get("late", ())),
        data.get("note", ""),
    )


def stints_of(kept: Mapping[str, Any]) -> tuple[Stint, ...]:
    """Return the stints in the stored result of a game."""
    return tuple(Stint(**stint) for stint in kept.get("stints", ()))


# Decided games
#
# They are read from the stored results, which must be fresh.

MOST_CACHED = 16_384  # games


def played(store: Store, table_id: int, book: Rulebook[Any] | None, span: Span) -> list[PlayedGame]:
    """Return the decided games of one rulebook, or of all, in the order of their evenings."""
    people = people_of(store.db, table_id)
    keys = versions_of(store.db, table_id, book.key) if book else keys_of(store.db, table_id)
    books = books_by_key(store.db, keys)
    try:
        rows = _rows(store, table_id, keys, span)
        games = [_decided(row, books.get(row[3])) for row in rows]
    except WrongChecksum:
        wrong = [row for row in _rows(store, table_id, keys, span) if not _is_sound(row)]
        renew(store, table_id, [row[0] for row in wrong])
        rows = _rows(store, table_id, keys, span)
        games = [_decided(row, books.get(row[3])) for row in rows if _is_sound(row)]
    return [_with_merged(game, people) for game in games if game is not None]


def _with_merged(game: PlayedGame, people: People) -> PlayedGame:
    """Return the game with merged players as one person."""
    if not people.into:
        return game
    sides = tuple(tuple(map(people.person, side)) for side in game.finish.sides)
    return replace(game, finish=replace(game.finish, sides=sides))


def _rows(store: Store, table_id: int, keys: Sequence[str], span: Span) -> list[tuple[Any, ...]]:
    """Return the rows of games with some rulebooks: columns of the game, then of its result."""
    condition, given = span.conditions()
    return store.db.execute(
        f"select {AGREED}, games.checksum, {KEPT}, results.checksum from games "  # noqa: S608
        "join results on game_id = games.id join sessions on sessions.id = session_id "
        "where games.table_id = ? and rulebook in (select value from json_each(?)) "
        f"and removed is null and {condition} order by {IN_ORDER}",
        [table_id, json.dumps(keys), *given],
    ).fetchall()


def _is_sound(row: tuple[Any, ...]) -> bool:
    """Return whether the checksums of the game and its result are right."""
    agreed, kept = row[:GAME_COLUMNS], row[GAME_COLUMNS:]
    return is_sound(kept) and (is_sound(agreed) or kept[3] == DAMAGED)


@lru_cache(MOST_CACHED)
def _decided(row: tuple[Any, ...], book: Rulebook[Any] | None) -> PlayedGame | None:
    """Return a game from its columns and its result; None if it is undecided or damaged.

    Raises WrongChecksum.
    """
    if not _is_sound(row):
        raise WrongChecksum(f"game {row[0]}")
    game_id, _, _, _, _, _, players, *_ = row
    result = row[GAME_COLUMNS + 3]
    if result == DAMAGED or book is None:
        return None
    data = json.loads(result)
    if not data["over"] or not data["winners"]:
        return None
    first: list[int] = json.loads(players)
    seated = [*first, *data.get("late", ())]
    for seat, player in credited_players(stints_of(data)).items():
        seated[seat] = player
    kept = tuple(map(tuple, data.get("sides", ())))
    seats = _sides(book, len(first), kept)
    sides = tuple(tuple([seated[seat] for seat in side]) for side in seats)
    totals, low = tuple(data["totals"]), data.get("low", False)
    known_places = tuple(data.get("places", ())) or places(totals, low=low)
    finish = Finish(game_id, sides, known_places)
    return PlayedGame(finish, totals, tuple(data["winners"]), data["hands"], low)


@cache
def _sides(
    book: Rulebook[Any], players: int, kept: tuple[tuple[int, ...], ...]
) -> tuple[Side, ...]:
    return sides_of(book, players, kept)


def most_played(store: Store, table_id: int, span: Span) -> Rulebook[Any]:
    """Return the rulebook that was played most; the first one if none was."""
    known = books_of(store.db, table_id)
    condition, given = span.conditions()
    rows = store.db.execute(
        "select rulebook, count(*) from games join sessions on sessions.id = session_id "  # noqa: S608
        f"where games.table_id = ? and removed is null and {condition} "
        "group by rulebook",
        [table_id, *given],
    )
    counts: Counter[str] = Counter()
    for key, count in rows.fetchall():
        counts[family_of(key)] += count
    by_family = {family_of(key): book for key, book in known.items()}
    played = [by_family[family] for family, _ in counts.most_common() if family in by_family]
    return played[0] if played else next(iter(known.values()))


# Days of games


def dated(store: Store, table_id: int, games: Iterable[PlayedGame]) -> list[DatedGame]:
    """Return games with their evenings, in the given order.

    A game by an older version of a table's own file has the key of the newest version.
    """
    known = list(games)
    rows = store.db.execute(
        "select games.id, session_id, date, rulebook from games "
        "join sessions on sessions.id = session_id "
        "where games.table_id = ? and games.id in (select value from json_each(?))",
        [table_id, json.dumps([game.finish.game_id for game in known])],
    )
    own = own_games(store.db, table_id, offered=False)
    newest = {family_of(book.key): book.key for book in own}
    evenings = {
        game: (session, stored_date(day), newest.get(family_of(key), key))
        for game, session, day, key in rows
    }
    return [DatedGame(game, *evenings[game.finish.game_id]) for game in known]


def years(store: Store, table_id: int) -> list[int]:
    """Return the years with evenings, newest first."""
    rows = store.db.execute(
        "select distinct substr(date, 1, 4) from sessions where table_id = ? order by 1 desc",
        [table_id],
    )
    return [int(year) for (year,) in rows.fetchall()]
