"""Upkeep of the score file while nobody taps.

Every few minutes it is noted which phones were seen (see `phones`). After a quiet moment the newest
entries are brought from the WAL into the file itself, so that less is lost if files are copied or
deleted carelessly. A WAL that was deleted is noticed here too.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time

from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.phones import SeenPhones
from scorekeeper.ledger.score_file import Stamp
from scorekeeper.ledger.store import Store

EVERY = 5.0  # seconds between two looks
NOTED = 300.0  # seconds after which the phones that were seen are brought into the file


class Idle:
    """A thread that looks whether anybody has written; one for each process that serves."""

    def __init__(
        self, store: Store, phones: SeenPhones, every: float = EVERY, noted: float = NOTED
    ) -> None:
        self._store = store
        self._phones = phones
        self._every, self._noted = every, noted
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End; what is under way is finished, and the phones that were seen are noted."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._note_phones()

    def _run(self) -> None:
        seen: Stamp | None = None
        settled: Stamp | None = None
        noted = time.monotonic()
        while not self._stop.wait(self._every):
            if time.monotonic() - noted >= self._noted:
                noted = time.monotonic()
                self._note_phones()
            with contextlib.suppress(sqlite3.Error, UnusableFile):  # the pages tell of it
                present = self._store.stamp()
                if present == seen != settled:
                    self._store.settle()
                    settled = present
                seen = present

    def _note_phones(self) -> None:
        with contextlib.suppress(sqlite3.Error, UnusableFile):
            self._phones.flush()
