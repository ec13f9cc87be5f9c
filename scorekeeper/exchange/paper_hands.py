"""Paper hands: a pasted table with a header line and a row for each hand."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from scorekeeper.auction import split_bid
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.entry_checks import checked_entry
from scorekeeper.ledger.game_log import Entry, Kind, Log
from scorekeeper.ledger.people import folded
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.game import Setup
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.result_steps import (
    PlayerTricksStep,
    PointsStep,
    SharesStep,
    SideTricksStep,
    TricksStep,
)
from scorekeeper.rules.script import Earlier
from scorekeeper.rules.steps import MOST_DIGITS, TOO_LARGE, Fact, Json, Step
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import Formula, Given, Listed, Sentence, say

# Cells and columns
#
# Titles may be in any of the three languages of the pages; capitals and signs do not matter.

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
    "contract": "contract said says bid call c gebot sagt ansage angesagt הצעה חוזה הכרזה",
    "tricks": "tricks took taken made t stiche stich gemacht לקיחות לקח",
    "total": "total sum running stand summe gesamt zwischenstand סהכ",
}
TOTALS = {
    *("total", "totals", "sum", "subtotal", "final", "summe", "gesamt", "zwischensumme", "stand"),
    *("zwischenstand", "endstand", "ergebnis", "average", "schnitt", "σ", "∑", "סהכ", "סיכום"),
}
MONTHS = (
    *("jan ינו", "feb פבר", "mar mär mrz מרץ", "apr אפר", "may mai מאי", "jun יונ", "jul יול"),
    *("aug אוג", "sep ספט", "oct okt אוק", "nov נוב", "dec dez דצמ"),
)
PASSED = {"pass", "passed", "allpass", "allpassed", "passe", "passen", "gepasst", "פאס", "-", "–"}
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
WORDS = (
    ("NT", "notrump notrumps nt sa sansatout ohnetrumpf ohneatout ohne ללאשליט"),
    ("C", "clubs club kreuz treff תלתן"),
    ("D", "diamonds diamond karo יהלום"),
    ("H", "hearts heart herz לב"),
    ("S", "spades spade pik עלה"),
)
TURNED = re.compile(r"([^\W\d_]{1,12})(\d{1,2})")
SIGNED = r"[-\u2212]?\d+"
BOTH = re.compile(r"\s*(\d{1,3})(?:\s*[/|\\:→–(-]\s*|\s+)(\d{1,3})\s*[)]?\s*")  # 2/0, 2-0, 2 (0)
NAMED_MONTH = re.compile(r"(\d{1,2})(\.?)[ -]?([^\W\d_]{3,5})\.?")  # 3-Mar, 03. Mrz
WHOLE_DATE = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})")  # 3/3/2026, 03.03.2026
POINTS_TEXT = re.compile(r"[(]?\s*([-+\u2212]?)\s*(\d{1,6})(?:[.,]0{1,2})?\s*[)]?")  # 46, -20, 46,0
LONGEST_POINTS = 20  # characters; longer ones are no number
HAND_NUMBER = re.compile(r"[^\d]{0,12}(\d{1,4})[.):]?")
HEAD_WITHIN = 6  # lines, of which one names the columns


class Plain(Enum):
    """What a cell under a player's name alone holds.

    PAIR      the contract and the tricks, or one of them
    POINTS    the points of the hand
    TOTALS    the total after the hand
    """

    PAIR = "pair"
    POINTS = "points"
    TOTALS = "totals"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong in a line, with the title of the column if it is a cell."""

    line: int
    reason: Sentence
    column: str = ""

    @property
    def sentence(self) -> Sentence:
        """The reason with its place."""
        place = say("line {line}", line=self.line)
        if self.column:
            column = Given(self.column[:20])
            place = say("line {line}, column “{column}”", line=self.line, column=column)
        return say("{place}: {reason}", place=place, reason=self.reason)


@dataclass(frozen=True, slots=True)
class Head:
    """The columns of a table, by their meaning.

    columns    the places of columns about the whole hand
    both       the places of columns with a player's name alone
    own        the places of columns with a player's name and what they hold, as in “Anna tricks”
    width      how many titles there are
    plain      what the columns in `both` hold
    dates      which part of a date stands for the contract, where a spreadsheet made a date of 2/3
    """

    players: tuple[str, ...]
    columns: Mapping[str, int]
    both: Mapping[Seat, int]
    own: Mapping[tuple[str, Seat], int]
    width: int
    plain: Plain = Plain.PAIR
    dates: DayOrder = DayOrder.DAY

    @property
    def titles(self) -> int:
        """Return the number of column titles that were recognised."""
        return len(self.columns) + len(self.both) + len(self.own)

    @property
    def is_one(self) -> bool:
        """Whether it names anything that a hand needs."""
        return bool(self.columns.keys() - {"hand", "dealer"} or self.both or self.own)


@dataclass(frozen=True, slots=True)
class Cells:
    """One row; `line` is its number in the pasted text, from 1.

    before    the totals before it, by player, if its numbers are totals
    """

    line: int
    head: Head
    cells: tuple[str, ...]
    before: tuple[int, ...] = ()

    def get(self, column: str) -> str:
        """The cell of a column; empty if there is no such column."""
        return self.at(self.head.columns.get(column))

    def has(self, column: str) -> bool:
        """Return whether a column exists and its cell is not empty."""
        return bool(self.get(column))

    def seat(self, column: str) -> Seat:
        """The player whom a column names; raises MalformedEntry."""
        return player_in(self.get(column), self.head.players)

    def contract(self, seat: Seat, sole: bool = False) -> str:
        """Return a player's contract; empty if the row does not contain it.

        `sole` leaves out a number that stands alone, because it may be the tricks.
        """
        own = self.at(self.head.own.get(("contract", seat))) or self._listed("contracts", seat)
        if own:
            return own
        pair = self._pair(seat)
        return pair[0] if pair else "" if sole else self._alone(seat)

    def tricks(self, seat: Seat) -> str:
        """The tricks that a player took; empty if the row does not hold them."""
        own = self.at(self.head.own.get(("tricks", seat))) or self._listed("tricks", seat)
        if own:
            return own
        pair = self._pair(seat)
        if pair:
            return pair[1]
        return "" if any(map(self._pair, self.head.both)) else self._alone(seat)

    def points(self, seat: Seat) -> str:
        """The points of a player; empty if no column holds them."""
        own = self.at(self.head.own.get(("points", seat))) or self._listed("points", seat, SIGNED)
        if not own and self.head.plain is Plain.POINTS:
            own = self.at(self.head.both.get(seat))
        if not own and self.head.plain is Plain.TOTALS:
            total = self.total(seat)
            return "" if total is None else str(total - self.before[seat])
        number = points_in(own)
        return own if number is None else str(number)

    def total(self, seat: Seat) -> int | None:
        """The total of a player after the hand; None if no column holds it."""
        cell = self.at(self.head.own.get(("total", seat)))
        if not cell and self.head.plain is Plain.TOTALS:
            cell = self.at(self.head.both.get(seat))
        return points_in(cell)

    def number(self) -> int | None:
        """The number of the hand, or None."""
        match = HAND_NUMBER.fullmatch(self.get("hand"))
        return int(match[1]) if match else None

    def is_dated(self) -> bool:
        """Whether a cell is a date that stands for one of two pairs of numbers."""
        pairs = [_dated(self.at(place)) for place in self.head.both.values()]
        return any(pair is not None and not pair[2] and pair[0] != pair[1] for pair in pairs)

    def _pair(self, seat: Seat) -> tuple[str, str] | None:
        """The contract and the tricks in the cell of a player, or None."""
        if self.head.plain is not Plain.PAIR:
            return None
        cell = self.at(self.head.both.get(seat))
        both = BOTH.fullmatch(cell)
        if both:
            return both[1], both[2]
        dated = _dated(cell)
        if dated is None:
            return None
        day, month, is_day_first = dated
        if is_day_first or self.head.dates is DayOrder.DAY:
            return str(day), str(month)
        return str(month), str(day)

    def _alone(self, seat: Seat) -> str:
        """A number that stands alone under a player's name."""
        return "" if self.head.plain is not Plain.PAIR else self.at(self.head.both.get(seat))

    def _listed(self, column: str, seat: Seat, number: str = r"\d+") -> str:
        """One of several numbers in one cell, in the order of the seats."""
        numbers = re.findall(number, self.get(column))
        if len(numbers) != len(self.head.players):
            return ""
        return str(numbers[seat])

    def at(self, place: int | None) -> str:
        """The cell at a place; empty if there is none."""
        if place is None or place >= len(self.cells):
            return ""
        return self.cells[place].strip()


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a pasted table, and the titles of columns without a known meaning.

    sign        the separator between two cells of a row when it is shown: a comma, a blank
    left_out    lines without a hand, each with the reason
    sums        the numbers in the last row of totals, by player; empty if there is none
    """

    rows: tuple[Cells, ...]
    unused: tuple[str, ...]
    sign: str
    left_out: tuple[Flaw, ...] = ()
    sums: tuple[int, ...] = ()


def table_of(text: str, players: Sequence[str]) -> Table:
    """Read a pasted table; raises MalformedEntry if its first line names no columns."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise MalformedEntry(
            "no-table", say("Paste a table: a header line, then one row per hand.")
        )
    at = max(range(min(HEAD_WITHIN, len(lines))), key=lambda at: _titles(lines[at][1], players))
    split = splitter_of([lines[at][1]])
    titles = split(lines[at][1])
    left_out = [Flaw(number, say("no hand")) for number, _ in lines[:at]]
    if at + 1 < len(lines) and _are_parts(split(lines[at + 1][1]), titles):
        titles, at = _joined(titles, split(lines[at + 1][1])), at + 1
    head, unused = _head(titles, players)
    if not head.is_one:
        raise MalformedEntry(
            "no-head",
            say("The first line must name the columns, as in: {example}.",
                example=Listed((say("hand"), say("bid"), say("declarer"), *map(Given, players)))),
        )  # fmt: skip
    rows: list[Cells] = []
    sums: tuple[int, ...] = ()
    for number, line in lines[at + 1 :]:
        row = Cells(number, head, tuple(split(line)))
        if not "".join(row.cells).strip(" -–—:=+|"):
            continue
        if any(word_of(cell) in TOTALS for cell in row.cells[:3] if cell.strip()):
            left_out.append(Flaw(number, say("a row of totals")))
            sums = tuple(_row_of(row)) or sums
        elif [word_of(cell) for cell in row.cells] == list(map(word_of, titles)):
            left_out.append(Flaw(number, say("no hand")))
        else:
            rows.append(row)
    numbers = [row.number() for row in rows]
    if len(rows) > 1 and numbers == [*range(len(rows), 0, -1)]:  # the newest first
        rows.reverse()
    return Table(tuple(rows), unused, split.shown, tuple(left_out), sums)


def _titles(line: str, players: Sequence[str]) -> tuple[bool, int]:
    """How much a line looks like the titles of columns."""
    head, _ = _head(splitter_of([line])(line), players)
    return head.is_one, head.titles


def _are_parts(below: Sequence[str], titles: Sequence[str]) -> bool:
    """Whether a line under the names says what each column holds: bid, tricks, bid, tricks."""
    parts = {word_of(word) for words in OF_PLAYER.values() for word in words.split()}
    named = [cell for cell in below if cell.strip()]
    return len(named) > 1 and len(titles) > 1 and all(word_of(cell) in parts for cell in named)


def _joined(titles: Sequence[str], below: Sequence[str]) -> list[str]:
    """Titles of two rows as one: a name stands above one or more columns."""
    joined, name = [], ""
    for place in range(max(len(titles), len(below))):
        title = titles[place].strip() if place < len(titles) else ""
        part = below[place].strip() if place < len(below) else ""
        name = title or name
        joined.append(f"{name} {part}" if part else title)
    return joined


def _dated(cell: str) -> tuple[int, int, bool] | None:
    """The day, the month, and whether the day was written first, if a cell is a date.

    Spreadsheets make a date of 3/3. Numbers above 12 and zeros stay as they are.
    """
    text = cell.strip()
    named = NAMED_MONTH.fullmatch(text)
    if named:
        word = folded(named[3])
        months = [at for at, names in enumerate(MONTHS, 1) if word.startswith(tuple(names.split()))]
        return (int(named[1]), months[0], bool(named[2])) if months else None
    whole = WHOLE_DATE.fullmatch(text)
    if whole is None:
        return None
    first, sign, second, last = whole.groups()
    if len(first) == 4 and len(last) <= 2:
        return int(last), int(second), False
    if len(last) != 4 or len(first) > 2:
        return None
    return int(first), int(second), sign == "."


def points_in(text: str) -> int | None:
    """The number in a cell of points, as in “46,0”, “+5”, “−20”; None if it is no whole number."""
    bare = text.strip()
    match = POINTS_TEXT.fullmatch(bare) if len(bare) <= LONGEST_POINTS else None
    if match is None:
        return None
    return -int(match[2]) if match[1] in {"-", "\u2212"} else int(match[2])


def player_in(text: str, players: Sequence[str]) -> Seat:
    """Return the seat of the player with this name or its beginning; raises MalformedEntry."""
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
    """Parse a whole number, as `whole_number` does; raises MalformedEntry."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise MalformedEntry(
            "not-a-number", say("“{text}” is not a whole number.", text=Given(digits[:20]))
        )
    return int(digits) if len(digits) <= MOST_DIGITS else TOO_LARGE


def bid_in(text: str, step: AuctionStep, denomination: str = "") -> str:
    """Return a bid as the game writes it, whatever the spelling in the table; “pass” if all passed.

    A bare number takes its denomination from another column. Text that is not a bid is returned
    unchanged, and the game refuses it.
    """
    if word_of(text) in PASSED:
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
    """Return a bid that may lack its number or suit; “pass” if all passed."""
    return "pass" if word_of(text) in PASSED else _spelt(text)


def choice_in(text: str, step: ChoiceStep) -> str:
    """Return the code of a choice given by code, sign or word; raises IllegalEntry otherwise."""
    wanted = {word_of(text), word_of(_spelt(text))}
    for choice in step.choices:
        if wanted & {word_of(choice.code), word_of(str(choice.face)), word_of(str(choice.value))}:
            return choice.code
    raise IllegalEntry(
        "no-such-choice",
        say("“{text}” is not one of the choices.", text=Given(text[:20])),
        "choice",
    )


def splitter_of(lines: Sequence[str]) -> Splitter:
    """The splitter for the cells of lines: by the sign that stands in at least half of them."""
    for sign in ("\t", ";", "|", ","):
        if 2 * sum(sign in line for line in lines) >= len(lines):
            return Splitter(sign)
    wide = sum(re.search(r"\S\s{2,}\S", line) is not None for line in lines)
    return Splitter("  " if 2 * wide >= len(lines) else " ")


@dataclass(frozen=True, slots=True)
class Splitter:
    """Splits a line into cells at a sign."""

    sign: str

    @property
    def shown(self) -> str:
        """The separator as it reads best between two cells."""
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
    known = {word_of(word): key for key, words in COLUMNS.items() for word in words.split()}
    parts = {word_of(word): key for key, words in OF_PLAYER.items() for word in words.split()}
    for place, title in enumerate(titles):
        word = word_of(title)
        for seat, name in names:
            rest = word.removeprefix(word_of(name))
            if word == word_of(name):
                both.setdefault(Seat(seat), place)
                break
            if rest != word and rest in parts:
                own.setdefault((parts[rest], Seat(seat)), place)
                break
        else:
            begun = [seat for seat, name in names if word and word_of(name).startswith(word)]
            if word in known:
                columns.setdefault(known[word], place)
            elif len(begun) == 1:
                both.setdefault(Seat(begun[0]), place)
            elif title.strip():
                unused.append(title.strip()[:40])
    return Head(tuple(players), columns, both, own, len(titles)), tuple(unused)


def word_of(text: str) -> str:
    """Return a word without capitals, blanks and signs; a lone sign stays."""
    bare = "".join(sign for sign in folded(text) if sign.isalnum())
    return bare or folded(text).strip()


def _spelt(text: str) -> str:
    """Return a bid or suit with letters instead of signs and words."""
    spelt = "".join(SIGNS.get(sign, sign) for sign in text if sign not in "\ufe0e\ufe0f ")
    turned = TURNED.fullmatch(spelt)
    if turned:  # NT7
        spelt = f"{turned[2]}{turned[1]}"
    number, trumps = split_bid(spelt)
    for letter, words in WORDS:
        if word_of(trumps) in words.split():
            return f"{number}{letter}"
    return spelt


# Rows checked one after another
#
# The cells of a row answer the questions of the game's script, so that a row is wrong exactly if
# its answers would be refused at the table.

OF_AUCTION = ("bid", "declarer", "auction", "exchanges", "announced", "queen", "jack")
MOST_ROWS = 300
FEWEST_TOTALS = 3  # rows that can look like running totals


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table with the result of its check.

    line       its line number in the pasted text, from 1
    cells      the pasted cells, with single blanks
    sign       the separator between cells when they are shown
    score      its points; None if the row is wrong
    totals     the total of each side after it; None from the first wrong row on
    problem    the error, if the row is wrong
    allowed    the answers that would be legal, if they can be listed
    """

    line: int
    cells: tuple[str, ...]
    sign: str
    dealer: Seat
    score: DealScore | None = None
    totals: tuple[int, ...] | None = None
    problem: Sentence | None = None
    allowed: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """The result of checking a pasted table, and the entries to record.

    hands       the same as whole hands, for one entry that puts them in
    problem     an error of the table as a whole
    unused      the titles of columns that no question needs
    left_out    lines without a hand, each with the reason
    unclear     whether somebody must say if the numbers are points or totals
    """

    rows: tuple[Row, ...] = ()
    entries: tuple[Entry, ...] = ()
    hands: tuple[Fact, ...] = ()
    problem: Sentence | None = None
    unused: tuple[str, ...] = ()
    left_out: tuple[Flaw, ...] = ()
    unclear: bool = False

    @property
    def in_order(self) -> tuple[Row, ...]:
        """The rows in the order of the page: wrong ones first."""
        return tuple(sorted(self.rows, key=lambda row: row.problem is None))

    @property
    def wrong(self) -> int:
        """The number of wrong rows."""
        return sum(row.problem is not None for row in self.rows)

    @property
    def right(self) -> bool:
        """Whether everything can be recorded."""
        return self.problem is None and not self.wrong and not self.unclear and bool(self.rows)


def judge(log: Log, players: Sequence[str], text: str, plain: Plain | None = None) -> Paper:
    """Check a table as the next hands of a game.

    plain    whether plain numbers are points or totals, if somebody has said so
    """
    try:
        table = table_of(text, players)
        _check(log, table)
        table = _with_meaning(log, table, plain)
    except EntryError as error:
        return Paper(problem=error.sentence)
    papers = [_judged(log, table)]
    if any(row.is_dated() for row in table.rows):
        papers.append(_judged(log, _in_order(table, DayOrder.MONTH)))
        right = [paper for paper in papers if paper.right]
        if len(right) > 1 and right[0].entries != right[1].entries:
            return replace(
                papers[0],
                problem=say(
                    "A spreadsheet made dates of some cells, and both ways to read them are "
                    "possible: format the cells as text, or write 2-3 for 2/3."
                ),
            )
        papers = right or papers
    return replace(papers[0], unclear=plain is None and _may_be_totals(table))


def _with_meaning(log: Log, table: Table, plain: Plain | None) -> Table:
    """The table with what its plain numbers are, and the totals before each row."""
    meaning = _meaning(log, table, plain)
    rows = _without_sums(table.rows, meaning)
    gone = [Flaw(row.line, say("a row of totals")) for row in table.rows if row not in rows]
    head = replace(table.rows[0].head, plain=meaning)
    game, seats = log.game, _seats(log.game.setup)
    before = [game.total(game.seating.side_of(seat)) or 0 for seat in seats]
    kept = []
    for row in rows:
        read = replace(row, head=head, before=tuple(before))
        if meaning is Plain.TOTALS:
            after = map(read.total, seats)
            before = [old if new is None else new for old, new in zip(before, after, strict=True)]
        kept.append(read)
    return replace(table, rows=tuple(kept), left_out=(*table.left_out, *gone))


def _meaning(log: Log, table: Table, plain: Plain | None) -> Plain:
    """What the plain numbers of a table are."""
    head = table.rows[0].head
    own = {part for part, _ in head.own}
    other = own | (head.columns.keys() - {"hand", "dealer"})
    if not head.both:
        return Plain.TOTALS if "total" in own and other == {"total"} else Plain.PAIR
    if plain in {Plain.POINTS, Plain.TOTALS}:
        return plain
    cells = [row.at(place) for row in table.rows for place in head.both.values()]
    if any(BOTH.fullmatch(cell) or _dated(cell) for cell in cells):
        return Plain.PAIR
    rows = [each for row in table.rows if (each := _row_of(row))]
    first = next(log.game.setup.script(log.game.current.seating, log.game.current.earlier))
    most = first.scene.total
    are_points = (
        isinstance(first, PointsStep)
        or any(not 0 <= number <= most for each in rows for number in each)
        or (not other and any(sum(each) != most for each in rows))
    )
    if not are_points:
        return Plain.PAIR
    return Plain.TOTALS if len(rows) > 1 and list(table.sums) == rows[-1] else Plain.POINTS


def _row_of(row: Cells) -> list[int]:
    """The plain numbers of a row; empty if one is missing."""
    numbers = [points_in(row.at(place)) for place in row.head.both.values()]
    return [number for number in numbers if number is not None] if None not in numbers else []


def _without_sums(rows: Sequence[Cells], meaning: Plain) -> list[Cells]:
    """The rows without those that add up the rows above, although nothing says so."""
    if meaning is not Plain.POINTS:
        return list(rows)
    kept: list[Cells] = []
    sums: list[int] = []
    for row in rows:
        numbers = _row_of(row)
        with_numbers = "hand" in row.head.columns
        enough = len(kept) > 1 or (with_numbers and row.number() is None)
        if numbers and numbers == sums and any(sums) and enough and row.number() is None:
            continue
        kept.append(row)
        if numbers:
            sums = [old + new for old, new in zip(sums or [0] * len(numbers), numbers, strict=True)]
    return kept


def _may_be_totals(table: Table) -> bool:
    """Whether plain numbers that are read as points change so little that they may be totals."""
    if table.rows[0].head.plain is not Plain.POINTS:
        return False
    rows = [each for row in table.rows if (each := _row_of(row))]
    if len(rows) < FEWEST_TOTALS or table.sums == tuple(map(sum, zip(*rows, strict=True))):
        return False
    if any(flaw.line > table.rows[0].line for flaw in table.left_out):
        return False  # a row of totals adds them up
    pairs = [pair for low, high in pairwise(rows) for pair in zip(low, high, strict=True)]
    steps = sum(abs(new - old) for old, new in pairs)
    return 2 * steps < sum(abs(new) for _, new in pairs)


def _in_order(table: Table, order: DayOrder) -> Table:
    """The table with dates read in another order."""
    rows = (replace(row, head=replace(row.head, dates=order)) for row in table.rows)
    return replace(table, rows=tuple(rows))


def _numbering(log: Log, rows: Sequence[Cells]) -> dict[int, Sentence]:
    """What is wrong with the numbers of hands, by line."""
    numbers = [row.number() for row in rows]
    if all(number is None for number in numbers):
        return {}
    wrong = {}
    before: int | None = None
    for row, number in zip(rows, numbers, strict=True):
        due = log.game.current.number if before is None else before + 1
        if number is None:
            wrong[row.line] = say("The number of the hand is missing.")
            continue
        if number == before:
            wrong[row.line] = say("Hand {number} stands here twice.", number=number)
        elif number != due and (before is not None or number != 1):
            wrong[row.line] = say(
                "Hand {due} is missing: this is hand {number}.", due=due, number=number
            )
        before = number
    return wrong


def _check_totals(log: Log, cells: Cells) -> None:
    """Raise IllegalEntry for a total in a row that is not the one after the hand."""
    game = log.game
    for seat in _seats(game.setup):
        given, due = cells.total(seat), game.total(game.seating.side_of(seat))
        if given is not None and given != due:
            raise IllegalEntry(
                "another-total",
                say("The total of {seat} is {due} after this hand, not {given}.",
                    seat=seat, due=due, given=given),
            )  # fmt: skip


def _judged(log: Log, table: Table) -> Paper:
    """The judgement on the rows of a table."""
    rows: list[Row] = []
    entries: list[Entry] = []
    broken, before = False, log
    seating, earlier = log.game.current.seating, log.game.current.earlier
    misnumbered = _numbering(log, table.rows)
    for cells in table.rows:
        shown = tuple(" ".join(cell.split()) for cell in cells.cells)
        dealer = seating.dealer
        score = totals = problem = allowed = None
        try:
            if any(map(str.strip, cells.cells[cells.head.width :])):
                raise MalformedEntry(
                    "too-many-cells", say("The row has more cells than there are titles.")
                )
            dealer = cells.seat("dealer") if cells.has("dealer") else dealer
            turned = log.game.setup.seating(dealer, seating.number)
            facts, score = answered_hand(log.game.setup, turned, cells, earlier)
            problem = misnumbered.get(cells.line)
            if problem is not None:
                allowed = say("Put the numbers of the hands right, or leave their column out.")
            elif not broken:
                more = _entries(log, dealer, facts)
                after = log.after(more)
                _check_totals(after, cells)
                log, totals = after, after.game.totals
                entries += more
        except RefusedAnswer as refused:
            problem, allowed = refused.sentence, refused.allowed
        except EntryError as error:
            problem = error.sentence
        if problem is not None:
            broken, score = True, None
        rows.append(Row(cells.line, shown, table.sign, dealer, score, totals, problem, allowed))
        if broken:  # guess the next dealer, so that later rows can be checked
            left = log.game.setup.seating(dealer).eldest
            seating = log.game.setup.seating(left, seating.number)
        else:
            seating, earlier = log.game.current.seating, log.game.current.earlier
    records = log.records[before.game.current.number - 1 :]
    hands = tuple(
        {"facts": list(record.facts)} | ({} if record.dealer is None else {"dealer": record.dealer})
        for record in records
    )
    return Paper(tuple(rows), tuple(entries), hands, None, table.unused, table.left_out)


def usual_head(setup: Setup, players: Sequence[str]) -> tuple[Sentence | Given, ...]:
    """Return the titles of the columns that this game needs, in the usual order."""
    kinds = {type(step) for step in _questions(setup)}
    columns: list[Sentence | Given] = [say("hand"), say("dealer")]
    if AuctionStep in kinds:
        columns += [say("bid"), say("declarer")]
    if ChoiceStep in kinds:
        columns.append(say("announced"))
    if SideTricksStep in kinds:
        columns.append(say("tricks"))
    elif kinds & {ContractStep, TricksStep, PointsStep, SharesStep}:
        columns += map(Given, players)
    return tuple(columns)


def _questions(setup: Setup) -> list[Step]:
    """Return the questions of a hand in which every answer is the first legal one."""
    script = setup.script(setup.seating(setup.first_dealer))
    asked = [next(script)]
    try:
        while True:
            step = asked[-1]
            asked.append(script.send(step.parse(_any(step))))
    except StopIteration:
        return asked


def _any(step: Step) -> Fact:
    match step:
        case AuctionStep():
            return {"bid": step.auction.ladder.bids[0].code, "winner": int(step.auction.turn)}
        case ChoiceStep(choices=choices):
            return {"choice": next(choice.code for choice in choices if not choice.barred)}
        case ContractStep() | SideTricksStep() | PlayerTricksStep():
            return {"number": next(option.value for option in step.options if not option.barred)}
        case TricksStep():
            others = [0] * (len(step.seating.sides) - 1)
            return {"tricks": [step.scene.total, *others]}
        case SharesStep():
            return {"shares": [step.total, *[0] * (len(step.seating.sides) - 1)]}
        case PointsStep():
            return {"points": [step.sum or 0, *[0] * (len(step.seating.sides) - 1)]}
    raise StopIteration


def _check(log: Log, table: Table) -> None:
    if log.game.over:
        raise IllegalEntry("game-over", say("The game is over."))
    if log.game.current.record.facts:
        raise IllegalEntry(
            "deal-begun", say("A hand is running: finish it or undo its entries, then paste.")
        )
    if not table.rows:
        raise MalformedEntry("no-rows", say("There is no hand under the header line."))
    if len(table.rows) > MOST_ROWS:
        raise IllegalEntry(
            "too-many-rows",
            say(
                "At most {most} hands at once, and these are {given}: paste them in parts.",
                most=MOST_ROWS,
                given=len(table.rows),
            ),
        )


def _entries(log: Log, dealer: Seat, facts: Sequence[Fact]) -> list[Entry]:
    """Return the entries of a hand, as they would be recorded one by one."""
    entries: list[Entry] = []
    if dealer != log.game.current.dealer:
        entries.append(checked_entry(log, Kind.DEALER, None, {"dealer": int(dealer)}))
        log = log.after(entries)
    checked_entry(log, Kind.ANSWER, None, facts[0])  # refused once the game is over
    number = log.game.current.number
    return entries + [Entry(Kind.ANSWER, number, fact) for fact in facts]


class RefusedAnswer(Exception):
    """An answer that the rules forbid, with the legal answers."""

    def __init__(self, error: EntryError, step: Step) -> None:
        super().__init__(str(error))
        self.sentence = error.sentence
        self.allowed = None if error.code == "no-such-player" else _allowed(step)


def answered_hand(
    setup: Setup, seating: Seating, cells: Cells, earlier: Earlier
) -> tuple[list[Fact], DealScore]:
    """Return the answers of a row to the questions of a hand, and the points.

    Raises EntryError if the row cannot be read, RefusedAnswer if the rules forbid an answer.
    """
    script = setup.script(seating, earlier)
    step: Step = next(script)
    if not isinstance(step, PointsStep) and (known := _known_in_part(setup, cells)):
        return _partial_hand(setup, seating, earlier, known)
    facts: list[Fact] = []
    calls = [call for call in cells.get("auction").replace(",", " ").split() if call]
    while True:
        try:
            answer = step.parse(_answer(step, cells, calls))
        except EntryError as error:
            raise RefusedAnswer(error, step) from None
        facts.append(step.fact(answer))
        try:
            step = script.send(answer)
        except StopIteration as end:
            score: DealScore = end.value
            _check_rest(cells, score, seating, calls)
            return facts, score


def _known_in_part(setup: Setup, cells: Cells) -> Fact | None:
    """Return the answer for a hand known in part; None if the row has the auction or too little."""
    noted = _auction_in_part(setup, cells)
    if noted is None:
        return None
    seats = _seats(setup)
    sides = setup.seating(setup.first_dealer).sides
    points = [next(filter(None, map(cells.points, side)), "") for side in sides]
    if any(points):
        return {PARTIAL: {"points": points, **noted}}
    contracts = [cells.contract(seat, sole=True) for seat in seats]
    if not setup.book.contracts_score or not any(contracts):
        return None
    tricks = [_tricks(cells, side) for side in sides]
    return {PARTIAL: {"contracts": contracts, "tricks": tricks, **noted}}


def _seats(setup: Setup) -> list[Seat]:
    """All seats."""
    return [Seat(seat) for seat in range(setup.players)]


def _auction_in_part(setup: Setup, cells: Cells) -> dict[str, Json] | None:
    """Return the part of the auction that a row gives; None if it gives all of it."""
    if not any(map(cells.has, OF_AUCTION)):
        return {}
    if not setup.book.contracts_score or any(map(cells.has, ("auction", "exchanges"))):
        return None
    bid = bid_in_part(cells.get("bid") + cells.get("announced"))
    if bid == "pass" or (not bid and not cells.has("declarer")):
        return None
    whole = bid[:1].isdecimal() and not bid.isdecimal()
    if whole and cells.has("declarer") and not any(map(cells.points, _seats(setup))):
        return None
    noted: dict[str, Json] = {"bid": bid} if bid else {}
    return noted | ({"declarer": int(cells.seat("declarer"))} if cells.has("declarer") else {})


def _partial_hand(
    setup: Setup, seating: Seating, earlier: Earlier, known: Fact
) -> tuple[list[Fact], DealScore]:
    """Return the answers and points of a partly known hand; raises RefusedAnswer."""
    script = setup.script_for([known], seating, earlier)
    step = next(script)
    try:
        answer = step.parse(known)
        facts = [step.fact(answer)]
        script.send(answer)
    except EntryError as error:
        raise RefusedAnswer(error, step) from None
    except StopIteration as end:
        score: DealScore = end.value
        return facts, score
    raise AssertionError(step)


def _answer(step: Step, cells: Cells, calls: list[str]) -> Fact:
    match step:
        case AuctionStep():
            return _auction(step, cells, calls)
        case ContractStep(seat=seat):
            return {"number": cells.contract(seat)}
        case TricksStep(seating=seating):
            return {"tricks": [_tricks(cells, side) for side in seating.sides]}
        case PointsStep(seating=seating) | SharesStep(seating=seating):
            return {step.field: [_points(cells, side) for side in seating.sides]}
        case PlayerTricksStep(seat=seat):
            return {"number": cells.tricks(seat)}
        case SideTricksStep(counted=counted):
            return {"number": _side_tricks(cells, counted)}
        case ChoiceStep():
            given = cells.get(step.key) or cells.get("announced")
            return {"choice": _choice(step, given, cells) if given else ""}
    raise IllegalEntry("not-by-table", say("This game cannot be entered as a table."))


def _choice(step: ChoiceStep, given: str, cells: Cells) -> str:
    """Return the code of a choice; a choice of a player may also be given by name."""
    seats = {choice.value: choice.code for choice in step.choices if isinstance(choice.value, Seat)}
    if seats and not given.isdecimal():
        return seats[player_in(given, cells.head.players)]
    return choice_in(given, step)


def _auction(step: AuctionStep, cells: Cells, calls: list[str]) -> Fact:
    if calls:
        return {"call": bid_in(calls.pop(0), step)}
    exchanges = number_in(cells.get("exchanges") or "0")
    bid = bid_in(cells.get("bid"), step, cells.get("announced"))
    if bid == "pass" or step.scene.exchange < exchanges:
        return {"bid": "pass"}
    if not cells.has("declarer"):
        return {"bid": bid}
    return {"bid": bid, "winner": int(cells.seat("declarer"))}


def _tricks(cells: Cells, side: Sequence[Seat]) -> str:
    """Return the tricks of a side: the sum of its players' tricks."""
    taken = [cells.tricks(seat) for seat in side]
    if len(side) == 1 or not all(taken):
        return next((tricks for tricks in taken if tricks), "")
    return str(sum(map(number_in, taken)))


def _points(cells: Cells, side: Sequence[Seat]) -> str:
    """Return the points of a side, from the column of any of its players."""
    given = (cells.points(seat) or cells.tricks(seat) for seat in side)
    return next((points for points in given if points), "")


def _side_tricks(cells: Cells, side: Sequence[Seat]) -> str:
    alone = cells.get("tricks")
    if alone:
        return alone
    return next((taken for seat in side if (taken := cells.tricks(seat))), "")


def _check_rest(cells: Cells, score: DealScore, seating: Seating, calls: Sequence[str]) -> None:
    """Raise IllegalEntry for a cell that no question used and that contradicts the hand."""
    if calls:
        raise IllegalEntry("auction-over", say("The auction was over before “{call}”.",
                                               call=Given(calls[0][:20])))  # fmt: skip
    if score.scene.bid is None:
        return
    for seat in SEATS[: seating.players]:
        given, stands = cells.contract(seat, sole=True), score.scene.contract_of(seat)
        if given and stands is not None and number_in(given) != stands:
            raise IllegalEntry(
                "another-contract",
                say("{seat} said {stands}, not {given}.", seat=seat, stands=stands,
                    given=Given(given[:20])),
            )  # fmt: skip


def _allowed(step: Step) -> Sentence | None:
    match step:
        case ContractStep() | SideTricksStep() | PlayerTricksStep():
            numbers = [str(option.value) for option in step.options if option.barred is None]
            return say("Allowed: {numbers}.", numbers=Formula(", ".join(numbers)))
        case TricksStep(scene=scene):
            return say("The tricks come to {total}.", total=scene.total)
        case ChoiceStep(choices=choices):
            codes = ", ".join(choice.code for choice in choices if not choice.barred)
            return say("Allowed: {codes}.", codes=codes)
        case AuctionStep(auction=auction):
            bids = [bid for bid in auction.ladder.bids if step.barred(bid) is None]
            if bids:
                return say("Allowed: {lowest} to {highest}, or “pass” where all have passed.",
                           lowest=bids[0], highest=bids[-1])  # fmt: skip
    return None
