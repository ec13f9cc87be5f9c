"""Every game of a score file held against the rules, and what is kept of it against the game.

Games are read one after another and never kept, so that a file of any size takes little memory.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from scorekeeper import __version__
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.ledger.database.checksums import GAME, RESULT, columns_of, entry_rows, is_sound
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.exchange.export_document import (
    LONGEST_KEY,
    EntryDocument,
    GameDocument,
    with_name,
)
from scorekeeper.ledger.maintenance.diagnostic import Finding, fine, look
from scorekeeper.ledger.people.identities import People, people_of
from scorekeeper.ledger.people.names import folded
from scorekeeper.ledger.statistics.evening_counts import count, stamp_of
from scorekeeper.ledger.statistics.game_results import DAMAGED, Outcome

GAMES, CACHES = "games", "what is worked out"
TAKE_BACK = (
    "Take a backup from before it (“scorekeeper restore” lists them); or keep the file and export "
    "the other evenings."
)
AGAIN = "It is worked out again by “scorekeeper doctor --repair”."
QUERY = (
    f"select {columns_of('games', GAME)}, %s, "  # noqa: S608  (a constant)
    "  (select table_id from sessions where sessions.id = session_id) "
    "from games order by session_id, started, games.id"
)


@dataclass(slots=True)
class Seen:
    """What has been gone through so far."""

    games: int = 0
    entries: int = 0
    counted: int = 0
    strange: dict[str, int] = field(default_factory=dict)
    bad: int = 0


@dataclass(frozen=True, slots=True)
class _Table:
    """The people of a table, and their numbers by their folded names."""

    people: People
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Game:
    id: int
    table_id: int
    session_id: int
    table: _Table
    removed: bool
    document: GameDocument


def games(db: sqlite3.Connection, progress: Callable[[int], None]) -> Iterator[Finding]:
    """Go through all games; `progress` is told after every one."""
    seen = Seen()
    tables: dict[int, _Table] = {}  # the query below holds all that is read here in one state
    checked = "checksum" in {row[1] for row in db.execute("pragma table_info(games)")}
    query = QUERY % ("games.checksum" if checked else "null")
    for session_id, run in groupby(db.execute(query), lambda row: row[9]):
        records: list[GameRecord] = []
        revisions: list[tuple[int, int]] = []
        sound = True
        for row in run:
            try:
                game = _read(db, row, tables, checked=checked)
                if not game.removed:
                    revisions.append((game.id, len(game.document.entries)))
                record = _checked(game, seen)
            except (_Wrong, Unreadable, EntryError) as error:
                seen.bad += 1
                sound = False
                yield look(GAMES, f"Game {row[0]}: {error}", TAKE_BACK)
            else:
                if record is not None:
                    yield from _kept_of(db, game, record, checked=checked)
                    if not game.removed:
                        records.append(record)
                else:
                    sound = False  # its figures were counted while its package was there
            seen.games += 1
            progress(1)
        if session_id is not None and sound:
            yield from _counts(db, session_id, records, stamp_of(revisions), seen)
    for rulebook, number in seen.strange.items():
        yield look(
            GAMES,
            f"{number} games of “{rulebook}” could not be checked: its package is not installed.",
            "Install the package and look again.",
        )
    if not seen.bad:
        looked_at = seen.games - sum(seen.strange.values())
        yield fine(GAMES, f"{looked_at:,} games, {seen.entries:,} entries: the rules allow each.")


class _Wrong(Exception):
    """What is wrong with a game."""


def _read(
    db: sqlite3.Connection, row: tuple[Any, ...], tables: dict[int, _Table], *, checked: bool
) -> _Game:
    """A game with its entries as they are kept; raises _Wrong for what cannot be read.

    `checked` is false for a file of an older version, which has no checksums.
    """
    game_id, table_id, key, rulebook, rules, ending, players, dealer, started, *rest = row
    session_id, removed, _, table_of_session = rest
    if checked and not is_sound(row[:-1]):
        raise _Wrong("what was agreed for it was changed: its checksum is another.")
    if session_id is None or table_of_session != table_id:
        raise _Wrong("it belongs to no evening of its table.")
    try:
        if table_id not in tables:
            tables[table_id] = _table(db, table_id)
        table = tables[table_id]
        names = table.people.names
        entries = tuple(_entries(db, game_id, names, checked=checked))
        document = GameDocument(
            key, "", rulebook, json.loads(rules), json.loads(ending),
            tuple([names[player] for player in json.loads(players)]), dealer, started, entries,
        )  # fmt: skip
        datetime.fromisoformat(started)
    except KeyError:
        raise _Wrong("somebody in it is no player of its table.") from None
    except (ValueError, TypeError, sqlite3.Error) as error:
        raise _Wrong(f"it cannot be read ({error}).") from None
    return _Game(game_id, table_id, session_id, table, removed is not None, document)


def _table(db: sqlite3.Connection, table_id: int) -> _Table:
    """The people of a table; those of an older file, in which nobody was merged."""
    if "merges" in {name for (name,) in db.execute("select name from sqlite_master")}:
        people = people_of(db, table_id)
    else:
        rows = db.execute("select id, name from players where table_id = ?", [table_id])
        people = People(dict(rows.fetchall()))
    return _Table(people, {folded(name): number for number, name in people.names.items()})


def _entries(
    db: sqlite3.Connection, game_id: int, names: Mapping[int, str], *, checked: bool
) -> Iterator[EntryDocument]:
    keys: set[str] = set()
    for number, key, kind, deal, fact, device, at in entry_rows(db, game_id, checked=checked):
        if key in keys or not 0 < len(key) <= LONGEST_KEY:
            raise _Wrong(f"entry {number} has no key of its own.")
        keys.add(key)
        datetime.fromisoformat(at)
        entry = with_name(Entry(Kind(kind), deal, json.loads(fact)), names)
        yield EntryDocument.of(key, entry, device, at)


def _checked(game: _Game, seen: Seen) -> GameRecord | None:
    """The game, if the rules allow every entry; None where its rules are not here."""
    document = game.document
    if not document.known:
        seen.strange[document.rulebook] = seen.strange.get(document.rulebook, 0) + 1
        return None
    try:
        log: Log = document.replayed()
    except (Unreadable, EntryError):
        raise
    except Exception as error:  # whatever stands in the file, the next game is looked at
        raise _Wrong(f"it cannot be replayed ({type(error).__name__}: {error}).") from None
    seen.entries += log.revision
    started = datetime.fromisoformat(document.started)
    numbers = [game.table.numbers[folded(name)] for name in document.people]
    log = replace(log, sitting=log.sitting.mapped(numbers.__getitem__))
    return GameRecord(
        game.id, game.table_id, document.key, document.players, started, log, game.table.people
    )


def _kept_of(
    db: sqlite3.Connection, game: _Game, record: GameRecord, *, checked: bool
) -> Iterator[Finding]:
    """What is kept of a game beside its facts: the result, and who sat there."""
    kept = db.execute(
        f"select {RESULT}, {'checksum' if checked else 'null'} from results where game_id = ?",  # noqa: S608
        [game.id],
    ).fetchone()
    revision = record.log.revision
    if kept is not None:
        due = Outcome.of(record.log).kept()
        broken = checked and not is_sound(kept)
        same = kept[1:3] == (revision, __version__)
        if broken or kept[3] == DAMAGED or (same and not checked and kept[3] != due):
            yield look(
                CACHES,
                f"Game {game.id}: the result that lists show is not that of the game.",
                AGAIN,
                ("delete from results where game_id = ?", (game.id,)),
                ("delete from counted where session_id = ?", (game.session_id,)),
                ("delete from ratings where table_id = ?", (game.table_id,)),
            )
        elif kept[1] > revision or (same and kept[3] != due):
            yield look(
                GAMES,
                f"Game {game.id}: its entries and its result do not go together, though both are "
                "as they were written. Entries may have been lost.",
                TAKE_BACK,
            )
    rows = db.execute("select player_id from seats where game_id = ?", [game.id])
    seated = record.log.sitting.everyone
    if sorted(player for (player,) in rows) != sorted(seated):
        yield look(
            CACHES,
            f"Game {game.id}: lists of players' games have it wrong who played.",
            AGAIN,
            ("delete from seats where game_id = ?", (game.id,)),
            *(("insert into seats values (?, ?)", (player, game.id)) for player in seated),
        )


def _counts(
    db: sqlite3.Connection,
    session_id: int,
    records: list[GameRecord],
    stamp: str,
    seen: Seen,
) -> Iterator[Finding]:
    """The figures of an evening, where they are said to be those of its entries."""
    kept = db.execute("select stamp from counted where session_id = ?", [session_id]).fetchone()
    if kept is None or kept[0] != stamp:
        return
    seen.counted += 1
    rows = db.execute(
        "select player_id, rulebook, key, cases, total, low, high, run from counts "
        "where session_id = ?",
        [session_id],
    )
    due = {
        (*key, figure.cases, figure.total, figure.low, figure.high, figure.run)
        for key, figure in count(records).items()
    }
    if set(rows) != due:
        yield look(
            CACHES,
            f"Evening {session_id}: the figures of its players are not those of its games.",
            AGAIN,
            ("delete from counts where session_id = ?", (session_id,)),
            ("delete from counted where session_id = ?", (session_id,)),
        )
