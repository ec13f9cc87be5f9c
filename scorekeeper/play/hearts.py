"""Card play of Hearts: legal cards, passing, whole deals, and a sensible player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, cast

from scorekeeper.cards import AnyCard, Card, Rank, Suit, pack
from scorekeeper.games.hearts import CARDS, QUEEN, HeartsRules
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Action, Cards, Exchange, Position, WholeGame, Won
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.stored_deals import StoredDeals
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.tricks import BreakingOrder, CardOrder, TrickOf
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

GUARDS = 4
"""With at most this many spades in the hand, the queen, king and ace are unguarded."""
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
    """Return the low card that most unseen cards beat; no high spade while the queen is out."""
    out = {card for trick in view.tricks for card in _cards(trick.cards)} | {*view.hand}
    queen_out = QUEEN_OF_SPADES not in out

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
    if below:
        return max(below)
    return max(harmless) if last else min(harmless)


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
    return int(card.rank) + 2 * (card.suit is Suit.HEARTS) - length


def _cost(view: View, cards: Sequence[Card]) -> int:
    """Return the points in a trick with these cards; negative if the jack is worth more."""
    jack: int = view.rules.jack_value if JACK_OF_DIAMONDS in cards else 0
    return sum(map(_points, cards)) - jack


def _points(card: Card) -> int:
    return QUEEN if card == QUEEN_OF_SPADES else int(scores(card))


def _cards(cards: Sequence[object]) -> list[Card]:
    return [card for card in cards if isinstance(card, Card)]


SENSIBLE = SensiblePlayer()


# Whole deals

LEFT_OUT = {
    3: (Suit.DIAMONDS,),
    4: (),
    5: (Suit.DIAMONDS, Suit.CLUBS),
    6: (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES),
}
"""By the number of players, the suits whose twos are removed."""


class HeartsPlay(WholeGame[HeartsRules], SensiblePlayers, StoredDeals):
    """Card play of Hearts: cards may be passed, the lowest club leads, there are no trumps.

    A player who shoots the moon and has the choice always adds the points to the others' totals.
    """

    bids = False
    pack = pack()
    sensible = SENSIBLE
    folder = Path(__file__).parent / "deals" / "hearts"
    tables = (("classic", 3), ("classic", 4), ("classic", 5), ("classic", 6))
    scoring = frozenset({"moon", "jack_in_moon", "jack_floor", "exact"})

    def cards_each(self, seating: Seating, rules: HeartsRules) -> int:
        return CARDS[seating.players]

    def cards(self, seating: Seating, rules: HeartsRules) -> Cards:
        """Return the pack without the twos in `LEFT_OUT`, so that it can be dealt out evenly."""
        out = {Card(suit, Rank.TWO) for suit in LEFT_OUT[seating.players]}
        return tuple(card for card in self.pack if card not in out)

    def exchanges(self, step: Step, seating: Seating, rules: HeartsRules) -> int:
        """Return 1 if cards are passed before the play of this hand, otherwise 0."""
        return int(rules.passed(seating.number, seating.players) is not None)

    def exchange(self, seating: Seating, rules: HeartsRules, number: int) -> Exchange | None:
        steps = rules.passed(seating.number, seating.players)
        if steps is None:
            return None
        return Exchange(rules.cards_passed(seating.players), steps)

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the holder of the lowest club leads.

        If the current hands are unknown, the holder follows from the deal and the cards passed.
        """
        start = self._start(position.seating, position.rules)
        order = cast("CardOrder[AnyCard]", HeartsOrder(start=start))
        hands = position.hands or position.dealt
        holder = next(seat for seat, hand in zip(SEATS, hands, strict=False) if start in hand)
        for given in () if position.hands else position.exchanges:
            exchange = self.exchange(position.seating, position.rules, 1)
            if exchange is not None and start in given[holder]:
                holder = position.seating.left_of(holder, exchange.steps)
        return TrickOf(holder, position.seating.players, None, (), order)

    def answer(self, step: Step, position: Position, won: Won) -> Fact:
        """Return the answer to a question about scoring cards, from the tricks of each seat."""
        taken = [[card for trick in tricks for card in trick] for tricks in won]
        match step.key:
            case "queen":
                return {"choice": _holder(taken, QUEEN_OF_SPADES)}
            case "jack":
                return {"choice": _holder(taken, JACK_OF_DIAMONDS)}
            case "hearts":
                return {"shares": [*map(_hearts, taken)]}
            case "taken":
                queens = [QUEEN * (QUEEN_OF_SPADES in cards) for cards in taken]
                hearts = map(_hearts, taken)
                return {"shares": [sum(pair) for pair in zip(queens, hearts, strict=True)]}
            case "moon":
                return {"choice": "add"}
        seat = Seat(int(step.key.rpartition("-")[2]))  # the question whether this seat took a trick
        return {"choice": "yes" if won[seat] else "no"}

    def _start(self, seating: Seating, rules: HeartsRules) -> Card:
        """Return the lowest club in the pack."""
        dealt = self.cards(seating, rules)
        return next(card for card in dealt if isinstance(card, Card) and card.suit is Suit.CLUBS)


def _holder(taken: Sequence[Sequence[AnyCard]], card: Card) -> str:
    """Return the code of the seat that took a card.

    It is "" if nobody did, as in an incomplete record.
    """
    return next((str(seat + 1) for seat, cards in enumerate(taken) if card in cards), "")


def _hearts(cards: Sequence[AnyCard]) -> int:
    return sum(isinstance(card, Card) and card.suit is Suit.HEARTS for card in cards)
