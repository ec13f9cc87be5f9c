"""Options that the engine's commands share: the game's rules, its players, reasons for refusal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from scorekeeper.commands.option_types import Number, Numbers, reason_of
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.chosen_rules import rules_given, rules_named
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.rulebook import Rulebook

USUAL_SEATS = 4
AS_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")
SEED = click.Option(["--seed"], default=1, show_default=True, help="Where the luck comes from.")
LUCK = click.Option(
    ["--seed"], default=1, show_default=True, type=Number(0), help="Where the luck comes from."
)

LEFT = click.Option(
    ["--left"],
    type=Numbers(),
    help="What the last hand left: bags or runs of each side, with commas between, or how many "
    "times the next hand counts.",
)


def by_key(command: Callable[[Rulebook[Any]], click.Command]) -> Callable[[], dict[str, Any]]:
    """A command of every game, by key; asked late, for other packages may offer games too."""
    return lambda: {key: command(book) for key, book in rulebooks().items()}


def whole_of(book: Rulebook[Any]) -> WholeGame[Any]:
    """How a game is played card by card; raises ValueError where it does not say so."""
    game = WholeGame[Any].find(book)
    if game is None:
        raise ValueError(
            f"{book.name} cannot be played card by card: the game has no companion “WholeGame”."
        )
    return game


def rules_options(book: Rulebook[Any]) -> list[click.Parameter]:
    """`--rules`, and `--scheme` for a game that has ready-made ones."""
    presets = ", ".join(preset.key for preset in book.presets)
    schemes = [ready.key for part in house_rules.parts(book.rules) for ready in part.ready]
    together = f", one with a scheme ({book.presets[0].key}+{schemes[-1]})" if schemes else ""
    options: list[click.Parameter] = [
        click.Option(
            ["--rules"],
            default=book.presets[0].key,
            show_default=True,
            metavar="RULES",
            help=f"A set of rules ({presets}){together}, or a file of house rules as JSON, which "
            "may give only what differs.",
        )
    ]
    if schemes:
        options.append(
            click.Option(
                ["--scheme"],
                type=click.Choice(schemes),
                help="Another scoring than that of the rules.",
            )
        )
    return options


def players_option(book: Rulebook[Any]) -> click.Option:
    """`--players`."""
    names = Players.of(book).names
    return click.Option(
        ["--players"],
        default=names[0],
        show_default=True,
        help=f"One player for all {seats_of(book)} seats, or one a seat with commas, South first: "
        f"{', '.join(names)}.",
    )


def seats_of(book: Rulebook[Any]) -> int:
    """How many play where nobody says."""
    return min(USUAL_SEATS, book.players[-1])


def players_of(book: Rulebook[Any], given: str, seats: int | None = None) -> tuple[str, ...]:
    """The names of the players by seat."""
    names = tuple(name.strip() for name in given.split(","))
    return names * (seats or seats_of(book)) if len(names) == 1 else names


@contextmanager
def reasons() -> Iterator[None]:
    """Turn what is wrong with the input into its reason and exit code 2."""
    try:
        yield
    except (EntryError, ValueError, ImportError, OSError) as error:
        raise click.UsageError(reason_of(error)) from None


def text_of(content: bytes, name: str) -> str:
    """The text of a file; raises ValueError where it is none."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is no text in UTF-8.") from None


def rules_of(book: Rulebook[Any], given: str, scheme: str | None = None) -> Any:
    """The rules of a name, or of a file; raises ValueError and OSError."""
    named = f"{given}+{scheme}" if scheme else given
    if any(preset.key == given.partition("+")[0].strip() for preset in book.presets):
        return rules_named(book, named)
    path = Path(given)
    if not path.is_file():
        known = ", ".join(preset.key for preset in book.presets)
        raise ValueError(f"“{given}” is neither a set of rules ({known}) nor a file.")
    try:
        data = json.loads(text_of(path.read_bytes(), given))
    except RecursionError:
        data = None
    except json.JSONDecodeError as error:
        raise ValueError(f"{given} is no JSON: {error}.") from None
    if not isinstance(data, dict):
        raise ValueError(f"{given} holds no house rules.")
    if scheme:
        part = next(part.path for part in house_rules.parts(book.rules) if part.ready)
        data[part] = scheme
    return rules_given(book, data)
