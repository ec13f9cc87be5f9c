"""Hearts: which cards may be played, and its sensible player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.cards import AnyCard, Card, Rank, Suit, of_suit
from scorekeeper.games.hearts import QUEEN
from scorekeeper.play.players import View
from scorekeeper.play.position import Action
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.tricks import BreakingOrder, TrickOf
from scorekeeper.seating import Seat
from scorekeeper.wording import Sentence, say

# Which cards may be played
#
# Source: Wikipedia, “Hearts (card game)”. The lowest club leads. A player who cannot follow in the
# first trick plays no card that scores, unless the hand has no other. Hearts may not be led until
# one has been played; the queen of spades does not break them.

QUEEN_OF_SPADES = Card(Suit.SPADES, Rank.QUEEN)
JACK_OF_DIAMONDS = Card(Suit.DIAMONDS, Rank.JACK)


@dataclass(frozen=True, slots=True)
class HeartsOrder(BreakingOrder):
    """How cards follow suit and rank in Hearts.

    start    the card that leads to the first trick; None after that trick
    """

    unbroken: Suit | None = Suit.HEARTS
    start: Card | None = None

    def legal(self, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> tuple[Card, ...]:
        free = BreakingOrder.legal(self, hand, led, trump)
        if self.start is None:
            return free
        if led is None:
            return (self.start,) if self.start in hand else free
        return tuple([card for card in free if not scores(card) or card.suit is led]) or free

    def after(self, cards: Sequence[Card]) -> Self:
        """Return the order after the first trick; a heart among the cards breaks hearts."""
        return replace(BreakingOrder.after(self, cards), start=None)

    def code(self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> str:
        """Return the error code for a card that may not be played.

        It is `revoke` if the player could follow suit, otherwise `card-barred`.
        """
        return "revoke" if self.following(hand, led, trump) else "card-barred"

    def refusal(
        self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Return why a card in the hand may not be played, as a sentence; None if it may."""
        if card in self.legal(hand, led, trump):
            return None
        if self.start is None or self.following(hand, led, trump):
            return BreakingOrder.refusal(self, card, hand, led, trump, turn)
        if led is None:
            return say("{card} leads to the first trick.", card=self.start)
        return say("{card} may not be played to the first trick.", card=card)


def scores(card: Card) -> bool:
    """Return whether a card scores points."""
    return card.suit is Suit.HEARTS or card == QUEEN_OF_SPADES


# The sensible player

MINORS = (Suit.CLUBS, Suit.DIAMONDS)
"""The suits without cards that score."""
GUARDS = 4
"""With at most this many spades in the hand, the queen, king and ace are unguarded."""
MOON_FROM = 15
"""A player who alone has this many points may be shooting the moon."""
DANGER = 100
EARLY = 8
"""A lead of clubs or diamonds is harmless while others hold this many cards of the suit."""
EACH = 2
"""A trick is harmless with this many unseen cards of its suit for each player still to play."""


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Takes a trick only if it costs nothing, or to stop another player's moon.

    High cards take tricks early, while these are harmless: later they take tricks with points.
    """

    def decide(self, view: View, draws: Draws) -> Action:
        hand = _cards(view.hand)
        if view.exchange is not None:
            worst = sorted(hand, key=lambda card: (_danger(card, hand), card), reverse=True)
            return tuple(worst[: view.exchange.cards])
        trick = view.trick
        assert trick is not None  # noqa: S101  (a card is due)
        legal = _cards(view.legal)
        if not trick.cards:
            return _lead(view, legal)
        if legal[0].suit is not trick.led:
            if QUEEN_OF_SPADES in legal:
                return QUEEN_OF_SPADES
            queen_out = not any(QUEEN_OF_SPADES in played.cards for played in (*view.tricks, trick))
            spared = JACK_OF_DIAMONDS if view.rules.jack_value else None
            throw = [card for card in legal if card != spared] or legal
            return max(throw, key=lambda card: (_danger(card, hand, queen_out), card))
        return _follow(view, trick, legal)


def _lead(view: View, legal: Sequence[Card]) -> Card:
    """Return a spade to flush the queen out, else a high card while that is harmless.

    Otherwise it is the low card that most unseen cards beat; no high spade while the queen is out.
    """
    out = _seen(view)
    queen_out = QUEEN_OF_SPADES not in out
    spades = of_suit(legal, Suit.SPADES)
    if queen_out and spades and max(spades) < QUEEN_OF_SPADES:
        return max(spades)
    long = [card for card in legal if card.suit in MINORS and _unseen(out, card.suit) >= EARLY]
    if long:
        return max(long, key=lambda card: (_unseen(out, card.suit), -card.suit, card.rank))

    def key(card: Card) -> tuple[bool, int, int]:
        above = sum(Card(card.suit, rank) not in out for rank in Rank if rank > card.rank)
        risky = queen_out and card.suit is Suit.SPADES and card.rank > Rank.QUEEN
        return risky or card == QUEEN_OF_SPADES, -above, card.rank

    return min(legal, key=key)


def _follow(view: View, trick: TrickOf[AnyCard], legal: Sequence[Card]) -> Card:
    """Return a card of the suit led: below the best one, unless the trick is wanted."""
    played = _cards(trick.cards)
    best = max(card for card in played if card.suit is trick.led)
    below = [card for card in legal if card < best]
    above = [card for card in legal if card > best]
    last = len(played) == trick.players - 1
    cost = _cost(view, played)
    if above and cost > 0 and trick.winner == _shooter(view):
        return min(above)
    if QUEEN_OF_SPADES in below:
        return QUEEN_OF_SPADES
    harmless = [card for card in legal if card != QUEEN_OF_SPADES] or [*legal]
    if cost < 0 or (last and not cost):
        return max(harmless)
    if not cost and (early := _early(view, trick, legal)):
        return max(early)
    if below:
        return max(below)
    return max(harmless) if last else min(harmless)


def _early(view: View, trick: TrickOf[AnyCard], legal: Sequence[Card]) -> list[Card]:
    """Return the cards that may take a trick without points: most likely, all others follow suit.

    While the queen of spades is out, a spade that she beats is as good, and safe.
    """
    suit, out = legal[0].suit, _seen(view)
    to_play = trick.players - len(trick.cards)
    if suit is Suit.HEARTS or _unseen(out, suit) < EACH * to_play:
        return []
    if suit is Suit.SPADES and not any(
        QUEEN_OF_SPADES in old.cards for old in (*view.tricks, trick)
    ):
        return [card for card in legal if card < QUEEN_OF_SPADES]
    return [*legal]


def _seen(view: View) -> set[AnyCard]:
    """Return the cards that others cannot hold: the player's own and all those played."""
    running = view.trick.cards if view.trick is not None else ()
    return {card for trick in view.tricks for card in trick.cards} | {*view.hand, *running}


def _unseen(out: set[AnyCard], suit: Suit) -> int:
    return sum(Card(suit, rank) not in out for rank in Rank)


def _shooter(view: View) -> Seat | None:
    """Return the other player who may be shooting the moon, or None."""
    points: dict[Seat, int] = {}
    for trick in view.tricks:
        cost = sum(map(_points, _cards(trick.cards)))
        if cost:
            points[trick.winner] = points.get(trick.winner, 0) + cost
    if len(points) != 1:
        return None
    ((seat, worth),) = points.items()
    return seat if worth >= MOON_FROM and seat != view.seat else None


def _danger(card: Card, hand: Sequence[Card], queen_out: bool = True) -> int:
    """Return a sort key for getting rid of a card; unguarded high spades come first."""
    length = sum(held.suit is card.suit for held in hand)
    if card.suit is Suit.SPADES and queen_out:
        unguarded = card.rank >= Rank.QUEEN and length <= GUARDS
        return DANGER + 2 * (card == QUEEN_OF_SPADES) if unguarded else 0
    return int(card.rank) - length


def _cost(view: View, cards: Sequence[Card]) -> int:
    """Return the points in a trick with these cards; negative if the jack is worth more."""
    jack: int = view.rules.jack_value if JACK_OF_DIAMONDS in cards else 0
    return sum(map(_points, cards)) - jack


def _points(card: Card) -> int:
    return QUEEN if card == QUEEN_OF_SPADES else int(scores(card))


def _cards(cards: Sequence[object]) -> list[Card]:
    return [card for card in cards if isinstance(card, Card)]


SENSIBLE = SensiblePlayer()
