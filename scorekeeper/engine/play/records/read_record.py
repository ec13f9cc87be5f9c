"""Reading records: from a line of text or a JSON object, also in older forms."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from scorekeeper.engine.cards.pbn import LETTERS, parse_deal
from scorekeeper.engine.play.held_cards import Cards, Hands
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.records.notation import (
    Word,
    card_of,
    parse_seat,
    players_of,
    seated_word,
)
from scorekeeper.engine.play.records.record import Record
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import say

LONGEST = 20_000
_SAID = ("auction", "exchange", "contracts", "auctions", "exchanges")  # in older records
_FIELDS = {"rules", "dealer", "number", "players", "deal", "said", "away", "play", *_SAID}


def parse_record(game: WholeGame[Any], written: object) -> Record:
    """Parse a line of text or a JSON object; raises MalformedEntry, naming the faulty part."""
    fields = list(_from_text(written) if isinstance(written, str) else _from_json(written))
    by_name = dict(fields)
    if unknown := {str(name) for name in by_name} - _FIELDS:
        raise MalformedEntry("unknown-field", say("“{name}” is no field.", name=min(unknown)[:20]))
    rules = _rules(game.book, by_name.get("rules"))
    if "dealer" not in by_name:
        raise MalformedEntry("no-dealer", say("The record does not say who deals."))
    number = str(by_name.get("number", 1)).strip()
    if not (number.isascii() and number.isdigit() and int(number[:7]) > 0):
        raise MalformedEntry("no-number", say("The number of a deal is one whole number."))
    players = _known_players(game, by_name.get("players"))
    hands, stock = _dealt(game, rules, int(number[:6]), by_name.get("deal", "-"), players)
    return Record(
        rules,
        parse_seat(str(by_name["dealer"])),
        hands,
        stock,
        int(number[:6]),
        tuple(_said(game, fields)),
        tuple(card_of(game, word) for word in _flat(by_name.get("away", ""))),
        tuple(
            tuple((seat, card_of(game, word)) for seat, word in map(seated_word, lot))
            for lot in _lots(by_name.get("play", ""), "play")
            if lot
        ),
    )


def records(text: str) -> Iterator[tuple[int, object]]:
    """The records of a file with their numbers.

    A file holds one record per line, one JSON object, or a JSON list of records. Empty lines and
    lines that begin with `#` are skipped. In a JSON list the records are numbered from 1.
    """
    with suppress(ValueError, RecursionError):
        data = json.loads(text)
        if isinstance(data, list):
            yield from enumerate(data, 1)
            return
        if isinstance(data, dict):
            yield 1, data
            return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def _dealt(
    game: WholeGame[Any], rules: Any, number: int, given: object, known: int | None
) -> tuple[Hands | None, Cards]:
    """The hands and the stock; None for the hands if the record does not contain them."""
    if str(given).strip() in {"-", ""}:
        return None, ()
    if isinstance(given, str) and ":" in given:  # in PBN's notation
        hands = [hand for hand in parse_deal(given) if hand is not None]
        if len(hands) < len(LETTERS):
            why = say("A record has all four hands, or “-” for none.")
            raise MalformedEntry("hand-missing", why)
        return tuple(hands), ()
    lots = [tuple(card_of(game, word) for word in lot) for lot in _lots(given, "deal")]
    players = known or players_of(game, rules, number, lots)
    return tuple(lots[:players]), tuple(card for lot in lots[players:] for card in lot)


def _known_players(game: WholeGame[Any], given: object) -> int | None:
    """The number of players in the record; None if it follows from the hands."""
    if given is None:
        return None
    text = str(given).strip()
    if not (text.isdecimal() and int(text[:3]) in game.book.players):
        raise MalformedEntry("no-deal", say("This game is not for {n} players.", n=text[:20]))
    return int(text)


def _said(game: WholeGame[Any], fields: Iterable[tuple[str, Any]]) -> Iterator[Word]:
    """Everything said. Older records have auctions and exchanges in turn, then contracts."""
    given: dict[str, list[list[str]]] = {}
    for name, value in fields:
        if name in {"said", *_SAID}:
            lots = _lots(value, name) if name.endswith("s") else [_flat(value)]
            given.setdefault(name.removesuffix("s"), []).extend(lots)
    ordered = given.get("said", [])
    for auction, gifts in zip_longest(given.get("auction", []), given.get("exchange", [])):
        ordered += [lot for lot in (auction, gifts) if lot]
    for word in [word for lot in (*ordered, *given.get("contract", [])) for word in lot]:
        seat, text = seated_word(word)
        if "," in text:
            text = ",".join(str(card_of(game, card)) for card in text.split(","))
        yield seat, text


def _from_json(written: object) -> Iterator[tuple[str, Any]]:
    if not isinstance(written, Mapping):
        raise MalformedEntry("not-a-record", say("A record is an object with named fields."))
    yield from written.items()


def _from_text(text: str) -> Iterator[tuple[str, Any]]:
    if len(text) > LONGEST:
        raise MalformedEntry("too-long", say("A record has at most {n} characters.", n=LONGEST))
    rest = text.strip()
    if rest.startswith("{"):
        try:
            rules, end = json.JSONDecoder().raw_decode(rest)
        except (json.JSONDecodeError, RecursionError) as error:
            why = str(error)
            raise MalformedEntry("not-json", say("This is no JSON: {why}.", why=why)) from None
        rest = rest[end:].strip().removeprefix(";")
        if not rest:
            yield from _from_json(rules)
            return
    else:
        rules, _, rest = rest.partition(";")
    yield "rules", rules
    for field in rest.split(";"):
        name, _, value = field.strip().partition(" ")
        if name:
            yield name, value


def _lots(given: object, name: str) -> list[list[str]]:
    """Lists of words, from a text with slashes between them, or a list of lists or of words."""
    if isinstance(given, str):
        return [lot.split() for lot in given.split("/")]
    if not isinstance(given, list):
        raise MalformedEntry("not-a-list", say("“{name}” must be a list.", name=name))
    if given and all(isinstance(lot, list) for lot in given):
        return [[str(word) for word in lot] for lot in given]
    return [[str(word) for word in given]]


def _flat(given: object) -> list[str]:
    words = given.replace("/", " ").split() if isinstance(given, str) else given
    if not isinstance(words, list):
        raise MalformedEntry("not-a-list", say("“{name}” must be a list.", name=str(given)[:20]))
    return [str(word) for word in words]


def _rules(book: Rulebook[Any], given: object) -> Any:
    if isinstance(given, Mapping):
        try:
            return book.rules_from_json(dict(given))
        except RecursionError:
            raise MalformedEntry("not-rules", say("These are no house rules.")) from None
    try:
        return book.preset(str(given).strip()).rules
    except KeyError:
        raise MalformedEntry(
            "no-such-rules",
            say(
                "“{name}” is no set of rules: {known}, or house rules in braces.",
                name=str(given).strip()[:20],
                known=", ".join(preset.key for preset in book.presets),
            ),
        ) from None
