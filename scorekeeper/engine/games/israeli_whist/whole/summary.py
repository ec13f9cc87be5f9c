"""What many simulated deals come to: counts that can be added up, and what a person reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from scorekeeper.engine.cards.pbn import LETTERS
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import Deals
from scorekeeper.engine.optional_numpy import np, npt

Counts = npt.NDArray[np.int64]
LOWEST, HIGHEST = -1000, 1000
DENOMINATIONS = ("C", "D", "H", "S", "NT")


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over deals; two summaries add up, in any order, to that of all their deals.

    deals, thrown_in   how many, and how many did not count
    exchanges          [number of exchanges]
    bids               [denomination][tricks], deals by the bid that won
    levels             [contract][tricks], hands of the deals that had an auction won
    seats              [seat][hands, made, points, squared points], of the deals that counted
    declarers          [made, points], of the declarers
    points             [points + 1000], hands of the deals that counted
    sums               [sum of the four contracts], deals
    """

    deals: int
    thrown_in: int
    exchanges: Counts
    bids: Counts
    levels: Counts
    seats: Counts
    declarers: Counts
    points: Counts
    sums: Counts

    def __add__(self, other: Summary) -> Summary:
        return Summary(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def made(self) -> float:
        """The share of contracts that were made."""
        made = int(np.trace(self.levels))
        return made / max(int(self.levels.sum()), 1)

    def mean(self, seat: int) -> tuple[float, float]:
        """The mean points of a seat a deal, and the half width of its 95 % interval."""
        hands, _, points, squares = (float(count) for count in self.seats[seat])
        if hands < 2:
            return 0.0, 0.0
        mean = points / hands
        return mean, 1.96 * max(squares / hands - mean * mean, 0.0) ** 0.5 / hands**0.5

    def lines(self, names: tuple[str, ...]) -> Iterator[str]:
        """The summary as text; `names` are those of the players, by seat."""
        counted = self.deals - self.thrown_in
        yield f"{self.deals} hands, {_share(self.thrown_in, self.deals)} thrown in"
        if self.exchanges[1:].any():
            told = ", ".join(
                f"{number}: {_share(int(count), self.deals)}"
                for number, count in enumerate(np.trim_zeros(self.exchanges, "b"))
            )
            yield f"exchanges of cards: {told}"
        played = int(self.sums.sum())
        over, under = int(self.sums[TRICKS + 1 :].sum()), int(self.sums[:TRICKS].sum())
        yield f"over {_share(over, played)}, under {_share(under, played)}"
        yield f"contracts made: {_share(int(np.trace(self.levels)), int(self.levels.sum()))}"
        yield ""
        yield "contract   hands    made   fewer    more"
        for number, row in enumerate(self.levels):
            total = int(row.sum())
            if total:
                made, fewer = int(row[number]), int(row[:number].sum())
                yield (
                    f"{number:8} {total:7} {_share(made, total):>7} {_share(fewer, total):>7} "
                    f"{_share(total - made - fewer, total):>7}"
                )
        yield ""
        yield "seat  player      points a hand      made"
        for seat, name in enumerate(names):
            mean, half = self.mean(seat)
            hands, made = int(self.seats[seat][0]), int(self.seats[seat][1])
            points = f"{mean:+7.2f} ± {half:.2f}"
            yield f"{LETTERS[seat]:4}  {name:10} {points} {_share(made, hands):>10}"
        if counted:
            yield ""
            quantiles = " ".join(f"{share:.0%}: {self.quantile(share):+d}" for share in _QUANTILES)
            yield f"points of a hand: {quantiles}"

    def quantile(self, share: float) -> int:
        """The points that this share of hands does not exceed."""
        total = int(self.points.sum())
        reached = np.cumsum(self.points) >= share * total
        return int(reached.argmax()) + LOWEST if total else 0

    def json(self) -> dict[str, Any]:
        """The summary as plain values."""
        found = {
            field.name: value.tolist() if isinstance(value, np.ndarray) else value
            for field in fields(self)
            if field.name != "points"
            for value in [getattr(self, field.name)]
        }
        places = np.flatnonzero(self.points)
        found["points"] = {str(place + LOWEST): int(self.points[place]) for place in places}
        found["made"] = self.made
        found["means"] = [dict(zip(("mean", "half"), self.mean(s), strict=True)) for s in range(4)]
        return found


_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def summarise(deals: Deals) -> Summary:
    """Count some deals."""
    won, counted = deals.declarer >= 0, ~deals.thrown_in
    said, taken = deals.contracts.astype(np.int64), deals.tricks.astype(np.int64)
    points = deals.points.astype(np.int64)
    made = (said == taken) & won[:, None]
    seats = [np.full(PLAYERS, counted.sum()), made.sum(axis=0), points.sum(axis=0)]
    seats.append((points * points).sum(axis=0))
    bids = deals.denomination.astype(np.int64) * 14 + deals.bid
    rows, declarer = np.flatnonzero(won), deals.declarer[won].astype(np.int64)
    clipped = np.clip(points[counted], LOWEST, HIGHEST) - LOWEST
    return Summary(
        len(deals),
        int(deals.thrown_in.sum()),
        _counts(deals.exchanges.astype(np.int64), 6),
        _counts(bids[won], 70).reshape(5, 14),
        _counts((said * 14 + taken)[won].reshape(-1), 196).reshape(14, 14),
        np.stack(seats, axis=1),
        np.array([made[rows, declarer].sum(), points[rows, declarer].sum()], np.int64),
        _counts(clipped.reshape(-1), HIGHEST - LOWEST + 1),
        _counts(said[won].sum(axis=1), PLAYERS * TRICKS + 1),
    )


def _counts(values: Counts, size: int) -> Counts:
    return np.bincount(values, minlength=size).astype(np.int64)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
