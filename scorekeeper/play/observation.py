"""The numbers of actions, and observations: the view of a seat as a row of whole numbers.

`Layout` has the place of each part of an observation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from scorekeeper.arguments import shown, whole_number
from scorekeeper.cards import Suit
from scorekeeper.play.advice import name_of
from scorekeeper.play.carried_values import CarriedValues
from scorekeeper.play.position import Cards, Phase, Position, WholeGame
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.script import Bookmark
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SEATS, Seat, Seating

PHASES = (Phase.SAY, Phase.GIVE, Phase.PUT_AWAY, Phase.CARD)
FIRST_AND_LATER = 2  # the kinds of deals in a game of no fixed length
NO_TRUMPS = len(Suit)
NUMBERS = "contract"  # the kind of word that is a number
REPEATS = 60  # deals after which a game of no fixed length begins again, if deals stand alone

Words = tuple[tuple[str, str], ...]

# Actions


@dataclass(frozen=True)
class Actions:
    """The fixed numbers of all actions: the cards of the pack, then all words that may be said.

    Words are numbers from 0 on, calls and announcements, as far as the game asks for them. A card
    is played, put away or passed on, as the game requires; cards of an exchange are passed on one
    by one.
    """

    game: WholeGame[Any]
    words: Words

    @classmethod
    def of(cls, game: WholeGame[Any], rules: Any, players: int) -> Actions:
        """Return the actions of a game under some rules: cards, numbers, calls, announcements."""
        length = game.book.length(rules, players) or FIRST_AND_LATER
        seating = game.book.seating(players, SEATS[0], rules)
        words: dict[tuple[str, str], None] = {}
        for number in range(1, length + 1):
            deal = seating.numbered(number)
            start = Bookmark.at_start(partial(game.book.script, deal, rules))
            words |= dict.fromkeys(_words(game, deal, start, set()))
        numbers = [word for word in words if word[0] == NUMBERS and word[1].isdecimal()]
        return cls(game, tuple(dict.fromkeys([*numbers, *words])))

    def __len__(self) -> int:
        return len(self.game.pack) + len(self.words)

    @cached_property
    def places(self) -> Mapping[Any, int]:
        """The number of each action, by the text of a card or by a word."""
        cards = {card: place for place, card in enumerate(map(str, self.game.pack))}
        return cards | {word: len(cards) + place for place, word in enumerate(self.words)}

    def of_card(self, card: object) -> int:
        """Return the action number of a card; raises ValueError if it is not in the pack."""
        number = self.places.get(str(card))
        if number is None:
            pack = f"{self.game.pack[0]} to {self.game.pack[-1]}"
            raise ValueError(f"{shown(card)} is no card of {self.game.book.name}: {pack}.")
        return number

    def of_word(self, step: Step, word: object) -> int:
        """Return the action number of an answer to a question."""
        return self.places[step.kind, name_of(step, word)]

    def name(self, number: int) -> str:
        """Return an action in words: a card, or a word with the kind of its question.

        Raises ValueError for a number that is no action.
        """
        cards, number = len(self.game.pack), whole_number(number, "number", 0, len(self) - 1)
        return (
            str(self.game.pack[number]) if number < cards else " ".join(self.words[number - cards])
        )


def _words(
    game: WholeGame[Any], seating: Seating, mark: Bookmark, asked: set[tuple[str, Words]]
) -> Iterator[tuple[str, str]]:
    """Yield the numbers, calls and announcements that may follow from a question: (kind, word).

    After each call of an auction everybody passes. `asked` has the
    questions already visited, so that each is visited once for the words that it has.
    """
    step = mark.step
    if step is None or game.asked(step, seating) is None:
        return
    facts: Iterable[Fact] = step.answers
    if isinstance(step, ChoiceStep):
        seats = SEATS[: seating.players]
        open_to = {value for seat in seats for value in game.choices(step, seat)}
        facts = [{step.field: each.code} for each in step.choices if each.value in open_to]
    words = tuple((step.kind, str(fact[step.field])) for fact in facts if step.field in fact)
    if (step.key, words) in asked:
        return
    asked.add((step.key, words))
    yield from words
    for answer in step.legal:
        after = mark.answer(answer)
        while isinstance(step, AuctionStep) and isinstance(after.step, AuctionStep):
            after = after.answer(after.step.auction.legal[0])
        yield from _words(game, seating, after, asked)


# Layout


class Part(NamedTuple):
    """A part of an observation: `size` numbers from index `first` on."""

    name: str
    first: int
    size: int
    meaning: str


@dataclass(frozen=True)
class Layout:
    """The places of all parts of an observation; `layout["hand"]` is the slice of a part.

    Cards stand in the order of the pack, words in that of the actions. Where a part has numbers by
    seat, the observing seat comes first, then the others clockwise.

    sets     the number of sets of cards at the beginning, each as long as the pack
    """

    actions: Actions
    parts: tuple[Part, ...]
    sets: int

    @classmethod
    def of(cls, actions: Actions, rules: Any, players: int) -> Layout:
        """Return the layout of a game for these rules and players."""
        game, cards, words = actions.game, len(actions.game.pack), len(actions.words)
        kinds = type(game)
        exchanges = range(1, game.most_exchanges(rules, players) + 1)
        sets = [
            ("hand", "the cards in the hand"),
            *([("giving", "cards about to be passed on")] if exchanges else []),
            *([("away", "cards put away")] if kinds.taker is not WholeGame.taker else []),
            *([("shown", "cards turned up")] if kinds.turned_up is not WholeGame.turned_up else []),
            *((f"given-{number}", "cards passed on in this exchange") for number in exchanges),
            *((f"received-{number}", "cards received in this exchange") for number in exchanges),
        ]
        by_seat = [
            ("running", "by seat, the card in the running trick"),
            ("played", "by seat, the cards in earlier tricks"),
        ]
        facts = [
            ("voids", len(Suit), "by seat and suit, whether it failed to follow that suit"),
            ("dealer", 1, "by seat, whether it dealt"),
            ("leader", 1, "by seat, whether it led to the running trick"),
            ("declarer", 1, "by seat, whether it won the auction"),
            ("taken", 1, "by seat, the tricks taken"),
            ("totals", 1, "by seat, the total of its side before the deal"),
            ("left", 1, "by seat, what earlier deals left: bags, the run of bids, the multiplier"),
        ]
        counts = [
            *((name, cards, meaning) for name, meaning in sets),
            *((name, players * cards, meaning) for name, meaning in by_seat),
            ("order", cards, "by card, the number of the trick to which it was played; 0 for none"),
            ("words", players * words, "by seat, everything said so far"),
            *((name, players * each, meaning) for name, each, meaning in facts),
            ("trump", NO_TRUMPS + 1, "the trump suit, then 1 without trumps; all 0 if not known"),
            ("phase", len(PHASES), "what is due: to speak, pass on, put away or play a card"),
            ("number", 1, "the number of the deal in its game"),
            ("cards", 1, "the number of tricks of the deal"),
            ("trick", 1, "the number of the running trick; 0 before the play"),
        ]
        parts, first = [], 0
        for name, count, meaning in counts:
            parts.append(Part(name, first, count, meaning))
            first += count
        return cls(actions, tuple(parts), len(sets) + len(by_seat) * players)

    @cached_property
    def size(self) -> int:
        """The number of numbers in an observation."""
        return self.parts[-1].first + self.parts[-1].size

    @cached_property
    def _slices(self) -> Mapping[str, slice]:
        return {part.name: slice(part.first, part.first + part.size) for part in self.parts}

    def __getitem__(self, name: str) -> slice:
        if name not in self._slices:
            raise KeyError(f"{shown(name)} is no part of an observation: {', '.join(self._slices)}")
        return self._slices[name]

    def __contains__(self, name: object) -> bool:
        return name in self._slices

    def __str__(self) -> str:
        """Return one line for each part: its first index, its length, its name, its meaning."""
        return "\n".join(
            f"{part.first:5} {part.size:4}  {part.name:11} {part.meaning}" for part in self.parts
        )


# Observations


class Heard(NamedTuple):
    """A spoken word: its seat, and its index among the words of the actions."""

    seat: Seat
    word: int


class _Row:
    """The numbers of an observation, as they are written."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.numbers = layout, [0] * layout.size
        self.places, self.cards = layout.actions.places, len(layout.actions.game.pack)

    def mark(self, name: str, *places: int, value: int = 1) -> None:
        """Write a number at some places of a part."""
        first = self.layout[name].start
        for place in places:
            self.numbers[first + place] = value

    def mark_cards(self, name: str, cards: Iterable[object], block: int = 0) -> None:
        """Write 1 for each card in a part, which may have several blocks of all cards."""
        if name in self.layout:
            self.mark(name, *(block * self.cards + self.places[str(card)] for card in cards))


def observation(
    position: Position, seat: Seat, layout: Layout, heard: Iterable[Heard], giving: Cards = ()
) -> list[int]:
    """Return what a seat sees, as numbers in the order of the layout.

    heard     the words spoken so far
    giving    the cards that the player in turn has chosen to pass on
    """
    row, players = _Row(layout), position.seating.players

    def around(other: int) -> int:
        return (other - seat) % players

    _mark_own_cards(row, position, seat, giving)
    _mark_tricks(row, position, around)
    words = len(layout.actions.words)
    row.mark("words", *(around(who) * words + word for who, word in heard))
    row.mark("dealer", around(position.seating.dealer))
    if position.scene.declarer is not None:
        row.mark("declarer", around(position.scene.declarer))
    by_side = (("totals", position.earlier.totals), ("left", _left(position)))
    for other, taken in zip(SEATS, position.taken, strict=False):
        row.mark("taken", around(other), value=taken)
        side = position.seating.side_of(other)
        for name, values in by_side:
            if values:
                row.mark(name, around(other), value=values[side])
    trump = position.game.trump(position)
    if trump is not None or position.game.has_no_trump(position):
        row.mark("trump", NO_TRUMPS if trump is None else trump)
    if position.phase in PHASES:
        row.mark("phase", PHASES.index(position.phase))
    row.mark("number", 0, value=position.seating.number)
    row.mark("cards", 0, value=position.scene.total)
    return row.numbers


def _left(position: Position) -> tuple[int, ...]:
    """Return what earlier deals of a game left to each side; empty if nothing came before."""
    carry = CarriedValues.of(position.game.book).carry(position.rules)
    if carry is None or not position.earlier.totals:
        return ()
    sides = len(position.seating.sides)
    state = carry.state(position.earlier.left, sides)
    return state * (sides // len(state))


def _mark_own_cards(row: _Row, position: Position, seat: Seat, giving: Cards) -> None:
    row.mark_cards("hand", position.hands[seat])
    row.mark_cards("shown", position.shown)
    if position.turn == seat:
        row.mark_cards("giving", giving)
    if position.away and position.game.taker(position) == seat:
        row.mark_cards("away", position.away)
    for number, given in enumerate(position.exchanges, 1):
        exchange = position.game.exchange(position.seating, position.rules, number)
        if exchange is not None:
            giver = (seat - exchange.steps) % len(given)
            row.mark_cards(f"given-{number}", given[seat])
            row.mark_cards(f"received-{number}", given[giver])


def _mark_tricks(row: _Row, position: Position, around: Callable[[int], int]) -> None:
    running = position.trick if position.phase is Phase.CARD else None
    if running is not None:
        row.mark("leader", around(running.leader))
        row.mark("trick", 0, value=len(position.tricks) + 1)
    for number, trick in enumerate((*position.tricks, *([running] if running else [])), 1):
        name = "running" if trick is running else "played"
        for place, card in enumerate(trick.cards):
            player = around(trick.leader + trick.step * place)
            row.mark_cards(name, [card], player)
            row.mark("order", row.places[str(card)], value=number)
            led = trick.order.led(trick.cards[:place], trick.trump)
            own = trick.order.suit(card, trick.trump)
            if led is not None and own is not None and own != led:
                row.mark("voids", player * len(Suit) + led)
