"""The tricks of many deals in which all four players play at random."""

from __future__ import annotations

from scorekeeper.play.kernel.arrays import LANE, PICK, Column, Keys, word
from scorekeeper.play.kernel.dealing import PLAYERS, RANKS, SUITS
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import FIRST_CARD_SLOT

# A hand is one 64-bit word, 16 bits per suit, clubs lowest. The cards and the winners are the same
# as those of `Tables`, from the same random numbers. The tricks that players need play no role.

TRICKS = RANKS
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
