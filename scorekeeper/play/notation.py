"""Notation: hands and deals in PBN (Portable Bridge Notation), and the words of written records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.cards import AnyCard, Card, Rank, Suit, of_suit
from scorekeeper.errors import MalformedEntry
from scorekeeper.play.position import Cards, WholeGame
from scorekeeper.seating import LETTERS, SEATS, Seat, parse_seat, seat_text
from scorekeeper.wording import say

# PBN
#
# A hand is its spades, hearts, diamonds and clubs, high to low, with a dot between the suits:
# `AKQ.T98.7654.32`. A deal names its first seat and goes clockwise: `N:AKQ.T98.7654.32 ...`; an
# unknown hand is a `-`.

_RANKS = {rank.letter: rank for rank in Rank}
_SUITS = tuple(reversed(Suit))


def parse_pbn_seat(text: str) -> Seat:
    """Parse `S`, `W`, `N` or `E`, in either case; raises MalformedEntry."""
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in LETTERS:
        raise MalformedEntry(
            "no-such-seat", say("“{text}” is not a seat. Seats are S, W, N and E.", text=text[:20])
        )
    return Seat(LETTERS.index(letter))


def hand_text(hand: Iterable[Card]) -> str:
    """Return a hand in PBN's notation, as in `AKQ.T98.7654.32`."""
    held = sorted(hand, reverse=True)
    return ".".join("".join(card.rank.letter for card in of_suit(held, suit)) for suit in _SUITS)


def parse_hand(text: str) -> tuple[Card, ...]:
    """Parse a hand; the cards are sorted low to high. Raises MalformedEntry."""
    suits = text.strip().upper().split(".")
    if len(suits) != len(_SUITS):
        raise MalformedEntry(
            "not-a-hand",
            say(
                "“{text}” is no hand: write spades, hearts, diamonds and clubs with dots between "
                "them, as in AKQ.T98.7654.32.",
                text=text[:60],
            ),
        )
    held = [
        Card(suit, _rank(letter))
        for suit, letters in zip(_SUITS, suits, strict=True)
        for letter in letters
    ]
    check_once(held)
    return tuple(sorted(held))


def parse_deal(text: str) -> tuple[tuple[Card, ...] | None, ...]:
    """Parse the hands of the four seats, South first; None for an unknown hand.

    Raises MalformedEntry if the text is not a deal or has a card twice.
    """
    letter, colon, rest = text.strip().partition(":")
    words = rest.split()
    if not colon or len(words) != len(LETTERS):
        raise MalformedEntry(
            "not-a-deal",
            say(
                "“{text}” is no deal: write the first seat, a colon and four hands.", text=text[:60]
            ),
        )
    first = parse_pbn_seat(letter)
    hands = [None if word == "-" else parse_hand(word) for word in words]
    check_once(card for hand in hands if hand for card in hand)
    return tuple(hands[(seat - first) % len(hands)] for seat in range(len(hands)))


def check_once(held: Iterable[Card]) -> None:
    """Raise MalformedEntry if a card occurs twice."""
    seen: set[Card] = set()
    for card in held:
        if card in seen:
            raise MalformedEntry("card-twice", say("{card} is there twice.", card=card))
        seen.add(card)


def _rank(letter: str) -> Rank:
    if letter not in _RANKS:
        raise MalformedEntry(
            "no-such-rank", say("“{letter}” is no rank: 2 to 9, T, J, Q, K or A.", letter=letter)
        )
    return _RANKS[letter]


# Records

Word = tuple[Seat | None, str]
"""A word that was said, and its seat or None."""
Laid = tuple[Seat | None, AnyCard]
"""A card that was played, and its seat or None."""


def card_of(game: WholeGame[Any], word: str) -> AnyCard:
    """Return the card that a word names, as in `C9` or `9C`; raises MalformedEntry."""
    name = word.strip().upper().replace("10", "T")
    for card in game.pack:
        if name in {str(card), str(card)[::-1]}:
            return card
    raise MalformedEntry("no-such-card", say("“{text}” is no card of this game.", text=word[:20]))


def hand_of(game: WholeGame[Any], text: str) -> Cards:
    """Parse a hand in PBN's notation, or cards separated by spaces or commas."""
    if "." in text:
        return parse_hand(text)
    return tuple(card_of(game, word) for word in text.replace(",", " ").split())


def players_of(game: WholeGame[Any], rules: Any, number: int, lots: Sequence[Cards]) -> int:
    """Return the number of players, given lots of cards: all hands, or the hands and the stock.

    If no number of players fits, it is the number of lots.
    """
    for many in game.players:
        seating = replace(game.book.seating(many, SEATS[0], rules), number=number)
        each = game.cards_each(seating, rules)
        left = len(game.cards(seating, rules)) - many * each
        if [len(lot) for lot in lots] == [each] * many + ([left] if left else []):
            return many
    return len(lots)


def seated_word(word: str) -> Word:
    """Split a word such as `S:pass` into its seat, or None, and the word itself."""
    seat, colon, what = word.rpartition(":")
    return (parse_seat(seat) if colon else None), what


def with_seat(seat: Seat | None, word: str) -> str:
    """Return a word with its seat, as in `S:pass`: the inverse of `seated_word`."""
    return word if seat is None else f"{seat_text(seat)}:{word}"
