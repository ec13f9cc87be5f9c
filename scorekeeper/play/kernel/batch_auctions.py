"""Many tables with an auction at once, step by step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable

from scorekeeper.auction import Auction
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
from scorekeeper.play.optional_numpy import np

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
