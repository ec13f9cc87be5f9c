"""The score file in use: connections of several threads, which are opened and given up."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.database_errors import DatabaseFault, JournalGone, fault_of
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.tables import tables

LONG = (
    "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3000) "
    "select count(*) from numbers"
)
SECONDS = 30  # for which a thread waits for another


def test_no_connection_is_closed_while_another_thread_reads(tmp_path: Path) -> None:
    """SQLite would end the process, and with it the score keeper of everybody."""
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
    """A write that fails as where the file is read-only, which is over afterwards."""

    def refuse(*_: object) -> None:
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(opening, "begin_writing", refuse)
        with pytest.raises(sqlite3.OperationalError):
            tables.add(store, "Not this one")


def names_in(path: Path) -> set[str]:
    """The names of the tables in a file, for which a start of another process would find it."""
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
    for file in (rescued, store.path):
        assert "In the WAL" in names_in(file)


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


@pytest.mark.parametrize("end", ["", "-wal"])
def test_what_cannot_be_looked_at_is_not_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """As while the permission of the folder is lost: nothing was deleted, and it goes on."""
    store = Store.open(tmp_path / "scores.db")
    tables.add(store, "Before")
    stat = Path.stat

    def denied(path: Path, **asked: bool) -> os.stat_result:
        if path.name == f"scores.db{end}":
            raise PermissionError(13, "Permission denied")
        return stat(path, **asked)

    with monkeypatch.context() as lost:
        lost.setattr(Path, "stat", denied)
        with pytest.raises(sqlite3.OperationalError) as error:
            tables.add(store, "Lost")
        assert fault_of(error.value) is DatabaseFault.UNREACHABLE
    tables.add(store, "After")
    assert [table.name for table in tables.every(store)] == ["Before", "After"]
    assert list(tmp_path.glob("*.rescued-*")) == []
