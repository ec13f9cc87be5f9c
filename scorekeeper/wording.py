"""Sentences for the table, as patterns with placeholders that are filled later; rounded numbers.

The engine speaks English. Because the values are kept apart, a page can translate the pattern and
show players' names instead of seats.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, Self

MINUS = "\u2212"
DASH = "\u2013"


def with_hyphen(number: str) -> str:
    """Return a typed number with `-` for a true minus sign or a dash before it.

    Our pages print the true sign, and word processors write the dash.
    """
    bare = number.strip()
    return f"-{bare[1:].lstrip()}" if bare.startswith((MINUS, DASH)) else bare


class Points(int):
    """A number of points, always shown with its sign.

    decimals    the number of its digits after the decimal point: `Points(41, 1)` is +4.1
    """

    decimals: int

    def __new__(cls, number: int, decimals: int = 0) -> Self:
        points = super().__new__(cls, number)
        points.decimals = decimals
        return points

    def __reduce__(self) -> tuple[type[Self], tuple[int, int]]:
        return type(self), (int(self), self.decimals)

    def __str__(self) -> str:
        return ("+" if self > 0 else "") + decimal_text(int(self), self.decimals)


class Total(Points):
    """A running total, or a number of points ahead: a minus is shown, a plus is not."""

    def __str__(self) -> str:
        return decimal_text(int(self), self.decimals)


def in_units(number: int, decimals: int) -> int | Decimal:
    """Return a number of tenths (`decimals` is 1) or the like as a decimal number: 41 as 4.1."""
    return Decimal(number).scaleb(-decimals) if decimals else number


def decimal_text(number: int, decimals: int, point: str = ".") -> str:
    """Return a number of tenths (`decimals` is 1) or the like as text: 41 as “4.1”."""
    if not decimals:
        return str(number)
    whole, part = divmod(abs(number), 10**decimals)
    return f"{'-' if number < 0 else ''}{whole}{point}{part:0{decimals}d}"


class Formula(str):
    """A piece of arithmetic, which reads from left to right in every language."""

    __slots__ = ()


class Given(str):
    """Text typed by somebody at the table; it is shown unchanged in every language."""

    __slots__ = ()


class TimeOfDay(datetime):
    """A moment of which only the time of day is shown, in this machine's time zone."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.astimezone():%H:%M}"


class Written(str):
    """A pattern from a game file, with its translations there, by the code of the language."""

    texts: Mapping[str, str]

    def __new__(cls, pattern: str, texts: Mapping[str, str]) -> Written:
        written = super().__new__(cls, pattern)
        written.texts = texts
        return written

    def __reduce__(self) -> tuple[type[Written], tuple[str, Mapping[str, str]]]:
        return Written, (str(self), self.texts)

    def into(self, language: str) -> str:
        """Return the pattern in a language; as it was written if the file has no translation."""
        return self.texts.get(language, str(self))

    def language(self, wanted: str) -> str:
        """Return the language of the text that `into` returns; "und" (unknown) if the file
        does not say it."""
        if wanted in self.texts:
            return wanted
        return next((code for code, text in self.texts.items() if text == self), "und")


class Listed(tuple[object, ...]):
    """Several sentences or values, shown one after another."""

    __slots__ = ()

    @property
    def between(self) -> Sentence:
        """The text between two of the items."""
        return say(", ")

    def __str__(self) -> str:
        return str(self.between).join(map(str, self))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence whose named placeholders (blanks) are filled when it is shown.

    `plural` is the pattern for every `count` other than 1. `str()` returns plain English, `render`
    other languages and formats.
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
        """Fill the translated pattern; `show` turns the value of a placeholder into text."""
        pattern = translate(self.pattern, self.plural, self.count)
        return pattern.format(**{name: show(value) for name, value in self.blanks})

    def __str__(self) -> str:
        return self.render(in_english, str)


def say(pattern: str, **blanks: object) -> Sentence:
    """Make a sentence: `say("{seat} deals", seat=dealer)`.

    Write the pattern as a literal in the call; the message extraction finds only literals.
    """
    return Sentence(pattern, tuple(blanks.items()))


def say_count(one: str, many: str, count: int, **blanks: object) -> Sentence:
    """Make a sentence that depends on a number, which fills the placeholder `{count}`."""
    return Sentence(one, (("count", count), *blanks.items()), many, count)


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun, for the terminal: “1 entry”, “1,200 entries”."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def typographic(text: str) -> str:
    """Replace the ASCII minus and times signs by the printed ones."""
    return text.replace("-", MINUS).replace(" x ", " \u00d7 ")


def in_english(pattern: str, plural: str | None, count: int | None) -> str:
    """Return the pattern for a count untranslated, as `Sentence.render` asks for it."""
    return pattern if plural is None or count == 1 else plural


# Rounding


def half_up(number: float | Decimal, digits: int = 0) -> Decimal:
    """Return a number rounded to `digits` decimals: 27.25 to 27.3, and -0.5 to -1.

    Uses the decimal text of a float: 0.35 counts as a half although the float is slightly smaller.
    """
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def hundredths(share: float) -> int:
    """Return a share between 0 and 1 as a whole number of percent."""
    return int(half_up(share, 2) * 100)


def in_hundredths(shares: Sequence[float]) -> list[int]:
    """Return shares of a whole as whole percents that add up correctly (largest remainder)."""
    floors = [int(share * 100) for share in shares]
    left = hundredths(sum(shares)) - sum(floors)
    by_remainder = sorted(range(len(shares)), key=lambda place: floors[place] - shares[place] * 100)
    for place in by_remainder[: max(left, 0)]:
        floors[place] += 1
    return floors


# Normal forms
#
# `unicodedata.normalize` takes quadratic time for a run of combining marks, and blocks all other
# threads meanwhile.

PIECE = 100  # characters normalised at once


def normalised(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """Return the Unicode normal form of a text, in linear time.

    A word of more than `PIECE` characters is normalised piece by piece.
    """
    if len(text) <= PIECE:
        return unicodedata.normalize(form, text)
    return " ".join(
        "".join(
            unicodedata.normalize(form, word[start : start + PIECE])
            for start in range(0, len(word), PIECE)
        )
        for word in text.split(" ")
    )


# Names that look alike

# Signs that look blank, though Unicode classifies them as letters, marks or symbols
BLANK_SIGNS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_UNSEEN = re.compile(
    f"[{BLANK_SIGNS}"
    "\u200d\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # joiner, selectors of a glyph
)
_ALIKE = str.maketrans("l1|\u01310", "iiiio")  # \u0131 is an i without a dot


def is_visible(text: str) -> bool:
    """Return whether a text has a letter, number, sign or symbol that can be seen."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK_SIGNS for sign in text)


def without_unseen(text: str) -> str:
    """Return a text without the signs that are not seen, or only change how others look."""
    return _UNSEEN.sub("", text)


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, for comparing names.

    Case, accents, blanks and signs make no difference.
    """
    plain = normalised("NFKD", without_unseen(text)).casefold().translate(_ALIKE)
    return "".join(sign for sign in plain if _is_letter(sign) or sign.isnumeric())


def mixed_word(text: str) -> str | None:
    """Return the first word with letters of more than one alphabet; None if there is none.

    Latin letters that no European language uses, such as phonetic ones, count as another alphabet.
    Letters as wide as Chinese ones look like no others, and may stand beside any.
    """
    plain = normalised("NFKD", without_unseen(text))
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    for word in re.finditer(r"[^\W\d_]+", normalised("NFKC", bare)):
        if len({*_alphabets(word[0])}) > 1:
            return word[0]
    return None


def _alphabets(word: str) -> Iterator[str]:
    for sign in word:
        if _is_letter(sign) and unicodedata.east_asian_width(sign) != "W":
            alphabet = unicodedata.name(sign, "").partition(" ")[0]
            yield alphabet
            if alphabet == "LATIN" and sign > "\u017f":
                yield "phonetic"


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign) in {"Lu", "Ll", "Lt", "Lo"}  # no signs such as an apostrophe
