"""The ranking of the cards in Bid Whist: uptown and downtown, trumps, jokers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.cards import AnyCard, Joker, Rank, Suit, pack
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.cards.tricks import ACE_HIGH, CardOrder
from scorekeeper.engine.games.bid_whist.bids import HighLowBid, Kind
from scorekeeper.engine.games.bid_whist.house_rules import BidWhistRules, JokersInNoTrump
from scorekeeper.engine.rules.wording import Sentence, say

PACK: tuple[AnyCard, ...] = (*pack(), *Joker)
ACE_THEN_UP: tuple[Rank, ...] = (Rank.ACE, *sorted(set(Rank) - {Rank.ACE}))


@dataclass(frozen=True, slots=True)
class JokerOrder(CardOrder[AnyCard]):
    """How the 54 cards follow and rank; the ace is best in both directions.

    With a trump suit the jokers are its two highest cards and follow as trumps. In no trump they
    belong to no suit and never win; a house rule says when they may be played.

    higher      the higher joker, if there are trumps
    no_trump    when a joker may be played, if there are none
    """

    higher: Joker = Joker.BLACK
    no_trump: JokersInNoTrump = JokersInNoTrump.UNABLE

    def suit(self, card: AnyCard, trump: Suit | None) -> Suit | None:
        """The suit of a card; jokers belong to the trump suit, or to none."""
        return trump if isinstance(card, Joker) else card.suit

    def height(self, card: AnyCard) -> int:
        """The height of a card within its suit; jokers are above the other trumps."""
        if isinstance(card, Joker):
            return 2 if card is self.higher else 1
        return self.heights[card.rank]

    def legal(
        self, hand: Sequence[AnyCard], led: Suit | None, trump: Suit | None
    ) -> tuple[AnyCard, ...]:
        """The legal cards of a hand.

        Any card is legal until a suit has been led, as after the lead of a joker in no trump.
        """
        following = self.following(hand, led, trump)
        jokers = () if trump is not None else tuple(c for c in hand if isinstance(c, Joker))
        if following and self.no_trump is JokersInNoTrump.ANY_TIME:
            return tuple(card for card in hand if card in following or card in jokers)
        if not following and led is not None and self.no_trump is JokersInNoTrump.MUST:
            return jokers or tuple(hand)
        return following or tuple(hand)

    def refusal(
        self,
        card: AnyCard,
        hand: Sequence[AnyCard],
        led: Suit | None,
        trump: Suit | None,
        turn: Seat,
    ) -> Sentence | None:
        """Why a card in the hand may not be played; None if it may."""
        if self.follows(card, led, trump) or card in self.legal(hand, led, trump):
            return None
        if not self.following(hand, led, trump):
            return say("{seat} cannot follow {suit} and must play a joker.", seat=turn, suit=led)
        return say("{seat} played {card} but still held {suit}.", seat=turn, card=card, suit=led)


def order_of(bid: HighLowBid, low: bool, rules: BidWhistRules) -> JokerOrder:
    """The card order after a bid; `low` is the announcement after a bid of no trump."""
    downtown = bid.kind is Kind.LOW or (bid.kind is Kind.NO_TRUMP and low)
    ranks = ACE_THEN_UP if downtown else ACE_HIGH
    return JokerOrder(ranks, rules.higher_joker, rules.jokers)
