"""Formatting of sentences, names, suit symbols and numbers as HTML and as plain text."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from math import ceil
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from scorekeeper.auction import AnyBid, Pass
from scorekeeper.cards import Card, Denomination, Joker, Suit
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import quoted
from scorekeeper.ledger.people import NOBODY, Person, folded
from scorekeeper.rules.bidding_steps import Choice
from scorekeeper.rules.rulebook import KindOfGame, Rulebook
from scorekeeper.seating import Names, Seat
from scorekeeper.sheets.language import NO_TRUMP, SEAT_NAMES, right_to_left
from scorekeeper.web import languages
from scorekeeper.web.languages import translated
from scorekeeper.wording import (
    MINUS,
    Formula,
    Given,
    Listed,
    Points,
    Sentence,
    TimeOfDay,
    Total,
    Written,
    half_up,
    say,
    typographic,
)

# Widths of texts, in em

WIDE, CAPITAL, USUAL, NARROW = 1.05, 0.76, 0.58, 0.33
_WIDE_SIGNS = set("MWmw@%\u2014\u2026")
_NARROW_SIGNS = set("iljtfI.,:;'!|()[]- \u00b7")
_JOINTS = "\u200d\ufe0f -"  # characters that a shortened text must not end in


def ems(word: str) -> float:
    """Estimate the width of a word in em."""
    return sum(_widths(word))


def shorten(text: str, most: float) -> str:
    """Cut a text to a width of `most` em, with an ellipsis for the part that is cut."""
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

SHORTEST = 8  # a common beginning of fewer letters need not be shortened
WORD = 4  # if names differ within the first letters of a word, the end has the whole word


def stems_and_ends(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Split each name into its stem, which may be shortened, and the end that no other name has.

    The end is empty unless another name begins in the same way.

        stems_and_ends(["Anna Katharina A", "Anna Katharina B", "Jo"])
        -> (("Anna Katharina ", "A"), ("Anna Katharina ", "B"), ("Jo", ""))
    """
    others = [[*names[:seat], *names[seat + 1 :]] for seat in range(len(names))]
    return tuple(map(_stem_and_end, names, others))


def _stem_and_end(name: str, others: Sequence[str]) -> tuple[str, str]:
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
    """Return whether two characters may be drawn as one letter or emoji."""
    drawn_over = unicodedata.category(after) in {"Mn", "Me", "Mc", "Cf", "Sk"}
    return drawn_over or unicodedata.category(before) == "Cf"


def _in_common(name: str, other: str) -> int:
    """Return the length of the common beginning of two names."""
    pairs = enumerate(zip(name, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(name), len(other)))


# Sentences
#
# Text with a direction of its own is isolated (as Unicode calls it). That is text that reads from
# left to right in every language, so that “-120” and “4♥” keep their order inside a Hebrew
# sentence, and text that people typed.

LTR, FIRST_STRONG, POP = "\u2066", "\u2068", "\u2069"  # Unicode's names of isolates

NARROWEST, WIDEST = 4, 10  # em: the style sheet has a class for each number between them

_DENOMINATIONS = {
    Denomination.CLUBS: say("clubs"),
    Denomination.DIAMONDS: say("diamonds"),
    Denomination.HEARTS: say("hearts"),
    Denomination.SPADES: say("spades"),
    Denomination.NO_TRUMP: say("no trump"),
}


def capital(text: Markup) -> Markup:
    """Return a text with a capital letter at its beginning, unless it begins with a name."""
    if text.startswith("<"):
        return text
    return text[:1].upper() + text[1:]


class Teller:
    """Formats sentences and values as HTML, with the names of one game's players."""

    def __init__(
        self,
        names: Sequence[str] = (),
        record: GameRecord | None = None,
        decimals: int | None = None,
    ) -> None:
        """Make a formatter; `decimals` are those of the game's points, by default the record's."""
        self.names = tuple(names)
        if decimals is None:
            decimals = record.game.setup.book.decimals if record else 0
        self.decimals = decimals
        self._parts = stems_and_ends(self.names)
        self._record = record
        self._people = record.people if record else NOBODY

    @classmethod
    def of(cls, record: GameRecord) -> Teller:
        """Return the formatter of a game, with the names of the players who sit there now."""
        return cls(record.players, record)

    def at(self, deal: int) -> Teller:
        """Return the formatter of a deal, with the names of the players who sat there then."""
        if self._record is None or not self._record.log.sitting.all_changes:
            return self
        return Teller(self._record.names(deal), self._record)

    @property
    def with_all_players(self) -> Teller:
        """A formatter that names each seat by all its players so far, as in “Anna / Ben”."""
        if self._record is None or not self._record.log.sitting.all_changes:
            return self
        return Teller(tuple(map(" / ".join, self._record.seat_names)), self._record)

    @property
    def breadth(self) -> int:
        """The width of the widest word in the names, in em, from NARROWEST to WIDEST."""
        widest = max((ems(word) for name in self.names for word in name.split()), default=0.0)
        return min(max(ceil(widest), NARROWEST), WIDEST)

    def breadth_of(self, *seats: int) -> int:
        """Return the width of all names in these seats together, in em.

        It is at least NARROWEST and at most WIDEST.
        """
        width = sum(ems(self.names[seat]) for seat in seats)
        return min(max(ceil(width), NARROWEST), WIDEST)

    def __call__(self, value: object) -> Markup:
        """Return a sentence, seat, bid, denomination or number as HTML."""
        return Markup(self._show(value))  # noqa: S704  (`_show` escapes)

    def by_kind(
        self, books: Iterable[Rulebook[Any]]
    ) -> Iterator[tuple[KindOfGame, list[Rulebook[Any]]]]:
        """Yield each kind that some of these games have, with its games in the order of names."""
        by_name = sorted(books, key=lambda book: folded(self.plain(book.name)))
        for kind in KindOfGame:
            if games := [book for book in by_name if book.kind is kind]:
                yield kind, games

    def plain(self, value: object) -> str:
        """Return a value as plain text, in words instead of symbols."""
        match value:
            case Sentence():
                return value.render(languages.translated, self.plain)
            case Seat() if value < len(self.names):
                return isolate(self.names[value])
            case Seat() if value < len(SEAT_NAMES):
                return self.plain(SEAT_NAMES[value])
            case Person():
                return isolate(self._person_name(value))
            case Given():
                return isolate(value)
            case Names() | Listed():
                return self.plain(value.between).join(map(self.plain, value))
            case AnyBid():
                return self.plain(value.spoken)
            case Denomination() | Suit():
                return self.plain(_DENOMINATIONS[Denomination(value)])
            case Joker() | Pass():
                return self.plain(value.short)
            case Points() | Formula() | TimeOfDay():
                return isolate(self._typeset(value), LTR)
            case int():
                return isolate(_number(value), LTR) if value < 0 else _number(value)
            case dt.date():
                return languages.day(value)
        return str(value)

    def side(self, side: Sequence[Seat]) -> Markup:
        return Markup(" · ").join(self(seat) for seat in side)

    def side_plain(self, side: Sequence[Seat]) -> str:
        return ", ".join(self.plain(seat) for seat in side)

    def points(self, number: int, decimals: int = 0) -> Markup:
        """Return points as HTML, with a plus or minus sign."""
        return self(Points(number, decimals))

    def total(self, number: int | None, decimals: int = 0) -> Markup:
        """Return a running total as HTML, with a minus sign but no plus sign; a dash for None."""
        if number is None:
            return Markup("–")
        own = number.decimals if isinstance(number, Points) else decimals
        return figure(_number(number, own or self.decimals))

    def mean(self, number: float, signed: bool, points: bool = False) -> Markup:
        """Return a mean with one decimal as HTML; with a plus sign only if `signed`.

        points    whether it is a mean of points, which may have decimals
        """
        decimals = self.decimals if points else 0
        tenths = half_up(Decimal(str(number)).scaleb(-decimals), 1)
        sign = MINUS if tenths < 0 else "+" if signed and tenths else ""
        return figure(sign + languages.number(abs(tenths), "#,##0.0"))

    def seat(self, seat: int) -> Markup:
        """Return the name of the player in a seat."""
        return self(Seat(seat))

    def name(self, name: str) -> Markup:
        """Return a name as HTML."""
        return Markup('<bdi class="name">{}</bdi>').format(name)

    def note(self, text: str) -> Markup:
        """Return a note as HTML, in quotation marks."""
        return self(quoted(text))

    def _show(self, value: object) -> str:
        match value:
            case Sentence():
                # The pattern is escaped here, the values of the blanks by `_show`.
                text = value.render(
                    lambda *words: str(escape(languages.translated(*words))), self._show
                )
                return _in_its_language(value.pattern, text)
            case Seat():
                return self._seat(value)
            case Person():
                return self.name(self._person_name(value))
            case Given():
                return Markup('<bdi class="given" translate="no">{}</bdi>').format(
                    _encodable(value)
                )
            case Names() | Listed():
                between = Markup(self._show(value.between))  # noqa: S704  (escaped)
                return between.join(Markup(self._show(item)) for item in value)  # noqa: S704
            case AnyBid():
                # no `dir` attribute: a bid may be a number with a word
                return Markup(
                    '<bdi class="figure"><span class="bid" role="img" aria-label="{}">{}</span>'
                    "</bdi>"
                ).format(self.plain(value), self(value.short))
            case Denomination():
                return denomination(value)
            case Card():
                return figure(
                    Markup('<span role="img" aria-label="{} {}">{}{}</span>').format(
                        self.plain(value.suit),
                        value.rank.letter,
                        suit(value.suit),
                        value.rank.letter,
                    )
                )
            case Suit():
                return suit(value)
            case Joker() | Pass():
                return self._show(value.short)
            case Points() | Formula() | TimeOfDay():
                return figure(self._typeset(value))
            case int():
                return figure(_number(value)) if value < 0 else _number(value)
        return escape(
            _encodable(languages.day(value) if isinstance(value, dt.date) else str(value))
        )

    def _typeset(self, value: Points | Formula | TimeOfDay) -> str:
        if isinstance(value, TimeOfDay):
            return languages.clock(value)
        if isinstance(value, Formula):
            return typographic(value)
        plus = "+" if value > 0 and not isinstance(value, Total) else ""
        return plus + _number(value, value.decimals or self.decimals)

    def _person_name(self, person: Person) -> str:
        """Return a person's name; the id as text if the name is unknown."""
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


def _in_its_language(pattern: str, text: str) -> str:
    """Mark HTML with its language if it is of a game file without a translation."""
    here = languages.current().code
    if not isinstance(pattern, Written) or (code := pattern.language(here)) == here:
        return text
    return f'<bdi lang="{escape(code)}">{text}</bdi>'


_NOBODY = Teller()


def denomination(value: Denomination) -> Markup:
    """Return the symbol of a trump suit, or the letters for no trump."""
    if value.trump is None:
        name, letters = _NOBODY.plain(value), _NOBODY(NO_TRUMP)
        return Markup('<abbr class="no-trump" title="{}">{}</abbr>').format(name, letters)
    return suit(value.trump)


def suit(value: Suit) -> Markup:
    """Return the symbol of a suit, with its name for screen readers."""
    return Markup('<span class="suit suit--{}" role="img" aria-label="{}">{}</span>').format(
        value.name.lower(), _NOBODY.plain(value), value.symbol
    )


def isolate(text: str, mark: str = FIRST_STRONG) -> str:
    """Isolate the direction of plain text from the text around it."""
    if languages.current().direction == "ltr" and not right_to_left([text]):
        return text  # both read from left to right
    return f"{mark}{text}{POP}"


def figure(text: str) -> Markup:
    """Return a number or a sum as HTML that reads from left to right in every language."""
    return Markup('<bdi dir="ltr" class="figure">{}</bdi>').format(text)


def _number(value: int, decimals: int = 0) -> str:
    sign, size = MINUS if value < 0 else "", abs(value)
    if not decimals:
        return sign + languages.number(size)
    return sign + languages.number(Decimal(size).scaleb(-decimals), f"#,##0.{'0' * decimals}")


def _encodable(text: str) -> str:
    """Replace lone surrogates, which an imported file may hold and UTF-8 cannot encode."""
    return text.encode(errors="replace").decode()


# Keys of a keyboard


class ActionKey(NamedTuple):
    """The keys of a keyboard that press a button.

    pressed   keys with the same effect, separated by spaces, as in `KeyboardEvent.key`
    shown     the keys in the list of shortcuts; empty if the list names them by a word
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
    """Return the letter for a suit or for no trump, in the reader's language."""
    # the keys for clubs, diamonds, hearts, spades and no trump, in this order
    letters = translated("c d h s n").split()
    trump = value if isinstance(value, Suit) else value.trump
    return letters[-1] if trump is None else letters[list(Suit).index(trump)]


def bid_key(bid: AnyBid) -> str:
    """Return the number and the letter to type for a bid: `7h`, `6n`, `4l`."""
    number = "".join(sign for sign in bid.code if sign.isdigit())
    for _, part in bid.short.blanks:
        if isinstance(part, Denomination):
            return number + denomination_key(part)
    return bid.code.lower()


def choice_keys(choices: Sequence[Choice]) -> list[str]:
    """Return a letter for each choice; numbers from 1 if two choices would share a letter."""
    letters = [
        denomination_key(choice.value)
        if isinstance(choice.value, Suit)
        else choice.code[:1].lower()
        for choice in choices
    ]
    if len(set(letters)) == len(letters):
        return letters
    return [str(number) for number in range(1, len(choices) + 1)]
