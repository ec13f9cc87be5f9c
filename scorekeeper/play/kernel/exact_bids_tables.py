"""Many tables of a game with exact bids at once, step by step."""

from __future__ import annotations

from typing import Any, cast

from scorekeeper.cards import Denomination
from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    ONE,
    RANKS,
    UNKNOWN,
    BiddingTables,
    Ints,
    Rows,
)
from scorekeeper.play.observation import NO_TRUMPS, REPEATS
from scorekeeper.seating import Seat


class ExactBidsTables(BiddingTables):
    """Tables of a game with exact bids."""

    def prepare(self) -> None:
        table, book = self.table, cast("ExactBids[Any]", self.table.game.book)
        rules, players = table.rules, table.players
        last = table.most if table.ending else self.length or REPEATS
        deals = [
            book.seating(players, Seat(0), rules).numbered(number) for number in range(1, last + 1)
        ]
        fixed = [book.trump_of(rules, deal.number) for deal in deals]
        self.sizes = np.array([book.cards_of(rules, deal.number, players) for deal in deals])
        self.fixed = np.array([UNKNOWN if trump is None else int(trump) for trump in fixed])
        self.hooked = np.array([book.hooked(rules, deal) for deal in deals])
        self.hooked &= not book.simultaneous(rules)
        self.times = np.array(
            [
                [2 ** len(book.doublings(rules, deal, trump)) for trump in Denomination]
                for deal in deals
            ]
        )
        scheme, most = book.scheme(rules), range(int(self.sizes.max()) + 1)
        self.table_of_points = np.array(
            [[[scheme.points(bid, taken, cards) for taken in most] for bid in most]
             for cards in most]
        )  # fmt: skip

    def _place(self, rows: Rows) -> Ints:
        """Return the index of each deal among those of `prepare`."""
        return (self.number[rows] - 1) % len(self.sizes)

    def cards_each(self, rows: Rows) -> Ints:
        return self.sizes[self._place(rows)]

    def open(self, rows: Rows) -> None:
        super().open(rows)
        fixed, up = self.fixed[self._place(rows)], self.up[rows]
        suit = np.bitwise_count(up - ONE).astype(np.int64) // RANKS
        turned = np.where(up == 0, NO_TRUMPS, suit)
        self.trump[rows] = np.where(fixed == UNKNOWN, turned, fixed)
        self.up[rows] = np.where(fixed == UNKNOWN, up, np.uint64(0))

    def legal_words(self, rows: Rows) -> npt.NDArray[np.uint8]:
        legal = super().legal_words(rows)
        each, place = self.cards[rows], self._place(rows)
        last = (self.spoken[rows] == self.table.players - 1) & self.hooked[place]
        said = np.maximum(self.contract[rows], 0).sum(axis=1)
        barred = np.where(last, each - said, NOBODY)
        numbers = np.arange(len(self.table_of_points))
        legal[:, numbers] = (numbers <= each[:, None]) & (numbers != barred[:, None])
        return legal

    def points(self, rows: Rows) -> Ints:
        cards = self.cards[rows][:, None]
        points = self.table_of_points[cards, self.contract[rows], self.taken[rows]]
        times: Ints = points * self.times[self._place(rows), self.trump[rows]][:, None]
        return times
