"""Uploaded files: the folder that they wait in until their import is confirmed."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from scorekeeper.exchange.importing import Survey
from scorekeeper.ledger.database import is_unlocked, try_lock

# The server removes its folder when it ends. A folder that a killed server has left is removed at
# the next start: it is abandoned if no process holds the lock on the file in it.

PREFIX = "scorekeeper-uploads-"
LOCK = "in-use"
YOUNG = 60.0  # seconds in which a new folder may still be without its lock file


class UploadFolder:
    """A temporary folder that only this server's account can read."""

    def __init__(self, *, tidy: bool = True) -> None:
        if tidy:
            _remove_abandoned(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        try_lock(self._lock)
        self._end = weakref.finalize(self, _remove, self.path, self._lock, os.getpid())

    def close(self) -> None:
        self._end()


def _remove(path: Path, lock: int, owner: int) -> None:
    os.close(lock)
    if os.getpid() == owner:  # a child process leaves the folder alone
        shutil.rmtree(path, ignore_errors=True)


def _remove_abandoned(temporary: Path) -> None:
    """Remove folders of this account whose lock no process holds."""
    for folder in temporary.glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            if folder.is_symlink() or not folder.is_dir() or not _is_ours(status.st_uid):
                continue
            lock = folder / LOCK
            is_old = time.time() - status.st_mtime > YOUNG
            if is_unlocked(lock) if lock.exists() else is_old:
                shutil.rmtree(folder, ignore_errors=True)


def _is_ours(owner: int) -> bool:
    own = getattr(os, "geteuid", None)  # not on Windows, and not in a browser
    return own is None or owner == own()


KEPT_UPLOADS = 4  # for each table


class Upload(NamedTuple):
    """An uploaded file, and what an import of it into a table would add.

    `survey` is None for a score file that is to take the place of the present one.
    """

    table_id: int
    path: Path
    survey: Survey | None


class Uploads:
    """Uploaded files whose use waits to be confirmed: the newest few of each table."""

    def __init__(self, *, tidy: bool = True) -> None:
        """With `tidy`, remove what killed servers have left; a browser's memory has none of it."""
        self._folder = UploadFolder(tidy=tidy)
        self._uploads: dict[str, Upload] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        self._folder.close()

    def new_path(self) -> Path:
        """Return a path for a new file in the folder for uploads."""
        return self._folder.path / secrets.token_hex(16)

    def store(self, table_id: int, path: Path, survey: Survey | None) -> str:
        """Store a file that was checked; return a token for it."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._uploads[token] = Upload(table_id, path, survey)
            own = [other for other, each in self._uploads.items() if each.table_id == table_id]
            for other in own[:-KEPT_UPLOADS]:
                self._uploads.pop(other).path.unlink(missing_ok=True)
        return token

    def take(self, table_id: int, token: str) -> Upload | None:
        """Remove and return what was stored under a token; None if it is unknown to this table."""
        with self._lock:
            stored = self._uploads.get(token)
            if stored is None or stored.table_id != table_id:
                return None
            return self._uploads.pop(token)
