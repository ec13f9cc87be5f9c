"""Hands in a table that somebody keeps: the cells of its rows, and the rows left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

from scorekeeper.exchange.game_columns import USUAL_TITLES, GameColumns
from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.exchange.table_cells import (
    MINUS,
    Translations,
    day_and_month_in,
    decimal_in,
    in_english,
    player_in,
    points_in,
    word_of,
)
from scorekeeper.exchange.table_checks import (
    STARTS,
    SUMS,
    TOTALS,
    SumRows,
    asked_of_sums,
    is_one_of,
    may_run,
    points_of_each,
    sum_rows,
)
from scorekeeper.exchange.table_columns import (
    HANDS,
    UNUSED,
    Meaning,
    Numbers,
    Table,
    Use,
    read_table,
)
from scorekeeper.exchange.table_text import TableRow
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.rules.game import Game
from scorekeeper.rules.script import begin
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Total, decimal_text, say

SIGNED = r"[^\s,;/|]+"  # one of several points in a cell, with a minus before or after it
BOTH = re.compile(  # 2/0, 2-0, 2 (0), nil/0
    r"\s*(\d{1,3}|[^\W\d_]{3,12})(?:\s*[/|\\:→–(-]\s*|\s+)(\d{1,3})(?:\s*[)])?\s*"
)
SUIT_OF_BID = re.compile(r"(?<=\d)\s*(?:[♣♦♥♠♧♢♡♤]|NT\b).*")  # beside the declarer's number
NILS = {"nil", "null", "zero", "אפס"}  # words for a contract of 0
HAND_NUMBER = re.compile(r"[^\d]{0,12}(\d{1,4})[.):]?")
JOINERS = (" ", " and ", " und ", " ו")  # between partners; signs do not count
BESIDE_ANSWERS = {
    *(Meaning.NUMBER, Meaning.DEALER, Meaning.POINTS, Meaning.RUNNING, Meaning.UNUSED),
}
LABELS = 3  # cells that may name a row of totals


# Rows


@dataclass(frozen=True, slots=True)
class HandHead:
    """The columns of a table of hands.

    plain      the places of the columns with a player's name alone
    numbers    the meaning of the numbers in them
    dates      which part of a date stands for the contract, where a spreadsheet made a date of 2/3
    """

    columns: GameColumns
    table: Table
    plain: Mapping[Seat, int]
    numbers: Numbers = Numbers.PAIR
    dates: DayOrder = DayOrder.DAY

    @property
    def players(self) -> tuple[str, ...]:
        return self.columns.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.columns.setup.present

    @property
    def decimals(self) -> int:
        """The decimals of the game's points."""
        return self.columns.setup.book.decimals

    def place(self, meaning: str, seat: Seat | None = None) -> int | None:
        """Return the place of a column, which may be of one player; None if there is none."""
        return self.table.places.get(Use(meaning, "" if seat is None else self.players[seat]))

    def has(self, meaning: str) -> bool:
        """Return whether a column has this meaning, that of all players or of one."""
        return bool(self.table.of(meaning))


@dataclass(frozen=True, slots=True)
class HandRow:
    """One row; `line` is its number in the text, from 1.

    won    the points of the players, if its numbers are running totals
    """

    line: int
    head: HandHead
    cells: tuple[str, ...]
    won: Mapping[Seat, int] = field(default_factory=dict)

    def get(self, meaning: str) -> str:
        """Return the cell of a column about the whole hand; empty if there is no such column."""
        return self.at(self.head.place(meaning))

    def has(self, meaning: str) -> bool:
        """Return whether a column exists, and its cell is neither empty nor a dash."""
        return bool(self.get(meaning).strip(f"{MINUS} "))

    def own(self, meaning: str, seats: Iterable[Seat]) -> str:
        """Return the cell that one of these players has in a column of a meaning."""
        cells = (self.at(self.head.place(meaning, seat)) for seat in seats)
        return next(filter(None, cells), "")

    def seat(self, meaning: str) -> Seat:
        """Return the player whom a column names; raises MalformedEntry."""
        return player_in(self.get(meaning), self.head.players)

    def contract(self, seat: Seat, sole: bool = False) -> str:
        """Return a player's contract; empty if the row does not contain it.

        A number that stands alone may be the tricks: it is ignored with `sole`, and if no other
        column holds the tricks.
        """
        own = self._one_of(Meaning.CONTRACT, seat)
        pair = self._pair(seat)
        alone = self._plain(seat)
        own = own if own.isdecimal() else SUIT_OF_BID.sub("", own)
        may_be_tricks = sole or (alone.isdecimal() and not self.head.has(Meaning.TRICKS))
        said = own or (pair[0] if pair else "" if may_be_tricks else alone)
        return "0" if word_of(said) in NILS else said

    def declared(self) -> tuple[str, Seat] | None:
        """Return the bid and the player, if the only contract with trumps beside it is the bid."""
        cells = [(self.own(Meaning.CONTRACT, [seat]), seat) for seat in self.head.seats]
        bids = [(cell, seat) for cell, seat in cells if SUIT_OF_BID.search(cell)]
        return bids[0] if len(bids) == 1 else None

    def tricks(self, seat: Seat) -> str:
        """Return the tricks that a player took; empty if the row does not hold them."""
        own = self._one_of(Meaning.TRICKS, seat)
        if own:
            return own
        pair = self._pair(seat)
        if pair:
            return pair[1]
        return "" if any(map(self._pair, self.head.plain)) else self._plain(seat)

    def points(self, seat: Seat) -> str:
        """Return the points of a player, as a form has them; empty if no column holds them."""
        decimals = self.head.decimals
        signed = rf"{SIGNED}(?:[.,]\d+)?" if decimals else SIGNED
        own = self._one_of(Meaning.POINTS, seat, signed) or self._plain(seat, Numbers.POINTS)
        if not own and seat in self.won:
            return decimal_text(self.won[seat], decimals)
        number = points_in(own, decimals)
        return own if number is None else decimal_text(number, decimals)

    @property
    def has_answers(self) -> bool:
        """Whether a cell answers a question of the game, so that the row is no sum of others."""
        is_pair = self.head.numbers is Numbers.PAIR
        counted = {*BESIDE_ANSWERS, *(() if is_pair else (Meaning.PLAIN,))}
        columns = self.head.table.columns
        return any(self.at(each.place) for each in columns if each.use.meaning not in counted)

    def all_points(self) -> dict[Seat, int]:
        """Return the points of all players; empty if one of them is missing."""
        read = {seat: points_in(self.points(seat), self.head.decimals) for seat in self.head.seats}
        points = {seat: number for seat, number in read.items() if number is not None}
        return points if len(points) == len(read) else {}

    def total(self, seat: Seat) -> int | None:
        """Return the total of a player after the hand; None if no column holds it."""
        own = self.at(self.head.place(Meaning.RUNNING, seat))
        return points_in(own or self._plain(seat, Numbers.RUNNING), self.head.decimals)

    def number(self) -> int | None:
        """Return the number of the hand; None if the row has none."""
        match = HAND_NUMBER.fullmatch(self.get(Meaning.NUMBER))
        return int(match[1]) if match else None

    @property
    def labels(self) -> Sequence[str]:
        """The cells before those of players, or the first ones if there are none of players."""
        of_players = [place for use, place in self.head.table.places.items() if use.player]
        return self.cells[: min(of_players, default=LABELS)]

    def title(self, meaning: str, seat: Seat | None = None) -> str:
        """Return the title of the column that answers a question; empty if there is none."""
        head = self.head
        own = None if seat is None else head.plain.get(seat)
        places = (head.place(meaning, seat), head.place(meaning), own)
        return next((head.table.title(place) for place in places if place is not None), "")

    def date(self) -> str:
        """Return a cell that is a date in place of two numbers; empty if there is none."""
        for place in self.head.plain.values():
            pair = day_and_month_in(self.at(place))
            if pair is not None and not pair[2] and pair[0] != pair[1]:
                return self.at(place)
        return ""

    def numbers(self) -> dict[int, int]:
        """Return the numbers in the columns of players, by place; empty if one is missing."""
        decimals = self.head.decimals
        read = {place: points_in(self.at(place), decimals) for place in self.head.plain.values()}
        numbers = {at: number for at, number in read.items() if number is not None}
        return numbers if len(numbers) == len(read) else {}

    def at(self, place: int | None) -> str:
        """Return the cell at a place; empty if there is none."""
        return TableRow(self.line, self.cells).at(place)

    def _pair(self, seat: Seat) -> tuple[str, str] | None:
        """Return the contract and the tricks in a player's cell; None if it has no such pair."""
        cell = self._plain(seat)
        both = BOTH.fullmatch(cell)
        if both:
            return both[1], both[2]
        dated = day_and_month_in(cell)
        if dated is None:
            return None
        day, month, is_day_first = dated
        if is_day_first or self.head.dates is DayOrder.DAY:
            return str(day), str(month)
        return str(month), str(day)

    def _plain(self, seat: Seat, numbers: Numbers = Numbers.PAIR) -> str:
        """Return the cell under a player's name alone; empty if it means other numbers."""
        return self.at(self.head.plain.get(seat)) if self.head.numbers is numbers else ""

    def _one_of(self, meaning: Meaning, seat: Seat, number: str = r"\d+") -> str:
        """Return what a column has of a player: the cell, or one of its numbers for each seat."""
        own = self.at(self.head.place(meaning, seat))
        numbers: list[str] = [] if own else re.findall(number, self.get(meaning))
        seats = self.head.seats
        return numbers[seats.index(seat)] if len(numbers) == len(seats) else own


@dataclass(frozen=True, slots=True)
class HandChoices:
    """A person's choices about a table of hands; what is not chosen is open.

    columns    the uses of columns, by the field of the column
    numbers    the meaning of plain numbers
    dates      which part of a date stands for the contract
    sums       the meaning of rows that add up others
    """

    columns: Mapping[str, Use] = field(default_factory=dict)
    numbers: Numbers | None = None
    dates: DayOrder | None = None
    sums: SumRows | None = None


NOTHING_CHOSEN = HandChoices()


@dataclass(frozen=True, slots=True)
class Hands:
    """The rows of a table of hands.

    remarks     what is left out, and what somebody must say
    summed      the last row that is called a sum; None if there is none
    numbers     the meaning of the numbers under the names; None if there are none, or it is open
    """

    head: HandHead
    rows: tuple[HandRow, ...]
    remarks: tuple[Remark, ...] = ()
    summed: HandRow | None = None
    numbers: Numbers | None = None


def read_hands(
    text: str,
    columns: GameColumns,
    game: Game,
    choices: HandChoices = NOTHING_CHOSEN,
    translations: Translations = in_english,
) -> Hands:
    """Read a table; raises MalformedEntry if no line of it names columns.

    A column of partners is read as the first partner's. Titles may be in every language of the
    translations.
    """
    players = columns.players
    named = {
        player: [
            joiner.join(order)
            for side in game.sides
            if len(side) > 1 and players[side[0]] == player
            for order in permutations(players[seat] for seat in side)
            for joiner in JOINERS
        ]
        for player in players
    }
    titles = {word_of(key): Use(key) for key in columns.repeated}
    parts = {word_of(key): key for key in columns.repeated}
    for each in columns.asked:
        key = each.meaning
        labels = each.labels or (() if key in USUAL_TITLES else (each.question,))
        short = {key, key.removesuffix("-of")} - {*USUAL_TITLES}
        words = (word for label in labels for word in translations(label))
        for word in HANDS.spellings(words) | short:
            if each.seats:
                parts[word_of(word)] = key
            else:
                titles[word_of(word)] = Use(key)
    subject = HANDS.with_titles(titles).with_parts(parts).with_names(named)
    table = read_table(text, subject, players, names=players).with_chosen(choices.columns)
    plain = {
        SEATS[players.index(column.use.player)]: column.place
        for column in table.of(Meaning.PLAIN)
        if column.use.player
    }
    head = HandHead(columns, table, plain, dates=choices.dates or DayOrder.DAY)
    hands = _kept(head, game)
    meaning = choices.numbers or _meaning(hands, game)
    remarks = list(hands.remarks)
    dated = next(filter(None, (row.date() for row in hands.rows)), "")
    if dated and choices.dates is None:
        reason = say("A spreadsheet made a date of two numbers: which comes first in {text}?",
                     text=Given(dated[:20]))  # fmt: skip
        remarks.append(Remark(Level.QUESTION, reason, field="order"))
    if meaning is None:
        reason = say("Are the numbers points of each hand, or totals after it?")
        remarks.append(Remark(Level.QUESTION, reason, field="numbers"))
    head = replace(head, numbers=meaning or Numbers.POINTS)
    rows = [replace(row, head=head) for row in hands.rows]
    played = {row.line for row in rows if row.has_answers}
    lines = sum_rows([(row.line, own) for row in rows if (own := row.all_points())], played)
    remarks += asked_of_sums(lines, choices.sums)
    if choices.sums is SumRows.LEFT_OUT:
        rows = [row for row in rows if row.line not in lines]
    if meaning is Numbers.RUNNING:
        seats = game.setup.present
        start = {seat: game.total(game.side_of(seat)) or 0 for seat in seats}
        read = [{seat: row.total(seat) for seat in seats} for row in rows]
        totals = ({seat: each for seat, each in row.items() if each is not None} for row in read)
        won = points_of_each(totals, start)
        rows = [replace(row, won=points) for row, points in zip(rows, won, strict=True)]
    plain_numbers = meaning if plain else None
    return Hands(head, tuple(rows), tuple(remarks), hands.summed, plain_numbers)


def _kept(head: HandHead, game: Game) -> Hands:
    """Return the rows that hold hands; the others are left out in sight."""
    table = head.table
    remarks = [Remark(Level.LEFT_OUT, say("no hand"), row.line) for row in table.above]
    titles = [word_of(column.title) for column in table.columns[: table.width]]
    rows: list[HandRow] = []
    summed: HandRow | None = None
    for line, cells in table.rows:
        row = HandRow(line, head, cells)
        left_out = None
        if is_one_of(TOTALS, row.labels):
            left_out = say("a row of totals")
            summed = row if row.numbers() and is_one_of(SUMS, row.labels) else summed
        elif list(map(word_of, cells)) == titles:
            left_out = say("no hand")
        elif not rows and _is_start(row):
            left_out = say("the points before the first hand")
            remarks += _wrong_start(row, game)
        if left_out is None:
            rows.append(row)
        else:
            remarks.append(Remark(Level.LEFT_OUT, left_out, line))
    numbers = [row.number() for row in rows]
    if len(rows) > 1 and numbers == [*range(len(rows), 0, -1)]:  # the newest first
        rows.reverse()
    return Hands(head, tuple(rows), tuple(remarks), summed)


def _meaning(hands: Hands, game: Game) -> Numbers | None:
    """Return the meaning of the plain numbers; None if somebody must say it."""
    head = hands.head
    if not head.plain:
        of_hand = [use for use in (Meaning.POINTS, Meaning.CONTRACT) if head.has(use)]
        return Numbers.RUNNING if head.has(Meaning.RUNNING) and not of_hand else Numbers.PAIR
    cells = [row.at(place) for row in hands.rows for place in head.plain.values()]
    first, _ = begin(game.setup.script(game.current.seating, game.current.earlier))
    if first is None:  # the game is over
        return Numbers.PAIR
    counted = first.field == "points"
    if not counted and any(BOTH.fullmatch(cell) or day_and_month_in(cell) for cell in cells):
        return Numbers.PAIR
    most = first.scene.total
    numbers = [number for cell in cells if (number := decimal_in(cell)) is not None]
    asks = {each.meaning for each in head.columns.asked}
    is_pair = most and not counted and {Meaning.CONTRACT, Meaning.TRICKS} & asks
    others = {column.use.meaning for column in head.table.columns if column.use != UNUSED}
    others -= {Meaning.PLAIN, Meaning.NUMBER, Meaning.DEALER}
    rows = [each for row in hands.rows if (each := row.numbers())]
    summed = hands.summed.numbers() if hands.summed else None
    if summed and summed == {at: sum(row[at] for row in rows) for at in summed}:
        return Numbers.POINTS  # a row of totals adds them up
    if is_pair and all(0 <= number <= most and number == int(number) for number in numbers):
        sums = {sum(row.values()) for row in rows}
        if others or sums <= {most * 10**head.decimals}:
            return Numbers.PAIR
    series = [[row[at] for row in rows] for at in head.plain.values()]
    return None if may_run(series) else Numbers.POINTS


def _is_start(row: HandRow) -> bool:
    """Return whether a row holds points from before the first hand: zeros, or after “Start”."""
    numbers = row.numbers()
    if row.head.place(Meaning.NUMBER) is None or row.number() is not None or not numbers:
        return False
    return not any(numbers.values()) or is_one_of(STARTS, [row.get(Meaning.NUMBER)])


def _wrong_start(row: HandRow, game: Game) -> Iterator[Remark]:
    """Yield the points that are not those of the game before these hands; zeros are left out."""
    numbers = row.numbers()
    for seat, place in row.head.plain.items():
        given, due = numbers[place], game.total(game.side_of(seat))
        if any(numbers.values()) and given != due:
            reason = say(
                "{seat} has {due} before the first of these hands, not {given}: enter the starting "
                "points of the game under “More” before you paste.",
                seat=seat, due=Total(due or 0, row.head.decimals),
                given=Total(given, row.head.decimals),
            )  # fmt: skip
            yield Remark(Level.ERROR, reason, row.line)
            return
