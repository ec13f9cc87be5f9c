"""The step that asks for the auction."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.engine.cards.auction import Auction, must_bid
from scorekeeper.engine.cards.bids import PASS, AnyBid, Call, Pass, check_higher
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Scene, check_turn, seat_of
from scorekeeper.engine.rules.wording import Sentence, say

USUAL_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Won:
    """The result of an auction that was not recorded call by call: the winner and the bid."""

    winner: Seat
    bid: AnyBid


@dataclass(frozen=True, slots=True)
class PassedOut:
    """The result of an auction in which everyone passed."""


AuctionAnswer = Call | Won | PassedOut


class AuctionStep(NamedTuple):
    """The auction: its result in one answer, or the next call.

    Facts: `{"bid": "7C", "winner": 2}`, `{"bid": "pass"}` if all passed, or, call by call,
    `{"call": "7C"}` and `{"call": "pass"}`, in which `"seat"` may name the caller.
    """

    auction: Auction
    scene: Scene

    @property
    def kind(self) -> str:
        return "auction"

    @property
    def key(self) -> str:
        """One key per auction and call: `auction-0-3`."""
        return f"auction-{self.scene.exchange}-{len(self.auction.calls)}"

    @property
    def question(self) -> Sentence:
        return say("Who won the auction?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return ()

    @property
    def asked(self) -> Seat | None:
        """The next caller if the auction is recorded call by call, otherwise None."""
        return self.auction.turn if self.auction.calls else None

    @property
    def can_pass_out(self) -> bool:
        """Whether everyone may still have passed."""
        return self.auction.may_pass_out

    @property
    def pass_barred(self) -> Sentence | None:
        """Why the next caller may not pass; None if they may."""
        return self.barred_call(PASS)

    def barred(self, bid: AnyBid) -> Sentence | None:
        """Why a bid cannot have won; None if it can."""
        try:
            self._check_result(bid)
        except IllegalEntry as refusal:
            return refusal.sentence
        return None

    def barred_call(self, call: Call) -> Sentence | None:
        """Why the next caller may not make this call; None if they may."""
        try:
            self.auction.check(call)
        except IllegalEntry as refusal:
            return refusal.sentence
        return None

    def parse(self, fact: Fact) -> AuctionAnswer:
        if "call" in fact:
            return self._parse_call(fact)
        text = str(fact.get("bid") or "").strip()
        if text.lower() == "pass":
            if not self.can_pass_out and self.auction.highest is None:
                raise IllegalEntry("must-bid", must_bid(self.auction.callers[-1]), "bid")
            if not self.can_pass_out:
                raise IllegalEntry(
                    "bid-made",
                    say("{bid} was bid, so not everyone passed.", bid=self.auction.highest),
                    "bid",
                )
            return PassedOut()
        if not text:
            raise MalformedEntry("no-bid", say("Which bid won the auction?"), "bid")
        bid = self.auction.ladder.parse(text)
        self._check_result(bid)
        callers = self.auction.callers  # not always all players
        winner = seat_of(fact, "winner", max(max(callers) + 1, USUAL_PLAYERS))
        if winner is None:
            raise MalformedEntry("no-winner", say("Who bid {bid}?", bid=bid), "winner")
        if winner not in callers:
            why = say("{seat} takes no part in the auction.", seat=winner)
            raise IllegalEntry("not-in-the-auction", why, "winner")
        if bid == self.auction.highest and winner != self.auction.bidder:
            raise IllegalEntry(
                "bid-of-another",
                say(
                    "{bid} was bid by {bidder}, not by {winner}.",
                    bid=bid,
                    bidder=self.auction.bidder,
                    winner=winner,
                ),
                "winner",
            )
        if bid != self.auction.highest and not self.auction.could_bid(winner, bid):
            raise IllegalEntry(
                "too-late-to-bid",
                say("After these calls {winner} can no longer bid {bid}.", winner=winner, bid=bid),
                "winner",
            )
        return Won(winner, bid)

    def fact(self, answer: object) -> Fact:
        match answer:
            case Won(winner, bid):
                return {"bid": bid.code, "winner": int(winner)}
            case PassedOut():
                return {"bid": "pass"}
            case AnyBid() | Pass():
                return {"call": answer.code, "seat": int(self.auction.turn)}
        raise TypeError(answer)

    def told(self, answer: object) -> Sentence:
        match answer:
            case Won(winner, bid):
                return say("{seat} won the auction with {bid}", seat=winner, bid=bid)
            case PassedOut():
                return say("all passed")
            case AnyBid():
                return say("{seat} bid {bid}", seat=self.auction.turn, bid=answer)
        return say("{seat} passed", seat=self.auction.turn)

    def _parse_call(self, fact: Fact) -> Call:
        check_turn(fact, self.auction.turn)
        text = str(fact.get("call") or "").strip()
        call = PASS if text.lower() == "pass" else self.auction.ladder.parse(text)
        self.auction.check(call)
        return call

    def _check_result(self, bid: AnyBid) -> None:
        if bid != self.auction.highest:
            check_higher(bid, self.auction.ladder, self.auction.highest)


def hold(auction: Auction, scene: Scene) -> Generator[AuctionStep, AuctionAnswer, Won | None]:
    """Ask until the auction is over; return its winner and bid, or None if all passed."""
    while not auction.over:
        answer = yield AuctionStep(auction, scene)
        match answer:
            case Won():
                return answer
            case PassedOut():
                return None
        auction = auction.call(answer)
    highest, bidder = auction.highest, auction.bidder
    return None if highest is None or bidder is None else Won(bidder, highest)
