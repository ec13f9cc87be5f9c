"""The sensible player's choice of cards for many deals at once, in columns.

Each function has a counterpart of the same name in `play.choose_card` and chooses the same card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import (
    LANE,
    Column,
    Lanes,
    either,
    equals,
    first_of,
    highest,
    is_some,
    largest,
    lowest,
    masked,
    smear,
)

_SURE = 64
_NOTHING = 0x7FFF


@dataclass
class Turns:
    """The inputs of the decision in each deal: `choose_card.Turn` with masks instead of numbers.

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

    def of(self, places: npt.NDArray[np.intp]) -> Turns:
        """The rows of some deals, without the suit led and the cards seen."""
        return Turns(
            [lane.take(places) for lane in self.own],
            [],
            [mask.take(places) for mask in self.trump],
            [],
            self.best.take(places),
            self.last,
            self.wins.take(places),
        )


def wants_trick(want: Column, left: int, holder: Column) -> Column:
    """A mask of the deals in which the player goes for the trick."""
    too_many = (np.int16(left) - want) >> 15
    short = is_some(want) & ~too_many
    settled = too_many | (want >> 15)
    return short | (settled & is_some(holder))


def sure_cards(turns: Turns) -> Column:
    """The number of the player's cards that no unseen card of their suit beats."""
    sure = [own & ~beaten for own, beaten in zip(turns.own, turns.beaten, strict=True)]
    count: Column = sum(np.bitwise_count(lane) for lane in sure).astype(np.int16)
    return count


def leads(turns: Turns) -> Lanes:
    """The card to lead in each deal, as four lanes of which one has a bit."""
    lows = [lowest(own) for own in turns.own]
    win, lose = _lead_to_win(turns), _lead_to_lose(turns, lows)
    key = either(turns.wins, win, lose)
    sure = turns.wins & is_some(win - np.int16((_SURE << 2) - 1))
    cards = []
    for suit, own in enumerate(turns.own):
        chosen = equals(key & np.int16(3), suit)
        cards.append(either(sure, highest(own), lows[suit]) & chosen)
    return cards


def follows(turns: Turns) -> Lanes:
    """The card to follow with in each deal, as four lanes of which one has a bit."""
    own_led = masked(turns.own, turns.led)
    card = _follow(turns, own_led)
    cards = [card & led for led in turns.led]
    void = np.flatnonzero(own_led == 0)
    if len(void):
        trump_bit, plain_bit, plain_suit = _cannot_follow(turns.of(void))
        for suit in range(4):
            thrown = plain_bit & equals(plain_suit, suit)
            cards[suit][void] = thrown | (trump_bit & turns.trump[suit].take(void))
    return cards


def _lead_to_win(turns: Turns) -> Column:
    keys = []
    for suit in range(4):
        own, plain = turns.own[suit], ~turns.trump[suit]
        sure = is_some(own & ~turns.beaten[suit])
        long = np.bitwise_count(own).astype(np.int16) + (plain & np.int16(16))
        key = either(sure, np.int16(_SURE) + (~plain & np.int16(16)), long)
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
        win = lowest(first_of(first_of(sure, above), own))
        lose = first_of(highest(below), lowest(above))
    return either(turns.wins, win, lose)


def _cannot_follow(turns: Turns) -> tuple[Column, Column, Column]:
    """The trump to play, and the other card's bit and suit; one of the two bits is 0."""
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
    low_bit, low_suit = _lowest_of(plain)
    high_bit, high_suit = _highest_of(plain)
    plain_bit = either(wins, low_bit, high_bit) & ~use_trump
    return trump_bit & use_trump, plain_bit, either(wins, low_suit, high_suit)


def _highest_of(lanes: Lanes) -> tuple[Column, Column]:
    keys = [(lane << 2) | np.int16(suit) for suit, lane in enumerate(lanes)]
    key = largest(keys)
    return highest(key >> 2), key & np.int16(3)


def _lowest_of(lanes: Lanes) -> tuple[Column, Column]:
    keys = []
    for suit, lane in enumerate(lanes):
        low = lowest(lane)
        empty = ((low - np.int16(1)) >> 15) & np.int16(_NOTHING)
        keys.append((low << 2) | np.int16(suit) | empty)
    key: Column = np.minimum(np.minimum(keys[0], keys[1]), np.minimum(keys[2], keys[3]))
    return key >> 2, key & np.int16(3)
