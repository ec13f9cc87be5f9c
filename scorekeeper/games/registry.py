"""The registry of games: bundled ones, those of other packages, and those in a folder to try.

Bundled games are modules, or files in the folder `game_files`.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.call_break import CALL_BREAK
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.file_rulebook import FileGame, game_of
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.game_file_reader import read_game_file
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.kachuful import KACHUFUL
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.points_sheet import POINTS_SHEET
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.games.skull_king import SKULL_KING
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.wizard import WIZARD
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.wording import Given, Sentence, Written, letters_of, mixed_word, normalised, say

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
    CALL_BREAK,
    SKULL_KING,
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


# Games of tables: their keys contain a digest of their file, so that a game keeps its version

_OWN = re.compile(r"(own-[a-z0-9-]+)-[0-9a-f]{16}")
LONGEST_SLUG = 20
MOST_OWN = 128  # games in memory


def family_of(key: str) -> str:
    """Return the part of a key that all versions of a table's own game have in common."""
    own = _OWN.fullmatch(key)
    return own[1] if own else key


def is_own(key: str) -> bool:
    """Return whether a key is that of a table's own game."""
    return family_of(key) != key


@lru_cache(MOST_OWN)
def own_game(text: str) -> FileGame:
    """Return the game of a table's own file, with a key from its name and text.

    Raises GameFileError.
    """
    file = read_game_file(text, "own")
    return FileGame(replace(file, key=f"{own_family(str(file.name.pattern))}-{file.digest}"))


def own_text(book: Rulebook[Any]) -> str | None:
    """Return the text of a table's own game file; None for another game."""
    return book.file.text if isinstance(book, FileGame) and is_own(book.key) else None


def own_family(name: str) -> str:
    """Return the family of the own games with a name; capitals and blanks make no difference."""
    plain = " ".join(normalised("NFKC", name).casefold().split())
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_SLUG].strip("-")
    if slug.replace("-", " ") != plain:
        slug = f"{slug}-{hashlib.sha256(plain.encode()).hexdigest()[:8]}".lstrip("-")
    return f"own-{slug}"


def name_line(book: FileGame) -> int:
    """Return the line of a game file that gives the name."""
    lines = enumerate(book.file.text.splitlines(), 1)
    return next((line for line, text in lines if text.startswith("name")), 1)


def check_name(book: FileGame, others: Iterable[str] | None = None) -> None:
    """Raise GameFileError if a name of this file, in any language, is like that of another game.

    others    the names of the other games; without them, of the games that come with the program
    """
    if others is None:
        others = titles(name for other in rulebooks().values() for name in names_of(other))
    taken = set(map(letters_of, others))
    for name in names_of(book):
        if reason := _fault_of_name(name, taken):
            raise GameFileError(name_line(book), reason)


def _fault_of_name(name: str, taken: Container[str]) -> Sentence | None:
    """Return why a game cannot have a name; None if it can.

    taken    the letters of the names of other games
    """
    letters = letters_of(name)
    if not letters:
        return say("the name “{name}” needs a letter or a number", name=Given(name))
    if word := mixed_word(name):
        return say(
            "the word “{word}” in the name mixes alphabets: write it with usual letters of one",
            word=Given(word),
        )
    if letters in taken:
        return say("there is a game “{name}” already; give yours another name", name=Given(name))
    return None


_IN_BRACKETS = re.compile(r"\([^()]*\)")


def titles(names: Iterable[str]) -> Iterator[str]:
    """Yield names, each also without what is in brackets: “Schieber” of “Schieber (Jass)”."""
    for name in names:
        yield from (name, _IN_BRACKETS.sub("", name))


def names_of(book: Rulebook[Any]) -> set[str]:
    """Return the name of a game in every language that the game itself has."""
    pattern = book.name.pattern
    return {str(pattern), *(pattern.texts.values() if isinstance(pattern, Written) else ())}


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
