"""Card play of Bid Whist: whole deals, the kitty, and the discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import AnyCard, Suit
from scorekeeper.games.bid_whist import BID_WHIST, BidKind, BidWhistRules, HighLowBid
from scorekeeper.play.bid_whist_player import PACK, SENSIBLE, cards_of, order_of
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Cards, Position, WholeGame
from scorekeeper.play.sampling_players import SampledAdviser, SampledReviewer, SamplingPlayers
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seat, Seating

if TYPE_CHECKING:
    from scorekeeper.play.kernel.bid_whist_deals import CallingPlayer


class BidWhistPlayers(SamplingPlayers):
    """The players of Bid Whist; the sampling one judges calls, too."""

    def sampling(self, samples: int) -> CallingPlayer:
        from scorekeeper.play.kernel.bid_whist_deals import CallingPlayer  # noqa: PLC0415  (NumPy)

        return CallingPlayer(WholeGame[Any].of(self.book), samples)


class BidWhistBulk(Bulk):
    """The deals of Bid Whist on the kernel."""

    bulk_players = frozenset(SensiblePlayers.names)

    def step_tables(self, rules: BidWhistRules, players: int, *, whole: bool) -> type[Any] | None:
        from scorekeeper.play.kernel.bid_whist_deals import BidWhistBatch  # noqa: PLC0415  (NumPy)

        return BidWhistBatch

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.play.kernel.bid_whist_deals import simulate_deals  # noqa: PLC0415  (NumPy)

        return simulate_deals(first, count, run.rules, run.random, run.seed)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.bid_whist_deals import BidWhistDeals  # noqa: PLC0415  (NumPy)

        return BidWhistDeals.seen(view, hands)


class BidWhistPlay(WholeGame[BidWhistRules]):
    """Card play of Bid Whist: the bid winner takes up the kitty and puts as many cards away."""

    pack = PACK
    computer_players = BidWhistPlayers(SENSIBLE, BID_WHIST)
    adviser = SampledAdviser()
    reviewer = SampledReviewer()
    bulk = BidWhistBulk()

    def cards_each(self, seating: Seating, rules: BidWhistRules) -> int:
        return rules.pack.each

    def cards(self, seating: Seating, rules: BidWhistRules) -> Cards:
        return cards_of(rules.pack)

    def taker(self, position: Position) -> Seat | None:
        return position.scene.declarer if position.rules.pack.kitty else None

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick before its lead.

        The bid and the announcement decide the trumps and the ranking of the cards.
        """
        scene, announced = position.scene, position.bookmark.answers[-1]
        bid = scene.bid
        assert isinstance(bid, HighLowBid)  # noqa: S101  (the ladder has no others)
        assert scene.declarer is not None  # noqa: S101  (somebody has bid)
        trump = announced if isinstance(announced, Suit) else None
        order = order_of(bid, announced is BidKind.LOW, position.rules)
        return TrickOf(scene.declarer, position.seating.players, trump, (), order)

    def trump(self, position: Position) -> Suit | None:
        """Return the trump suit, as soon as it is announced."""
        said = position.said[-1].what if position.said else None
        return said if isinstance(said, Suit) else super().trump(position)

    def has_no_trump(self, position: Position) -> bool:
        announced = bool(position.said) and isinstance(position.said[-1].what, BidKind)
        return announced or super().has_no_trump(position)

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """Return the tricks of the side that bid as a fact; cards put away count as one."""
        declarer = position.scene.declarer
        assert declarer is not None  # noqa: S101  (somebody has bid)
        side = position.seating.sides[position.seating.side_of(declarer)]
        kitty = bool(position.rules.pack.kitty)
        return {"number": kitty + sum(taken[seat] for seat in side)}
