"""Card play of the games of exact bids: whole deals, and a sensible player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import AnyCard, Card, Denomination, Rank, Suit, suit_shown
from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Action, Cards, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sampling_players import SampledAdviser, SampledReviewer, SamplingPlayers
from scorekeeper.play.sensible_player import (
    HEARD,
    LISTENING,
    MODESTY,
    TRUST,
    nearest_number,
    sensible_card,
    worth_of,
)
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.bidding_steps import ChoiceStep, ContractStep
from scorekeeper.rules.script import NOTHING_EARLIER
from scorekeeper.seating import Seat, Seating


class ExactBidsBulk(Bulk):
    """The deals of a game with exact bids on the kernel."""

    bulk_players = frozenset(SensiblePlayers.names)

    def __init__(self, book: ExactBids[Any]) -> None:
        self.book = book

    def plays(self, run: Run) -> bool:
        """Return whether the kernel can play a run; it cannot if a random player may bid blind."""
        word = self.book.blind_word(run.rules, Seat(0), NOTHING_EARLIER)
        may_bid_blind = word is not None and word.barred is None
        return super().plays(run) and not (may_bid_blind and "random" in run.players)

    def step_tables(self, rules: Any, players: int, *, whole: bool) -> type[Any] | None:
        from scorekeeper.play.kernel.exact_bids_deals import ExactBidsBatch  # noqa: PLC0415  (NumPy)

        return ExactBidsBatch if self.asks_bids_alone(rules, players) else None

    def asks_bids_alone(self, rules: Any, players: int) -> bool:
        """Return whether nothing but numbers is asked, neither trumps nor blind bids."""
        book = self.book
        deals = range(1, (book.length(rules, players) or 1) + 1)
        seating = book.seating(players, Seat(0), rules)
        return book.blind_word(rules, Seat(0), NOTHING_EARLIER) is None and not any(
            book.asks_trumps(rules, seating.numbered(number)) for number in deals
        )

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals at once, from deal `first` on."""
        from scorekeeper.play.kernel.exact_bids_deals import play  # noqa: PLC0415  (NumPy)

        return play(self.book, run, first, count)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.exact_bids_deals import ExactBidsDeals  # noqa: PLC0415  (NumPy)

        return ExactBidsDeals.seen(self.book, view, hands)


class ExactBidsPlay(WholeGame[Any]):
    """Card play of a game with exact bids; the player on the dealer's left leads first."""

    book: ExactBids[Any]
    adviser = SampledAdviser()
    reviewer = SampledReviewer()

    def __init__(self, book: ExactBids[Any]) -> None:
        super().__init__(book)
        self.pack = book.pack
        self.computer_players = SamplingPlayers(SensiblePlayer(book), book)
        self.bulk: Bulk = ExactBidsBulk(book)

    @property
    def players(self) -> range:
        """The numbers of players with one pack: the player of a card is found by its name."""
        one_pack = [many for many in self.book.players if self.book.packs(many) == 1]
        return range(one_pack[0], one_pack[-1] + 1)

    def cards_each(self, seating: Seating, rules: Any) -> int:
        return self.book.cards_in(rules, seating)

    def cards(self, seating: Seating, rules: Any) -> Cards:
        """Return the whole pack, or its highest ranks if fewer cards are in play."""
        size = self.book.cards_in_play(rules, seating.players)
        if size == len(self.pack):
            return self.pack
        ranks = [*Rank][-size // len(Suit) :]
        return tuple(card for card in self.book.pack if card.rank in ranks)

    def turned_up(self, seating: Seating, rules: Any) -> int:
        """Return 1 if a card is turned up for trumps, otherwise 0."""
        return int(self.book.turns_up(rules, seating))

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat:
        """Return the seat that names the trumps in a simulated deal: the dealer, by the card."""
        return seating.dealer

    def open_choices(self, step: ChoiceStep, position: Position) -> tuple[Action, ...]:
        """Return the suit of the card turned up; all choices if that card is not known."""
        up = position.shown
        if up and isinstance(up[0], Card):
            return (Denomination(up[0].suit),)
        return tuple(choice.value for choice in step.choices)

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the player on the dealer's left leads."""
        seating = position.seating
        trump = trump_of(self.book, position.rules, seating.number, position.shown)
        return TrickOf(seating.eldest, seating.players, trump)

    def trump(self, position: Position) -> Suit | None:
        """Return the trump suit, which is known before the bids."""
        return self.opening(position).trump

    def has_no_trump(self, position: Position) -> bool:
        return self.trump(position) is None


def trump_of(book: ExactBids[Any], rules: Any, number: int, shown: Cards) -> Suit | None:
    """Return the trump suit of a deal; None for no trumps."""
    fixed = book.trump_of(rules, number)
    return suit_shown(shown) if fixed is None else fixed.trump


# The sensible player
#
@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids the worth of the hand and plays to take exactly that; uses no random numbers."""

    book: ExactBids[Any]

    def decide(self, view: View, draws: Draws) -> Action:
        if view.trick is not None:
            return sensible_card(view, counts=True)
        step = view.asking
        if isinstance(step, ChoiceStep):
            return view.legal[0]
        assert isinstance(step, ContractStep)  # noqa: S101  (nothing else is asked)
        trump = trump_of(self.book, view.rules, view.seating.number, view.shown)
        pack = self.book.cards_in_play(view.rules, view.seating.players)
        listens = not self.book.simultaneous(view.rules)
        worth = bid_worth(view, view.hand, trump, pack, listens=listens)
        numbers = [bid for bid in range(step.scene.total + 1) if bid != step.barred]
        return nearest_number(numbers, worth)


def bid_worth(
    view: View, cards: Cards, trump: Suit | None, pack: int, *, listens: bool = True
) -> int:
    """Return the tricks to bid on these cards of a hand after the bids so far, in 64ths.

    pack       the number of cards in play
    listens    whether the bids are announced one after another
    """
    players, each = view.seating.players, view.scene.total
    worth = worth_of(cards, trump, players, each, pack, TRUST) - MODESTY
    if listens:
        said = [bid for _, bid in view.scene.contracts]
        beyond = LISTENING * (players * sum(said) - each * len(said)) // players
        worth -= max(-HEARD, min(beyond, HEARD))
    return worth
