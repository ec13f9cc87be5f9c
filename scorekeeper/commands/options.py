"""Options and arguments: numbers, files, a game's rules and players."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from scorekeeper import play
from scorekeeper.commands.help_examples import examples_of_game
from scorekeeper.errors import EntryError
from scorekeeper.games.game_file_reader import MOST_BYTES
from scorekeeper.games.registry import BUNDLED, own_game, rulebooks
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Rulebook, rules_given, rules_named
from scorekeeper.wording import with_hyphen

# Types

SQLITE = b"SQLite format 3\x00"  # the first bytes of every database
FORCED = "scorekeeper.forced"  # key in the context's meta: may existing files be replaced?


class Number(click.IntRange):
    """A whole number of at least `least` and at most `most`."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(with_hyphen(str(value)))
            return super().convert(number, param, ctx)
        except (ValueError, click.BadParameter):
            bounds = (
                f"of {self.min} or more" if self.max is None else f"from {self.min} to {self.max}"
            )
            self.fail(f"“{value}” is not a whole number {bounds}{_set_in(param, ctx)}.", param, ctx)


class NumberList(click.ParamType[tuple[int, ...]]):
    """Whole numbers separated by commas."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        try:
            return tuple(int(with_hyphen(number)) for number in str(value).split(","))
        except ValueError:
            self.fail(f"“{value}” is no list of whole numbers, as in 2,3,0", param, ctx)


class NamedFile(click.Path):
    """A path that need not exist; folders are refused unless `folders` is true."""

    name = "file"

    def __init__(self, *, exists: bool = False, folders: bool = False) -> None:
        super().__init__(exists=exists, dir_okay=folders, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value):  # as in --db "$DB" if the variable is not set
            self.fail("it is empty; it takes the name of a file.", param, ctx)
        try:
            return Path(str(super().convert(str(Path(value).expanduser()), param, ctx)))
        except (RuntimeError, ValueError):  # "~name" without such a user, or a zero byte
            self.fail(f"there can be no file {click.format_filename(value)}.", param, ctx)


class NewFile(NamedFile):
    """A file to be written, in a folder that exists.

    Replacing a file needs `--force` (see `force_option`). A database is never replaced, since it
    may be the score file, unless `over_databases` is true: then the command must check it.
    """

    def __init__(self, *, over_databases: bool = False) -> None:
        super().__init__()
        self.over_databases = over_databases

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(super().convert(value, param, ctx))
        folder = path.parent
        if not folder.is_dir():
            shown = click.format_filename(folder)
            what = f"{shown} is no folder" if folder.exists() else f"there is no folder {shown}"
            self.fail(f"{what}; make it, or correct the name.", param, ctx)
        if not self.over_databases and is_database(path):
            shown = click.format_filename(path)
            self.fail(f"{shown} is a database, perhaps your scores; choose another.", param, ctx)
        if path.is_file() and not (ctx and ctx.meta.get(FORCED)):
            shown = click.format_filename(path)
            self.fail(
                f"{shown} exists already; choose another name, or replace it with --force.",
                param,
                ctx,
            )
        return path


def force_option() -> click.Option:
    """Return the option `--force`, which lets a command replace an existing file."""

    def remember(context: click.Context, _: click.Parameter, forced: bool) -> None:
        context.meta[FORCED] = forced

    return click.Option(
        ["--force"],
        is_flag=True,
        is_eager=True,  # before the file is looked at
        expose_value=False,
        callback=remember,
        help="Replace an existing file.",
    )


def replaces_files(command: click.Command) -> click.Command:
    """Add the option `--force` to a command."""
    command.params.append(force_option())
    return command


def is_database(path: Path) -> bool:
    """Return whether a file can be read and begins like a SQLite database."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return path.is_file() and file.read(len(SQLITE)) == SQLITE
    return False


def _set_in(param: click.Parameter | None, ctx: click.Context | None) -> str:
    """Return a remark that names the environment variable of a wrong value.

    It is "" if the value is from the command line.
    """
    if param is None or ctx is None or not isinstance(param.envvar, str) or not param.name:
        return ""
    from_there = ctx.get_parameter_source(param.name) is ParameterSource.ENVIRONMENT
    return f" (it is set by {param.envvar})" if from_there else ""


def reason_of(error: BaseException) -> str:
    """Return the reason of an error as a sentence, with the name of the file if it has one."""
    if isinstance(error, OSError) and error.strerror:
        reason = error.strerror
        if error.filename is not None:
            reason = f"{click.format_filename(error.filename)}: {reason}"
        return f"{reason}."
    return with_notes(str(error), getattr(error, "__notes__", ()))


def with_notes(reason: str, notes: Iterable[str]) -> str:
    """Return a reason, and notes on what to do, as one text of whole sentences."""
    notes = list(notes)
    end = "." if notes and reason[-1:].isalnum() else ""
    return " ".join((reason + end, *notes))


# A game's options

Function = TypeVar("Function", bound=Callable[..., Any])

USUAL = BUNDLED[0]
USUAL_SEATS = 4

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
seed_option = click.option(
    "--seed", default=1, show_default=True, type=Number(0), help="Random seed."
)
left_option = click.option(
    "--left",
    type=NumberList(),
    help="What the last hand left: bags or runs of each side, with commas between, or how many "
    "times the next hand counts.",
)
players_option = click.option(
    "--players",
    help="One simulated player for all seats, or one for each seat with commas, South first. A "
    "player of your own is MODULE:NAME, an object with decide(view) in a Python file here.",
)


class GameType(click.ParamType[Rulebook[Any]]):
    """The key of a game, its file, or an export of a game by a file; converted to its rulebook."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rulebook[Any]:
        if str(value).endswith((".toml", ".json")):
            with refusals():
                return _game_in(Path(value))
        return rulebooks()[_keys().convert(value, param, ctx)]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        return _keys().get_metavar(param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _keys().shell_complete(ctx, param, incomplete)


class GameCommand(click.Command):
    """A command with the option `--game`; its function receives the rulebook as `book`.

    The other options are the same for every game. The help ends with the values that the game
    offers for them, and with examples.
    """

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        option = click.Option(
            ["--game", "book"],
            type=GameType(),
            default=USUAL.key,
            show_default=True,
            is_eager=True,  # the help and the completion of other options depend on it
            help="The game.",
        )
        self.params.insert(0, option)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the values that the game offers, then examples."""
        book = _book_of(ctx)
        names = {option.name for option in self.params}
        offers = [(f"--{name}", ", ".join(keys)) for name, keys in _offers(book, names)]
        if offers:
            with formatter.section(str(book.name)):
                formatter.write_dl(offers)
        self.epilog = examples_of_game(str(self.name), book, usual=book is USUAL)
        super().format_epilog(ctx, formatter)


def rules_options(command: Function) -> Function:
    """Add the options `--rules` and `--scheme`."""
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


def seats_of(book: Rulebook[Any]) -> int:
    """Return the default number of players."""
    return min(USUAL_SEATS, book.players[-1])


def players_of(
    book: Rulebook[Any], text: str | None, seats: int | None = None
) -> tuple[play.AnyPlayer, ...]:
    """Return each seat's simulated player; one in `text` stands for all seats.

    Raises ValueError if a player of the form MODULE:NAME cannot be loaded.
    """
    names = (text or play.Players.of(book).names[0]).split(",")
    players = tuple(player_from(name.strip()) for name in names)
    return players * (seats or seats_of(book)) if len(players) == 1 else players


def player_from(text: str) -> play.AnyPlayer:
    """Return the player that a text names: a name, or MODULE:NAME, also of a file in this folder.

    A class is called without arguments. Raises ValueError if the player cannot be loaded.
    """
    module, colon, name = text.partition(":")
    if not colon:
        return text
    here = str(Path.cwd())
    if here not in sys.path:  # it is missing if a script was started
        sys.path.insert(0, here)
    try:
        found = getattr(import_module(module), name)
        player: play.AnyPlayer = found() if isinstance(found, type) else found
    except Exception as error:  # a player's module may raise anything
        raise ValueError(
            f"“{text}” cannot be loaded as a player ({reason_of(error)}). Write MODULE:NAME, as in "
            "bots:Careful for the class Careful in bots.py."
        ) from None
    return player


class Refused(click.ClickException):
    """Raised if a command refuses what it was given: one line, without the usage of its options."""

    exit_code = 2


@contextmanager
def refusals() -> Iterator[None]:
    """Turn errors of the input into Refused."""
    try:
        yield
    except (EntryError, ValueError, ImportError, OSError) as error:
        raise Refused(reason_of(error)) from None


def text_of(content: bytes, name: str) -> str:
    """Decode the text of a file; raises ValueError if it is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is no text in UTF-8.") from None


def rules_of(book: Rulebook[Any], name: str | None, scheme: str | None = None) -> Any:
    """Return the rules with this name or from this file; the default rules for None.

    Raises ValueError and OSError.
    """
    name = book.presets[0].key if name is None else name
    full_name = f"{name}+{scheme}" if scheme else name
    if any(preset.key == name.partition("+")[0].strip() for preset in book.presets):
        return rules_named(book, full_name)
    path = Path(name)
    if not path.is_file():
        known = ", ".join(preset.key for preset in book.presets)
        raise ValueError(f"“{name}” is neither a set of rules ({known}) nor a file.")
    try:
        data = json.loads(text_of(path.read_bytes(), name))
    except RecursionError:
        data = None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name} is no JSON: {error}.") from None
    if not isinstance(data, dict):
        raise ValueError(f"{name} holds no house rules.")
    if scheme:
        parts = [part.path for part in house_rules.parts(book.rules) if part.ready]
        if not parts:
            raise ValueError(f"“{scheme}” is no scheme of {book.name}: none.")
        data[parts[0]] = scheme
    return rules_given(book, data)


def _game_in(path: Path) -> Rulebook[Any]:
    """Return the game of a game file, or of the first game in an export that has its file inside.

    Raises ValueError and OSError.
    """
    from scorekeeper.exchange.export_file import ExportFile  # noqa: PLC0415
    from scorekeeper.ledger.errors import Unreadable  # noqa: PLC0415

    if path.suffix == ".json":
        try:
            for _, game in ExportFile(path).games():
                if game.file is not None:
                    return own_game(game.file)
        except Unreadable as error:
            raise ValueError(f"{path}: {error}") from None
        raise ValueError(f"{path} holds no game file.")
    with path.open("rb") as opened:
        return own_game(text_of(opened.read(MOST_BYTES + 1), str(path)))


def _keys() -> click.Choice[str]:
    # not a constant: the games of other packages are not known at import
    return click.Choice(list(rulebooks()))


def _book_of(ctx: click.Context) -> Rulebook[Any]:
    """Return the game of the option `--game`, or the default one."""
    return ctx.params.get("book") or USUAL


def _schemes(book: Rulebook[Any]) -> list[str]:
    return [ready.key for part in house_rules.parts(book.rules) for ready in part.ready]


def _offers(
    book: Rulebook[Any], options: Collection[str | None]
) -> Iterator[tuple[str, list[str]]]:
    """Yield those of the options for which a game has values, with its values."""
    if "rules" in options:
        first, *others = (preset.key for preset in book.presets)
        yield "rules", [f"{first} (default)", *others]
    if "scheme" in options and (schemes := _schemes(book)):
        yield "scheme", schemes
    if "players" in options:
        first, *others = play.Players.of(book).names
        yield "players", [f"{first} (default)", *others]
