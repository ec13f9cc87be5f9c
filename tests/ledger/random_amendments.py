"""Draws acts that put a game right: whatever a table may agree on, allowed or not."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Goal
from scorekeeper.testing import random_answer

ACTS = (
    Kind.START, Kind.RULES, Kind.ENDING, Kind.ORDER, Kind.HANDS, Kind.REMOVAL, Kind.DEALT,
    Kind.COMES, Kind.LEAVES,
)  # fmt: skip
STARTS = ("mean", "low", "high", 0, 7, -20)


def with_hand(log: Log, rng: Random, *, calls: bool = True) -> Log:
    """The log with the answers of one more hand, or as it is if the game is over."""
    running = len(log.game.complete)
    while log.game.step is not None and len(log.game.complete) == running:
        step = log.game.step
        fact = step.fact(step.parse(random_answer(step, rng, calls=calls)))
        log = log.after([checked_entry(log, Kind.ANSWER, None, fact)])
    return log


def drawn(log: Log, kind: Kind, rng: Random, rules: Sequence[Any]) -> Entry | None:
    """An act of this kind that the game allows; None if none was found in a few draws."""
    for _ in range(4):
        given, deal = _given(log, kind, rng, rules)
        try:
            return checked_entry(log, kind, deal, given)
        except EntryError:
            continue
    return None


def _given(
    log: Log, kind: Kind, rng: Random, rules: Sequence[Any]
) -> tuple[dict[str, Any], int | None]:
    game = log.game
    setup, first = game.setup, rng.randint(1, game.current.number)
    match kind:
        case Kind.START:
            return {"start": [rng.randint(-60, 60) for _ in setup.first_sides]}, None
        case Kind.RULES:
            return {"rules": house_rules.to_json(rng.choice(rules))}, first
        case Kind.ENDING:
            goals = [goal for goal in setup.book.endings.goals if goal is not Goal.TIME]
            form = {"goal": rng.choice(goals).value}
            if form["goal"] == "target":
                form["target"] = str(rng.choice((20, 100, 500)))
            if form["goal"] == "deals":
                form["deals"] = str(setup.book.endings.multiple * rng.randint(1, 3))
            ending = setup.book.endings.read(form, datetime(2026, 3, 6, tzinfo=UTC))
            return {"ending": house_rules.to_json(ending)}, None
        case Kind.ORDER:
            order = list(map(int, setup.at(first).present))
            if game.partners:  # who sits across stays across
                order[1::2] = rng.sample(order[1::2], len(order[1::2]))
            else:
                rng.shuffle(order)
            return {"order": order}, first
        case Kind.HANDS:
            later = Log.of(setup, log.sitting.first)
            done = [entry for entry in log.done if entry.kind not in {Kind.COMES, Kind.LEAVES}]
            later = later.after(done) if rng.random() < 0.5 else later
            later = with_hand(later, rng, calls=rng.random() < 0.5)
            facts = later.records[-1].facts if later.records else ()
            return {"new": [{"facts": list(facts)}], "stay": rng.choice(("", "1"))}, first
        case Kind.DEALT:
            dealer = rng.randrange(len(setup.seats))
            return {"dealer": dealer, "stay": rng.choice(("", "1"))}, first
        case Kind.COMES:
            gone = [seat for seat in setup.seats if seat not in setup.present]
            seated = log.sitting.at(game.current.number)
            player = (
                seated[rng.choice(gone)] if gone and rng.random() < 0.5 else rng.randint(50, 99)
            )
            after, start = int(rng.choice(setup.present)), rng.choice(STARTS)
            return {"player": player, "after": after, "start": start}, None
        case Kind.LEAVES:
            seat = int(rng.choice(setup.present))
            return {"seat": seat, "behind": rng.choice(("", "1"))}, None
    return {"stay": rng.choice(("", "1"))}, first
