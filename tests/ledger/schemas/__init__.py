"""Files of each earlier schema as SQL, written by the program version that had it.

`1.sql` is the oldest. Each later one is stored as the step from the one before it, an ed script
that `diff -e OLDER.sql NEWER.sql` prints. The name gives the numbers of the migrations.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

_FOLDER = Path(__file__).parent
_COMMAND = re.compile(r"(\d+)(?:,(\d+))?([acd])\n")


def _edited(older: str, script: str) -> str:
    """The text that an ed script makes; its commands come from the last line to the first."""
    lines, commands = older.splitlines(keepends=True), iter(script.splitlines(keepends=True))
    for command in commands:
        found = _COMMAND.fullmatch(command)
        assert found, command
        first, last, kind = int(found[1]), int(found[2] or found[1]), found[3]
        fresh = [] if kind == "d" else list(iter(commands.__next__, ".\n"))
        lines[first if kind == "a" else first - 1 : last] = fresh
    return "".join(lines)


def _files() -> dict[str, str]:
    known = {"1": (_FOLDER / "1.sql").read_text(encoding="utf-8")}
    steps = {file.stem: file for file in _FOLDER.glob("*.ed")}
    names = ["1", *sorted(steps, key=lambda name: (len(name), name))]
    for older, newer in pairwise(names):
        known[newer] = _edited(known[older], steps[newer].read_text(encoding="utf-8"))
    return known


SCHEMAS = _files()


def write_old(name: str, path: Path) -> Path:
    """Write the score file of an earlier schema."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SCHEMAS[name])
    return path
