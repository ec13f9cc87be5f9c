"""The auction: bids, passes, the ladder of bids, and who may call what.

The tables differ in how many passes let a bid stand, in whether the bidder may raise himself and
in whether a player who has passed may come back in. Each is a field of `AuctionRules`.

What can be bid is the game's: its `Ladder` holds the bids and reads them, and each bid knows its
rank and says itself. `Bid` is the usual one, a number of tricks and a denomination.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from scorekeeper.engine.cards import Denomination
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import Given, Sentence, say

_new = tuple.__new__  # as in `bookmark`
_DENOMINATION_CODES = {denomination.code: denomination for denomination in Denomination} | {
    "N": Denomination.NO_TRUMP
}


class AnyBid(ABC):
    """What can be bid in some game."""

    __slots__ = ()

    @property
    @abstractmethod
    def code(self) -> str:
        """What stands for the bid in a form and in what is kept."""

    @property
    @abstractmethod
    def level(self) -> int:
        """The number in the bid: bids of one level stand side by side."""

    @property
    @abstractmethod
    def rank(self) -> tuple[int, ...]:
        """Where the bid stands among the others; bids of equal rank do not outrank each other."""

    @property
    @abstractmethod
    def said(self) -> Sentence:
        """The bid as short as a tile needs it."""

    @property
    def spoken(self) -> Sentence:
        """The bid in words, for those who hear it; the short form unless the game has another."""
        return self.said


@dataclass(frozen=True, slots=True, order=True)
class Bid(AnyBid):
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
                    text=Given(text[:20]),
                ),
                "bid",
            )
        return cls(int(found[1]), _DENOMINATION_CODES[found[2]])

    @property
    def code(self) -> str:
        """`7C`, `6NT`."""
        return f"{self.tricks}{self.denomination.code}"

    @property
    def level(self) -> int:
        """The number of tricks."""
        return self.tricks

    @property
    def rank(self) -> tuple[int, ...]:
        """By tricks, then by denomination."""
        return self.tricks, self.denomination

    @property
    def said(self) -> Sentence:
        """The number and the symbol of the denomination."""
        return say("{tricks}{denomination}", tricks=self.tricks, denomination=self.denomination)

    @property
    def spoken(self) -> Sentence:
        """The number and the name of the denomination."""
        return say("{tricks} {denomination}", tricks=self.tricks, denomination=self.denomination)

    def __str__(self) -> str:
        return str(self.spoken)


@dataclass(frozen=True, slots=True)
class Pass:
    """A call that is no bid."""

    code = "pass"

    @property
    def said(self) -> Sentence:
        """What is said at the table."""
        return say("pass")

    def __str__(self) -> str:
        return "pass"


PASS = Pass()
Call = AnyBid | Pass


@dataclass(frozen=True)
class Ladder:
    """Every bid of an auction, lowest first; `reads` turns a code into a bid of this kind."""

    bids: tuple[AnyBid, ...]
    reads: Callable[[str], AnyBid] = Bid.parse

    @cached_property
    def lowest(self) -> AnyBid:
        """The bid that anyone may open with."""
        return self.bids[0]

    @cached_property
    def rows(self) -> tuple[tuple[AnyBid, ...], ...]:
        """The bids level by level, as they stand in a grid."""
        return tuple(tuple(row) for _, row in groupby(self.bids, key=lambda bid: bid.level))

    def parse(self, text: str) -> AnyBid:
        """Read a bid, whether it is on the ladder or not; raises MalformedEntry."""
        return self.reads(text)

    def __contains__(self, bid: AnyBid) -> bool:
        return bid in self._higher

    def higher_than(self, bid: AnyBid | None) -> tuple[AnyBid, ...]:
        """The bids that outrank one; all of them where there is none yet."""
        return self.bids if bid is None else self._higher[bid]

    def calls_over(self, bid: AnyBid | None) -> tuple[Call, ...]:
        """A pass, and the bids that outrank one."""
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
    once         whether each player speaks once only, and the highest bid stands
    forced       whether the last to speak must bid where all the others have passed
    """

    passes: int
    own_raise: bool = True
    reentry: bool = True
    once: bool = False
    forced: bool = False


class Auction(NamedTuple):
    """The calls so far, and what may follow; begun with the first three fields.

    `callers` are the seats in the order of speaking. A player who is out after a pass is not
    asked again: his turns count as passes. What the calls come to is carried along with them:

    highest    the highest bid so far
    bidder     who made it
    passes     how many have passed since, or since the start

    A tuple, as a trick is: every call makes another one.
    """

    callers: tuple[Seat, ...]
    ladder: Ladder
    rules: AuctionRules
    calls: tuple[Call, ...] = ()
    highest: AnyBid | None = None
    bidder: Seat | None = None
    passes: int = 0

    @property
    def begun(self) -> Auction:
        """The same auction before the first call."""
        return Auction(self.callers, self.ladder, self.rules)

    @property
    def over(self) -> bool:
        """Whether a bid stands or everyone has passed."""
        if self.rules.once:
            return len(self.calls) == len(self.callers)
        needed = len(self.callers) if self.highest is None else self.rules.passes
        return self.passes >= needed

    @property
    def turn(self) -> Seat:
        """Who speaks next."""
        return self._caller(len(self.calls))

    @property
    def must_bid(self) -> bool:
        """Whether the player whose turn it is may not pass."""
        return self.rules.forced and self.highest is None and self.passes == len(self.callers) - 1

    @property
    def may_pass_out(self) -> bool:
        """Whether the auction may still end without a bid."""
        return self.highest is None and not self.rules.forced

    @property
    def legal(self) -> tuple[Call, ...]:
        """The calls open to the player whose turn it is; none once the auction is over."""
        if self.over:
            return ()
        if self.must_bid:
            return self.ladder.bids
        if not self.rules.own_raise and self.turn == self.bidder:
            return (PASS,)
        return self.ladder.calls_over(self.highest)

    def by_seat(self) -> tuple[tuple[Seat, Call], ...]:
        """Every call with its caller, turns of players who were out included."""
        return tuple((self._caller(index), call) for index, call in enumerate(self.calls))

    def call(self, call: Call) -> Auction:
        """Add the call of the player whose turn it is.

        Raises IllegalEntry where the rules forbid it.
        """
        self.check(call)
        auction = self._with(call)
        if not self.rules.reentry:
            while not auction.over and auction._is_out(auction.turn):
                auction = auction._with(PASS)
        return auction

    def check(self, call: Call) -> None:
        """Raise IllegalEntry, saying why, where the call is not legal."""
        if self.over:
            raise IllegalEntry("auction-over", say("The auction is over."), "bid")
        if isinstance(call, Pass):
            if self.must_bid:
                raise IllegalEntry("must-bid", must_bid(self.turn), "bid")
            return
        if not self.rules.own_raise and self.turn == self.bidder:
            raise IllegalEntry("own-raise", say("At this table nobody raises his own bid."), "bid")
        check_higher(call, self.ladder, self.highest)

    def could_bid(self, seat: Seat, bid: AnyBid) -> bool:
        """Whether calls may still follow in which a seat makes this bid.

        While the others pass it comes to the seat's turn; or somebody bids in between, after
        which everyone who is not out speaks again.
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


def check_higher(call: Call, ladder: Ladder, highest: AnyBid | None) -> None:
    """Raise IllegalEntry where a bid is not on the ladder, or not above the highest so far."""
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


def must_bid(seat: Seat) -> Sentence:
    """Why a player may not pass."""
    return say("All the others have passed: {seat} must bid.", seat=seat)


def calls(text: str) -> Iterable[Call]:
    """Read calls separated by spaces: `calls("pass 5H 6C")`."""
    return (PASS if word.lower() == "pass" else Bid.parse(word) for word in text.split())
