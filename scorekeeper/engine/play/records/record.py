"""Records of whole deals, legal or not: one line of text, or JSON.

    pagat; dealer S; deal CA C2 … / … / … / …; said S:pass 5H 6C pass pass pass pass E:2 S:0 W:3;
    play N:CA C2 C3 C4 / N:CK …

(in one line). The fields:

- the rules: a preset, or house rules as JSON in braces
- `dealer`
- `deal`: every hand as dealt, South's first, then the stock, if there is one; or the four hands in
  PBN's notation; or `-`, and the hands are gathered from the play
- `number`, if the size of the hands changes from deal to deal: the number of the deal in the game
- `players`, if the lots of cards do not tell how many of them are hands
- `said`: calls, contracts and announcements in order, and in an exchange the cards given, as in
  `S:C2,C3,D4`
- `away`: the cards that were put away
- `play`: the tricks in order, divided by slashes or not

A word or card may name its seat; without one it belongs to the next seat. A seat beyond the fourth
is its number, from 5.

Older records have `auction`, `exchange` and `contracts`, in JSON lists of them, instead of `said`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.play.held_cards import Cards, Hands
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.records.notation import (
    Laid,
    Word,
    card_of,
    field_of,
    players_of,
    seat_text,
    with_seat,
)
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.bookmark import Bookmark
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import say


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as it was written down.

    hands    as dealt, by seat; None if the record does not contain them
    stock    the cards left over
    said     calls, gifts, contracts and announcements as written
    away     the cards that were put away
    play     the cards in the order of play, trick by trick; in one lot if the tricks were not
             divided
    """

    rules: Any
    dealer: Seat
    hands: Hands | None = None
    stock: Cards = ()
    number: int = 1
    said: tuple[Word, ...] = ()
    away: Cards = ()
    play: tuple[tuple[Laid, ...], ...] = ()

    def seating(self, book: Rulebook[Any]) -> Seating:
        """The seats and sides; raises MalformedEntry for an impossible number of players."""
        players = book.players[0] if self.hands is None else len(self.hands)
        if self.hands is None and len(book.players) > 1:
            raise MalformedEntry("no-deal", say("The record does not tell the hands."))
        if players not in book.players:
            raise MalformedEntry("no-deal", say("This game is not for {n} players.", n=players))
        if self.dealer >= players:
            raise MalformedEntry("no-such-seat", say("The dealer is not at the table."))
        return replace(book.seating(players, self.dealer, self.rules), number=self.number)

    def start(self, game: WholeGame[Any]) -> Position:
        """The deal before its first question; raises MalformedEntry if it is not the pack."""
        seating = self.seating(game.book)
        if self.hands is None:
            return Position.unseen(game, self.rules, seating)
        return Position.start(game, self.rules, seating, self.hands, self.stock)

    def fields(self, book: Rulebook[Any]) -> dict[str, Any]:
        """The record as plain values; `parse_record` reads them back."""
        preset = book.preset_of(self.rules)
        lots = [*(self.hands or ()), *([self.stock] if self.stock else [])]
        game, hands = WholeGame[Any].find(book), len(self.hands or ())
        read_as = players_of(game, self.rules, self.number, lots) if game and lots else hands
        return {
            "rules": preset.key if preset else house_rules.to_json(self.rules),
            "dealer": seat_text(self.dealer),
            **({"number": self.number} if self.number != 1 else {}),
            **({"players": hands} if read_as != hands else {}),
            "deal": [[*map(str, lot)] for lot in lots] if lots else "-",
            "said": [with_seat(*word) for word in self.said],
            "away": [str(card) for card in self.away],
            "play": [[with_seat(seat, str(card)) for seat, card in lot] for lot in self.play],
        }

    def line(self, book: Rulebook[Any]) -> str:
        """The record as one line of text."""
        fields = self.fields(book)
        rules = fields.pop("rules")
        words = [rules if isinstance(rules, str) else json.dumps(rules, separators=(",", ":"))]
        words += [f"{name} {_text_of(value)}" for name, value in fields.items() if value != []]
        return "; ".join(words)


def record(position: Position) -> Record:
    """The record of a position. Each trick names its leader, each word its seat."""
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
    )


def replay(game: WholeGame[Any], record: Record) -> Position:
    """Play a record; raises the EntryError of the first illegal call, answer or card."""
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
            position = position.apply(step.parse({field_of(step): word}))
    for card in record.away:
        position = position.apply(card)
    for seat, card in (laid for lot in record.play for laid in lot):
        check_turn(position, seat)
        position = position.apply(card)
    return position


def _words_of(position: Position) -> Iterator[Word]:
    """Everything said, in order, with the gifts of each exchange in their place."""
    order = position.seating.clockwise(position.seating.eldest)
    gifts = [{seat: given[seat] for seat in order} for given in position.exchanges]
    if position.giving is not None:
        gifts.append(dict(zip(order, position.giving, strict=False)))
    mark, held = Bookmark.at_start(position.bookmark.start), 0
    for word in (None, *position.said):
        if word is not None:
            assert mark.step is not None  # noqa: S101  (every word was an answer)
            yield word.seat, str(mark.step.fact(word.what)[field_of(mark.step)])
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
    return " ".join(value) if isinstance(value, list) else str(value)
