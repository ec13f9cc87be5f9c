"""The play of many deals at once, all of them at the same card of the same trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from scorekeeper.play.kernel.arrays import (
    FROM_LOW,
    PICK,
    PICK_BOTH,
    Column,
    Keys,
    Lanes,
    around,
    count_of,
    either,
    equals,
    half,
    masked,
    scaled,
    turned,
    turner,
    word,
)
from scorekeeper.play.kernel.dealing import RANKS, SUITS
from scorekeeper.play.kernel.running_tricks import RunningTricks, suit_masks
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


@dataclass
class Tables:
    """The play of many deals; places count clockwise from the leader of the running trick.

    hands     [place][lane], columns of lanes: the suits, then cards of no suit if the game has any
    wants     [place], the number of tricks that each still needs
    leader    the seat that leads, a column
    running   the running trick
    random    for each seat, whether it plays at random; the others are sensible
    keys      for the random numbers; may be None if nobody plays at random
    tricks    the number of tricks to play
    greedy    whether all players go for every trick, even if they need none
    goals     when sensible players go for a trick; None for the rule `wants_trick`
    counts    whether sensible players count the unseen cards
    """

    hands: list[Lanes]
    wants: list[Column]
    leader: Column
    running: RunningTricks
    random: Sequence[bool]
    keys: Keys | None = None
    trick: int = 0
    place: int = 0
    tricks: int = 13
    greedy: bool = False
    goals: Goals | None = None
    counts: bool = False

    @classmethod
    def of(
        cls,
        hands: npt.NDArray[np.int16],
        wants: npt.NDArray[np.int16],
        leader: Column,
        running: RunningTricks | Column,
        **more: Any,
    ) -> Self:
        """Return the tables at the first lead.

        hands      lanes, shape (seats, lanes, deals)
        wants      shape (seats, deals)
        running    the first trick, or a trump suit per deal in a game with the usual rules, 4 for
                   no trumps
        more       other fields
        """
        turn = turner(leader, len(hands))
        by_lane = [turn([*hands[:, lane]]) for lane in range(hands.shape[1])]
        if not isinstance(running, RunningTricks):
            running = RunningTricks(suit_masks(running))
        by_place = [[lane[place] for lane in by_lane] for place in range(len(hands))]
        return cls(by_place, turn([*wants]), leader, running, tricks=_size(hands), **more)

    def __post_init__(self) -> None:
        empty, trump = np.zeros_like(self.leader), self.running.trump
        self.seen = [empty.copy() for _ in self.hands[0]]
        self.winner, self.holder = empty, empty
        self.prize = np.ones_like(self.leader)  # the gain of the winner of the trick
        self.players = len(self.hands)
        self.plain = (trump[0] | trump[1] | trump[2] | trump[3]) + np.int16(1)

    def held(self, lanes: Lanes) -> Lanes:
        """Return cards as lanes of the pack, in the form of the hands."""
        missing = [np.zeros_like(self.leader)] * (len(self.hands[0]) - len(lanes))
        return self.running.held([*lanes, *missing])

    def finish(self) -> npt.NDArray[np.int16]:
        """Play to the end; return the tricks that each seat still needs, shape (seats, deals)."""
        while self.trick < self.tricks:
            self.lay(self.choose())
        return np.stack(turned(self.wants, around(self.players - self.leader, self.players)))

    def choose(self) -> Lanes:
        """Return the card played next in each deal, as lanes of which one has a bit."""
        if self.trick == self.tricks - 1:  # there is no choice
            return [lane.copy() for lane in self.hands[self.place]]
        if all(self.random):
            return self._choose_at_random()
        if not any(self.random):
            return self._choose_sensibly()
        lucky, sensible_ones = self._choose_at_random(), self._choose_sensibly()
        mask = self._is_random()
        return [either(mask, a, b) for a, b in zip(lucky, sensible_ones, strict=True)]

    def lay(self, cards: Lanes) -> None:
        """Play a card in each deal."""
        hand, sensible = self.hands[self.place], not all(self.random)
        for lane, card in enumerate(cards):
            hand[lane] ^= card
            if sensible:
                self.seen[lane] |= card
        if self.place == 0:
            self.running.lead(cards)
            self.winner, self.holder = np.zeros_like(self.leader), self.wants[0]
        else:
            better = self.running.follow(cards)
            self.winner = either(better, np.int16(self.place), self.winner)
            if sensible:
                self.holder = either(better, self.wants[self.place], self.holder)
        self.place += 1
        if self.place == self.players:
            self._close()

    def _close(self) -> None:
        """Give the trick to its winner, who leads to the next one."""
        self.trick, self.place, self.running.first = self.trick + 1, 0, None
        self.leader = around(self.leader + self.winner, self.players)
        turn = turner(self.winner, self.players)
        self.wants = turn(self.wants)
        self.wants[0] -= self.prize
        if self.trick < self.tricks:
            lanes = [turn(rows) for rows in zip(*self.hands, strict=True)]
            self.hands = [[lane[place] for lane in lanes] for place in range(self.players)]

    def _is_random(self) -> Column:
        """Return a mask of the deals in which it is the turn of a random player."""
        seat = around(self.leader + np.int16(self.place), self.players)
        mask = np.zeros_like(seat)
        for number, lucky in enumerate(self.random):
            if lucky:
                mask |= equals(seat, number)
        return mask

    def _choose_sensibly(self) -> Lanes:
        own, want, running = self.hands[self.place], self.wants[self.place], self.running
        turns = Turns(own, self.seen, running.trump, self.counts)
        if self.place:
            turns.follow(running, last=self.place == self.players - 1)
        turns.wins = None if self.greedy else self.goes(turns, want)
        return follows(turns) if self.place else leads(turns, running.leads(own))

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
        own, running = self.hands[self.place], self.running
        slot = FIRST_CARD_SLOT + self.players * self.trick + self.place
        if slot % 2 == 0:
            self.word = word(self.keys, slot // 2)
            halves = self.word & np.uint64(0xFFFF_FFFF)
        else:
            halves = self.word >> np.uint64(32)
        if self.place == 0:
            return pick_evenly(running.leads(own), halves, running.low)
        lane, low = running.following(own), running.low
        void = np.flatnonzero(lane == 0)
        discards = [each.take(void) for each in running.discards(own)]
        anything = pick_evenly(discards, halves.take(void), None if low is None else low.take(void))
        card, *of_no_suit = pick_evenly([lane, *running.beside(own)], halves, low)
        cards = [*(card & mask for mask in running.led), *of_no_suit]
        for chosen, discard in zip(cards, anything, strict=True):
            chosen[void] = discard
        return cards


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
            card = next_card(own) if next_card else pick_evenly(own, half(keys, slot + number))
            own = [lane ^ chosen for lane, chosen in zip(own, card, strict=True)]
        left[seat] = np.stack(own)
    return hands ^ left


def pick_evenly(lanes: Lanes, halves: Keys, low: Column | None = None) -> Lanes:
    """Pick one card of each deal at random.

    halves    32 random bits for each deal, which are overwritten
    low       as in `RunningTricks`
    """
    if len(lanes) == 1:
        halves *= count_of(lanes[0]).astype(np.uint64)
        halves >>= np.uint64(32)
        return [_picked(lanes[0], halves, low)]
    counts = [count_of(lane) for lane in lanes]
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
    aims = np.zeros((len(hands), len(keys)), np.int16) if wants is None else wants
    tables = Tables.of(hands, aims, leader, trump, random=random, keys=keys, greedy=wants is None)
    return aims - tables.finish()


def _size(hands: npt.NDArray[np.int16]) -> int:
    """Return the number of cards in each hand; 0 if there are no deals."""
    return int(np.bitwise_count(hands[0, :, :1]).sum())


def lanes_of_places(places: npt.NDArray[np.integer[Any]], lanes: int = SUITS) -> Lanes:
    """Return cards given by their index in the pack, as lanes; -1 is no card."""
    suits, ranks = np.divmod(places.astype(np.int16), np.int16(RANKS))
    bit = np.left_shift(np.int16(1), ranks)
    return [bit & equals(suits & np.int16(7), lane) for lane in range(lanes)]
