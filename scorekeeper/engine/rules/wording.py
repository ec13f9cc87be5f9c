"""Sentences fit for the table: a pattern with blanks, kept apart from what fills them.

The engine speaks English; keeping the blanks apart lets a page say the same thing in another
language, with the players' names in place of the seats.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

MINUS = "\u2212"


class Points(int):
    """A number of points, always shown with its sign."""

    def __str__(self) -> str:
        return f"{int(self):+d}" if self else "0"


class Formula(str):
    """A piece of arithmetic, which reads from left to right in every language."""

    __slots__ = ()


class Given(str):
    """Words that somebody at the table typed: shown as they are, whatever language they are in."""

    __slots__ = ()


class Listed(tuple[object, ...]):
    """Several sentences or values, told one after another."""

    __slots__ = ()

    @property
    def between(self) -> Sentence:
        """What stands between two of them."""
        return say(", ")

    def __str__(self) -> str:
        return str(self.between).join(map(str, self))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with named blanks; `plural` is the pattern for any `count` but one.

    `str()` gives plain English; `render` gives any other form of it.
    """

    pattern: str
    blanks: tuple[tuple[str, object], ...] = ()
    plural: str | None = None
    count: int | None = None

    def render(
        self,
        translate: Callable[[str, str | None, int | None], str],
        show: Callable[[object], str],
    ) -> str:
        """Fill the translated pattern; `show` turns what fills a blank into text."""
        pattern = translate(self.pattern, self.plural, self.count)
        return pattern.format(**{name: show(value) for name, value in self.blanks})

    def __str__(self) -> str:
        return self.render(_english, str)


def say(pattern: str, **blanks: object) -> Sentence:
    """Make a sentence: `say("{seat} deals", seat=dealer)`.

    The pattern stands right here as a literal, or those who translate would not find it.
    """
    return Sentence(pattern, tuple(blanks.items()))


def say_count(one: str, many: str, count: int, **blanks: object) -> Sentence:
    """Make a sentence that depends on a number, which fills the blank `{count}`."""
    return Sentence(one, (("count", count), *blanks.items()), many, count)


def typographic(text: str) -> str:
    """Minus and times as they are printed."""
    return text.replace("-", MINUS).replace(" x ", " \u00d7 ")


def _english(pattern: str, plural: str | None, count: int | None) -> str:
    return pattern if plural is None or count == 1 else plural
