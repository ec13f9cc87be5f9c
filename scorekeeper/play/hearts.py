"""Card play of Hearts: passing and whole deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from scorekeeper.cards import AnyCard, Card, Rank, Suit, pack
from scorekeeper.games.hearts import CARDS, HEARTS, QUEEN, HeartsRules
from scorekeeper.play.hearts_player import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SENSIBLE, HeartsOrder
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Cards, Exchange, Position, WholeGame, Won
from scorekeeper.play.sampling_players import SampledReviewer, SamplingPlayers
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.play.tricks import CardOrder, TrickOf
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SEATS, Seat, Seating

LEFT_OUT = {
    3: (Suit.DIAMONDS,),
    4: (),
    5: (Suit.DIAMONDS, Suit.CLUBS),
    6: (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES),
}
"""By the number of players, the suits whose twos are removed."""


class HeartsBulk(Bulk):
    """The deals of Hearts on the kernel."""

    bulk_players = frozenset(SensiblePlayers.names)

    def step_tables(self, rules: HeartsRules, players: int, *, whole: bool) -> type[Any] | None:
        from scorekeeper.play.kernel.hearts_deals import HeartsBatch  # noqa: PLC0415  (NumPy)

        return None if whole and HEARTS.carries(rules) else HeartsBatch

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals at once, from deal `first` on."""
        from scorekeeper.play.kernel.hearts_deals import play  # noqa: PLC0415  (NumPy)

        return play(run, first, count)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.hearts_deals import HeartsDeals  # noqa: PLC0415  (NumPy)

        return HeartsDeals.seen_by(view, hands)


class HeartsPlay(WholeGame[HeartsRules]):
    """Card play of Hearts: cards may be passed, the lowest club leads, there are no trumps.

    A player who shoots the moon and has the choice always adds the points to the others' totals.
    """

    bids = False
    pack = pack()
    computer_players = SamplingPlayers(SENSIBLE, HEARTS)
    reviewer = SampledReviewer()
    bulk = HeartsBulk()

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

    def most_exchanges(self, rules: HeartsRules, players: int) -> int:
        return int(any(rules.passed(number, players) is not None for number in (1, 2, 3)))

    def trump(self, position: Position) -> None:
        return None

    def has_no_trump(self, position: Position) -> bool:
        return True

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the holder of the lowest club leads.

        If the current hands are unknown, the holder follows from the deal and the cards passed.
        """
        start = self.lowest_club(position.seating, position.rules)
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

    def lowest_club(self, seating: Seating, rules: HeartsRules) -> Card:
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
