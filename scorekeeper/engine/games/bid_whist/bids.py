"""Bids of Bid Whist: three to seven, high, low or no trump."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from scorekeeper.engine.cards.bids import AnyBid, Ladder
from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.wording import Given, Sentence, say

LEVELS = range(3, 8)
BOOK = 6  # a bid of n is for BOOK + n tricks


class Kind(IntEnum):
    """How a bid is played; high and low are equal, no trump ranks above both."""

    HIGH = 0
    LOW = 1
    NO_TRUMP = 2

    @property
    def code(self) -> str:
        return {Kind.HIGH: "H", Kind.LOW: "L", Kind.NO_TRUMP: "NT"}[self]

    @property
    def has_trump(self) -> bool:
        """Whether the bid winner names a trump suit."""
        return self is not Kind.NO_TRUMP


_WORDS = {
    "H": Kind.HIGH,
    "HIGH": Kind.HIGH,
    "UPTOWN": Kind.HIGH,
    "L": Kind.LOW,
    "LOW": Kind.LOW,
    "DOWNTOWN": Kind.LOW,
    "N": Kind.NO_TRUMP,
    "NT": Kind.NO_TRUMP,
    "NO TRUMP": Kind.NO_TRUMP,
}


@dataclass(frozen=True, slots=True)
class HighLowBid(AnyBid):
    """A number of tricks above six, and high, low or no trump."""

    number: int
    kind: Kind

    @classmethod
    def parse(cls, text: str) -> HighLowBid:
        """Parse `4H`, `4 low`, `5 NT` or `5 no trump`, in either case.

        Raises MalformedEntry for anything else.
        """
        match = re.fullmatch(r"(\d{1,2})[ -]?([A-Z ]+)", text.strip().upper(), re.ASCII)
        if not match or match[2] not in _WORDS:
            raise MalformedEntry(
                "not-a-bid",
                say(
                    "“{text}” is not a bid. A bid is a number and high, low or no trump, "
                    "as in 4 high or 5 NT.",
                    text=Given(text[:20]),
                ),
                "bid",
            )
        return cls(int(match[1]), _WORDS[match[2]])

    @property
    def code(self) -> str:
        return f"{self.number}{self.kind.code}"

    @property
    def level(self) -> int:
        return self.number

    @property
    def rank(self) -> tuple[int, ...]:
        """By number; at the same number no trump ranks above high and low, which are equal."""
        return self.number, int(self.kind is Kind.NO_TRUMP)

    @property
    def said(self) -> Sentence:
        if self.kind is Kind.HIGH:
            return say("{number} High", number=self.number)
        if self.kind is Kind.LOW:
            return say("{number} Low", number=self.number)
        return say("{number} {no_trump}", number=self.number, no_trump=Denomination.NO_TRUMP)

    @property
    def spoken(self) -> Sentence:
        """The bid for screen readers."""
        if self.kind is Kind.HIGH:
            return say("{number} high", number=self.number)
        if self.kind is Kind.LOW:
            return say("{number} low", number=self.number)
        return self.said

    @property
    def aim(self) -> int:
        """The number of tricks, out of thirteen, that the bid is for."""
        return BOOK + self.number

    @property
    def worth(self) -> int:
        """The points won or lost with the bid: its number, doubled for no trump."""
        return self.number * self.each

    @property
    def each(self) -> int:
        """The points for each further trick."""
        return 1 if self.kind.has_trump else 2

    def __str__(self) -> str:
        return str(self.spoken)


BIDS = tuple(HighLowBid(number, kind) for number in LEVELS for kind in Kind)
LADDER = Ladder(BIDS, HighLowBid.parse)
