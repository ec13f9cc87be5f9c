"""Many deals of Hearts at once: cards passed on, tricks, and the points of the cards taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from scorekeeper.cards import Card, Suit
from scorekeeper.games.hearts import (
    CARDS,
    QUEEN,
    HeartsRules,
    Moon,
    Taken,
    hit_exactly,
    lines,
    no_trick,
)
from scorekeeper.play.hearts_player import (
    DANGER,
    EACH,
    EARLY,
    GUARDS,
    JACK_OF_DIAMONDS,
    MINORS,
    MOON_FROM,
    QUEEN_OF_SPADES,
)
from scorekeeper.play.kernel.arrays import (
    LANE,
    Column,
    Lanes,
    Rows,
    count_of,
    either,
    equals,
    first_of,
    highest,
    is_some,
    keys_of,
    largest,
    lowest,
    mask_of,
    masked,
    smear,
)
from scorekeeper.play.kernel.batch_tables import (
    GIVE,
    ONE,
    SUIT,
    BatchTables,
    Ints,
    TableNumbers,
)
from scorekeeper.play.kernel.bids import Bids
from scorekeeper.play.kernel.card_play import Tables, cards_given
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import RANKS, SUITS, deal_lots
from scorekeeper.play.kernel.running_tricks import RunningTricks
from scorekeeper.play.kernel.sampling import SampledDeals
from scorekeeper.play.observation import NO_TRUMPS
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.simulation import NONE, Run
from scorekeeper.rules.script import NOTHING_EARLIER
from scorekeeper.seating import Seat

PASSES = 12  # deals after which two, three or four directions of passing begin again


def play(run: Run, first: int, count: int) -> Columns:
    """Play `count` deals from deal `first` on, each scored as if there were no earlier ones."""
    players, rules = len(run.players), run.rules
    deals = np.arange(first, first + count, dtype=np.int64)
    keys, dealer = keys_of(run.seed, deals), (deals % players).astype(np.int16)
    pack = np.array([run.game.pack.index(card) for card in run.game.cards(run.seating(0), rules)])
    hands, _ = deal_lots(keys, players, CARDS[players], pack)
    steps = [rules.passed(number, players) or 0 for number in range(1, PASSES + 1)]
    passed = np.array(steps)[deals % (run.length or run.deals) % PASSES]
    for left in {*steps} - {0}:
        here = np.flatnonzero(passed == left)
        given = cards_given(
            hands[:, :, here], keys[here], run.random, rules.cards_passed(players),
            sensible=lambda hand: lambda cards: _worst(cards, hand),
        )  # fmt: skip
        hands[:, :, here] ^= given | np.roll(given, left, axis=0)
    nothing = np.full((players, count), NONE, np.int16)
    dealt = HeartsDeals(hands, nothing[:, 0], rules, keys, dealer)
    _, left = dealt.played(run.random)
    return Columns.of(
        first, dealer, -left & np.int16(TRICKS), dealt.points(nothing, left), contracts=nothing,
        made=nothing, cards=CARDS[players], exchanges=passed > 0,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class HeartsDeals(SampledDeals):
    """Deals of Hearts before the first lead; nobody bids."""

    rules: HeartsRules

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        nothing = np.full((len(self.hands), len(self.keys)), NONE, np.int16)
        return Bids(nothing, nothing)

    def tables(self, bids: Rows, random: Sequence[bool]) -> HeartsTables:
        clubs = self.hands[:, Suit.CLUBS]
        leader = (clubs & lowest(np.bitwise_or.reduce(clubs)) > 0).argmax(axis=0).astype(np.int16)
        return HeartsTables.of(
            self.hands,
            np.zeros(bids.shape, np.int16),
            leader,
            HeartsTricks([np.zeros_like(leader)] * SUITS),
            random=random,
            keys=self.keys,
            jack_value=self.rules.jack_value,
        )

    def points(self, bids: Rows, left: Rows) -> Rows:
        return points_of_taken(self.rules, len(self.hands), -left)


def _bit(card: Card) -> Any:
    return np.int16(1 << card.rank - 2)


_QUEEN, _JACK = _bit(QUEEN_OF_SPADES), _bit(JACK_OF_DIAMONDS)


# Passing


def _worst(cards: Lanes, own: Lanes, queen_out: Column | None = None) -> Lanes:
    """Return the card that `hearts_player._danger` puts first, as four lanes; one has a bit.

    own          the hands, whose lengths count
    queen_out    a mask of the deals in which the queen of spades has not been played; None for all
    """
    out = np.full_like(cards[0], -1) if queen_out is None else queen_out
    keys, tops = [], []
    for suit, lane in enumerate(cards):
        top, length = highest(lane), count_of(own[suit])
        if suit == Suit.SPADES:
            risky = out & mask_of(length <= GUARDS) & mask_of(top >= _QUEEN)
            top = np.where(risky & lane & _QUEEN, _QUEEN, top)
        danger = count_of(smear(top)) + np.int16(1) - length
        if suit == Suit.SPADES:
            urgent = risky & (np.int16(DANGER) - 2 * equals(top, int(_QUEEN)))
            danger = np.where(out, urgent, danger)
        keys.append(np.where(lane, (danger + np.int16(RANKS)) << 2 | np.int16(suit), np.int16(-1)))
        tops.append(top)
    key = largest(keys)
    return [top & equals(key & np.int16(3), suit) for suit, top in enumerate(tops)]


# Tricks
#
# One number counts the tricks and cards that a player takes: tricks in the lowest bits, then the
# hearts, the queen of spades and the jack of diamonds.

TRICKS = 31
HEART_BITS, QUEEN_BITS, JACK_BITS = 5, 9, 10
HEARTS = 15
_EARLY, _FLUSH = 224, 240  # more than any low lead, and than any early one
_SAFE = 1024  # more than any other difference between two leads


def _cards_points(taken: Column) -> Column:
    """Return the points of the cards taken, without the jack."""
    points: Column = (taken >> HEART_BITS & HEARTS) + QUEEN * (taken >> QUEEN_BITS & 1)
    return points


class HeartsTricks(RunningTricks):
    """The running trick of Hearts, which may not be led until they are broken."""

    breaking = int(Suit.HEARTS)

    def leads(self, own: Lanes) -> Lanes:
        """Return the lowest club for the first lead."""
        free = super().leads(own)
        if self.first is None:
            return free
        others = [lane & ~self.first for lane in free]
        others[Suit.CLUBS] |= self.first & lowest(own[Suit.CLUBS])
        return others

    def discards(self, own: Lanes) -> Lanes:
        """Return no card that scores in the first trick, unless the hand has no other."""
        if self.first is None:
            return own
        clubs, diamonds, hearts, spades = own
        spared = spades & ~_QUEEN
        free = mask_of((clubs | diamonds | spared) == 0) | ~self.first
        return [clubs, diamonds, hearts & free, spared | spades & free]


@dataclass
class HeartsTables(Tables):
    """The play of many deals of Hearts; `wants` holds the tricks and cards taken, negated.

    jack_value    the points that the jack of diamonds takes off
    """

    jack_value: int = 0

    def lay(self, cards: Lanes) -> None:
        if self.place == 0:
            self.prize = np.ones_like(self.leader)
        hearts, queens = cards[Suit.HEARTS] > 0, cards[Suit.SPADES] == _QUEEN
        self.prize += hearts.astype(np.int16) << HEART_BITS
        self.prize += queens.astype(np.int16) << QUEEN_BITS
        self.prize += (cards[Suit.DIAMONDS] == _JACK).astype(np.int16) << JACK_BITS
        super().lay(cards)

    def _choose_sensibly(self) -> Lanes:
        own = self.hands[self.place]
        if self.place == 0:
            return self._lead(own, self.running.leads(own))
        lane = masked(own, self.running.led)
        card = self._follow(lane)
        cards = [card & mask for mask in self.running.led]
        void = np.flatnonzero(lane == 0)
        queen_out = mask_of(self.seen[Suit.SPADES] & _QUEEN == 0).take(void)
        discards = [each.take(void) for each in self.running.discards(own)]
        thrown = self._throw(discards, [each.take(void) for each in own], queen_out)
        for suit in range(SUITS):
            cards[suit][void] = thrown[suit]
        return cards

    def _lead(self, own: Lanes, legal: Lanes) -> Lanes:
        """Return the card that `hearts_player._lead` leads."""
        unseen = [~(a | b) & np.int16(LANE) for a, b in zip(own, self.seen, strict=True)]
        queen_out = is_some(unseen[Suit.SPADES] & _QUEEN)
        risky = _QUEEN | queen_out & -_QUEEN
        keys, picks = [], []
        for suit, lane in enumerate(legal):
            pick = lowest(lane)
            if suit == Suit.SPADES:
                pick = first_of(lowest(lane & ~risky), pick)
            above = count_of(unseen[suit] & ~smear(pick))
            key = np.int16(16) * above - count_of(smear(pick))
            if suit in MINORS:
                many = count_of(unseen[suit])
                early = mask_of(many >= EARLY)
                pick = either(early, highest(lane), pick)
                key = either(early, many + np.int16(_EARLY), key)
            if suit == Suit.SPADES:
                flush = queen_out & ~is_some(lane & -_QUEEN)
                pick = either(flush, highest(lane), pick)
                key = either(flush, np.int16(_FLUSH), key)
            key = (key << 2) + np.int16(2 * _SAFE + SUITS - 1 - suit)
            if suit == Suit.SPADES:
                key -= np.int16(_SAFE) & is_some(pick & risky)
            keys.append(np.where(pick, key, np.int16(-1)).astype(np.int16))
            picks.append(pick)
        chosen = np.int16(SUITS - 1) - (largest(keys) & np.int16(3))
        return [pick & equals(chosen, suit) for suit, pick in enumerate(picks)]

    def _follow(self, lane: Column) -> Column:
        """Return a card of the suit led, as `hearts_player._follow` does."""
        last = self.place == self.players - 1
        beaten, _ = self.running.losing()
        above, below = lane & ~beaten, lane & beaten
        queen = lane & self.running.led[Suit.SPADES] & _QUEEN
        cost = _cards_points(self.prize) - self.jack_value * (self.prize >> JACK_BITS)
        harmless = first_of(lane ^ queen, lane)
        rest = highest(harmless) if last else lowest(harmless)
        card = first_of(highest(below), rest)
        wanted = (cost < 0) | (cost == 0) & last
        card = np.where(wanted, highest(harmless), card)
        if not last:
            early = self._early(lane) & mask_of(cost == 0)
            card = np.where(early, highest(early), card)
        card = np.where(queen & below, queen, card)
        stops = (cost > 0) & self._is_shooting(self.holder)
        return np.where(stops & (above > 0), lowest(above), card)

    def _early(self, lane: Column) -> Column:
        """Return the cards led that may take the trick, as `hearts_player._early` does."""
        led = self.running.led
        unseen = np.int16(RANKS) - count_of(lane | masked(self.seen, led))
        harmless = mask_of(unseen >= EACH * (self.players - self.place)) & ~led[Suit.HEARTS]
        spades = led[Suit.SPADES] & mask_of(self.seen[Suit.SPADES] & _QUEEN == 0)
        early: Column = lane & harmless & ~(spades & -_QUEEN)
        return early

    def _is_shooting(self, want: Column) -> npt.NDArray[np.bool_]:
        """Return whether a player alone has points, and `MOON_FROM` or more."""
        every = sum(_cards_points(-each) for each in self.wants)
        points = _cards_points(-want)
        shooting: npt.NDArray[np.bool_] = (points >= MOON_FROM) & (points == every)
        return shooting

    def _throw(self, cards: Lanes, own: Lanes, queen_out: Column) -> Lanes:
        """Return the card that a player discards, as `hearts_player.SensiblePlayer` does."""
        if self.jack_value:
            others = cards[Suit.CLUBS] | cards[Suit.HEARTS] | cards[Suit.SPADES]
            diamonds = cards[Suit.DIAMONDS] & ~_JACK
            kept = np.where(others | diamonds, diamonds, cards[Suit.DIAMONDS])
            spared = [cards[Suit.CLUBS], kept, cards[Suit.HEARTS], cards[Suit.SPADES]]
        else:
            spared = cards
        worst = _worst(spared, own, queen_out)
        queen = cards[Suit.SPADES] & _QUEEN
        worst = [lane & ~mask_of(queen > 0) for lane in worst]
        worst[Suit.SPADES] |= queen
        return worst


# Points


def points_of_taken(rules: HeartsRules, players: int, taken: Rows) -> Rows:
    """Return the points of each deal, shape (seats, deals)."""
    shoots, points = _tables(rules, players)
    own = taken >> HEART_BITS & HEARTS, taken >> QUEEN_BITS & 1, taken >> JACK_BITS & 1
    shot = shoots[own]
    moon = np.where(shot, 1, np.where(shot.any(axis=0), 2, 0))
    scored: Rows = points[(moon, *own, (taken & TRICKS == 0).astype(np.int8))]
    return scored


@lru_cache(maxsize=16)
def _tables(rules: HeartsRules, players: int) -> tuple[npt.NDArray[np.bool_], Rows]:
    """Return tables of whether a player shoots the moon, and of the points.

    The first is indexed by the hearts, queens and jacks that the player took. The second has the
    moon (0 for none, 1 for the player's, 2 for another's) before them, and 1 for a player without
    a trick after them. They are those of one of two players, of whom the other took the rest.
    """
    hearts = rules.hearts(players)
    shoots, points = (
        np.zeros((HEARTS + 1, 2, 2), bool),
        np.zeros((3, HEARTS + 1, 2, 2, 2), np.int16),
    )
    one, other = Seat(0), Seat(1)
    for many, queen, jack in product(range(hearts + 1), (0, 1), (0, 1)):
        owner = (one if jack else other) if rules.jack_value else None
        cards = (many, hearts - many)
        taken = Taken(cards, one if queen else other, owner, hearts + QUEEN)
        has_moon = rules.moon is not Moon.NONE
        shoots[many, queen, jack] = has_moon and taken.shooter(rules) == one
        for moon, shooter in enumerate((None, one, other)):
            own, _ = lines(taken, rules, NOTHING_EARLIER, shooter, off=rules.moon is Moon.SELF)
            without = (*own, no_trick(rules)) if rules.no_trick else own
            for place, reasons in enumerate((own, without)):
                ended = hit_exactly(reasons, rules, 0)
                points[moon, many, queen, jack, place] = sum(line.points for line in ended)
    return shoots, points


# Step by step


class HeartsBatch(BatchTables):
    """Tables of Hearts: cards passed on, the lowest club leads.

    cards_taken    the tricks and scoring cards of each seat, in the fields of `hearts_deals`
    """

    card_rules = HeartsTricks

    def prepare(self) -> None:
        settings = self.settings
        pack, players = settings.game.pack, settings.players
        self.cards_taken = np.zeros((len(self.all), players), np.int64)
        self.queen = ONE << np.uint64(pack.index(QUEEN_OF_SPADES))
        self.jack = ONE << np.uint64(pack.index(JACK_OF_DIAMONDS))
        self.lowest_club = ONE << np.uint64(self.pack[0])
        numbers = range(1, len(self.sizes) + 1)
        self.passed = np.array([settings.rules.passed(n, players) or 0 for n in numbers])
        self.cards_given = settings.rules.cards_passed(players)

    def steps(self, rows: TableNumbers) -> Ints:
        return self.passed[self.index(rows)]

    def open(self, rows: TableNumbers) -> None:
        self.trump[rows], self.cards_taken[rows] = NO_TRUMPS, 0
        passes = self.steps(rows) > 0
        self.phase[rows[passes]] = GIVE
        self.exchanged(rows[~passes])

    def exchanged(self, rows: TableNumbers) -> None:
        self.lead(rows, (self.hands[rows] & self.lowest_club != 0).argmax(axis=1))

    def take_trick(self, rows: TableNumbers, winner: Ints) -> None:
        super().take_trick(rows, winner)
        cards = np.bitwise_or.reduce(self.running[rows], axis=1)
        hearts = np.bitwise_count(cards & SUIT[Suit.HEARTS]).astype(np.int64)
        worth = 1 + (hearts << HEART_BITS)
        worth += (cards & self.queen != 0).astype(np.int64) << QUEEN_BITS
        worth += (cards & self.jack != 0).astype(np.int64) << JACK_BITS
        self.cards_taken[rows, winner] += worth

    def points(self, rows: TableNumbers, said: Rows, taken: Rows) -> tuple[Rows, None]:
        taken = self.cards_taken[rows].T.astype(np.int16)
        return points_of_taken(self.settings.rules, self.settings.players, taken), None
