"""Terminal output: error messages, progress bars, characters that the terminal cannot show."""

from __future__ import annotations

import codecs
import contextlib
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from scorekeeper.commands.options import reason_of

CANNOT_GO_ON = 2
SIMPLER = "scorekeeper-simpler"  # name of the error handler for encoding
SIMPLE = {"“": '"', "”": '"', "’": "'", "–": "-", "—": "-", "…": "...", "±": "+-"}
SOON = 1.0  # seconds until a progress bar appears: quick commands show none
STEPS = 200  # a progress bar is drawn at most this many times
BYTE = 0xDC00  # added to each byte of a file name that is not text (PEP 383)


class Terminal(click.Group):
    """A group of commands that print one line for an error instead of a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line; prints the errors that no command has handled."""
        show_as_far_as_possible()
        try:
            return super().main(*args, **kwargs)
        except sqlite3.Error as error:
            from scorekeeper.ledger.errors import fault_of  # noqa: PLC0415  (needs the ledger)

            reason = f"{fault_of(error).sentence} ({error})"
        except OSError as error:
            reason = reason_of(error)
            if error.filename is None:
                reason = f"What was to be told could not be written: {reason}"
                _write_no_more()
        except MemoryError:
            reason = "That is more than this machine can remember: ask for less."
        click.echo(f"Error: {reason}", err=True)
        sys.exit(CANNOT_GO_ON)


def show_as_far_as_possible() -> None:
    """Replace characters that the terminal cannot show by simpler ones."""
    codecs.register_error(SIMPLER, _simpler)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # some service managers close it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=SIMPLER)


@contextmanager
def progress_bar(
    label: str, length: int, *, over_print: bool = False
) -> Iterator[Callable[[int], None]]:
    """Draw a progress bar on standard error, if that is a terminal and the work takes a second.

    Call the yielded function with the amount of work done since the last call, of `length` in all.
    With `over_print`, for work that prints its results, there is no bar if standard output is a
    terminal, too.
    """
    if not sys.stderr.isatty() or (over_print and sys.stdout.isatty()):
        yield lambda _: None
        return
    begun = time.monotonic()
    with click.progressbar(
        length=length,
        label=label,
        file=sys.stderr,
        hidden=True,
        update_min_steps=max(1, length // STEPS),
    ) as bar:

        def further(done: int) -> None:
            bar.hidden = time.monotonic() - begun < SOON
            bar.update(done)

        yield further
        bar.update_min_steps = 1
        bar.update(length - bar.pos)  # shares of bytes are rounded


def _simpler(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the replacement for a character; bytes of a file name are written unchanged."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if BYTE + 0x80 <= ord(character) <= BYTE + 0xFF:
        return bytes([ord(character) - BYTE]), error.start + 1
    return SIMPLE.get(character, "?"), error.start + 1


def _write_no_more() -> None:
    # at exit, Python would try again to write the rest of the output
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
