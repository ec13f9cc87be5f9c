"""Card words of Bid Whist: a hand as one 64-bit integer, in two orders.

A word has a lane of 16 bits for each suit. *As dealt*, the lanes are the suits from clubs to
spades, and a lane has the two in bit 0 and the ace in bit 12. Bits 61 and 62 of the word are the
black and the red joker. The bits are in the order of the pack, so a random card is found by
counting them.

*As ranked*, the best card of each suit is in bit 12, and the trumps are in the last lane, with the
jokers above them. The other suits keep their order. Without trumps the suits stay in their lanes,
and the jokers in their bits, outside any suit.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.games.bid_whist.order import PACK
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column, Keys
from scorekeeper.engine.play.bulk.card_words import LANE, LANE_BITS, ONE, SUITS
from scorekeeper.engine.play.bulk.dealing import shuffled

PLAYERS, EACH = 4, 12
BLACK, RED = np.uint64(61), np.uint64(62)
JOKERS = np.uint64(0b11 << 61)
TRUMP_SHIFT = np.uint64(48)  # the shift of the trumps in a word as ranked
TRUMP_LANE = np.uint64(0x7FFF)  # thirteen trumps and two jokers
TRUMPS = TRUMP_LANE << TRUMP_SHIFT
PLAIN_SUITS = SUITS & ~TRUMPS  # in a word as ranked, if there are trumps

_CARDS = np.array(
    [1 << 16 * suit + rank for suit in range(4) for rank in range(13)] + [1 << 61, 1 << 62],
    np.uint64,
)


def deal_words(keys: Keys) -> tuple[Keys, Keys]:
    """The hands as dealt, shape (seats, deals), and the kitty of each deal."""
    hands, kitty = np.empty((PLAYERS, len(keys)), np.uint64), np.empty(len(keys), np.uint64)
    for part, order in shuffled(keys, len(PACK)):
        cards = _CARDS.take(order.T.astype(np.intp))
        for seat in range(PLAYERS):
            np.bitwise_or.reduce(cards[EACH * seat : EACH * (seat + 1)], out=hands[seat, part])
        np.bitwise_or.reduce(cards[EACH * PLAYERS :], out=kitty[part])
    return hands, kitty


@dataclass(frozen=True, slots=True)
class Terms:
    """The ranking of the cards in some deals.

    trumps    whether there is a trump suit
    low       whether low cards are better (downtown)
    swapped   whether the black joker is the higher one
    shift     the shift of the trump suit's lane in a word as dealt, one per deal
    """

    trumps: bool
    low: bool
    swapped: bool
    shift: Keys

    def ranked(self, words: Keys) -> Keys:
        """Convert words from as dealt to as ranked."""
        if self.low:
            words = _looked_up(_LOW, words)
        if not self.trumps:
            return words
        below = (ONE << self.shift) - ONE
        suits = words & SUITS
        others = (suits & below) | (suits >> LANE_BITS & ~below & PLAIN_SUITS)
        trumps = (suits >> self.shift & LANE) << TRUMP_SHIFT
        ranked: Keys = others | trumps | self._jokers(words)
        return ranked

    def dealt(self, words: Keys) -> Keys:
        """Convert words from as ranked to as dealt."""
        if self.trumps:
            below = (ONE << self.shift) - ONE
            others, trumps = words & PLAIN_SUITS, words >> TRUMP_SHIFT & LANE
            suits = (others & below) | (others & ~below) << LANE_BITS | trumps << self.shift
            words = suits | self._jokers(words)
        return _looked_up(_LOW, words) if self.low else words

    def _jokers(self, words: Keys) -> Keys:
        jokers: Keys = words & JOKERS
        if self.swapped:
            jokers = (jokers >> ONE | jokers << ONE) & JOKERS
        return jokers


def above(words: Keys) -> Keys:
    """For each of the four lanes of a word, the bits above its highest bit."""
    return _looked_up(_ABOVE, words)


def flags_as_words(mask: npt.NDArray[np.bool_]) -> Keys:
    """A word of all ones for each true flag, 0 for the others."""
    return -mask.astype(np.int64).view(np.uint64)


def shift_of(trump: Column) -> Keys:
    """The shift of a suit's lane in a word as dealt."""
    return trump.astype(np.uint64) * LANE_BITS


def _looked_up(table: npt.NDArray[np.uint16], words: Keys) -> Keys:
    return table.take(words.view(np.uint16)).view(np.uint64)


def _low_table() -> npt.NDArray[np.uint16]:
    """Lanes with the ranks from two to king reversed; the ace is best in both directions."""
    lanes = np.arange(1 << 16, dtype=np.uint32)
    table = lanes & ~np.uint32(0xFFF)
    for bit in range(12):
        table |= (lanes >> bit & 1) << (11 - bit)
    return table.astype(np.uint16)


_EVERY = np.arange(1 << 16)
_LENGTHS = np.ceil(np.log2(_EVERY + 1)).astype(np.int64)
_ABOVE = (0xFFFF & ~((1 << _LENGTHS) - 1)).astype(np.uint16)
_LOW = _low_table()
