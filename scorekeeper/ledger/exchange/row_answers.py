"""The answers that a row of a pasted table gives to the questions of one hand.

Which columns answer which question:

- auction: `bid` and `declarer`, or `auction` with every call, parted by blanks; `exchanges` says
  how many exchanges there were, if any
- choice: `trumps` or `announced`; a player by name, as in `queen` and `jack`
- points, or cards that score: a column for each player
- contracts and tricks: a column for each player with both, as in 2/0; or two for each player, as in
  `Anna contract` and `Anna tricks`; or one for all, `contracts` and `tricks`, in the order of seats
- tricks of one side: `tricks` with a number, or the column of one of its players
- `dealer`, if the deal did not simply move on

A row without anything about the auction is a hand known in part: contracts and tricks, if they give
the points, or only the points, in columns such as `Anna points`.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry
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
from scorekeeper.ledger.exchange.pasted_table import (
    Cells,
    bid_in,
    bid_in_part,
    choice_in,
    number_in,
    player_in,
)

OF_AUCTION = ("bid", "declarer", "auction", "exchanges", "announced", "queen", "jack")


class RefusedAnswer(Exception):
    """An answer that the rules forbid, with what they would allow."""

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
    """What a row says of an auction that it does not tell in full; None where it tells it."""
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
