"""Auctions of many deals at once, and the worth of hands in each denomination."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from scorekeeper.auction import PASS, Auction
from scorekeeper.play.kernel.arrays import (
    LANE,
    Column,
    Keys,
    below,
    either,
    equals,
    is_some,
    lowest,
)
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    SAY,
    UNKNOWN,
    BatchTables,
    Bytes,
    Flags,
    Ints,
    TableNumbers,
)
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.sensible_player import RANKS, Weights

# The worth of a hand

SUITS = 4
_BITS, _FIELD, _SHIFT = 16, 0xFFFF, 4096

Worths = npt.NDArray[np.int64]


def lane_values(weights: Weights) -> Worths:
    """Return what `Weights.value` returns, for every lane."""
    lanes = np.arange(LANE + 1, dtype=np.int16)
    counts = np.bitwise_count(lanes).astype(np.int64)
    values = np.array(weights.lengths).take(np.minimum(counts, len(weights.lengths) - 1))
    for place, weight in enumerate(weights.honours):
        values += weight * (lanes >> RANKS - 1 - place & 1) * (counts > place)
    for weight in weights.lows:
        low = lowest(lanes)
        values += weight * np.bitwise_count(np.maximum(low, 1) - 1).astype(np.int64)
        lanes ^= low
    return values


def worth_table(trump: Worths, side: Worths, plain: Worths) -> Worths:
    """Return the worth of the cards in each lane, three numbers packed in fields of 16 bits.

    The lowest field is for a side suit, the next has the difference that it makes if the suit is
    trumps, and the third is for a deal without trumps. Each field has an offset that keeps it
    positive, so that the suits of a hand can be added up.
    """
    return (side + _SHIFT) | (trump - side + _SHIFT) << _BITS | (plain + _SHIFT) << 2 * _BITS


def worth_in_each(hands: Sequence[Column], table: Worths) -> list[Column]:
    """Return the worth of hands in each denomination, by a `worth_table`."""
    shares = [table.take(lane) for lane in hands]
    every = shares[0] + shares[1] + shares[2] + shares[3]
    side = (every & _FIELD).astype(np.int16) - np.int16(SUITS * _SHIFT)
    worths = [
        side + (((share >> _BITS) & _FIELD).astype(np.int16) - np.int16(_SHIFT)) for share in shares
    ]
    worths.append((every >> 2 * _BITS).astype(np.int16) - np.int16(SUITS * _SHIFT))
    return worths


def best_denomination(worths: Sequence[Column]) -> tuple[Column, Column]:
    """Return the denomination with the highest worth, and that worth; ties go to the highest."""
    best = worths[0] << 3
    for denomination, each in enumerate(worths[1:], 1):
        best = np.maximum(best, (each << 3) | np.int16(denomination))
    return best & np.int16(7), best >> 3


def in_denomination(worths: Sequence[Column], denomination: Column) -> Column:
    """Return for each deal the worth in its denomination."""
    chosen = worths[0]
    for number, each in enumerate(worths[1:], 1):
        chosen = either(equals(denomination & 7, number), each, chosen)
    return chosen


# The auction

DENOMINATIONS = 5
NO_BIDDER = 4

Judge = Callable[[list[Column], Column], tuple[Column, Column]]


@dataclass
class Auctions:
    """The running auctions of many deals; lists of columns are by place in speaking order.

    start     callers, ladder, rules and the calls so far, the same in every deal; rungs count up
              the ladder
    slot      the slot of the random numbers of the first call
    judge     returns a mask of the deals in which the sensible player in turn bids, and the rung of
              each bid; gets the player's `judged` and the highest rung so far. Sensible players
              never raise their own bid
    judged    by place, the columns from which sensible players choose; empty if all choose at
              random
    random    by place, a mask of the players who choose at random; empty if all or none do
    silent    by place, a mask of the players who always pass; empty if none do
    """

    start: Auction
    keys: Keys
    slot: int
    judge: Judge
    judged: list[list[Column]]
    random: list[Column] = field(default_factory=list)
    silent: list[Column] = field(default_factory=list)

    def __post_init__(self) -> None:
        auction, deals = self.start, len(self.keys)
        highest, bidder = -1, NO_BIDDER
        if auction.highest is not None and auction.bidder is not None:
            highest = auction.ladder.bids.index(auction.highest)
            bidder = auction.callers.index(auction.bidder)
        passed = [
            any(call == PASS for call in auction.calls[place :: len(auction.callers)])
            for place in range(len(auction.callers))
        ]
        self.rules, self.callers = auction.rules, len(auction.callers)
        self.rungs = len(auction.ladder.bids)
        self.deal = np.arange(deals)
        self.highest = np.full(deals, highest, np.int16)
        self.bidder = np.full(deals, bidder, np.int16)
        self.passes = np.full(deals, auction.passes, np.int16)
        self.out = [] if self.rules.reentry else masks(passed, deals)

    def finish(self) -> tuple[Column, Column]:
        """Return the rung of the winning bid and the place of the bidder, for each deal.

        If all passed, they are -1 and `NO_BIDDER`.
        """
        rung, bidder = self.highest.copy(), self.bidder.copy()
        number = len(self.start.calls)
        while len(self.deal):
            self._call(number)
            number += 1
            over = self._over() != 0
            if 2 * np.count_nonzero(over) > len(over):
                done = np.flatnonzero(over)
                deals = self.deal.take(done)
                rung[deals], bidder[deals] = self.highest.take(done), self.bidder.take(done)
                self._select(np.flatnonzero(~over))
        return rung, bidder

    def _over(self) -> Column:
        """Return a mask of the auctions that are over."""
        needed = self.rules.passes + (
            (self.highest >> 15) & np.int16(self.callers - self.rules.passes)
        )
        return ~((self.passes - needed) >> 15)

    def _select(self, going: npt.NDArray[np.intp]) -> None:
        """Keep the auctions at some indices."""
        self.deal, self.keys = self.deal.take(going), self.keys.take(going)
        self.highest, self.bidder = self.highest.take(going), self.bidder.take(going)
        self.passes = self.passes.take(going)
        self.out, self.random, self.silent = (
            [mask.take(going) for mask in by_place]
            for by_place in (self.out, self.random, self.silent)
        )
        self.judged = [[column.take(going) for column in columns] for columns in self.judged]

    def _call(self, number: int) -> None:
        """Add a call to each auction that is not over."""
        speaker = number % self.callers
        if not self.judged:
            bid, called = self._at_random(speaker, number)
        else:
            bid, called = self.judge(self.judged[speaker], self.highest)
            bid &= ~equals(self.bidder, speaker)
            if self.random:
                lucky, drawn = self._at_random(speaker, number)
                bid = either(self.random[speaker], lucky, bid)
                called = either(self.random[speaker], drawn, called)
        going = ~self._over()
        bid = bid & going
        if self.silent:
            bid &= ~self.silent[speaker]
        if not self.rules.reentry:
            bid &= ~self.out[speaker] | equals(self.bidder, speaker)
            self.out[speaker] = self.out[speaker] | (going & ~bid)
        self.highest = either(bid, called, self.highest)
        self.bidder = either(bid, np.int16(speaker), self.bidder)
        self.passes = (self.passes - going) & ~bid

    def _at_random(self, speaker: int, number: int) -> tuple[Column, Column]:
        """Return a mask of the deals in which a random player bids, and the rung of each bid."""
        count = np.int16(self.rungs) - self.highest
        if not self.rules.own_raise:
            count = either(equals(self.bidder, speaker), np.ones_like(count), count)
        index = below(self.keys, count, self.slot + number)
        return is_some(index), self.highest + index


def masks(flags: Sequence[bool], deals: int) -> list[Column]:
    """Return a mask for each flag, the same in every deal."""
    return [np.full(deals, -int(flag), np.int16) for flag in flags]


# Step by step

AUCTION = 0  # the first stage of the bidding; a game may have others

Stage = tuple[
    Callable[[Bytes, TableNumbers, TableNumbers], None], Callable[[TableNumbers, Ints], None]
]
"""A function that marks the legal words of some tables, and one that takes the words said.

The first gets a row of words for each table that speaks, the places of its tables among them, and
the tables.
"""


class AuctionTables(BatchTables):
    """Tables with an auction, conducted by the rules of an `Auction`.

    stage     the stage of the bidding, as its place in `stages`
    rung      the highest bid, as its place on the ladder; -1 for none
    bidder    the seat that made it
    calls     the number of calls so far; `passes` are those since the highest bid
    out       by seat, whether it has passed
    absent    a seat that takes no part
    """

    stages: tuple[Stage, ...]

    def prepare_auction(self, auction: Auction, *stages: Stage) -> None:
        """Set up the auction, and the other stages of the bidding."""
        many, bids = len(self.all), auction.ladder.bids
        self.auction, self.stages = auction.rules, ((self.allow_calls, self.call), *stages)
        self.stage, self.calls, self.passes = np.zeros((3, many), np.int64)
        self.rung, self.bidder, self.absent = np.full((3, many), NOBODY)
        self.out = np.zeros((many, self.settings.players), bool)
        self.bids = self.words_of("auction", [bid.code for bid in bids])
        (self.passed,) = self.words_of("auction", ["pass"])
        self.rung_of = np.full(self.said.shape[1], UNKNOWN)
        self.rung_of[self.bids] = np.arange(len(bids))
        higher = [auction.ladder.higher_than(bid) for bid in (*bids, None)]
        self.next_rung = len(bids) - np.array([*map(len, higher)])  # of no bid, at -1

    def words_of(self, kind: str, codes: Iterable[str]) -> Ints:
        """Return the numbers of some words; -1 for a word that is never said."""
        places, cards = self.settings.actions.places, len(self.settings.game.pack)
        return np.array([places.get((kind, code), cards + UNKNOWN) - cards for code in codes])

    def legal_words(self, rows: TableNumbers) -> Bytes:
        legal, stage = super().legal_words(rows), self.stage[rows]
        for number, (allow, _) in enumerate(self.stages):
            here = np.flatnonzero(stage == number)
            if len(here):
                allow(legal, here, rows[here])
        return legal

    def say(self, rows: TableNumbers, words: Ints) -> None:
        stage = self.stage[rows]
        for number, (_, act) in enumerate(self.stages):
            here = np.flatnonzero(stage == number)
            if len(here):
                act(rows[here], words[here])

    def hold(self, rows: TableNumbers, first: Ints) -> None:
        """Begin an auction in which these seats speak first."""
        self.phase[rows], self.stage[rows], self.rung[rows] = SAY, AUCTION, UNKNOWN
        self.calls[rows], self.passes[rows], self.bidder[rows] = 0, 0, NOBODY
        self.out[rows] = False
        self.turn[rows] = np.where(first == self.absent[rows], self.next_seat[first], first)

    def lowest(self, rows: TableNumbers) -> int | Ints:
        """Return the lowest bid of each auction, as its place on the ladder."""
        return 0

    def allow_calls(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        least = np.maximum(self.next_rung[self.rung[rows]], self.lowest(rows))
        higher = np.arange(len(self.bids)) >= least[:, None]
        if not self.auction.own_raise:
            higher &= (self.bidder[rows] != self.turn[rows])[:, None]
        legal[here[:, None], self.bids] = higher
        last = self.passes[rows] == self.settings.players - 1
        legal[here, self.passed] = ~(self.auction.forced & last & (self.rung[rows] == UNKNOWN))

    def call(self, rows: TableNumbers, words: Ints) -> None:
        """Record calls; the last one ends the auction."""
        seat, rung = self.turn[rows], self.rung_of[words]
        bids = rung != UNKNOWN
        self.rung[rows] = np.where(bids, rung, self.rung[rows])
        self.bidder[rows] = np.where(bids, seat, self.bidder[rows])
        self.passes[rows] = np.where(bids, 0, self.passes[rows] + 1)
        self.calls[rows] += 1
        self.out[rows, seat] |= ~bids
        after = self.next_seat[seat]
        self.turn[rows] = np.where(after == self.absent[rows], self.next_seat[after], after)
        if not self.auction.reentry:
            for _ in range(self.settings.players - 1):
                turn = self.turn[rows]
                skips = self.out[rows, turn] & (self.bidder[rows] != turn) & ~self._over(rows)
                self.passes[rows] += skips
                self.turn[rows] = np.where(skips, self.next_seat[turn], turn)
        rows = rows[self._over(rows)]
        won = self.bidder[rows] != NOBODY
        self.declarer[rows] = self.bidder[rows]
        self.won(rows[won])
        self.passed_out(rows[~won])

    def _over(self, rows: TableNumbers) -> Flags:
        bid, calls = self.bidder[rows] != NOBODY, self.passes[rows]
        if self.auction.once:
            bid, calls = np.zeros_like(bid), self.calls[rows]
        needed = np.where(bid, self.auction.passes, self.settings.players)
        over: Flags = calls >= needed - (self.absent[rows] != NOBODY)
        return over

    @abstractmethod
    def won(self, rows: TableNumbers) -> None:
        """Go on after an auction that somebody has won."""

    def passed_out(self, rows: TableNumbers) -> None:
        """Go on after an auction in which all have passed."""
        self.thrown_in[rows] = True
