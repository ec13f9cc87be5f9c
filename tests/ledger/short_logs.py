"""Helpers: logs of short games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Game
from scorekeeper.rules.steps import Fact
from tests.conftest import setup_of


def log_of(preset: str = "pagat", ending: Ending | None = None) -> Log:
    return Log.of(setup_of(preset, ending))


def record(log: Log, kind: Kind, given: Mapping[str, object], deal: int | None = None) -> Log:
    return log.after([checked_entry(log, kind, deal, given)])


def play(log: Log, *hands: Sequence[Fact]) -> Log:
    for fact in (fact for hand in hands for fact in hand):
        log = record(log, Kind.ANSWER, fact)
    return log


def undo(log: Log) -> Log:
    return record(log, Kind.UNDO, {})


def redo(log: Log) -> Log:
    return record(log, Kind.REDO, {})


def correct(log: Log, deal: int, facts: Sequence[Fact]) -> Log:
    return record(log, Kind.CORRECTION, {"facts": list(facts)}, deal)


def visible_hands(game: Game) -> list[object]:
    """What the table sees of every hand with an answer or a fine in it."""
    return [
        (deal.number, deal.dealer, deal.reading.facts, deal.score, deal.totals, deal.course)
        for deal in game.deals
        if deal.record.facts or any(deal.record.revokes)
    ]
