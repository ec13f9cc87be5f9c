"""Calibration: how far the win probabilities of a game can be trusted.

The games are made of simulated deals that are not in the bank. Before each deal the chance of every
side is predicted and later compared with the result. Chances are well calibrated if three in ten
of all predictions of 30 % come true. Brier's score is the mean squared difference between
prediction and result. Lower is better; it has to beat the score of always predicting equal shares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.insight.win_probability import Moment, chances_at, moments
from scorekeeper.play.deal_bank import Bank
from scorekeeper.play.players import AnyPlayer
from scorekeeper.play.simulated_games import PlayedDeal, endless_deals, played_games
from scorekeeper.play.simulation import Bulk
from scorekeeper.rules.ending import Course, Ending
from scorekeeper.rules.game import Game, Setup

BINS = 10
FORETOLD_FROM = 2_000

Foretold = tuple[list[tuple[float, ...]], set[int]]
"""The chances by side before each deal of a game, and the sides that won it."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions from `low` to `high`: their number, mean, and share that came true."""

    low: float
    high: float
    forecasts: int
    foretold: float
    came_true: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The quality of the predictions; `base` is the Brier score of equal shares for all sides."""

    games: int
    forecasts: int
    brier: float
    base: float
    bins: tuple[Bin, ...]

    @property
    def error(self) -> float:
        """The expected calibration error: the mean of |predicted - observed|, weighted by bin."""
        off = sum(bin_.forecasts * abs(bin_.foretold - bin_.came_true) for bin_ in self.bins)
        return off / max(self.forecasts, 1)

    def lines(self) -> Iterator[str]:
        yield f"{self.games} games, {self.forecasts} forecasts"
        yield f"Brier score {self.brier:.4f}; equal shares {self.base:.4f}"
        yield f"calibration error {self.error:.4f}"
        yield ""
        yield "foretold         forecasts    mean   came true"
        for bin_ in self.bins:
            span = f"{bin_.low:4.0%} to {bin_.high:4.0%}"
            yield f"{span}  {bin_.forecasts:12}  {bin_.foretold:6.1%}      {bin_.came_true:6.1%}"


def calibration(
    foretold: Iterable[Foretold],
    sides: int,
    *,
    most: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Compare the predictions of `most` games with their results.

    A shared win counts in equal parts, as it is predicted. `progress` is called with 1 after each
    game.
    """
    pairs: list[tuple[float, float]] = []
    games = 0
    for forecasts, won in foretold:
        for chances in forecasts:
            pairs += [(chance, (side in won) / len(won)) for side, chance in enumerate(chances)]
        games += 1
        progress(1)
        if games == most:
            break
    share = 1 / sides
    return Calibration(
        games,
        len(pairs),
        _brier(pairs),
        _brier([(share, true) for _, true in pairs]),
        tuple(_bins(pairs)),
    )


def foretold(
    setup: Setup, bank: Bank, players: tuple[AnyPlayer, ...], *, seed: int
) -> Iterator[Foretold]:
    """Yield endless games between these players, with predictions before each deal."""
    book, rules = setup.book, setup.rules
    if book.carries(rules) or not set(players) <= Bulk.of(book).bulk_players:
        return foretold_games(played_games(setup, players, seed), bank)
    return foretold_deals(endless_deals(book, rules, players, seed), setup.ending, bank)


def foretold_deals(deals: Iterable[PlayedDeal], ending: Ending, bank: Bank) -> Iterator[Foretold]:
    """Yield games made of consecutive independent deals, with predictions before each deal."""
    sides = len(bank.points)
    forecasts: list[tuple[float, ...]] = []
    totals, scored, course = [0] * sides, 0, Course()
    for dealer, points in deals:
        moment = Moment(tuple(totals), dealer, scored, course)
        forecasts.append(chances_at(moment, ending, bank, FORETOLD_FROM))
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        scored += 1
        course = course.after(ending, totals, scored)
        if course.decided:
            best = ending.first(totals)
            yield forecasts, {side for side, total in enumerate(totals) if total == best}
            forecasts, totals, scored, course = [], [0] * sides, 0, Course()


def foretold_games(games: Iterable[Game], bank: Bank) -> Iterator[Foretold]:
    """Yield finished games with predictions before each deal."""
    for game in games:
        if game.result is not None:
            continue
        forecasts = [
            chances_at(moment, game.setup.ending, bank, FORETOLD_FROM)
            for moment in moments(game)
            if not moment.course.decided
        ]
        yield forecasts, {*game.winners}


def _brier(pairs: Sequence[tuple[float, float]]) -> float:
    return sum((chance - true) ** 2 for chance, true in pairs) / max(len(pairs), 1)


def _bins(pairs: Sequence[tuple[float, float]]) -> Iterator[Bin]:
    for number in range(BINS):
        inside = [pair for pair in pairs if min(int(pair[0] * BINS), BINS - 1) == number]
        if inside:
            yield Bin(
                number / BINS,
                (number + 1) / BINS,
                len(inside),
                sum(chance for chance, _ in inside) / len(inside),
                sum(true for _, true in inside) / len(inside),
            )
