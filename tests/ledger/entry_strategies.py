"""Hypothesis strategies: legal entries, whatever a table may record next."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.rules.game import Game
from scorekeeper.rules.script import Script
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.testing import random_answer
from tests.ledger.random_amendments import ACTS as AMENDMENTS


def legal_facts(step: Step) -> st.SearchStrategy[Fact]:
    """The legal answers to a question; an auction is recorded in one answer or call by call."""
    numbers = st.randoms(use_true_random=False)
    return st.builds(
        lambda rng, calls: random_answer(step, rng, calls=calls), numbers, st.booleans()
    )


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


ELSEWHERE = {Kind.CHOICE, Kind.SEAT}  # their turn here is an answer
DRAWN = ELSEWHERE | {
    Kind.ANSWER, Kind.CORRECTION, Kind.REVOKES, Kind.NOTE, Kind.DEALER, Kind.STOP, Kind.UNDO,
    Kind.REDO,
}  # fmt: skip
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
    if kind is Kind.NOTE:
        number = draw(st.integers(0, len(game.deals)))
        return checked_entry(log, kind, number, {"note": draw(st.text(max_size=20))})
    if kind is Kind.DEALER and not game.over and not game.current.record.facts:
        return checked_entry(log, kind, None, {"dealer": draw(st.integers(0, 3))})
    if kind is Kind.STOP and not game.over:
        return checked_entry(log, kind, None, {})
    if (kind is Kind.UNDO and log.last) or (kind is Kind.REDO and log.undone):
        return checked_entry(log, kind, None, {})
    assert kind in DRAWN, f"no entry of kind {kind} is drawn: give it a case here"
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
