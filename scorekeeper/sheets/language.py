"""Language of a sheet: values as plain text, and the words on every sheet.

Numbers read from left to right in every language, bids as their own letters do. They are isolated
where that matters, so that “-120” and “4♥” keep their order inside a Hebrew sentence.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.auction import AnyBid, Pass
from scorekeeper.cards import Denomination, Joker, Suit
from scorekeeper.seating import Names, Seat
from scorekeeper.wording import Formula, Listed, Points, Sentence, TimeOfDay, say, typographic

_LEFT_TO_RIGHT, _AS_IT_IS, _END = "\u2066", "\u2068", "\u2069"

Translate = Callable[[str, str | None, int | None], str]


def english(pattern: str, plural: str | None, count: int | None) -> str:
    """Return a pattern untranslated: the plural if there is one and the count is not 1."""
    return pattern if plural is None or count == 1 else plural


@dataclass(frozen=True, slots=True)
class Speech:
    """A language: its code, the direction of its lines, and its translations.

    `translate` takes a pattern, its plural and the count, as `Sentence.render` does; `point` is the
    decimal point.
    """

    language: str = "en"
    direction: str = "ltr"
    translate: Translate = english
    point: str = "."


class Voice:
    """Renders values in a language as plain text, with the names of the players in their seats."""

    def __init__(self, speech: Speech, names: Sequence[str] = ()) -> None:
        self.speech = speech
        self.names = tuple(names)
        self._isolating = speech.direction == "rtl" or right_to_left(names)

    def __call__(self, value: object) -> str:
        """Return the text of a sentence, seat, bid, denomination or number."""
        match value:
            case Sentence():
                return value.render(self.speech.translate, self)
            case Seat() if value < len(self.names):
                return self._isolated(_AS_IT_IS, self.names[value])
            case Seat() if value < len(SEAT_NAMES):
                return self(SEAT_NAMES[value])
            case Names() | Listed():
                return self(value.between).join(map(self, value))
            case AnyBid():
                return self._isolated(_AS_IT_IS, self(value.short))  # “4♥”, but “4 high” in words
            case Denomination():
                return self(NO_TRUMP) if value.trump is None else value.trump.symbol
            case Suit():
                return value.symbol
            case Joker() | Pass():
                return self(value.short)
            case Points():
                text = typographic(str(value)).replace(".", self.speech.point)
                return self._isolated(_LEFT_TO_RIGHT, text)
            case Formula() | TimeOfDay():
                return self._isolated(_LEFT_TO_RIGHT, typographic(str(value)))
            case int() if value < 0:
                return self._isolated(_LEFT_TO_RIGHT, typographic(str(value)))
            case str():
                return self._isolated(_AS_IT_IS, value)
        return str(value)

    def _isolated(self, mark: str, text: str) -> str:
        return f"{mark}{text}{_END}" if self._isolating else text


def right_to_left(texts: Iterable[str]) -> bool:
    """Return whether any letter in these texts is written from right to left."""
    return any(unicodedata.bidirectional(sign) in {"R", "AL"} for text in texts for sign in text)


NO_TRUMP = say("NT")  # in place of the symbol of a suit
SEAT_NAMES = (say("South"), say("West"), say("North"), say("East"))  # without names of players

# The words on the sheets of every game.
WORDS: dict[str, Sentence] = {
    "hand": say("Hand"),
    "dealer": say("Dealer"),
    "total": say("Total"),
    "place": say("Place"),
    "brought": say("Brought forward"),
    "carried": say("Carried forward"),
    "date": say("Date"),
    "notes": say("Notes"),
    "names": say("Players"),
    "name": say("Name"),
}
_ORDINALS = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"), say("7th"))


def ordinal_of(place: int) -> Sentence:
    """Return an ordinal number: 1st, 2nd, 3rd."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else say("{place}th", place=place)


def legend(cell: Sentence | None) -> Sentence:
    """Return the explanation of the cells of a filled sheet; `cell` says what a cell shows."""
    if cell is None:
        return say("Points, and the running total below.")
    return say("In each cell: {cell}, points, total.", cell=cell)


def pen_legend(cell: Sentence | None) -> Sentence:
    """Return the explanation of the cells of a blank sheet; `cell` says what a cell shows."""
    if cell is None:
        return legend(cell)
    return say("Small box: {cell}. Next to it the points, below them the running total.", cell=cell)
