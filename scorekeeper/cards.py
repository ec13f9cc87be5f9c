"""Cards: suits, denominations, ranks, jokers and packs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from scorekeeper.wording import Sentence, say


class Suit(IntEnum):
    """The four suits, in the order in which bids rank them."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter in text: `C`, `D`, `H` or `S`."""
        return self.name[0]

    @property
    def symbol(self) -> str:
        """The symbol on a page: `♣`, `♦`, `♥` or `♠`."""
        return "♣♦♥♠"[self]

    def __str__(self) -> str:
        return self.name.lower()


class Denomination(IntEnum):
    """A trump suit or no trump, lowest first."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None for no trump."""
        return None if self is Denomination.NO_TRUMP else Suit(self.value)

    @property
    def code(self) -> str:
        """The denomination as stored text: `C`, `D`, `H`, `S` or `NT`."""
        return "NT" if self is Denomination.NO_TRUMP else self.name[0]

    def __str__(self) -> str:
        return "no trump" if self is Denomination.NO_TRUMP else self.name.lower()


class Rank(IntEnum):
    """The ranks of the cards, from two (low) to ace (high)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The letter or digit in text: `2` to `9`, `T`, `J`, `Q`, `K` or `A`."""
        return "23456789TJQKA"[self - 2]

    def __str__(self) -> str:
        return str(int(self)) if self <= Rank.TEN else self.name.lower()


class Card(NamedTuple):
    """One card; written suit first, as in `C9` and `DT`.

    A named tuple because simulations compare millions of cards, and tuples are fastest.
    """

    suit: Suit
    rank: Rank

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parse `C9`, `DT` or `HA`, or rank first (`9C`, `10D`), in either case.

        Raises ValueError for anything else.
        """
        card = _NAMED.get(text.strip().upper().replace("10", "T"))
        if card is None:
            raise ValueError(f"not a card: {text!r}")
        return card

    def __str__(self) -> str:
        return self.suit.letter + self.rank.letter


class Joker(IntEnum):
    """A card without suit or rank, one of each colour; written `JB` and `JR`."""

    BLACK = 0
    RED = 1

    @property
    def short(self) -> Sentence:
        return say("black joker") if self is Joker.BLACK else say("red joker")

    @classmethod
    def parse(cls, text: str) -> Joker:
        """Parse `JB` or `JR`, in either case; raises ValueError for anything else."""
        for joker in cls:
            if str(joker) == text.strip().upper():
                return joker
        raise ValueError(f"not a joker: {text!r}")

    def __str__(self) -> str:
        return f"J{self.name[0]}"


AnyCard = Card | Joker


def pack() -> tuple[Card, ...]:
    """Return the 52 cards, clubs to spades, two to ace."""
    return _PACK


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces: `cards("C9 CQ D7 C8")`."""
    return tuple(Card.parse(word) for word in text.split())


def any_cards(text: str) -> tuple[AnyCard, ...]:
    """Parse cards and jokers separated by spaces: `any_cards("C9 JB D7")`."""
    return tuple(
        Joker.parse(word) if word.upper() in {"JB", "JR"} else Card.parse(word)
        for word in text.split()
    )


def of_suit(hand: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
    """Return the cards of one suit, in the order of the hand."""
    return tuple([card for card in hand if card[0] is suit])  # card.suit is slower


def suit_shown(shown: Sequence[AnyCard]) -> Suit | None:
    """Return the suit of the first card turned up; None for a joker or if no card is turned up."""
    up = shown[0] if shown else None
    return up.suit if isinstance(up, Card) else None


_PACK = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
_NAMED = {name: card for card in _PACK for name in (str(card), str(card)[::-1])}
