"""Migrations: a file of an earlier step is brought up to date with all facts, or stays unchanged.

There is one step so far; the tests add a second one.
"""

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
from sqlite_utils import Database, Migrations

from scorekeeper.ledger import backups, database, doctor, tables
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.migrations import migrations
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.deep import DEEP
from tests.ledger.example import POINTS, play

NOW = datetime(2026, 2, 1, tzinfo=UTC)
NEXT = "m002_nicknames"
STRIDE = 5  # everyday tests let every fifth statement of an upgrade fail
KILLS = range(1, 40, 4)  # the statements at which an upgrade is killed; everyday tests try three


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the first step, where the program has a second one."""
    path = tmp_path / "scores.db"
    store = Store.open(path)
    play(store, new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS))
    store.close()
    further = Migrations("scorekeeper")
    for step in migrations.pending(Database(memory=True)):
        further(name=step.name)(step.fn)

    @further(name=NEXT)
    def nicknames(db: Database) -> None:
        db.execute("alter table players add column nickname text")
        db.execute("update players set nickname = lower(name)")
        db.execute("create index nicknames on players (nickname)")

    monkeypatch.setattr(database, "migrations", further)
    return path


def dump(path: Path) -> list[str]:
    """The whole content of a file."""
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def applied(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [name for (name,) in db.execute("select name from _sqlite_migrations")]


def test_a_file_of_an_earlier_step_is_told(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "migrations", vars(database)["migrations"])
    told = [finding.message for finding in doctor.examine(old, NOW) if finding.level]
    assert f"which is older: {NEXT} is to come." in told[0]


def test_a_copy_is_kept_as_the_file_was_before_and_can_be_restored(old: Path) -> None:
    before = dump(old)
    database.prepare(old)
    (kept,) = old.parent.glob("*.before-*")
    assert (dump(kept), kept.stat().st_mode & 0o777) == (before, 0o600)
    assert applied(old)[-1] == NEXT
    database.prepare(old)
    assert dump(kept) == before
    backups.restore(kept, old, NOW)
    journal_line = 'INSERT INTO "journal"'  # of the restoration
    assert [line for line in dump(old) if not line.startswith(journal_line)] == before
    assert Store.open(old).game(1, 1).game.totals == POINTS


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
    old: Path, before: int, after: int
) -> None:
    for start in ("with an upgrade", "again"):
        old.chmod(before)
        database.prepare(old)
        assert old.stat().st_mode & 0o777 == after, start


def test_a_new_file_and_one_of_today_keep_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    database.prepare(path)
    database.prepare(path)
    assert list(tmp_path.glob("*.before-*")) == []


def test_several_that_start_at_once_keep_one_copy_of_the_old_file(old: Path) -> None:
    before = dump(old)
    threads = [Thread(target=database.prepare, args=[old]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (kept,) = old.parent.glob("*.before-*")
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


def test_whatever_statement_fails_the_file_stays_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tries one statement in five, and the last; `make deep` tries all."""
    before = dump(old)
    spare = old.with_name("spare.db")
    database.copy(sqlite3.connect(old), spare)
    statements = upgrade(spare, monkeypatch, 0, fail).statements
    assert statements > 20
    every = range(1, statements + 1)
    for at in every if DEEP else [*every[:-1:STRIDE], statements]:
        with pytest.raises(UnusableFile) as refused:
            upgrade(old, monkeypatch, at, fail)
        reasons = {"disk I/O error", "no table can be made"}
        assert str(refused.value) in {f"{old} cannot be used: {reason}." for reason in reasons}
        if at < statements:  # the last runs after the commit of the upgrade
            assert dump(old) == before
    assert Store.open(old).game(1, 1).game.totals == POINTS


@pytest.mark.parametrize("at", KILLS if DEEP else KILLS[::4])
def test_whenever_it_is_killed_the_file_stays_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    before = dump(old)
    child = os.fork()
    if child == 0:
        upgrade(old, monkeypatch, at, lambda: os._exit(9))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    is_upgraded = NEXT in applied(old)
    assert is_upgraded or dump(old) == before
    assert is_upgraded or os.waitstatus_to_exitcode(status) == 9
    with closing(sqlite3.connect(old)) as db:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert Store.open(old).game(1, 1).game.totals == POINTS


def test_without_room_for_a_copy_nothing_is_begun(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(old)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(database, "copy", full)
    with pytest.raises(UnusableFile) as refused:
        database.prepare(old)
    assert str(refused.value).startswith(f"{old} is of an older version, and no copy of it can be")
    assert dump(old) == before


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
    with pytest.raises(UnusableFile) as refused:
        database.prepare(old)
    assert str(refused.value) == (
        f"{old} cannot be written: the disk is full; make room and try again."
    )
    assert dump(old) == before
