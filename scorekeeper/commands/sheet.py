"""The command `sheet`: a blank sheet or the house rules as PDF, without a score file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from scorekeeper.api import player_count
from scorekeeper.commands.options import (
    GameCommand,
    NewFile,
    refusals,
    replaces_files,
    rules_of,
    rules_options,
)
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.sheets.blank_sheet import blank_sheet, usual_setup
from scorekeeper.sheets.document import A4, PAPERS
from scorekeeper.sheets.language import Speech
from scorekeeper.sheets.pdf import pdf
from scorekeeper.sheets.rules_page import rules_page

BLANK, RULES = "blank", "rules"
LONGEST_NAME = 24


def sheet(languages: Sequence[str], speech_of: Callable[[str], Speech]) -> click.Command:
    """Return the command; `speech_of` returns a language with its translations, by its code."""

    @replaces_files
    @click.command(
        "sheet",
        cls=GameCommand,
        short_help="Make a blank score sheet or the house rules as PDF.",
    )
    @click.argument("what", type=click.Choice([BLANK, RULES]), default=BLANK)
    @rules_options
    @click.option("--names", help="The players in the order of the seats, with commas.")
    @click.option("--players", "seats", type=int, help="How many play, if no names are given.")
    @click.option("--paper", type=click.Choice(list(PAPERS)), default=A4.key, show_default=True)
    @click.option(
        "--lang",
        type=click.Choice(languages),
        default=languages[0],
        show_default=True,
        help="The language of the sheet.",
    )
    @click.option(
        "--out",
        type=NewFile(),
        help="The file to write; if not given, named like spades-blank.pdf.",
    )
    def make(
        *,
        book: Rulebook[Any],
        what: str,
        rules: str | None,
        scheme: str | None,
        names: str | None,
        seats: int | None,
        paper: str,
        lang: str,
        out: Path | None,
    ) -> None:
        """Make a blank score sheet of a game, or a page with its house rules, as PDF."""
        with refusals():
            chosen = rules_of(book, rules, scheme)
            seated = _names(book, names)
            many = None if seats is None else player_count(book, seats)
            setup = usual_setup(book, chosen, len(seated) or many)
            size, speech = PAPERS[paper], speech_of(lang)
            made = pdf(
                blank_sheet(setup, seated, size, speech)
                if what == BLANK
                else rules_page(setup, size, speech, seated)
            )
            file = out or Path(
                NewFile().convert(f"{book.key}-{what}.pdf", None, click.get_current_context())
            )
            file.write_bytes(made)
        click.echo(click.format_filename(file))

    return make


def _names(book: Rulebook[Any], text: str | None) -> tuple[str, ...]:
    """Return the names of the players; empty if the option is missing. Raises ValueError."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names):
        raise ValueError(f"--names takes names of 1 to {LONGEST_NAME} visible characters each.")
    if len(names) not in book.players:
        raise ValueError(f"{book.name} is not played by {len(names)}.")
    return names
