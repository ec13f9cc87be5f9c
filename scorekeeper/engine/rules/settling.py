"""Scoring a single hand that is typed at the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules.companions import Companion


@dataclass(frozen=True, slots=True)
class Argument:
    """An option of the command that scores a hand, as in `--tricks 0,3,8,2`.

    choices    the allowed words; empty if any text is allowed
    default    the value if the option is missing; None if it is required
    """

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The points of a hand typed at the terminal, as text and as plain values."""

    lines: tuple[str, ...]
    plain: Mapping[str, Any]


class Settling(Companion):
    """The companion that scores a hand typed at the terminal.

    arguments   the options; empty if the game does not offer this
    """

    arguments: tuple[Argument, ...] = ()

    def settle(self, given: Mapping[str, str]) -> Settled:
        """Score a hand from the values of its `arguments`; raises EntryError."""
        raise NotImplementedError
