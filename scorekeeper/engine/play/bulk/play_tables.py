"""The play of many deals in lockstep: all are at the same card of the same trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk import choose_card as sensible
from scorekeeper.engine.play.bulk.arrays import (
    LANE,
    PICK,
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
from scorekeeper.engine.play.bulk.goals import Aims, goes
from scorekeeper.engine.play.goals import Goals
from scorekeeper.engine.play.players import FIRST_CARD_SLOT

SUITS = 4
TRUMPED = 2**13


@dataclass
class Tables:
    """The play of many deals; places count clockwise from the leader of the running trick.

    hands     [place][suit], columns of lanes
    wants     [place], the number of tricks that each still needs
    leader    the seat that leads, a column
    trump     a mask per suit
    random    for each seat, whether it plays at random; the others are sensible
    keys      for the random numbers; may be None if nobody plays at random
    record    whether to store the cards played
    tricks    the number of tricks to play
    greedy    whether everybody goes for every trick, whatever they need
    goals     when sensible players go for a trick; None for the rule `wants_trick`
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
    played: list[npt.NDArray[np.int8]] = field(default_factory=list)

    def __post_init__(self) -> None:
        empty = np.zeros_like(self.leader)
        self.seen = [empty.copy() for _ in range(SUITS)]
        self.led = [empty for _ in range(SUITS)]
        self.best, self.winner, self.holder = empty, empty, empty
        self.players = len(self.hands)
        any_trump = self.trump[0] | self.trump[1] | self.trump[2] | self.trump[3]
        self.plain = any_trump + np.int16(1)

    def finish(self) -> npt.NDArray[np.int16]:
        """Play to the end; return what each seat still needs, shape (seats, deals)."""
        while self.trick < self.tricks:
            self.lay(self.choose())
        return self.by_seat()

    def by_seat(self) -> npt.NDArray[np.int16]:
        """What each seat still needs, shape (seats, deals)."""
        return np.stack(turned(self.wants, around(self.players - self.leader, self.players)))

    def choose(self) -> Lanes:
        """The card played next in each deal, as four lanes of which one has a bit."""
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
        for suit in range(SUITS):
            hand[suit] = hand[suit] ^ cards[suit]
            if not all(self.random):
                self.seen[suit] |= cards[suit]
        if self.record:
            self.played.append(_codes(cards))
        if self.place == 0:
            self.led = [is_some(card) for card in cards]
        trump = masked(cards, self.trump)
        strength = masked(cards, self.led) | trump | (is_some(trump) & np.int16(TRUMPED))
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

    def _close(self) -> None:
        """Give the trick to its winner, who leads to the next one."""
        self.trick, self.place = self.trick + 1, 0
        for place in range(self.players):
            self.wants[place] = self.wants[place] + equals(self.winner, place)
        self.leader = around(self.leader + self.winner, self.players)
        self.wants = turned(self.wants, self.winner)
        lanes = [turned([hand[suit] for hand in self.hands], self.winner) for suit in range(SUITS)]
        self.hands = [
            [lanes[suit][place] for suit in range(SUITS)] for place in range(self.players)
        ]

    def _is_seat(self, seats: Sequence[bool]) -> Column:
        """A mask of the deals in which it is the turn of one of these seats."""
        seat = around(self.leader + np.int16(self.place), self.players)
        mask = np.zeros_like(seat)
        for number, chosen in enumerate(seats):
            if chosen:
                mask |= equals(seat, number)
        return mask

    def _choose_sensibly(self) -> Lanes:
        own, want = self.hands[self.place], self.wants[self.place]
        turns = sensible.Turns(
            own,
            self.seen,
            self.trump,
            self.led,
            self.best,
            self.place == self.players - 1,
            want,
        )
        turns.wins = np.full_like(want, -1) if self.greedy else self.goes(turns, want)
        return sensible.leads(turns) if self.place == 0 else sensible.follows(turns)

    def goes(self, turns: sensible.Turns, want: Column) -> Column:
        """A mask of the deals in which the player in turn goes for the trick."""
        left = self.tricks - self.trick
        holder = self.holder if self.place else np.zeros_like(want)
        if self.goals is None:
            return sensible.wants_trick(want, left, holder)
        place = 0 if self.place == 0 else 2 if turns.last else 1
        sure = sensible.sure_cards(turns)
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
            return pick_evenly(own, halves)
        return _follow_evenly(own, self.led, halves)


def _follow_evenly(own: Lanes, led: Lanes, halves: Keys) -> Lanes:
    """A card of the suit led, or any card if the player has none, uniformly at random."""
    lane = masked(own, led)
    void = np.flatnonzero(lane == 0)
    anything = pick_evenly([each.take(void) for each in own], halves.take(void))
    halves *= np.bitwise_count(lane).astype(np.uint64)
    halves >>= np.uint64(32)
    card = _picked(lane, halves)
    cards = [card & mask for mask in led]
    for suit in range(SUITS):
        cards[suit][void] = anything[suit]
    return cards


def choose_evenly(lanes: Lanes, keys: Keys, slot: int) -> Lanes:
    """A card of each deal, uniformly at random."""
    return pick_evenly(lanes, half(keys, slot))


def pick_evenly(lanes: Lanes, halves: Keys) -> Lanes:
    """A card of each deal by 32 random bits, uniformly; overwrites `halves`."""
    counts = [np.bitwise_count(lane).astype(np.int16) for lane in lanes]
    index = scaled(halves, counts[0] + counts[1] + counts[2] + counts[3])
    lane, place = np.zeros_like(index), np.zeros_like(index)
    here = []
    for own, count in zip(lanes, counts, strict=True):
        after = index - count
        mask = (after & ~index) >> 15
        place |= index & mask
        lane |= own & mask
        here.append(mask)
        index = after
    card = _picked(lane, place.astype(np.uint64))
    return [card & mask for mask in here]


def _picked(lane: Column, place: Keys) -> Column:
    """Card number `place` of each lane, counted from its lowest; overwrites `place`."""
    place <<= np.uint64(13)
    place |= lane.astype(np.uint64)
    return PICK.take(place.view(np.int64))


def _codes(cards: Lanes) -> npt.NDArray[np.int8]:
    """The indices of cards in the pack, 0 to 51."""
    places = np.zeros(len(cards[0]), np.int8)
    for suit, card in enumerate(cards):
        rank = np.bitwise_count((card - np.int16(1)) & np.int16(LANE)).astype(np.int8)
        places |= np.where(card > 0, rank + np.int8(13 * suit), np.int8(0))
    return places
