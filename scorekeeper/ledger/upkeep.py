"""Upkeep of the score file while it is idle.

Every few minutes the phones seen since are written (see `phones`). After a quiet moment the WAL is
checkpointed into the file, so that less is lost if files are copied or deleted carelessly. A
deleted WAL is detected here at the latest.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Iterator

from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.phones import SeenPhones
from scorekeeper.ledger.score_file import Stamp
from scorekeeper.ledger.store import Store

EVERY = 5.0  # seconds between two checks
NOTED = 300.0  # seconds between two writes of the phones seen


class Idle:
    """The upkeep while nobody writes, in a thread if it is started; one per serving process."""

    def __init__(
        self, store: Store, phones: SeenPhones, every: float = EVERY, noted: float = NOTED
    ) -> None:
        self._store = store
        self._phones = phones
        self._every, self._noted = every, noted
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and write when each phone was last seen."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._note_phones()

    def _run(self) -> None:
        portions = self.portions()
        while not self._stop.wait(self._every):
            next(portions)

    def portions(self) -> Iterator[float]:
        """Do what is due; each time, yield the seconds until the next look."""
        seen: Stamp | None = None
        checkpointed: Stamp | None = None
        written = time.monotonic()
        while True:
            if time.monotonic() - written >= self._noted:
                written = time.monotonic()
                self._note_phones()
            with contextlib.suppress(sqlite3.Error, UnusableFile):  # the pages report it
                present = self._store.stamp()
                if present == seen != checkpointed:
                    self._store.checkpoint()
                    checkpointed = present
                seen = present
            yield self._every

    def _note_phones(self) -> None:
        with contextlib.suppress(sqlite3.Error, UnusableFile):
            self._phones.flush()
