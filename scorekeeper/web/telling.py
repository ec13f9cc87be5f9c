"""Sentences of the engine on a page: names for seats, symbols for suits, numbers that stay whole.

Everything that reads from left to right in every language is isolated, so that “-120” and “4♥”
keep their order inside a Hebrew sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from scorekeeper.engine.auction import AnyBid, Pass
from scorekeeper.engine.cards import Card, Denomination, Joker, Suit
from scorekeeper.engine.seating import Names, Seat
from scorekeeper.engine.wording import Formula, Listed, Points, Sentence

MINUS = "\u2212"
SYMBOLS = {
    Suit.CLUBS: "\u2663",
    Suit.DIAMONDS: "\u2666",
    Suit.HEARTS: "\u2665",
    Suit.SPADES: "\u2660",
}

_JOKERS = {Joker.BLACK: "black joker", Joker.RED: "red joker"}


class Teller:
    """Turns sentences and values into markup, with the names of one game's players."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.names = tuple(names)

    def __call__(self, value: object) -> Markup:
        """The markup of a sentence, seat, bid, denomination or number."""
        return Markup(self._show(value))  # noqa: S704  (`_show` escapes)

    def plain(self, value: object) -> str:
        """The same as text without markup, for titles and labels."""
        if isinstance(value, Sentence):
            return value.render(translated, self.plain)
        if isinstance(value, Seat) and value < len(self.names):
            return self.names[value]
        if isinstance(value, Names):
            return translated(" and ", None, None).join(map(self.plain, value))
        if isinstance(value, Listed):
            return translated(", ", None, None).join(map(self.plain, value))
        return _typographic(str(value)) if isinstance(value, Points | Formula) else str(value)

    def side(self, side: Sequence[Seat]) -> Markup:
        """The names of those who score together."""
        return Markup(" · ").join(self(seat) for seat in side)

    def side_plain(self, side: Sequence[Seat]) -> str:
        """The same as text without markup."""
        return ", ".join(self.plain(seat) for seat in side)

    def points(self, number: int) -> Markup:
        """Points with their sign."""
        return self(Points(number))

    def total(self, number: int) -> Markup:
        """A running total: only a minus is shown."""
        return _ltr(_typographic(str(int(number))))

    def mean(self, number: float, signed: bool) -> Markup:
        """A mean to a tenth, with its sign where that is wanted."""
        pattern = "{:+.1f}" if signed and round(number, 1) else "{:.1f}"
        return figure(_typographic(pattern.format(number)))

    def name(self, name: str) -> Markup:
        """A name by itself."""
        return Markup('<bdi class="name">{}</bdi>').format(name)

    def _show(self, value: object) -> str:
        match value:
            case Sentence():
                # The pattern is ours, the blanks are escaped as they are shown.
                return value.render(lambda *words: str(escape(translated(*words))), self._show)
            case Seat() if value < len(self.names):
                return Markup('<bdi class="name">{}</bdi>').format(self.names[value])
            case Names():
                together = escape(translated(" and ", None, None))
                return together.join(Markup(self._show(seat)) for seat in value)  # noqa: S704
            case Listed():
                comma = escape(translated(", ", None, None))
                return comma.join(Markup(self._show(one)) for one in value)  # noqa: S704
            case AnyBid():
                return _ltr(Markup('<span class="bid">{}</span>').format(self(value.said)))
            case Denomination():
                return denomination(value)
            case Card():
                return _ltr(Markup("{}{}").format(suit(value.suit), value.rank.letter))
            case Suit():
                return suit(value)
            case Joker():
                return escape(translated(_JOKERS[value], None, None))
            case Pass():
                return escape(translated("pass", None, None))
            case Points() | Formula():
                return _ltr(_typographic(str(value)))
        return escape(str(value))


def denomination(value: Denomination) -> Markup:
    """The symbol of a trump suit, or the letters for no trump."""
    if value.trump is None:
        name = translated("no trump", None, None)
        letters = translated("NT", None, None)
        return Markup('<abbr class="no-trump" title="{}">{}</abbr>').format(name, letters)
    return suit(value.trump)


def suit(value: Suit) -> Markup:
    """The symbol of a suit, with its name for those who hear the page."""
    name = value.name.lower()
    return Markup('<span class="suit suit--{}" role="img" aria-label="{}">{}</span>').format(
        name, translated(name, None, None), SYMBOLS[value]
    )


def translated(pattern: str, plural: str | None, count: int | None) -> str:
    """The words in the reader's language, which is English."""
    return pattern if plural is None or count == 1 else plural


def figure(text: str) -> Markup:
    """A number or a sum, which reads from left to right in every language."""
    return _ltr(text)


def _ltr(text: str) -> Markup:
    return Markup('<bdi dir="ltr" class="figure">{}</bdi>').format(text)


def _typographic(text: str) -> str:
    return text.replace("-", MINUS).replace(" x ", " \u00d7 ")
