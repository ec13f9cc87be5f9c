"""The score file in a process that only reads.

What it works out and would keep is handed to the process that writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.change import Change
from scorekeeper.ledger.database.database_errors import FileGone, Held, Unreachable
from scorekeeper.ledger.database.file_identity import Identity, identity_of
from scorekeeper.ledger.database.score_file import ScoreFile
from scorekeeper.ledger.entries.store import Store

VERSION_AT, ROLLBACK = 18, b"\x01"  # the byte of a database that says how it is written
Keep = Callable[[Sequence[Change]], bool]


class ReadingFile(ScoreFile):
    """A score file with one connection, on which nothing can be written; for one thread."""

    def __init__(self, path: Path, replaced: Callable[[], None], keep: Keep) -> None:
        super().__init__(path, replaced)
        self._forget = replaced
        self._keep = keep
        self._open_one: tuple[Identity, Database] | None = None

    @property
    def db(self) -> Database:
        """The connection to the file that bears the name; raises FileGone."""
        present = identity_of(self.path)
        if present is None:
            raise FileGone(f"no file {self.path}")
        if self._open_one is None or self._open_one[0] != present:
            if self._open_one is not None:
                self._left.append(self._open_one[1])  # never closed, as in ScoreFile
                self._forget()
            self._check_in_use()
            db = opening.connect(self.path, create=False)
            db.execute("pragma query_only=on")
            self._open_one = present, db
        return self._open_one[1]

    def _check_in_use(self) -> None:
        """Raise Held for a copy that was just put there, and is not in WAL mode yet.

        Reading it now would keep the process that writes from taking it into use, and would mix it
        with the WAL of the file before.
        """
        try:
            with self.path.open("rb") as file:
                head = file.read(VERSION_AT + 1)
        except OSError as error:
            raise Unreachable(f"{self.path}: {error.strerror or error}") from error
        if head[VERSION_AT:] == ROLLBACK:
            raise Held(f"{self.path} is not in use yet")

    @contextmanager
    def transaction(self, patience: float | None = None) -> Iterator[Database]:  # noqa: ARG002
        """None is to be had; raises sqlite3.Error."""
        yield self._refused()

    def keep(self, changes: Sequence[Change]) -> bool:
        """Hand over what is to be kept; say whether it was written."""
        return self._keep(changes)

    def _refused(self) -> Database:
        raise sqlite3.OperationalError("attempt to write in a process that only reads")


class ReadingStore(Store):
    """A store in a process that only reads."""

    def __init__(self, path: Path, keep: Keep) -> None:
        """`keep` writes changes elsewhere, and says whether it did."""
        super().__init__(path)
        self._file = ReadingFile(path, self._forget, keep)
