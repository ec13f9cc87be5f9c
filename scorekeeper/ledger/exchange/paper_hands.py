"""Hands that were written on paper, entered as a table: a header line, then a row for each hand.

Every row answers the questions of the game's own script, so that a row is wrong exactly where its
answers would be refused at the table. `row_answers` says which column answers which question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.seating import Seat
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
from scorekeeper.engine.rules.wording import Given, Sentence, say
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log
from scorekeeper.ledger.exchange.pasted_table import Table, table_of
from scorekeeper.ledger.exchange.row_answers import RefusedAnswer, answered_hand

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
