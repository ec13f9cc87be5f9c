"""The notation of records: seats, cards, and the words of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.pbn import LETTERS
from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep, Step
from scorekeeper.engine.rules.wording import say

Word = tuple[Seat | None, str]
"""A word that was said, and its seat or None."""
Laid = tuple[Seat | None, AnyCard]
"""A card that was played, and its seat or None."""


_FURTHER = {str(seat + 1): seat for seat in SEATS[len(LETTERS) :]}


def field_of(step: Step) -> str:
    """The field of a fact that holds the answer to this question."""
    if isinstance(step, AuctionStep):
        return "call"
    return "number" if isinstance(step, ContractStep) else "choice"


def seat_text(seat: Seat) -> str:
    """`S`, `W`, `N`, `E`, then `5` and so on."""
    return LETTERS[seat] if seat < len(LETTERS) else str(int(seat) + 1)


def parse_seat(text: str) -> Seat:
    """Parse the text of `seat_text`; raises MalformedEntry."""
    word = text.strip().upper()
    if len(word) == 1 and word in LETTERS:
        return SEATS[LETTERS.index(word)]
    if word in _FURTHER:
        return _FURTHER[word]
    raise MalformedEntry(
        "no-such-seat", say("“{text}” is no seat: S, W, N, E, then 5 and so on.", text=text[:20])
    )


def card_of(game: WholeGame[Any], word: str) -> AnyCard:
    """The card of a game that a word names, as in `C9` or `9C`; raises MalformedEntry."""
    name = word.strip().upper().replace("10", "T")
    for card in game.pack:
        if name in {str(card), str(card)[::-1]}:
            return card
    raise MalformedEntry("no-such-card", say("“{text}” is no card of this game.", text=word[:20]))


def players_of(game: WholeGame[Any], rules: Any, number: int, lots: Sequence[Cards]) -> int:
    """The number of these lots of cards that are hands: all, or all but the stock."""
    for many in game.book.players:
        seating = replace(game.book.seating(many, SEATS[0], rules), number=number)
        each = game.cards_each(seating, rules)
        left = len(game.cards(seating, rules)) - many * each
        if [len(lot) for lot in lots] == [each] * many + ([left] if left else []):
            return many
    return len(lots)


def seated_word(word: str) -> Word:
    """The seat that a word names, as in `S:pass`, or None, and the word itself."""
    seat, colon, what = word.rpartition(":")
    return (parse_seat(seat) if colon else None), what


def with_seat(seat: Seat | None, word: str) -> str:
    """The inverse of `seated_word`."""
    return word if seat is None else f"{seat_text(seat)}:{word}"
