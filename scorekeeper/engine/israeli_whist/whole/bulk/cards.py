"""Which card the sensible player plays, for many deals at once: `players.choose_card` in columns.

Every function here has a namesake there, and must give the same card.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.fast import np
from scorekeeper.engine.israeli_whist.whole.bulk.arrays import (
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
    """What bears on a card in each deal; as `choose_card.Turn`, with masks in place of numbers.

    trump, led    a mask for each suit; all clear where there is no trump
    """

    own: Lanes
    unseen: Lanes
    trump: Lanes
    led: Lanes
    best: Column
    last: bool
    wins: Column


def wants_trick(want: Column, left: int, holder: Column) -> Column:
    """A mask of the deals in which the player goes for the trick."""
    too_many = (np.int16(left) - want) >> 15
    short = is_some(want) & ~too_many
    settled = too_many | (want >> 15)
    return short | (settled & is_some(holder))


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
    can = is_some(own_led)
    followed = _follow(turns, own_led)
    trump_bit, use_trump, plain_bit, plain_suit = _cannot_follow(turns)
    trump_bit &= use_trump & ~can
    plain_bit &= ~(use_trump | can)
    cards = []
    for suit in range(4):
        card = followed & turns.led[suit]
        card |= trump_bit & turns.trump[suit]
        card |= plain_bit & equals(plain_suit, suit)
        cards.append(card)
    return cards


def _lead_to_win(turns: Turns) -> Column:
    keys = []
    for suit in range(4):
        own, plain = turns.own[suit], ~turns.trump[suit]
        sure = is_some(own & ~smear(turns.unseen[suit]))
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
    led_is_trump = masked(turns.trump, turns.led)
    ruffed = ((-(turns.best >> 13)) >> 15) & ~led_is_trump
    beaten = ((turns.best & np.int16(LANE)) << 1) - np.int16(1)
    above = own & ~(beaten | ruffed)
    below = own ^ above
    if turns.last:
        win = lowest(first_of(above, own))
        lose = highest(first_of(below, above))
    else:
        sure = above & ~smear(masked(turns.unseen, turns.led))
        win = lowest(first_of(first_of(sure, above), own))
        lose = first_of(highest(below), lowest(above))
    return either(turns.wins, win, lose)


def _cannot_follow(turns: Turns) -> tuple[Column, Column, Column, Column]:
    """The trump to play, whether to play it, and the other card: its bit and its suit."""
    wins = turns.wins
    trumps = masked(turns.own, turns.trump)
    trumped = (-(turns.best >> 13)) >> 15
    beaten = ((turns.best & np.int16(LANE)) << 1) - np.int16(1)
    over = trumps & ~(beaten & trumped)
    under = trumps ^ over
    plain = [own & ~trump for own, trump in zip(turns.own, turns.trump, strict=True)]
    any_plain = is_some(plain[0] | plain[1] | plain[2] | plain[3])
    use_trump = is_some(either(wins, over, under)) | ~any_plain
    trump_bit = either(
        wins, lowest(first_of(over, trumps)), first_of(highest(under), lowest(trumps))
    )
    low_bit, low_suit = _lowest_of(plain)
    high_bit, high_suit = _highest_of(plain)
    return trump_bit, use_trump, either(wins, low_bit, high_bit), either(wins, low_suit, high_suit)


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
