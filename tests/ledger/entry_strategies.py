"""Hypothesis strategies: legal entries, whatever a table may record next."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from scorekeeper.ledger.entry_checks import checked_entry
from scorekeeper.ledger.game_log import Entry, Kind, Log
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.game import Game
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep
from scorekeeper.rules.script import Script
from scorekeeper.rules.steps import Fact, Json, Step
from tests.ledger.random_amendments import ACTS as AMENDMENTS


def legal_facts(step: Step) -> st.SearchStrategy[Fact]:
    """The legal answers to a question."""
    match step:
        case AuctionStep():
            seats = st.integers(0, len(step.auction.callers) - 1)
            bids = [bid for bid in step.auction.ladder.bids if step.barred(bid) is None]
            calls: list[Fact] = [{"call": call.code} for call in step.auction.legal]
            answers = [st.sampled_from(calls)]
            if bids and not step.auction.calls:
                answers.append(
                    st.builds(
                        lambda bid, seat: {"bid": bid.code, "winner": seat},
                        st.sampled_from(bids[:20]),
                        seats,
                    )
                )
            if step.can_pass_out:
                answers.append(st.just({"bid": "pass"}))
            return st.one_of(answers)
        case ChoiceStep():
            codes = [choice.code for choice in step.choices]
            return st.sampled_from(codes).map(lambda code: {"choice": code})
        case ContractStep() | SideTricksStep():
            numbers = [option.value for option in step.options if not option.barred]
            return st.sampled_from(numbers).map(lambda number: {"number": number})
        case TricksStep():
            sides, total = len(step.seating.sides), step.scene.total
            cuts = st.lists(st.integers(0, total), min_size=sides - 1, max_size=sides - 1)
            return cuts.map(sorted).map(lambda cuts: {"tricks": _pieces(cuts, total)})
    raise TypeError(step)


def _pieces(cuts: list[int], total: int) -> list[Json]:
    ends = zip([0, *cuts], [*cuts, total], strict=True)
    return [high - low for low, high in ends]


@st.composite
def whole_hands(draw: st.DrawFn, begin: Callable[[], Script]) -> list[Fact]:
    """The answers of a whole hand, from the first question to the points."""
    script, facts = begin(), []
    step = next(script)
    while True:
        fact = draw(legal_facts(step))
        facts.append(fact)
        try:
            step = script.send(step.parse(fact))
        except StopIteration:
            return facts


def script_of(game: Game, number: int = 0) -> Callable[[], Script]:
    """The script of a recorded hand, or of a new hand with the first dealer."""
    setup = game.setup
    seating = game.deals[number - 1].seating if number else game.seating
    return lambda: setup.script(seating)


ACTS = (*[Kind.ANSWER] * 12, *(kind for kind in Kind if kind not in AMENDMENTS))


@st.composite
def next_entries(draw: st.DrawFn, log: Log) -> Entry:
    """Any entry that the present game allows."""
    game = log.game
    kind = draw(st.sampled_from(ACTS))
    complete = [deal.number for deal in game.deals if deal.score]
    if kind is Kind.CORRECTION and complete:
        number = draw(st.sampled_from(complete))
        return checked_entry(
            log, kind, number, {"facts": draw(whole_hands(script_of(game, number)))}
        )
    if kind is Kind.REVOKES and game.deals:
        number = draw(st.integers(1, len(game.deals)))
        counts = draw(st.lists(st.integers(0, 13), min_size=4, max_size=4))
        return checked_entry(log, kind, number, {"revokes": counts})
    if kind is Kind.DEALER and not game.over and not game.current.record.facts:
        return checked_entry(log, kind, None, {"dealer": draw(st.integers(0, 3))})
    if kind is Kind.STOP and not game.over:
        return checked_entry(log, kind, None, {})
    if (kind is Kind.UNDO and log.done) or (kind is Kind.REDO and log.undone):
        return checked_entry(log, kind, None, {})
    if game.step is None:
        return checked_entry(log, Kind.UNDO, None, {})
    return checked_entry(log, Kind.ANSWER, None, draw(legal_facts(game.step)))


@st.composite
def histories(draw: st.DrawFn, begin: Log, most: int = 40) -> tuple[Log, list[Entry]]:
    """A game with all its recorded entries."""
    log, entries = begin, []
    for _ in range(draw(st.integers(0, most))):
        entry = draw(next_entries(log))
        entries.append(entry)
        log = log.after([entry])
    return log, entries
