"""Small players from outside the engine, with which `strength.py` measures its sensible players.

    python tests/tools/benchmarks/strength.py --game oh-hell --only bots:OhHell --against sensible

They know what is in their view, and use no player of the engine. `--only sensible --against
bots:OhHell` gives one sensible player among three of them.
"""

from __future__ import annotations

from scorekeeper.cards import Card, Rank, Suit
from scorekeeper.play.players import View
from scorekeeper.play.position import Action

QUEEN = Card(Suit.SPADES, Rank.QUEEN)


def cards_of(view: View) -> list[Card]:
    """Return the legal cards, lowest first; trumps are the highest."""
    cards = [card for card in view.legal if isinstance(card, Card)]
    return sorted(cards, key=lambda card: (card.suit is view.trump, card.rank))


def beats(view: View, card: Card) -> bool:
    """Return whether a card would win the running trick so far."""
    trick = view.trick
    if trick is None or not trick.cards:
        return True
    return trick._replace(cards=(*trick.cards, card)).best == len(trick.cards)


class OhHell:
    """Bids less after high bids of the others; takes tricks with high cards, then loses with them.

    share    the tricks that it takes off for each trick that the others have bid beyond their share
    """

    share = 0.4
    modesty = 0.2

    def decide(self, view: View) -> Action:
        if view.trick is None:
            return self.bid(view)
        legal = cards_of(view)
        winning = [card for card in legal if beats(view, card)]
        losing = [card for card in legal if card not in winning]
        last = len(view.trick.cards) == view.trick.players - 1
        if view.contracts[view.seat] > view.taken[view.seat]:
            return winning[0 if last else -1] if winning else legal[0]
        return losing[-1] if losing and view.trick.cards else legal[0]

    def bid(self, view: View) -> Action:
        """Return the legal bid nearest to the worth of the hand after the earlier bids."""
        numbers = [number for number in view.legal if isinstance(number, int)]
        players, each = view.seating.players, len(view.hand)
        worth = sum(self.worth(view, card) for card in view.hand if isinstance(card, Card))
        beyond = sum(view.contracts.values()) - len(view.contracts) * each / players
        expected = worth - self.modesty - self.share * beyond
        return min(numbers, key=lambda number: abs(number - expected))

    @staticmethod
    def worth(view: View, card: Card) -> float:
        """Return the tricks that a card is worth: trumps much, low plain cards nothing."""
        rank = card.rank - Rank.TWO
        others = (view.seating.players - 1) * len(view.hand) / 52  # how much of the pack they hold
        if card.suit is view.trump:
            return float(max(0.4, (1 - others) ** (12 - rank)))
        return float(0.7 * (1 - others) ** (12 - rank))


class OhHellCards(OhHell):
    """The same cards with bids that do not listen."""

    share = 0.0
    modesty = 0.0


class Hearts:
    """Takes harmless tricks with high cards early, flushes the queen of spades, then plays low."""

    def decide(self, view: View) -> Action:
        if view.trick is None:
            hand = [card for card in view.hand if isinstance(card, Card)]
            number = view.exchange.cards if view.exchange else 0
            return tuple(sorted(hand, key=self.danger, reverse=True)[:number])
        legal, played = cards_of(view), [*view.trick.cards]
        seen = [card for trick in view.tricks for card in trick.cards] + played
        queen_out = QUEEN not in seen
        if not played:
            return self.lead(view, legal, queen_out)
        led = view.trick.led
        if legal[0].suit is not led:
            return max(legal, key=self.danger)
        if QUEEN in legal and not beats(view, QUEEN):
            return QUEEN
        safe = [card for card in legal if not beats(view, card)]
        scoring = {QUEEN, *(Card(Suit.HEARTS, rank) for rank in Rank)}
        harmless = scoring.isdisjoint(played)
        early = len(view.tricks) < 3 and led is not Suit.HEARTS
        last = len(played) == view.trick.players - 1
        high = [card for card in legal if card < QUEEN or led is not Suit.SPADES or not queen_out]
        if harmless and high and (early or last):
            return high[-1]
        return safe[-1] if safe else legal[0]

    @staticmethod
    def lead(view: View, legal: list[Card], queen_out: bool) -> Card:
        """Return a spade below the queen, a high card in the first tricks, or the lowest card."""
        spades = [card for card in legal if card.suit is Suit.SPADES]
        if queen_out and spades and spades[-1] < QUEEN:
            return spades[-1]
        early = [card for card in legal if card.suit in {Suit.CLUBS, Suit.DIAMONDS}]
        return early[-1] if early and len(view.tricks) < 3 else legal[0]

    @staticmethod
    def danger(card: Card) -> tuple[bool, int]:
        """Return a sort key: the queen of spades first, then high cards."""
        return card == QUEEN, card.rank
