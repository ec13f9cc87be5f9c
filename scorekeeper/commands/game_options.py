"""Commands with the option `--game`, and the options that several of them share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from scorekeeper.commands.help_examples import examples_of_game
from scorekeeper.commands.option_types import Number, Numbers, reason_of
from scorekeeper.engine.games.registry import BUNDLED, rulebooks
from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.chosen_rules import rules_given, rules_named
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.rulebook import Rulebook

Function = TypeVar("Function", bound=Callable[..., Any])

USUAL = BUNDLED[0]
USUAL_SEATS = 4

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
seed_option = click.option(
    "--seed", default=1, show_default=True, type=Number(0), help="Where the luck comes from."
)
left_option = click.option(
    "--left",
    type=Numbers(),
    help="What the last hand left: bags or runs of each side, with commas between, or how many "
    "times the next hand counts.",
)
players_option = click.option(
    "--players",
    help="One player of the engine for all seats, or one a seat with commas, South first.",
)


class GameType(click.ParamType[Rulebook[Any]]):
    """The key of a game, which becomes its rulebook."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rulebook[Any]:
        """The rulebook; fails with the keys of all games."""
        return rulebooks()[_keys().convert(value, param, ctx)]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """The keys of all games."""
        return _keys().get_metavar(param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The keys that begin like this."""
        return _keys().shell_complete(ctx, param, incomplete)


class GameCommand(click.Command):
    """A command with the option `--game`, which gives its function a `book`.

    The other options are the same for every game. The help ends with what the game offers for them
    and with examples.
    """

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        option = click.Option(
            ["--game", "book"],
            type=GameType(),
            default=USUAL.key,
            show_default=True,
            is_eager=True,  # the help and the completion of other options ask for it
            help="The game.",
        )
        self.params.insert(0, option)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the game offers, then examples."""
        book = _book_of(ctx)
        names = {option.name for option in self.params}
        offers = [(f"--{name}", ", ".join(keys)) for name, keys in _offers(book) if name in names]
        if offers:
            with formatter.section(str(book.name)):
                formatter.write_dl(offers)
        self.epilog = examples_of_game(str(self.name), book, usual=book is USUAL)
        super().format_epilog(ctx, formatter)


def rules_options(command: Function) -> Function:
    """`--rules` and `--scheme`."""
    scheme = click.option(
        "--scheme",
        metavar="SCHEME",
        help="Another scoring than that of the rules, in a game with several.",
        shell_complete=lambda ctx, _, begun: [
            key for key in _schemes(_book_of(ctx)) if key.startswith(begun)
        ],
    )
    rules = click.option(
        "--rules",
        metavar="RULES",
        help="A set of rules of the game, also with a scheme (pagat+elhanani), or a file of house "
        "rules as JSON, which may give only what differs.",
    )
    return rules(scheme(command))


def whole_of(book: Rulebook[Any]) -> WholeGame[Any]:
    """How a game is played card by card; raises ValueError where it does not say so."""
    game = WholeGame[Any].find(book)
    if game is None:
        raise ValueError(f"{book.name} cannot be played card by card: the game has no card play.")
    return game


def seats_of(book: Rulebook[Any]) -> int:
    """How many play if nobody says."""
    return min(USUAL_SEATS, book.players[-1])


def players_of(book: Rulebook[Any], given: str | None, seats: int | None = None) -> tuple[str, ...]:
    """The names of the players by seat."""
    names = tuple(name.strip() for name in (given or Players.of(book).names[0]).split(","))
    return names * (seats or seats_of(book)) if len(names) == 1 else names


@contextmanager
def reasons() -> Iterator[None]:
    """Turn what is wrong with the input into its reason and exit code 2."""
    try:
        yield
    except (EntryError, ValueError, ImportError, OSError) as error:
        raise click.UsageError(reason_of(error)) from None


def text_of(content: bytes, name: str) -> str:
    """The text of a file; raises ValueError if it is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is no text in UTF-8.") from None


def rules_of(book: Rulebook[Any], given: str | None, scheme: str | None = None) -> Any:
    """The rules of a name or of a file; the default ones for None.

    Raises ValueError and OSError.
    """
    given = book.presets[0].key if given is None else given
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
        parts = [part.path for part in house_rules.parts(book.rules) if part.ready]
        if not parts:
            raise ValueError(f"“{scheme}” is no scheme of {book.name}: none.")
        data[parts[0]] = scheme
    return rules_given(book, data)


def _keys() -> click.Choice[str]:
    """The keys of all games; asked late, because other packages may offer games too."""
    return click.Choice(list(rulebooks()))


def _book_of(ctx: click.Context) -> Rulebook[Any]:
    """The game that a command line names, or the usual one."""
    return ctx.params.get("book") or USUAL


def _schemes(book: Rulebook[Any]) -> list[str]:
    return [ready.key for part in house_rules.parts(book.rules) for ready in part.ready]


def _offers(book: Rulebook[Any]) -> Iterator[tuple[str, list[str]]]:
    """The values that a game offers for its options, by the name of the option."""
    first, *others = (preset.key for preset in book.presets)
    yield "rules", [f"{first} (default)", *others]
    if schemes := _schemes(book):
        yield "scheme", schemes
    first, *others = Players.of(book).names
    yield "players", [f"{first} (default)", *others]
