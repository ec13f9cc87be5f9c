"""Companions: optional parts that a game adds to its rulebook.

A rulebook names a module, whose `COMPANIONS` lists them, one per type. Code that uses a companion
asks its type for it: `Statistics.of(book)`. Neither the rulebook nor the modules below it import
companions, and a game without them is complete.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Self

from scorekeeper.engine.rules.rulebook import Rulebook


@cache
def play_of(book: Rulebook[Any]) -> object:
    """The card play of a game, imported when it is first needed."""
    module, _, name = book.play.partition(":")
    return getattr(import_module(module), name)(book)


class Companion:
    """Base class of companions. An instance of a type itself offers nothing."""

    @classmethod
    def find(cls, book: Rulebook[Any]) -> Self | None:
        """The game's companion of this type, or None."""
        if isinstance(book, cls):
            return book
        if book.play and isinstance(play := play_of(book), cls):
            return play
        if not book.companions:
            return None
        offered: tuple[Companion, ...] = import_module(book.companions).COMPANIONS
        return next((companion for companion in offered if isinstance(companion, cls)), None)

    @classmethod
    def of(cls, book: Rulebook[Any]) -> Self:
        """The game's companion of this type, or one that offers nothing."""
        companion = cls.find(book)
        return cls() if companion is None else companion
