"""Whole deals of Bid Whist: what the engine needs to play them, card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.engine.bid_whist import BID_WHIST
from scorekeeper.engine.bid_whist.bids import HighLowBid, Kind
from scorekeeper.engine.bid_whist.order import PACK, order_of
from scorekeeper.engine.bid_whist.player import SENSIBLE
from scorekeeper.engine.bid_whist.rules import BidWhistRules
from scorekeeper.engine.cards import Suit
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import Fact
from scorekeeper.engine.whole.players import RANDOM, Player
from scorekeeper.engine.whole.position import Opening, Position, WholeGame

EACH = 12


class WholeBidWhist(WholeGame[BidWhistRules]):
    """Twelve cards each; the bid winner takes up six more and puts six away."""

    book = BID_WHIST
    pack = PACK
    players: Mapping[str, Player] = {"sensible": SENSIBLE, "random": RANDOM}

    def cards_each(self, seating: Seating) -> int:  # noqa: ARG002  (always as many)
        """Twelve; six are the kitty."""
        return EACH

    def taker(self, position: Position) -> Seat | None:
        """The bid winner."""
        return position.scene.declarer

    def opening(self, position: Position) -> Opening:
        """The bid winner leads; what is trump and how the cards rank was bid and announced."""
        scene, announced = position.scene, position.bookmark.answers[-1]
        bid = scene.bid
        assert isinstance(bid, HighLowBid)  # noqa: S101  (the ladder has no others)
        assert scene.declarer is not None  # noqa: S101  (somebody has bid)
        trump = announced if isinstance(announced, Suit) else None
        return Opening(scene.declarer, trump, order_of(bid, announced is Kind.LOW, position.rules))

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """The tricks of the side that bid, with the one that was put away."""
        declarer = position.scene.declarer
        assert declarer is not None  # noqa: S101  (somebody has bid)
        side = position.seating.sides[position.seating.side_of(declarer)]
        return {"number": 1 + sum(taken[seat] for seat in side)}


WHOLE = WholeBidWhist()
