"""Hands from paper: a pasted table with a header line and a row for each hand."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.auction import split_bid
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
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
from scorekeeper.seating import Seat, Seating
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


# Rows judged one after another
#
# Every row answers the questions of the game's own script, so that a row is wrong exactly where its
# answers would be refused at the table.

OF_AUCTION = ("bid", "declarer", "auction", "exchanges", "announced", "queen", "jack")
MOST_ROWS = 300


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table and the judgement on it.

    line       its line number in the pasted text, from 1
    cells      as they were pasted, with single blanks
    sign       what parts them when they are shown
    score      its points; None if the row is wrong
    totals     the total of each side after it; None from the first wrong row on
    problem    what is wrong
    allowed    what would be right, if that can be said
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
    """The judgement on a pasted table, and the entries to record.

    problem    what is wrong with the table as a whole
    unused     the titles of columns that no question needs
    """

    rows: tuple[Row, ...] = ()
    entries: tuple[Entry, ...] = ()
    problem: Sentence | None = None
    unused: tuple[str, ...] = ()

    @property
    def in_order(self) -> tuple[Row, ...]:
        """The rows in the order of the page: wrong ones first."""
        return tuple(sorted(self.rows, key=lambda row: row.problem is None))

    @property
    def wrong(self) -> int:
        """How many rows are wrong."""
        return sum(row.problem is not None for row in self.rows)

    @property
    def right(self) -> bool:
        """Whether everything can be recorded."""
        return self.problem is None and not self.wrong and bool(self.rows)


def judge(log: Log, players: Sequence[str], text: str) -> Paper:
    """Read a table as the next hands of a game."""
    try:
        table = table_of(text, players)
        _check(log, table)
    except EntryError as error:
        return Paper(problem=error.sentence)
    rows: list[Row] = []
    entries: list[Entry] = []
    broken = False
    seating, earlier = log.game.current.seating, log.game.current.earlier
    for cells in table.rows:
        shown = tuple(" ".join(cell.split()) for cell in cells.cells)
        dealer = seating.dealer
        try:
            dealer = cells.seat("dealer") if cells.given("dealer") else dealer
            turned = log.game.setup.seating(dealer, seating.number)
            facts, score = answered_hand(log.game.setup, turned, cells, earlier)
            if not broken:
                more = _entries(log, dealer, facts)
                log = log.after(more)
                entries += more
        except RefusedAnswer as refused:
            broken = True
            rows.append(
                Row(
                    cells.line,
                    shown,
                    table.sign,
                    dealer,
                    None,
                    None,
                    refused.sentence,
                    refused.allowed,
                )
            )
        except EntryError as error:
            broken = True
            rows.append(Row(cells.line, shown, table.sign, dealer, None, None, error.sentence))
        else:
            totals = None if broken else log.game.totals
            rows.append(Row(cells.line, shown, table.sign, dealer, score, totals))
        if broken:  # the deal moves on, so that later rows are judged as well as can be
            left = log.game.setup.seating(dealer).eldest
            seating = log.game.setup.seating(left, seating.number)
        else:
            seating, earlier = log.game.current.seating, log.game.current.earlier
    return Paper(tuple(rows), tuple(entries), None, table.unused)


def usual_head(setup: Setup, players: Sequence[str]) -> tuple[Sentence | Given, ...]:
    """The titles of the columns that this game needs, in the usual order."""
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
    """The questions of a hand in which every answer is the first one allowed."""
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
    """The entries of a hand, as they would be recorded one by one."""
    entries: list[Entry] = []
    if dealer != log.game.current.dealer:
        entries.append(checked_entry(log, Kind.DEALER, None, {"dealer": int(dealer)}))
        log = log.after(entries)
    checked_entry(log, Kind.ANSWER, None, facts[0])  # refused once the game is over
    number = log.game.current.number
    return entries + [Entry(Kind.ANSWER, number, fact) for fact in facts]


class RefusedAnswer(Exception):
    """An answer that the rules forbid, with the answers that they allow."""

    def __init__(self, error: EntryError, step: Step) -> None:
        super().__init__(str(error))
        self.sentence = error.sentence
        self.allowed = None if error.code == "no-such-player" else _allowed(step)


def answered_hand(
    setup: Setup, seating: Seating, cells: Cells, earlier: Earlier
) -> tuple[list[Fact], DealScore]:
    """The answers of a row to the questions of a hand, and the points they give.

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
    """The answer for a hand known in part; None if the row holds the auction, or too little."""
    noted = _auction_in_part(setup, cells)
    if noted is None:
        return None
    seats = [Seat(seat) for seat in range(setup.players)]
    sides = setup.seating(setup.first_dealer).sides
    points = [next(filter(None, map(cells.points, side)), "") for side in sides]
    if any(points):
        return {PARTIAL: {"points": points, **noted}}
    contracts = [cells.contract(seat, sole=True) for seat in seats]
    if not setup.book.contracts_score or not any(contracts):
        return None
    tricks = [_tricks(cells, side) for side in sides]
    return {PARTIAL: {"contracts": contracts, "tricks": tricks, **noted}}


def _auction_in_part(setup: Setup, cells: Cells) -> dict[str, Json] | None:
    """The part of the auction that a row gives; None if it gives all of it."""
    if not any(map(cells.given, OF_AUCTION)):
        return {}
    if not setup.book.contracts_score or any(map(cells.given, ("auction", "exchanges"))):
        return None
    bid = bid_in_part(cells.get("bid") + cells.get("announced"))
    if bid == "pass" or (not bid and not cells.given("declarer")):
        return None
    whole = bid[:1].isdecimal() and not bid.isdecimal()
    if whole and cells.given("declarer"):
        return None
    noted: dict[str, Json] = {"bid": bid} if bid else {}
    return noted | ({"declarer": int(cells.seat("declarer"))} if cells.given("declarer") else {})


def _partial_hand(
    setup: Setup, seating: Seating, earlier: Earlier, known: Fact
) -> tuple[list[Fact], DealScore]:
    """The answers and points of a hand known in part; raises RefusedAnswer."""
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
    """The code of a choice. A choice of a player may also be given by name."""
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
    if not cells.given("declarer"):
        return {"bid": bid}
    return {"bid": bid, "winner": int(cells.seat("declarer"))}


def _tricks(cells: Cells, side: Sequence[Seat]) -> str:
    """The tricks of a side: those of its players together."""
    taken = [cells.tricks(seat) for seat in side]
    if len(side) == 1 or not all(taken):
        return next((tricks for tricks in taken if tricks), "")
    return str(sum(map(number_in, taken)))


def _points(cells: Cells, side: Sequence[Seat]) -> str:
    """The points of a side, from the column of any of its players."""
    given = (cells.tricks(seat) or cells.points(seat) for seat in side)
    return next((points for points in given if points), "")


def _side_tricks(cells: Cells, side: Sequence[Seat]) -> str:
    alone = cells.get("tricks")
    if alone:
        return alone
    return next((taken for seat in side if (taken := cells.tricks(seat))), "")


def _check_rest(cells: Cells, score: DealScore, seating: Seating, calls: Sequence[str]) -> None:
    """Raise IllegalEntry for a cell that was not asked for and contradicts the hand."""
    if calls:
        raise IllegalEntry("auction-over", say("The auction was over before “{call}”.",
                                               call=Given(calls[0][:20])))  # fmt: skip
    if score.scene.bid is None:
        return
    for seat in seating.clockwise(Seat(0)):
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
