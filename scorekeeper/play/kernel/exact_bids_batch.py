"""Many tables of a game with exact bids at once, step by step."""

from __future__ import annotations

from typing import Any, cast

from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    ONE,
    RANKS,
    UNKNOWN,
    BiddingTables,
    Bytes,
    Ints,
    TableNumbers,
)
from scorekeeper.play.kernel.exact_bids_deals import ByNumber, marks_of_bids, points_of_bids
from scorekeeper.play.observation import REPEATS
from scorekeeper.play.optional_numpy import np


class ExactBidsBatch(BiddingTables):
    """Tables of a game with exact bids."""

    def prepare(self) -> None:
        settings, book = self.settings, cast("ExactBids[Any]", self.settings.game.book)
        last = settings.most if settings.ending else self.length or REPEATS
        self.by_number = ByNumber.of(book, settings.rules, settings.players, last)
        most = int(self.by_number.cards.max())
        self.points_of_bids = points_of_bids(book.scheme(settings.rules), most)

    def _place(self, rows: TableNumbers) -> Ints:
        """Return the index of each deal among those of `by_number`."""
        return (self.number[rows] - 1) % len(self.by_number.cards)

    def open(self, rows: TableNumbers) -> None:
        super().open(rows)
        fixed, up = self.by_number.trump[self._place(rows)], self.up[rows]
        # The last card turned up; without one, bit 64 stands for no trumps.
        suit = np.bitwise_count((up & ~self.turned_again) - ONE).astype(np.int64) // RANKS
        self.trump[rows] = np.where(fixed == UNKNOWN, suit, fixed)
        self.up[rows] = np.where(fixed == UNKNOWN, up, np.uint64(0))

    def legal_words(self, rows: TableNumbers) -> Bytes:
        legal = super().legal_words(rows)
        each, place = self.cards[rows], self._place(rows)
        last = (self.spoken[rows] == self.settings.players - 1) & self.by_number.hooked[place]
        said = np.maximum(self.contract[rows], 0).sum(axis=1)
        barred = np.where(last, each - said, NOBODY)
        self.allow_numbers(legal, np.arange(len(rows)), each, barred)
        return legal

    def points(self, rows: TableNumbers) -> tuple[Ints, Ints]:
        cards, bids, taken = self.cards[rows][:, None], self.contract[rows], self.taken[rows]
        times = self.by_number.times[self._place(rows), self.trump[rows]][:, None]
        points = self.points_of_bids[cards, bids, taken] * times
        return points.astype(np.int64), marks_of_bids(cards, bids == taken)
