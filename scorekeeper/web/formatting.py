"""Formatting: sentences of the engine on a page, with names, suit symbols and numbers."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from markupsafe import Markup, escape

from scorekeeper.auction import AnyBid, Pass
from scorekeeper.cards import Card, Denomination, Joker, Suit
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.ledger.people import NOBODY, Person
from scorekeeper.rules.bidding_steps import Choice
from scorekeeper.seating import Names, Seat
from scorekeeper.sheets.language import right_to_left
from scorekeeper.web import languages
from scorekeeper.web.languages import translated
from scorekeeper.wording import (
    MINUS,
    Formula,
    Given,
    Listed,
    Points,
    Sentence,
    half_up,
    say,
    typographic,
)

# Widths of texts
#
# Widths are in sizes of the print (em).

WIDE, CAPITAL, USUAL, NARROW = 1.05, 0.76, 0.58, 0.33  # of the size of the print
_WIDE_SIGNS = set("MWmw@%\u2014\u2026")
_NARROW_SIGNS = set("iljtfI.,:;'!|()[]- \u00b7")
_JOINTS = "\u200d\ufe0f -"  # which nothing ends in that is cut


def ems(word: str) -> float:
    """The width of a word, in sizes of its print."""
    return sum(_widths(word))


def shortened(text: str, most: float) -> str:
    """The beginning of a text, so wide at most, with dots where something is left out."""
    if ems(text) <= most:
        return text
    while text and ems(text + "…") > most:
        text = text[:-1]
    return text.rstrip(_JOINTS) + "…"


def _widths(word: str) -> Iterator[float]:
    for sign in word:
        if unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
            yield 0.0
        elif sign in _WIDE_SIGNS or unicodedata.east_asian_width(sign) in {"W", "F"}:
            yield WIDE
        elif sign in _NARROW_SIGNS:
            yield NARROW
        else:
            yield CAPITAL if sign.isupper() else USUAL


# Names that begin alike

SHORTEST = 8  # letters in common that always fit
WORD = 4  # letters of a word that may stand before the first one that differs


def told_apart(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each name as its beginning, which may be cut, and the end that tells it from the others.

    The end is empty where no other name begins so.

        told_apart(["Anna Katharina A", "Anna Katharina B", "Jo"])
        -> (("Anna Katharina ", "A"), ("Anna Katharina ", "B"), ("Jo", ""))
    """
    others = [[*names[:seat], *names[seat + 1 :]] for seat in range(len(names))]
    return tuple(map(_parted, names, others))


def _parted(name: str, others: Sequence[str]) -> tuple[str, str]:
    common = max((_in_common(name, other) for other in others), default=0)
    if common < SHORTEST:
        return name, ""
    at = min(common, len(name) - 1)
    word = name.rfind(" ", 0, at) + 1
    if at - word <= WORD:
        at = word
    while at > 0 and _joins(name[at - 1], name[at]):
        at -= 1
    return (name[:at], name[at:]) if at else (name, "")


def _joins(before: str, after: str) -> bool:
    """Whether two characters may be drawn as one letter or picture."""
    drawn_over = unicodedata.category(after) in {"Mn", "Me", "Mc", "Cf", "Sk"}
    return drawn_over or unicodedata.category(before) == "Cf"


def _in_common(name: str, other: str) -> int:
    """How many characters two names have in common from their beginning."""
    pairs = enumerate(zip(name, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(name), len(other)))


# Sentences
#
# Everything that has a direction of its own is isolated: what reads from left to right in every
# language, so that “-120” and “4♥” keep their order inside a Hebrew sentence, and what people
# typed.

LTR, UNTIL_POP, POP = "\u2066", "\u2068", "\u2069"  # isolates: left to right, as it is; their end

NARROWEST, WIDEST = 4, 10  # the breadths that the style sheet tells apart

_SEATS = (say("South"), say("West"), say("North"), say("East"))  # where there are no names
_DENOMINATIONS = {
    Denomination.CLUBS: say("clubs"),
    Denomination.DIAMONDS: say("diamonds"),
    Denomination.HEARTS: say("hearts"),
    Denomination.SPADES: say("spades"),
    Denomination.NO_TRUMP: say("no trump"),
}


class Teller:
    """Turns sentences and values into markup, with the names of one game's players.

    `whole` tells of each seat everybody who has had it, as for its total.
    """

    def __init__(self, names: Sequence[str] = (), record: GameRecord | None = None) -> None:
        self.names = tuple(names)
        self._parts = told_apart(self.names)
        self._record = record
        self._people = record.people if record else NOBODY

    @classmethod
    def of(cls, record: GameRecord) -> Teller:
        """Tells of a game, with those who sit there now."""
        return cls(record.players, record)

    def at(self, deal: int) -> Teller:
        """Tells of a deal, with those who sat there then."""
        if self._record is None or not self._record.log.sitting.noted:
            return self
        return Teller(self._record.names(deal), self._record)

    @property
    def whole(self) -> Teller:
        """Tells of the seats, with everybody who has had each."""
        if self._record is None or not self._record.log.sitting.noted:
            return self
        return Teller(tuple(map(" / ".join, self._record.seat_names)), self._record)

    @property
    def breadth(self) -> int:
        """How wide the widest word of the names is, in sizes of its print; within limits."""
        widest = max((ems(word) for name in self.names for word in name.split()), default=0.0)
        return min(max(ceil(widest), NARROWEST), WIDEST)

    def __call__(self, value: object) -> Markup:
        """The markup of a sentence, seat, bid, denomination or number."""
        return Markup(self._show(value))  # noqa: S704  (`_show` escapes)

    def plain(self, value: object) -> str:
        """The same as text without markup, for titles and labels: in words, not in symbols."""
        match value:
            case Sentence():
                return value.render(languages.translated, self.plain)
            case Seat() if value < len(self.names):
                return isolated(self.names[value])
            case Seat() if value < len(_SEATS):
                return self.plain(_SEATS[value])
            case Person():
                return isolated(self._called(value))
            case Given():
                return isolated(value)
            case Names() | Listed():
                return self.plain(value.between).join(map(self.plain, value))
            case AnyBid():
                return self.plain(value.spoken)
            case Denomination() | Suit():
                return self.plain(_DENOMINATIONS[Denomination(value)])
            case Joker() | Pass():
                return self.plain(value.said)
            case Points() | Formula():
                return isolated(_printed(value), LTR)
            case int():
                return isolated(_number(value), LTR) if value < 0 else _number(value)
            case dt.date():
                return languages.day(value)
        return str(value)

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
        return figure(_number(number))

    def mean(self, number: float, signed: bool) -> Markup:
        """A mean to a tenth, with its sign where that is wanted."""
        tenths = half_up(number, 1)
        sign = MINUS if tenths < 0 else "+" if signed and tenths else ""
        return figure(sign + languages.number(abs(tenths), "#,##0.0"))

    def seat(self, seat: int) -> Markup:
        """The name of the player in a seat."""
        return self(Seat(seat))

    def name(self, name: str) -> Markup:
        """A name by itself."""
        return Markup('<bdi class="name">{}</bdi>').format(name)

    def _show(self, value: object) -> str:
        match value:
            case Sentence():
                # The pattern is ours, the blanks are escaped as they are shown.
                return value.render(
                    lambda *words: str(escape(languages.translated(*words))), self._show
                )
            case Seat():
                return self._seat(value)
            case Person():
                return self.name(self._called(value))
            case Given():
                return Markup('<bdi class="given" translate="no">{}</bdi>').format(_sendable(value))
            case Names() | Listed():
                between = Markup(self._show(value.between))  # noqa: S704  (escaped)
                return between.join(Markup(self._show(item)) for item in value)  # noqa: S704
            case AnyBid():
                # without a direction of its own: it may be a number with a word
                return Markup('<bdi class="figure"><span class="bid">{}</span></bdi>').format(
                    self(value.said)
                )
            case Denomination():
                return denomination(value)
            case Card():
                return figure(Markup("{}{}").format(suit(value.suit), value.rank.letter))
            case Suit():
                return suit(value)
            case Joker() | Pass():
                return self._show(value.said)
            case Points() | Formula():
                return figure(_printed(value))
            case int():
                return figure(_number(value)) if value < 0 else _number(value)
        return escape(_sendable(languages.day(value) if isinstance(value, dt.date) else str(value)))

    def _called(self, person: Person) -> str:
        """What somebody is called; by number where that is not known here."""
        return self._people.name(person) if person in self._people.names else str(int(person))

    def _seat(self, seat: Seat) -> Markup:
        if seat >= len(self.names):
            return escape(self.plain(seat))
        stem, end = self._parts[seat]
        if not end:
            return Markup('<bdi class="name">{}</bdi>').format(stem)
        return Markup(
            '<bdi class="name name--alike"><span class="name__stem">{}</span>'
            '<span class="name__end">{}</span></bdi>'
        ).format(stem, end)


_NOBODY = Teller()


def denomination(value: Denomination) -> Markup:
    """The symbol of a trump suit, or the letters for no trump."""
    if value.trump is None:
        name = _NOBODY.plain(value)
        return Markup('<abbr class="no-trump" title="{}">{}</abbr>').format(name, value.code)
    return suit(value.trump)


def suit(value: Suit) -> Markup:
    """The symbol of a suit, with its name for those who hear the page."""
    return Markup('<span class="suit suit--{}" role="img" aria-label="{}">{}</span>').format(
        value.name.lower(), _NOBODY.plain(value), value.symbol
    )


def isolated(text: str, mark: str = UNTIL_POP) -> str:
    """Plain text that cannot disturb the direction of what stands around it, nor be disturbed.

    In a line that reads from left to right as it does itself there is nothing to be done.
    """
    there = languages.current().direction
    if there == "ltr" and not right_to_left([text]):
        return text
    return f"{mark}{text}{POP}"


def figure(text: str) -> Markup:
    """A number or a sum, which reads from left to right in every language."""
    return Markup('<bdi dir="ltr" class="figure">{}</bdi>').format(text)


def _number(value: int) -> str:
    return (MINUS if value < 0 else "") + languages.number(abs(value))


def _sendable(text: str) -> str:
    """What somebody gave us, without the halves of letters that a file may hold and no page can."""
    return text.encode(errors="replace").decode()


def _printed(value: Points | Formula) -> str:
    if isinstance(value, Points):
        return ("+" if value > 0 else "") + _number(value)
    return typographic(value)


# Keys of a keyboard


class ActionKey(NamedTuple):
    """What is pressed on a keyboard instead of a button.

    pressed   keys with the same effect, separated by spaces, as in `KeyboardEvent.key`
    shown     how the sheet of keys shows them; none where it has a word for them
    """

    pressed: str
    shown: tuple[str, ...] = ()


ACTION_KEYS = {
    "undo": ActionKey("Shift+U", ("⇧ U",)),
    "redo": ActionKey("Shift+R", ("⇧ R",)),
    "record": ActionKey("Enter"),
    "more": ActionKey("+ = ArrowUp ArrowRight", ("+", "↑")),
    "fewer": ActionKey("- − ArrowDown ArrowLeft", ("−", "↓")),
    "enter_for_another": ActionKey("e", ("E",)),
    "take_trick_back": ActionKey("Backspace", ("⌫",)),
    "sheet_of_keys": ActionKey("?", ("?",)),
}


def denomination_key(value: Denomination | Suit) -> str:
    """The letter for a suit or for no trump, in the reader's language."""
    # the keys for clubs, diamonds, hearts, spades and no trump, in this order
    letters = translated("c d h s n").split()
    trump = value if isinstance(value, Suit) else value.trump
    return letters[-1] if trump is None else letters[list(Suit).index(trump)]


def bid_key(bid: AnyBid) -> str:
    """The number of a bid and a letter, to be typed one after the other: `7h`, `6n`, `4l`."""
    number = "".join(sign for sign in bid.code if sign.isdigit())
    for _, part in bid.said.blanks:
        if isinstance(part, Denomination):
            return number + denomination_key(part)
    return bid.code.lower()


def choice_keys(choices: Sequence[Choice]) -> list[str]:
    """A letter for each choice; numbers from 1, where two of them would share a letter."""
    letters = [
        denomination_key(choice.value)
        if isinstance(choice.value, Suit)
        else choice.code[:1].lower()
        for choice in choices
    ]
    if len(set(letters)) == len(letters):
        return letters
    return [str(number) for number in range(1, len(choices) + 1)]
