"""The game that advice is given on: its cards, and the house rules of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import g

from scorekeeper.engine.cards.cards import Card, Suit
from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.play.advice import SAMPLES, Advice, Adviser, Option, Situation
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.ledger.evenings import games
from scorekeeper.web.open_store import open_store
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.rendering.languages import translated
from scorekeeper.web.table.rule_offers import setups_of

SEED = 1
SHOWN = 6
"""How many choices a page lists at most, besides the player's own."""


@dataclass(frozen=True, slots=True)
class AdvisedGame:
    """A game with the house rules by which the table played it last, or its usual ones."""

    game: WholeGame[Any]
    rules: Any

    @classmethod
    def of_table(cls) -> AdvisedGame:
        """The first game whose choices are judged in bulk."""
        book = next(book for book in rulebooks().values() if is_advised(book))
        store = open_store()
        lately = games.recent_rules(store, g.table.id, book.key, limit=1)
        rules = [setup.rules for _, setup in setups_of(store, g.table.id, lately)]
        return cls(WholeGame[Any].of(book), rules[0] if rules else book.presets[0].rules)

    @property
    def each(self) -> int:
        """How many cards a hand has."""
        seating = self.game.book.seating(self.game.book.players[0], SEATS[0], self.rules)
        return self.game.cards_each(seating, self.rules)

    @property
    def suits(self) -> list[tuple[Suit, list[Card]]]:
        """The pack by suit, the highest cards first."""
        cards = [card for card in self.game.pack if isinstance(card, Card)]
        return [(suit, _of_suit(cards, suit)) for suit in reversed(Suit)]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, the player's own first, then clockwise."""
        return SEATS[: self.game.book.players[0]]

    def judge(self, situation: Situation) -> Advice:
        """What every open choice is worth; the same situation always comes to the same."""
        return Adviser.of(self.game.book).advise(situation, SAMPLES, SEED)


def is_advised(book: Rulebook[Any]) -> bool:
    """Whether advice is given on a game."""
    return Adviser.find(book) is not None


def by_suit(hand: tuple[Card, ...]) -> list[tuple[Suit, list[Card]]]:
    """A hand, the highest cards first."""
    return [(suit, _of_suit(hand, suit)) for suit in reversed(Suit)]


def best_choices(advice: Advice, own: Option | None = None) -> list[Option]:
    """The choices that are worth reading, the best one first; the player's own among them."""
    ranked = sorted(advice.options, key=lambda option: -option.points)
    return [option for place, option in enumerate(ranked) if place < SHOWN or option == own]


def teller() -> Teller:
    """Tells of the seats as the player sees them: their own first, then clockwise."""
    return Teller(
        [translated("You"), translated("Left"), translated("Across"), translated("Right")]
    )


def _of_suit(cards: tuple[Card, ...] | list[Card], suit: Suit) -> list[Card]:
    return sorted((card for card in cards if card.suit is suit), reverse=True)
