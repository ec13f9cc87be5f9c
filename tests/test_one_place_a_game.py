"""Names of games occur only in their own files and in one line of the registry."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.games.registry import BUNDLED

ROOT = Path(__file__).parents[1]
ROOMS = ("scorekeeper", "templates", "static")
GAMES, PLAY = Path("scorekeeper/games"), Path("scorekeeper/play")
REGISTRY = GAMES / "registry.py"


WORDS = {"estimation", "hearts", "points", "spades"}  # keys that are also usual words


def pattern(key: str) -> str:
    """A pattern for the name of a game; for a usual word, its folder and comparisons with it."""
    if key in WORDS:
        return rf"games[./]{key}|(book|game)\.key (==|!=) .{key}"
    return key.replace("-", "[-_ ]?")


@cache
def texts() -> dict[Path, str]:
    return {
        path.relative_to(ROOT): path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css", ".svg"}
    }


@pytest.mark.parametrize("key", [book.key for book in BUNDLED])
def test_no_other_module_names_the_game(key: str) -> None:
    named = re.compile(pattern(key), re.IGNORECASE)
    naming = {path for path, text in texts().items() if named.search(text)}
    assert {path for path in naming if not is_own(path, key.replace("-", "_"))} == {REGISTRY}


def is_own(path: Path, name: str) -> bool:
    """Whether a file is in the folder of a game, its module, or a module of its card play."""
    if PLAY in path.parents:
        return path.name.startswith(name)
    return GAMES / name in path.parents or path == GAMES / f"{name}.py"
