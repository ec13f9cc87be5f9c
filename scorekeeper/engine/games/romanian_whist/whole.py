"""Whole deals of Romanian Whist, so that the engine can play and judge them, and its player."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, pack, suit_shown
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.romanian_whist.house_rules import RomanianWhistRules
from scorekeeper.engine.games.romanian_whist.rulebook import ROMANIAN_WHIST
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.plain_play import sensible_bid, sensible_card
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.rules.steps import ContractStep

SUITS = 4


class WholeRomanianWhist(WholeGame[RomanianWhistRules]):
    """Eight cards a player are taken from the top of the pack; the next card is turned up.

    In the largest hands no card is left, and nothing is trump. The eldest leads.
    """

    book = ROMANIAN_WHIST
    pack: Cards = pack()

    def cards_each(self, seating: Seating, rules: RomanianWhistRules) -> int:
        """As the schedule says."""
        return rules.cards_of(seating.number, seating.players)

    def cards(self, seating: Seating, rules: RomanianWhistRules) -> Cards:
        """The highest cards: of three players nine to ace, of six three to ace."""
        ranks = [*Rank][-rules.most * seating.players // SUITS :]
        return tuple(card for card in self.pack if isinstance(card, Card) and card.rank in ranks)

    def turned_up(self, seating: Seating, rules: RomanianWhistRules) -> int:
        """One, unless all cards are dealt."""
        return int(self.cards_each(seating, rules) < rules.most)

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The eldest leads."""
        seating = position.seating
        return TrickOf(seating.eldest, seating.players, suit_shown(position.shown))


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids what the hand is worth, and plays to hit it; uses no random numbers."""

    def decide(self, view: View, draws: Draws) -> Action:  # noqa: ARG002  (it needs no luck)
        """One of `view.legal`."""
        if view.trick is not None:
            return sensible_card(view)
        step, dealt = view.asking, view.rules.most * view.seating.players
        assert isinstance(step, ContractStep)  # noqa: S101  (nothing else is asked)
        return sensible_bid(view, step, suit_shown(view.shown), dealt)


SENSIBLE = SensiblePlayer()
WHOLE = WholeRomanianWhist()
