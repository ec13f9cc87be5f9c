"""What the doctor finds: how bad it is, in words, what to do, and how it is put right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How bad; the worst one is the exit status of the command."""

    FINE = 0
    LOOK = 1
    UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    repair    statements with their values that put right what can be worked out again
    """

    topic: str
    level: Level
    told: str
    advice: str = ""
    repair: tuple[tuple[str, tuple[object, ...]], ...] = ()


def fine(topic: str, told: str) -> Finding:
    """Something that is as it should be."""
    return Finding(topic, Level.FINE, told)


def look(topic: str, told: str, advice: str, *repair: tuple[str, tuple[object, ...]]) -> Finding:
    """Something to look at, and what to do about it."""
    return Finding(topic, Level.LOOK, told, advice, repair)


def unknown(topic: str, told: str, advice: str) -> Finding:
    """Something that cannot be told."""
    return Finding(topic, Level.UNKNOWN, told, advice)
