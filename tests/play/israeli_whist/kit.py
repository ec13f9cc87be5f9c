"""Helpers: whole deals of Israeli Whist."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play import irregularities, simulation
from scorekeeper.play import record as read_record
from scorekeeper.play.position import Hands, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import Record, record_of
from scorekeeper.seating import Seat, Seating

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)


def dealt(draws: Draws, dealer: int, rules: IsraeliWhistRules) -> Position:
    return simulation.dealt(WHOLE, rules, Seating.alone(4, Seat(dealer)), draws)


def start(hands: Hands, dealer: int, rules: IsraeliWhistRules) -> Position:
    return Position.start(WHOLE, rules, Seating.alone(4, Seat(dealer)), hands)


def parse_record(written: object) -> Record:
    return read_record.parse_record(WHOLE, written)


def check(written: Record) -> irregularities.Verdict:
    return irregularities.check(WHOLE, written)


def line(end: Position) -> str:
    return record_of(end).line(WHOLE.book)
