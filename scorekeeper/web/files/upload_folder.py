"""The folder for uploads that have been looked into and not yet brought in.

It goes when the server ends. What a killed server has left behind goes at the next start: a folder
is in use as long as some process holds the lock on a file in it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import weakref
from contextlib import suppress
from pathlib import Path

PREFIX = "scorekeeper-uploads-"
LOCK = "in-use"
YOUNG = 60.0  # seconds in which a folder may not have its lock yet


class UploadFolder:
    """A folder of its own that nobody else can read."""

    def __init__(self) -> None:
        _clear_away(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        _hold(self._lock)
        self._end = weakref.finalize(self, _remove, self.path, self._lock, os.getpid())

    def close(self) -> None:
        """Remove the folder."""
        self._end()


def _remove(path: Path, lock: int, owner: int) -> None:
    os.close(lock)
    if os.getpid() == owner:  # and no child of the server
        shutil.rmtree(path, ignore_errors=True)


def _clear_away(place: Path) -> None:
    """Remove folders of ours that no process holds any more."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            if folder.is_symlink() or not folder.is_dir() or not _is_ours(status.st_uid):
                continue
            lock = folder / LOCK
            old = time.time() - status.st_mtime > YOUNG
            if _is_left(lock) if lock.exists() else old:
                shutil.rmtree(folder, ignore_errors=True)


def _is_ours(owner: int) -> bool:
    return sys.platform == "win32" or owner == os.geteuid()


def _is_left(lock: Path) -> bool:
    """Whether nobody holds the lock."""
    handle = os.open(lock, os.O_RDWR)
    try:
        return _hold(handle)
    finally:
        os.close(handle)


def _hold(handle: int) -> bool:
    """Take the lock; False where another process has it."""
    if sys.platform == "win32":
        return False  # nothing is cleared away there
    import fcntl  # noqa: PLC0415  (not on Windows)

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
