"""The play of many deals at once, all of them at the same card of the same trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from scorekeeper.play.kernel.arrays import (
    FROM_LOW,
    LANE,
    LOW,
    PICK,
    PICK_BOTH,
    Column,
    Keys,
    Lanes,
    around,
    either,
    equals,
    half,
    is_some,
    masked,
    scaled,
    turned,
    word,
)
from scorekeeper.play.kernel.dealing import PLAYERS, RANKS, SUITS
from scorekeeper.play.kernel.random_tricks import TRICKS, tricks_at_random
from scorekeeper.play.kernel.sensible_choice import (
    Aims,
    Turns,
    follows,
    goes,
    leads,
    sure_cards,
    wants_trick,
)
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import FIRST_CARD_SLOT, FIRST_EXCHANGE_SLOT
from scorekeeper.play.sensible_player import Goals

TRUMPED = 2**13


@dataclass
class Tables:
    """The play of many deals; places count clockwise from the leader of the running trick.

    hands     [place][lane], columns of lanes: the suits, then cards of no suit if the game has any
    wants     [place], the number of tricks that each still needs
    leader    the seat that leads, a column
    trump     a mask per suit
    random    for each seat, whether it plays at random; the others are sensible
    keys      for the random numbers; may be None if nobody plays at random
    record    whether to store the cards played
    tricks    the number of tricks to play
    greedy    whether all players go for every trick, even if they need none
    goals     when sensible players go for a trick; None for the rule `wants_trick`
    breaking  the suit that may not be led before a card of it has been played; None for none
    counts    whether sensible players count the unseen cards
    low       a mask of the deals whose lanes are turned round (see `arrays.LOW`); None for none
    """

    hands: list[Lanes]
    wants: list[Column]
    leader: Column
    trump: Lanes
    random: Sequence[bool]
    keys: Keys | None = None
    record: bool = False
    trick: int = 0
    place: int = 0
    tricks: int = 13
    greedy: bool = False
    goals: Goals | None = None
    breaking: int | None = None
    counts: bool = False
    low: Column | None = None
    played: list[npt.NDArray[np.int8]] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        hands: npt.NDArray[np.int16],
        wants: npt.NDArray[np.int16],
        leader: Column,
        trump: Column,
        **more: Any,
    ) -> Self:
        """Return the tables at the first lead.

        hands    lanes, shape (seats, lanes, deals)
        wants    shape (seats, deals)
        trump    a suit per deal; 4 for no trumps
        more     other fields
        """
        by_lane = [turned([*hands[:, lane]], leader) for lane in range(hands.shape[1])]
        return cls(
            [[lane[place].copy() for lane in by_lane] for place in range(len(hands))],
            [want.copy() for want in turned([*wants], leader)],
            leader,
            [equals(trump, suit) for suit in range(SUITS)],
            tricks=_size(hands),
            **more,
        )

    def __post_init__(self) -> None:
        empty = np.zeros_like(self.leader)
        self.seen = [empty.copy() for _ in self.hands[0]]
        self.led = [empty for _ in range(SUITS)]
        self.best, self.winner, self.holder = empty, empty, empty
        self.broken = empty
        self.prize = np.ones_like(self.leader)  # what the winner of the trick takes
        self.players = len(self.hands)
        any_trump = self.trump[0] | self.trump[1] | self.trump[2] | self.trump[3]
        self.plain = any_trump + np.int16(1)

    def held(self, lanes: Lanes) -> Lanes:
        """Return cards as lanes of the pack, in the form of the hands."""
        missing = [np.zeros_like(self.leader)] * (len(self.hands[0]) - len(lanes))
        if self.low is None:
            return [*lanes, *missing]
        return [either(self.low, LOW.take(lane), lane) for lane in (*lanes, *missing)]

    def finish(self) -> npt.NDArray[np.int16]:
        """Play to the end; return the tricks that each seat still needs, shape (seats, deals)."""
        while self.trick < self.tricks:
            self.lay(self.choose())
        return self.by_seat()

    def by_seat(self) -> npt.NDArray[np.int16]:
        """Return the tricks that each seat still needs, shape (seats, deals)."""
        return np.stack(turned(self.wants, around(self.players - self.leader, self.players)))

    def choose(self) -> Lanes:
        """Return the card played next in each deal, as lanes of which one has a bit."""
        if all(self.random):
            return self._choose_at_random()
        if not any(self.random):
            return self._choose_sensibly()
        lucky, sensible_ones = self._choose_at_random(), self._choose_sensibly()
        mask = self._is_seat(self.random)
        return [either(mask, a, b) for a, b in zip(lucky, sensible_ones, strict=True)]

    def lay(self, cards: Lanes) -> None:
        """Play a card in each deal."""
        hand = self.hands[self.place]
        for lane, card in enumerate(cards):
            hand[lane] = hand[lane] ^ card
        if not all(self.random):
            for lane, card in enumerate(cards):
                self.seen[lane] |= card
        if self.record:
            self.played.append(_codes(cards))
        if self.breaking is not None:
            self.broken = self.broken | is_some(cards[self.breaking])
        strength = self._strength(cards)
        if self.place == 0:
            self.best, self.holder = strength, self.wants[0]
            self.winner = np.zeros_like(self.leader)
        else:
            better = (self.best - strength) >> 15
            self.best = np.maximum(self.best, strength)
            self.winner = either(better, np.int16(self.place), self.winner)
            self.holder = either(better, self.wants[self.place], self.holder)
        self.place += 1
        if self.place == self.players:
            self._close()

    def _strength(self, cards: Lanes) -> Column:
        """Return how strong the cards played are; the first card of a trick sets the suit led."""
        if self.place == 0:
            self.led = [is_some(card) for card in cards]
        trump = masked(cards, self.trump)
        return masked(cards, self.led) | trump | (is_some(trump) & np.int16(TRUMPED))

    def _close(self) -> None:
        """Give the trick to its winner, who leads to the next one."""
        self.trick, self.place = self.trick + 1, 0
        for place in range(self.players):
            self.wants[place] = self.wants[place] - (self.prize & equals(self.winner, place))
        self.leader = around(self.leader + self.winner, self.players)
        self.wants = turned(self.wants, self.winner)
        lanes = [turned([*rows], self.winner) for rows in zip(*self.hands, strict=True)]
        self.hands = [[lane[place] for lane in lanes] for place in range(self.players)]

    def _is_seat(self, seats: Sequence[bool]) -> Column:
        """Return a mask of the deals in which it is the turn of one of these seats."""
        seat = around(self.leader + np.int16(self.place), self.players)
        mask = np.zeros_like(seat)
        for number, chosen in enumerate(seats):
            if chosen:
                mask |= equals(seat, number)
        return mask

    def _choose_sensibly(self) -> Lanes:
        own, want = self.hands[self.place], self.wants[self.place]
        turns = Turns(
            own,
            self.seen,
            self.trump,
            self.led,
            self.best,
            self.place == self.players - 1,
            want,
            self.counts,
        )
        turns.wins = np.full_like(want, -1) if self.greedy else self.goes(turns, want)
        return leads(turns, self._leads(own)) if self.place == 0 else follows(turns)

    def goes(self, turns: Turns, want: Column) -> Column:
        """Return a mask of the deals in which the player in turn goes for the trick."""
        left = self.tricks - self.trick
        holder = self.holder if self.place else np.zeros_like(want)
        if self.goals is None:
            return wants_trick(want, left, holder)
        place = 0 if self.place == 0 else 2 if turns.last else 1
        sure = sure_cards(turns)
        return goes(self.goals, Aims(place, self.plain, want, holder, left, sure))

    def _choose_at_random(self) -> Lanes:
        assert self.keys is not None  # noqa: S101  (random players need them)
        own = self.hands[self.place]
        slot = FIRST_CARD_SLOT + self.players * self.trick + self.place
        if slot % 2 == 0:
            self.word = word(self.keys, slot // 2)
            halves = self.word & np.uint64(0xFFFF_FFFF)
        else:
            halves = self.word >> np.uint64(32)
        if self.place == 0:
            return pick_evenly(self._leads(own), halves, self.low)
        return self._follow_evenly(own, halves)

    def _follow_evenly(self, own: Lanes, halves: Keys) -> Lanes:
        """Return a legal card of each hand for a trick in which another one has been played."""
        lane, low = masked(own[:SUITS], self.led), self.low
        void = np.flatnonzero(lane == 0)
        discards = [each.take(void) for each in self._discards(own)]
        anything = pick_evenly(discards, halves.take(void), None if low is None else low.take(void))
        card, *of_no_suit = pick_evenly([lane, *self._beside(own)], halves, low)
        cards = [*(card & mask for mask in self.led), *of_no_suit]
        for chosen, discard in zip(cards, anything, strict=True):
            chosen[void] = discard
        return cards

    def _beside(self, own: Lanes) -> Lanes:
        """Return the cards of no suit that may be played by those who can follow suit."""
        return own[SUITS:]

    def _discards(self, own: Lanes) -> Lanes:
        """Return the cards that may be played by those who have none of the suit led."""
        return own

    def _leads(self, own: Lanes) -> Lanes:
        """Return the cards that may be led: none of an unbroken suit if there are others."""
        if self.breaking is None:
            return own
        lanes = [*own]
        barred = lanes[self.breaking]
        lanes[self.breaking] = np.zeros_like(barred)
        others = lanes[0] | lanes[1] | lanes[2] | lanes[3]
        lanes[self.breaking] = barred & (self.broken | ~is_some(others))
        return lanes


def choose_evenly(lanes: Lanes, keys: Keys, slot: int) -> Lanes:
    """Pick one card of each deal at random, with the random bits of a slot (see `Draws`)."""
    return pick_evenly(lanes, half(keys, slot))


def cards_given(
    hands: npt.NDArray[np.int16],
    keys: Keys,
    random: Sequence[bool],
    cards: int,
    *,
    sensible: Callable[[Lanes], Callable[[Lanes], Lanes]],
    exchange: int = 0,
) -> npt.NDArray[np.int16]:
    """Return the cards that each seat passes on, as lanes, shape (seats, suits, deals).

    sensible    returns, for a hand, the function that chooses the next card among those left
    """
    left = hands.copy()
    for seat, lucky in enumerate(random):
        own, slot = [*left[seat]], FIRST_EXCHANGE_SLOT + 16 * exchange + 4 * seat
        next_card = None if lucky else sensible([*hands[seat]])
        for number in range(cards):
            card = next_card(own) if next_card else choose_evenly(own, keys, slot + number)
            own = [lane ^ chosen for lane, chosen in zip(own, card, strict=True)]
        left[seat] = np.stack(own)
    return hands ^ left


def pick_evenly(lanes: Lanes, halves: Keys, low: Column | None = None) -> Lanes:
    """Pick one card of each deal at random.

    halves    32 random bits for each deal, which are overwritten
    low       as in `Tables`
    """
    if len(lanes) == 1:
        halves *= np.bitwise_count(lanes[0]).astype(np.uint64)
        halves >>= np.uint64(32)
        return [_picked(lanes[0], halves, low)]
    counts = [np.bitwise_count(lane) for lane in lanes]
    index = scaled(halves, sum(counts[1:], counts[0]))
    place, before, here = index.view(np.uint16), np.zeros_like(index), []
    for count in counts[:-1]:
        index = index - count  # negative in the lane of the card and before it
        mask = index >> 15
        here.append(mask ^ before)
        before = mask
        place = np.minimum(place, index.view(np.uint16))
    here.append(~before)
    card = _picked(masked(lanes, here), place.astype(np.uint64), low)
    return [card & mask for mask in here]


def _picked(lane: Column, place: Keys, low: Column | None) -> Column:
    """Return card number `place` of each suit mask, the first of the pack being 0.

    Overwrites `place`.
    """
    if low is not None:
        place += (low & np.int16(FROM_LOW)).astype(np.uint64)
    place <<= np.uint64(13)
    place |= lane.astype(np.uint64)
    return (PICK if low is None else PICK_BOTH).take(place.view(np.int64))


def _codes(cards: Lanes) -> npt.NDArray[np.int8]:
    """Return the indices of cards in the pack, 0 to 51."""
    places = np.zeros(len(cards[0]), np.int8)
    for suit, card in enumerate(cards):
        rank = np.bitwise_count((card - np.int16(1)) & np.int16(LANE)).astype(np.int8)
        places |= np.where(card > 0, rank + np.int8(13 * suit), np.int8(0))
    return places


# Any number of players and cards


def tricks_taken(  # noqa: PLR0917
    hands: npt.NDArray[np.int16],
    leader: Column,
    trump: Column,
    keys: Keys,
    random: Sequence[bool],
    wants: npt.NDArray[np.int16] | None = None,
) -> npt.NDArray[np.int16]:
    """Return the tricks that each seat takes, shape (seats, deals).

    hands     lanes, shape (seats, lanes, deals)
    trump     a suit per deal; 4 for no trumps
    random    for each seat, whether it plays at random
    wants     by seat, the tricks that sensible players aim for; None for as many as possible
    """
    if are_random(hands, random):
        return tricks_at_random(hands, leader, trump, keys)
    aims = np.zeros((len(hands), len(keys)), np.int16) if wants is None else wants
    tables = Tables.of(hands, aims, leader, trump, random=random, keys=keys, greedy=wants is None)
    return aims - tables.finish()


def are_random(hands: npt.NDArray[np.int16], random: Sequence[bool]) -> bool:
    """Return whether `tricks_at_random` can play these hands."""
    return all(random) and (len(hands), _size(hands)) == (PLAYERS, TRICKS)


def _size(hands: npt.NDArray[np.int16]) -> int:
    """Return the number of cards in each hand; 0 if there are no deals."""
    return int(np.bitwise_count(hands[0, :, :1]).sum())


def lanes_of_places(places: Column) -> Lanes:
    """Return cards given by their index in the pack, as lanes; -1 is no card."""
    bit = np.where(places < 0, 0, 1 << (places % RANKS)).astype(np.int16)
    return [bit & equals(places // np.int16(RANKS), suit) for suit in range(SUITS)]
