"""Card play of Wizard: the order of its cards, whole deals, and a sensible player.

Source: the publisher's rules as on 64ouncegames.com.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from scorekeeper.cards import AnyCard, Card, Suit
from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.games.wizard import PACK, Special
from scorekeeper.play.exact_bids import ExactBidsBulk, ExactBidsPlay, bid_worth
from scorekeeper.play.players import View
from scorekeeper.play.position import Action, Cards, Position
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sampling_players import SamplingPlayers
from scorekeeper.play.sensible_player import TRICK, nearest_number, wants_trick
from scorekeeper.play.simulation import Batch, Run
from scorekeeper.play.tricks import CardOrder, TrickOf
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Sentence

TRUMP_WORTH = 20


@dataclass(frozen=True, slots=True)
class WizardOrder(CardOrder[Card]):
    """How the sixty cards follow suit and rank: Wizards first, then trumps, then the suit led.

    Of several Wizards the first wins. A Jester loses, but of Jesters alone the first wins.
    """

    def suit(self, card: Card, trump: Suit | None) -> Suit | None:
        """Return the suit; None for a Wizard or a Jester."""
        return None if is_special(card) else card.suit

    def led(self, cards: Sequence[Card], trump: Suit | None) -> Suit | None:
        """Return the suit of the first card that is no Jester; None if that is a Wizard."""
        first = next((card for card in cards if not is_jester(card)), None)
        return None if first is None or is_wizard(first) else first.suit

    def legal(self, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> tuple[Card, ...]:
        """Return cards of the suit led, Wizards and Jesters; all cards if none is of that suit."""
        if not self.following(hand, led, trump):
            return tuple(hand)
        return tuple([card for card in hand if is_special(card) or card.suit is led])

    def strength(self, card: Card, led: Suit | None, trump: Suit | None) -> tuple[int, ...]:
        """Return the strength of a card in a trick; of two equal ones the first wins."""
        if is_special(card):
            return (3,) if is_wizard(card) else (-1,)
        return CardOrder.strength(self, card, led, trump)

    def refusal(
        self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Return why a card may not be played, as a sentence; None if it may."""
        if card in self.legal(hand, led, trump):
            return None
        return CardOrder.refusal(self, card, hand, led, trump, turn)


def is_wizard(card: Card) -> bool:
    """Return whether a card is one of the four Wizards."""
    return int(card.rank) == Special.WIZARD


def is_jester(card: Card) -> bool:
    """Return whether a card is one of the four Jesters."""
    return int(card.rank) == Special.JESTER


def is_special(card: Card) -> bool:
    """Return whether a card is a Wizard or a Jester."""
    return is_wizard(card) or is_jester(card)


def trump_of(shown: Sequence[AnyCard]) -> Suit | None:
    """Return the suit of the last card that is turned up.

    None for a Jester, a Wizard or no card.
    """
    up = shown[-1] if shown else None
    return up.suit if isinstance(up, Card) and not is_special(up) else None


class WizardBulk(ExactBidsBulk):
    """The deals of Wizard on the kernel."""

    def step_tables(self, rules: Any, players: int, *, whole: bool) -> type[Any] | None:
        from scorekeeper.play.kernel.wizard_deals import WizardBatch  # noqa: PLC0415  (NumPy)

        return WizardBatch

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals at once, from deal `first` on."""
        from scorekeeper.play.kernel.exact_bids_deals import play  # noqa: PLC0415  (NumPy)
        from scorekeeper.play.kernel.wizard_deals import WizardDeals  # noqa: PLC0415

        return play(self.book, run, first, count, WizardDeals)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.wizard_deals import WizardDeals  # noqa: PLC0415  (NumPy)

        return WizardDeals.seen(self.book, view, hands)


class WizardPlay(ExactBidsPlay):
    """Card play with sixty cards, without a bomb.

    At a table the dealer names trumps if a Wizard is turned up. In a simulation further cards are
    turned up until one is not a Wizard. In a record of a table, that card is of the suit the dealer
    named.
    """

    def __init__(self, book: ExactBids[Any]) -> None:
        super().__init__(book)
        self.computer_players = SamplingPlayers(SensiblePlayer(), book)
        self.bulk = WizardBulk(book)

    def shown(self, stock: Cards, seating: Seating, rules: Any) -> Cards:
        """Return the first cards of the stock, up to the first one that is not a Wizard."""
        wizards = 0
        while wizards < len(stock) and is_wizard(cast("Card", stock[wizards])):
            wizards += 1
        return stock[: wizards + 1]

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the player on the dealer's left leads."""
        seating, trump = position.seating, trump_of(position.shown)
        return TrickOf(seating.eldest, seating.players, trump, (), ORDER)


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Takes tricks until the bid is reached, and ducks afterwards; uses no random numbers."""

    def decide(self, view: View, draws: Draws) -> Action:
        if view.trick is None:
            return _bid(view)
        legal = [card for card in view.legal if isinstance(card, Card)]
        return _to_win(view.trick, legal) if _wants(view) else _to_lose(view.trick, legal)


def _bid(view: View) -> int:
    """Return the allowed number nearest to the worth of the hand; a Wizard is worth one trick."""
    cards = [card for card in view.hand if isinstance(card, Card)]
    plain: tuple[AnyCard, ...] = tuple(card for card in cards if not is_special(card))
    worth = bid_worth(view, plain, trump_of(view.shown), len(PACK))
    worth += TRICK * sum(map(is_wizard, cards))
    numbers = [number for number in view.legal if isinstance(number, int)]
    return nearest_number(numbers, worth)


def _wants(view: View) -> bool:
    """Return whether to go for the trick."""
    trick = view.trick
    assert trick is not None  # noqa: S101  (a card is due)
    contracts, taken = dict(view.scene.contracts), view.taken
    holder = trick.winner if trick.cards else view.seat
    left = view.scene.total - len(view.tricks)
    theirs = contracts[holder] - taken[holder] if trick.cards else 0
    return wants_trick(contracts[view.seat] - taken[view.seat], left, theirs)


def _to_win(trick: TrickOf[AnyCard], legal: Sequence[Card]) -> Card:
    """Return the card for a player who wants the trick.

    The last player wins with the lowest card that does, others with the highest; a Wizard is played
    only if no other card wins. If no card wins, the lowest is played.
    """
    winning = [card for card in legal if _wins(trick, card)]
    usual = [card for card in winning if not is_special(card)]
    last = len(trick.cards) == trick.players - 1
    if usual:
        best = min if last else max
        return best(usual, key=lambda card: _height(card, trick.trump))
    wizards = [card for card in winning if is_wizard(card)]
    if wizards:
        return wizards[0]
    return min(legal, key=lambda card: _height(card, trick.trump))


def _to_lose(trick: TrickOf[AnyCard], legal: Sequence[Card]) -> Card:
    """Return the card for a player who does not want the trick: the highest that loses.

    If the player leads, it is a low one.
    """
    if not trick.cards:
        return min(legal, key=lambda card: (is_jester(card), _height(card, trick.trump)))
    losing = [card for card in legal if not _wins(trick, card)]
    if losing:
        return max(losing, key=lambda card: _height(card, trick.trump))
    last = len(trick.cards) == trick.players - 1
    return (max if last else min)(legal, key=lambda card: _height(card, trick.trump))


def _wins(trick: TrickOf[AnyCard], card: Card) -> bool:
    """Return whether a card takes the lead in a trick."""
    laid = (*trick.cards, card)
    return trick._replace(cards=laid).best == len(laid) - 1


def _height(card: Card, trump: Suit | None) -> int:
    """Return a sort key: Jesters are lowest, then plain cards, then trumps, then Wizards."""
    if is_special(card):
        return 2 * TRUMP_WORTH if is_wizard(card) else -1
    return int(card.rank) + (TRUMP_WORTH if card.suit is trump else 0)


ORDER = cast("CardOrder[AnyCard]", WizardOrder())
