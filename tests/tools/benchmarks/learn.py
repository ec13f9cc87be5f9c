"""Learn when the sensible player should go for a trick, and print the table of `learnt_goals`.

    python tests/tools/benchmarks/learn.py [--rounds N] [--chunks N]

In every deal one decision, drawn at random, is reversed, and the deal is played again. If that
gains points for the player on average, by far more than chance, the table is reversed in that
situation. Each round begins with the table of the one before, the first one with the rule
`wants_trick`. `make strength` shows the strength of the result.
"""

from __future__ import annotations

import argparse
from itertools import product
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.play.kernel import israeli_whist_deals
from scorekeeper.play.kernel.arrays import Column
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.sensible_choice import Aims, Turns, rows_of, sure_cards
from scorekeeper.play.sensible_player import (
    HOLDERS,
    KINDS,
    LEFT,
    PLACES,
    SPARE,
    WANTS,
    Goals,
    wants_trick,
)

RULES = PRESETS[0].rules
CHUNK, CARDS = 1 << 16, 52
LEAST, ERRORS = 200, 2.5  # tries of a situation, and standard errors of the gain
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class TriedTables(Tables):
    """Tables at which one decision of each deal is reversed and recorded.

    turned       the number of the card, by deal; -1 for none
    row, seat    the situation of that decision and its player, by deal
    """

    turned: Column
    row: npt.NDArray[np.int64]
    seat: Column
    latest: TriedTables

    def goes(self, turns: Turns, want: Column) -> Column:
        """Return the table's choice, or the other one if it is tried."""
        choice, number = super().goes(turns, want), 4 * self.trick + self.place
        if number == 0:
            drawn = np.random.default_rng(len(want)).integers(0, CARDS, len(want))
            self.turned = drawn.astype(np.int16)
            self.row, self.seat = np.zeros(len(want), np.int64), np.zeros_like(want)
            TriedTables.latest = self
        here = self.turned == number
        place = 0 if self.place == 0 else 2 if turns.last else 1
        holder = self.holder if self.place else np.zeros_like(want)
        left = self.tricks - self.trick
        rows = rows_of(Aims(place, self.plain, want, holder, left, sure_cards(turns)))
        self.row[here] = rows[here]
        self.seat[here] = ((self.leader + np.int16(self.place)) & 3)[here]
        turned: Column = choice ^ -here.astype(np.int16)
        return turned


def main() -> None:
    """Learn, and print the table."""
    parser = argparse.ArgumentParser(description="Learn when to go for a trick.")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--chunks", type=int, default=48, help="of 65,536 deals, for each round")
    options = parser.parse_args()
    table = by_rule()
    for number in range(options.rounds):
        gains = [tried(goals_of(table), number, chunk) for chunk in range(options.chunks)]
        count, total, squares = (np.sum(column, axis=0) for column in zip(*gains, strict=True))
        mean = total / np.maximum(count, 1)
        error = np.sqrt(np.maximum(squares / np.maximum(count, 1) - mean**2, 1) / count.clip(1))
        table ^= (mean > ERRORS * error) & (count > LEAST)
    words = ["".join(LETTERS[row] for row in word) for word in goals_rows(table)]
    for place in range(0, len(words), len(HOLDERS)):
        print(*words[place : place + len(HOLDERS)])


def by_rule() -> Flags:
    """Return the table of the rule `wants_trick`."""
    every = product(range(PLACES), range(KINDS), WANTS, HOLDERS, LEFT, range(8))
    return np.array([wants_trick(want, left, holder) for _, _, want, holder, left, _ in every])


def goals_rows(table: Flags) -> list[bytes]:
    """Return the rows of a table, those of one holder together."""
    bits = table.reshape(-1, len(LEFT), 8)[:, :, : len(SPARE)]
    numbers = (bits << np.arange(len(SPARE))).sum(axis=2)
    return [bytes(word) for word in numbers.tolist()]


def goals_of(table: Flags) -> Goals:
    """Return a table as players use it."""
    return Goals(b"".join(goals_rows(table)))


def tried(goals: Goals, round_: int, chunk: int) -> tuple[Floats, Floats, Floats]:
    """Return for each situation the number of tries, and the sums of the gain and of its square."""
    usual, other = (played(goals, round_, chunk, kind) for kind in (Tables, TriedTables))
    counted, tables = np.flatnonzero(~usual.thrown_in), TriedTables.latest
    gain = (other.points - usual.points)[counted, tables.seat].astype(float)
    size = PLACES * KINDS * len(WANTS) * len(HOLDERS) * len(LEFT) * 8
    weights = (np.ones_like(gain), gain, gain * gain)
    counts, sums, squares = (np.bincount(tables.row, each, size).astype(float) for each in weights)
    return counts, sums, squares


def played(goals: Goals, seed: int, chunk: int, kind: type[Tables]) -> Columns:
    """Return sensible deals with a table, at tables of some kind."""
    with (
        patch.object(israeli_whist_deals, "LEARNT", goals),
        patch.object(israeli_whist_deals, "Tables", kind),
    ):
        return israeli_whist_deals.simulate_deals(
            chunk * CHUNK, CHUNK, RULES, [False] * 4, seed=seed
        )


if __name__ == "__main__":
    main()
