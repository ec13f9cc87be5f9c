"""Export: documents of a game, of a session, or of a whole table.

An export reads one state of the file, game by game, on a separate connection. So it needs little
memory, and others can write meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.ledger import database
from scorekeeper.ledger.checksums import entry_rows, fact_of, game_row, naming_damage
from scorekeeper.ledger.errors import UnreadableGame
from scorekeeper.ledger.game_document import (
    FORMAT,
    VERSION,
    EntryDocument,
    GameDocument,
    PlayerDocument,
    SessionDocument,
    TableDocument,
    plain,
    with_name,
)
from scorekeeper.ledger.game_files import text_of
from scorekeeper.ledger.game_log import SEATING, Entry, Kind
from scorekeeper.ledger.people import people_of
from scorekeeper.ledger.sessions import IN_ORDER

Progress = Callable[[int], object]


def no_progress(_: int) -> None:
    """Ignore progress; the default of `progress`."""


Skipped = Callable[[UnreadableGame], object]
_GAMES = (
    "from games join sessions on sessions.id = session_id "
    "where games.table_id = :table and removed is null "
    "  and (:session is null or session_id = :session) and (:game is null or games.id = :game)"
)


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a table that is exported: a game, a session, or everything if both are None."""

    table_id: int
    session_id: int | None = None
    game_id: int | None = None

    @property
    def whole(self) -> bool:
        """Whether the whole table is exported."""
        return self.session_id is None and self.game_id is None

    @property
    def parameters(self) -> dict[str, int | None]:
        """The parameters of the SQL queries."""
        return {"table": self.table_id, "session": self.session_id, "game": self.game_id}


@contextmanager
def reading(path: Path) -> Iterator[Database]:
    """Open a connection that sees the present state of the file until it is closed."""
    db = database.connect(path, create=False)
    try:
        db.execute("begin")
        yield db
    finally:
        db.close()


def as_json(
    path: Path,
    scope: Scope,
    exported: str,
    skipped: Skipped = lambda _: None,
    progress: Progress = no_progress,
) -> Iterator[str]:
    """Yield the JSON document line by line.

    Games that cannot be read are left out: the last line names them, and `skipped` is called.
    `progress` is called after every game.
    """
    unreadable: list[UnreadableGame] = []
    with reading(path) as db:
        head = {"format": FORMAT, "version": VERSION, "program": __version__, "exported": exported}
        yield json.dumps(head)[:-1]
        yield f',\n"table": {_dumped(plain(_table(db, scope)))}'
        yield from _list_lines("players", _players(db, scope))
        yield from _list_lines("sessions", _sessions(db, scope))
        games = export_games(db, scope, unreadable.append, progress)
        yield from _list_lines("games", games)
        if unreadable:
            left_out = [{"game": error.game_id, "reason": str(error)} for error in unreadable]
            yield f',\n"left_out": {_dumped(left_out)}'
        yield "\n}\n"
    for error in unreadable:
        skipped(error)


def _list_lines(
    name: str,
    rows: Iterable[PlayerDocument] | Iterable[SessionDocument] | Iterable[GameDocument],
) -> Iterator[str]:
    """Yield the lines of a list of a document: one line per element."""
    yield f',\n"{name}": ['
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}\n{_dumped(plain(row))}"
    yield "\n]"


def number_of_games(path: Path, scope: Scope) -> int:
    with reading(path) as db:
        (count,) = db.execute(f"select count(*) {_GAMES}", scope.parameters).fetchone()
    return int(count)


def export_games(
    db: Database,
    scope: Scope,
    skipped: Skipped = lambda _: None,
    progress: Progress = no_progress,
) -> Iterator[GameDocument]:
    """Yield the games, in the order of their sessions and of their beginnings.

    `skipped` is called for each game that cannot be read, and `progress` after every game.
    """
    names = dict(
        db.execute("select id, name from players where table_id = ?", [scope.table_id]).fetchall()
    )
    for (game_id,) in db.execute(
        f"select games.id {_GAMES} order by {IN_ORDER}",
        scope.parameters,
    ):
        try:
            with naming_damage(game_id):
                game = _game(db, game_id, names)
        except UnreadableGame as error:
            skipped(error)
        else:
            yield game
        progress(1)


def _game(db: Database, game_id: int, names: Mapping[int, str]) -> GameDocument:
    """Return a game with its entries; raises ValueError and other errors if it cannot be read."""
    row = game_row(
        db, game_id, "key, session_id, rulebook, rules, ending, players, first_dealer, started"
    )
    assert row is not None  # noqa: S101  (it is being listed)
    key, session_id, rulebook, rules, ending, players, first_dealer, started = row
    (session,) = db.execute("select key from sessions where id = ?", [session_id]).fetchone()
    datetime.fromisoformat(started)
    game = GameDocument(
        key,
        session,
        rulebook,
        json.loads(rules),
        json.loads(ending),
        tuple(names[player] for player in json.loads(players)),
        first_dealer,
        started,
        tuple(_entries(db, game_id, names)),
        text_of(db, rulebook),
    )
    if game.known:
        game.setup()  # raises if the rules are damaged
    return game


def present_names(db: Database, table_id: int) -> Callable[[str], str]:
    """Return a function from a player's name to the name of the person, after merges."""
    people = people_of(db, table_id)
    numbers = {name: number for number, name in people.names.items()}
    return lambda name: people.name(numbers[name])


def session_heads(db: Database, scope: Scope) -> dict[str, tuple[str, str]]:
    """Return the date and the name of each session, by its key."""
    rows = db.execute(
        "select key, date, name from sessions where table_id = ?", [scope.table_id]
    ).fetchall()
    return {key: (date, name) for key, date, name in rows}


def _entries(db: Database, game_id: int, names: Mapping[int, str]) -> Iterator[EntryDocument]:
    for _, key, kind, deal, fact, device, at in entry_rows(db, game_id):
        datetime.fromisoformat(at)
        entry = with_name(Entry(Kind(kind), deal, fact_of(fact)), names)
        yield EntryDocument.of(key, entry, device, at)


def _table(db: Database, scope: Scope) -> TableDocument:
    name, created = db.execute(
        "select name, created from tables where id = ?", [scope.table_id]
    ).fetchone()
    return TableDocument(name, created)


def _players(db: Database, scope: Scope) -> Iterator[PlayerDocument]:
    rows = db.execute(
        "select id, name, created from players where table_id = :table and (:whole or id in "
        "  (select seat.value from games, json_each(games.players) as seat "
        "    where games.table_id = :table and (:session is null or session_id = :session) "
        "    and (:game is null or games.id = :game)) or id in "
        "  (select json_extract(fact, '$.player') from entries join games on games.id = game_id "
        "    where kind in (:seat, :comes) and games.table_id = :table "
        "    and (:session is null or session_id = :session) "
        "    and (:game is null or games.id = :game))) order by id",
        scope.parameters | {"whole": scope.whole, **{kind.value: kind.value for kind in SEATING}},
    ).fetchall()
    into = people_of(db, scope.table_id).into
    taken = {number: name for number, name, _ in rows}
    for number, name, created in rows:
        other = into.get(number)
        yield PlayerDocument(name, created, None if other is None else taken.get(other))


def _sessions(db: Database, scope: Scope) -> Iterator[SessionDocument]:
    for row in db.execute(
        "select key, date, name, notes, created from sessions where table_id = :table "
        "and (:whole or id = :session or id in (select session_id from games where "
        "  games.id = :game and games.table_id = :table)) order by date, id",
        scope.parameters | {"whole": scope.whole},
    ):
        yield SessionDocument(*row)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
