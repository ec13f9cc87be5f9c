"""Hands that were written on paper, entered as a table: a header line, then a row for each hand.

Every row answers the questions of the game's own script, so that a row is wrong exactly where its
answers would be refused at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.game import Setup
from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.steps import (
    AuctionStep,
    ChoiceStep,
    ContractStep,
    Fact,
    PlayerTricksStep,
    PointsStep,
    SharesStep,
    SideTricksStep,
    Step,
    TricksStep,
)
from scorekeeper.engine.rules.steps.asking import Json
from scorekeeper.engine.rules.steps.partial import PARTIAL
from scorekeeper.engine.rules.wording import Formula, Given, Sentence, say
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log
from scorekeeper.ledger.exchange.pasted_table import (
    Cells,
    Table,
    bid_in,
    bid_in_part,
    choice_in,
    number_in,
    player_in,
    table_of,
)

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
