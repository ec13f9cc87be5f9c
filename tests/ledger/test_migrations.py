"""Migrations: files of every earlier schema are upgraded with all facts, or stay unchanged."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper.ledger import backups, database, doctor
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_results import results_of
from scorekeeper.ledger.migrations import migrations
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from tests.deep import DEEP
from tests.ledger.schemas import SCHEMAS, write_old

KNOWN = [migration.name for migration in migrations.pending(Database(memory=True))]
TODAY = "-".join(str(int(name[1:4])) for name in KNOWN)
OLD = [name for name in SCHEMAS if name != TODAY]
NOW = datetime(2026, 2, 1, tzinfo=UTC)
STRIDE = 21  # everyday tests let every 21st statement of an upgrade fail
KILLS = range(1, 160, 20)  # the statements at which an upgrade is killed; everyday tests try two
# the points and number of entries of each game; the fourth is Bid Whist
GAMES = {
    1: ((-30, -46, 49, -50), 18),  # with undo, redo, a correction, a fine and an end
    2: ((50, -10, -10, -10), 5),
    3: ((0, 0, 0, 0), 1),  # a hand that was thrown in
    4: ((0, 10), 6),
}
EVENINGS = [["2026-01-03", [1, 2]], ["2026-01-10", [3, 4]]]
FACTS = {
    "tables": "id, name, created",
    "players": "id, table_id, name, folded, created",
    "games": "id, table_id, rulebook, rules, ending, players, first_dealer, started",
    "entries": "game_id, number, key, kind, deal, fact, device, at",
}


@pytest.fixture(params=OLD)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of an older schema."""
    return made(request.param, tmp_path)


@pytest.fixture(params=OLD if DEEP else OLD[:: len(OLD) - 1])
def aged(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file for a test in which the schema makes no difference."""
    return made(request.param, tmp_path)


def made(name: str, folder: Path) -> Path:
    path = write_old(name, folder / "scores.db")
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma journal_mode=wal")
    return path


def facts(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as db:
        return {
            table: db.execute(f"select {columns} from {table} order by 1, 2").fetchall()  # noqa: S608
            for table, columns in FACTS.items()
        }


def dump(path: Path) -> list[str]:
    """The whole content of a file."""
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def objects(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute("select type, name from sqlite_master").fetchall())


def test_there_is_a_file_of_every_schema() -> None:
    """A new migration needs a file of the schema before it."""
    numbers = TODAY.split("-")
    every = {"-".join(numbers[:count]) for count in range(3, len(numbers))}
    assert SCHEMAS.keys() >= {"1", "1-3"} | every


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_of_an_earlier_schema_has_the_same_facts_and_points(
    name: str, tmp_path: Path
) -> None:
    path = made(name, tmp_path)
    before = facts(path)
    store = Store.open(path)
    assert facts(path) == before
    assert [name for (name,) in store.db.execute("select name from settings")] == []  # no secret
    known = {number: GAMES[number] for number, *_ in before["games"] if number in GAMES}
    assert len(known) >= 3
    records = {number: store.game(1, number) for number in known}
    assert {
        number: (record.game.totals, record.log.revision) for number, record in records.items()
    } == known
    evenings = store.db.execute("select date, id from sessions order by date").fetchall()
    games_by_evening = [
        [date, [result.id for result in results_of(store, 1, [number])]]
        for date, number in evenings
    ]
    assert [[date, [game for game in ids if game in known]] for date, ids in games_by_evening] == [
        [date, [game for game in ids if game in known]] for date, ids in EVENINGS
    ]
    FigureCounter(store).refresh(1, 60)
    fresh = tmp_path / "fresh.db"
    database.prepare(fresh)
    assert objects(path) == objects(fresh)
    findings = doctor.examine(path, NOW)
    assert [
        finding.message for finding in findings if finding.level and finding.topic != doctor.BACKUPS
    ] == []


def test_a_copy_is_kept_as_the_file_was_before_and_can_be_restored(old: Path) -> None:
    before = dump(old)
    database.prepare(old)
    (kept,) = old.parent.glob("*.before-*")
    assert (dump(kept), kept.stat().st_mode & 0o777) == (before, 0o600)
    assert dump(old) != before
    database.prepare(old)
    assert dump(kept) == before
    backups.restore(kept, old, NOW)
    journal_line = 'INSERT INTO "journal"'  # of the restoration
    assert [line for line in dump(old) if not line.startswith(journal_line)] == before
    assert Store.open(old).game(1, 1).game.totals == GAMES[1][0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (0o644, 0o600),  # the mode of many copies
        (0o664, 0o600),
        (0o640, 0o640),  # chosen by somebody
        (0o604, 0o604),
    ],
)
def test_a_file_that_every_user_could_read_is_closed_to_them(
    tmp_path: Path, before: int, after: int
) -> None:
    path = made(OLD[0], tmp_path)
    path.chmod(before)
    database.prepare(path)
    assert path.stat().st_mode & 0o777 == after
    path.chmod(before)
    database.prepare(path)
    assert path.stat().st_mode & 0o777 == after, "and again at every start"


def test_a_new_file_and_one_of_today_keep_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    database.prepare(path)
    database.prepare(path)
    assert list(tmp_path.glob("*.before-*")) == []


def test_several_that_start_at_once_keep_one_copy_of_the_old_file(aged: Path) -> None:
    before = dump(aged)
    threads = [Thread(target=database.prepare, args=[aged]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (kept,) = aged.parent.glob("*.before-*")
    assert dump(kept) == before


class Faulty:
    """Connection on which one statement fails."""

    def __init__(self, connection: sqlite3.Connection, at: int, act: Callable[[], None]) -> None:
        self._connection, self._at, self._act = connection, at, act
        self.statements = 0

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._connection, name)
        if name in {"execute", "executemany", "executescript"}:
            return lambda *given: self._counted(attribute, *given)
        return attribute

    def __enter__(self) -> sqlite3.Connection:
        return self._connection.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        return self._connection.__exit__(kind, error, trace)

    def _counted(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.statements += 1
        if self.statements == self._at:
            self._act()
        return execute(*given)


def upgrade(
    path: Path, monkeypatch: pytest.MonkeyPatch, at: int, act: Callable[[], None]
) -> Faulty:
    """Upgrade a file, with an act at a given statement."""
    connect, made = database.connect, []

    def faulty(path: Path, *, create: bool = True) -> Database:
        db = connect(path, create=create)
        made.append(Faulty(db.conn, at, act))
        db.conn = made[-1]  # type: ignore[assignment]
        return db

    with monkeypatch.context() as patched:
        patched.setattr(database, "connect", faulty)
        try:
            database.prepare(path)
        finally:
            for connection in made:
                connection.close()
    return made[0]


def fail() -> None:
    raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.slow
def test_whatever_statement_fails_the_file_stays_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tries one statement in 21, others in each file, and the last; `make deep` tries all."""
    before = dump(old)
    spare = old.with_name("spare.db")
    database.copy(sqlite3.connect(old), spare)
    statements = upgrade(spare, monkeypatch, 0, fail).statements
    assert statements > 20
    every = range(1, statements + 1)
    for at in every if DEEP else [*every[len(before) % STRIDE : -1 : STRIDE], statements]:
        with pytest.raises(UnusableFile) as refused:
            upgrade(old, monkeypatch, at, fail)
        reasons = {"disk I/O error", "no table can be made"}
        assert str(refused.value) in {f"{old} cannot be used: {reason}." for reason in reasons}
        if at < statements:  # the last runs after the commit of the upgrade
            assert dump(old) == before
    assert Store.open(old).game(1, 1).game.totals == GAMES[1][0]


@pytest.mark.parametrize(
    ("name", "at"),
    [
        (name, at)
        for turn, name in enumerate(OLD)
        for at in (KILLS if DEEP else KILLS[turn % 4 :: 4])
    ],
)
@pytest.mark.slow
def test_whenever_it_is_killed_the_file_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, at: int
) -> None:
    old = made(name, tmp_path)
    before = dump(old)
    child = os.fork()
    if child == 0:
        upgrade(old, monkeypatch, at, lambda: os._exit(9))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    after = dump(old)
    code, unchanged = os.waitstatus_to_exitcode(status), after == before
    with closing(sqlite3.connect(old)) as db:
        applied = {name for (name,) in db.execute("select name from _sqlite_migrations").fetchall()}
        assert (unchanged, applied == set(KNOWN)) in {(True, False), (False, True)}
        assert code == 9 or applied == set(KNOWN)
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert Store.open(old).game(1, 1).game.totals == GAMES[1][0]


def test_without_room_for_a_copy_nothing_is_begun(
    aged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(aged)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(database, "copy", full)
    with pytest.raises(UnusableFile) as refused:
        database.prepare(aged)
    assert str(refused.value).startswith(f"{aged} is of an older version, and no copy of it can be")
    assert dump(aged) == before


def test_without_room_for_the_upgrade_the_file_stays_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, connect = dump(old), database.connect

    def small(path: Path, *, create: bool = True) -> Database:
        db = connect(path, create=create)
        (pages,) = db.execute("pragma page_count").fetchone()
        db.execute(f"pragma max_page_count={pages}")
        return db

    monkeypatch.setattr(database, "connect", small)
    message = f"{old} cannot be written: the disk is full; make room and try again."
    try:
        database.prepare(old)
    except UnusableFile as error:
        assert (str(error), dump(old)) == (message, before)  # noqa: PT017
    else:
        raise AssertionError("it had room")
