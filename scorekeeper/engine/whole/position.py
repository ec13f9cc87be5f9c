"""A whole deal at one moment, for any game, and what a game supplies for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic

from scorekeeper.engine.bids import AnyBid, Pass
from scorekeeper.engine.bookmark import Bookmark
from scorekeeper.engine.cards import AnyCard, Card, Joker, Suit
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.play import CardOrder, TrickOf
from scorekeeper.engine.points import DealScore
from scorekeeper.engine.rulebook import R, Rulebook
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import AuctionStep, ChoiceStep, ContractStep, Fact, Scene, Step
from scorekeeper.engine.wording import say

if TYPE_CHECKING:
    from scorekeeper.engine.whole.players import Player

Cards = tuple[AnyCard, ...]
Action = object
"""An answer to the script's question, or a card to put away or to play."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How the play begins: who leads, what is trump, and what the cards are worth."""

    leader: Seat
    trump: Suit | None = None
    order: CardOrder[AnyCard] = CardOrder()


class WholeGame(ABC, Generic[R]):
    """What a game supplies so that the engine can play whole deals of it.

    book       its rulebook
    pack       all its cards, in the order in which hands are sorted
    players    who can play it, by name; the first one is the usual one
    """

    book: Rulebook[R]
    pack: Cards
    players: Mapping[str, Player]

    @abstractmethod
    def cards_each(self, seating: Seating) -> int:
        """How many cards everyone gets; what is left over is the stock."""

    @abstractmethod
    def opening(self, position: Position) -> Opening:
        """How the play begins, once everything has been said."""

    @abstractmethod
    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """The answer to the question for the tricks, given how many each seat has taken."""

    def taker(self, position: Position) -> Seat | None:  # noqa: ARG002  (a game may ask)
        """Who takes up the stock before the play and puts as many cards away; None: nobody."""
        return None


@dataclass(frozen=True, slots=True)
class Position:
    """A deal at one moment; a value: `apply` gives the next one.

    hands      what each seat holds now, by seat
    stock      the cards that were not dealt; empty once somebody has taken them up
    bookmark   where the script stands
    away       the cards that have been put away, in order
    trick      the running trick, the last one at the end; None before the play
    tricks     the tricks that are over
    made       how many decisions have been made
    """

    game: WholeGame[Any]
    rules: Any
    seating: Seating
    hands: tuple[Cards, ...]
    stock: Cards
    bookmark: Bookmark
    away: Cards = ()
    trick: TrickOf[AnyCard] | None = None
    tricks: tuple[TrickOf[AnyCard], ...] = ()
    made: int = 0

    @classmethod
    def start(
        cls,
        game: WholeGame[Any],
        rules: Any,
        seating: Seating,
        hands: Sequence[Cards],
        stock: Cards,
    ) -> Position:
        """A deal before its first question; hands by seat.

        Raises MalformedEntry unless the hands and the stock are the pack, dealt as the game says.
        """
        each = game.cards_each(seating)
        if len(hands) != seating.players or any(len(hand) != each for hand in hands):
            raise MalformedEntry(
                "wrong-number-of-cards",
                say("{players} hands of {each} cards are needed.", players=seating.players,
                    each=each),
            )  # fmt: skip
        dealt = [card for hand in (*hands, stock) for card in hand]
        if len(dealt) != len(game.pack) or set(map(str, dealt)) != set(map(str, game.pack)):
            raise MalformedEntry("not-the-pack", say("The cards are not the pack, each once."))
        bookmark = Bookmark.at_start(lambda: game.book.script(seating, rules))
        start = cls(game, rules, seating, (), stock, bookmark)
        return replace(start, hands=tuple(start.sorted(hand) for hand in hands))

    @property
    def scene(self) -> Scene:
        """What lies open."""
        step, score = self.bookmark.step, self.bookmark.score
        if step is not None:
            return step.scene
        assert score is not None  # noqa: S101  (a script ends with a score)
        return score.scene

    @property
    def score(self) -> DealScore | None:
        """The points; None before the end."""
        return self.bookmark.score

    @property
    def asking(self) -> Step | None:
        """The script's question that a player answers; None once the cards decide."""
        step = self.bookmark.step
        return step if isinstance(step, AuctionStep | ContractStep | ChoiceStep) else None

    @property
    def putting_away(self) -> bool:
        """Whether the cards that were taken up are being made good."""
        return self.bookmark.step is not None and self.asking is None and self.trick is None

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is; None at the end."""
        if self.bookmark.step is None:
            return None
        match self.asking:
            case AuctionStep(auction=auction):
                return auction.turn
            case None:
                return self.game.taker(self) if self.trick is None else self.trick.turn
            case step:
                return step.asked

    @property
    def legal(self) -> tuple[Action, ...]:
        """Everything that the player whose turn it is may decide; nothing at the end."""
        match self.asking:
            case AuctionStep(auction=auction):
                return auction.legal
            case ContractStep(options=options):
                return tuple(option.value for option in options if option.barred is None)
            case ChoiceStep(choices=choices):
                return tuple(choice.value for choice in choices)
        turn = self.turn
        if turn is None:
            return ()
        return self.hands[turn] if self.trick is None else self.trick.legal(self.hands[turn])

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken, by seat."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(Seat(seat)) for seat in range(self.seating.players))

    def apply(self, action: Action) -> Position:
        """The position after a decision of the player whose turn it is.

        Raises MalformedEntry for a decision of another kind, IllegalEntry for one that the rules
        forbid.
        """
        turn = self.turn
        if turn is None:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        if self.asking is not None:
            return self._answer(action)
        if not isinstance(action, Card | Joker):
            raise MalformedEntry("wrong-kind", say("A card is asked for."))
        if self.trick is None:
            return self._put_away(turn, action)
        return self.lay(self.trick.play(action, self.hands[turn]), turn, action)

    def lay(self, trick: TrickOf[AnyCard], turn: Seat, card: AnyCard) -> Position:
        """The position with a card in the trick, whether it was legal or not."""
        hands = self._without(turn, card)
        if not trick.complete:
            return replace(self, hands=hands, trick=trick, made=self.made + 1)
        done = replace(self, hands=hands, tricks=(*self.tricks, trick), made=self.made + 1)
        if len(done.tricks) < self.game.cards_each(self.seating):
            fresh = TrickOf(trick.winner, trick.players, trick.trump, (), trick.order)
            return replace(done, trick=fresh)
        answered = done.bookmark.parse(self.game.tricks(done, done.taken))
        return replace(done, trick=trick, bookmark=answered)

    def led_to(self, bookmark: Bookmark) -> Position:
        """The position at the next place of the script; the cards come when all has been said."""
        done = replace(self, bookmark=bookmark, made=self.made + 1)
        if bookmark.step is None or done.asking is not None:
            return done
        taker = self.game.taker(done)
        if taker is None:
            return done._opened()
        hands = list(done.hands)
        hands[taker] = done.sorted((*hands[taker], *done.stock))
        return replace(done, hands=tuple(hands), stock=())

    def sorted(self, cards: Sequence[AnyCard]) -> Cards:
        """Cards in the order of the pack."""
        return tuple(sorted(cards, key=self.game.pack.index))

    def _answer(self, action: Action) -> Position:
        legal = self.legal
        if action not in legal or isinstance(action, bool):
            if isinstance(self.asking, AuctionStep) and isinstance(action, AnyBid | Pass):
                self.asking.auction.check(action)
            raise IllegalEntry("not-open", say("This is not open to {seat}.", seat=self.turn))
        return self.led_to(self.bookmark.answer(action))

    def _put_away(self, turn: Seat, card: AnyCard) -> Position:
        if card not in self.hands[turn]:
            raise IllegalEntry(
                "card-not-held", say("{seat} does not hold {card}.", seat=turn, card=card)
            )
        done = replace(
            self,
            hands=self._without(turn, card),
            away=(*self.away, card),
            made=self.made + 1,
        )
        each = self.game.cards_each(self.seating)
        return done if len(done.hands[turn]) > each else done._opened()

    def _opened(self) -> Position:
        opening = self.game.opening(self)
        trick = TrickOf(opening.leader, self.seating.players, opening.trump, (), opening.order)
        return replace(self, trick=trick)

    def _without(self, turn: Seat, card: AnyCard) -> tuple[Cards, ...]:
        """The hands after a card has left one; a card that is not held leaves them as they are."""
        hands = list(self.hands)
        hands[turn] = tuple(held for held in hands[turn] if str(held) != str(card))
        return tuple(hands)


def dealt(game: WholeGame[Any], rules: Any, seating: Seating, draws: Draws) -> Position:
    """A fair deal from random numbers: the pack sorted by one number a card."""
    order = sorted(range(len(game.pack)), key=draws.half)
    each = game.cards_each(seating)
    shuffled = tuple(game.pack[place] for place in order)
    hands = [shuffled[seat * each : (seat + 1) * each] for seat in range(seating.players)]
    return Position.start(game, rules, seating, hands, shuffled[seating.players * each :])
