"""Reading a record from a line of text or from JSON; how it is written is told in `record`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.engine import house
from scorekeeper.engine.bids import PASS, Bid, Call
from scorekeeper.engine.errors import MalformedEntry
from scorekeeper.engine.israeli_whist.rules import PRESETS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.whole.record import Record, Said
from scorekeeper.engine.israeli_whist.whole.talk import Hand, Passed
from scorekeeper.engine.pbn import parse_card, parse_deal, parse_seat
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import say

LONGEST = 20_000
_PRESETS = {preset.key: preset.rules for preset in PRESETS}


def parse_record(text: str) -> Record:
    """Read one line, or one JSON object.

    Raises MalformedEntry, naming what cannot be read.
    """
    if len(text) > LONGEST:
        raise MalformedEntry("too-long", say("A record has at most {n} characters.", n=LONGEST))
    if text.lstrip().startswith("{"):
        return _parse_braces(text.strip())
    name, _, rest = text.partition(";")
    return _parse_fields(_preset(name), rest)


def from_json(data: object) -> Record:
    """Read what `Record.json` gave; raises MalformedEntry."""
    if not isinstance(data, Mapping):
        raise MalformedEntry("not-a-record", say("A record is an object with named fields."))
    known = {"rules", "dealer", "deal", "auctions", "exchanges", "contracts", "play"}
    if unknown := {str(key) for key in data} - known:
        raise MalformedEntry("unknown-field", say("“{name}” is no field.", name=min(unknown)[:20]))
    given = data.get("rules")
    rules = _rules_from(given) if isinstance(given, Mapping) else _preset(str(given))
    return Record(
        rules,
        parse_seat(str(data.get("dealer"))),
        _hands(str(data.get("deal", "-"))),
        tuple(tuple(_sayings(_strings(a, "auctions"), _call)) for a in _list(data, "auctions")),
        tuple(tuple(_sayings(_strings(e, "exchanges"), _passed)) for e in _list(data, "exchanges")),
        tuple(_sayings(_strings(_list(data, "contracts"), "contracts"), _number)),
        tuple(_sayings(_strings(_list(data, "play"), "play"), parse_card)),
    )


def _parse_braces(text: str) -> Record:
    try:
        data, end = json.JSONDecoder().raw_decode(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise MalformedEntry("not-json", say("This is no JSON: {why}.", why=str(error))) from None
    rest = text[end:].strip()
    if not rest:
        return from_json(data)
    if not isinstance(data, Mapping):
        raise MalformedEntry("not-rules", say("House rules are an object with named fields."))
    return _parse_fields(_rules_from(data), rest.removeprefix(";"))


def _parse_fields(rules: IsraeliWhistRules, text: str) -> Record:
    dealer: Seat | None = None
    found = Record(rules, Seat(0), None)
    for field in text.split(";"):
        name, _, value = field.strip().partition(" ")
        words = value.replace("/", " ").split()
        match name:
            case "":
                continue
            case "dealer":
                dealer = parse_seat(value)
            case "deal":
                found = replace(found, hands=_hands(value))
            case "auction":
                calls = tuple(_sayings(words, _call))
                found = replace(found, auctions=(*found.auctions, calls))
            case "exchange":
                given = tuple(_sayings(words, _passed))
                found = replace(found, exchanges=(*found.exchanges, given))
            case "contracts":
                found = replace(found, contracts=tuple(_sayings(words, _number)))
            case "play":
                found = replace(found, plays=tuple(_sayings(words, parse_card)))
            case _:
                raise MalformedEntry("unknown-field", say("“{name}” is no field.", name=name[:20]))
    if dealer is None:
        raise MalformedEntry("no-dealer", say("The record does not say who deals."))
    return replace(found, dealer=dealer)


def _sayings(words: Iterable[str], read: Any) -> Iterator[Said[Any]]:
    for word in words:
        seat, colon, what = word.rpartition(":")
        yield Said(read(what), parse_seat(seat) if colon else None)


def _call(text: str) -> Call:
    return PASS if text.lower() in {"pass", "p"} else Bid.parse(text)


def _passed(text: str) -> Passed:
    given = [parse_card(word) for word in text.split(",")]
    if len(given) != 3:
        raise MalformedEntry(
            "not-three-cards", say("An exchange is three cards with commas, as in C2,C3,D4.")
        )
    return tuple(given)


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text, re.ASCII):
        raise MalformedEntry("not-a-number", say("“{text}” is no number.", text=text[:20]))
    return int(text)


def _hands(text: str) -> tuple[Hand, ...] | None:
    if text.strip() == "-":
        return None
    hands = parse_deal(text)
    known = tuple(hand for hand in hands if hand is not None)
    if len(known) < len(hands):
        raise MalformedEntry("hand-missing", say("A record has all four hands, or “-” for none."))
    return known


def _preset(name: str) -> IsraeliWhistRules:
    rules = _PRESETS.get(name.strip())
    if rules is None:
        raise MalformedEntry(
            "no-such-rules",
            say(
                "“{name}” is no set of rules: {known}, or house rules in braces.",
                name=name.strip()[:20],
                known=", ".join(_PRESETS),
            ),
        )
    return rules


def _rules_from(data: Mapping[str, Any]) -> IsraeliWhistRules:
    try:
        return house.from_json(IsraeliWhistRules, data)
    except RecursionError:
        raise MalformedEntry("not-rules", say("These are no house rules.")) from None


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    found = data.get(name, [])
    if not isinstance(found, list):
        raise MalformedEntry("not-a-list", say("“{name}” must be a list.", name=name))
    return found


def _strings(found: object, name: str) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise MalformedEntry("not-a-list", say("“{name}” must hold lists of words.", name=name))
    return found
