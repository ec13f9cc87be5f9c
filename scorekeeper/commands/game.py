"""The commands `game`: list, check and show games that are described by files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from scorekeeper.games.file_rulebook import FileGame
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.game_file_check import check_game_file
from scorekeeper.games.game_file_reader import MOST_BYTES
from scorekeeper.games.registry import check_name, ready_files
from scorekeeper.wording import counted

HANDS = 100


@click.group(short_help="Check and show games that are described by files.")
def game() -> None:
    """Check and show games that are described by files; see docs/own-games.md."""


@game.command("list")
def listing() -> None:
    """List the games that come as files, with the numbers of players."""
    for book in ready_files():
        click.echo(f"{book.key:16} {_players(book):14}{book.name!s}")


@game.command("check")
@click.argument("file")
def checking(file: str) -> None:
    """Check a game FILE: its name, its fields, its examples and random hands.

    The reason names the line. FILE may also be the key of a game that comes as a file.
    """
    book = _read(file, HANDS, check_name)
    examples = counted(len(book.file.examples), "example")
    click.echo(
        f"{book.name!s}: in order. {examples}, {HANDS} random hands for each number of "
        f"players. Version {book.file.digest}."
    )


@game.command("show")
@click.argument("file")
def showing(file: str) -> None:
    """Show the questions and the rules of a game, by its FILE or key."""
    book = _read(file, 1)
    rules = book.presets[0].rules
    click.echo(f"{book.name!s}, {_players(book)}")
    click.echo(str(book.summary))
    click.echo("\nAsked after each hand")
    for asked in book.file.asked:
        if asked.value is None:
            click.echo(f"  {asked.key}: {asked.ask.pattern}")
    for section in book.describe(rules):
        click.echo(f"\n{section.title!s}")
        for sentence in section.sentences:
            click.echo(f"  {sentence!s}")
    ending = book.agreed(book.usual_ending(rules), rules, book.players[0])
    click.echo(f"\n{ending.describe(book.until(rules))!s}")


def _players(book: FileGame) -> str:
    """Return the numbers of players: “2–8 players”, “4 players”."""
    return f"{'–'.join(map(str, sorted({book.players[0], book.players[-1]})))} players"


def _read(file: str, hands: int, check: Callable[[FileGame], None] | None = None) -> FileGame:
    """Return the game of a file or key; ends the program with the reason if it cannot be used.

    check    called with the game of a file; raises GameFileError
    """
    for book in ready_files():
        if book.key == file:
            return check_game_file(book.file.text, book.key, hands)
    path = Path(file)
    try:
        with path.open("rb") as opened:
            text = opened.read(MOST_BYTES + 1).decode()
        book = check_game_file(text, path.stem.lower().replace("_", "-"), hands)
        if check is not None:
            check(book)
        return book
    except UnicodeDecodeError:
        reason = "line 1: this is not text in UTF-8"
    except OSError as error:
        known = ", ".join(book.key for book in ready_files())
        reason = f"{error.strerror or error}; games that come as files: {known}"
    except GameFileError as error:
        reason = str(error)
    click.echo(f"scorekeeper: {file}, {reason}", err=True)
    sys.exit(2)
