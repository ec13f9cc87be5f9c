"""Results of simulated deals: one row per deal, and summaries.

Nothing here needs NumPy. Deals played in bulk come as columns (see `bulk.columns`), which give the
same rows and the same summary.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from scorekeeper.engine.cards.seating import SEATS, Side
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.records.notation import seat_text

NONE = -1
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Row(NamedTuple):
    """One deal: what a scorekeeper would have recorded, and the points.

    deal         its number in the run, from 0
    dealer       the seat that dealt
    cards        the number of tricks
    exchanges    the number of exchanges of cards
    declarer     the seat that won the auction; -1 for none
    bid          the winning bid, as in `5H`; empty for none
    contracts    by seat; -1 for a seat without one
    tricks       by side
    points       by side
    made         by side: 1 made, 0 missed, -1 nothing to make, as in a deal without bids
    thrown_in    whether the deal does not count
    """

    deal: int
    dealer: int
    cards: int
    exchanges: int
    declarer: int
    bid: str
    contracts: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    made: tuple[int, ...]
    thrown_in: bool


def row_of(deal: int, end: Position) -> Row:
    """The row of a deal that has been played to its end."""
    scene, score, sides = end.scene, end.score, end.seating.sides
    assert score is not None  # noqa: S101  (the deal has been played out)
    contracts = dict(scene.contracts)
    judged = end.game.bids and (scene.contracts or scene.bid)
    verdicts = [
        [line.made for line in lines if line.made is not None] if judged else []
        for lines in score.lines
    ]
    taken = end.taken
    return Row(
        deal,
        int(end.seating.dealer),
        scene.total,
        len(end.exchanges),
        NONE if scene.declarer is None else int(scene.declarer),
        scene.bid.code if scene.bid else "",
        tuple(contracts.get(seat, NONE) for seat in SEATS[: end.seating.players]),
        scene.tricks or tuple(sum(taken[seat] for seat in side) for side in sides),
        score.points,
        tuple(int(any(made)) if made else NONE for made in verdicts),
        score.thrown_in,
    )


class SideSum(NamedTuple):
    """Totals of one side.

    deals      the deals that counted
    judged     those of them with something to make
    made       those in which it was made
    squares    the sum of the squared points
    """

    deals: int = 0
    judged: int = 0
    made: int = 0
    points: int = 0
    squares: int = 0

    @property
    def mean(self) -> tuple[float, float]:
        """The mean points per deal, and the half width of its 95 % interval."""
        if self.deals < 2:
            return float(self.points), 0.0
        mean = self.points / self.deals
        variance = max(self.squares / self.deals - mean * mean, 0.0)
        return mean, 1.96 * (variance / self.deals) ** 0.5


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over deals; summaries can be added in any order.

    exchanges    deals by the number of exchanges
    bids         deals by the winning bid and whether it was made
    contracts    hands by contract and tricks, if everybody plays alone
    sums         deals by the sum of the contracts minus the tricks, if all have a contract
    sides        a `SideSum` for each side, over the deals that counted
    points       hands by points, over the deals that counted
    """

    deals: int = 0
    thrown_in: int = 0
    exchanges: Counter[int] = field(default_factory=Counter)
    bids: Counter[tuple[str, bool]] = field(default_factory=Counter)
    contracts: Counter[tuple[int, int]] = field(default_factory=Counter)
    sums: Counter[int] = field(default_factory=Counter)
    sides: tuple[SideSum, ...] = ()
    points: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Summary) -> Summary:
        pairs = zip_longest(self.sides, other.sides, fillvalue=SideSum())
        sides = tuple(SideSum(*map(sum, zip(*pair, strict=True))) for pair in pairs)
        added = {
            each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)
        }
        return Summary(**added | {"sides": sides})

    @property
    def made(self) -> float:
        """The share of bids and contracts that were made."""
        return sum(side.made for side in self.sides) / max(self._judged, 1)

    @property
    def _judged(self) -> int:
        return sum(side.judged for side in self.sides)

    def quantile(self, share: float) -> int:
        """The smallest number of points that this share of hands does not exceed."""
        reached, total = 0, sum(self.points.values())
        for points in sorted(self.points):
            reached += self.points[points]
            if reached >= share * total:
                return points
        return 0

    def lines(self, sides: Sequence[Side], names: Sequence[str]) -> Iterator[str]:
        """The summary as text; `names` are the players' names, by seat."""
        yield f"{self.deals} hands, {_share(self.thrown_in, self.deals)} thrown in"
        if set(self.exchanges) - {0}:
            exchanges = ", ".join(
                f"{n}: {_share(self.exchanges[n], self.deals)}" for n in self._held()
            )
            yield f"exchanges of cards: {exchanges}"
        if played := sum(self.sums.values()):
            over = sum(deals for more, deals in self.sums.items() if more > 0)
            under = sum(deals for more, deals in self.sums.items() if more < 0)
            yield f"over {_share(over, played)}, under {_share(under, played)}"
        if self._judged:
            yield f"made: {_share(sum(side.made for side in self.sides), self._judged)}"
        yield from self._contract_lines() if self.contracts else self._bid_lines()
        yield ""
        yield "side    player                points a hand" + "      made" * bool(self._judged)
        for side, side_sum in zip(sides, self.sides, strict=False):
            mean, half = side_sum.mean
            players = ", ".join(names[seat] for seat in side)
            points = f"{mean:+7.2f} ± {half:.2f}"
            made = f" {_share(side_sum.made, side_sum.judged):>10}" if self._judged else ""
            yield f"{label(side):7} {players:20} {points}{made}"
        if self.points:
            yield ""
            shares = " ".join(f"{share:.0%}: {self.quantile(share):+d}" for share in QUANTILES)
            yield f"points of a hand: {shares}"

    def json(self, sides: Sequence[Side], names: Sequence[str]) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "thrown_in": self.thrown_in,
            "exchanges": {str(number): self.exchanges[number] for number in self._held()},
            "bids": {
                code: {"won": self.bids[code, True] + lost, "made": self.bids[code, True]}
                for code in self._codes()
                for lost in [self.bids[code, False]]
            },
            "contracts": [
                {"contract": contract, "tricks": taken, "hands": hands}
                for (contract, taken), hands in sorted(self.contracts.items())
            ],
            "sums": {str(more): self.sums[more] for more in sorted(self.sums)},
            "sides": [
                {"seats": [*map(seat_text, side)], "players": [names[seat] for seat in side]}
                | side_sum._asdict()
                | dict(zip(("mean", "half"), side_sum.mean, strict=True))
                for side, side_sum in zip(sides, self.sides, strict=False)
            ],
            "points": {str(points): self.points[points] for points in sorted(self.points)},
            "made": self.made if self._judged else None,
        }

    def _held(self) -> list[int]:
        """The numbers of exchanges, from 0 to the highest that occurred."""
        return [*range(max(self.exchanges, default=-1) + 1)]

    def _codes(self) -> list[str]:
        """The winning bids, ordered by their number if they have one, then by code."""

        def order(code: str) -> tuple[int, int, str]:
            number = re.match(r"\d+", code)
            return int(number[0]) if number else 0, len(code), code

        return sorted({code for code, _ in self.bids}, key=order)

    def _contract_lines(self) -> Iterator[str]:
        yield ""
        yield "contract   hands    made   fewer    more"
        for number in sorted({contract for contract, _ in self.contracts}):
            row = {
                taken: n for (contract, taken), n in self.contracts.items() if contract == number
            }
            total, made = sum(row.values()), row.get(number, 0)
            fewer = sum(n for taken, n in row.items() if taken < number)
            yield (
                f"{number:8} {total:7} {_share(made, total):>7} {_share(fewer, total):>7} "
                f"{_share(total - made - fewer, total):>7}"
            )

    def _bid_lines(self) -> Iterator[str]:
        if not self.bids:
            return
        yield ""
        yield "bid       hands    made"
        for code in self._codes():
            won, made = self.bids[code, True] + self.bids[code, False], self.bids[code, True]
            yield f"{code:8} {won:6} {_share(made, won):>7}"


def label(side: Side) -> str:
    """The seats of a side, as in `S` or `SN`."""
    return "".join(map(seat_text, side))


def summarise(rows: Iterable[Row], sides: Sequence[Side]) -> Summary:
    """The summary of some rows, computed one by one."""
    total = Summary()
    exchanges, bids, contracts, sums, points = (Counter[Any]() for _ in range(5))
    of_sides = [[0] * len(SideSum._fields) for _ in sides]
    deals = thrown_in = 0
    for row in rows:
        deals, thrown_in = deals + 1, thrown_in + row.thrown_in
        exchanges[row.exchanges] += 1
        if row.declarer != NONE:
            won = next(n for n, side in enumerate(sides) if row.declarer in side)
            bids[row.bid, row.made[won] == 1] += 1
        if min(row.contracts) != NONE:
            sums[sum(row.contracts) - row.cards] += 1
            if len(sides) == len(row.contracts):
                contracts.update(zip(row.contracts, row.tricks, strict=True))
        if row.thrown_in:
            continue
        points.update(row.points)
        for of_side, made, won in zip(of_sides, row.made, row.points, strict=True):
            for place, more in enumerate((1, made != NONE, made == 1, won, won * won)):
                of_side[place] += more
    counted = tuple(SideSum(*of_side) for of_side in of_sides)
    return total + Summary(deals, thrown_in, exchanges, bids, contracts, sums, counted, points)


class Batch(Protocol):
    """Deals of a run that were played together."""

    def __len__(self) -> int: ...

    def summary(self, sides: Sequence[Side]) -> Summary: ...

    def rows(self) -> Iterator[Row]: ...

    def csv(self) -> bytes:
        """The deals as CSV lines, without heads."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Deals that were played one after another, with their records if the run stores them."""

    kept: tuple[Row, ...]
    records: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.kept)

    def summary(self, sides: Sequence[Side]) -> Summary:
        return summarise(self.kept, sides)

    def rows(self) -> Iterator[Row]:
        return iter(self.kept)

    def csv(self) -> bytes:
        return csv_lines(map(_flat, self.kept))


def csv_lines(rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def _flat(row: Row) -> Iterator[object]:
    for value in row:
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
