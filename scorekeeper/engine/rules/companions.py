"""Companions: what a game may add to its rulebook, each of a type of its own.

A rulebook names the module that lists its companions in `COMPANIONS`. The part of the program that
has a use for one asks for its type: `Statistics.of(book)`. Neither the rulebook nor anything below
it imports a companion, and a game that offers none is still complete.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Self

from scorekeeper.engine.rules.rulebook import Rulebook


class Companion:
    """Something that a game may add; a type of it offers nothing until a game says more."""

    @classmethod
    def find(cls, book: Rulebook[Any]) -> Self | None:
        """The companion of this type that a game offers; None for a game without one."""
        if not book.companions:
            return None
        offered: tuple[Companion, ...] = import_module(book.companions).COMPANIONS
        return next((companion for companion in offered if isinstance(companion, cls)), None)

    @classmethod
    def of(cls, book: Rulebook[Any]) -> Self:
        """The same; for a game without one, one that offers nothing."""
        companion = cls.find(book)
        return cls() if companion is None else companion
