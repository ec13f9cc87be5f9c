"""Checks of the arguments of public functions, made before anything else is done.

The rules of a game refuse illegal answers. These checks refuse values that mean nothing, such as
half a deal, in a sentence with the name of the argument and the values that it takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 1_000_000_000
MOST_SEED = 2**63 - 1
MOST_SHOWN = 40  # letters of a refused value


def whole_number(value: object, name: str, least: int = 0, most: int = MOST) -> int:
    """Return a whole number; raises ValueError unless it is one from `least` to `most`.

    Truth values are not numbers; whole numbers of NumPy are.
    """
    number = as_whole(value)
    if number is None or not least <= number <= most:
        raise ValueError(
            f"“{name}” is a whole number from {least:,} to {most:,}, not {shown(value)}."
        )
    return number


def as_whole(value: object) -> int | None:
    """Return a whole number; None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # refused below
    except TypeError:
        return None


def whole_numbers(values: object, name: str, least: int = -MOST) -> tuple[int, ...]:
    """Return whole numbers as a tuple; raises ValueError for anything else."""
    numbers = a_sequence(values, name, "a sequence of whole numbers, one for each side")
    return tuple(
        whole_number(value, f"{name}[{place}]", least) for place, value in enumerate(numbers)
    )


def a_sequence(value: object, name: str, allowed: str) -> list[Any]:
    """Return the members of a sequence; raises ValueError for anything else, a text included."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise ValueError(f"“{name}” is {allowed}, not {shown(value)}.")
    return [*value]


def a_text(value: object, name: str, example: str) -> str:
    """Return a text; raises ValueError for anything else, with an example."""
    return an_object(value, str, name, f"a text, such as “{example}”")


def an_object(value: object, kind: type[T], name: str, allowed: str) -> T:
    """Return a value of this class; raises ValueError for anything else: `allowed` says of what."""
    if not isinstance(value, kind):
        raise ValueError(f"“{name}” is {allowed}, not {shown(value)}.")
    return value


def shown(value: object) -> str:
    """Return a short text of a refused value."""
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
