"""Progress bar for a command that keeps a person waiting."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

SOON = 1.0  # seconds after which a bar appears: what is quick shows none
STEPS = 200  # times at most that a bar is drawn


@contextmanager
def progress_bar(
    label: str, length: int, *, over_print: bool = False
) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, from the first second on; nothing where that is no terminal.

    The function that it gives is told how much further the work has come, of `length` in all.
    Where the work prints what it makes (`over_print`), there is no bar on the terminal that shows
    it.
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
