"""The score file in a process that only reads; another process writes what it wants to keep."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.database_errors import FileGone, Held, Unreachable
from scorekeeper.ledger.database.opening import identity_of
from scorekeeper.ledger.database.score_file import Change, ScoreFile
from scorekeeper.ledger.entries.store import Store

VERSION_AT, ROLLBACK = 18, b"\x01"  # the byte of a database file that is 1 without a WAL
Keep = Callable[[Sequence[Change]], bool]


class ReadingFile(ScoreFile):
    """A score file with one connection that cannot write, for one thread."""

    def __init__(self, path: Path, replaced: Callable[[], None], keep: Keep) -> None:
        super().__init__(path, replaced)
        self._keep = keep

    @property
    def db(self) -> Database:
        """The connection to the file that bears the name; raises FileGone, Held."""
        present = identity_of(self.path)
        if present is None:
            raise FileGone(f"no file {self.path}")
        if self._anchor is None or present != self._known:
            self._check_in_use()
            if self._anchor is not None:
                self._left.append(self._anchor)  # never closed, as in ScoreFile
                self._replaced()
            self._anchor, self._known = opening.connect(self.path, create=False), present
            self._anchor.execute("pragma query_only=on")
        return self._anchor

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
        raise sqlite3.OperationalError("attempt to write in a process that only reads")
        yield self.db

    def keep(self, changes: Sequence[Change]) -> bool:
        return self._keep(changes)


class ReadingStore(Store):
    """A store in a process that only reads; `keep` says whether it wrote the changes elsewhere."""

    def __init__(self, path: Path, keep: Keep) -> None:
        super().__init__(path)
        self._file = ReadingFile(path, self._forget, keep)
