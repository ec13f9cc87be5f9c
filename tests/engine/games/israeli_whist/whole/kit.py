"""Whole deals of Israeli Whist, for tests."""

from __future__ import annotations

from typing import Any

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.israeli_whist import ISRAELI_WHIST
from scorekeeper.engine.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.engine.play import fair_deal
from scorekeeper.engine.play.held_cards import Hands
from scorekeeper.engine.play.judging import judge
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.play.records import read_record
from scorekeeper.engine.play.records.record import Record, record

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)


def dealt(draws: Draws, dealer: int, rules: IsraeliWhistRules) -> Position:
    return fair_deal.dealt(WHOLE, rules, Seating.alone(4, Seat(dealer)), draws)


def start(hands: Hands, dealer: int, rules: IsraeliWhistRules) -> Position:
    return Position.start(WHOLE, rules, Seating.alone(4, Seat(dealer)), hands)


def parse_record(written: object) -> Record:
    return read_record.parse_record(WHOLE, written)


def check(written: Record) -> judge.Verdict:
    return judge.check(WHOLE, written)


def line(end: Position) -> str:
    return record(end).line(WHOLE.book)
