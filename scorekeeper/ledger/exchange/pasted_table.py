"""Pasted tables: how cells are parted, and what the title of each column means.

Titles may be in any of the three languages of the pages; capitals and signs do not matter.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.bids import split_bid
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps import AuctionStep, ChoiceStep
from scorekeeper.engine.rules.steps.asking import MOST_DIGITS, TOO_LARGE
from scorekeeper.engine.rules.wording import Given, Listed, say
from scorekeeper.ledger.people.names import folded

COLUMNS = {
    "hand": "hand # no nr number deal round runde spiel יד",
    "dealer": "dealer dealt geber מחלק",
    "bid": "bid winningbid gebot höchstgebot הצעה הצעהזוכה הכרזהזוכה",
    "declarer": "declarer by bidder winner trumpmaker trumpfmacher alleinspieler קובעהשליט",
    "auction": "auction calls bieten reizung מכרז",
    "exchanges": "exchanges exchange gulash frisch פריש",
    "announced": "announced announcement trump trumps suit choice trumpf farbe שליט",
    "contracts": "contracts contract said ansagen ansage חוזים חוזה",
    "tricks": "tricks took taken stiche לקיחות",
    "queen": "queen dame מלכה",
    "jack": "jack bube נסיך",
    "points": "points punkte נקודות",
}
OF_PLAYER = {
    "points": "points punkte נקודות",
    "contract": "contract said says c ansage חוזה",
    "tricks": "tricks took t stiche לקיחות",
}
TOTALS = {"total", "totals", "sum", "summe", "gesamt", "סהכ"}
PASSED = {"pass", "passed", "allpass", "allpassed", "passe", "passen", "gepasst", "פאס", "-", "–"}
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
WORDS = (
    ("NT", "notrump notrumps nt ohnetrumpf ohne ללאשליט"),
    ("C", "clubs club kreuz treff תלתן"),
    ("D", "diamonds diamond karo יהלום"),
    ("H", "hearts heart herz לב"),
    ("S", "spades spade pik עלה"),
)
SIGNED = r"[-\u2212]?\d+"
BOTH = re.compile(r"\s*(\d{1,3})(?:\s*[/|:→–-]\s*|\s+)(\d{1,3})\s*")  # 2/0, 2-0, 2 0


@dataclass(frozen=True, slots=True)
class Head:
    """The columns of a table, by their meaning.

    columns    the places of columns about the whole hand
    both       the places of columns with a player's name alone
    own        the places of columns with a player's name and what they hold, as in “Anna tricks”
    """

    players: tuple[str, ...]
    columns: Mapping[str, int]
    both: Mapping[Seat, int]
    own: Mapping[tuple[str, Seat], int]


@dataclass(frozen=True, slots=True)
class Cells:
    """One row; `line` is its number in the pasted text, from 1."""

    line: int
    head: Head
    cells: tuple[str, ...]

    def get(self, column: str) -> str:
        """The cell of a column; empty if there is no such column."""
        return self._at(self.head.columns.get(column))

    def given(self, column: str) -> bool:
        """Whether a column is there and its cell is not empty."""
        return bool(self.get(column))

    def seat(self, column: str) -> Seat:
        """The player whom a column names; raises MalformedEntry."""
        return player_in(self.get(column), self.head.players)

    def contract(self, seat: Seat, sole: bool = False) -> str:
        """A player's contract; empty if the row does not hold it.

        `sole` leaves out a number that stands alone, because it may be the tricks.
        """
        own = self._at(self.head.own.get(("contract", seat))) or self._listed("contracts", seat)
        if own:
            return own
        cell = self._at(self.head.both.get(seat))
        both = BOTH.fullmatch(cell)
        return both[1] if both else "" if sole else cell

    def tricks(self, seat: Seat) -> str:
        """The tricks that a player took; empty if the row does not hold them."""
        own = self._at(self.head.own.get(("tricks", seat))) or self._listed("tricks", seat)
        if own:
            return own
        cell = self._at(self.head.both.get(seat))
        both = BOTH.fullmatch(cell)
        if both:
            return both[2]
        halved = any(BOTH.fullmatch(self._at(at)) for at in self.head.both.values())
        return "" if halved else cell

    def points(self, seat: Seat) -> str:
        """The points of a player; empty if no column holds them."""
        own = self._at(self.head.own.get(("points", seat)))
        return (own or self._listed("points", seat, SIGNED)).replace("\u2212", "-")

    def _listed(self, column: str, seat: Seat, number: str = r"\d+") -> str:
        """One of several numbers in one cell, in the order of the seats."""
        numbers = re.findall(number, self.get(column))
        if len(numbers) != len(self.head.players):
            return ""
        return str(numbers[seat])

    def _at(self, place: int | None) -> str:
        if place is None or place >= len(self.cells):
            return ""
        return self.cells[place].strip()


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a pasted table, and the titles of columns without a known meaning.

    sign    what stands between two cells of a row when it is shown: a comma, a blank
    """

    rows: tuple[Cells, ...]
    unused: tuple[str, ...]
    sign: str


def table_of(text: str, players: Sequence[str]) -> Table:
    """Read a pasted table; raises MalformedEntry if its first line names no columns."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise MalformedEntry(
            "no-table", say("Paste a table: a header line, then one row per hand.")
        )
    split = _splitter(lines[0][1])
    titles = split(lines[0][1])
    head, unused = _head(titles, players)
    if not head.columns.keys() - {"hand", "dealer"} and not head.both and not head.own:
        raise MalformedEntry(
            "no-head",
            say("The first line must name the columns, as in: {example}.",
                example=Listed((say("hand"), say("bid"), say("declarer"), *map(Given, players)))),
        )  # fmt: skip
    rows = []
    for number, line in lines[1:]:
        cells = tuple(split(line))
        if _word(cells[0]) in TOTALS or not "".join(cells).strip(" -–"):
            continue
        rows.append(Cells(number, head, cells))
    return Table(tuple(rows), unused, split.shown)


def player_in(text: str, players: Sequence[str]) -> Seat:
    """The player with this name, or the only one whose name begins so; raises MalformedEntry."""
    wanted = folded(text.strip())
    names = [folded(name) for name in players]
    seats = [seat for seat, name in enumerate(names) if name == wanted]
    seats = seats or [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(seats) != 1:
        raise MalformedEntry(
            "no-such-player",
            say("“{name}” is not one of the players: {players}.", name=Given(text[:24]),
                players=Listed(map(Given, players))),
        )  # fmt: skip
    return Seat(seats[0])


def number_in(text: str) -> int:
    """A whole number, read as `whole_number` does; raises MalformedEntry."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise MalformedEntry(
            "not-a-number", say("“{text}” is not a whole number.", text=Given(digits[:20]))
        )
    return int(digits) if len(digits) <= MOST_DIGITS else TOO_LARGE


def bid_in(text: str, step: AuctionStep, denomination: str = "") -> str:
    """A bid as the game writes it, however the table wrote it; “pass” if all passed.

    A bare number takes its denomination from another column. A text that is no bid is returned
    unchanged, and the game refuses it.
    """
    if _word(text) in PASSED:
        return "pass"
    tries = [text, _spelt(text)]
    if text.strip().isdecimal() and denomination:
        tries = [text + denomination, _spelt(text + denomination), *tries]
    for spelling in tries:
        try:
            return step.auction.ladder.parse(spelling).code
        except EntryError:
            continue
    return text


def bid_in_part(text: str) -> str:
    """A bid of which the number or the suit may be missing; “pass” where all passed."""
    return "pass" if _word(text) in PASSED else _spelt(text)


def choice_in(text: str, step: ChoiceStep) -> str:
    """The code of a choice, by its code, sign or word; raises IllegalEntry for anything else."""
    wanted = {_word(text), _word(_spelt(text))}
    for choice in step.choices:
        if wanted & {_word(choice.code), _word(str(choice.face)), _word(str(choice.value))}:
            return choice.code
    raise IllegalEntry(
        "no-such-choice",
        say("“{text}” is not one of the choices.", text=Given(text[:20])),
        "choice",
    )


def _splitter(line: str) -> _Splitter:
    for sign in ("\t", ";", "|", ","):
        if sign in line:
            return _Splitter(sign)
    return _Splitter("  " if re.search(r"\S\s{2,}\S", line) else " ")


@dataclass(frozen=True, slots=True)
class _Splitter:
    """Splits a line at the sign that splits the first one."""

    sign: str

    @property
    def shown(self) -> str:
        """The sign as it reads best between two cells."""
        return f"{self.sign} " if self.sign in ";," else " | " if self.sign == "|" else " "

    def __call__(self, line: str) -> list[str]:
        if self.sign == "|":
            return line.strip().strip("|").split("|")
        if self.sign == "  ":
            return re.split(r"\s{2,}", line.strip())
        if self.sign == " ":
            return line.split()
        return next(csv.reader([line], delimiter=self.sign), [""]) or [""]


def _head(titles: Sequence[str], players: Sequence[str]) -> tuple[Head, tuple[str, ...]]:
    columns: dict[str, int] = {}
    both: dict[Seat, int] = {}
    own: dict[tuple[str, Seat], int] = {}
    unused = []
    names = sorted(enumerate(players), key=lambda numbered: -len(numbered[1]))
    known = {_word(word): key for key, words in COLUMNS.items() for word in words.split()}
    parts = {_word(word): key for key, words in OF_PLAYER.items() for word in words.split()}
    for place, title in enumerate(titles):
        word = _word(title)
        for seat, name in names:
            rest = word.removeprefix(_word(name))
            if word == _word(name):
                both.setdefault(Seat(seat), place)
                break
            if rest != word and rest in parts:
                own.setdefault((parts[rest], Seat(seat)), place)
                break
        else:
            if word in known:
                columns.setdefault(known[word], place)
            elif title.strip():
                unused.append(title.strip()[:40])
    return Head(tuple(players), columns, both, own), tuple(unused)


def _word(text: str) -> str:
    """A word without capitals, blanks and signs; a lone sign stays."""
    bare = "".join(sign for sign in folded(text) if sign.isalnum())
    return bare or folded(text).strip()


def _spelt(text: str) -> str:
    """A bid or suit with letters in place of signs and words."""
    spelt = "".join(SIGNS.get(sign, sign) for sign in text if sign not in "\ufe0e\ufe0f ")
    number, trumps = split_bid(spelt)
    for letter, words in WORDS:
        if _word(trumps) in words.split():
            return f"{number}{letter}"
    return spelt
