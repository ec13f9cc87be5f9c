"""The sensible choice in many deals: when to go for a trick, and which card to play."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from scorekeeper.play.kernel.arrays import (
    LANE,
    Column,
    Lanes,
    any_of,
    count_of,
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
from scorekeeper.play.kernel.dealing import RANKS, SUITS
from scorekeeper.play.kernel.running_tricks import RunningTricks
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.sensible_player import HOLDERS, KINDS, LEFT, SPARE, TRUMP_LEAD, WANTS, Goals

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

    seen             the lanes of the cards played
    trump            a mask per suit; all clear if there are no trumps
    wins             a mask of the deals in which the player goes for the trick; None for all
    led              a mask per suit, once a card has been led
    losing           the cards of the suit led that do not beat the best card
    losing_trumps    the trumps that do not beat it
    high             whether a player who follows suit wins with a high card while others have yet
                     to play, unless a lower one is sure
    threats          all cards up to the highest unseen trump, for players who ruff with a sure card
                     or a high one; None for those who ruff low
    """

    own: Lanes
    seen: Lanes
    trump: Lanes
    counts: bool = False
    wins: Column | None = None
    led: Lanes = field(default_factory=list)
    last: bool = False
    threats: Column | None = None

    def __post_init__(self) -> None:
        self.high = self.counts

    def follow(self, running: RunningTricks, *, last: bool) -> None:
        """Set what has been played to the trick, and whether only one card is to come."""
        self.led, self.last = running.led, last
        self.losing, self.losing_trumps = running.losing()

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
        turns = Turns(
            [lane.take(places) for lane in self.own],
            [lane.take(places) for lane in self.seen] if self.counts else [],
            [mask.take(places) for mask in self.trump],
            self.counts,
        )
        turns.wins = None if self.wins is None else self.wins.take(places)
        turns.losing_trumps = self.losing_trumps.take(places)
        turns.threats = None if self.threats is None else self.threats.take(places)
        return turns


def wants_trick(want: Column, left: int, holder: Column) -> Column:
    """Return a mask of the deals in which the player goes for the trick."""
    too_many = (np.int16(left) - want) >> 15
    short = is_some(want) & ~too_many
    settled = too_many | (want >> 15)
    return short | (settled & is_some(holder))


def sure_cards(turns: Turns) -> Column:
    """Return the number of the player's cards that no unseen card of their suit beats."""
    sure = [own & ~beaten for own, beaten in zip(turns.own, turns.beaten, strict=True)]
    count: Column = count_of(sure[0]) + count_of(sure[1]) + count_of(sure[2]) + count_of(sure[3])
    return count


def leads(turns: Turns, legal: Lanes) -> Lanes:
    """Return the card to lead in each deal, as four lanes of which one has a bit."""
    lows = [lowest(own) for own in legal]
    key = (_likely_lead if turns.counts else _lead_to_win)(turns, legal)
    sure = np.full_like(key, -1) if turns.counts else is_some(key - np.int16((_SURE << 2) - 1))
    if turns.wins is not None:
        key, sure = either(turns.wins, key, _lead_to_lose(turns, lows)), sure & turns.wins
    cards = []
    for suit, own in enumerate(legal):
        chosen = equals(key & np.int16(3), suit)
        cards.append(either(sure, highest(own), lows[suit]) & chosen)
    return cards


def lead_highest(turns: Turns) -> Lanes:
    """Return the best card that nobody beats, trumps first, as four lanes of which one has a bit.

    Without such a card it is a low card of the longest suit.
    """
    keys = []
    for suit, own in enumerate(turns.own):
        sure, trump = own & ~turns.beaten[suit], turns.trump[suit]
        best = np.int16(_SURE) + count_of(smear(sure)) + (trump & np.int16(16))
        key = either(is_some(sure), best, count_of(own) + (~trump & np.int16(16)))
        keys.append(((key << 2) | np.int16(SUITS - 1 - suit)) | ~is_some(own))
    key = largest(keys)
    sure, chosen = is_some(key - np.int16((_SURE << 2) - 1)), key & np.int16(3)
    return [
        either(sure, highest(own), lowest(own)) & equals(chosen, SUITS - 1 - suit)
        for suit, own in enumerate(turns.own)
    ]


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
        long = count_of(own) + (plain & np.int16(16))
        key = either(sure, np.int16(_SURE) + (~plain & np.int16(16)), long)
        keys.append(((key << 2) | np.int16(suit)) | ~is_some(own))
    return largest(keys)


def _likely_lead(turns: Turns, legal: Lanes) -> Column:
    keys = []
    for suit, own in enumerate(legal):
        beating = count_of(turns.unseen[suit] & ~smear(own))
        key = np.int16(RANKS) - beating + (turns.trump[suit] & np.int16(TRUMP_LEAD))
        keys.append(((key << 2) | np.int16(suit)) | ~is_some(own))
    return largest(keys)


def _lead_to_lose(turns: Turns, lows: Lanes) -> Column:
    keys = []
    for suit, low in enumerate(lows):
        beating = count_of(turns.unseen[suit] & ~smear(low))
        keys.append(((beating << 2) | np.int16(suit)) | ~is_some(low))
    return largest(keys)


def _follow(turns: Turns, own: Column) -> Column:
    above = own & ~turns.losing
    if turns.last:
        win = lowest(first_of(above, own))
    else:
        sure = above & ~smear(masked(turns.unseen, turns.led))
        if turns.high:
            win = first_of(first_of(lowest(sure), highest(above)), lowest(own))
        else:
            win = lowest(first_of(first_of(sure, above), own))
    if turns.wins is None:
        return win
    below = own ^ above
    if turns.last:
        return either(turns.wins, win, highest(first_of(below, above)))
    return either(turns.wins, win, first_of(highest(below), lowest(above)))


def _cannot_follow(turns: Turns) -> tuple[Column, Column, Column]:
    """Return the card to play for players who cannot follow suit.

    It is the bit of a trump, and the bit and the suit of a plain card; one of the two bits is 0.
    """
    wins, trumps = turns.wins, masked(turns.own, turns.trump)
    over = trumps & ~turns.losing_trumps
    ruff, cheap, use_trump = lowest(over), lowest(trumps), over
    if turns.threats is not None:
        ruff = first_of(lowest(over & ~turns.threats), highest(over))
    trump_bit = first_of(ruff, cheap)
    plain = [own & ~trump for own, trump in zip(turns.own, turns.trump, strict=True)]
    plain_bit, suit = lowest_of(plain)
    if wins is not None:
        under = trumps ^ over
        use_trump = either(wins, over, under)
        trump_bit = either(wins, trump_bit, first_of(highest(under), cheap))
        high_bit, high = _most_dangerous(turns, plain) if turns.counts else _highest_of(plain)
        plain_bit, suit = either(wins, plain_bit, high_bit), either(wins, suit, high)
    trumped = is_some(use_trump) | ~any_of(plain)
    return trump_bit & trumped, plain_bit & ~trumped, suit


def _most_dangerous(turns: Turns, lanes: Lanes) -> tuple[Column, Column]:
    keys, tops = [], []
    for suit, lane in enumerate(lanes):
        upto = smear(lane)
        below = count_of(turns.unseen[suit] & upto) << 2
        key = below + np.int16(RANKS) - count_of(lane)
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
