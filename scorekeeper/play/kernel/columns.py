"""Columns of results: deals that the kernel played, as arrays and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.simulation import NONE, Batch, Row, SideSum, Summary, csv_lines
from scorekeeper.seating import Side

Ints = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Many deals, one per row; `simulation.Row` describes the fields.

    first        the number of the first deal
    codes        the possible bids, in order
    bid          the index of the winning bid in `codes`; -1 for none
    contracts    shape (deals, seats)
    tricks, points, made    shape (deals, sides)
    marks        the values that deals pass on (see `Carry`), shape (deals, sides); None for none
    """

    first: int
    codes: tuple[str, ...]
    dealer: Ints
    cards: Ints
    exchanges: Ints
    declarer: Ints
    bid: Ints
    contracts: Ints
    tricks: Ints
    points: Ints
    made: Ints
    thrown_in: npt.NDArray[np.bool_]
    marks: Ints | None = None

    @classmethod
    def of(
        cls,
        first: int,
        dealer: Ints,
        tricks: Ints,
        points: Ints,
        *,
        contracts: Ints,
        made: npt.NDArray[Any],
        codes: tuple[str, ...] = (),
        thrown_in: npt.NDArray[np.bool_] | None = None,
        marks: Ints | None = None,
        **more: npt.NDArray[Any] | int,
    ) -> Self:
        """Return deals whose values by seat and by side come in rows, shape (seats, deals).

        more    other columns, or a number for all deals; without them there is no auction and no
                exchange
        """
        count = len(dealer)
        plain = {"exchanges": 0, "declarer": NONE, "bid": NONE} | more | {"dealer": dealer}
        by_seat = {"contracts": contracts, "tricks": tricks, "made": made}
        return cls(
            first,
            codes,
            points=points.T,
            thrown_in=np.zeros(count, bool) if thrown_in is None else thrown_in,
            marks=None if marks is None else marks.T,
            **{name: np.full(count, value, np.int8) for name, value in plain.items()},
            **{name: rows.T.astype(np.int8) for name, rows in by_seat.items()},
        )

    def __len__(self) -> int:
        return len(self.dealer)

    def rows(self) -> Iterator[Row]:
        codes = (*self.codes, "")  # -1, for no bid, is the last one
        columns = (getattr(self, name).tolist() for name in BY_DEAL)
        for deal, row in enumerate(zip(*columns, strict=True), self.first):
            *auction, bid, contracts, tricks, points, made, thrown_in = row
            by_seat = map(tuple, (contracts, tricks, points, made))
            yield Row._make((deal, *auction, codes[bid], *by_seat, thrown_in))

    def summary(self, sides: Sequence[Side]) -> Summary:
        """Return the summary of these deals; equal to `summarise` of the rows."""
        counted, declared = ~self.thrown_in, np.flatnonzero(self.declarer >= 0)
        side_of = np.zeros(self.contracts.shape[1], np.intp)
        for number, side in enumerate(sides):
            side_of[[*side]] = number
        own = self.made[declared, side_of[self.declarer[declared]]] == 1
        bids = _counts(2 * self.bid[declared].astype(np.int64) + own)
        complete = (self.contracts >= 0).all(axis=1)
        contracts = self.contracts[complete].astype(np.int64)
        pairs: Counter[int] = Counter()
        if len(sides) == len(side_of):
            pairs = _counts((contracts * 64 + self.tricks[complete]).reshape(-1))
        return Summary(
            len(self),
            int(self.thrown_in.sum()),
            _counts(self.exchanges),
            Counter({(self.codes[key // 2], bool(key % 2)): n for key, n in bids.items()}),
            Counter({divmod(pair, 64): hands for pair, hands in pairs.items()}),
            _counts(contracts.sum(axis=1) - self.cards[complete]),
            tuple(
                _side_sum(self.points[counted, side], self.made[counted, side])
                for side in range(len(sides))
            ),
            _counts(self.points[counted].reshape(-1)),
        )

    def csv(self) -> bytes:
        """Return the deals as CSV lines; equal to what `csv.writer` makes of the rows."""
        bids, deals = (*self.codes, ""), range(self.first, self.first + len(self))
        columns = {name: np.atleast_2d(getattr(self, name).T).tolist() for name in BY_DEAL}
        columns["bid"] = [[bids[bid] for bid in self.bid.tolist()]]
        return csv_lines(zip(deals, *chain(*columns.values()), strict=True))


BY_DEAL = Row._fields[1:]
"""The columns with a row for each deal, in order; those of every game."""


def as_columns(batch: Batch) -> Columns:
    return batch if isinstance(batch, Columns) else columns_from_rows([*batch.rows()])


def joined(many: Sequence[Columns]) -> Columns:
    """Return consecutive batches of deals joined into one, without `marks`."""
    whole = many[0]
    return Columns(
        whole.first,
        whole.codes,
        *(np.concatenate([getattr(part, name) for part in many]) for name in BY_DEAL),
    )


def columns_from_rows(rows: Sequence[Row]) -> Columns:
    codes = tuple(sorted({row.bid for row in rows if row.bid}))
    columns = {name: np.array([getattr(row, name) for row in rows]) for name in BY_DEAL}
    columns["bid"] = np.array([codes.index(row.bid) if row.bid else NONE for row in rows])
    return Columns(rows[0].deal if rows else 0, codes, **columns)


def _side_sum(points: Ints, made: Ints) -> SideSum:
    wide = points.astype(np.int64)
    judged, won = int((made != NONE).sum()), int((made == 1).sum())
    return SideSum(len(wide), judged, won, int(wide.sum()), int((wide * wide).sum()))


def _counts(values: Ints) -> Counter[int]:
    """Return the number of times that each value occurs."""
    if not values.size:
        return Counter()
    low = int(values.min())
    counts = np.bincount(values.astype(np.int64) - low)
    return Counter({low + int(place): int(counts[place]) for place in np.flatnonzero(counts)})
