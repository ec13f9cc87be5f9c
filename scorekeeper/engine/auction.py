"""The auction: bids, passes, the ladder of bids, and who may call what.

The tables differ in how many passes let a bid stand, in whether the bidder may raise himself and
in whether a player who has passed may come back in. Each is a field of `AuctionRules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from scorekeeper.engine.cards import Denomination
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import say

_DENOMINATION_CODES = {denomination.code: denomination for denomination in Denomination} | {
    "N": Denomination.NO_TRUMP
}


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """A number of tricks and a denomination: more tricks outrank any fewer."""

    tricks: int
    denomination: Denomination

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Read `7C` or `6NT`, in either case.

        Raises MalformedEntry for anything else.
        """
        found = re.fullmatch(r"(\d{1,2})(C|D|H|S|NT?)", text.strip().upper(), re.ASCII)
        if not found:
            raise MalformedEntry(
                "not-a-bid",
                say(
                    "“{text}” is not a bid. A bid is a number and a suit, as in 7C or 6NT.",
                    text=text[:20],
                ),
                "bid",
            )
        return cls(int(found[1]), _DENOMINATION_CODES[found[2]])

    @property
    def code(self) -> str:
        """`7C`, `6NT`."""
        return f"{self.tricks}{self.denomination.code}"

    def __str__(self) -> str:
        return f"{self.tricks} {self.denomination}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A call that is no bid."""

    code = "pass"

    def __str__(self) -> str:
        return "pass"


PASS = Pass()
Call = Bid | Pass


@dataclass(frozen=True)
class Ladder:
    """Every bid of an auction, lowest first."""

    bids: tuple[Bid, ...]

    @cached_property
    def lowest(self) -> Bid:
        """The bid that anyone may open with."""
        return self.bids[0]

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The numbers of tricks that can be bid, fewest first."""
        return tuple(sorted({bid.tricks for bid in self.bids}))

    @cached_property
    def denominations(self) -> tuple[Denomination, ...]:
        """What can be bid, lowest first."""
        return tuple(sorted({bid.denomination for bid in self.bids}))

    def __contains__(self, bid: Bid) -> bool:
        return bid in self._rungs

    def higher_than(self, bid: Bid | None) -> tuple[Bid, ...]:
        """The bids that outrank one; all of them where there is none yet."""
        return self.bids if bid is None else self.bids[self._rungs[bid] + 1 :]

    @cached_property
    def _rungs(self) -> dict[Bid, int]:
        return {bid: rung for rung, bid in enumerate(self.bids)}


@lru_cache
def ladder(lowest: int, highest: int) -> Ladder:
    """The bids from one number of tricks to another, in all five denominations."""
    return Ladder(
        tuple(
            Bid(tricks, denomination)
            for tricks in range(lowest, highest + 1)
            for denomination in Denomination
        )
    )


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """How a table conducts an auction.

    passes       how many passes in a row let a bid stand: one less than the players, or all
    own_raise    whether the highest bidder may raise himself, once the others have passed
    reentry      whether a player who has passed may bid later
    """

    passes: int
    own_raise: bool = True
    reentry: bool = True


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, and what may follow; a value, never changed.

    `callers` are the seats in the order of speaking. A player who is out after a pass is not
    asked again: his turns count as passes. The calls tell the rest:

    highest    the highest bid so far
    bidder     who made it
    passes     how many have passed since, or since the start
    """

    callers: tuple[Seat, ...]
    ladder: Ladder
    rules: AuctionRules
    calls: tuple[Call, ...] = ()
    highest: Bid | None = field(init=False, compare=False, repr=False)
    bidder: Seat | None = field(init=False, compare=False, repr=False)
    passes: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        place = len(self.calls) - 1
        while place >= 0 and isinstance(self.calls[place], Pass):
            place -= 1
        object.__setattr__(self, "highest", self.calls[place] if place >= 0 else None)
        object.__setattr__(self, "bidder", self._caller(place) if place >= 0 else None)
        object.__setattr__(self, "passes", len(self.calls) - 1 - place)

    @property
    def over(self) -> bool:
        """Whether a bid stands or everyone has passed."""
        needed = len(self.callers) if self.highest is None else self.rules.passes
        return self.passes >= needed

    @property
    def turn(self) -> Seat:
        """Who speaks next."""
        return self._caller(len(self.calls))

    @property
    def legal(self) -> tuple[Call, ...]:
        """The calls open to the player whose turn it is; none once the auction is over."""
        if self.over:
            return ()
        if self.turn == self.bidder and not self.rules.own_raise:
            return (PASS,)
        return (PASS, *self.ladder.higher_than(self.highest))

    def by_seat(self) -> tuple[tuple[Seat, Call], ...]:
        """Every call with its caller, turns of players who were out included."""
        return tuple((self._caller(index), call) for index, call in enumerate(self.calls))

    def call(self, call: Call) -> Auction:
        """Add the call of the player whose turn it is.

        Raises IllegalEntry where the rules forbid it.
        """
        self.check(call)
        auction = self._with(call)
        while not auction.over and auction._is_out(auction.turn):
            auction = auction._with(PASS)
        return auction

    def check(self, call: Call) -> None:
        """Raise IllegalEntry, saying why, where the call is not legal."""
        if self.over:
            raise IllegalEntry("auction-over", say("The auction is over."), "bid")
        if isinstance(call, Pass):
            return
        if not self.rules.own_raise and self.turn == self.bidder:
            raise IllegalEntry("own-raise", say("At this table nobody raises his own bid."), "bid")
        check_higher(call, self.ladder, self.highest)

    def could_bid(self, seat: Seat, bid: Bid) -> bool:
        """Whether calls may still follow in which a seat makes this bid.

        While the others pass it comes to the seat's turn; or somebody bids in between, after
        which everyone who is not out speaks again.
        """
        auction = self
        while not auction.over and not auction._is_out(seat):
            if bid in auction.legal and (
                auction.turn == seat or bid != auction.ladder.higher_than(auction.highest)[0]
            ):
                return True
            auction = auction.call(PASS)
        return False

    def _with(self, call: Call) -> Auction:
        return Auction(self.callers, self.ladder, self.rules, (*self.calls, call))

    def _caller(self, index: int) -> Seat:
        return self.callers[index % len(self.callers)]

    def _is_out(self, seat: Seat) -> bool:
        return (
            not self.rules.reentry
            and seat != self.bidder
            and any(caller == seat and call == PASS for caller, call in self.by_seat())
        )


def check_higher(call: Call, ladder: Ladder, highest: Bid | None) -> None:
    """Raise IllegalEntry where a bid is not on the ladder, or not above the highest so far."""
    if not isinstance(call, Bid):
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
    if highest is not None and call <= highest:
        raise IllegalEntry(
            "bid-not-higher",
            say("{bid} is not higher than {highest}.", bid=call, highest=highest),
            "bid",
        )


def calls(text: str) -> Iterable[Call]:
    """Read calls separated by spaces: `calls("pass 5H 6C")`."""
    return (PASS if word.lower() == "pass" else Bid.parse(word) for word in text.split())
