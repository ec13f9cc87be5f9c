"""Advice for a player at the table: the games that have it, and what may be asked in each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.cards import AnyCard, Card, Denomination, Joker, Suit, of_suit
from scorekeeper.games.registry import rulebooks
from scorekeeper.play.advice import SAMPLES, Advice, Adviser, Situation
from scorekeeper.play.players import Players, View
from scorekeeper.play.position import Cards, Position, WholeGame
from scorekeeper.play.sampling_players import SamplingPlayers
from scorekeeper.play.situations import Decision, exercise
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import Sentence, say

SEED = 1


@dataclass(frozen=True, slots=True)
class AdvisedGame:
    """A game under some house rules, for a number of players; the player sits in the first seat."""

    game: WholeGame[Any]
    rules: Any
    players: int

    @property
    def book(self) -> Rulebook[Any]:
        return self.game.book

    @property
    def asks(self) -> tuple[Decision, ...]:
        """The decisions about which a player can ask without a position: all but cards."""
        return tuple(each for each in decisions(self.book) if each is not Decision.CARD)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats clockwise; the player sits in the first one."""
        return SEATS[: self.players]

    @property
    def sizes(self) -> dict[int, list[Seating]]:
        """By the number of cards in a hand, one deal for each kind of trumps."""
        first = self.book.seating(self.players, SEATS[0], self.rules)
        sizes: dict[int, dict[object, Seating]] = {}
        for number in range(1, (self.book.length(self.rules, self.players) or 1) + 1):
            seating = first.numbered(number)
            kinds = sizes.setdefault(self.game.cards_each(seating, self.rules), {})
            kinds.setdefault(self.trumps(seating), seating)
        return {size: [*kinds.values()] for size, kinds in sorted(sizes.items())}

    def trumps(self, seating: Seating) -> Denomination | None:
        """Return the trumps that are known before a deal; None if cards or players fix them."""
        start = Position.unseen(self.game, self.rules, seating)
        trump = self.game.trump(start)
        if trump is not None:
            return Denomination(trump)
        is_open = self.game.turned_up(seating, self.rules) or not self.game.has_no_trump(start)
        return None if is_open else Denomination.NO_TRUMP

    @property
    def suits(self) -> list[tuple[Suit | Sentence, list[AnyCard]]]:
        """The pack by suit, highest cards first, and the jokers."""
        seating = self.book.seating(self.players, SEATS[0], self.rules)
        return by_suit(self.game.cards(seating, self.rules))

    def judge(self, view: View) -> Advice:
        """Judge every legal choice; the same view always gives the same figures."""
        adviser = Adviser.find(self.book)
        if adviser is not None and view.asking is not None:
            return adviser.advise(Situation.seen(self.game, view), SAMPLES, SEED)
        advice = SamplingPlayers.of(self.book).advise(view, SAMPLES, SEED)
        assert advice is not None  # noqa: S101  (`can_be_sampled` says so)
        return advice


@lru_cache(maxsize=64)
def can_be_sampled(game: WholeGame[Any], rules: Any, players: int) -> bool:
    """Return whether the sampling player can play on by these rules."""
    if players not in game.players:
        return False
    try:
        view = exercise(game, rules, Decision.CARD, 0, players)
    except LookupError:  # by these rules nobody ever has a choice of cards
        return False
    return SamplingPlayers.of(game.book).advise(view, 2, SEED) is not None


def decisions(book: Rulebook[Any]) -> tuple[Decision, ...]:
    """Return the decisions of a game that can be practised: none without a sampling player."""
    game = WholeGame[Any].find(book)
    if game is None or not isinstance(Players.of(book), SamplingPlayers):
        return ()
    bids = (Decision.BID,) if book.auction and Adviser.find(book) is not None else ()
    contracts = (Decision.CONTRACT,) if game.bids and book.announced is not None else ()
    return (*bids, *contracts, Decision.CARD)


def is_advised(book: Rulebook[Any]) -> bool:
    """Return whether there is advice on a player's own cards: the game has bids, and an adviser."""
    return Adviser.find(book) is not None and len(decisions(book)) > 1


def advised_books() -> list[Rulebook[Any]]:
    """Return the games for whose bids there is advice."""
    return [book for book in rulebooks().values() if is_advised(book)]


def practised_books() -> list[Rulebook[Any]]:
    """Return the games that can be practised."""
    return [book for book in rulebooks().values() if decisions(book)]


def by_suit(hand: Cards) -> list[tuple[Suit | Sentence, list[AnyCard]]]:
    """Return the cards of a hand by suit, highest first, and jokers if it has any."""
    cards = sorted((card for card in hand if isinstance(card, Card)), reverse=True)
    groups: list[tuple[Suit | Sentence, list[AnyCard]]] = [
        (suit, [*of_suit(cards, suit)]) for suit in reversed(Suit)
    ]
    jokers: list[AnyCard] = [card for card in hand if isinstance(card, Joker)]
    return [*groups, (say("Jokers"), jokers)] if jokers else groups
