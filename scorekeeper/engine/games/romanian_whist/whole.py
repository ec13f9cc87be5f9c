"""Whole deals of Romanian Whist, so that the engine can play and judge them, and its player."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, Suit, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.engine.games.romanian_whist.rules import RomanianWhistRules
from scorekeeper.engine.play.plain_play import sensible_card, sensible_number, worth_of
from scorekeeper.engine.play.players import Player, Players, View
from scorekeeper.engine.play.position import Action, Cards, Position, WholeGame
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

    def turned_up(self, seating: Seating, rules: RomanianWhistRules) -> int:  # noqa: ARG002
        """One, where a card is left."""
        return 1

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The eldest leads."""
        seating = position.seating
        return TrickOf(seating.eldest, seating.players, trump_of(position.shown))


def trump_of(shown: Cards) -> Suit | None:
    """The suit of the card that is turned up; None where there is none."""
    up = shown[0] if shown else None
    return up.suit if isinstance(up, Card) else None


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids what his hand is worth, and plays to hit it; uses no random numbers."""

    def decide(self, view: View, draws: Draws) -> Action:  # noqa: ARG002  (it needs no luck)
        """One of `view.legal`."""
        if view.trick is not None:
            return sensible_card(view)
        step, players = view.asking, view.seating.players
        assert isinstance(step, ContractStep)  # noqa: S101  (nothing else is asked)
        dealt, each = view.rules.most * players, step.scene.total
        worth = worth_of(view.hand, trump_of(view.shown), players, each, dealt)
        return sensible_number(worth, each, step.barred)


class RomanianWhistPlayers(Players):
    """Who can play it."""

    names = ("sensible", "random")

    def named(self, name: str, samples: int = 100) -> Player:
        """The player of this name."""
        return SensiblePlayer() if name == "sensible" else super().named(name, samples)


WHOLE = WholeRomanianWhist()
