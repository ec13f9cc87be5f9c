"""Records of whole deals, legal or not: written as a line of text or JSON, and read back.

pagat; dealer S; deal CA C2 … / … / … / …; said S:pass 5H 6C pass pass pass pass E:2 S:0 W:3;
    play N:CA C2 C3 C4 / N:CK …

(in one line). The fields:

- the rules: a preset, or house rules as JSON in braces
- `dealer`
- `deal`: every hand as dealt, South's first, then the stock, if there is one; or the four hands in
  PBN's notation; or `-` if they are unknown (the judge then gathers them from the play)
- `number`, if the size of the hands changes from deal to deal: the number of the deal in the game
- `totals`, the points of each side before the deal, and `left`, the numbers that the last deal
  passes on, such as bags, if they are known
- `players`, if the lots of cards do not show how many of them are hands
- `said`: calls, contracts and announcements in order, and in an exchange the cards given, as in
  `S:C2,C3,D4`
- `away`: the cards that were put away
- `play`: the tricks in order, divided by slashes or not

A word or card may name its seat; without one it belongs to the next seat. A seat beyond the fourth
is its number, from 5.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.play.notation import (
    Laid,
    Word,
    card_of,
    parse_deal,
    players_of,
    seated_word,
    with_seat,
)
from scorekeeper.play.position import Cards, Hands, Position, WholeGame
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Bookmark, Earlier
from scorekeeper.seating import LETTERS, Seat, Seating, parse_seat, seat_text
from scorekeeper.wording import say

# Writing


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as it was written down.

    hands    as dealt, by seat; None if the record does not contain them
    stock    the cards left over
    said     calls, contracts, announcements and cards passed on, as written
    away     the cards that were put away
    play     the cards in the order of play, trick by trick; in one lot if the tricks were not
             divided
    totals   the points of each side before the deal; empty if they are unknown
    left     the numbers that the last deal passes on (see `Rulebook.left_from`)
    """

    rules: Any
    dealer: Seat
    hands: Hands | None = None
    stock: Cards = ()
    number: int = 1
    said: tuple[Word, ...] = ()
    away: Cards = ()
    play: tuple[tuple[Laid, ...], ...] = ()
    totals: tuple[int, ...] = ()
    left: tuple[int, ...] = ()

    def seating(self, book: Rulebook[Any]) -> Seating:
        """Return the seats and sides; raises MalformedEntry for an impossible number of players."""
        players = book.players[0] if self.hands is None else len(self.hands)
        if self.hands is None and len(book.players) > 1:
            raise MalformedEntry("no-deal", say("The record does not tell the hands."))
        if players not in book.players:
            raise MalformedEntry("no-deal", say("This game is not for {n} players.", n=players))
        if self.dealer >= players:
            raise MalformedEntry("no-such-seat", say("The dealer is not at the table."))
        return replace(book.seating(players, self.dealer, self.rules), number=self.number)

    def start(self, game: WholeGame[Any]) -> Position:
        """Return the position after the deal.

        Raises MalformedEntry if the cards are not the pack.
        """
        seating = self.seating(game.book)
        earlier = Earlier(self.totals, self._left(game.book, seating))
        if self.hands is None:
            return Position.unseen(game, self.rules, seating, earlier)
        return Position.start(game, self.rules, seating, self.hands, self.stock, earlier=earlier)

    def _left(self, book: Rulebook[Any], seating: Seating) -> object:
        if len(self.totals) not in {0, len(seating.sides)}:
            raise _no_numbers()
        try:
            return book.left_from(self.left, seating) if self.left else None
        except ValueError:
            raise _no_numbers() from None

    def fields(self, book: Rulebook[Any]) -> dict[str, Any]:
        """Return the record as plain values; `parse_record` reads them back."""
        preset = book.preset_of(self.rules)
        lots = [*(self.hands or ()), *([self.stock] if self.stock else [])]
        game, hands = WholeGame[Any].find(book), len(self.hands or ())
        read_as = players_of(game, self.rules, self.number, lots) if game and lots else hands
        return {
            "rules": preset.key if preset else house_rules.to_json(self.rules),
            "dealer": seat_text(self.dealer),
            **({"number": self.number} if self.number != 1 else {}),
            **({"totals": [*self.totals]} if self.totals else {}),
            **({"left": [*self.left]} if self.left else {}),
            **({"players": hands} if read_as != hands else {}),
            "deal": [[*map(str, lot)] for lot in lots] if lots else "-",
            "said": [with_seat(*word) for word in self.said],
            "away": [str(card) for card in self.away],
            "play": [[with_seat(seat, str(card)) for seat, card in lot] for lot in self.play],
        }

    def line(self, book: Rulebook[Any]) -> str:
        """Return the record as one line of text."""
        fields = self.fields(book)
        rules = fields.pop("rules")
        words = [rules if isinstance(rules, str) else json.dumps(rules, separators=(",", ":"))]
        words += [f"{name} {_text_of(value)}" for name, value in fields.items() if value != []]
        return "; ".join(words)


def record_of(position: Position) -> Record:
    """Return the record of a position. Each trick names its leader, each word its seat."""
    left = position.earlier.left
    running = (position.trick,) if position.trick and position.score is None else ()
    return Record(
        position.rules,
        position.seating.dealer,
        position.dealt or None,
        position.stock,
        position.seating.number,
        tuple(_words_of(position)),
        position.away,
        tuple(
            tuple((None if place else trick.leader, card) for place, card in enumerate(trick.cards))
            for trick in (*position.tricks, *running)
            if trick.cards
        ),
        position.earlier.totals,
        left if isinstance(left, tuple) else (),
    )


def replay(game: WholeGame[Any], record: Record) -> Position:
    """Play a record, and return its last position.

    Raises the EntryError of the first illegal call, answer or card.
    """
    if record.hands is None:
        raise MalformedEntry("no-deal", say("The record does not tell the hands."))
    position = record.start(game)
    for seat, word in record.said:
        check_turn(position, seat)
        if position.exchange is not None:
            position = position.apply(tuple(card_of(game, card) for card in word.split(",")))
        else:
            step = position.asking
            if step is None:
                raise IllegalEntry("not-asked", say("Nobody was asked for it."))
            position = position.apply(step.parse({step.field: word}))
    for card in record.away:
        position = position.apply(card)
    for seat, card in (laid for lot in record.play for laid in lot):
        check_turn(position, seat)
        position = position.apply(card)
    return position


def _words_of(position: Position) -> Iterator[Word]:
    """Yield all calls and answers in order; cards passed on come where the exchange was played."""
    order = position.seating.clockwise(position.seating.eldest)
    gifts = [{seat: given[seat] for seat in order} for given in position.exchanges]
    if position.giving is not None:
        gifts.append(dict(zip(order, position.giving, strict=False)))
    mark, held = Bookmark.at_start(position.bookmark.start), 0
    for word in (None, *position.said):
        if word is not None:
            assert mark.step is not None  # noqa: S101  (every word was an answer)
            yield word.seat, str(mark.step.fact(word.what)[mark.step.field])
            mark = mark.answer(word.what)
        step = mark.step
        due = 0 if step is None else position.game.exchanges(step, position.seating, position.rules)
        if due > held:
            for seat, cards in gifts[held].items():
                yield seat, ",".join(map(str, cards))
            held += 1


def check_turn(position: Position, seat: Seat | None) -> None:
    """Raise IllegalEntry if the named seat is not the one whose turn it is."""
    if seat is not None and position.turn is not None and seat != position.turn:
        raise IllegalEntry(
            "out-of-turn", say("It is {turn}'s turn, not {seat}'s.", turn=position.turn, seat=seat)
        )


def _text_of(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return " / ".join(" ".join(lot) for lot in value)
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


# Reading

LONGEST = 20_000
_NUMBER = re.compile(r"-?\d{1,7}")
_DEAL = {"rules", "dealer", "number", "totals", "left", "players", "deal"}
_FIELDS = {*_DEAL, "said", "away", "play"}


def parse_record(game: WholeGame[Any], written: object) -> Record:
    """Parse a line of text or a JSON object; raises MalformedEntry, naming the faulty part."""
    by_name = dict(_from_text(written) if isinstance(written, str) else _from_json(written))
    if unknown := {str(name) for name in by_name} - _FIELDS:
        raise MalformedEntry("unknown-field", say("“{name}” is no field.", name=min(unknown)[:20]))
    rules = _rules(game.book, by_name.get("rules"))
    if "dealer" not in by_name:
        raise MalformedEntry("no-dealer", say("The record does not say who deals."))
    number = str(by_name.get("number", 1)).strip()
    if not (number.isascii() and number.isdigit() and int(number[:7]) > 0):
        raise MalformedEntry("no-number", say("The number of a deal is one whole number."))
    players = _known_players(game, by_name.get("players"))
    hands, stock = read_lots(game, rules, int(number[:6]), by_name.get("deal", "-"), players)
    return Record(
        rules,
        parse_seat(str(by_name["dealer"])),
        hands,
        stock,
        int(number[:6]),
        tuple(_said(game, by_name.get("said", ""))),
        tuple(card_of(game, word) for word in _flat(by_name.get("away", ""))),
        tuple(
            tuple((seat, card_of(game, word)) for seat, word in map(seated_word, lot))
            for lot in _lots(by_name.get("play", ""), "play")
            if lot
        ),
        _numbers(by_name.get("totals", "")),
        _numbers(by_name.get("left", "")),
    )


def numbered_records(text: str) -> Iterator[tuple[int, object]]:
    """Yield the records of a file with their numbers.

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


def read_lots(
    game: WholeGame[Any], rules: Any, number: int, given: object, known: int | None
) -> tuple[Hands | None, Cards]:
    """Return the hands and the stock of a deal as records have it; None for unknown hands."""
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


def _numbers(given: object) -> tuple[int, ...]:
    """Return whole numbers, from text or a list."""
    words = _flat(given)
    if not all(_NUMBER.fullmatch(word) for word in words):
        raise _no_numbers()
    return tuple(map(int, words))


def _no_numbers() -> MalformedEntry:
    return MalformedEntry(
        "no-number", say("“totals” and “left” are whole numbers, as many as this game takes.")
    )


def _known_players(game: WholeGame[Any], given: object) -> int | None:
    """Return the number of players in the record; None if it follows from the hands."""
    if given is None:
        return None
    text = str(given).strip()
    if not (text.isdecimal() and int(text[:3]) in game.book.players):
        raise MalformedEntry("no-deal", say("This game is not for {n} players.", n=text[:20]))
    return int(text)


def _said(game: WholeGame[Any], given: object) -> Iterator[Word]:
    """Yield the words in their order."""
    for word in _flat(given):
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
    """Return lists of words, from text with slashes between them, or from lists."""
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
