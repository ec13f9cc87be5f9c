"""The sensible player of Hearts: passes dangerous cards, ducks, and stops the moon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, Suit
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.hearts.house_rules import QUEEN
from scorekeeper.engine.games.hearts.order import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, scores
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.random_streams import Draws

GUARDS = 4
"""In a suit of at most this length, the high spades are unguarded."""
MOON_FROM = 15
"""A player who alone has this many points may be shooting the moon."""
DANGER = 100


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Takes a trick only if it costs nothing, or to stop another player's moon."""

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
    """The low card that most unseen cards beat; no high spade while the queen is out."""
    out = {card for trick in view.tricks for card in _cards(trick.cards)} | {*view.hand}
    queen_out = QUEEN_OF_SPADES not in out

    def key(card: Card) -> tuple[bool, int, int]:
        above = sum(Card(card.suit, rank) not in out for rank in Rank if rank > card.rank)
        risky = queen_out and card.suit is Suit.SPADES and card.rank > Rank.QUEEN
        return risky or card == QUEEN_OF_SPADES, -above, card.rank

    return min(legal, key=key)


def _follow(view: View, trick: TrickOf[AnyCard], legal: Sequence[Card]) -> Card:
    """A card of the suit led: below the best one, unless the trick is wanted."""
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
    if below:
        return max(below)
    return max(harmless) if last else min(harmless)


def _shooter(view: View) -> Seat | None:
    """The other player who may be shooting the moon, or None."""
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
    """A sort key for getting rid of a card; unguarded high spades come first."""
    length = sum(held.suit is card.suit for held in hand)
    if card.suit is Suit.SPADES and queen_out:
        unguarded = card.rank >= Rank.QUEEN and length <= GUARDS
        return DANGER + 2 * (card == QUEEN_OF_SPADES) if unguarded else 0
    return int(card.rank) + 2 * (card.suit is Suit.HEARTS) - length


def _cost(view: View, cards: Sequence[Card]) -> int:
    """The points in a trick with these cards; negative if the jack is worth more."""
    jack: int = view.rules.jack_value if JACK_OF_DIAMONDS in cards else 0
    return sum(map(_points, cards)) - jack


def _points(card: Card) -> int:
    return QUEEN if card == QUEEN_OF_SPADES else int(scores(card))


def _cards(cards: Sequence[object]) -> list[Card]:
    return [card for card in cards if isinstance(card, Card)]


SENSIBLE = SensiblePlayer()
