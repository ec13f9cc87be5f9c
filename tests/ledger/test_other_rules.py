"""Every house rule of every game changed before and during a game: told, played on with, undone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.games.registry import BUNDLED
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.ledger.game_log import KINDS, Entry, Kind, Log, checked_entry
from scorekeeper.ledger.history import changed_totals, describe_effects, last_change
from scorekeeper.rules import house_rules
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import USUAL_PLAYERS, Rulebook, check_rules
from scorekeeper.seating import Seat
from scorekeeper.testing import random_answer
from tests.deep import DEEP
from tests.ledger.random_amendments import with_hand

Book = Rulebook[Any]
UNDO = Entry(Kind.UNDO, 1, {})


def other_rules(book: Book, rules: Any) -> Iterator[Any]:
    """Rules that differ from these in one house rule, and the presets."""
    form = house_rules.to_form(rules)
    for question in house_rules.questions(book.rules):
        values = [house_rules.code(value) for value, _ in question.options]
        values = values or ["Mine"] if question.text else values
        for value in values or [str(question.low), str(question.high)]:
            if value != form[question.path]:
                yield house_rules.from_form(book.rules, form | {question.path: value})
    yield from (preset.rules for preset in book.presets)


def moments(setup: Setup) -> Iterator[Log]:
    """A game before its first hand, in the middle of each of two hands, and after them."""
    rng, log = Random(setup.book.key), Log.of(setup)
    yield log
    yield log.after([checked_entry(log, Kind.DEALER, None, {"dealer": 1})])
    for _ in range(2):
        step = log.game.step
        assert step is not None
        fact = step.fact(step.parse(random_answer(step, rng)))
        begun = log.after([checked_entry(log, Kind.ANSWER, None, fact)])
        if begun.game.current.record.facts:
            yield begun
        log = with_hand(log, rng)
        yield log


def begun(book: Book) -> Iterator[Setup]:
    """Games of the first preset, and of the first one with other sides."""
    numbers = {min(USUAL_PLAYERS, book.players[-1])} | ({*book.players} if DEEP else set())
    for players in sorted(numbers):
        sides = set()
        for preset in book.presets:
            seating = book.seating(players, Seat(0), preset.rules)
            if seating.sides not in sides:
                sides.add(seating.sides)
                ending = book.agreed(book.usual_ending(preset.rules), preset.rules, players)
                yield Setup(book, preset.rules, ending, players, Seat(0))


@pytest.mark.parametrize("book", BUNDLED, ids=lambda book: book.key)
@pytest.mark.slow
def test_any_rule_can_be_changed_at_any_moment(book: Book) -> None:
    """`make test` takes each rule at every third moment, other rules at the next one."""
    changed = 0
    for setup in begun(book):
        for moment, log in enumerate(moments(setup)):
            last = log.game.current.number + bool(log.game.current.record.facts)
            every = [*other_rules(book, setup.rules)]
            for rules in every if DEEP else every[moment % 3 :: 3]:
                for first in {1, last}:
                    fact = {"rules": house_rules.to_json(rules)}
                    try:
                        check_rules(book, rules)
                        entry = checked_entry(log, Kind.RULES, first, fact)
                    except EntryError:
                        continue
                    hold(log, entry)
                    changed += 1
    assert changed > 10


def hold(log: Log, entry: Entry) -> None:
    """Look at an entry as its preview and the pages do, play on, and undo it."""
    after = log.after([entry])
    changed_totals(log.game, after.game)
    assert [*KINDS[entry.kind].history(entry, log, after)]
    assert all(map(str, describe_effects(log, after)))
    assert last_change(after) is not None
    undone = after.after([UNDO])
    assert last_change(undone) is not None
    assert undone.game == log.game
    if not after.game.over:
        assert len(with_hand(after, Random(1)).game.complete) >= len(log.game.complete)


def test_sides_change_before_the_first_hand_only() -> None:
    solo = {"rules": house_rules.to_json(SPADES.preset("solo").rules)}
    partners = next(setup for setup in begun(SPADES) if setup.players == 4)
    before, named, bidding, *_ = moments(partners)
    for log in (before, named):
        after = log.after([checked_entry(log, Kind.RULES, 1, solo)])
        assert (len(after.game.sides), changed_totals(log.game, after.game)) == (4, ())
        assert after.game.current.dealer == log.game.current.dealer
    with pytest.raises(IllegalEntry, match="Who plays with whom"):
        checked_entry(bidding, Kind.RULES, 1, solo)
