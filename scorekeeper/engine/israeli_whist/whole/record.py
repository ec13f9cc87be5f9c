"""A deal as it was written down, legal or not: one line of text, or JSON.

    pagat; dealer S; deal S:AKQ.T98.7654.32 ...; auction S:pass 5H 6C pass pass pass pass;
    contracts E:2 S:0 W:3; play N:CA C2 C3 C4 / N:CK ...

(in one line). A record names the rules (a preset, or house rules as JSON in braces), the dealer,
the hands as dealt in PBN's notation, and then everything that happened, in order: `auction`,
`exchange` (who gave which three cards: `S:C2,C3,D4`), `auction` again, `contracts`, `play`. A call,
contract or card may name its seat; without one it is the next seat's, clockwise. Everything from
the auction on may be missing; `deal -` leaves the hands to be gathered from the play.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorekeeper.engine import house
from scorekeeper.engine.bids import PASS, Bid, Call
from scorekeeper.engine.cards import Card
from scorekeeper.engine.errors import MalformedEntry
from scorekeeper.engine.israeli_whist.rules import PRESETS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.whole.position import Position
from scorekeeper.engine.israeli_whist.whole.talk import Hand, Passed
from scorekeeper.engine.pbn import deal_text, seat_letter
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.steps.asking import seat_of
from scorekeeper.engine.wording import say

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said(Generic[T]):
    """Something said or played; `seat` is None where the record leaves it to the order."""

    what: T
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What was written down of one deal.

    hands       as dealt, by seat; None where the record does not tell
    auctions    the calls, auction by auction
    exchanges   the cards given, exchange by exchange
    contracts   the numbers, in the order in which they were said
    plays       the cards, in the order in which they were played
    """

    rules: IsraeliWhistRules
    dealer: Seat
    hands: tuple[Hand, ...] | None
    auctions: tuple[tuple[Said[Call], ...], ...] = ()
    exchanges: tuple[tuple[Said[Passed], ...], ...] = ()
    contracts: tuple[Said[int], ...] = ()
    plays: tuple[Said[Card], ...] = ()

    def line(self) -> str:
        """The record as one line of text."""
        fields = [_rules_text(self.rules), f"dealer {seat_letter(self.dealer)}"]
        fields.append(f"deal {deal_text(self.hands, self.dealer) if self.hands else '-'}")
        for number, auction in enumerate(self.auctions):
            fields.append(_field("auction", (_said(call, _code) for call in auction)))
            if number < len(self.exchanges):
                given = (_said(said, _passed_text) for said in self.exchanges[number])
                fields.append(_field("exchange", given))
        if self.contracts:
            fields.append(_field("contracts", (_said(said, str) for said in self.contracts)))
        if self.plays:
            fields.append(_field("play", (_said(said, str) for said in self.plays)))
        return "; ".join(fields)

    def json(self) -> dict[str, Any]:
        """The record as plain values; `from_json` reads them back."""
        return {
            "rules": preset if (preset := _preset_key(self.rules)) else house.to_json(self.rules),
            "dealer": seat_letter(self.dealer),
            "deal": deal_text(self.hands, self.dealer) if self.hands else "-",
            "auctions": [[_said(call, _code) for call in auction] for auction in self.auctions],
            "exchanges": [[_said(s, _passed_text) for s in given] for given in self.exchanges],
            "contracts": [_said(said, str) for said in self.contracts],
            "play": [_said(said, str) for said in self.plays],
        }


def record(position: Position) -> Record:
    """Write a position down; every seat that the order does not give is named."""
    auctions: list[list[Said[Call]]] = []
    contracts: list[Said[int]] = []
    for fact in position.bookmark.facts():
        seat = seat_of(fact, "seat", len(position.hands))
        if "call" in fact:
            if not auctions or _closed(auctions[-1], position):
                auctions.append([])
            text = str(fact["call"])
            call = PASS if text == PASS.code else Bid.parse(text)
            auctions[-1].append(Said(call, None if auctions[-1] else seat))
        elif "number" in fact:
            contracts.append(Said(int(str(fact["number"])), seat))
    talk, running = position.talk, position.trick
    given = [*talk.exchanged, *([talk.giving] if talk.giving else [])]
    tricks = (*position.tricks, running) if running else position.tricks
    return Record(
        position.rules,
        position.seating.dealer,
        talk.dealt,
        tuple(tuple(auction) for auction in auctions),
        tuple(_givers(position, exchange) for exchange in given),
        tuple(contracts),
        tuple(
            Said(card, None if index else trick.leader)
            for trick in tricks
            for index, card in enumerate(trick.cards)
        ),
    )


def replay(record: Record) -> Position:
    """Play a record through; raises the EntryError of the first thing that is not legal."""
    if record.hands is None:
        raise MalformedEntry("no-deal", say("The hands are not known."))
    position = Position.start(record.hands, record.dealer, record.rules)
    for said in _in_order(record):
        position = _checked_turn(position, said).apply(said.what)
    return position


def _in_order(record: Record) -> Iterator[Said[Any]]:
    for number, auction in enumerate(record.auctions):
        yield from auction
        if number < len(record.exchanges):
            yield from record.exchanges[number]
    yield from record.contracts
    yield from record.plays


def _checked_turn(position: Position, said: Said[Any]) -> Position:
    if said.seat is not None and position.turn is not None and said.seat != position.turn:
        raise MalformedEntry(
            "out-of-turn",
            say("It is {turn}'s turn, not {seat}'s.", turn=position.turn, seat=said.seat),
        )
    return position


def _closed(calls: list[Said[Call]], position: Position) -> bool:
    """Whether an auction was passed out, so that the next call belongs to another."""
    return len(calls) == len(position.hands) and all(said.what == PASS for said in calls)


def _givers(position: Position, given: tuple[Passed, ...]) -> tuple[Said[Passed], ...]:
    if len(given) < len(position.hands) or given is position.talk.giving:
        return tuple(
            Said(cards, position.seating.left_of(position.seating.eldest, place))
            for place, cards in enumerate(given)
        )
    return tuple(
        Said(given[seat], seat) for seat in position.seating.clockwise(position.seating.eldest)
    )


def _said(said: Said[T], text: Any) -> str:
    told = str(text(said.what))
    return told if said.seat is None else f"{seat_letter(said.seat)}:{told}"


def _field(name: str, words: Iterable[str]) -> str:
    return " ".join((name, *words))


def _code(call: Call) -> str:
    return call.code


def _passed_text(given: Passed) -> str:
    return ",".join(str(card) for card in given)


def _preset_key(rules: IsraeliWhistRules) -> str | None:
    return next((preset.key for preset in PRESETS if preset.rules == rules), None)


def _rules_text(rules: IsraeliWhistRules) -> str:
    return _preset_key(rules) or json.dumps(house.to_json(rules), separators=(",", ":"))
