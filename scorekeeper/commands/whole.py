"""The commands `check` and `simulate` for any game that can be played by the engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from scorekeeper.commands.values import Number, reason_of
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.play.judge import Checked, check_text
from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.simulation import Run, simulate
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.rulebook import Rulebook

BAD_INPUT = 2
_AS_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")


def checks() -> dict[str, click.Command]:
    """The command `check` of every game that can be played whole."""
    return {game.book.key: _check(game) for game in _games()}


def simulations() -> dict[str, click.Command]:
    """The command `simulate` of every game that can be played whole."""
    return {game.book.key: _simulate(game) for game in _games()}


def _games() -> Iterator[WholeGame[Any]]:
    return (
        game for book in rulebooks().values() if (game := WholeGame[Any].find(book)) is not None
    )


def _check(game: WholeGame[Any]) -> click.Command:
    def run(file: Any, as_json: bool) -> None:
        name = getattr(file, "name", "<stdin>")
        with reasons():
            checked = list(check_text(game, text_of(file.read(), name)))
            if not checked:
                raise ValueError(f"{name} holds no recorded hand.")
        if as_json:
            click.echo(json.dumps([_plain(one) for one in checked], ensure_ascii=False))
        else:
            for one in checked:
                _print(one, name)
        unreadable = [one for one in checked if one.verdict is None]
        for one in unreadable:
            click.echo(f"{name}, record {one.line}: {one.flaw}", err=True)
        sys.exit(BAD_INPUT if unreadable else 0 if all(one.clean for one in checked) else 1)

    return click.Command(
        "check",
        callback=run,
        help=f"Judge recorded hands of {game.book.name}, one a line or JSON: the trick winners, "
        "the points, irregularities.",
        params=[click.Argument(["file"], type=click.File("rb")), _AS_JSON],
    )


def _simulate(game: WholeGame[Any]) -> click.Command:
    book, names = game.book, Players.of(game.book).names
    usual = min(4, book.players[-1])

    def run(hands: int, rules: str, players: str, seed: int, as_json: bool) -> None:
        with reasons():
            given = tuple(name.strip() for name in players.split(","))
            seats = given * usual if len(given) == 1 else given
            wanted = Run(game, rules_of(book, rules), hands, seats, seed)
        with click.progressbar(length=hands, label="Playing", file=sys.stderr,
                               hidden=not sys.stderr.isatty()) as bar:  # fmt: skip
            summary = simulate(wanted, bar.update)
        click.echo(json.dumps(summary.json()) if as_json else "\n".join(summary.lines()))

    presets = ", ".join(preset.key for preset in book.presets)
    return click.Command(
        "simulate",
        callback=run,
        help=f"Play many hands of {book.name} between simulated players and sum them up.",
        params=[
            click.Option(["--hands"], default=1000, show_default=True, type=Number(1)),
            click.Option(
                ["--rules"],
                default=book.presets[0].key,
                show_default=True,
                metavar="RULES",
                help=f"A set of rules ({presets}) or a file of house rules as JSON.",
            ),
            click.Option(
                ["--players"],
                default=names[0],
                show_default=True,
                help=f"One player for all {usual} seats, or one a seat with commas: "
                f"{', '.join(names)}.",
            ),
            click.Option(
                ["--seed"], default=1, show_default=True, help="Where the luck comes from."
            ),
            _AS_JSON,
        ],
    )


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


def rules_of(book: Rulebook[Any], given: str) -> Any:
    """The rules of a preset, or of a file; raises ValueError, MalformedEntry and OSError."""
    for preset in book.presets:
        if preset.key == given:
            return preset.rules
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
    return house_rules.from_json(book.rules, data)


def _print(one: Checked, name: str) -> None:
    if one.verdict is None:
        return
    click.echo(f"{name}, record {one.line}: {'clean' if one.clean else 'irregular'}")
    for line in one.verdict.lines():
        click.echo(f"  {line}")


def _plain(one: Checked) -> dict[str, Any]:
    verdict = None if one.verdict is None else one.verdict.json()
    return {"record": one.line, "verdict": verdict, "flaw": str(one.flaw) if one.flaw else None}
