"""Examples at the end of a command's help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from scorekeeper.rules.rulebook import Rulebook

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": ("", "--port 8080 --db club.db", "list"),
    "serve": ("", "--port 8080", "--db club.db --no-links"),
    "demo": ("", "--evenings 40 --seed 7"),
    "sheet": ("--lang he --rules wikipedia", "rules --paper letter"),
    "check": ("hands.txt", "hands.txt --json"),
    "simulate": (
        "--hands 100000 --rules vax",
        "--hands 1000 --out hands.csv",
    ),
    "odds": ("120 80 -40 10 --target 300 --dealer W",),
    "advise": ('AKQT9.KQ4.A7.952 --seat W --dealer S --said "pass"',),
    "review": ("hands.txt",),
    "rules": ("--rules pagat+elhanani", "--json"),
    "list": ("", '--text "Anna 2026-03"', "--json --most 1000"),
    "show": ("12", "12 --json"),
    "standings": ("", "12 --json"),
    "players": ("", "--from 2026-01-01 --json"),
    "season": ("", "--game all --by place-points --points 5-3-1 --best 10 --json"),
    "export": ("-o scores.json", "--format csv --game 12 -o game.csv"),
    "import": ("scores.json", "scores.json --dry-run"),
    "import-results": (
        "evenings.csv --dry-run",
        "evenings.csv --game hearts --player Anna --player Ben --player Carl --year 2019",
    ),
    "backup": ("copy.db", "copy.db --force"),
    "restore": ("", "2026-11-20"),
    "doctor": ("", "--db club.db"),
    "game": ("list", "check mine.toml"),
    "game list": ("",),
    "game check": ("mine.toml",),
    "game show": ("mine.toml",),
    "tables": ("list", 'add "Friday club"', 'link "Friday club"'),
    "tables list": ("",),
    "tables add": ('"Friday club"',),
    "tables link": ('"Friday club"',),
    "tables renew": ('"Friday club"',),
}
OF_ANY_GAME: dict[str, tuple[str, ...]] = {
    "sheet": ("", "rules"),
    "check": ("hands.txt", "hands.txt --json"),
    "simulate": ("--hands 1000 --out hands.csv",),
    "review": ("hands.txt",),
    "rules": ("--json",),
}
"""The examples of a command for a game other than the default one."""
TITLE = "Examples:"


def examples_of_game(name: str, book: Rulebook[Any], *, usual: bool) -> str:
    """Return the examples of a command with `--game` for this game."""
    if name == "score":
        return epilog(f"score --game {book.key}", book.examples)
    if usual:
        return epilog(name, EXAMPLES[name])
    return epilog(f"{name} --game {book.key}", OF_ANY_GAME.get(name, ()))


def add_examples(command: click.Command, name: str = "") -> None:
    """Add examples to the help of a command and of its subcommands."""
    command.epilog = epilog(name, EXAMPLES.get(name, ()))
    if isinstance(command, click.Group):
        for inner, subcommand in command.commands.items():
            add_examples(subcommand, f"{name} {inner}".strip())


def epilog(name: str, examples: Iterable[str]) -> str:
    """Return the examples for the end of a command's help; each is a text of arguments."""
    lines = ["  " + " ".join(filter(None, ("scorekeeper", name, words))) for words in examples]
    return "\n".join(("\b", TITLE, *lines)) if lines else ""
