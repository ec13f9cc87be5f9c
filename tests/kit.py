"""Short ways to write and read a deal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.script import Reading, Script, read
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH, Seat, Seating

EN = IsraeliWhistRules()
OPEN_END = Ending(goal=Goal.OPEN)


def script(rules: IsraeliWhistRules = EN, dealer: Seat = SOUTH) -> Script:
    """The script of one deal."""
    return ISRAELI_WHIST.script(Seating.alone(4, dealer), rules)


def reading(*facts: Fact, rules: IsraeliWhistRules = EN, dealer: Seat = SOUTH) -> Reading:
    """One deal, as far as the facts go."""
    return read(script(rules, dealer), facts)


def call(text: str) -> Fact:
    """One call: `call("5H")`, `call("pass")`."""
    return {"call": text}


def heard(text: str) -> tuple[Fact, ...]:
    """Calls separated by spaces."""
    return tuple(call(word) for word in text.split())


def won(winner: Seat, bid: str) -> Fact:
    """The end of an auction."""
    return {"bid": bid, "winner": int(winner)}


ALL_PASSED: Fact = {"bid": "pass"}


def contract(number: int) -> Fact:
    """One contract."""
    return {"number": number}


def said(*numbers: int) -> tuple[Fact, ...]:
    """Contracts, in the order of speaking."""
    return tuple(contract(number) for number in numbers)


def took(*tricks: int) -> Fact:
    """The tricks of all four, South first."""
    return {"tricks": list(tricks)}


def setup(
    rules: IsraeliWhistRules = EN, ending: Ending = OPEN_END, first_dealer: Seat = SOUTH
) -> Setup:
    """The setup of a game of four."""
    return Setup(ISRAELI_WHIST, rules, ending, 4, first_dealer)


def played(*facts: Fact, revokes: tuple[int, ...] = ()) -> DealRecord:
    """The record of one deal."""
    return DealRecord(facts, revokes)


def through_json(value: Mapping[str, Any]) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(json.dumps(value))
