"""The play of many deals at once, all of them at the same card of the same trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple, Self

from scorekeeper.optional_numpy import np, npt
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
    below_at,
    either,
    equals,
    first_of,
    half,
    highest,
    is_some,
    largest,
    lowest,
    masked,
    scaled,
    smear,
    turned,
    word,
)
from scorekeeper.play.players import FIRST_CARD_SLOT, FIRST_CONTRACT_SLOT, FIRST_EXCHANGE_SLOT
from scorekeeper.play.sensible_player import (
    HOLDERS,
    KINDS,
    LEFT,
    PACK,
    RANKS,
    SPARE,
    TRICK,
    TRUMP_LEAD,
    USUAL,
    WANTS,
    Goals,
    Trust,
    shares,
)

# When to go for a trick

_SPARE_BITS = 3


@dataclass(frozen=True, slots=True)
class Aims:
    """The fields of `sensible_player.Aim` for each deal; `place` and `left` are the same in all.

    plain    1 if there are no trumps, otherwise 0
    """

    place: int
    plain: Column
    want: Column
    holder: Column
    left: int
    sure: Column


def goes(goals: Goals, aims: Aims) -> Column:
    """Return what `Goals.goes` returns, for each deal, as a mask."""
    return _table(goals).take(rows_of(aims))


def rows_of(aims: Aims) -> Column:
    """Return the indices into `_table`: the row of each aim, with the spare in the lowest bits."""
    row = aims.plain + np.int16(aims.place * KINDS)
    row *= np.int16(len(WANTS))
    row += np.clip(aims.want, WANTS[0], WANTS[-1])
    row *= np.int16(len(HOLDERS))
    row += (aims.holder >> 15) - is_some(aims.holder)
    row *= np.int16(len(LEFT) << _SPARE_BITS)
    row += np.clip(aims.sure - aims.want, SPARE[0], SPARE[-1])
    first = (-WANTS[0] * len(HOLDERS) - HOLDERS[0]) * len(LEFT) + aims.left - 1
    row += np.int16((first << _SPARE_BITS) - SPARE[0])
    return row


@lru_cache(maxsize=4)
def _table(goals: Goals) -> Column:
    """Return a table: at index row << 3 | spare + 2, -1 to go for the trick, 0 not to."""
    rows = np.frombuffer(goals.rows, np.uint8).astype(np.int16)
    bits = rows[:, None] >> np.arange(1 << _SPARE_BITS, dtype=np.int16) & 1
    masks: Column = (-bits).astype(np.int16).reshape(-1)
    return masks


# Which card to play
#
# These functions choose the same card as `sensible_player.choose_card`.

_SURE = 64
_NOTHING = 0x7FFF


@dataclass
class Turns:
    """The inputs of the decision in each deal: `sensible_player.Turn` with masks for numbers.

    seen          the lanes of the cards played
    trump, led    a mask per suit; all clear if there are no trumps, or for a lead
    wins          a mask of the deals in which the player goes for the trick
    """

    own: Lanes
    seen: Lanes
    trump: Lanes
    led: Lanes
    best: Column
    last: bool
    wins: Column
    counts: bool = False

    @cached_property
    def unseen(self) -> Lanes:
        """The lanes of the cards that others may hold."""
        return [
            np.int16(LANE) & ~(own | seen) for own, seen in zip(self.own, self.seen, strict=True)
        ]

    @cached_property
    def beaten(self) -> Lanes:
        """All cards up to the highest unseen one of their suit."""
        return [smear(unseen) for unseen in self.unseen]

    def select(self, places: npt.NDArray[np.intp]) -> Turns:
        """Return the inputs in the deals at these indices.

        The suit led is left out, and the cards seen if they are not counted.
        """
        return Turns(
            [lane.take(places) for lane in self.own],
            [lane.take(places) for lane in self.seen] if self.counts else [],
            [mask.take(places) for mask in self.trump],
            [],
            self.best.take(places),
            self.last,
            self.wins.take(places),
            self.counts,
        )


def wants_trick(want: Column, left: int, holder: Column) -> Column:
    """Return a mask of the deals in which the player goes for the trick."""
    too_many = (np.int16(left) - want) >> 15
    short = is_some(want) & ~too_many
    settled = too_many | (want >> 15)
    return short | (settled & is_some(holder))


def sure_cards(turns: Turns) -> Column:
    """Return the number of the player's cards that no unseen card of their suit beats."""
    sure = [own & ~beaten for own, beaten in zip(turns.own, turns.beaten, strict=True)]
    count: Column = sum(np.bitwise_count(lane) for lane in sure).astype(np.int16)
    return count


def leads(turns: Turns, legal: Lanes) -> Lanes:
    """Return the card to lead in each deal, as four lanes of which one has a bit."""
    lows = [lowest(own) for own in legal]
    win = (_likely_lead if turns.counts else _lead_to_win)(turns, legal)
    lose = _lead_to_lose(turns, lows)
    key = either(turns.wins, win, lose)
    sure = turns.wins
    if not turns.counts:
        sure = sure & is_some(win - np.int16((_SURE << 2) - 1))
    cards = []
    for suit, own in enumerate(legal):
        chosen = equals(key & np.int16(3), suit)
        cards.append(either(sure, highest(own), lows[suit]) & chosen)
    return cards


def follows(turns: Turns) -> Lanes:
    """Return the card to follow with in each deal, as four lanes of which one has a bit."""
    own_led = masked(turns.own, turns.led)
    card = _follow(turns, own_led)
    cards = [card & led for led in turns.led]
    void = np.flatnonzero(own_led == 0)
    if len(void):
        trump_bit, plain_bit, plain_suit = _cannot_follow(turns.select(void))
        for suit in range(4):
            thrown = plain_bit & equals(plain_suit, suit)
            cards[suit][void] = thrown | (trump_bit & turns.trump[suit].take(void))
    return cards


def _lead_to_win(turns: Turns, legal: Lanes) -> Column:
    keys = []
    for suit, own in enumerate(legal):
        plain = ~turns.trump[suit]
        sure = is_some(own & ~turns.beaten[suit])
        long = np.bitwise_count(own).astype(np.int16) + (plain & np.int16(16))
        key = either(sure, np.int16(_SURE) + (~plain & np.int16(16)), long)
        keys.append(((key << 2) | np.int16(suit)) | ~is_some(own))
    return largest(keys)


def _likely_lead(turns: Turns, legal: Lanes) -> Column:
    keys = []
    for suit, own in enumerate(legal):
        beating = np.bitwise_count(turns.unseen[suit] & ~smear(own)).astype(np.int16)
        key = np.int16(RANKS) - beating + (turns.trump[suit] & np.int16(TRUMP_LEAD))
        keys.append(((key << 2) | np.int16(suit)) | ~is_some(own))
    return largest(keys)


def _lead_to_lose(turns: Turns, lows: Lanes) -> Column:
    keys = []
    for suit, low in enumerate(lows):
        beating = np.bitwise_count(turns.unseen[suit] & ~smear(low)).astype(np.int16)
        keys.append(((beating << 2) | np.int16(suit)) | ~is_some(low))
    return largest(keys)


def _follow(turns: Turns, own: Column) -> Column:
    ruffed = -(turns.best >> 13) & ~masked(turns.trump, turns.led)
    beaten = ((turns.best & np.int16(LANE)) << 1) - np.int16(1)
    above = own & ~(beaten | ruffed)
    below = own ^ above
    if turns.last:
        win = lowest(first_of(above, own))
        lose = highest(first_of(below, above))
    else:
        sure = above & ~masked(turns.beaten, turns.led)
        if turns.counts:
            win = first_of(first_of(lowest(sure), highest(above)), lowest(own))
        else:
            win = lowest(first_of(first_of(sure, above), own))
        lose = first_of(highest(below), lowest(above))
    return either(turns.wins, win, lose)


def _cannot_follow(turns: Turns) -> tuple[Column, Column, Column]:
    """Return the card to play for players who cannot follow suit.

    It is the bit of a trump, and the bit and the suit of a plain card; one of the two bits is 0.
    """
    wins = turns.wins
    trumps = masked(turns.own, turns.trump)
    beaten = ((turns.best & np.int16(LANE)) << 1) - np.int16(1)
    over = trumps & ~(beaten & -(turns.best >> 13))
    under = trumps ^ over
    plain = [own & ~trump for own, trump in zip(turns.own, turns.trump, strict=True)]
    any_plain = is_some(plain[0] | plain[1] | plain[2] | plain[3])
    use_trump = is_some(either(wins, over, under)) | ~any_plain
    trump_bit = either(
        wins, lowest(first_of(over, trumps)), first_of(highest(under), lowest(trumps))
    )
    low_bit, low_suit = lowest_of(plain)
    high_bit, high_suit = _most_dangerous(turns, plain) if turns.counts else _highest_of(plain)
    plain_bit = either(wins, low_bit, high_bit) & ~use_trump
    return trump_bit & use_trump, plain_bit, either(wins, low_suit, high_suit)


def _most_dangerous(turns: Turns, lanes: Lanes) -> tuple[Column, Column]:
    keys, tops = [], []
    for suit, lane in enumerate(lanes):
        upto = smear(lane)
        below = np.bitwise_count(turns.unseen[suit] & upto).astype(np.int16) << 2
        key = below + np.int16(RANKS) - np.bitwise_count(lane).astype(np.int16)
        keys.append(((key << 2) | np.int16(suit)) | ~is_some(lane))
        tops.append(upto ^ (upto >> 1))
    chosen = largest(keys) & np.int16(SUITS - 1)
    return masked(tops, [equals(chosen, suit) for suit in range(SUITS)]), chosen


def _highest_of(lanes: Lanes) -> tuple[Column, Column]:
    keys = [(lane << 2) | np.int16(suit) for suit, lane in enumerate(lanes)]
    key = largest(keys)
    return highest(key >> 2), key & np.int16(3)


def lowest_of(lanes: Lanes) -> tuple[Column, Column]:
    """Return the lowest card of the hand and its suit; of equal ones that of the first suit.

    Without a card both have no meaning.
    """
    keys = []
    for suit, lane in enumerate(lanes):
        low = lowest(lane)
        empty = ((low - np.int16(1)) >> 15) & np.int16(_NOTHING)
        keys.append((low << 2) | np.int16(suit) | empty)
    key: Column = np.minimum(np.minimum(keys[0], keys[1]), np.minimum(keys[2], keys[3]))
    return key >> 2, key & np.int16(3)


# The tricks

SUITS = 4
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


# Play at random
#
# A hand is one 64-bit word, 16 bits per suit, clubs lowest. The cards and the winners are the same
# as above, from the same random numbers. The tricks that players need play no role.

PLAYERS, TRICKS = 4, 13
BLOCK = 342 * 64  # deals whose columns fit the cache; three blocks make a chunk
_HALF, _HALF_BITS = np.uint64(0xFFFF_FFFF), np.uint64(32)
_LANE, _LANE_BITS, _ROW_BITS = np.uint64(LANE), np.uint64(16), np.uint64(13)
_SUIT_BITS = np.uint64(4)  # a suit times 16 is the shift of its lane
_TRUMPED, _PLACE, _PLACE_BITS = np.uint16(2**13), np.uint16(3), np.uint16(2)
_EACH, _SUITS_BEFORE = np.uint32(0x0101_0101), np.uint32(0x0101_0100)
_SIGNS, _REST, _BYTE_BITS = np.uint32(0x8080_8080), np.uint32(0x7F), np.uint32(3)
_FOLLOWERS = np.arange(1, PLAYERS, dtype=np.uint16)[:, None]  # their places

Bits = npt.NDArray[np.uint16]


def tricks_at_random(
    hands: npt.NDArray[np.int16], leader: Column, trump: Column, keys: Keys
) -> npt.NDArray[np.int16]:
    """Return the tricks that each seat takes if all play at random, shape (seats, deals).

    `hands` are lanes of shape (seats, suits, deals); `trump` is 4 for no trumps.
    """
    taken = np.empty((PLAYERS, len(keys)), np.int16)
    for start in range(0, len(keys), BLOCK):
        part = slice(start, start + BLOCK)
        taken[:, part] = _played(_words(hands[:, :, part]), leader[part], trump[part], keys[part])
    return taken


def _words(hands: npt.NDArray[np.int16]) -> Keys:
    """Return hands as words, shape (seats, deals)."""
    words = np.zeros((PLAYERS, hands.shape[2]), np.uint64)
    for suit in reversed(range(SUITS)):
        words <<= _LANE_BITS
        words |= hands[:, suit].view(np.uint16)
    return words


def _played(hands: Keys, leader: Column, trump: Column, keys: Keys) -> npt.NDArray[np.uint8]:
    """Play one block of deals; return the tricks by seat, shape (seats, deals)."""
    trumps = trump.astype(np.uint64) << _SUIT_BITS
    for_followers = np.tile(trumps, PLAYERS - 1)
    seat, winner = np.zeros(len(keys), np.uint32), leader.astype(np.uint16)
    taken = np.zeros(len(keys), "<u4")
    around, spare = np.empty((2, 2 * PLAYERS - 1, len(keys)), np.uint64)
    around[:PLAYERS] = hands
    for trick in range(TRICKS):
        hands = _from(around, winner.astype(np.intp), spare)
        around, spare = spare, around
        seat += winner
        seat &= np.uint32(_PLACE)
        if trick < TRICKS - 1:
            winner = _winner(hands, for_followers, _halves(keys, trick), np.uint64(TRICKS - trick))
        else:
            winner = _last_winner(hands, trumps)
        taken += np.uint32(1) << ((seat + winner & np.uint32(_PLACE)) << _BYTE_BITS)
    return taken.view(np.uint8).reshape(-1, PLAYERS).T


def _halves(keys: Keys, trick: int) -> Keys:
    """Return 32 random bits for each choice of a trick, one row per place."""
    number = (FIRST_CARD_SLOT + PLAYERS * trick) // 2
    halves = np.empty((PLAYERS, len(keys)), np.uint64)
    for place in range(0, PLAYERS, 2):
        both = word(keys, number + place // 2)
        np.bitwise_and(both, _HALF, out=halves[place])
        np.right_shift(both, _HALF_BITS, out=halves[place + 1])
    return halves


def _winner(hands: Keys, trumps: Keys, halves: Keys, left: np.uint64) -> Bits:
    """Play a trick from the hands, by place; return the place that wins it.

    `trumps` has one row, repeated for each follower.
    """
    card, led, best = _any_card(hands[0], halves[0], left)
    hands[0] ^= card
    best <<= _PLACE_BITS
    strengths = _follow_at_random(hands[1:], led, trumps, halves[1:], left)
    strengths <<= _PLACE_BITS
    strengths |= _FOLLOWERS
    for strength in strengths:
        np.maximum(best, strength, out=best)
    best &= _PLACE
    return best


def _last_winner(hands: Keys, trumps: Keys) -> Bits:
    """Return the place that wins the last trick, in which nobody has a choice."""
    led = (np.bitwise_count(hands[0] - np.uint64(1)) & np.uint8(0x30)).astype(np.uint64)
    best = np.zeros(hands.shape[1], np.uint16)
    for place, hand in enumerate(hands):
        trump = (hand >> trumps).astype(np.uint16)
        strength = (hand >> led).astype(np.uint16) | trump | (trump != 0) * _TRUMPED
        np.maximum(best, strength << _PLACE_BITS | np.uint16(place), out=best)
    best &= _PLACE
    return best


def _from(around: Keys, first: npt.NDArray[np.intp], turned: Keys) -> Keys:
    """Write the hands clockwise from place `first` of each deal into `turned`, and return them.

    Both arrays have a row for each place, then room to repeat all rows but the last.
    """
    deals = around.shape[1]
    around[PLAYERS:] = around[: PLAYERS - 1]
    places = first * deals
    places += np.arange(deals)
    for place in range(PLAYERS):
        around[place:].reshape(-1).take(places, out=turned[place], mode="clip")
    return turned[:PLAYERS]


def _any_card(hand: Keys, halves: Keys, count: np.uint64) -> tuple[Keys, Keys, Bits]:
    """Return a random card of each hand: its word, the shift of its suit, its bit.

    Each byte of `index` belongs to a suit. It holds the card's index minus the number of cards in
    the suits before, and keeps its sign bit if the card is in this suit or a later one. The byte of
    the card's own suit is then its index within the suit.
    """
    index = ((halves * count) >> _HALF_BITS).astype(np.uint32)
    counts = np.bitwise_count(hand.astype("<u8", copy=False).view("<u2")).view("<u4")
    index *= _EACH
    index |= _SIGNS
    index -= counts * _SUITS_BEFORE
    suit = np.bitwise_count(index & _SIGNS) - np.uint8(1)
    index >>= (suit << np.uint8(3)).astype(np.uint32)
    index &= _REST
    shift = suit.astype(np.uint64)
    shift <<= _SUIT_BITS
    bit = _picked_at_random(hand >> shift & _LANE, index.astype(np.uint64))
    return bit.astype(np.uint64) << shift, shift, bit


def _follow_at_random(hands: Keys, led: Keys, trumps: Keys, halves: Keys, left: np.uint64) -> Bits:
    """Play a card of the suit led, or any card, from each hand; return how strong each is.

    The followers' choices do not depend on each other, so all three play at once.
    """
    lanes = hands >> led
    lanes &= _LANE
    index = halves * np.bitwise_count(lanes)
    index >>= _HALF_BITS
    strengths = _picked_at_random(lanes, index)
    hands ^= strengths.astype(np.uint64) << led
    void = np.flatnonzero(lanes == 0)
    if len(void):
        own = hands.take(void)
        card, suit, bit = _any_card(own, halves.take(void), left)
        hands.reshape(-1)[void] = own ^ card
        strengths.reshape(-1)[void] = (bit | _TRUMPED) * (suit == trumps.take(void))
    return strengths


def _picked_at_random(lane: Keys, place: Keys) -> Bits:
    """Return card number `place` of each suit mask, the lowest being 0; overwrites `place`."""
    place <<= _ROW_BITS
    place |= lane
    return PICK.take(place.view(np.int64)).view(np.uint16)


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


def worths(  # noqa: PLR0917
    hand: Sequence[Column],
    trump: Column,
    players: int,
    each: int,
    pack: int = PACK,
    trust: Trust = USUAL,
) -> Column:
    """Return the worth of a hand in each deal, as `sensible_player.worth_of` does for one."""
    worth = np.zeros(len(trump), np.int16)
    for suit, lane in enumerate(hand):
        for trumps in (False, True):
            here = (trump < SUITS) == trumps
            if not here.any():
                continue
            plain, high = _tables(players, each, trumps, pack, trust)
            is_trump = trump == suit
            worth += np.where(here & ~is_trump, plain.take(lane), 0).astype(np.int16)
            if trumps:
                worth += np.where(is_trump, high.take(lane), 0).astype(np.int16)
    return worth


Masks = npt.NDArray[np.int32]
"""The numbers that may be announced in each deal: bit n for number n."""


def numbers(worth: Column, legal: Masks) -> Column:
    """Return the number nearest to a worth, as `sensible_player.nearest_number` does for one."""
    best = np.zeros(len(worth), np.int16)
    least = np.full(len(worth), np.iinfo(np.int16).max, np.int16)
    for number in range(int(legal.max(initial=0)).bit_length()):
        distance = np.abs(worth - np.int16(TRICK * number))
        nearer = (distance < least) & (legal >> number & 1 > 0)
        best = np.where(nearer, np.int16(number), best)
        least = np.where(nearer, distance, least)
    return best


class Bids(NamedTuple):
    """The numbers announced, shape (seats, deals), and those that the players would have chosen."""

    said: npt.NDArray[np.int16]
    chosen: npt.NDArray[np.int16]


def bids_in_turn(  # noqa: PLR0917
    hands: npt.NDArray[np.int16],
    eldest: Column,
    keys: Keys,
    random: Sequence[bool],
    legal: Callable[[int, Column, npt.NDArray[np.int16]], Masks],
    sensible: Callable[[Lanes, Masks, int, npt.NDArray[np.int16]], Column],
    known: npt.NDArray[np.int16] | None = None,
) -> Bids:
    """Return the number that each seat announces, from the eldest on.

    hands       lanes, shape (seats, lanes, deals)
    random      for each seat, whether it bids at random
    legal       returns the legal numbers of a place and its seats, after the bids so far
    sensible    returns the numbers that sensible players announce with these lanes, of the legal
                ones, at a place after the bids so far
    known       by seat, numbers that have been announced, whatever the hands; -1 for none
    """
    players, deals = len(hands), np.arange(len(keys))
    bids, chosen_ones = np.zeros((2, players, len(keys)), np.int16)
    for place in range(players):
        seat = left_of(eldest, place, players)
        masks = legal(place, seat, bids)
        hand = [rows[seat, deals] for rows in hands.swapaxes(0, 1)]
        chosen = partial(sensible, hand, masks, place, bids)
        own = announced(keys, seat, masks, np.array(random)[seat], chosen)
        chosen_ones[seat, deals] = bids[seat, deals] = own
        if known is not None:
            fixed = known[seat, deals]
            bids[seat, deals] = np.where(fixed < 0, own, fixed)
    return Bids(bids, chosen_ones)


def random_numbers(keys: Keys, seats: Column, legal: Masks) -> Column:
    """Return the numbers that random players announce, uniform over the legal ones."""
    count = np.bitwise_count(legal)
    place = below_at(keys, count, (seats + np.int16(FIRST_CONTRACT_SLOT)).astype(np.int16))
    for lower in range(int(count.max(initial=1)) - 1):
        legal = legal & (legal - (place > lower))  # without the lowest number
    number: Column = np.bitwise_count((legal & -legal) - 1).astype(np.int16)
    return number


def announced(
    keys: Keys,
    seats: Column,
    legal: Masks,
    random: npt.NDArray[np.bool_],
    sensible: Callable[[], Column],
) -> Column:
    """Return the numbers that players announce.

    random      whether the player in turn announces any legal number, for each deal
    sensible    returns the numbers that sensible players announce
    """
    if random.all():
        return random_numbers(keys, seats, legal)
    if not random.any():
        return sensible()
    return np.where(random, random_numbers(keys, seats, legal), sensible())


def numbers_but(most: int | Column, barred: Column) -> Masks:
    """Return the masks of the numbers from 0 to `most` without a barred one; -1 bars none."""
    every = (np.int32(2) << most) - np.int32(1)
    return np.where(barred < 0, every, every & ~(1 << np.maximum(barred, 0).astype(np.int32)))


def left_of(seats: Column, steps: int, players: int) -> Column:
    """Return the seats `steps` places clockwise."""
    return around(seats + np.int16(steps), players)


@lru_cache(maxsize=64)
def _tables(
    players: int, each: int, trumps: bool, pack: int, trust: Trust
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return two tables of the worth of the cards in each lane: as a plain suit and as trumps."""
    lanes = np.arange(1 << RANKS)
    tables = []
    for values in shares(players, each, trumps, pack, trust):
        table = np.zeros(len(lanes), np.int16)
        for bit in range(RANKS):
            higher = RANKS - 1 - bit - np.bitwise_count(lanes >> (bit + 1)).astype(np.int64)
            table += np.where(lanes >> bit & 1, np.array(values)[higher], 0).astype(np.int16)
        tables.append(table)
    return tables[0], tables[1]
