"""What is taken out of a score file: documents of a game, of a session, of everything.

Everything is read in one moment of the file and a game at a time, on a connection of its own, so
that memory stays flat and others go on writing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.ledger import schema
from scorekeeper.ledger.document import FORMAT, VERSION, EntryDocument, GameDocument
from scorekeeper.ledger.log import Entry, Kind


@dataclass(frozen=True, slots=True)
class Scope:
    """What of a table is taken: a game, a session, or everything where neither is named."""

    table_id: int
    session_id: int | None = None
    game_id: int | None = None

    @property
    def whole(self) -> bool:
        """Whether everything is taken."""
        return self.session_id is None and self.game_id is None

    @property
    def given(self) -> dict[str, int | None]:
        """What is asked for, by the names that the queries use."""
        return {"table": self.table_id, "session": self.session_id, "game": self.game_id}


@contextmanager
def reading(path: Path) -> Iterator[Database]:
    """A connection that sees the file as it is now, until it is closed."""
    db = schema.connect(path, create=False)
    try:
        db.execute("begin")
        yield db
    finally:
        db.close()


def as_json(path: Path, scope: Scope, exported: str) -> Iterator[str]:
    """The document, in pieces of a line."""
    with reading(path) as db:
        head = {"format": FORMAT, "version": VERSION, "program": __version__}
        yield json.dumps(head | {"exported": exported})[:-1]
        yield f',\n"table": {_dumped(_table(db, scope))}'
        for name, rows in (
            ("players", _players(db, scope)),
            ("sessions", _sessions(db, scope)),
            ("games", (game.plain() for game in games(db, scope))),
        ):
            yield f',\n"{name}": ['
            for number, row in enumerate(rows):
                yield f"{',' if number else ''}\n{_dumped(row)}"
            yield "\n]"
        yield "\n}\n"


def games(db: Database, scope: Scope) -> Iterator[GameDocument]:
    """The games, in the order of their sessions and of their beginnings."""
    names = dict(
        db.execute("select id, name from players where table_id = ?", [scope.table_id]).fetchall()
    )
    for row in db.execute(
        "select games.id, games.key, sessions.key, rulebook, rules, ending, players, first_dealer, "
        "  started from games join sessions on sessions.id = session_id "
        "where games.table_id = :table and removed is null "
        "  and (:session is null or session_id = :session) "
        "  and (:game is null or games.id = :game) "
        "order by sessions.date, sessions.id, started, games.id",
        scope.given,
    ):
        game_id, key, session, rulebook, rules, ending, players, first_dealer, started = row
        yield GameDocument(
            key,
            session,
            rulebook,
            json.loads(rules),
            json.loads(ending),
            tuple(names[player] for player in json.loads(players)),
            first_dealer,
            started,
            tuple(_entries(db, game_id)),
        )


def session_heads(db: Database, scope: Scope) -> dict[str, tuple[str, str]]:
    """The date and the name of the sessions, by their keys."""
    rows = db.execute(
        "select key, date, name from sessions where table_id = ?", [scope.table_id]
    ).fetchall()
    return {key: (date, name) for key, date, name in rows}


def _entries(db: Database, game_id: int) -> Iterator[EntryDocument]:
    for key, kind, deal, fact, device, at in db.execute(
        "select key, kind, deal, fact, device, at from entries where game_id = ? order by number",
        [game_id],
    ).fetchall():
        yield EntryDocument(key, Entry(Kind(kind), deal, json.loads(fact)), device, at)


def _table(db: Database, scope: Scope) -> dict[str, Any]:
    name, created = db.execute(
        "select name, created from tables where id = ?", [scope.table_id]
    ).fetchone()
    return {"name": name, "created": created}


def _players(db: Database, scope: Scope) -> Iterator[dict[str, Any]]:
    for name, created in db.execute(
        "select name, created from players where table_id = :table and (:whole or id in "
        "  (select seat.value from games, json_each(games.players) as seat "
        "    where games.table_id = :table and (:session is null or session_id = :session) "
        "    and (:game is null or games.id = :game))) order by id",
        scope.given | {"whole": scope.whole},
    ):
        yield {"name": name, "created": created}


def _sessions(db: Database, scope: Scope) -> Iterator[dict[str, Any]]:
    for key, date, name, notes, created in db.execute(
        "select key, date, name, notes, created from sessions where table_id = :table "
        "and (:whole or id = :session or id in (select session_id from games where "
        "  games.id = :game and games.table_id = :table)) order by date, id",
        scope.given | {"whole": scope.whole},
    ):
        yield {"key": key, "date": date, "name": name, "notes": notes, "created": created}


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
