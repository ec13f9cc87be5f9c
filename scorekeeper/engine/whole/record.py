"""A whole deal of any game as it was written down, legal or not: one line of text, or JSON.

    house; dealer S; deal C2 JB … / … / … / … / …; said pass 4H pass pass S; away C2 …; play N:CA …

(in one line). A record names the rules (a preset, or house rules as JSON in braces), the dealer,
and every hand as dealt, South's first, with the cards that were left over behind them; where the
hands differ from deal to deal, also the `number` of the deal in the game. Then everything that
happened, in order: what was `said` (calls, contracts, announcements), which cards were put `away`,
and the `play`. What was said or played may name its seat; without one it is the next seat's. A
seat beyond the fourth is its number, from 5.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine import house
from scorekeeper.engine.cards import AnyCard
from scorekeeper.engine.errors import MalformedEntry
from scorekeeper.engine.pbn import LETTERS
from scorekeeper.engine.rulebook import Rulebook
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.whole.position import Cards, Position, WholeGame
from scorekeeper.engine.wording import say

LONGEST = 20_000
_FIELDS = {"rules", "dealer", "number", "deal", "said", "away", "play"}


@dataclass(frozen=True, slots=True)
class Record:
    """What was written down of one deal.

    hands    as dealt, by seat
    stock    the cards that were left over
    said     calls, contracts and announcements as they were written, with their seat if it is named
    away     the cards that were put away
    play     the cards in the order in which they were played, with their seat if it is named
    """

    rules: Any
    dealer: Seat
    hands: tuple[Cards, ...] = ()
    stock: Cards = ()
    number: int = 1
    said: tuple[tuple[Seat | None, str], ...] = ()
    away: Cards = ()
    play: tuple[tuple[Seat | None, AnyCard], ...] = ()

    def start(self, game: WholeGame[Any]) -> Position:
        """The deal before its first question; raises MalformedEntry where it is not the pack."""
        players = len(self.hands)
        if players not in game.book.players:
            raise MalformedEntry("no-deal", say("This game is not for {n} players.", n=players))
        if self.dealer >= players:
            raise MalformedEntry("no-such-seat", say("The dealer is not at the table."))
        seating = replace(game.book.seating(players, self.dealer), number=self.number)
        return Position.start(game, self.rules, seating, self.hands, self.stock)

    def line(self, book: Rulebook[Any]) -> str:
        """The record as one line of text."""
        preset = book.preset_of(self.rules)
        rules = preset.key if preset else json.dumps(house.to_json(self.rules))
        fields = [rules, f"dealer {seat_text(self.dealer)}"]
        if self.number != 1:
            fields.append(f"number {self.number}")
        hands = [" ".join(map(str, hand)) for hand in (*self.hands, self.stock) if hand]
        fields.append(f"deal {' / '.join(hands)}")
        for name, words in (
            ("said", [_with_seat(*one) for one in self.said]),
            ("away", [str(card) for card in self.away]),
            ("play", [_with_seat(seat, str(card)) for seat, card in self.play]),
        ):
            if words:
                fields.append(f"{name} {' '.join(words)}")
        return "; ".join(fields)


def record(start: Position, end: Position) -> Record:
    """Write down a deal that was played from its start."""
    said = []
    for fact in end.bookmark.facts():
        word = next((fact[name] for name in ("call", "choice") if name in fact), None)
        if word is None and "seat" in fact:
            word = fact["number"]
        if word is not None:
            said.append((None, str(word)))
    running = (end.trick,) if end.trick and not end.trick.complete else ()
    return Record(
        start.rules,
        start.seating.dealer,
        start.hands,
        start.stock,
        start.seating.number,
        tuple(said),
        end.away,
        tuple(
            (None if place else trick.leader, card)
            for trick in (*end.tricks, *running)
            for place, card in enumerate(trick.cards)
        ),
    )


def parse_record(game: WholeGame[Any], written: object) -> Record:
    """Read a line of text or a JSON object; raises MalformedEntry, naming what cannot be read."""
    fields = _from_text(written) if isinstance(written, str) else written
    if not isinstance(fields, Mapping):
        raise MalformedEntry("not-a-record", say("A record is an object with named fields."))
    if unknown := {str(name) for name in fields} - _FIELDS:
        raise MalformedEntry("unknown-field", say("“{name}” is no field.", name=min(unknown)[:20]))
    if "dealer" not in fields:
        raise MalformedEntry("no-dealer", say("The record does not say who deals."))
    number = _words(fields, "number")
    if len(number) > 1 or not all(word.isascii() and word.isdigit() for word in number):
        raise MalformedEntry("no-number", say("The number of a deal is one whole number."))
    rules = _rules(game.book, fields.get("rules"))
    dealer = parse_seat(str(fields["dealer"]))
    hands = [
        tuple(_card(game, word) for word in part.split())
        for part in " ".join(_words(fields, "deal")).split("/")
        if part.strip()
    ]
    players = _players(game, int((number or ["1"])[0][:6]), hands)
    return Record(
        rules,
        dealer,
        tuple(hands[:players]),
        tuple(card for hand in hands[players:] for card in hand),
        int((number or ["1"])[0][:6]),
        tuple(_seated(word) for word in _words(fields, "said")),
        tuple(_card(game, word) for word in _words(fields, "away")),
        tuple((seat, _card(game, word)) for seat, word in map(_seated, _words(fields, "play"))),
    )


def records(text: str) -> Iterator[tuple[int, object]]:
    """The records of a file with their numbers: one a line, or JSON: a record, or a list of them.

    Empty lines and lines that begin with `#` are skipped. In a JSON list the records are numbered
    from 1.
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


def seat_text(seat: Seat) -> str:
    """`S`, `W`, `N`, `E`, then `5` and so on."""
    return LETTERS[seat] if seat < len(LETTERS) else str(int(seat) + 1)


def parse_seat(text: str) -> Seat:
    """Read what `seat_text` gave; raises MalformedEntry."""
    word = text.strip().upper()
    if len(word) == 1 and word in LETTERS:
        return Seat(LETTERS.index(word))
    if len(word) == 1 and word in "56789":
        return Seat(int(word) - 1)
    raise MalformedEntry("no-such-seat", say("“{text}” is no seat.", text=text[:20]))


def _players(game: WholeGame[Any], number: int, hands: Sequence[Cards]) -> int:
    """How many of these lots of cards are hands: all, or all but the one that was left over."""
    for many in game.book.players:
        each = game.cards_each(replace(game.book.seating(many, Seat(0)), number=number))
        left = len(game.pack) - many * each
        if [len(hand) for hand in hands] == [each] * many + ([left] if left else []):
            return many
    return len(hands)


def _from_text(text: str) -> Mapping[str, Any]:
    if len(text) > LONGEST:
        raise MalformedEntry("too-long", say("A record has at most {n} characters.", n=LONGEST))
    rules: Any
    if text.lstrip().startswith("{"):
        try:
            rules, end = json.JSONDecoder().raw_decode(text.lstrip())
        except (json.JSONDecodeError, RecursionError) as error:
            why = str(error)
            raise MalformedEntry("not-json", say("This is no JSON: {why}.", why=why)) from None
        rest = text.lstrip()[end:].strip().removeprefix(";")
    else:
        name, _, rest = text.partition(";")
        rules = name.strip()
    found: dict[str, Any] = {"rules": rules}
    for field in rest.split(";"):
        name, _, value = field.strip().partition(" ")
        if name:
            found[name] = value
    return found


def _words(fields: Mapping[str, Any], name: str) -> list[str]:
    given = fields.get(name, "")
    if isinstance(given, list):
        return [" ".join(map(str, one)) + " /" if isinstance(one, list) else str(one)
                for one in given]  # fmt: skip
    text = str(given)
    return text.split() if name == "deal" else text.replace("/", " ").split()


def _seated(word: str) -> tuple[Seat | None, str]:
    seat, colon, what = word.rpartition(":")
    return (parse_seat(seat) if colon else None), what


def _with_seat(seat: Seat | None, word: str) -> str:
    return word if seat is None else f"{seat_text(seat)}:{word}"


def _card(game: WholeGame[Any], word: str) -> AnyCard:
    for card in game.pack:
        if str(card) == word.strip().upper():
            return card
    raise MalformedEntry("no-such-card", say("“{text}” is no card of this game.", text=word[:20]))


def _rules(book: Rulebook[Any], given: object) -> Any:
    if isinstance(given, Mapping):
        try:
            return house.from_json(book.rules, given)
        except RecursionError:
            raise MalformedEntry("not-rules", say("These are no house rules.")) from None
    try:
        return book.preset(str(given)).rules
    except KeyError:
        raise MalformedEntry(
            "no-such-rules",
            say(
                "“{name}” is no set of rules: {known}, or house rules in braces.",
                name=str(given)[:20],
                known=", ".join(preset.key for preset in book.presets),
            ),
        ) from None
