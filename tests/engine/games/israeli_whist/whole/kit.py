"""Whole deals of Israeli Whist, for tests."""

from __future__ import annotations

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.israeli_whist.rules import IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.play import position, record
from scorekeeper.engine.play.judging import judge
from scorekeeper.engine.play.position import Hands, Position
from scorekeeper.engine.play.random_streams import Draws


def dealt(draws: Draws, dealer: int, rules: IsraeliWhistRules) -> Position:
    return position.dealt(WHOLE, rules, Seating.alone(4, Seat(dealer)), draws)


def start(hands: Hands, dealer: int, rules: IsraeliWhistRules) -> Position:
    return Position.start(WHOLE, rules, Seating.alone(4, Seat(dealer)), hands)


def parse_record(written: object) -> record.Record:
    return record.parse_record(WHOLE, written)


def check(written: record.Record) -> judge.Verdict:
    return judge.check(WHOLE, written)


def line(end: Position) -> str:
    return record.record(end).line(WHOLE.book)
