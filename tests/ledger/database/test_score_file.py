"""The score file in use: connections of several threads, which are opened and given up."""

from __future__ import annotations

import threading
from pathlib import Path

from scorekeeper.ledger.entries.store import Store

LONG = (
    "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 3000) "
    "select count(*) from numbers, games"
)


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

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(200):
        store.db.execute("select count(*) from games").fetchone()
        store.close()
    over.set()
    for reader in readers:
        reader.join()
    store.close()
    assert faults == []


def test_every_thread_opens_its_connection_anew_after_all_were_closed(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "scores.db")
    asked, answered = threading.Barrier(2), threading.Barrier(2)
    connections: list[object] = []

    def read() -> None:
        for _ in range(3):
            asked.wait()
            connections.append(store.db)
            answered.wait()

    reader = threading.Thread(target=read)
    reader.start()
    for closes in (False, True, False):
        if closes:
            store.close()
        asked.wait()
        answered.wait()
    reader.join()
    first, second, third = connections
    assert first is not second
    assert second is third
    store.close()
