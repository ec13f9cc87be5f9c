"""The auction: who may call what, and when a bid wins.

Tables differ in the number of passes that end the auction, in whether bidders may raise their own
bid, and in whether a player who has passed may bid later. Each is a field of `AuctionRules`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.engine.cards.bids import PASS, AnyBid, Call, Ladder, Pass, check_higher
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import IllegalEntry
from scorekeeper.engine.rules.wording import Sentence, say

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
    """The calls so far; start one with the first three fields.

    A named tuple because it is copied at every call. A player who is out after a pass is not asked
    again; their turns count as passes. The last three fields are derived from the calls.

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
    def begun(self) -> Auction:
        """The same auction before the first call."""
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
        """Every call with its caller, including the passes of players who were out."""
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
        """Whether the seat may still make this bid after some further calls.

        If the others pass, it will be the seat's turn; if somebody bids in between, everyone who is
        not out speaks again.
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
    """Why a player may not pass."""
    return say("All the others have passed: {seat} must bid.", seat=seat)
