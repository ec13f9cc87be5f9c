"""Many deals of Bid Whist: cards as 64-bit words, dealt, bid, put away, played and scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from scorekeeper.cards import Card, Joker, Rank, Suit
from scorekeeper.games.bid_whist import (
    BIDS,
    BOOK,
    LEVELS,
    TRICKS,
    BidKind,
    BidWhistRules,
    HighLowBid,
    JokersInNoTrump,
    Pack,
    ladder,
    line,
)
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.bid_whist_player import (
    ACE_THEN_UP,
    JOKER,
    TOPS_BESIDE_TRUMPS,
    TRICK,
    cards_of,
    hope,
    keeping_value,
    plain_suit_worth,
    suit_worth,
    trumps_worth,
)
from scorekeeper.play.kernel.arrays import Column, Keys, below, half, keys_of, turned_rows, word
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import deal_lots, pack_of
from scorekeeper.play.players import (
    FIRST_AWAY_SLOT,
    FIRST_CALL_SLOT,
    FIRST_CARD_SLOT,
    FIRST_CONTRACT_SLOT,
)
from scorekeeper.play.simulation import NONE
from scorekeeper.tricks import ACE_HIGH

# Four suits in a word

LANE_BITS = np.uint64(16)
LANE = np.uint64(0x1FFF)  # thirteen cards, the two in bit 0
IN_EACH_LANE = np.uint64(0x0001_0001_0001_0001)
SUITS = LANE * IN_EACH_LANE
NOTHING, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
_EACH_BYTE, _SIGNS = np.uint64(0x0101_0101_0101_0101), np.uint64(0x8080_8080_8080_8080)
_BYTE, _SIGN, _BYTE_BITS, _PLACE_BITS = (np.uint64(n) for n in (0xFF, 0x80, 8, 3))
_LANE_MASK, _SHIFTS = np.uint64(0xFFFF), np.uint64(0x30)


def picked(words: Keys, places: Keys) -> Keys:
    """Return card number `place` of each word, counted from 0 at its lowest bit."""
    counts: Keys = np.bitwise_count(words.astype("<u8", copy=False).view(np.uint8)).view("<u8")
    up_to = counts * _EACH_BYTE  # in each byte, the number of cards up to its end
    past = ((places | _SIGN) * _EACH_BYTE - up_to) & _SIGNS
    byte = np.bitwise_count(past).astype(np.uint64) << _PLACE_BITS
    place = places - (up_to << _BYTE_BITS >> byte & _BYTE)
    bits = words >> byte & _BYTE
    cards: Keys = _PICK.take((bits << _PLACE_BITS | place).view(np.int64)) << byte
    return cards


def lowest(words: Keys) -> Keys:
    """Return the lowest bit of each word."""
    return words & (~words + ONE)


def highest(lanes: Keys) -> Keys:
    """Return the highest bit of each lane of up to 16 bits."""
    return _HIGHEST.take(lanes.view(np.int64))


def folded(words: Keys) -> Keys:
    """Return the bitwise or of the four lanes (suits) of each word."""
    words = words | words >> HALF
    return (words | words >> LANE_BITS) & _LANE_MASK


def lane_of(cards: Keys) -> Keys:
    """Return for each card the shift of its lane: the number of bits below the lane."""
    starts: Keys = np.bitwise_count(cards - ONE).astype(np.uint64) & _SHIFTS
    return starts


def _pick_table() -> Keys:
    """Return a table: at index byte << 3 | n stands set bit n of the byte, from 0 at its lowest."""
    table = np.zeros(256 * 8, np.uint64)
    for byte in range(256):
        bits = [bit for bit in range(8) if byte >> bit & 1]
        table[byte << 3 : (byte << 3) + len(bits)] = [1 << bit for bit in bits]
    return table


_PICK = _pick_table()
_HIGHEST = np.array([0, *(1 << number.bit_length() - 1 for number in range(1, 1 << 16))], np.uint64)


# With jokers, in two orders
#
# A word has a lane of 16 bits for each suit. *As dealt*, the lanes are the suits from clubs to
# spades, and a lane has the two in bit 0 and the ace in bit 12. Bits 61 and 62 of the word are the
# black and the red joker. The bits are in the order of the pack, so a random card is found by
# counting them.
#
# *As ranked*, the best card of each suit is in bit 12, and the trumps are in the last lane, with
# the jokers above them. The other suits keep their order. Without trumps the suits stay in their
# lanes, and the jokers in their bits, outside any suit.

PLAYERS = 4
BLACK, RED = np.uint64(61), np.uint64(62)
JOKERS = np.uint64(0b11 << 61)
TRUMP_SHIFT = np.uint64(48)  # the shift of the trumps in a word as ranked
TRUMP_LANE = np.uint64(0x7FFF)  # thirteen trumps and two jokers
TRUMPS = TRUMP_LANE << TRUMP_SHIFT
PLAIN_SUITS = SUITS & ~TRUMPS  # in a word as ranked, if there are trumps

_LANE_STARTS = np.array([0, 16, 32, 48, BLACK], np.uint64)[:, None]


def deal_words(keys: Keys, cards: Pack) -> tuple[Keys, Keys]:
    """Return the hands as dealt, shape (seats, deals), and the kitty of each deal."""
    lanes, _ = deal_lots(keys, PLAYERS, cards.each, pack_of(len(cards_of(cards))))
    words = lanes.astype(np.uint64) << _LANE_STARTS[: lanes.shape[1]]
    hands = np.bitwise_or.reduce(words, axis=1)
    every = SUITS | JOKERS if cards.jokers else SUITS
    return hands, every & ~np.bitwise_or.reduce(hands, axis=0)


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
    """Return the bits above the highest bit in each of the four lanes of a word."""
    return _looked_up(_ABOVE, words)


def flags_as_words(mask: npt.NDArray[np.bool_]) -> Keys:
    """Return a word of all ones for each true flag, and 0 for the others."""
    return -mask.astype(np.int64).view(np.uint64)


def shift_of(trump: Column) -> Keys:
    """Return the position of the trump suit's lowest bit in a word of cards, for each deal."""
    return trump.astype(np.uint64) * LANE_BITS


def _looked_up(table: npt.NDArray[np.uint16], words: Keys) -> Keys:
    return table.take(words.view(np.uint16)).view(np.uint64)


def _low_table() -> npt.NDArray[np.uint16]:
    """Return all lanes with the ranks from two to king reversed; the ace is best either way."""
    lanes = np.arange(1 << 16, dtype=np.uint32)
    table = lanes & ~np.uint32(0xFFF)
    for bit in range(12):
        table |= (lanes >> bit & 1) << (11 - bit)
    return table.astype(np.uint16)


_EVERY = np.arange(1 << 16)
_LENGTHS = np.ceil(np.log2(_EVERY + 1)).astype(np.int64)
_ABOVE = (0xFFFF & ~((1 << _LENGTHS) - 1)).astype(np.uint16)
_LOW = _low_table()


# Which card to play
#
# All words are as ranked. Two cards can be equally good only if both are plain cards. Then the
# order of the lanes decides, which is the order of the suits that the scalar player uses.

Flags = npt.NDArray[np.bool_]
TRUMPED = np.uint64(1 << 15)
_CARD = TRUMPED - ONE


@dataclass(frozen=True, slots=True)
class FollowTurns:
    """The inputs for choosing a card in each deal.

    own, legal   the hand, and its legal cards
    unseen       the cards that other players may hold
    trumps       whether there is a trump suit
    led, shift   a mask of the suit led, 0 before a suit is led, and the shift of its lane
    best         the best card so far in its lane, plus `TRUMPED` for a trump
    ours         whether the partner is winning the trick so far
    last         whether the player is the last to play
    """

    own: Keys
    legal: Keys
    unseen: Keys
    trumps: bool
    led: Keys
    shift: Keys
    best: Keys
    ours: Flags
    last: bool


def leads(own: Keys, unseen: Keys, *, trumps: bool) -> Keys:
    """Return the best card that nobody can beat, trumps first.

    If there is none, it is a low card of the longest suit.
    """
    suits = PLAIN_SUITS if trumps else SUITS
    held = own if trumps else own & SUITS
    sure = held & above(unseen if trumps else unseen & SUITS)
    plain = sure & suits
    card = lowest(plain & highest(folded(plain)) * IN_EACH_LANE)
    if trumps:
        trump = highest(sure >> TRUMP_SHIFT) << TRUMP_SHIFT
        card = np.where(trump != 0, trump, card)
    return np.where(sure != 0, card, _lowest_of_longest(own, suits))


def _lowest_of_longest(own: Keys, suits: np.uint64) -> Keys:
    """Return the lowest card of the longest of these suits; if there is none, of the whole hand."""
    most = np.zeros(len(own), np.uint8)
    for lane in range(PLAYERS):
        held = own & suits & LANE << LANE_BITS * np.uint64(lane)
        most = np.maximum(most, np.bitwise_count(held) << 2 | (PLAYERS - 1 - lane))
    shift = (PLAYERS - 1 - (most & 3)).astype(np.uint64) * LANE_BITS
    longest = own & suits & LANE << shift
    return lowest(np.where(longest != 0, longest, own))


def follows(turns: FollowTurns) -> Keys:
    """Return the card to play to a trick that another player has led."""
    own, best = turns.own, turns.best
    in_suit = own & turns.led != 0
    mask = np.where(in_suit, turns.led, TRUMPS if turns.trumps else NOTHING)
    shift = np.where(in_suit, turns.shift, TRUMP_SHIFT)
    lane, others = (own & mask) >> shift, (turns.unseen & mask) >> shift
    winning = lane & ~_beaten(best, turns, in_suit)
    sure = winning if turns.last else winning & above(others)
    low = _cheapest(turns)
    safe = turns.ours if turns.last else turns.ours & _unbeaten(turns)
    any_sure = sure != 0
    win = np.where(any_sure, lowest(sure), highest(winning)) << shift
    duck = safe | ~any_sure & (turns.ours | (winning == 0))
    return np.where(duck, low, win)


def _beaten(best: Keys, turns: FollowTurns, in_suit: Flags) -> Keys:
    """Return the cards of the suit to be played that do not beat the best card."""
    up_to = ((best & _CARD) << ONE) - ONE
    if not turns.trumps:
        return up_to
    ruffed, with_trump = best >= TRUMPED, ~in_suit | (turns.shift == TRUMP_SHIFT)
    plain = np.where(ruffed, ~NOTHING, up_to)
    return np.where(with_trump, np.where(ruffed, up_to, NOTHING), plain)


def _unbeaten(turns: FollowTurns) -> Flags:
    """Return whether nobody can hold a better card of the best card's suit, for each deal."""
    lane = (turns.unseen & turns.led) >> turns.shift
    if turns.trumps:
        lane = np.where(turns.best >= TRUMPED, turns.unseen >> TRUMP_SHIFT, lane)
    flags: Flags = lane < (turns.best & _CARD) << ONE
    return flags


def _cheapest(turns: FollowTurns) -> Keys:
    """Return the card that costs least: a joker that cannot win, then a low card; trumps last."""
    legal = turns.legal
    plain = legal & (PLAIN_SUITS if turns.trumps else SUITS)
    card = lowest(plain & lowest(folded(plain)) * IN_EACH_LANE)
    if turns.trumps:
        return np.where(plain != 0, card, lowest(legal))
    jokers = legal & JOKERS
    return np.where(jokers != 0, lowest(jokers), card)


# The tricks

_LOWER = np.uint64(0xFFFF_FFFF)


@dataclass(frozen=True, slots=True)
class RankedDeals:
    """Deals about to be played, all with trumps or all without.

    hands       as ranked, by place clockwise from the bid winner, who leads
    away        the cards that the bid winner has put away, unseen by the others
    declarer    the bid winner's seat
    random      by seat, whether it plays at random
    """

    hands: Keys
    away: Keys
    terms: Terms
    declarer: Column
    keys: Keys
    random: Sequence[bool]
    rules: BidWhistRules


def tricks_taken(deals: RankedDeals) -> Column:
    """Return how many of the tricks played the bid winner's side takes, for each deal."""
    hands = list(deals.hands)
    leader = np.zeros(len(deals.keys), np.int16)
    taken, seen = np.zeros_like(leader), np.zeros_like(deals.keys)
    for number in range(deals.rules.pack.each):
        trick = _Trick(deals, number, hands, leader, seen)
        for place in range(PLAYERS):
            trick.play(place)
        leader, seen = (leader + trick.winner) & np.int16(3), trick.seen
        taken += leader & 1 ^ 1
        hands = turned_rows(hands, trick.winner)
    return taken


class _Trick:
    """One trick of all deals; the hands are by place from its leader."""

    def __init__(
        self, deals: RankedDeals, number: int, hands: list[Keys], leader: Column, seen: Keys
    ) -> None:
        empty = np.zeros_like(seen)
        self.deals, self.number, self.hands, self.leader = deals, number, hands, leader
        self.seen, self.led, self.shift, self.best = seen, empty, empty, empty
        self.winner = np.zeros_like(leader)

    def play(self, place: int) -> None:
        """Play the card of one place in every deal."""
        card, deals = self._card(place), self.deals
        self.hands[place] = self.hands[place] ^ card
        self.seen = self.seen | card
        if place == 0 or not deals.terms.trumps:
            self._follow_from_now(card)
        strength = (card & self.led) >> self.shift
        if deals.terms.trumps:
            trump = card >> TRUMP_SHIFT
            strength = np.where(trump != 0, trump | TRUMPED, strength)
        better = strength > self.best
        self.best = np.maximum(self.best, strength)
        self.winner = np.where(better, np.int16(place), self.winner)

    def _follow_from_now(self, card: Keys) -> None:
        """Set the suit to follow; the first card that has a suit determines it."""
        shift = lane_of(card)
        if self.deals.terms.trumps:
            lane = np.where(shift == TRUMP_SHIFT, TRUMP_LANE, LANE)
            self.shift, self.led = shift, lane << shift
            return
        first = (self.led == 0) & (card & JOKERS == 0)
        self.shift = np.where(first, shift, self.shift)
        self.led = np.where(first, LANE << shift, self.led)

    def _card(self, place: int) -> Keys:
        deals, own = self.deals, self.hands[place]
        legal = self._legal(own)
        seat = (deals.declarer + self.leader + np.int16(place)) & np.int16(3)
        if all(deals.random):
            return self._random_card(legal, place)
        card = self._sensible_card(own, legal, place)
        if any(deals.random):
            lucky = np.array(deals.random)[seat]
            card = np.where(lucky, self._random_card(legal, place), card)
        return card

    def _legal(self, own: Keys) -> Keys:
        """Return what `JokerOrder.legal` returns, for each deal."""
        following = own & self.led
        if self.deals.terms.trumps or self.deals.rules.jokers is JokersInNoTrump.UNABLE:
            return np.where(following != 0, following, own)
        jokers = own & JOKERS
        if self.deals.rules.jokers is JokersInNoTrump.ANY_TIME:
            return np.where(following != 0, following | jokers, own)
        must = (self.led != 0) & (jokers != 0)
        return np.where(following != 0, following, np.where(must, jokers, own))

    def _sensible_card(self, own: Keys, legal: Keys, place: int) -> Keys:
        deals = self.deals
        declares = (self.leader + np.int16(place)) & np.int16(3) == 0
        out = own | self.seen | (deals.away & flags_as_words(declares))
        unseen = ~out & (SUITS | JOKERS if deals.rules.pack.jokers else SUITS)
        if place == 0:
            return leads(own, unseen, trumps=deals.terms.trumps)
        ours = (self.winner ^ np.int16(place)) & 1 == 0
        turns = FollowTurns(
            own, legal, unseen, deals.terms.trumps, self.led, self.shift, self.best, ours,
            place == PLAYERS - 1,
        )  # fmt: skip
        return follows(turns)

    def _random_card(self, legal: Keys, place: int) -> Keys:
        slot = FIRST_CARD_SLOT + PLAYERS * self.number + place
        if slot % 2 == 0:
            self.word = word(self.deals.keys, slot // 2)
            halves = self.word & _LOWER
        else:
            halves = self.word >> HALF
        place_of_card = halves * np.bitwise_count(legal) >> HALF
        terms = self.deals.terms
        return terms.ranked(picked(terms.dealt(legal), place_of_card))


# The auction

NOBODY = -1
Ints = npt.NDArray[np.int32]
_RANKS = (ACE_HIGH, ACE_THEN_UP)
_ABOVE_BID = np.array(
    [len(BIDS) - len(ladder(LEVELS[0]).higher_than(bid)) for bid in BIDS], np.int16
)
"""At the index of the highest bid so far, the index of the lowest bid that outranks it."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The result of each auction: the declarer's seat and the index of the bid; -1 for none."""

    declarer: Column
    bid: Column


def auctions(
    hands: Keys, dealer: Column, keys: Keys, random: Sequence[bool], rules: BidWhistRules
) -> Calls:
    """Hold one round of calls in each deal; hands are as dealt, shape (seats, deals)."""
    deals = np.arange(len(dealer))
    bid, declarer = np.full((2, len(dealer)), NOBODY, np.int16)
    for number in range(PLAYERS):
        seat = (dealer + np.int16(1 + number)) & np.int16(3)
        must = (bid < 0) & (rules.dealer_must_bid and number == PLAYERS - 1)
        first = np.where(bid < 0, _first_index(rules), _ABOVE_BID[bid]).astype(np.int16)
        call = np.full_like(bid, NOBODY)
        if any(random):
            call = _random_call(first, must, keys, FIRST_CALL_SLOT + number)
        if not all(random):
            partner = (declarer >= 0) & ((declarer ^ seat) & 1 == 0)
            sensible = _sensible_call(hands[seat, deals], first, must, partner, rules)
            call = np.where(np.array(random)[seat], call, sensible)
        higher = call >= 0
        bid, declarer = np.where(higher, call, bid), np.where(higher, seat, declarer)
    return Calls(declarer, bid)


def announced(
    hands: Keys, declarer: Column, kind: Column, keys: Keys, random: Sequence[bool]
) -> tuple[Column, npt.NDArray[np.bool_]]:
    """Return the trump suit of each deal, 0 for no trump, and whether low cards are better."""
    hand = hands[declarer, np.arange(len(declarer))]
    plain = kind == BidKind.NO_TRUMP
    suit, low = np.zeros((2, len(declarer)), np.int16)
    if not all(random):
        worths = [_trump_worths(hand, low) for low in (False, True)]
        best = [np.argmax(each[::-1], axis=0) for each in worths]  # ties go to the highest suit
        suit = (3 - np.where(kind == BidKind.LOW, best[1], best[0])).astype(np.int16)
        low = (_plain_worth(hand, True) > _plain_worth(hand, False)).astype(np.int16)
    if any(random):
        slots = [FIRST_CONTRACT_SLOT + seat for seat in range(PLAYERS)]
        count = np.where(plain, 2, 4)
        choice = np.stack([below(keys, count, slot) for slot in slots])
        choice = choice[declarer, np.arange(len(declarer))]
        lucky = np.array(random)[declarer]
        suit, low = np.where(lucky, 3 - choice, suit), np.where(lucky, choice, low)
    return np.where(plain, 0, suit).astype(np.int16), np.where(plain, low == 1, kind == BidKind.LOW)


def _first_index(rules: BidWhistRules) -> int:
    """Return the index of the lowest bid that the rules allow."""
    return (rules.lowest - LEVELS[0]) * len(BidKind)


def _random_call(first: Column, must: npt.NDArray[np.bool_], keys: Keys, slot: int) -> Column:
    """Return a pass or any bid from index `first` on, uniformly at random."""
    index = below(keys, len(BIDS) + 1 - first - must, slot)
    return np.where(must | (index > 0), first + index - ~must, NOBODY).astype(np.int16)


def _sensible_call(
    hand: Keys,
    first: Column,
    must: npt.NDArray[np.bool_],
    partner: npt.NDArray[np.bool_],
    rules: BidWhistRules,
) -> Column:
    """Return what `SensiblePlayer._call` returns, for each deal.

    first    the index of the lowest bid that may be made
    """
    most = np.full(len(hand), NOBODY, np.int32)
    call = np.where(must, first, NOBODY).astype(np.int16)
    for kind, worth in zip(BidKind, _worths(hand, rules.pack), strict=True):
        number = np.minimum((worth - TRICK * partner) // TRICK - BOOK, LEVELS[-1])
        place = (number - LEVELS[0]) * len(BidKind) + kind
        points = number * (1 if kind.has_trump else 2)
        key = ((points << 12 | worth) << 2) | 2 - kind
        better = (number >= LEVELS[0]) & (place >= first) & (key > most)
        most = np.where(better, key, most)
        call = np.where(better, place, call).astype(np.int16)
    return call


def _worths(hand: Keys, cards: Pack) -> tuple[Ints, ...]:
    """Return the expected tricks of a hand in hundredths: high, low and no trump."""
    high, low = (_trump_worths(hand, low).max(axis=0) for low in (False, True))
    plain = np.maximum(_plain_worth(hand, False), _plain_worth(hand, True))
    return tuple(
        worth + hope(cards, kind) for worth, kind in zip((high, low, plain), BidKind, strict=True)
    )


def _trump_worths(hand: Keys, low: bool) -> Ints:
    """Return the worth of a hand with each suit as trumps, shape (suits, deals)."""
    jokers = np.bitwise_count(hand >> BLACK).astype(np.int64)
    beside, trumps, _ = _tables(low)
    lanes = [_lane(hand, suit) for suit in range(4)]
    plain = [beside.take(lane) for lane in lanes]
    every = plain[0] + plain[1] + plain[2] + plain[3] + (jokers * JOKER).astype(np.int32)
    return np.stack([
        every - own + trumps.take(jokers << 13 | lane)
        for own, lane in zip(plain, lanes, strict=True)
    ])  # fmt: skip


def _plain_worth(hand: Keys, low: bool) -> Ints:
    """Return the worth of a hand in a deal without trumps, for each deal."""
    table = _tables(low)[2]
    worth: Ints = sum(table.take(_lane(hand, suit)) for suit in range(1, 4)) + table.take(
        _lane(hand, 0)
    )
    return worth


def _lane(hand: Keys, suit: int) -> npt.NDArray[np.int64]:
    return (hand >> LANE_BITS * np.uint64(suit) & LANE).view(np.int64)


@cache
def _tables(low: bool) -> tuple[Ints, Ints, Ints]:
    """Return three tables of the worth of the cards in a lane; `low` if low cards are better.

    The first is for a plain suit in a deal with trumps, indexed by lane, the second for the trump
    suit, indexed by jokers << 13 | lane, and the third for a deal without trumps, indexed by lane.
    """
    ranks, suits = _RANKS[low], [_suit(lane) for lane in range(int(LANE) + 1)]
    return (
        np.array([suit_worth(suit, ranks, TOPS_BESIDE_TRUMPS) for suit in suits], np.int32),
        np.array([trumps_worth(suit, n, ranks) for n in range(3) for suit in suits], np.int32),
        np.array([plain_suit_worth(suit, ranks) for suit in suits], np.int32),
    )


def _suit(lane: int) -> tuple[Card, ...]:
    return tuple(Card(Suit.CLUBS, rank) for place, rank in enumerate(Rank) if lane >> place & 1)


# The discard

LAST = int(LANE)
_EMPTY = 1 << 20


def put_away(
    hands: Keys, terms: Terms, keys: Keys, lucky: npt.NDArray[np.bool_], cards: Pack
) -> Keys:
    """Return the cards that each bid winner puts away of hand and kitty, as by `Terms.ranked`.

    lucky    the bid winners who choose at random
    """
    left = hands
    for number in range(cards.kitty):
        card = np.zeros_like(left)
        if not lucky.all():
            card = _least_worth(left, terms.trumps)
        if lucky.any():
            halves = half(keys, FIRST_AWAY_SLOT + number)
            place = halves * np.uint64(cards.each + cards.kitty - number) >> HALF
            card = np.where(lucky, terms.ranked(picked(terms.dealt(left), place)), card)
        left = left ^ card
    return hands ^ left


def _least_worth(hand: Keys, trumps: bool) -> Keys:
    """Return the card least worth keeping: jokers first if there are no trumps, trumps last."""
    table, suits = _keeping_table(trumps), PLAYERS - trumps
    least = np.full(len(hand), _EMPTY, np.int32)
    for lane in range(suits):
        own = (hand >> LANE_BITS * np.uint64(lane) & LANE).view(np.int64)
        least = np.minimum(least, table.take(own) | lane)
    lanes = LANE << (least & 3).astype(np.uint64) * LANE_BITS
    card = lowest(hand & np.where(least < _EMPTY, lanes, ~PLAIN_SUITS))
    if trumps:
        return card
    jokers = hand & JOKERS
    return np.where(jokers != 0, lowest(jokers), card & SUITS)


@cache
def _keeping_table(trumps: bool) -> npt.NDArray[np.int32]:
    """Return the value of keeping the lowest card of each lane.

    In a tie the lower card counts less.
    """
    table = np.full(LAST + 1, _EMPTY, np.int32)
    for lane in range(1, LAST + 1):
        bit = (lane & -lane).bit_length() - 1
        worth = keeping_value(12 - bit, lane.bit_count(), trumps)
        table[lane] = (worth + LAST.bit_length()) << 6 | bit << 2
    return table


# Whole deals

BLOCK = 1 << 13  # deals whose words fit the cache
SIDES = 2
_CODES = tuple(bid.code for bid in BIDS)
_KINDS = np.array([bid.kind for bid in BIDS], np.int16)
_AIMS = np.array([bid.aim for bid in BIDS], np.int16)
_MADE = np.array([[n >= bid.aim for n in range(TRICKS + 1)] for bid in BIDS], np.int8)


def points_of_bids(bids: Sequence[HighLowBid]) -> npt.NDArray[np.int16]:
    """Return the points of the bid winner's side, by bid and tricks, the kitty's included."""
    tricks = range(TRICKS + 1)
    return np.array([[line(bid, taken).points for taken in tricks] for bid in bids], np.int16)


_POINTS = points_of_bids(BIDS)


def simulate_deals(
    first: int, count: int, rules: BidWhistRules, random: Sequence[bool], seed: int
) -> Columns:
    """Play `count` deals from number `first` on.

    `random` tells for each seat whether it plays at random.
    """
    numbers = np.arange(first, first + count, dtype=np.int64)
    dealer = (numbers % PLAYERS).astype(np.int16)
    keys = keys_of(seed, numbers)
    hands, kitty = deal_words(keys, rules.pack)
    calls = auctions(hands, dealer, keys, random, rules)
    won = np.flatnonzero(calls.declarer >= 0)
    declarer, bid = calls.declarer[won], calls.bid[won]
    deals = _BidDeals(hands[:, won], kitty[won], declarer, _KINDS[bid], keys[won])
    took = _took(deals, random, rules)
    side, rows = declarer & 1, np.arange(len(won))
    tricks, points = np.zeros((2, count, SIDES), np.int16)
    made = np.full((count, SIDES), NONE, np.int8)
    contracts = np.full((count, PLAYERS), NONE, np.int8)
    tricks[won] = np.stack([took, TRICKS - took], axis=1)[rows[:, None], [[0, 1]] ^ side[:, None]]
    points[won, side], made[won, side] = _POINTS[bid, took], _MADE[bid, took]
    contracts[won, declarer] = _AIMS[bid]
    return Columns.of(
        first, dealer, tricks.T, points.T, contracts=contracts.T, made=made.T, codes=_CODES,
        cards=TRICKS, declarer=calls.declarer, bid=calls.bid, thrown_in=calls.declarer < 0,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _BidDeals:
    """Deals with a bid, as dealt, with the bid winner and the kind of the bid."""

    hands: Keys
    kitty: Keys
    declarer: Column
    kind: Column
    keys: Keys


def _took(bid: _BidDeals, random: Sequence[bool], rules: BidWhistRules) -> Column:
    """Return the tricks of the bid winner's side; a kitty counts as one."""
    trump, low = announced(bid.hands, bid.declarer, bid.kind, bid.keys, random)
    took = np.zeros(len(bid.keys), np.int16)
    places = (bid.declarer + np.arange(PLAYERS, dtype=np.int16)[:, None]) & np.int16(3)
    swapped = rules.higher_joker is Joker.BLACK
    for here, trumps, lower in _alike(bid.kind != BidKind.NO_TRUMP, low):
        terms = Terms(trumps, lower, swapped, shift_of(trump[here]))
        declarer, keys = bid.declarer[here], bid.keys[here]
        dealt = np.ascontiguousarray(bid.hands[places[:, here], here])
        dealt[0] |= bid.kitty[here]
        hands = np.stack([terms.ranked(hand) for hand in dealt])
        away = put_away(hands[0], terms, keys, np.array(random)[declarer], rules.pack)
        hands[0] ^= away
        deals = RankedDeals(hands, away, terms, declarer, keys, random, rules)
        took[here] = tricks_taken(deals) + bool(rules.pack.kitty)
    return took


def _alike(
    trumps: npt.NDArray[np.bool_], low: npt.NDArray[np.bool_]
) -> Iterator[tuple[npt.NDArray[np.intp], bool, bool]]:
    """Yield blocks of deals whose cards rank equally: with or without trumps, high or low."""
    for has_trumps, is_low in product((True, False), repeat=2):
        here = np.flatnonzero((trumps == has_trumps) & (low == is_low))
        for start in range(0, len(here), BLOCK):
            yield here[start : start + BLOCK], has_trumps, is_low
