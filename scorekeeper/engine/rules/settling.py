"""Settling: the points of a single hand that is told at the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules.companions import Companion


@dataclass(frozen=True, slots=True)
class Argument:
    """Something that a hand is told with at the terminal, as in `--tricks 0,3,8,2`.

    choices    the words that it can be; none for anything
    default    what it is where it is not given; None where it must be
    """

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand that was told at the terminal: its points as text, and as plain values."""

    lines: tuple[str, ...]
    plain: Mapping[str, Any]


class Settling(Companion):
    """The companion for it.

    arguments   what a hand is told with; none where that is not offered
    """

    arguments: tuple[Argument, ...] = ()

    def settle(self, given: Mapping[str, str]) -> Settled:
        """Work out a hand from its `arguments`; raises EntryError."""
        raise NotImplementedError
