"""Positions: a whole deal at one moment, its actions, and the card play of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from itertools import combinations
from typing import Any, Generic, NamedTuple, Self, cast

from scorekeeper.auction import AnyBid, Auction, Pass
from scorekeeper.cards import AnyCard, Card, Joker, Suit
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.play.card_play_parts import play_of
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep, find_choice
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.rulebook import R, Rulebook
from scorekeeper.rules.script import NOTHING_EARLIER, Bookmark, Earlier
from scorekeeper.rules.steps import Fact, Scene, Step
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import say

# Held cards

Cards = tuple[AnyCard, ...]
Hands = tuple[Cards, ...]
Won = Sequence[Sequence[Cards]]
"""By seat, the cards of each trick that it took."""


def check_pack(pack: Cards, each: int, players: int, hands: Sequence[Cards], stock: Cards) -> None:
    """Raise MalformedEntry unless the hands, of `each` cards, and the stock make up the pack.

    hands    by seat
    """
    for seat, hand in zip(SEATS, hands, strict=False):
        if len(hand) != each:
            raise MalformedEntry(
                "wrong-number-of-cards",
                say("{seat} has {count} cards, not {each}.", seat=seat, count=len(hand), each=each),
            )
    dealt = [card for hand in (*hands, stock) for card in hand]
    if len(hands) != players or sorted(map(str, dealt)) != sorted(map(str, pack)):
        raise MalformedEntry("not-the-pack", say("The cards are not the pack, each once."))


def check_held(hands: Hands, seat: Seat, card: AnyCard) -> None:
    """Raise IllegalEntry unless the player holds the card."""
    if card not in hands[seat]:
        raise IllegalEntry(
            "card-not-held", say("{seat} does not hold {card}.", seat=seat, card=card)
        )


def without(hands: Hands, seat: Seat, card: AnyCard) -> Hands:
    """Return the hands without one card of one seat."""
    left = tuple([held for held in hands[seat] if held != card])
    return (*hands[:seat], left, *hands[seat + 1 :])


# Actions

Action = object
"""An answer to the script's question, cards to pass on, or a card to put away or to play."""


class Phase(Enum):
    """The kind of decision that is due."""

    SAY = "say"
    GIVE = "give"
    PUT_AWAY = "put away"
    CARD = "card"
    OVER = "over"


VERBS = {
    Phase.SAY: "speak",
    Phase.GIVE: "pass on cards",
    Phase.PUT_AWAY: "put away a card",
    Phase.CARD: "play",
}


class Said(NamedTuple):
    """A call, a contract or an announcement, and the seat that made it."""

    seat: Seat
    what: object


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange in which everyone passes `cards` cards `steps` places to the left."""

    cards: int
    steps: int

    def check_gift(self, seat: Seat, hand: Cards, given: Sequence[AnyCard]) -> None:
        """Raise IllegalEntry unless the cards to pass on are in the hand and their number fits."""
        chosen = set(given)
        if not (len(given) == len(chosen) == self.cards and chosen <= set(hand)):
            why = say(
                "{seat} must pass on {count} cards from their own hand.",
                seat=seat,
                count=self.cards,
            )
            raise IllegalEntry("card-not-held", why)

    def hands_after(self, hands: Hands, given: Hands) -> tuple[list[AnyCard], ...]:
        """Return the hands by seat after the exchange, unsorted."""
        players = len(hands)
        return tuple(
            [*({*hands[seat]} - {*given[seat]}), *given[(seat - self.steps) % players]]
            for seat in range(players)
        )


def answered(bookmark: Bookmark, action: Action) -> Bookmark:
    """Return a new `Bookmark` (the answers so far, and the next question) with `action` as answer.

    Raises MalformedEntry if the action is no answer to the question, IllegalEntry if the rules
    forbid it.
    """
    match bookmark.step, action:
        case AuctionStep(auction=auction), AnyBid() | Pass():
            auction.check(action)
        case ContractStep() as step, int() if not isinstance(action, bool | Joker):
            step.parse({"number": action})
        case ContractStep(words=words) as step, _ if action in [word.value for word in words]:
            find_choice(words, next(word.code for word in words if word.value == action))
        case ChoiceStep(choices=choices), _ if action in [choice.value for choice in choices]:
            pass
        case _:
            raise MalformedEntry("wrong-kind", say("Something else is to be said."))
    return bookmark.answer(action)


# Positions


class WholeGame(ABC, Generic[R]):
    """The card play of a game: whole deals with their cards.

    A game names further parts of it as attributes (see `CARD_PLAY_PARTS`).

    book    its rulebook
    pack    all its cards, in the order in which hands are sorted
    bids    whether it has bids or contracts that can be made or missed
    """

    pack: Cards
    bids: bool = True

    @property
    def players(self) -> range:
        """The numbers of players whose hands can be played card by card."""
        return self.book.players

    def check_players(self, many: int) -> None:
        """Raise MalformedEntry if the hands of this many players cannot be played."""
        if many not in self.book.players:
            raise MalformedEntry("no-deal", say("This game is not for {n} players.", n=many))
        if many not in self.players:
            raise MalformedEntry(
                "no-deal",
                say(
                    "With {n} players this game is scored, but not played card by card: that needs "
                    "{least} to {most} players.",
                    n=many,
                    least=self.players[0],
                    most=self.players[-1],
                ),
            )

    def __init__(self, book: Rulebook[R]) -> None:
        self.book = book

    @classmethod
    def find(cls, book: Rulebook[Any]) -> Self | None:
        """Return the card play of a game; None if the game is only scored."""
        return cast("Self | None", play_of(book))

    @classmethod
    def of(cls, book: Rulebook[Any]) -> Self:
        """Return the card play of a game that has one."""
        game = cls.find(book)
        assert game is not None, book.key  # noqa: S101  (callers know the game)
        return game

    @abstractmethod
    def cards_each(self, seating: Seating, rules: R) -> int:
        """Return the number of cards in a hand; the rest of the pack is the stock."""

    @abstractmethod
    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick before its lead, with leader, trumps and ranking of the cards."""

    def trump(self, position: Position) -> Suit | None:
        """Return the trump suit; None if there is none, or if it is not known yet.

        Games whose trumps are known before the play override it, and `has_no_trump`.
        """
        if position.trick is not None:
            return position.trick.trump
        trumps = position.scene.trumps
        return None if trumps is None else trumps.trump

    def has_no_trump(self, position: Position) -> bool:
        """Return whether it is known that there are no trumps."""
        trumps = position.scene.trumps
        return position.trick is not None or (trumps is not None and trumps.trump is None)

    def most_exchanges(self, rules: R, players: int) -> int:
        """Return the highest number of exchanges of cards in a deal."""
        return 0

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """Return the answer to the question about tricks, from the number that each seat took."""
        return {"tricks": list(taken)}

    def answer(self, step: Step, position: Position, won: Won) -> Fact:
        """Return the answer to a question that follows the play.

        Games that ask for more than tricks override it.

        won    by seat, the cards of each trick that it took
        """
        return self.tricks(position, [*map(len, won)])

    def finish_script(self, position: Position, won: Won) -> Bookmark:
        """Answer all remaining questions from the tricks; return the `Bookmark` with the points."""
        bookmark = position.bookmark
        while bookmark.step is not None:
            bookmark = bookmark.parse(self.answer(bookmark.step, position, won))
        return bookmark

    def asked(self, step: Step, seating: Seating) -> Seat | None:
        """Return the seat that answers a question; None if the cards answer it after the play."""
        return self.speaker(step, seating) if isinstance(step, ChoiceStep) else step.turn

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat | None:
        """Return the seat that answers a question; None if the play of the cards answers it.

        For a question to the whole table, a game may name one seat that speaks for it.
        """
        return step.seat

    def choices(self, step: ChoiceStep, seat: Seat) -> tuple[Action, ...]:
        """Return the values that a player may choose; a record may have others that are legal."""
        return tuple(choice.value for choice in step.choices if choice.barred is None)

    def open_choices(self, step: ChoiceStep, position: Position) -> tuple[Action, ...]:
        """Return the values that may be chosen at a position.

        A game overrides it if they depend on the cards.
        """
        turn = position.turn
        return () if turn is None else self.choices(step, turn)

    def cards(self, seating: Seating, rules: R) -> Cards:
        """Return the cards dealt; a game may remove some, depending on the number of players."""
        return self.pack

    def exchanges(self, step: Step, seating: Seating, rules: R) -> int:
        """Return the number of exchanges of cards that come before a question of the deal."""
        return 0 if step.auction is None else step.scene.exchange

    def exchange(self, seating: Seating, rules: R, number: int) -> Exchange | None:
        """Return the exchange with this number, from 1; None if there is none."""
        return None

    def turned_up(self, seating: Seating, rules: R) -> int:
        """Return how many cards of the stock, from its top, lie open after the deal."""
        return 0

    def shown(self, stock: Cards, seating: Seating, rules: R) -> Cards:
        return stock[: self.turned_up(seating, rules)]

    def taker(self, position: Position) -> Seat | None:
        """Return the seat that takes up the stock and discards as many cards, or None."""
        return None


@dataclass(frozen=True, slots=True)
class Position:
    """A deal at one moment. It is a value: `apply` returns another position.

    dealt        the cards dealt, by seat
    stock        the cards left over
    hands        the current hands, by seat
    bookmark     the answers so far, and the next question (see `Bookmark`)
    said         everything said, in order
    exchanges    for each completed exchange, the cards that each seat gave, by seat
    giving       the cards given so far in the running exchange, from the eldest on; None if there
                 is no exchange running
    away         the cards that have been put away, in order
    trick        the running trick, at the end the last one; None before the play
    tricks       the completed tricks
    earlier      the totals and carried values before the deal
    """

    game: WholeGame[Any] = field(compare=False, repr=False)
    rules: Any
    seating: Seating
    dealt: Hands
    stock: Cards
    hands: Hands
    bookmark: Bookmark
    said: tuple[Said, ...] = ()
    exchanges: tuple[Hands, ...] = ()
    giving: Hands | None = None
    away: Cards = ()
    trick: TrickOf[AnyCard] | None = None
    tricks: tuple[TrickOf[AnyCard], ...] = ()
    earlier: Earlier = NOTHING_EARLIER

    @classmethod
    def start(
        cls,
        game: WholeGame[Any],
        rules: Any,
        seating: Seating,
        hands: Sequence[Cards],
        stock: Cards = (),
        *,
        earlier: Earlier = NOTHING_EARLIER,
    ) -> Position:
        """Return a deal before its first question; `hands` by seat.

        Raises MalformedEntry unless the hands and the stock make up the pack, dealt as the game
        says.
        """
        start = cls.unseen(game, rules, seating, earlier)
        pack, each = game.cards(seating, rules), game.cards_each(seating, rules)
        check_pack(pack, each, seating.players, hands, tuple(stock))
        own = tuple(start.sorted(hand) for hand in hands)
        return replace(start, dealt=own, stock=tuple(stock), hands=own).at_first_decision()

    @classmethod
    def unseen(
        cls,
        game: WholeGame[Any],
        rules: Any,
        seating: Seating,
        earlier: Earlier = NOTHING_EARLIER,
    ) -> Position:
        """Return a deal whose cards are unknown, before its first question.

        Raises MalformedEntry if the hands of this many players cannot be played.
        """
        game.check_players(seating.players)
        script = partial(game.book.questions, seating, rules, earlier)
        mark = Bookmark.at_start(script)
        return cls(game, rules, seating, (), (), (), mark, earlier=earlier)

    def __repr__(self) -> str:
        """Return one short line: the game, the dealer, and what is due."""
        seating, score = self.seating, self.score
        title = f"{self.game.book.key}, deal {seating.number}, {seating.dealer} deals"
        if score is not None:
            return f"<Position {title}: points {', '.join(map(str, score.points))}>"
        due = f"{self.turn} is to {VERBS[self.phase]}"
        played = f", trick {len(self.tricks) + 1}" if self.trick else ""
        return f"<Position {title}: {due}{played}>"

    @property
    def scene(self) -> Scene:
        """The public state: the bid, the declarer and the contracts so far."""
        step, score = self.bookmark.step, self.bookmark.score
        if step is not None:
            return step.scene
        assert score is not None  # noqa: S101  (a script ends with a score)
        return score.scene

    @property
    def score(self) -> DealScore | None:
        """The points of the deal; None before its end."""
        return self.bookmark.score

    @property
    def asking(self) -> Step | None:
        """The script's question to a player; None if the cards answer it, and at the end."""
        step = self.bookmark.step
        return step if step and self.game.asked(step, self.seating) is not None else None

    @property
    def auction(self) -> Auction | None:
        """The running auction; None if no call is due."""
        return self.asking.auction if self.asking else None

    @property
    def phase(self) -> Phase:
        if self.bookmark.step is None:
            return Phase.OVER
        if self.giving is not None:
            return Phase.GIVE
        if self.asking is not None:
            return Phase.SAY
        return Phase.PUT_AWAY if self.trick is None else Phase.CARD

    @property
    def exchange(self) -> Exchange | None:
        """The exchange of cards that is under way, or None."""
        if self.giving is None:
            return None
        return self.game.exchange(self.seating, self.rules, len(self.exchanges) + 1)

    @property
    def turn(self) -> Seat | None:
        """The seat that has to decide; None at the end."""
        if self.trick is not None:
            return None if self.bookmark.step is None else self.trick.turn
        if self.giving is not None:
            return self.seating.left_of(self.seating.eldest, len(self.giving))
        step = self.bookmark.step
        if step is None:
            return None
        seat = self.game.asked(step, self.seating)
        return self.game.taker(self) if seat is None else seat

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of the player whose turn it is; empty at the end."""
        turn = self.turn
        if turn is None:
            return ()
        if self.trick is not None:
            return self.trick.legal(self.hands[turn])
        if (exchange := self.exchange) is not None:
            return tuple(combinations(self.hands[turn], exchange.cards))
        step = self.asking
        if isinstance(step, ChoiceStep):
            return self.game.open_choices(step, self)
        return step.legal if step else self.hands[turn]

    @property
    def shown(self) -> Cards:
        """The cards of the stock that lie open."""
        return self.game.shown(self.stock, self.seating, self.rules) if self.stock else ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winner of each completed trick."""
        return tuple([trick.winner for trick in self.tricks])

    @property
    def won(self) -> Won:
        """The tricks that each seat took: by seat, the cards of each trick."""
        tricks = [*zip(self.winners, self.tricks, strict=True)]
        return [
            [trick.cards for winner, trick in tricks if winner == seat]
            for seat in SEATS[: self.seating.players]
        ]

    @property
    def taken(self) -> tuple[int, ...]:
        """The number of tricks that each seat has taken."""
        winners = self.winners
        return tuple([winners.count(seat) for seat in SEATS[: self.seating.players]])

    def apply(self, action: Action) -> Position:
        """Return the position after an action of the player whose turn it is.

        Raises MalformedEntry for an action of another kind, IllegalEntry for one that the rules
        forbid.
        """
        turn = self.turn
        if turn is None:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        if self.trick is not None and isinstance(action, Card | Joker):
            trick = self.trick.play(action, self.hands[turn])
            return self.with_trick(trick, without(self.hands, turn, action))
        match self.phase, action:
            case Phase.SAY, _:
                return self.led_to(answered(self.bookmark, action), Said(turn, action))
            case Phase.GIVE, tuple() if not isinstance(action, Card):
                return self._give(turn, action)
            case Phase.PUT_AWAY, Card() | Joker():
                return self._put_away(turn, action)
        raise MalformedEntry("wrong-kind", say("A card is asked for."))

    def with_trick(self, trick: TrickOf[AnyCard], hands: Hands) -> Position:
        """Return the position with this running trick; a complete one starts the next."""
        tricks, running = self.tricks, trick
        if trick.complete:
            tricks = (*tricks, trick)
            running = trick.next if any(hands) else trick
        done = Position(
            self.game, self.rules, self.seating, self.dealt, self.stock, hands, self.bookmark,
            self.said, self.exchanges, None, self.away, running, tricks, self.earlier,
        )  # fmt: skip
        return done.played_out() if running.complete else done

    def played_out(self) -> Position:
        """Return the position after the last trick, with the points."""
        return replace(self, bookmark=self.game.finish_script(self, self.won))

    def led_to(self, bookmark: Bookmark, *words: Said) -> Position:
        """Return the position with another `Bookmark`, and with these words added to `said`.

        An exchange or the play is started if it is due.
        """
        step, so_far = bookmark.step, (*self.said, *words)
        held = 0 if step is None else self.game.exchanges(step, self.seating, self.rules)
        due = held > len(self.exchanges)
        done = Position(
            self.game, self.rules, self.seating, self.dealt, self.stock, self.hands, bookmark,
            so_far, self.exchanges, () if due else None, self.away, earlier=self.earlier,
        )  # fmt: skip
        if step is None or due or done.asking is not None:
            return done
        taker = self.game.taker(done)
        if taker is None:
            return replace(done, trick=self.game.opening(done))
        if not done.hands:  # a record without hands: nobody knows who holds the stock
            return done
        hands = list(done.hands)
        hands[taker] = self.sorted((*hands[taker], *self.stock))
        return replace(done, hands=tuple(hands))

    def at_first_decision(self) -> Position:
        """Return the position after the deal, at the first decision of a player.

        An exchange or the play is started if no question comes first.
        """
        return self.led_to(self.bookmark)

    def exchanged(self, given: Hands) -> Position:
        """Return the position after an exchange; `given` has the cards passed on, by seat."""
        exchange = self.game.exchange(self.seating, self.rules, len(self.exchanges) + 1)
        assert exchange is not None  # noqa: S101  (an exchange is due)
        hands = tuple(map(self.sorted, exchange.hands_after(self.hands, given)))
        done = replace(self, hands=hands, exchanges=(*self.exchanges, given), giving=None)
        return done.led_to(done.bookmark)

    def sorted(self, cards: Sequence[AnyCard]) -> Cards:
        """Return cards in the order of the pack."""
        return tuple(sorted(cards, key=self.game.pack.index))

    def _give(self, turn: Seat, given: tuple[AnyCard, ...]) -> Position:
        exchange, giving = self.exchange, self.giving
        assert exchange is not None  # noqa: S101  (the phase says so)
        assert giving is not None  # noqa: S101
        exchange.check_gift(turn, self.hands[turn], given)
        giving = (*giving, self.sorted(given))
        if len(giving) < self.seating.players:
            return replace(self, giving=giving)
        by_seat = dict(zip(self.seating.clockwise(self.seating.eldest), giving, strict=True))
        return self.exchanged(tuple(by_seat[seat] for seat in SEATS[: len(giving)]))

    def _put_away(self, turn: Seat, card: AnyCard) -> Position:
        check_held(self.hands, turn, card)
        done = replace(self, hands=without(self.hands, turn, card), away=(*self.away, card))
        if len(done.away) < len(self.stock):
            return done
        return replace(done, trick=self.game.opening(done))
