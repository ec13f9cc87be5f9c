"""Game files of a table: games of its own, each stored with its text under a key of its own.

The key contains a digest of the text, so that a game is always scored by the file it was played
by. Versions of a game have the same name, and so the same family; the newest one is offered, and
figures count them together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from sqlite_utils import Database

from scorekeeper.errors import IllegalEntry
from scorekeeper.games.file_rulebook import FileGame
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.registry import family_of, is_own, own_game, rulebooks
from scorekeeper.ledger.checksums import WrongChecksum
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.wording import say

MOST_FILES = 100  # of a table, with older versions and removed games


def book_of(db: Database | sqlite3.Connection, key: str) -> Rulebook[Any] | None:
    """Return the rulebook with a key: a known game, or a game file of any table; None if unknown.

    Raises WrongChecksum if the stored file was changed.
    """
    if not is_own(key):
        return rulebooks().get(key)
    row = db.execute("select text from game_files where key = ? limit 1", [key]).fetchone()
    return None if row is None else stored_game(key, row[0])


def books_by_key(db: Database, keys: Iterable[str]) -> dict[str, Rulebook[Any]]:
    """Return the rulebooks with these keys; unknown games and damaged files are left out."""
    books: dict[str, Rulebook[Any]] = {}
    for key in keys:
        with suppress(WrongChecksum):
            if (book := book_of(db, key)) is not None:
                books[key] = book
    return books


def stored_game(key: str, text: str) -> FileGame:
    """Return the game of a stored file; raises WrongChecksum if it is another than the key says."""
    try:
        book = own_game(text)
    except GameFileError as error:
        raise WrongChecksum(f"the game file {key}: {error}") from None
    if book.key != key:
        raise WrongChecksum(f"the game file {key}")
    return book


def text_of(db: Database | sqlite3.Connection, key: str) -> str | None:
    """Return the text of the file that a game is played by; None if the game has no own file."""
    if not is_own(key):
        return None
    row = db.execute("select text from game_files where key = ? limit 1", [key]).fetchone()
    return None if row is None else str(row[0])


def own_games(db: Database, table_id: int, *, offered: bool = True) -> list[FileGame]:
    """Return the newest version of each own game of a table, the newest game first.

    offered    whether to leave out games that were removed from the list
    """
    rows = db.execute(
        "select key, family, text, removed from game_files where table_id = ? "
        "order by removed is null desc, added desc, rowid desc",
        [table_id],
    ).fetchall()
    games: dict[str, FileGame] = {}
    for key, family, text, removed in rows:
        if family not in games and not (offered and removed):
            with suppress(WrongChecksum):  # its games are reported as damaged
                games[family] = stored_game(key, text)
    return list(games.values())


def books_of(db: Database, table_id: int, *, offered: bool = False) -> dict[str, Rulebook[Any]]:
    """Return every game of a table by key: the known games, then its own in their newest version.

    offered    whether to leave out own games that were removed from the list
    """
    own = own_games(db, table_id, offered=offered)
    return rulebooks() | {book.key: book for book in own}


def keys_of(db: Database, table_id: int) -> list[str]:
    """Return the keys of all games that the table can have played, with all versions."""
    rows = db.execute("select key from game_files where table_id = ?", [table_id])
    return [*rulebooks(), *(key for (key,) in rows.fetchall())]


def versions_of(db: Database, table_id: int, key: str) -> list[str]:
    """Return the keys of all versions of a game at a table."""
    if not is_own(key):
        return [key]
    rows = db.execute(
        "select key from game_files where table_id = ? and family = ?", [table_id, family_of(key)]
    )
    return [key, *(other for (other,) in rows.fetchall() if other != key)]


def newest_of(books: Iterable[Rulebook[Any]], key: str) -> Rulebook[Any] | None:
    """Return the game with this key, or another version of it; None if there is none."""
    families = {family_of(book.key): book for book in books}
    return families.get(family_of(key))


def bring(db: Database, table_id: int, text: str, now: str) -> None:
    """Put a game file on a table's list; nothing changes if it is there.

    If the list has another version of the game, that one stays on offer.

    Raises GameFileError, and IllegalEntry if the table has too many files.
    """
    book = own_game(text)
    (count,) = db.execute(
        "select count(*) from game_files where table_id = ? and key <> ?", [table_id, book.key]
    ).fetchone()
    if count >= MOST_FILES:
        raise IllegalEntry(
            "too-many-files",
            say("A table takes {most} game files, with their older versions.", most=MOST_FILES),
        )
    family = family_of(book.key)
    (has_other,) = db.execute(
        "select exists (select 1 from game_files where table_id = ? and family = ? and key <> ? "
        "and removed is null)",
        [table_id, family, book.key],
    ).fetchone()
    db.execute(
        "insert into game_files (table_id, key, family, text, added, removed) "
        "values (?, ?, ?, ?, ?, ?) on conflict (table_id, key) do update "
        "set removed = excluded.removed, added = excluded.added where removed is not null",
        [table_id, book.key, family, text, now, now if has_other else None],
    )
