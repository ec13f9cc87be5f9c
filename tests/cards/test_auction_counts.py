"""Numbers of legal auctions: a count that notices any change of the legal calls."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorekeeper.auction import PASS, Auction, AuctionRules, Bid, Ladder
from scorekeeper.cards import Denomination
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.bidding_steps import Won as Result
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SOUTH, Seating
from tests import oracle

RUNGS = ((13, 2), (13, 3), (13, 4))
DEEPEST = 16
VARIANTS = {
    "four": oracle.Variant(4),
    "four, no own raise": oracle.Variant(4, own_raise=False),
    "four, no coming back": oracle.Variant(4, reentry=False),
    "four, neither": oracle.Variant(4, own_raise=False, reentry=False),
    "three": oracle.Variant(3),
    "three, no coming back": oracle.Variant(3, reentry=False),
}


def opening(variant: oracle.Variant) -> Auction:
    """An auction at its start, on the short ladder."""
    return Auction(
        tuple(Seating.alone(4, SOUTH).clockwise(SOUTH)),
        Ladder(tuple(Bid(tricks, Denomination(rank)) for tricks, rank in RUNGS)),
        AuctionRules(variant.passes, variant.own_raise, variant.reentry),
    )


def following(auction: Auction) -> Iterator[Auction]:
    return (auction.call(call) for call in auction.legal)


@pytest.mark.parametrize("name", VARIANTS)
def test_as_many_auctions_are_legal_as_the_plain_telling_has(name: str) -> None:
    """Extends legal sequences call by call, up to the longest auction."""
    variant = VARIANTS[name]
    auctions = [opening(variant)]
    sequences: list[tuple[oracle.PlainCall, ...]] = [()]
    for _ in range(DEEPEST):
        auctions = [after for auction in auctions for after in following(auction)]
        sequences = [
            (*calls, call)
            for calls in sequences
            for state in (oracle.listen(0, calls, variant),)
            for call in (None, *RUNGS)
            if oracle.may_call(state, call, RUNGS[0], variant)
        ]
        assert len(auctions) == len(sequences)


@pytest.mark.parametrize("name", VARIANTS)
def test_who_can_have_won_after_some_calls(name: str) -> None:
    """The engine accepts a result after some calls exactly if further calls could lead to it."""
    for auction in _shortest(opening(VARIANTS[name])):
        reachable = _results(auction)
        step = AuctionStep(auction, Scene(13))
        taken = set()
        for bid in auction.ladder.bids:
            for seat in auction.callers:
                try:
                    taken.add(step.parse({"bid": bid.code, "winner": int(seat)}))
                except ValueError:
                    continue
        assert taken == reachable, [str(call) for _, call in auction.by_seat()]


def _shortest(auction: Auction) -> Iterator[Auction]:
    """The unfinished auctions of up to six calls."""
    if auction.over or len(auction.calls) > 6:
        return
    yield auction
    for after in following(auction):
        yield from _shortest(after)


def _results(auction: Auction) -> set[Result]:
    """Every possible result of an auction, by exhaustive search."""
    if auction.over:
        if auction.bidder is None or auction.highest is None:
            return set()
        return {Result(auction.bidder, auction.highest)}
    return {result for after in following(auction) for result in _results(after)}


def test_a_pass_is_always_legal_until_the_end() -> None:
    for variant in VARIANTS.values():
        assert all(PASS in auction.legal for auction in _shortest(opening(variant)))
