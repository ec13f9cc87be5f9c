"""Progress of long work: a function that is told how much further it has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int], object]


def no_progress(_: int) -> None:
    """Where nobody waits for it."""
