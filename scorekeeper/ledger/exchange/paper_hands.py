"""Hands that were written on paper, entered as a table: a head, then a row a hand.

Every row answers the questions of the game's own script, so that what is wrong in it is what would
be wrong at the table. Which column answers which question:

- auction: `bid` and `declarer`, or `auction` with every call, blanks between; `exchanges`, where
  there were any, says how many
- choice: `trumps`, or `announced`; a player by name, as in `queen` and `jack`
- points, or cards that score: a column a player
- contracts and tricks: a column a player with both, as in 2/0; or two a player, as in `Anna
  contract` and `Anna tricks`; or one for all, `contracts` and `tricks`, in the order of the seats
- tricks of one side: `tricks` with a number, or the column of one of its players
- `dealer`, where it did not simply move on

A row without any word of the auction is a hand known in part: contracts and tricks, where they give
the points, or the points alone, in columns such as `Anna points`.
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
from scorekeeper.engine.rules.steps.partial import PARTIAL
from scorekeeper.engine.rules.wording import Formula, Given, Sentence, say
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log
from scorekeeper.ledger.exchange.pasted_table import (
    Cells,
    Table,
    bid_in,
    choice_in,
    number_in,
    player_in,
    table_of,
)

MOST_ROWS = 300
OF_AUCTION = ("bid", "declarer", "auction", "exchanges", "announced", "queen", "jack")


@dataclass(frozen=True, slots=True)
class Row:
    """A row as judged.

    line       where it stands in what was pasted, from 1
    text       what stands there
    score      its points; None where something is wrong
    totals     of each side after it; None from the first wrong row on
    problem    what is wrong, with `allowed` as what would be right
    """

    line: int
    text: str
    dealer: Seat
    score: DealScore | None = None
    totals: tuple[int, ...] | None = None
    problem: Sentence | None = None
    allowed: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """What was pasted, judged row by row, and the entries that it comes to.

    problem    what is wrong with the table as a whole
    unused     columns that say nothing that is asked
    """

    rows: tuple[Row, ...] = ()
    entries: tuple[Entry, ...] = ()
    problem: Sentence | None = None
    unused: tuple[str, ...] = ()

    @property
    def in_order(self) -> tuple[Row, ...]:
        """The rows as they are shown: those that are wrong first."""
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
        said = " ".join(cells.said.split())
        dealer = seating.dealer
        try:
            dealer = cells.seat("dealer") if cells.given("dealer") else dealer
            turned = log.game.setup.seating(dealer, seating.number)
            facts, score = _hand(log.game.setup, turned, cells, earlier)
            if not broken:
                more = _entries(log, dealer, facts)
                log = log.after(more)
                entries += more
        except _Refused as refused:
            broken = True
            rows.append(
                Row(cells.line, said, dealer, None, None, refused.sentence, refused.allowed)
            )
        except EntryError as error:
            broken = True
            rows.append(Row(cells.line, said, dealer, None, None, error.sentence))
        else:
            totals = None if broken else log.game.totals
            rows.append(Row(cells.line, said, dealer, score, totals))
        if broken:  # the deal moves on, so that later rows are judged as well as can be
            left = log.game.setup.seating(dealer).eldest
            seating = log.game.setup.seating(left, seating.number)
        else:
            seating, earlier = log.game.current.seating, log.game.current.earlier
    return Paper(tuple(rows), tuple(entries), None, table.unused)


def usual_head(setup: Setup, players: Sequence[str]) -> tuple[Sentence | Given, ...]:
    """The columns that a table for this game needs, as its questions say."""
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
    """The questions of a hand in which the first thing that may be answered is answered."""
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
            return {"choice": next(one.code for one in choices if not one.barred)}
        case ContractStep() | SideTricksStep() | PlayerTricksStep():
            return {"number": next(one.value for one in step.options if not one.barred)}
        case TricksStep():
            others = [0] * (len(step.seating.sides) - 1)
            return {"tricks": [step.scene.total, *others]}
        case SharesStep():
            return {"shares": [step.total, *[0] * (len(step.seating.sides) - 1)]}
        case PointsStep():
            return {"points": [step.sum or 0, *[0] * (len(step.seating.sides) - 1)]}
    raise StopIteration


class _Refused(Exception):
    """A question that was not answered as it may be."""

    def __init__(self, error: EntryError, step: Step) -> None:
        super().__init__(str(error))
        self.sentence = error.sentence
        self.allowed = None if error.code == "no-such-player" else _allowed(step)


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
        raise IllegalEntry("too-many-rows", say("At most {most} hands at once.", most=MOST_ROWS))


def _entries(log: Log, dealer: Seat, facts: Sequence[Fact]) -> list[Entry]:
    """The entries of a hand, as they would be recorded one by one."""
    entries: list[Entry] = []
    if dealer != log.game.current.dealer:
        entries.append(checked_entry(log, Kind.DEALER, None, {"dealer": int(dealer)}))
        log = log.after(entries)
    checked_entry(log, Kind.ANSWER, None, facts[0])  # which is refused once the game is over
    number = log.game.current.number
    return entries + [Entry(Kind.ANSWER, number, fact) for fact in facts]


def _hand(
    setup: Setup, seating: Seating, cells: Cells, earlier: Earlier
) -> tuple[list[Fact], DealScore]:
    """Ask a row the questions of a hand; raises EntryError or _Refused."""
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
            raise _Refused(error, step) from None
        facts.append(step.fact(answer))
        try:
            step = script.send(answer)
        except StopIteration as end:
            score: DealScore = end.value
            _check_rest(cells, score, seating, calls)
            return facts, score


def _known_in_part(setup: Setup, cells: Cells) -> Fact | None:
    """What a row says of a hand without a word of its auction; None where it says more, or less."""
    if any(map(cells.given, OF_AUCTION)):
        return None
    seats = [Seat(seat) for seat in range(setup.players)]
    sides = setup.seating(setup.first_dealer).sides
    points = [next((one for seat in side if (one := cells.points(seat))), "") for side in sides]
    if any(points):
        return {PARTIAL: {"points": points}}
    contracts = [cells.contract(seat, sole=True) for seat in seats]
    if not setup.book.contracts_score or not any(contracts):
        return None
    return {PARTIAL: {"contracts": contracts, "tricks": [_tricks(cells, side) for side in sides]}}


def _partial_hand(
    setup: Setup, seating: Seating, earlier: Earlier, known: Fact
) -> tuple[list[Fact], DealScore]:
    """A hand that is known in part; raises _Refused."""
    script = setup.script_for([known], seating, earlier)
    step = next(script)
    try:
        answer = step.parse(known)
        facts = [step.fact(answer)]
        script.send(answer)
    except EntryError as error:
        raise _Refused(error, step) from None
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
    """The code of a choice; of a player, by name too."""
    seats = {one.value: one.code for one in step.choices if isinstance(one.value, Seat)}
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
    """What the row says of a side: the tricks of its players together."""
    taken = [cells.tricks(seat) for seat in side]
    if len(side) == 1 or not all(taken):
        return next((one for one in taken if one), "")
    return str(sum(number_in(one) for one in taken))


def _points(cells: Cells, side: Sequence[Seat]) -> str:
    """What the row says of a side, in the column of any of its players."""
    given = (cells.tricks(seat) or cells.points(seat) for seat in side)
    return next((one for one in given if one), "")


def _side_tricks(cells: Cells, side: Sequence[Seat]) -> str:
    alone = cells.get("tricks")
    if alone:
        return alone
    return next((taken for seat in side if (taken := cells.tricks(seat))), "")


def _check_rest(cells: Cells, score: DealScore, seating: Seating, calls: Sequence[str]) -> None:
    """Raise IllegalEntry where a row says something that was not asked and is not so."""
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
                say("{seat}'s contract was {stands}, not {given}.", seat=seat, stands=stands,
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
            codes = ", ".join(one.code for one in choices if not one.barred)
            return say("Allowed: {codes}.", codes=codes)
        case AuctionStep(auction=auction):
            bids = [bid for bid in auction.ladder.bids if step.barred(bid) is None]
            if bids:
                return say("Allowed: {lowest} to {highest}, or “pass” where all have passed.",
                           lowest=bids[0], highest=bids[-1])  # fmt: skip
    return None
