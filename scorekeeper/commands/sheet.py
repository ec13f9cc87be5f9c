"""The command `sheet`: a blank sheet or the house rules as PDF, without a score file."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from scorekeeper.commands.by_game import ByGame
from scorekeeper.commands.game_options import reasons, rules_of
from scorekeeper.commands.option_types import NewFile, Number, force_option
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.sheets.blank_sheet import blank_sheet, usual_setup
from scorekeeper.sheets.paper_layout import A4, PAPERS
from scorekeeper.sheets.pdf import pdf
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.sheet_language import Speech

BLANK, RULES = "blank", "rules"
LONGEST_NAME = 24


def sheet(languages: Collection[str], speech_of: Callable[[str], Speech]) -> click.Command:
    """The command, in these languages; `speech_of` has the words of one."""

    def commands() -> dict[str, click.Command]:
        return {key: _sheet(book, languages, speech_of) for key, book in rulebooks().items()}

    return ByGame("sheet", commands, "Make a blank score sheet or the house rules as PDF.")


def _sheet(
    book: Rulebook[Any], languages: Collection[str], speech_of: Callable[[str], Speech]
) -> click.Command:
    """The command that makes the sheets of one game."""
    schemes = {part.path: part for part in house_rules.parts(book.rules) if part.ready}

    def make(
        *,
        what: str,
        rules: str,
        names: str | None,
        players: int | None,
        paper: str,
        lang: str,
        out: Path | None,
        **chosen: str | None,
    ) -> None:
        with reasons():
            given = rules_of(book, rules)
            for path, key in chosen.items():
                if key is not None:
                    given = replace(given, **{path: _ready(schemes[path])[key]})
            seated = _names(book, names)
            setup = usual_setup(book, given, len(seated) or players)
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

    return click.Command(
        "sheet",
        callback=make,
        help=f"Make a blank score sheet of {book.name}, or its house rules, as PDF.",
        params=[
            click.Argument(["what"], type=click.Choice([BLANK, RULES]), default=BLANK),
            click.Option(
                ["--rules"],
                default=book.presets[0].key,
                show_default=True,
                metavar="RULES",
                help="A set of rules "
                f"({', '.join(preset.key for preset in book.presets)}) or a file of house rules "
                "as JSON.",
            ),
            *(
                click.Option(
                    [f"--{path}"],
                    type=click.Choice(list(_ready(part))),
                    help=f"Another {str(part.label).lower()} than that of the rules.",
                )
                for path, part in schemes.items()
            ),
            click.Option(["--names"], help="The players in the order of the seats, with commas."),
            click.Option(
                ["--players"],
                type=Number(book.players[0], book.players[-1]),
                help="How many play, where no names are given.",
            ),
            click.Option(
                ["--paper"], type=click.Choice(list(PAPERS)), default=A4.key, show_default=True
            ),
            click.Option(
                ["--lang"],
                type=click.Choice(list(languages)),
                default=next(iter(languages)),
                show_default=True,
                help="The language of the sheet.",
            ),
            click.Option(
                ["--out"],
                type=NewFile(),
                help=f"The file to write; {book.key}-blank.pdf or {book.key}-rules.pdf otherwise.",
            ),
            force_option(),
        ],
    )


def _ready(part: house_rules.Question) -> dict[str, Any]:
    """The sets of values that are offered for a part of the rules, by key."""
    return {ready.key: ready.value for ready in part.ready}


def _names(book: Rulebook[Any], given: str | None) -> tuple[str, ...]:
    """The names of the players; none where none were given."""
    if given is None:
        return ()
    names = tuple(name.strip() for name in given.split(","))
    if not all(0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names):
        raise ValueError(f"--names takes names of 1 to {LONGEST_NAME} visible characters each.")
    if len(names) not in book.players:
        raise ValueError(f"{book.name} is not played by {len(names)}.")
    return names
