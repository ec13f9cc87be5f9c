"""Games of a table's own: adding a game file to the table's list, and removing one."""

from __future__ import annotations

from collections.abc import Iterable

from sqlite_utils import Database

from scorekeeper.games.file_rulebook import FileGame
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.registry import check_name as check_bundled_names
from scorekeeper.games.registry import family_of, name_line, names_of, own_game
from scorekeeper.ledger import game_files, journal
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.store import Store
from scorekeeper.wording import Given, say


def add(
    store: Store,
    table_id: int,
    text: str,
    by: Author = COMMAND,
    *,
    replace: bool = False,
    taken: Iterable[str] = (),
) -> FileGame:
    """Add a game file to a table, and return its game.

    replace    whether an own game of the same name is replaced; its games keep their version
    taken      further names of known games, such as their translations

    Raises GameFileError for a file that cannot be used or a name that is taken, and IllegalEntry
    if the table has too many files.
    """
    book = own_game(text)
    check_name(store.db, table_id, book, replace=replace, taken=taken)
    with store.transaction() as db:
        now = store.now()
        db.execute(
            "update game_files set removed = ? where table_id = ? and family = ? and key <> ? "
            "and removed is null",
            [now, table_id, family_of(book.key), book.key],
        )
        game_files.bring(db, table_id, text, now)
        journal.note(db, now, table_id, Event.GAME_FILE_ADDED, by, name=str(book.name))
    return book


def check_name(
    db: Database,
    table_id: int,
    book: FileGame,
    *,
    replace: bool = False,
    taken: Iterable[str] = (),
) -> None:
    """Raise GameFileError if another game has a name that looks like one of this game."""
    own = game_files.own_games(db, table_id)
    others = (each for each in own if family_of(each.key) != family_of(book.key))
    check_bundled_names(book)
    check_bundled_names(book, [*taken, *(name for each in others for name in names_of(each))])
    clash = game_files.newest_of(own, book.key)
    if clash is not None and clash.key != book.key and not replace:
        raise GameNameTaken(
            name_line(book),
            say("this table has a game “{name}” already", name=Given(str(book.name))),
        )


class GameNameTaken(GameFileError):
    """Raised if the table has an own game of this name, which may be replaced."""


def remove(store: Store, table_id: int, key: str, by: Author = COMMAND) -> None:
    """Take an own game off the list; its games stay and go on. Raises Unknown."""
    with store.transaction() as db:
        row = db.execute(
            "select text from game_files where table_id = ? and key = ? and removed is null",
            [table_id, key],
        ).fetchone()
        if row is None:
            raise Unknown("game")
        now = store.now()
        db.execute(
            "update game_files set removed = ? where table_id = ? and key = ?",
            [now, table_id, key],
        )
        name = str(own_game(row[0]).name)
        journal.note(db, now, table_id, Event.GAME_FILE_REMOVED, by, name=name)
