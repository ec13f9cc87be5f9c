"""Examples at the end of each command's help, for the commands whose docstring has none."""

from __future__ import annotations

import click

EXAMPLES: dict[str, tuple[str, ...]] = {
    "": ("", "--port 8080 --db club.db", "list"),
    "serve": ("", "--port 8080", "--db club.db --no-links"),
    "demo": ("", "--evenings 40 --seed 7"),
    "score": (
        "--contracts 2,3,7,0 --tricks 0,3,8,2",
        "--scheme elhanani --contracts 2,3,7,0 --tricks 0,3,8,2 --json",
    ),
    "sheet": ("--lang he --rules wikipedia", "rules --paper letter"),
    "check": ("hands.txt", "hands.txt --json"),
    "simulate": (
        "--hands 100000 --rules vax",
        "--hands 1000 --out hands.csv",
    ),
    "odds": ("120 80 -40 10 --target 300 --dealer W",),
    "advise": ('AKQT9.KQ4.A7.952 --seat W --dealer S --auction "pass"',),
    "review": ("hands.txt",),
    "rules": ("--rules pagat+elhanani", "--json"),
    "calibration": ("--rules wikipedia", "--games 300"),
    "export": ("-o scores.json", "--format csv --game 12 -o game.csv"),
    "backup": ("copy.db", "copy.db --force"),
    "restore": ("", "2026-11-20"),
    "doctor": ("", "--db club.db"),
    "tables": ("list", 'add "Friday club"', 'link "Friday club"'),
    "tables list": ("",),
    "tables add": ('"Friday club"',),
    "tables link": ('"Friday club"',),
    "tables renew": ('"Friday club"',),
}
TITLE = "Examples:"


def add_examples(command: click.Command, name: str = "") -> None:
    """Give a command and all below it their examples."""
    if name in EXAMPLES:
        called = f"scorekeeper {name}".strip()
        lines = [f"  {called} {arguments}".rstrip() for arguments in EXAMPLES[name]]
        command.epilog = "\n".join(("\b", TITLE, *lines))
    if isinstance(command, click.Group):
        for inner, subcommand in command.commands.items():
            add_examples(subcommand, f"{name} {inner}".strip())
