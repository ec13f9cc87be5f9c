"""Types of options and arguments: numbers and files. Their errors say which values are allowed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

SQLITE = b"SQLite format 3\x00"  # how every database begins
FORCED = "scorekeeper.forced"  # key of a context that allows to replace files


class Number(click.IntRange):
    """A whole number between two bounds, or from the first one on."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails for other text and for numbers out of bounds."""
        try:
            number = int(value)
            return super().convert(number, param, ctx)
        except (ValueError, click.BadParameter):
            bounds = f"from {self.min} on" if self.max is None else f"from {self.min} to {self.max}"
            self.fail(f"“{value}” is no whole number {bounds}{_set_in(param, ctx)}.", param, ctx)


class Numbers(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers."""
        try:
            return tuple(int(number) for number in str(value).split(","))
        except ValueError:
            self.fail(f"“{value}” is no list of whole numbers, as in 2,3,0", param, ctx)


class NamedFile(click.Path):
    """A path that need not exist; folders are refused unless `folders` is true."""

    name = "file"

    def __init__(self, *, exists: bool = False, folders: bool = False) -> None:
        super().__init__(exists=exists, dir_okay=folders, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails for an empty name, which a variable that is not set leaves behind."""
        if not str(value):
            self.fail("it is empty; it takes the name of a file.", param, ctx)
        try:
            return Path(str(super().convert(str(Path(value).expanduser()), param, ctx)))
        except (RuntimeError, ValueError):  # a home that nobody has, or a zero byte
            self.fail(f"there can be no file {click.format_filename(value)}.", param, ctx)


class NewFile(NamedFile):
    """A file to be written, in a folder that exists: any other is more likely a slip.

    An existing file needs `--force` (see `force_option`). A database is never written over, for it
    may be the score file, unless `over_databases` says that the command looks at it first.
    """

    def __init__(self, *, over_databases: bool = False) -> None:
        super().__init__()
        self.over_databases = over_databases

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails if its folder does not exist."""
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
    """The option that lets a command replace an existing file."""

    def noted(context: click.Context, _: click.Parameter, forced: bool) -> None:
        context.meta[FORCED] = forced

    return click.Option(
        ["--force"],
        is_flag=True,
        is_eager=True,  # before the file is looked at
        expose_value=False,
        callback=noted,
        help="Replace an existing file.",
    )


def replaces_files(command: click.Command) -> click.Command:
    """Give a command the option `--force`."""
    command.params.append(force_option())
    return command


def is_database(path: Path) -> bool:
    """Whether a file begins as every score file does; one that cannot be read does not."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return path.is_file() and file.read(len(SQLITE)) == SQLITE
    return False


def _set_in(param: click.Parameter | None, ctx: click.Context | None) -> str:
    """The environment variable that a value comes from, for the message."""
    if param is None or ctx is None or not isinstance(param.envvar, str) or not param.name:
        return ""
    from_there = ctx.get_parameter_source(param.name) is ParameterSource.ENVIRONMENT
    return f" (it is set by {param.envvar})" if from_there else ""


def reason_of(error: BaseException) -> str:
    """The reason of an error as a sentence, with the name of the file if there is one."""
    if isinstance(error, OSError) and error.strerror:
        reason = error.strerror
        if error.filename is not None:
            reason = f"{click.format_filename(error.filename)}: {reason}"
        return f"{reason}."
    return with_notes(str(error), getattr(error, "__notes__", ()))


def with_notes(reason: str, notes: Iterable[str]) -> str:
    """A reason and what helps, each a sentence of its own."""
    notes = list(notes)
    end = "." if notes and reason[-1:].isalnum() else ""
    return " ".join((reason + end, *notes))
