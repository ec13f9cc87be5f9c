"""Many deals of Bid Whist at once: the auction, the kitty, and tricks with jokers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

from scorekeeper.auction import Auction
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
from scorekeeper.play.kernel.arrays import (
    LANE,
    LOW,
    Column,
    Keys,
    Lanes,
    Rows,
    any_of,
    below_at,
    either,
    equals,
    first_of,
    half,
    is_some,
    keys_of,
    lanes_of_seats,
    left_of,
    lowest,
    mask_of,
    masked,
    smear,
)
from scorekeeper.play.kernel.auctions import AuctionTables
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    ONE,
    Bytes,
    Ints,
    TableNumbers,
)
from scorekeeper.play.kernel.bids import Bids, Masks, Places, bids_in_turn
from scorekeeper.play.kernel.card_play import Tables, pick_evenly
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import SUITS, deal_lots, pack_of
from scorekeeper.play.kernel.running_tricks import RunningTricks, suit_masks
from scorekeeper.play.kernel.sampling import (
    NEAR,
    OFF,
    Floats,
    Knowledge,
    SampledDeals,
    SamplingPlayer,
)
from scorekeeper.play.kernel.sensible_choice import Turns, follows, lead_highest
from scorekeeper.play.observation import NO_TRUMPS
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import FIRST_AWAY_SLOT, FIRST_CALL_SLOT, FIRST_CONTRACT_SLOT, View
from scorekeeper.play.position import Action, Phase
from scorekeeper.play.simulation import NONE
from scorekeeper.play.tricks import ACE_HIGH
from scorekeeper.seating import SEATS

PLAYERS, SIDES = 4, 2
Flags = npt.NDArray[np.bool_]

# The cards
#
# The jokers are in a lane after the suits, which is empty in a pack without them. If low cards are
# better, all lanes are turned round, so that in each of them the higher bit is the better card.

JOKERS = {Joker.BLACK: np.int16(1 << 0 | 1 << 11), Joker.RED: np.int16(1 << 1 | 1 << 10)}
"""The bit of each joker in its lane, and in the lane turned round."""

_LOWER, _HIGHER = np.int16(1 << 13), np.int16(1 << 14)  # the jokers above thirteen trumps


# The tricks


@dataclass
class JokerTricks(RunningTricks):
    """The running trick of Bid Whist, as `JokerOrder` says: with trumps, jokers are the two best.

    rules    the house rules
    """

    rules: BidWhistRules = field(default_factory=BidWhistRules)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.trumps = self.trump[0] | self.trump[1] | self.trump[2] | self.trump[3]
        self.higher = JOKERS[self.rules.higher_joker]

    def suits(self, cards: Lanes) -> Lanes:
        joker, suits = is_some(cards[SUITS]), super().suits(cards)
        return [suit | mask & joker for suit, mask in zip(suits, self.trump, strict=True)]

    def without_suit(self, cards: Lanes) -> Column:
        return is_some(cards[SUITS]) & ~self.trumps

    def strength(self, cards: Lanes) -> Column:
        joker = is_some(cards[SUITS]) & self.trumps
        above = _HIGHER | (is_some(cards[SUITS] & self.higher) & _LOWER)
        return super().strength(cards) | (joker & above)

    def beaten(self) -> tuple[Column, Column]:
        joker = _LOWER + (self.best & _LOWER)
        top = either(-(self.best >> 14), joker, self.best & np.int16(LANE))
        return (top << 1) - np.int16(1), is_some(self.best >> 13)

    def beside(self, own: Lanes) -> Lanes:
        """Return the jokers that may be played with the suit led."""
        joins = masked(self.led, self.trump)
        if self.rules.jokers is JokersInNoTrump.ANY_TIME:
            joins = joins | ~self.trumps
        return [own[SUITS] & joins]

    def discards(self, own: Lanes) -> Lanes:
        """Return the jokers alone if they follow suit or must be played, otherwise all cards."""
        *suits, jokers = own
        only = masked(self.led, self.trump)
        if self.rules.jokers is JokersInNoTrump.MUST:
            must = ~self.trumps if self.open is None else ~(self.trumps | self.open)
            only = only | must
        only = only & is_some(jokers)
        return [*(lane & ~only for lane in suits), jokers]

    def in_suits(self, lanes: Sequence[Column]) -> Lanes:
        """Return cards as four lanes; that of the trumps has the jokers above them, in 15 bits."""
        *suits, jokers = lanes
        higher, lower = is_some(jokers & self.higher), is_some(jokers & ~self.higher)
        above = (higher & _HIGHER) | (lower & _LOWER)
        return [lane | (above & mask) for lane, mask in zip(suits, self.trump, strict=True)]

    def with_jokers(self, suits: Lanes, jokers: Column) -> Lanes:
        """Return five lanes again, the last one with the jokers that are among the trumps."""
        every = suits[0] | suits[1] | suits[2] | suits[3]
        higher, lower = is_some(every & _HIGHER), is_some(every & _LOWER)
        own = jokers & ((higher & self.higher) | (lower & ~self.higher))
        return [*(lane & np.int16(LANE) for lane in suits), own]


@dataclass
class BidWhistTables(Tables):
    """The play of many deals of Bid Whist; sensible players choose as `SensiblePlayer._card` does.

    away    the cards that the bid winner, who leads, has put away, as lanes
    """

    running: JokerTricks
    away: Sequence[Column] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.declarer = self.leader
        jokers = np.full_like(self.leader, 0b11 * self.running.rules.pack.jokers)
        self.seen[SUITS] = np.int16(LANE) & ~self.held([*self.seen[:SUITS], jokers])[SUITS]

    def _choose_sensibly(self) -> Lanes:
        running, own = self.running, self.hands[self.place]
        turns = Turns(running.in_suits(own), [], running.trump)
        turns.unseen = running.in_suits(self._unseen(own))
        turns.high = True
        if self.place == 0:
            cards = lead_highest(turns)
            lacks = ~any_of(cards)
        else:
            cards, lacks = self._follow(turns)
        joker = first_joker(own[SUITS]) & lacks & ~running.trumps
        if self.place and running.rules.jokers is not JokersInNoTrump.ANY_TIME:
            joker &= ~is_some(running.following(own))
        keeps = ~is_some(joker)
        *suits, jokers = running.with_jokers(cards, own[SUITS])
        return [*(card & keeps for card in suits), jokers | joker]

    def _unseen(self, own: Lanes) -> Lanes:
        """Return the cards that other players may hold."""
        seat = left_of(self.leader, self.place, PLAYERS)
        declares = mask_of(seat == self.declarer)
        return [
            np.int16(LANE) & ~(held | seen | (away & declares))
            for held, seen, away in zip(own, self.seen, self.away, strict=True)
        ]

    def _follow(self, turns: Turns) -> tuple[Lanes, Column]:
        """Return the cards to follow with, and a mask of the deals in which none of them wins.

        The trick is left to the partner, or taken with a sure card.
        """
        running, last = self.running, self.place == PLAYERS - 1
        turns.follow(running, last=last)
        ours = ~-((self.winner ^ np.int16(self.place)) & 1)
        led, trumps = (
            smear(masked(turns.unseen, masks)) if not last else np.zeros_like(ours)
            for masks in (running.led, running.trump)
        )
        beaten, ruffed = running.beaten()
        safe = ours & ~is_some(either(ruffed, trumps, led) & ~beaten)
        turns.threats = trumps
        turns.losing |= safe | ours & led
        turns.losing_trumps |= safe | ours & trumps
        return follows(turns), ~is_some(masked(turns.own, turns.led) & ~turns.losing)


def first_joker(jokers: Column) -> Column:
    """Return one of these jokers, the black one if it is there."""
    return first_of(jokers & JOKERS[Joker.BLACK], jokers)


# The auction

Worths = npt.NDArray[np.int32]
_RANKS = (ACE_HIGH, ACE_THEN_UP)
_ABOVE_BID = np.array(
    [len(BIDS) - len(ladder(LEVELS[0]).higher_than(bid)) for bid in BIDS], np.int16
)
"""At the index of the highest bid so far, the index of the lowest bid that outranks it."""


def _lowest(rules: BidWhistRules) -> int:
    """Return the index of the lowest bid of an auction."""
    return (rules.lowest - LEVELS[0]) * len(BidKind)


def announced(
    hands: Rows, declarer: Column, kind: Column, keys: Keys, random: Sequence[bool]
) -> tuple[Column, Flags]:
    """Return the trump suit of each deal, 4 for no trumps, and whether low cards are better."""
    hand = lanes_of_seats(hands, declarer)
    plain = kind == BidKind.NO_TRUMP
    suit, low = np.zeros((2, len(declarer)), np.int16)
    if not all(random):
        worths = [_trump_worths(hand, low) for low in (False, True)]
        best = [np.argmax(each[::-1], axis=0) for each in worths]  # ties go to the highest suit
        suit = (3 - np.where(kind == BidKind.LOW, best[1], best[0])).astype(np.int16)
        low = (_plain_worth(hand, True) > _plain_worth(hand, False)).astype(np.int16)
    if any(random):
        choice = below_at(keys, np.where(plain, 2, 4), declarer + np.int16(FIRST_CONTRACT_SLOT))
        lucky = np.array(random)[declarer]
        suit, low = np.where(lucky, 3 - choice, suit), np.where(lucky, choice, low)
    return np.where(plain, SUITS, suit).astype(np.int16), np.where(
        plain, low == 1, kind == BidKind.LOW
    )


def _sensible_call(
    hand: Lanes,
    first: Column,
    must: Flags,
    partner: Flags,
    rules: BidWhistRules,
) -> Column:
    """Return what `SensiblePlayer._call` returns, for each deal.

    first    the index of the lowest bid that may be made
    """
    most = np.full(len(must), NOBODY, np.int32)
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


def _worths(hand: Lanes, cards: Pack) -> tuple[Worths, ...]:
    """Return the expected tricks of a hand in hundredths: high, low and no trump."""
    high, low = (_trump_worths(hand, low).max(axis=0) for low in (False, True))
    plain = np.maximum(_plain_worth(hand, False), _plain_worth(hand, True))
    return tuple(
        worth + hope(cards, kind) for worth, kind in zip((high, low, plain), BidKind, strict=True)
    )


def _trump_worths(hand: Lanes, low: bool) -> Worths:
    """Return the worth of a hand with each suit as trumps, shape (suits, deals)."""
    *suits, joker_lane = hand
    jokers = np.bitwise_count(joker_lane).astype(np.int64)
    beside, trumps, _ = _tables(low)
    plain = [beside.take(lane) for lane in suits]
    every = plain[0] + plain[1] + plain[2] + plain[3] + (jokers * JOKER).astype(np.int32)
    return np.stack([
        every - own + trumps.take(jokers << 13 | lane)
        for own, lane in zip(plain, suits, strict=True)
    ])  # fmt: skip


def _plain_worth(hand: Lanes, low: bool) -> Worths:
    """Return the worth of a hand in a deal without trumps, for each deal."""
    table = _tables(low)[2]
    worth: Worths = np.sum([table.take(lane) for lane in hand[:SUITS]], axis=0, dtype=np.int32)
    return worth


@cache
def _tables(low: bool) -> tuple[Worths, Worths, Worths]:
    """Return three tables of the worth of the cards in a lane; `low` if low cards are better.

    The first is for a plain suit in a deal with trumps, indexed by lane, the second for the trump
    suit, indexed by jokers << 13 | lane, and the third for a deal without trumps, indexed by lane.
    """
    ranks, suits = _RANKS[low], [_suit(lane) for lane in range(LANE + 1)]
    return (
        np.array([suit_worth(suit, ranks, TOPS_BESIDE_TRUMPS) for suit in suits], np.int32),
        np.array([trumps_worth(suit, n, ranks) for n in range(3) for suit in suits], np.int32),
        np.array([plain_suit_worth(suit, ranks) for suit in suits], np.int32),
    )


def _suit(lane: int) -> tuple[Card, ...]:
    return tuple(Card(Suit.CLUBS, rank) for place, rank in enumerate(Rank) if lane >> place & 1)


# The discard

_EMPTY = 1 << 20


def put_away(hand: Lanes, running: JokerTricks, keys: Keys, lucky: Flags) -> Lanes:
    """Return the cards that each bid winner puts away of hand and kitty.

    lucky    the bid winners who choose at random
    """
    left, mask = hand, mask_of(lucky)
    for number in range(running.rules.pack.kitty):
        card = [np.zeros_like(mask)] * len(hand)
        if not lucky.all():
            card = _least_worth(left, running.trump)
        if lucky.any():
            any_card = pick_evenly(left, half(keys, FIRST_AWAY_SLOT + number), running.low)
            card = [either(mask, a, b) for a, b in zip(any_card, card, strict=True)]
        left = [lane ^ chosen for lane, chosen in zip(left, card, strict=True)]
    return [lane ^ rest for lane, rest in zip(hand, left, strict=True)]


def _least_worth(hand: Lanes, trump: Lanes) -> Lanes:
    """Return the card least worth keeping: jokers first if there are no trumps, trumps last."""
    *suits, jokers = hand
    with_trumps = trump[0] | trump[1] | trump[2] | trump[3]
    table = _keeping_table()
    keys = [
        table.take(lane & ~mask | with_trumps & np.int16(LANE + 1)) | suit
        for suit, (lane, mask) in enumerate(zip(suits, trump, strict=True))
    ]
    least = np.minimum(np.minimum(keys[0], keys[1]), np.minimum(keys[2], keys[3]))
    joker = first_joker(jokers) & ~with_trumps
    suit = np.where(least < _EMPTY, least & 3, SUITS).astype(np.int16)
    others = ~is_some(joker)
    trumps = mask_of(least >= _EMPTY)
    cards = [
        lowest(lane) & (equals(suit, number) | trumps & mask) & others
        for number, (lane, mask) in enumerate(zip(suits, trump, strict=True))
    ]
    return [*cards, joker]


@cache
def _keeping_table() -> Worths:
    """Return the value of keeping the lowest card of a lane, indexed by trumps or not << 13 | lane.

    In a tie the lower card counts less.
    """
    table = np.full((2, LANE + 1), _EMPTY, np.int32)
    for trumps, lane in product((False, True), range(1, LANE + 1)):
        bit = (lane & -lane).bit_length() - 1
        worth = keeping_value(12 - bit, lane.bit_count(), trumps)
        table[int(trumps), lane] = (worth + LANE.bit_length()) << 6 | bit << 2
    return table.reshape(-1)


# Whole deals

_CODES = tuple(bid.code for bid in BIDS)
_KINDS = np.array([bid.kind for bid in BIDS], np.int16)
_LEVELS = np.array([bid.number for bid in BIDS], np.int16)
_AIMS = np.array([bid.aim for bid in BIDS], np.int16)


_POINTS = np.array(
    [[line(bid, taken).points for taken in range(TRICKS + 1)] for bid in BIDS], np.int16
)
"""The points of the bid winner's side, by bid and tricks, the kitty's included."""


def simulate_deals(
    first: int, count: int, rules: BidWhistRules, random: Sequence[bool], seed: int
) -> Columns:
    """Play `count` deals from number `first` on.

    `random` tells for each seat whether it plays at random.
    """
    numbers = np.arange(first, first + count, dtype=np.int64)
    dealer, keys = (numbers % PLAYERS).astype(np.int16), keys_of(seed, numbers)
    nothing = np.full(PLAYERS, NONE, np.int16)
    hands, _ = deal_lots(keys, PLAYERS, rules.pack.each, pack_of(len(cards_of(rules.pack))))
    deals = BidWhistDeals(with_jokers(hands), nothing, rules, keys, dealer)
    calls = deals.bids(random).said
    declarer, bid = _winner(calls)
    won = np.flatnonzero(bid >= 0)
    part = replace(deals, hands=deals.hands[:, :, won], keys=keys[won], dealer=dealer[won])
    left = part.tables(calls[:, won], random).finish()
    tricks, points = np.zeros((2, SIDES, count), np.int16)
    made = np.full((SIDES, count), NONE, np.int8)
    contracts = np.full((PLAYERS, count), NONE, np.int8)
    took, side = part.took(calls[:, won], left), declarer[won] & 1
    tricks[side, won], tricks[side ^ 1, won] = took, TRICKS - took
    points[:, won] = part.points(calls[:, won], left)
    made[side, won] = points[side, won] > 0
    contracts[declarer[won], won] = _AIMS[bid[won]]
    return Columns.of(
        first, dealer, tricks, points, contracts=contracts, made=made, codes=_CODES,
        cards=TRICKS, declarer=declarer, bid=bid, thrown_in=bid < 0,
    )  # fmt: skip


def _winner(calls: Rows) -> tuple[Column, Column]:
    """Return the seat of the highest bid in each deal, and its index; -1 if all have passed."""
    bid = calls.max(axis=0) - np.int16(1)
    return np.where(bid < 0, NOBODY, calls.argmax(axis=0)).astype(np.int16), bid


def points_of(declarer: Places, bid: Places, took: Places) -> Rows:
    """Return the points by side, from the tricks of the bid winner's side; 0 if all have passed."""
    points = np.zeros((SIDES, len(bid)), np.int16)
    points[declarer & 1, np.arange(len(bid))] = np.where(bid < 0, 0, _POINTS[bid, took])
    return points


@dataclass(frozen=True, slots=True, eq=False)
class BidWhistDeals(SampledDeals):
    """Deals of Bid Whist; `said` has calls: 0 for a pass, else 1 more than the index of the bid.

    terms      what has been announced (see `announced`); None before
    settled    whether the hands are those after the bid winner has put cards away
    """

    rules: BidWhistRules
    terms: tuple[Column, Flags] | None = None
    settled: bool = False

    @classmethod
    def seen(cls, view: View, hands: Rows) -> BidWhistDeals:
        """Return deals with these hands that are otherwise as a player sees them."""
        deals, many = cls.seen_by(view, with_jokers(hands)), hands.shape[2]
        calls, announcement = view.said[:PLAYERS], view.said[PLAYERS:]
        for seat, call in calls:
            deals.said[seat] = number_of(call)
        if announcement:
            numbers = np.full(many, number_of(announcement[0].what), np.int16)
            deals = replace(deals, terms=deals.terms_of(numbers))
        return replace(deals, settled=view.trick is not None)

    def terms_of(self, numbers: Column) -> tuple[Column, Flags]:
        """Return the terms that follow from these announcements."""
        low = _KINDS[self.said.max() - 1] == BidKind.LOW
        return np.minimum(numbers, np.int16(SUITS)), (numbers > SUITS) | low

    def after(self, seat: int, numbers: Column) -> tuple[SampledDeals, Rows]:
        """Return the deals after these calls or announcements of a player."""
        if self.said.min() < 0:
            return SampledDeals.after(self, seat, numbers)
        calls = np.repeat(self.said[:, None], len(numbers), axis=1)
        return replace(self, terms=self.terms_of(numbers)), calls

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        """Hold one round of calls in each deal, and return them."""
        rules = self.rules

        def first(calls: Rows) -> Column:
            """Return the index of the lowest bid that may be made after these calls."""
            bid = calls.max(axis=0) - 1
            return np.where(bid < 0, _lowest(rules), _ABOVE_BID[bid]).astype(np.int16)

        def legal(place: int, _: Column, calls: Rows) -> Masks:
            bids = np.int32(2 << len(BIDS)) - (np.int32(2) << first(calls).astype(np.int32))
            must = rules.dealer_must_bid and place == PLAYERS - 1
            return bids | (calls.any(axis=0) if must else 1)

        def sensible(hand: Lanes, masks: Masks, place: int, calls: Rows) -> Column:
            seat = left_of(self.eldest, place, PLAYERS)
            partners = calls[seat ^ np.int16(2), np.arange(len(seat))]
            partner = (partners > 0) & (partners == calls.max(axis=0))
            call = _sensible_call(hand, first(calls), masks & 1 == 0, partner, rules)
            return call + np.int16(1)

        return bids_in_turn(
            self.hands, self.eldest, self.keys, random, legal, sensible, known, FIRST_CALL_SLOT
        )

    def tables(self, bids: Rows, random: Sequence[bool]) -> BidWhistTables:
        """Return the tables at the first lead, with any bid if all have passed."""
        declarer, bid = (np.maximum(each, 0) for each in _winner(bids))
        hands, rest, rows = self.hands.copy(), self.rest, np.arange(bids.shape[1])
        kind = _KINDS[bid]
        trump, low = self.terms or announced(hands, declarer, kind, self.keys, random)
        if not self.settled:
            hands[declarer, :, rows] |= rest.T
        running = JokerTricks(suit_masks(trump), mask_of(low), rules=self.rules)
        hands = np.stack([np.stack(running.held([*hand])) for hand in hands])
        away = running.held([*rest])
        if not self.settled:
            own, lucky = lanes_of_seats(hands, declarer), np.array(random)[declarer]
            away = put_away(own, running, self.keys, lucky)
            hands[declarer, :, rows] ^= np.stack(away, axis=1)
        return BidWhistTables.of(
            hands, np.zeros(bids.shape, np.int16), declarer, running, random=random,
            keys=self.keys, away=away,
        )  # fmt: skip

    @property
    def rest(self) -> Rows:
        """The cards that nobody holds, as lanes: the kitty, or the cards put away."""
        every = np.array([LANE] * SUITS + [0b11 * self.rules.pack.jokers], np.int16)
        rest: Rows = every[:, None] & ~np.bitwise_or.reduce(self.hands, axis=0)
        return rest

    def took(self, bids: Rows, left: Rows) -> Column:
        """Return the tricks of the bid winner's side; a kitty counts as one."""
        declarer, rows = bids.argmax(axis=0), np.arange(bids.shape[1])
        own = left[declarer, rows] + left[declarer ^ 2, rows]
        took: Column = np.int16(bool(self.rules.pack.kitty)) - own
        return took

    def points(self, bids: Rows, left: Rows) -> Rows:
        """Return the points by side; 0 if all have passed."""
        return points_of(*_winner(bids), self.took(bids, left))

    def made(self, bids: Rows, left: Rows) -> Flags:
        made: Flags = self.points(bids, left) > 0
        return made

    def likelihood(self, listener: int) -> Floats | None:
        heard = [seat for seat, call in enumerate(self.said) if call >= 0 and seat != listener]
        if not heard:
            return None
        dealt, declarer = self._before_the_kitty(), int(self.said.argmax())
        everybody, many = (False,) * PLAYERS, self.hands.shape[2]
        chosen = dealt.bids(everybody, np.repeat(self.said[:, None], many, axis=1)).chosen
        fit = np.ones(many)
        for seat in heard:
            fit *= _likelihood(int(self.said[seat]), chosen[seat])
        if self.terms is not None and declarer != listener:
            seats = np.full(many, declarer, np.int16)
            kind = np.full_like(seats, _KINDS[self.said[declarer] - 1])
            trump, low = announced(dealt.hands, seats, kind, self.keys, everybody)
            same = (trump == self.terms[0]) & (low == self.terms[1])
            fit *= np.where(same, 1, OFF[-1])
        return fit

    def _before_the_kitty(self) -> BidWhistDeals:
        """Return the deals as they were dealt: any cards of the bid winner may be the kitty."""
        if not self.settled:
            return self
        hands, declarer = self.hands.copy(), int(self.said.argmax())
        own = [*(hands[declarer] | self.rest)]
        for number in range(self.rules.pack.kitty):
            card = pick_evenly(own, half(self.keys, FIRST_AWAY_SLOT + number))
            own = [lane ^ chosen for lane, chosen in zip(own, card, strict=True)]
        hands[declarer] = own
        return replace(self, hands=hands)


def with_jokers(hands: Rows) -> Rows:
    """Return hands with a lane of jokers, which is empty if they had none."""
    missing = SUITS + 1 - hands.shape[1]
    return np.pad(hands, ((0, 0), (0, missing), (0, 0)))


def number_of(word: object) -> int:
    """Return a call as a number (see `BidWhistDeals`), or an announcement.

    That is a suit, or without trumps 4 for high and 5 for low.
    """
    if isinstance(word, HighLowBid):
        return 1 + BIDS.index(word)
    if isinstance(word, BidKind):
        return SUITS + (word is BidKind.LOW)
    return int(word) if isinstance(word, Suit) else 0


def _likelihood(call: int, sensible: Column) -> Floats:
    """Return the likelihood of a call, given what a sensible player would have called."""
    if call == 0:
        return np.where(sensible > 0, OFF[1], 1)
    bid, other = call - 1, sensible - 1
    off = np.minimum(np.abs(_LEVELS[other] - _LEVELS[bid]), len(OFF) - 1)
    same = (sensible > 0) & (_KINDS[other] == _KINDS[bid])
    likelihood: Floats = np.where(same, OFF.take(off), OFF[-1])
    return likelihood


# The sampling player


@dataclass(frozen=True, slots=True)
class CallingPlayer(SamplingPlayer):
    """The sampling player of Bid Whist, which judges calls and announcements, too.

    It puts away what the sensible player does.
    """

    def choices(self, view: View, near: Action, also: Action = None) -> tuple[Action, ...]:
        """Return all cards or announcements, or a pass and bids near the level of `near`."""
        bids = [call for call in view.legal if isinstance(call, HighLowBid)]
        if not bids:
            return () if view.phase is Phase.PUT_AWAY else view.legal
        most = near.number + 1 if isinstance(near, HighLowBid) else bids[0].number
        return tuple(
            call
            for call in view.legal
            if not isinstance(call, HighLowBid)
            or call == also
            or most - NEAR <= call.number <= most
        )

    def number_of(self, choice: Action) -> int | None:
        return number_of(choice)

    def dealt(self, view: View, samples: int, rng: np.random.Generator) -> Rows:
        """Return sampled hands in which the bid winner has put away what seems least worth."""
        hands = with_jokers(SamplingPlayer.dealt(self, view, samples, rng))
        declarer = view.scene.declarer
        if view.trick is None or declarer is None or declarer == view.seat:
            return hands
        deals, known = BidWhistDeals.seen(view, hands), Knowledge.of(self.game, view)
        assert deals.terms is not None  # noqa: S101  (cards are played)
        named, low = deals.terms
        trump = [equals(named, suit) for suit in range(SUITS)]
        played = np.zeros(SUITS + 1, np.int16)
        lanes = known.lanes(known.played[declarer])
        played[: len(lanes)] = lanes
        voids = np.zeros((SUITS + 1, 1), np.int16)
        voids[[suit for seat, suit in known.voids if seat == declarer]] = -1
        free = hands[declarer] & ~played[:, None] | deals.rest
        left = [*(LOW.take(free) if low[0] else free)]
        for _ in range(deals.rules.pack.kitty):
            first = [lane & void for lane, void in zip(left, voids, strict=True)]
            any_void = any_of(first)
            card = _least_worth(
                [either(any_void, a, b) for a, b in zip(first, left, strict=True)], trump
            )
            left = [lane ^ chosen for lane, chosen in zip(left, card, strict=True)]
        kept = np.stack(left)
        hands[declarer] = (LOW.take(kept) if low[0] else kept) | played[:, None]
        return hands


# Step by step

ANNOUNCEMENT = 1  # the stage of the bidding after the auction


class BidWhistBatch(AuctionTables):
    """Tables of Bid Whist: one round of calls, the announcement, the kitty, and jokers.

    low    a mask of the tables at which low cards are better
    """

    card_rules = JokerTricks

    def prepare(self) -> None:
        rules, many = self.settings.rules, len(self.all)
        auction = Auction(SEATS[: self.settings.players], ladder(rules.lowest), rules.auction)
        self.prepare_auction(auction, (self._allow_announcements, self._announce))
        self.kind_of = _KINDS[_lowest(rules) :]
        self.trumps = self.words_of("choice", [suit.letter for suit in Suit])
        self.directions = self.words_of("choice", ["high", "low"])
        self.low = np.zeros(many, np.int16)
        self.whole_pack = np.bitwise_or.reduce(ONE << self.pack.astype(np.uint64))
        self.unplayed, self.moves_on = int(rules.pack.kitty > 0), not rules.same_dealer

    def open(self, rows: TableNumbers) -> None:
        self.kitty[rows] = self.whole_pack & ~np.bitwise_or.reduce(self.hands[rows], axis=1)
        self.hold(rows, self.eldest(rows))

    def won(self, rows: TableNumbers) -> None:
        self.stage[rows], self.turn[rows] = ANNOUNCEMENT, self.declarer[rows]

    def _allow_announcements(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        plain = (self.kind_of[self.rung[rows]] == BidKind.NO_TRUMP)[:, None]
        legal[here[:, None], self.trumps] = ~plain
        legal[here[:, None], self.directions] = plain

    def _announce(self, rows: TableNumbers, words: Ints) -> None:
        kind = self.kind_of[self.rung[rows]]
        plain = kind == BidKind.NO_TRUMP
        suit = (words[:, None] == self.trumps).argmax(axis=1)
        self.trump[rows] = np.where(plain, NO_TRUMPS, suit)
        self.low[rows] = mask_of((kind == BidKind.LOW) | (words == self.directions[1]))
        if self.unplayed:
            self.take_up(rows)
        else:
            self.lead(rows, self.declarer[rows])

    def rules_at(self, rows: TableNumbers) -> dict[str, Any]:
        return {"low": self.low.take(rows), "rules": self.settings.rules}

    def points(self, rows: TableNumbers, said: Rows, taken: Rows) -> tuple[Rows, None]:
        declarer, bid = self.declarer[rows], self.rung[rows]
        bid = np.where(bid < 0, bid, bid + _lowest(self.settings.rules))
        every = np.arange(len(rows))
        took = taken[declarer, every] + taken[declarer ^ 2, every] + self.unplayed
        return points_of(declarer, bid, took), None
