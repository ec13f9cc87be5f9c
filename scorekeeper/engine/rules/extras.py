"""Extras: what a game may offer beyond its rulebook, each by a class of its own.

A game offers statistics, awards and the like by naming their class among its bases, and everything
that needs cards by the class that its `play` names. Who has a use for an extra asks for its class:
`Statistics.of(book)`. A game without extras is complete.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Self

from scorekeeper.engine.rules.rulebook import Rulebook


class Extra:
    """Something that a game may offer; by itself each class of it offers nothing."""

    @classmethod
    def find(cls, book: Rulebook[Any]) -> Self | None:
        """The game as this extra; None if it does not offer it."""
        offered: object = book
        return offered if isinstance(offered, cls) else None

    @classmethod
    def of(cls, book: Rulebook[Any]) -> Self:
        """The extra of a game; one that offers nothing if the game has none."""
        found = cls.find(book)
        return cls() if found is None else found


class PlayExtra(Extra):
    """An extra that is part of a game's card play, which is imported when it is needed."""

    @classmethod
    def find(cls, book: Rulebook[Any]) -> Self | None:
        """The card play of a game as this extra; None if it does not offer it."""
        play = play_of(book) if book.play else None
        return play if isinstance(play, cls) else None


@cache
def play_of(book: Rulebook[Any]) -> object:
    """The card play of a game, made from the class that its `play` names."""
    module, _, name = book.play.partition(":")
    return getattr(import_module(module), name)(book)
