"""Bids and auctions: the possible calls, whose turn it is, and the winning bid."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from scorekeeper.cards import Denomination
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, Sentence, say

# Bids
#
# A game supplies its bids: the `Ladder` lists and parses them, and each bid knows its rank and its
# wording. `Bid` is the usual kind, a number of tricks and a denomination.

_DENOMINATION_CODES = {denomination.code: denomination for denomination in Denomination} | {
    "N": Denomination.NO_TRUMP
}


class AnyBid(ABC):
    """The interface of a bid, whatever the game."""

    __slots__ = ()

    @property
    @abstractmethod
    def code(self) -> str:
        """The text of the bid in a form and in a stored answer."""

    @property
    @abstractmethod
    def level(self) -> int:
        """The number in the bid; bids of one level form a row of the grid."""

    @property
    @abstractmethod
    def rank(self) -> tuple[int, ...]:
        """The order among bids; bids of equal rank do not outrank each other."""

    @property
    @abstractmethod
    def short(self) -> Sentence:
        """The shortest form of the bid, as on a button."""

    @property
    def spoken(self) -> Sentence:
        """The bid in words, for screen readers; by default the short form."""
        return self.short


@dataclass(frozen=True, slots=True, order=True)
class Bid(AnyBid):
    """A number of tricks and a denomination; more tricks outrank fewer."""

    tricks: int
    denomination: Denomination

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Parse `7C` or `6NT`, in either case; raises MalformedEntry for anything else."""
        match = re.fullmatch(r"(\d{1,2})(C|D|H|S|NT?)", text.strip().upper(), re.ASCII)
        if not match:
            raise MalformedEntry(
                "not-a-bid",
                say(
                    "“{text}” is not a bid. A bid is a number and a suit, as in 7C or 6NT.",
                    text=Given(text[:20]),
                ),
                "bid",
            )
        return cls(int(match[1]), _DENOMINATION_CODES[match[2]])

    @property
    def code(self) -> str:
        """The bid as stored text, such as `7C` or `6NT`."""
        return f"{self.tricks}{self.denomination.code}"

    @property
    def level(self) -> int:
        return self.tricks

    @property
    def rank(self) -> tuple[int, ...]:
        return self.tricks, self.denomination

    @property
    def short(self) -> Sentence:
        """The number and the symbol of the denomination."""
        return say("{tricks}{denomination}", tricks=self.tricks, denomination=self.denomination)

    @property
    def spoken(self) -> Sentence:
        """The number and the name of the denomination."""
        return say("{tricks} {denomination}", tricks=self.tricks, denomination=self.denomination)

    def __str__(self) -> str:
        return str(self.spoken)


@dataclass(frozen=True, slots=True)
class BidInPart(AnyBid):
    """A winning bid of which only the number of tricks or only the denomination is known."""

    tricks: int | None = None
    denomination: Denomination | None = None

    @classmethod
    def parse(cls, text: str) -> BidInPart:
        """Parse `7`, `C` or `NT`, in either case; raises MalformedEntry for anything else."""
        word = text.strip().upper()
        if re.fullmatch(r"\d{1,2}", word, re.ASCII):
            return cls(tricks=int(word))
        if word in _DENOMINATION_CODES:
            return cls(denomination=_DENOMINATION_CODES[word])
        raise MalformedEntry(
            "not-a-bid",
            say("“{text}” is no part of a bid, such as 7 or C.", text=Given(text[:20])),
            "bid",
        )

    @property
    def code(self) -> str:
        """The known part as stored text: the number or the denomination, such as `7` or `C`."""
        return self.denomination.code if self.denomination is not None else str(self.tricks)

    @property
    def level(self) -> int:
        """The number of tricks; 0 if unknown."""
        return self.tricks or 0

    @property
    def rank(self) -> tuple[int, ...]:
        """An empty tuple, because it is unknown which other bids this one outranks."""
        return ()

    @property
    def short(self) -> Sentence:
        """The known part of the bid in words: the number of tricks or the denomination."""
        if self.denomination is not None:
            return say("{denomination}", denomination=self.denomination)
        return say("{number}", number=self.tricks)

    def fits(self, bid: AnyBid) -> bool:
        """Return whether the known part agrees with `bid`."""
        return isinstance(bid, Bid) and (
            bid.tricks == self.tricks or bid.denomination == self.denomination
        )

    def __str__(self) -> str:
        return str(self.short)


@dataclass(frozen=True, slots=True)
class Pass:
    """The call that is not a bid: a pass."""

    code = "pass"

    @property
    def short(self) -> Sentence:
        return say("pass")

    def __str__(self) -> str:
        return "pass"


PASS = Pass()
Call = AnyBid | Pass


@dataclass(frozen=True)
class Ladder:
    """Every bid of an auction, lowest first; `reads` parses a bid of this kind."""

    bids: tuple[AnyBid, ...]
    reads: Callable[[str], AnyBid] = Bid.parse

    @cached_property
    def lowest(self) -> AnyBid:
        return self.bids[0]

    @cached_property
    def rows(self) -> tuple[tuple[AnyBid, ...], ...]:
        """The bids by level, as the rows of a grid."""
        return tuple(tuple(row) for _, row in groupby(self.bids, key=lambda bid: bid.level))

    def parse(self, text: str) -> AnyBid:
        """Parse a bid, which need not be on the ladder; raises MalformedEntry."""
        return self.reads(text)

    def __contains__(self, bid: AnyBid) -> bool:
        return bid in self._higher

    def higher_than(self, bid: AnyBid | None) -> tuple[AnyBid, ...]:
        """Return the bids that outrank this one; all bids for None."""
        return self.bids if bid is None else self._higher[bid]

    def calls_over(self, bid: AnyBid | None) -> tuple[Call, ...]:
        """Return a pass, and the bids that outrank this one."""
        return self._calls[bid]

    @cached_property
    def _calls(self) -> dict[AnyBid | None, tuple[Call, ...]]:
        return {bid: (PASS, *self.higher_than(bid)) for bid in (None, *self.bids)}

    @cached_property
    def _higher(self) -> dict[AnyBid, tuple[AnyBid, ...]]:
        return {
            bid: tuple(other for other in self.bids if other.rank > bid.rank) for bid in self.bids
        }


@lru_cache
def ladder(lowest: int, highest: int) -> Ladder:
    """Return the bids from `lowest` to `highest` tricks, in all five denominations."""
    return Ladder(
        tuple(
            Bid(tricks, denomination)
            for tricks in range(lowest, highest + 1)
            for denomination in Denomination
        )
    )


def check_higher(call: Call, ladder: Ladder, highest: AnyBid | None) -> None:
    """Raise IllegalEntry if a bid is not on the ladder, or not above the highest so far."""
    if isinstance(call, Pass):
        return
    if call not in ladder:
        raise IllegalEntry(
            "bid-off-ladder",
            say(
                "{bid} cannot be bid: the lowest bid is {lowest} and the highest {highest}.",
                bid=call,
                lowest=ladder.bids[0],
                highest=ladder.bids[-1],
            ),
            "bid",
        )
    if highest is not None and call.rank <= highest.rank:
        raise IllegalEntry(
            "bid-not-higher",
            say("{bid} is not higher than {highest}.", bid=call, highest=highest),
            "bid",
        )


def split_bid(text: str) -> tuple[str, str]:
    """Return the number and the denomination in the text of a bid; either may be empty."""
    denomination = text.lstrip("0123456789")
    return text.removesuffix(denomination), denomination


def calls(text: str) -> Iterable[Call]:
    """Parse calls separated by spaces: `calls("pass 5H 6C")`."""
    return (PASS if word.lower() == "pass" else Bid.parse(word) for word in text.split())


# The auction
#
# Tables differ in the number of passes that end the auction, in whether bidders may raise their own
# bid, and in whether a player who has passed may bid later. Each is a field of `AuctionRules`.

_new = tuple.__new__  # fast path of `Auction(...)`, which is called for every call


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """How a table conducts an auction.

    passes       the number of consecutive passes that end it: all players, or one fewer
    own_raise    whether the highest bidder may raise that bid, once the others have passed
    reentry      whether a player who has passed may bid later
    once         whether each player speaks only once, and the highest bid wins
    forced       whether the last to speak must bid if all the others have passed
    """

    passes: int
    own_raise: bool = True
    reentry: bool = True
    once: bool = False
    forced: bool = False


class Auction(NamedTuple):
    """An auction with its calls so far; only the first three fields are needed to start one.

    A named tuple because it is copied at every call. If the rules exclude players who have passed,
    these are not asked again, and their later turns are recorded as passes. The last three fields
    are derived from the calls.

    callers    the seats in the order of speaking
    highest    the highest bid so far
    bidder     the seat that made it
    passes     the number of passes since then, or since the start
    """

    callers: tuple[Seat, ...]
    ladder: Ladder
    rules: AuctionRules
    calls: tuple[Call, ...] = ()
    highest: AnyBid | None = None
    bidder: Seat | None = None
    passes: int = 0

    @property
    def without_calls(self) -> Auction:
        """The same auction before its first call."""
        return Auction(self.callers, self.ladder, self.rules)

    @property
    def over(self) -> bool:
        """Whether a bid has won or everyone has passed."""
        if self.rules.once:
            return len(self.calls) == len(self.callers)
        needed = len(self.callers) if self.highest is None else self.rules.passes
        return self.passes >= needed

    @property
    def turn(self) -> Seat:
        return self._caller(len(self.calls))

    @property
    def must_bid(self) -> bool:
        """Whether the next caller may not pass."""
        return self.rules.forced and self.highest is None and self.passes == len(self.callers) - 1

    @property
    def may_pass_out(self) -> bool:
        """Whether the auction may still end without a bid."""
        return self.highest is None and not self.rules.forced

    @property
    def legal(self) -> tuple[Call, ...]:
        """The legal calls of the next caller; empty once the auction is over."""
        if self.over:
            return ()
        if self.must_bid:
            return self.ladder.bids
        if not self.rules.own_raise and self.turn == self.bidder:
            return (PASS,)
        return self.ladder.calls_over(self.highest)

    def by_seat(self) -> tuple[tuple[Seat, Call], ...]:
        """Return each call with its caller, including the passes of players who were out."""
        return tuple((self._caller(index), call) for index, call in enumerate(self.calls))

    def call(self, call: Call) -> Auction:
        """Add a call; raises IllegalEntry if the rules forbid it."""
        self.check(call)
        auction = self._with(call)
        if not self.rules.reentry:
            while not auction.over and auction._is_out(auction.turn):
                auction = auction._with(PASS)
        return auction

    def check(self, call: Call) -> None:
        """Raise IllegalEntry with the reason if the call is not legal."""
        if self.over:
            raise IllegalEntry("auction-over", say("The auction is over."), "bid")
        if isinstance(call, Pass):
            if self.must_bid:
                raise IllegalEntry("must-bid", must_bid(self.turn), "bid")
            return
        if not self.rules.own_raise and self.turn == self.bidder:
            raise IllegalEntry(
                "own-raise", say("At this table nobody raises their own bid."), "bid"
            )
        check_higher(call, self.ladder, self.highest)

    def could_bid(self, seat: Seat, bid: AnyBid) -> bool:
        """Return whether a seat may still make a bid after some further calls.

        If the others pass, it will be that seat's turn; if somebody bids in between, everyone who
        is not out speaks again.
        """
        if self.rules.once:
            spoken = self.callers.index(seat) < len(self.calls)
            return not spoken and bid in self.ladder.higher_than(self.highest)
        auction = self
        while not auction.over and not auction._is_out(seat):
            if bid in auction.legal and (
                auction.turn == seat or bid != auction.ladder.higher_than(auction.highest)[0]
            ):
                return True
            auction = auction.call(PASS)
        return False

    def _with(self, call: Call) -> Auction:
        callers, ladder, rules, calls, highest, bidder, passes = self
        if isinstance(call, Pass):
            passes += 1
        else:
            highest, bidder, passes = call, callers[len(calls) % len(callers)], 0
        return _new(Auction, (callers, ladder, rules, (*calls, call), highest, bidder, passes))

    def _caller(self, index: int) -> Seat:
        return self.callers[index % len(self.callers)]

    def _is_out(self, seat: Seat) -> bool:
        return (
            not self.rules.reentry
            and seat != self.bidder
            and any(caller == seat and call == PASS for caller, call in self.by_seat())
        )


def must_bid(seat: Seat) -> Sentence:
    """Return the sentence that tells a player why they may not pass."""
    return say("All the others have passed: {seat} must bid.", seat=seat)
