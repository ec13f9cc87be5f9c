"""Many deals of Bid Whist at once: the auction, the kitty, and tricks with jokers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

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
    below,
    either,
    equals,
    first_of,
    half,
    highest,
    is_some,
    keys_of,
    lanes_of_seats,
    largest,
    left_of,
    lowest,
    mask_of,
    masked,
    smear,
)
from scorekeeper.play.kernel.bids import Bids
from scorekeeper.play.kernel.card_play import TRUMPED, Tables, pick_evenly
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import SUITS, deal_lots, pack_of
from scorekeeper.play.kernel.sampling import (
    NEAR,
    OFF,
    Floats,
    Knowledge,
    SampledDeals,
    SamplingPlayer,
)
from scorekeeper.play.kernel.sensible_choice import lowest_of
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import FIRST_AWAY_SLOT, FIRST_CALL_SLOT, FIRST_CONTRACT_SLOT, View
from scorekeeper.play.position import Action, Phase
from scorekeeper.play.simulation import NONE
from scorekeeper.play.tricks import ACE_HIGH

PLAYERS = 4
Flags = npt.NDArray[np.bool_]

# The cards
#
# The jokers are in a lane after the suits, which is empty in a pack without them. If low cards are
# better, all lanes are turned round, so that in each of them the higher bit is the better card.

JOKERS = {Joker.BLACK: np.int16(1 << 0 | 1 << 11), Joker.RED: np.int16(1 << 1 | 1 << 10)}
"""The bit of each joker in its lane, and in the lane turned round."""

_LOWER, _HIGHER = np.int16(1 << 13), np.int16(1 << 14)  # the jokers above thirteen trumps


def deal_hands(keys: Keys, cards: Pack) -> Rows:
    """Return the hands, lanes of shape (seats, lanes, deals)."""
    lanes, _ = deal_lots(keys, PLAYERS, cards.each, pack_of(len(cards_of(cards))))
    return with_jokers(lanes)


def left_over(hands: Rows, cards: Pack) -> Rows:
    """Return the cards that nobody holds, shape (lanes, deals)."""
    every = np.array([LANE] * SUITS + [0b11 * cards.jokers], np.int16)
    rest: Rows = every[:, None] & ~np.bitwise_or.reduce(hands, axis=0)
    return rest


# The tricks


@dataclass
class BidWhistTables(Tables):
    """The play of many deals of Bid Whist; sensible players choose as `SensiblePlayer._card` does.

    A *row of trumps* has thirteen trumps and above them the jokers, in 15 bits. It is empty if
    there are no trumps.

    rules    the house rules
    away     the cards that the bid winner, who leads, has put away, as lanes
    """

    rules: BidWhistRules = field(default_factory=BidWhistRules)
    away: Sequence[Column] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.low is not None  # noqa: S101  (every deal has an order of the cards)
        self.declarer = self.leader
        self.trumps = self.plain - np.int16(1)  # a mask of the deals with trumps
        self.suits = [~mask for mask in self.trump]  # the suits that are not trumps
        self.higher = JOKERS[self.rules.higher_joker]
        jokers = np.full_like(self.low, 0b11 * self.rules.pack.jokers)
        self.seen[SUITS] = np.int16(LANE) & ~either(self.low, LOW.take(jokers), jokers)

    def row(self, lanes: Sequence[Column]) -> Column:
        """Return the trumps among these cards as one row."""
        *suits, jokers = lanes
        higher, lower = is_some(jokers & self.higher), is_some(jokers & ~self.higher)
        above = (higher & _HIGHER) | (lower & _LOWER)
        return masked(suits, self.trump) | (above & self.trumps)

    def _strength(self, cards: Lanes) -> Column:
        """Return how strong the cards are; the first one that has a suit sets the suit led."""
        *suits, jokers = cards
        trump = masked(suits, self.trump)
        joker = is_some(jokers) & self.trumps
        if self.place == 0:
            self.led = [is_some(c) | (m & joker) for c, m in zip(suits, self.trump, strict=True)]
            self.open = is_some(jokers) & ~self.trumps
        elif len(late := np.flatnonzero(self.open)):
            for led, card in zip(self.led, suits, strict=True):
                led[late] = is_some(card.take(late))
            self.open[late] = is_some(jokers.take(late))
        strength = masked(suits, self.led) | trump | (is_some(trump) & np.int16(TRUMPED))
        return strength | (joker & (_HIGHER | (is_some(jokers & self.higher) & _LOWER)))

    def _beside(self, own: Lanes) -> Lanes:
        """Return the jokers that may be played by those who can follow suit."""
        return [own[SUITS] & self._joins()]

    def _joins(self) -> Column:
        """Return a mask of the deals in which jokers may be played with the suit led."""
        joins = masked(self.led, self.trump)
        if self.rules.jokers is JokersInNoTrump.ANY_TIME:
            return joins | ~self.trumps
        return joins

    def _discards(self, own: Lanes) -> Lanes:
        """Return the jokers alone if they follow suit or must be played, otherwise all cards."""
        *suits, jokers = own
        only = masked(self.led, self.trump)
        if self.rules.jokers is JokersInNoTrump.MUST:
            only = only | ~(self.trumps | self.open)
        only = only & is_some(jokers)
        return [*(lane & ~only for lane in suits), jokers]

    def _choose_sensibly(self) -> Lanes:
        own = self.hands[self.place]
        unseen = self._unseen(own)
        row = self.row(own)
        if self.place == 0:
            return self._lead(own, row, unseen)
        return self._follow(own, row, unseen)

    def _unseen(self, own: Lanes) -> Lanes:
        """Return the cards that other players may hold."""
        seat = left_of(self.leader, self.place, PLAYERS)
        declares = mask_of(seat == self.declarer)
        return [
            np.int16(LANE) & ~(held | seen | (away & declares))
            for held, seen, away in zip(own, self.seen, self.away, strict=True)
        ]

    def _cards(self, own: Lanes, trump: Column, plain: Lanes) -> Lanes:
        """Return a card given as a row of trumps, or as a lane of a plain suit."""
        suits = [
            lane | (trump & mask & np.int16(LANE))
            for lane, mask in zip(plain, self.trump, strict=True)
        ]
        higher, lower = is_some(trump & _HIGHER), is_some(trump & _LOWER)
        return [*suits, own[SUITS] & ((higher & self.higher) | (lower & ~self.higher))]

    def _lead(self, own: Lanes, row: Column, unseen: Lanes) -> Lanes:
        """Return the best card that nobody can beat, trumps first.

        If there is none, it is a low card of the longest suit.
        """
        trump = highest(row & ~smear(self.row(unseen)))
        suits = [lane & mask for lane, mask in zip(own, self.suits, strict=False)]
        sure = [lane & ~smear(rest) for lane, rest in zip(suits, unseen, strict=False)]
        top = highest(sure[0] | sure[1] | sure[2] | sure[3])
        lengths = [
            (np.bitwise_count(lane).astype(np.int16) << 2) | np.int16(SUITS - 1 - suit)
            for suit, lane in enumerate(suits)
        ]
        longest = np.int16(SUITS - 1) - (largest(lengths) & np.int16(SUITS - 1))
        any_sure = is_some(top)
        free = ~is_some(trump)
        plain = []
        for suit, lane in enumerate(suits):
            card = either(any_sure, sure[suit] & top, lowest(lane) & equals(longest, suit)) & free
            plain.append(card)
            free = free & ~is_some(card)
        cards = self._cards(own, first_of(trump, lowest(row) & free), plain)
        cards[SUITS] |= first_joker(own[SUITS]) & free & ~self.trumps
        return cards

    def _follow(self, own: Lanes, row: Column, unseen: Lanes) -> Lanes:
        """Return the card to play to a trick that another player has led."""
        last, ours = self.place == PLAYERS - 1, ~-((self.winner ^ np.int16(self.place)) & 1)
        led_trumps = masked(self.led, self.trump)
        own_led = masked(own[:SUITS], self.led)
        follows = is_some(own_led | (led_trumps & row))
        with_trumps = led_trumps | ~follows
        ruffed = is_some(self.best >> 13)
        top = either(-(self.best >> 14), _LOWER + (self.best & _LOWER), self.best & np.int16(LANE))
        beaten = (top << 1) - np.int16(1)
        others, others_led = self.row(unseen), masked(unseen[:SUITS], self.led)
        lane = either(with_trumps, row, own_led)
        winning = lane & ~either(with_trumps, beaten & ruffed, beaten | ruffed)
        sure, safe = winning, ours
        if not last:
            sure = winning & ~smear(either(with_trumps, others, others_led))
            safe = ours & ~is_some(either(ruffed, others, others_led) & ~beaten)
        win = first_of(lowest(sure), highest(winning))
        ducks = safe | ~is_some(sure) & (ours | ~is_some(winning))
        win &= ~ducks
        plain_win, trump = win & ~with_trumps, win & with_trumps
        jokers = first_joker(own[SUITS]) & ducks & ~self.trumps
        if self.rules.jokers is not JokersInNoTrump.ANY_TIME:
            jokers &= ~follows
        cheap = ducks & ~is_some(jokers)
        free = ~follows
        losing = [
            lane & mask & (led | free)
            for lane, mask, led in zip(own, self.suits, self.led, strict=False)
        ]
        any_plain = any_of(losing)
        bit, suit = lowest_of(losing)
        trump |= lowest(row) & cheap & ~any_plain
        bit &= cheap & any_plain
        plain = [
            (plain_win & led) | (bit & equals(suit, number)) for number, led in enumerate(self.led)
        ]
        cards = self._cards(own, trump, plain)
        cards[SUITS] |= jokers
        return cards


def first_joker(jokers: Column) -> Column:
    """Return one of these jokers, the black one if it is there."""
    return first_of(jokers & JOKERS[Joker.BLACK], jokers)


# The auction

NOBODY = -1
Ints = npt.NDArray[np.int32]
_RANKS = (ACE_HIGH, ACE_THEN_UP)
_ABOVE_BID = np.array(
    [len(BIDS) - len(ladder(LEVELS[0]).higher_than(bid)) for bid in BIDS], np.int16
)
"""At the index of the highest bid so far, the index of the lowest bid that outranks it."""


def called(deals: BidWhistDeals, random: Sequence[bool], known: Rows | None) -> Bids:
    """Hold one round of calls in each deal."""
    hands, keys, rules, rows = deals.hands, deals.keys, deals.rules, np.arange(len(deals.keys))
    bid, declarer = np.full((2, len(keys)), NOBODY, np.int16)
    calls, chosen = np.zeros((2, PLAYERS, len(keys)), np.int16)
    for number in range(PLAYERS):
        seat = left_of(deals.eldest, number, PLAYERS)
        must = (bid < 0) & (rules.dealer_must_bid and number == PLAYERS - 1)
        first = np.where(bid < 0, _first_index(rules), _ABOVE_BID[bid]).astype(np.int16)
        call = np.full_like(bid, NOBODY)
        if any(random):
            call = _random_call(first, must, keys, FIRST_CALL_SLOT + number)
        if not all(random):
            partner = (declarer >= 0) & ((declarer ^ seat) & 1 == 0)
            sensible = _sensible_call(lanes_of_seats(hands, seat), first, must, partner, rules)
            call = np.where(np.array(random)[seat], call, sensible)
        chosen[seat, rows] = call + 1
        if known is not None:
            fixed = known[seat, rows]
            call = np.where(fixed < 0, call, fixed - 1).astype(np.int16)
        calls[seat, rows] = call + 1
        higher = call >= 0
        bid, declarer = np.where(higher, call, bid), np.where(higher, seat, declarer)
    return Bids(calls, chosen)


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
        slots = [FIRST_CONTRACT_SLOT + seat for seat in range(PLAYERS)]
        count = np.where(plain, 2, 4)
        choice = np.stack([below(keys, count, slot) for slot in slots])
        choice = choice[declarer, np.arange(len(declarer))]
        lucky = np.array(random)[declarer]
        suit, low = np.where(lucky, 3 - choice, suit), np.where(lucky, choice, low)
    return np.where(plain, SUITS, suit).astype(np.int16), np.where(
        plain, low == 1, kind == BidKind.LOW
    )


def _first_index(rules: BidWhistRules) -> int:
    """Return the index of the lowest bid that the rules allow."""
    return (rules.lowest - LEVELS[0]) * len(BidKind)


def _random_call(first: Column, must: Flags, keys: Keys, slot: int) -> Column:
    """Return a pass or any bid from index `first` on, uniformly at random."""
    index = below(keys, len(BIDS) + 1 - first - must, slot)
    return np.where(must | (index > 0), first + index - ~must, NOBODY).astype(np.int16)


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


def _worths(hand: Lanes, cards: Pack) -> tuple[Ints, ...]:
    """Return the expected tricks of a hand in hundredths: high, low and no trump."""
    high, low = (_trump_worths(hand, low).max(axis=0) for low in (False, True))
    plain = np.maximum(_plain_worth(hand, False), _plain_worth(hand, True))
    return tuple(
        worth + hope(cards, kind) for worth, kind in zip((high, low, plain), BidKind, strict=True)
    )


def _trump_worths(hand: Lanes, low: bool) -> Ints:
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


def _plain_worth(hand: Lanes, low: bool) -> Ints:
    """Return the worth of a hand in a deal without trumps, for each deal."""
    table = _tables(low)[2]
    worth: Ints = np.sum([table.take(lane) for lane in hand[:SUITS]], axis=0, dtype=np.int32)
    return worth


@cache
def _tables(low: bool) -> tuple[Ints, Ints, Ints]:
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


def put_away(  # noqa: PLR0917
    hand: Lanes, trump: Column, low: Column, keys: Keys, lucky: Flags, cards: Pack
) -> Lanes:
    """Return the cards that each bid winner puts away of hand and kitty.

    trump    a suit, 4 for no trumps
    low      a mask of the deals whose lanes are turned round
    lucky    the bid winners who choose at random
    """
    left, mask = hand, mask_of(lucky)
    suits = [equals(trump, suit) for suit in range(SUITS)]
    for number in range(cards.kitty):
        card = [np.zeros_like(trump)] * len(hand)
        if not lucky.all():
            card = _least_worth(left, suits)
        if lucky.any():
            any_card = pick_evenly(left, half(keys, FIRST_AWAY_SLOT + number), low)
            card = [either(mask, a, b) for a, b in zip(any_card, card, strict=True)]
        left = [lane ^ chosen for lane, chosen in zip(left, card, strict=True)]
    return [lane ^ rest for lane, rest in zip(hand, left, strict=True)]


def _least_worth(hand: Lanes, trump: Lanes) -> Lanes:
    """Return the card least worth keeping: jokers first if there are no trumps, trumps last."""
    *suits, jokers = hand
    with_trumps = trump[0] | trump[1] | trump[2] | trump[3]
    tables = _keeping_table(False), _keeping_table(True)
    keys = [
        np.where(with_trumps, tables[1].take(plain), tables[0].take(plain)) | suit
        for suit, (lane, mask) in enumerate(zip(suits, trump, strict=True))
        for plain in [lane & ~mask]
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
def _keeping_table(trumps: bool) -> Ints:
    """Return the value of keeping the lowest card of each lane.

    In a tie the lower card counts less.
    """
    table = np.full(LANE + 1, _EMPTY, np.int32)
    for lane in range(1, LANE + 1):
        bit = (lane & -lane).bit_length() - 1
        worth = keeping_value(12 - bit, lane.bit_count(), trumps)
        table[lane] = (worth + LANE.bit_length()) << 6 | bit << 2
    return table


# Whole deals

SIDES = 2
_CODES = tuple(bid.code for bid in BIDS)
_KINDS = np.array([bid.kind for bid in BIDS], np.int16)
_LEVELS = np.array([bid.number for bid in BIDS], np.int16)
_AIMS = np.array([bid.aim for bid in BIDS], np.int16)


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
    dealer, keys = (numbers % PLAYERS).astype(np.int16), keys_of(seed, numbers)
    nothing = np.full(PLAYERS, NONE, np.int16)
    deals = BidWhistDeals(
        deal_hands(keys, rules.pack), nothing, rules, keys, left_of(dealer, 1, PLAYERS)
    )
    calls = deals.bids(random).said
    declarer, bid = _winner(calls)
    won = np.flatnonzero(bid >= 0)
    part = replace(deals, hands=deals.hands[:, :, won], keys=keys[won], eldest=deals.eldest[won])
    left = part.tables(calls[:, won], random).finish()
    tricks, points = np.zeros((2, SIDES, count), np.int16)
    made = np.full((SIDES, count), NONE, np.int8)
    contracts = np.full((PLAYERS, count), NONE, np.int8)
    took, side = part.took(calls[:, won], left), declarer[won] & 1
    tricks[side, won], tricks[side ^ 1, won] = took, TRICKS - took
    points[:, won] = part.points(calls[:, won], left)
    made[side, won] = took >= _AIMS[bid[won]]
    contracts[declarer[won], won] = _AIMS[bid[won]]
    return Columns.of(
        first, dealer, tricks, points, contracts=contracts, made=made, codes=_CODES,
        cards=TRICKS, declarer=declarer, bid=bid, thrown_in=bid < 0,
    )  # fmt: skip


def _winner(calls: Rows) -> tuple[Column, Column]:
    """Return the seat of the highest bid in each deal, and its index; -1 if all have passed."""
    bid = calls.max(axis=0) - np.int16(1)
    return np.where(bid < 0, NOBODY, calls.argmax(axis=0)).astype(np.int16), bid


@dataclass(frozen=True, slots=True, eq=False)
class BidWhistDeals(SampledDeals):
    """Deals of Bid Whist; `said` has calls: 0 for a pass, else 1 more than the index of the bid.

    eldest     the seat that calls first
    terms      what has been announced (see `announced`); None before
    settled    whether the hands are those after the bid winner has put cards away
    """

    rules: BidWhistRules
    keys: Keys
    eldest: Column
    terms: tuple[Column, Flags] | None = None
    settled: bool = False

    @classmethod
    def seen(cls, view: View, hands: Rows) -> BidWhistDeals:
        """Return deals with these hands that are otherwise as a player sees them."""
        said, many = np.full(PLAYERS, NONE, np.int16), hands.shape[2]
        calls, announcement = view.said[:PLAYERS], view.said[PLAYERS:]
        for seat, call in calls:
            said[seat] = number_of(call)
        eldest = np.full(many, view.seating.eldest, np.int16)
        keys = keys_of(0, np.arange(many))
        deals = cls(with_jokers(hands), said, view.rules, keys, eldest)
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
        """Return the calls."""
        return called(self, random, known)

    def tables(self, bids: Rows, random: Sequence[bool]) -> BidWhistTables:
        """Return the tables at the first lead, with any bid if all have passed."""
        declarer, bid = (np.maximum(each, 0) for each in _winner(bids))
        hands, rest, rows = self.hands.copy(), self.rest, np.arange(bids.shape[1])
        kind = _KINDS[bid]
        trump, low = self.terms or announced(hands, declarer, kind, self.keys, random)
        if not self.settled:
            hands[declarer, :, rows] |= rest.T
        hands[:, :, low] = LOW.take(hands[:, :, low])
        away = [np.where(low, LOW.take(lane), lane) for lane in rest]
        if not self.settled:
            own, lucky = lanes_of_seats(hands, declarer), np.array(random)[declarer]
            away = put_away(own, trump, mask_of(low), self.keys, lucky, self.rules.pack)
            hands[declarer, :, rows] ^= np.stack(away, axis=1)
        return BidWhistTables.of(
            hands, np.zeros(bids.shape, np.int16), declarer, trump, random=random, keys=self.keys,
            low=mask_of(low), rules=self.rules, away=away,
        )  # fmt: skip

    @property
    def rest(self) -> Rows:
        """The cards that nobody holds: the kitty, or what has been put away."""
        return left_over(self.hands, self.rules.pack)

    def took(self, bids: Rows, left: Rows) -> Column:
        """Return the tricks of the bid winner's side; a kitty counts as one."""
        declarer, rows = bids.argmax(axis=0), np.arange(bids.shape[1])
        own = left[declarer, rows] + left[declarer ^ 2, rows]
        took: Column = np.int16(bool(self.rules.pack.kitty)) - own
        return took

    def points(self, bids: Rows, left: Rows) -> Rows:
        """Return the points by side; 0 if all have passed."""
        declarer, bid = _winner(bids)
        points = np.zeros((SIDES, len(bid)), np.int16)
        won = np.where(bid < 0, 0, _POINTS[bid, self.took(bids, left)])
        points[declarer & 1, np.arange(len(bid))] = won
        return points

    def made(self, bids: Rows, left: Rows) -> Flags:
        """Return whether each side has made its bid."""
        declarer, bid = _winner(bids)
        made = np.zeros((SIDES, len(bid)), bool)
        won = (bid >= 0) & (self.took(bids, left) >= _AIMS[bid])
        made[declarer & 1, np.arange(len(bid))] = won
        return made

    def likelihood(self, listener: int) -> Floats | None:
        """Return how well each deal fits the calls and the announcement of the others."""
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
        """Return the number of a call or announcement."""
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
