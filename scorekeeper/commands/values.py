"""What options and arguments take: numbers and files, refused in words that say what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


class Number(click.IntRange):
    """A whole number between two bounds, or from the first one on."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails for what is none or is out of bounds."""
        try:
            number = int(value)
            return super().convert(number, param, ctx)
        except (ValueError, click.BadParameter):
            bounds = f"from {self.min} on" if self.max is None else f"from {self.min} to {self.max}"
            self.fail(f"“{value}” is no whole number {bounds}.", param, ctx)


class NamedFile(click.Path):
    """A file that may be there or not, but is no folder."""

    name = "file"

    def __init__(self, *, exists: bool = False) -> None:
        super().__init__(exists=exists, dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails for an empty name, which a variable that is not set leaves behind."""
        if not str(value):
            self.fail("it is empty; it takes the name of a file.", param, ctx)
        if "\0" in str(value):
            self.fail("there is no such file name.", param, ctx)
        return super().convert(value, param, ctx)


class NewFile(NamedFile):
    """A file to be written, in a folder that is there: any other is more likely a slip."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails where there is no folder to write it in."""
        path = Path(super().convert(value, param, ctx))
        folder = path.expanduser().parent
        if not folder.is_dir():
            shown = click.format_filename(folder)
            what = f"{shown} is no folder" if folder.exists() else f"there is no folder {shown}"
            self.fail(f"{what}; make it, or correct the name.", param, ctx)
        return path


def reason_of(error: BaseException) -> str:
    """What went wrong, in a sentence; of a file, which one it is."""
    if isinstance(error, OSError) and error.strerror:
        reason = error.strerror
        if error.filename is not None:
            reason = f"{click.format_filename(error.filename)}: {reason}"
        return f"{reason}."
    return str(error)
