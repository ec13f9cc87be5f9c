"""How far the chances of a game can be trusted: foretold and counted over games played out.

The games are made of simulated deals that the bank does not hold. Every moment of every game is
foretold for every side, and then it is seen who won. A chance is well calibrated if of all that is
foretold at 30 % three in ten come true; Brier's score is the mean square of foretold less come
true, lower is better, and has to beat the score of one who always foretells the share of each side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.engine.analysis.simulated_deals import PlayedDeal
from scorekeeper.engine.analysis.win_probability import Bank, odds
from scorekeeper.engine.rules.ending import Course, Ending

BINS = 10
FORETOLD_FROM = 2_000


@dataclass(frozen=True, slots=True)
class Bin:
    """The forecasts from `low` to `high`: how many, their mean, and the share that came true."""

    low: float
    high: float
    forecasts: int
    foretold: float
    came_true: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """What became of the forecasts; `base` is the score of the equal share for every side."""

    games: int
    forecasts: int
    brier: float
    base: float
    bins: tuple[Bin, ...]

    @property
    def error(self) -> float:
        """How far what is foretold is from what comes true, over all forecasts (the mean of bins).

        It is also called the expected calibration error.
        """
        off = sum(one.forecasts * abs(one.foretold - one.came_true) for one in self.bins)
        return off / max(self.forecasts, 1)

    def lines(self) -> Iterator[str]:
        """The figures as text."""
        yield f"{self.games} games, {self.forecasts} forecasts"
        yield f"Brier score {self.brier:.4f}; equal shares {self.base:.4f}"
        yield f"calibration error {self.error:.4f}"
        yield ""
        yield "foretold         forecasts    mean   came true"
        for one in self.bins:
            span = f"{one.low:4.0%} to {one.high:4.0%}"
            yield f"{span}  {one.forecasts:12}  {one.foretold:6.1%}      {one.came_true:6.1%}"


def calibration(
    deals: Iterable[PlayedDeal],
    ending: Ending,
    bank: Bank,
    *,
    most: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Play so many games out of a row of deals, foretelling each from every deal on.

    `progress` is told after every game.
    """
    found: list[tuple[float, bool]] = []
    games = 0
    for moments, won in _games(deals, ending, bank, len(bank.points)):
        for chances in moments:
            found += [(chance, side in won) for side, chance in enumerate(chances)]
        games += 1
        progress(1)
        if games == most:
            break
    share = 1 / len(bank.points)
    return Calibration(
        games,
        len(found),
        _brier(found),
        _brier([(share, true) for _, true in found]),
        tuple(_bins(found)),
    )


def _games(
    deals: Iterable[PlayedDeal], ending: Ending, bank: Bank, sides: int
) -> Iterator[tuple[list[tuple[float, ...]], set[int]]]:
    """The forecasts of each game, before each of its deals, and who won it."""
    moments: list[tuple[float, ...]] = []
    totals, scored, course = [0] * sides, 0, Course()
    for dealer, points in deals:
        forecast = odds(
            totals,
            ending,
            bank,
            dealer=dealer,
            scored=scored,
            met=course.met,
            games=FORETOLD_FROM,
        )
        moments.append(forecast.chances)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        scored += 1
        course = course.after(ending, totals, scored)
        if course.decided:
            yield moments, {side for side, total in enumerate(totals) if total == max(totals)}
            moments, totals, scored, course = [], [0] * sides, 0, Course()


def _brier(found: Sequence[tuple[float, bool]]) -> float:
    return sum((chance - true) ** 2 for chance, true in found) / max(len(found), 1)


def _bins(found: Sequence[tuple[float, bool]]) -> Iterator[Bin]:
    for number in range(BINS):
        inside = [one for one in found if min(int(one[0] * BINS), BINS - 1) == number]
        if inside:
            yield Bin(
                number / BINS,
                (number + 1) / BINS,
                len(inside),
                sum(chance for chance, _ in inside) / len(inside),
                sum(true for _, true in inside) / len(inside),
            )
