"""The score file in use: connections of several threads, opened and closed."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.ledger import backups, database, tables
from scorekeeper.ledger.errors import (
    DatabaseFault,
    JournalGone,
    Unreachable,
    UnusableFile,
    fault_of,
)
from scorekeeper.ledger.store import Store

LONG = (
    "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3000) "
    "select count(*) from numbers"
)
SECONDS = 30  # limit of a thread's wait for another


def test_no_connection_is_closed_while_another_thread_reads(tmp_path: Path) -> None:
    """SQLite would crash the process and end the score keeper for everybody."""
    store = Store.open(tmp_path / "scores.db")
    faults: list[Exception] = []
    over = threading.Event()

    def read() -> None:
        try:
            while not over.is_set():
                store.db.execute(LONG).fetchall()
        except Exception as error:
            faults.append(error)

    readers = [threading.Thread(target=read, daemon=True) for _ in range(4)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(200):
            store.db.execute("select count(*) from games").fetchone()
            store.close()
    finally:
        over.set()
        for reader in readers:
            reader.join(SECONDS)
    store.close()
    assert faults == []


def test_every_thread_opens_its_connection_anew_after_all_were_closed(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "scores.db")
    asked, answered = threading.Barrier(2), threading.Barrier(2)
    connections: list[object] = []

    def read() -> None:
        for _ in range(3):
            asked.wait(SECONDS)
            connections.append(store.db)
            answered.wait(SECONDS)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    for closes in (False, True, False):
        if closes:
            store.close()
        asked.wait(SECONDS)
        answered.wait(SECONDS)
    reader.join(SECONDS)
    first, second, third = connections
    assert first is not second
    assert second is third
    store.close()


def not_written_for_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails once, with the error of a read-only file."""

    def refuse(*_: object) -> None:
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(database, "begin_writing", refuse)
        with pytest.raises(sqlite3.OperationalError):
            tables.add(store, "Not this one")


def names_in(path: Path) -> set[str]:
    """The names of the tables in a file, as another process would find them at its start."""
    with closing(sqlite3.connect(path)) as db:
        return {name for (name,) in db.execute("select name from tables")}


def test_a_wal_deleted_while_nothing_could_be_written_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(tmp_path / "scores.db")
    tables.add(store, "In the WAL")
    not_written_for_once(store, monkeypatch)
    store.path.with_name("scores.db-wal").unlink()
    with pytest.raises(JournalGone):
        tables.add(store, "Never answered")
    (rescued,) = tmp_path.glob("scores.db.rescued-*")
    assert "In the WAL" in names_in(rescued)


def test_a_file_put_in_place_while_nothing_could_be_written_is_opened_and_the_old_one_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = Store.open(tmp_path / "scores.db"), Store.open(tmp_path / "other.db")
    tables.add(store, "Of the old file")
    tables.add(other, "Of the new file")
    other.close()
    not_written_for_once(store, monkeypatch)
    other.path.replace(store.path)
    tables.add(store, "Written afterwards")
    assert names_in(store.path) >= {"Of the new file", "Written afterwards"}
    (rescued,) = tmp_path.glob("scores.db.rescued-*")
    assert "Of the old file" in names_in(rescued)
    store.close()
    assert names_in(store.path) >= {"Of the new file", "Written afterwards"}


def test_a_wal_that_may_not_be_looked_at_was_not_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a moment the folder may not be entered; the check can then tell nothing."""
    store = Store.open(tmp_path / "scores.db")
    tables.first(store)
    stat = Path.stat

    def denied(path: Path, **given: bool) -> os.stat_result:
        if path.name.endswith("-wal"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return stat(path, **given)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", denied)
        with pytest.raises(Unreachable) as refused:
            tables.add(store, "Not now")
    assert fault_of(refused.value) is DatabaseFault.UNREACHABLE
    tables.add(store, "Club")
    assert names_in(store.path) == {"Our table", "Club"}
    assert list(tmp_path.glob("*.rescued-*")) == []
    store.close()


def test_a_file_in_its_place_that_somebody_reads_keeps_nobody_waiting_long(tmp_path: Path) -> None:
    store, copy = Store.open(tmp_path / "scores.db"), tmp_path / "copy.db"
    tables.first(store)
    backups.back_up(store.path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from games").fetchone()
        copy.replace(store.path)
        waited: list[float] = []

        def ask() -> None:
            asked = time.monotonic()
            with pytest.raises(UnusableFile):
                tables.first(store)
            waited.append(time.monotonic() - asked)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
    assert len(waited) == 8
    assert max(waited) < 40, "it was ten seconds for each of them, one after another"
    time.sleep(1.1)
    assert tables.first(store).name == "Our table"
    store.close()
