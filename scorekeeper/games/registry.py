"""The registry of games: bundled ones, those of other packages, and those in a folder to try.

Bundled games are modules, or files in the folder `game_files`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.file_rulebook import FileGame, game_of
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.kachuful import KACHUFUL
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.points_sheet import POINTS_SHEET
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.wizard import WIZARD
from scorekeeper.rules.rulebook import Rulebook

ENTRY_POINTS = "scorekeeper.rulebooks"
FOLDER = "SCOREKEEPER_RULEBOOKS"
"""The environment variable with a folder of rulebooks to try; child processes inherit it."""
BUNDLED: tuple[Rulebook[Any], ...] = (
    ISRAELI_WHIST,
    BID_WHIST,
    OH_HELL,
    SPADES,
    HEARTS,
    WIZARD,
    ROMANIAN_WHIST,
    ESTIMATION,
    KACHUFUL,
    POINTS_SHEET,
)
GAME_FILES = Path(__file__).parents[1] / "game_files"


@cache
def ready_files() -> tuple[FileGame, ...]:
    """Return the bundled games that are described by files."""
    paths = sorted(GAME_FILES.glob("*.toml"))
    return tuple(game_of(path.read_text("utf-8"), path.stem) for path in paths)


@cache
def rulebooks() -> dict[str, Rulebook[Any]]:
    """Return every game by key: bundled, from other packages, and from the folder to try."""
    books = {book.key: book for book in (*BUNDLED, *ready_files())}
    for entry_point in entry_points(group=ENTRY_POINTS):
        book: Rulebook[Any] = entry_point.load()
        books.setdefault(book.key, book)
    if folder := os.environ.get(FOLDER):
        for book in in_folder(Path(folder)):
            books.setdefault(book.key, book)
    return books


def in_folder(folder: Path) -> Iterator[Rulebook[Any]]:
    """Yield the rulebooks in the modules and packages of a folder; imports (runs) their code."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    for path in sorted(folder.iterdir()):
        if path.suffix != ".py" and not (path / "__init__.py").is_file():
            continue
        for value in vars(import_module(path.stem)).values():
            if isinstance(value, Rulebook):
                yield value
