"""Whether chances that know the people are better: measured on tables of known strength.

    python -m tests.tools.benchmarks.people [--tables N] [--hands N ...] [--club NAME] [--rules KEY]
        [--seed N]

A club of eight plays stored hands, four of them at a time, drawn by lot for every ten hands. Then
four of them play a game, which is foretold before every hand: by the bank alone, and by the bank
with edges: what each of the four makes a hand beyond the bank. An edge comes from the stored hands
and is shrunken in one of three ways: as if everybody had played so many average hands more; by
empirical Bayes, which learns from the whole club how much its players differ; and that about the
club's own mean. A person plays a hand as one of the engine's players, each with a probability of
its own. Given is Brier's score without edges, and the difference that they make over the same
games, with its 95 % interval; below 0 they gain.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from scorekeeper.engine.analysis import simulated_deals
from scorekeeper.engine.analysis.drawn_games import MOST_DEALS, TIDY, Bank, _Games
from scorekeeper.engine.analysis.simulated_deals import bank_of
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.play.simulation import Run
from scorekeeper.engine.rules.ending import Course, Ending

Floats = npt.NDArray[np.float64]
Person = tuple[float, float, float]  # sensible, sensible-1, random
Banks = Mapping[tuple[int, ...], Bank]
NAMES = ("sensible", "sensible-1", "random")
CLUB, SITTING = 8, 10
DEALS = 4_000  # of each mixture of players
FORETOLD_FROM = 1_000
SHRUNK_BY = 400  # hands
WAYS = ("400 hands", "empirical Bayes", "about the club")

STRONG: Person = (1, 0, 0)
FIRST_EDITION: Person = (0, 1, 0)
CLUBS: Mapping[str, tuple[Person, ...]] = {
    "even, all sensible": (STRONG,),
    "even, all sensible-1": (FIRST_EDITION,),
    "even, one hand in ten random": ((0.9, 0, 0.1),),
    "sensible and sensible-1": (STRONG, FIRST_EDITION),
    "up to one hand in ten random": (STRONG, (0.95, 0, 0.05), (0.9, 0, 0.1), FIRST_EDITION),
    "up to two in ten random": (STRONG, (0.9, 0, 0.1), (0.8, 0, 0.2), FIRST_EDITION),
}


def main() -> None:
    """Print a row for each club and number of stored hands."""
    parser = argparse.ArgumentParser(description="Whether chances should know the people.")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--hands", type=int, nargs="+", default=[50, 200, 800])
    parser.add_argument("--club", choices=CLUBS, help="the only club")
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    rules = WHOLE.book.preset(options.rules).rules
    bank = simulated_deals.bank(WHOLE.book, rules, 4)
    assert bank is not None
    tables = _banks(rules, options.seed)
    ending = WHOLE.book.agreed(WHOLE.book.endings.usual, rules, 4)
    print(f"{'club':32}{'hands':>6}{'Brier':>8}" + "".join(f"{way:>20}" for way in WAYS))
    for club, kinds in CLUBS.items():
        if options.club not in {None, club}:
            continue
        for hands in options.hands:
            rng = np.random.default_rng([options.seed, hands])
            rows = []
            for _ in range(options.tables):
                members = Club(tables, kinds)
                members.store(hands, rng)
                rows.append(_game(members, bank, ending, rng))
            scores = np.array(rows)
            gains = scores[:, 1:] - scores[:, :1]
            halves = 1.96 * gains.std(axis=0) / len(gains) ** 0.5
            columns = "".join(
                f"{gain:+11.4f} ± {half:.4f}"
                for gain, half in zip(gains.mean(axis=0), halves, strict=True)
            )
            print(f"{club:32}{hands:6}{scores[:, 0].mean():8.4f}{columns}", flush=True)


def _banks(rules: Any, seed: int) -> Banks:
    """The deals of each mixture of players, by place clockwise from the dealer."""
    return {
        kinds: bank_of(Run(WHOLE, rules, DEALS, tuple(NAMES[kind] for kind in kinds), seed + 1000))
        for kinds in product(range(len(NAMES)), repeat=4)
    }


def _game(club: Club, bank: Bank, ending: Ending, rng: np.random.Generator) -> list[float]:
    """Brier's score of a game without edges, and with edges of each way."""
    edges = club.edges(bank)
    four = rng.choice(CLUB, 4, replace=False)
    squares: list[list[Floats]] = [[] for _ in edges]
    totals, scored, course = np.zeros(4, np.int64), 0, Course()
    while not course.decided:
        for number, edge in enumerate(edges):
            chances = _chances(totals, ending, bank, scored % 4, edge[four], met=course.met)
            squares[number].append(chances)
        totals = totals + club.play(four, scored % 4, rng)
        scored += 1
        course = course.after(ending, totals.tolist(), scored)
    won = totals == totals.max()
    return [float(((np.array(each) - won) ** 2).mean()) for each in squares]


def _chances(
    totals: npt.NDArray[np.int64],
    ending: Ending,
    bank: Bank,
    dealer: int,
    edges: Floats,
    *,
    met: bool,
) -> Floats:
    """As `drawn_games.odds` of a game to a target, with points a deal beyond the bank's."""
    rng = np.random.Generator(np.random.SFC64(1))
    running = _Games(totals.tolist(), FORETOLD_FROM, (), met=met, ending=ending)
    for number in range(MOST_DEALS):
        running.decide(number)
        if number % TIDY == 0 or running.decided.all():
            running.tidy()
        if not len(running.met):
            break
        drawn = bank.drawn(number + 1, len(running.met), rng)
        running.score(bank, [(seat - dealer - number) % 4 for seat in range(4)], drawn)
        for seat, edge in enumerate(edges.tolist()):
            running.totals[seat] += round(edge * (number + 1)) - round(edge * number)
    return running.wins / FORETOLD_FROM


class Club:
    """Eight people, and the hands that are stored of them.

    squares    the sum of the squares of everybody's points
    """

    def __init__(self, tables: Banks, kinds: Sequence[Person]) -> None:
        self.tables = tables
        self.up_to = np.cumsum([kinds[number % len(kinds)] for number in range(CLUB)], axis=1)
        self.points, self.hands = np.zeros(CLUB), np.zeros(CLUB)
        self.squares = np.zeros(CLUB)

    def store(self, hands: int, rng: np.random.Generator) -> None:
        """Play so many hands for each on average; some play more than others."""
        while self.hands.sum() < hands * CLUB:
            four = rng.choice(CLUB, 4, replace=False)
            for dealer in range(SITTING):
                points = self.play(four, dealer % 4, rng)
                self.points[four] += points
                self.squares[four] += points**2
            self.hands[four] += SITTING

    def play(
        self, four: npt.NDArray[np.int64], dealer: int, rng: np.random.Generator
    ) -> npt.NDArray[np.int64]:
        """The points of a hand by seat; everybody plays it as one of the engine's players."""
        kinds = (rng.random((4, 1)) > self.up_to[four, :-1]).sum(axis=1)
        deals = self.tables[tuple(np.roll(kinds, -dealer).tolist())].points
        return np.roll(deals[:, rng.integers(deals.shape[1])], dealer).astype(np.int64)

    def edges(self, bank: Bank) -> list[Floats]:
        """What everybody makes a hand beyond the bank: nothing, then as each way has it."""
        hands, average = np.maximum(self.hands, 1), bank.points.mean()
        means, all_hands = self.points / hands, self.hands.sum()
        of_club = self.points.sum() / all_hands
        noise = (self.squares.sum() / all_hands - of_club**2) / hands
        spread = max(float(((means - of_club) ** 2 - noise).mean()) * CLUB / (CLUB - 1), 0.0)
        kept = spread / (spread + noise)
        common = (of_club - average) * all_hands / (all_hands + SHRUNK_BY)
        return [
            np.zeros(CLUB),
            (means - average) * hands / (hands + SHRUNK_BY),
            (means - average) * kept,
            common + (means - of_club) * kept,
        ]


if __name__ == "__main__":
    main()
