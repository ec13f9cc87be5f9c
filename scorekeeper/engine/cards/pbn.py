"""Hands in the deal notation of PBN (Portable Bridge Notation 2.1, section 3.4.11).

A hand is its spades, hearts, diamonds and clubs, high to low, with a dot between the suits:
`AKQ.T98.7654.32`. A deal names its first seat and goes clockwise: `N:AKQ.T98.7654.32 ...`; an
unknown hand is a `-`.
"""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.engine.cards.cards import Card, Rank, Suit, of_suit
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.wording import say

LETTERS = "SWNE"
_RANKS = {rank.letter: rank for rank in Rank}
_SUITS = tuple(reversed(Suit))


def seat_letter(seat: Seat) -> str:
    """`S`, `W`, `N` or `E`."""
    return LETTERS[seat]


def parse_seat(text: str) -> Seat:
    """Parse `S`, `W`, `N` or `E`, in either case; raises MalformedEntry."""
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in LETTERS:
        raise MalformedEntry(
            "no-such-seat", say("“{text}” is no seat: S, W, N or E.", text=text[:20])
        )
    return Seat(LETTERS.index(letter))


def hand_text(hand: Iterable[Card]) -> str:
    """A hand in the notation: `AKQ.T98.7654.32`."""
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
    first = parse_seat(letter)
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
