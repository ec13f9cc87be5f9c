"""Bid Whist: the order of its cards, and its sensible player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.auction import PASS
from scorekeeper.cards import AnyCard, Card, Joker, Rank, Suit, of_suit, pack
from scorekeeper.games.bid_whist import BidKind, BidWhistRules, HighLowBid, JokersInNoTrump, Pack
from scorekeeper.play.players import View
from scorekeeper.play.position import Action
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.tricks import ACE_HIGH, CardOrder, TrickOf
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.seating import Seat
from scorekeeper.wording import Sentence, say

# The order of the cards

PACK: tuple[AnyCard, ...] = (*pack(), *Joker)


def cards_of(cards: Pack) -> tuple[AnyCard, ...]:
    return PACK if cards.jokers else pack()


ACE_THEN_UP: tuple[Rank, ...] = (Rank.ACE, *sorted(set(Rank) - {Rank.ACE}))


@dataclass(frozen=True, slots=True)
class JokerOrder(CardOrder[AnyCard]):
    """How the 54 cards follow suit and rank; the ace is best whether high or low cards win.

    With a trump suit the jokers are its two highest cards and follow as trumps. In no trump they
    belong to no suit and never win; a house rule says when they may be played.

    higher      the higher joker, if there are trumps
    no_trump    when a joker may be played, if there are none
    """

    higher: Joker = Joker.BLACK
    no_trump: JokersInNoTrump = JokersInNoTrump.UNABLE

    def suit(self, card: AnyCard, trump: Suit | None) -> Suit | None:
        """Return the suit of a card; for a joker the trump suit, or None if there are no trumps."""
        return trump if isinstance(card, Joker) else card.suit

    def height(self, card: AnyCard) -> int:
        """Return the height of a card within its suit; jokers are above the other trumps."""
        if isinstance(card, Joker):
            return 2 if card is self.higher else 1
        return self.heights[card.rank]

    def legal(
        self, hand: Sequence[AnyCard], led: Suit | None, trump: Suit | None
    ) -> tuple[AnyCard, ...]:
        """Return the legal cards of a hand.

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
        """Return why a card in the hand may not be played, as a sentence; None if it may."""
        if self.follows(card, led, trump) or card in self.legal(hand, led, trump):
            return None
        if not self.following(hand, led, trump):
            return say("{seat} cannot follow {suit} and must play a joker.", seat=turn, suit=led)
        return say("{seat} played {card} but still held {suit}.", seat=turn, card=card, suit=led)


def order_of(bid: HighLowBid, low: bool, rules: BidWhistRules) -> JokerOrder:
    """Return the card order after a bid; `low` is the announcement after a bid of no trump."""
    downtown = bid.kind is BidKind.LOW or (bid.kind is BidKind.NO_TRUMP and low)
    ranks = ACE_THEN_UP if downtown else ACE_HIGH
    return JokerOrder(ranks, rules.higher_joker, rules.jokers)


# The sensible player
#
# Tricks are counted in integer hundredths, so that the bulk simulator can compute the same.

TRICK = 100
TOPS = (100, 75, 50, 20)  # the worth of the best cards of a plain suit, best first
TOPS_BESIDE_TRUMPS = tuple(worth * 4 // 5 for worth in TOPS)
JOKER, TOP_TRUMP, TRUMP, LONG_TRUMP = 100, 80, 45, 25
LONG_FROM, LONG, PLAIN_LONG_FROM = 5, 40, 4
KEPT_TRUMP = 1_000

HOPES = {Pack.JOKERS: (500, 460), Pack.KITTY: (500, 460), Pack.WHOLE: (370, 350)}
"""The tricks expected from kitty and partner, in hundredths: with trumps, and without.

The discarded kitty counts as one. In 40,000 deals these were what the bidders took beside the worth
of their own cards, to 0.05 tricks.
"""


def hope(cards: Pack, kind: BidKind) -> int:
    """Return the tricks that a bidder expects from kitty and partner, in hundredths."""
    return HOPES[cards][not kind.has_trump]


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids the expected tricks of hand, kitty and partner; plays high only if it helps."""

    def decide(self, view: View, draws: Draws) -> Action:
        match view.asking:
            case AuctionStep(auction=auction):
                return self._call(view, auction.bidder)
            case ChoiceStep():
                return self._announce(view)
        return self._put_away(view) if view.trick is None else self._card(view, view.trick)

    def _call(self, view: View, bidder: Seat | None) -> Action:
        open_bids = [bid for bid in view.legal if isinstance(bid, HighLowBid)]
        worth = {kind: best(view.hand, kind)[0] + hope(view.rules.pack, kind) for kind in BidKind}
        partner = bidder is not None and view.seating.side_of(bidder) == view.seating.side_of(
            view.seat
        )
        within = [bid for bid in open_bids if worth[bid.kind] >= TRICK * (bid.aim + partner)]
        if not within:
            return PASS if PASS in view.legal else open_bids[0]
        return max(within, key=lambda bid: (bid.worth, worth[bid.kind], -bid.kind))

    def _announce(self, view: View) -> Action:
        bid = view.scene.bid
        assert isinstance(bid, HighLowBid)  # noqa: S101  (the ladder has no others)
        if bid.kind.has_trump:
            return best(view.hand, bid.kind)[1]
        high, low = (plain_worth(view.hand, ranks) for ranks in (ACE_HIGH, ACE_THEN_UP))
        return BidKind.HIGH if high >= low else BidKind.LOW

    def _put_away(self, view: View) -> Action:
        trump, order = _terms(view)
        return min(view.hand, key=lambda card: _keeping_value(card, view.hand, trump, order))

    def _card(self, view: View, trick: TrickOf[AnyCard]) -> Action:
        legal = [card for card in view.legal if isinstance(card, Card | Joker)]
        judge = Judge.of(view, trick)
        if not trick.cards:
            return _lead(legal, judge)
        winner = trick.cards[(trick.winner - trick.leader) % trick.players]
        ours = view.seating.side_of(trick.winner) == view.seating.side_of(view.seat)
        last = len(trick.cards) == trick.players - 1
        if ours and (last or judge.unbeaten(winner)):
            return min(legal, key=judge.cost)
        winning = [card for card in legal if judge.beats(card, winner)]
        sure = [card for card in winning if last or judge.unbeaten(card)]
        if sure:
            return min(sure, key=judge.cost)
        if ours or not winning:
            return min(legal, key=judge.cost)
        return max(winning, key=judge.cost)


@dataclass(frozen=True, slots=True)
class Judge:
    """A player's knowledge of the cards: which card beats which, and which can still be beaten.

    out    the cards that no other player can hold: played, put away, in the player's hand, or
           not in the pack
    """

    order: CardOrder[AnyCard]
    trump: Suit | None
    led: Suit | None
    out: frozenset[str]

    @classmethod
    def of(cls, view: View, trick: TrickOf[AnyCard]) -> Judge:
        """Return the knowledge of the player whose turn it is."""
        played = (card for old in (*view.tricks, trick) for card in old.cards)
        missing = () if view.rules.pack.jokers else Joker
        out = frozenset(map(str, (*played, *view.away, *view.hand, *missing)))
        return cls(trick.order, trick.trump, trick.led, out)

    def beats(self, card: AnyCard, other: AnyCard) -> bool:
        """Return whether a card would win against another in the running trick."""
        strength = self.order.strength
        return strength(card, self.led, self.trump) > strength(other, self.led, self.trump)

    def unbeaten(self, card: AnyCard) -> bool:
        """Return whether nobody can hold a better card of the same suit."""
        suit = self.order.suit(card, self.trump)
        return suit is not None and not any(
            self.order.suit(other, self.trump) is suit
            and self.order.height(other) > self.order.height(card)
            for other in PACK
            if str(other) not in self.out
        )

    def cost(self, card: AnyCard) -> tuple[bool, int]:
        """Return a sort key for the cost of playing a card; a joker that cannot win costs least."""
        suit = self.order.suit(card, self.trump)
        if suit is None:
            return False, -len(PACK)
        return suit is self.trump, self.order.height(card)


def _lead(legal: Sequence[AnyCard], judge: Judge) -> AnyCard:
    """Return the best card that nobody can beat, trumps first.

    If there is none, return a low card of the longest suit.
    """
    sure = [card for card in legal if judge.unbeaten(card)]
    if sure:
        return max(sure, key=judge.cost)
    suits = [judge.order.suit(card, judge.trump) for card in legal]
    length = {suit: suits.count(suit) for suit in suits if suit is not None}
    if not length:
        return legal[0]
    plain = [suit for suit in length if suit is not judge.trump] or [*length]
    longest = max(plain, key=lambda suit: length[suit])
    own = [card for card in legal if judge.order.suit(card, judge.trump) is longest]
    return min(own, key=judge.cost)


def best(hand: Iterable[AnyCard], kind: BidKind) -> tuple[int, Suit]:
    """Return the worth of a hand with its best trump suit, and that suit.

    The suit has no meaning in no trump.
    """
    held = tuple(hand)
    if kind is BidKind.NO_TRUMP:
        worth = max(plain_worth(held, ACE_HIGH), plain_worth(held, ACE_THEN_UP))
        return worth, Suit.SPADES
    ranks = ACE_HIGH if kind is BidKind.HIGH else ACE_THEN_UP
    worths = [(trump_worth(held, suit, ranks), suit) for suit in Suit]
    return max(worths)


def trump_worth(hand: Sequence[AnyCard], trump: Suit, ranks: Sequence[Rank]) -> int:
    """Return the worth of a hand with a trump suit, in hundredths of a trick.

    Both length and high cards count.
    """
    cards = [card for card in hand if isinstance(card, Card)]
    jokers = len(hand) - len(cards)
    plain = [of_suit(cards, suit) for suit in Suit if suit is not trump]
    return (
        jokers * JOKER
        + trumps_worth(of_suit(cards, trump), jokers, ranks)
        + sum(suit_worth(held, ranks, TOPS_BESIDE_TRUMPS) for held in plain)
    )


def trumps_worth(trumps: Sequence[Card], jokers: int, ranks: Sequence[Rank]) -> int:
    """Return the worth of the trump cards of a hand with `jokers` jokers, without these."""
    top = sum(ranks.index(card.rank) < 2 for card in trumps)
    long = max(0, len(trumps) + jokers - LONG_FROM)
    return top * TOP_TRUMP + (len(trumps) - top) * TRUMP + long * LONG_TRUMP


def plain_worth(hand: Sequence[AnyCard], ranks: Sequence[Rank]) -> int:
    """Return the worth of a hand in a deal without trumps, in hundredths of a trick."""
    cards = [card for card in hand if isinstance(card, Card)]
    return sum(plain_suit_worth(of_suit(cards, suit), ranks) for suit in Suit)


def plain_suit_worth(held: Sequence[Card], ranks: Sequence[Rank]) -> int:
    """Return the worth of one suit in a deal without trumps, in hundredths of a trick."""
    return suit_worth(held, ranks) + LONG * max(0, len(held) - PLAIN_LONG_FROM)


def suit_worth(held: Sequence[Card], ranks: Sequence[Rank], tops: Sequence[int] = TOPS) -> int:
    """Return the worth of the high cards of a suit; each counts only if other cards guard it."""
    return sum(
        tops[place]
        for card in held
        if (place := ranks.index(card.rank)) < len(tops) and len(held) > place
    )


def _terms(view: View) -> tuple[Suit | None, JokerOrder]:
    """Return the trump suit, or None, and the order of the cards."""
    bid, announced = view.scene.bid, view.said[-1].what
    assert isinstance(bid, HighLowBid)  # noqa: S101  (the ladder has no others)
    trump = announced if isinstance(announced, Suit) else None
    return trump, order_of(bid, announced is BidKind.LOW, view.rules)


def _keeping_value(
    card: AnyCard, hand: Sequence[AnyCard], trump: Suit | None, order: JokerOrder
) -> tuple[int, int]:
    """Return the value of keeping a card when discarding."""
    suit = order.suit(card, trump)
    if suit is None:
        return 0, 0
    height = order.height(card)
    if suit is trump:
        return KEPT_TRUMP, height
    length = sum(order.suit(other, trump) is suit for other in hand)
    return keeping_value(-height, length, trump is not None), height


def keeping_value(place: int, length: int, trumps: bool) -> int:
    """Return the value of keeping a plain card, from its rank (0 is the best) and suit length.

    Without trumps long suits are kept; with trumps they are shortened, other things being equal.
    """
    top = 2 * TOPS[place] if place < len(TOPS) else 0
    return top - length if trumps else top + 10 * length


SENSIBLE = SensiblePlayer()
