"""Which file bears a name, what SQLite keeps beside it, and whether these can be written."""

from __future__ import annotations

import os
from pathlib import Path

from scorekeeper.ledger.database import database_copy
from scorekeeper.ledger.database.database_errors import Unreachable

WAL, SHM = "-wal", "-shm"  # what has been written last, and where it stands

Identity = tuple[int, int]


def identity_of(path: Path) -> Identity | None:
    """What tells a file from any other that had its name before; None if it is not there.

    Raises Unreachable if the system does not let us look.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unreachable(f"cannot look at {path}: {error.strerror}") from error
    return status.st_dev, status.st_ino


def beside(path: Path, end: str) -> Path:
    """A file that SQLite keeps beside the one that a name leads to."""
    return Path(f"{path.resolve()}{end}")


def is_writable(path: Path) -> bool:
    """Whether the file, its folder and what lies beside it can be written."""
    neighbours = [beside(path, end) for end in database_copy.BESIDE]
    files = [path.parent, path, *(file for file in neighbours if file.exists())]
    return all(os.access(file, os.W_OK) for file in files)
