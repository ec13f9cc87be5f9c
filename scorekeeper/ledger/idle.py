"""Upkeep of the score file while nobody writes.

After a quiet moment the newest entries are brought from the WAL into the file itself, so that less
is lost if files are copied or deleted carelessly. A WAL that was deleted is noticed here too.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading

from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.score_file import Stamp
from scorekeeper.ledger.store import Store

EVERY = 5.0  # seconds between two looks


class Idle:
    """A thread that looks whether anybody has written; one for each process that serves."""

    def __init__(self, store: Store, every: float = EVERY) -> None:
        self._store = store
        self._every = every
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End; what is under way is finished."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        seen: Stamp | None = None
        settled: Stamp | None = None
        while not self._stop.wait(self._every):
            with contextlib.suppress(sqlite3.Error, UnusableFile):  # the pages tell of it
                present = self._store.stamp()
                if present == seen != settled:
                    self._store.settle()
                    settled = present
                seen = present
