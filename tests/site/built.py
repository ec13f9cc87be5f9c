"""The site as built from the present sources, for all tests of a run."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from pathlib import Path

from tests.tools import site
from tests.tools.locked_packages import ROOT

FOLDER = site.KEPT / "built"
SOURCES = (
    *(ROOT / name for name in ("scorekeeper", "templates", "static")),
    *(site.HERE / name for name in ("site.py", "site_contents.py", "site_season.py")),
    *(site.HERE / name for name in ("boot_pyodide.mjs", "locked_packages.py")),
    ROOT / "docs" / "requirements.lock",
)


def built_site() -> Path:
    """Return the folder of the site, built if a source has changed since."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:  # one of several test processes builds
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = FOLDER / _digest()
        if not folder.is_dir():
            for old in FOLDER.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
            fresh = FOLDER / "unfinished"
            site.build(fresh)
            fresh.rename(folder)
    return folder


def _digest() -> str:
    digest = hashlib.sha256()
    for source in SOURCES:
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(ROOT).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
