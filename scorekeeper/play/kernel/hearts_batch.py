"""Many tables of Hearts at once, step by step."""

from __future__ import annotations

from scorekeeper.cards import Suit
from scorekeeper.play.hearts_player import JACK_OF_DIAMONDS, QUEEN_OF_SPADES
from scorekeeper.play.kernel.batch_tables import (
    GIVE,
    ONE,
    SUIT,
    BatchTables,
    Ints,
    TableNumbers,
    Words,
)
from scorekeeper.play.kernel.hearts_deals import (
    HEART_BITS,
    JACK_BITS,
    QUEEN_BITS,
    points_of_taken,
)
from scorekeeper.play.observation import NO_TRUMPS, REPEATS
from scorekeeper.play.optional_numpy import np


class HeartsBatch(BatchTables):
    """Tables of Hearts: cards passed on, the lowest club leads.

    cards_taken    the tricks and scoring cards of each seat, in the fields of `hearts_deals`
    """

    breaking = int(Suit.HEARTS)

    def prepare(self) -> None:
        settings = self.settings
        pack, players = settings.game.pack, settings.players
        self.cards_taken = np.zeros((len(self.all), players), np.int64)
        self.queen = ONE << np.uint64(pack.index(QUEEN_OF_SPADES))
        self.jack = ONE << np.uint64(pack.index(JACK_OF_DIAMONDS))
        self.start = ONE << np.uint64(self.pack[0])  # the lowest club
        numbers = range(1, REPEATS + 1)
        steps = [settings.rules.passed(number, players) for number in numbers]
        self.passed = np.array([step or 0 for step in steps])
        self.cards_given = settings.rules.cards_passed(players)

    def steps(self, rows: TableNumbers) -> Ints:
        return self.passed[(self.number[rows] - 1) % len(self.passed)]

    def open(self, rows: TableNumbers) -> None:
        self.trump[rows], self.cards_taken[rows] = NO_TRUMPS, 0
        passes = self.steps(rows) > 0
        self.phase[rows[passes]] = GIVE
        self.exchanged(rows[~passes])

    def exchanged(self, rows: TableNumbers) -> None:
        self.lead(rows, (self.hands[rows] & self.start != 0).argmax(axis=1))

    def leads(self, own: Words) -> Words:
        first = np.where(own & self.start, self.start, own)
        return np.where(self.trick == 0, first, super().leads(own))

    def discards(self, own: Words) -> Words:
        spared = own & ~(SUIT[Suit.HEARTS] | self.queen)
        return np.where((self.trick == 0) & (spared != 0), spared, own)

    def take_trick(self, rows: TableNumbers, winner: Ints) -> None:
        super().take_trick(rows, winner)
        cards = np.bitwise_or.reduce(self.running[rows], axis=1)
        hearts = np.bitwise_count(cards & SUIT[Suit.HEARTS]).astype(np.int64)
        worth = 1 + (hearts << HEART_BITS)
        worth += (cards & self.queen != 0).astype(np.int64) << QUEEN_BITS
        worth += (cards & self.jack != 0).astype(np.int64) << JACK_BITS
        self.cards_taken[rows, winner] += worth

    def points(self, rows: TableNumbers) -> tuple[Ints, None]:
        taken = self.cards_taken[rows].T.astype(np.int16)
        points = points_of_taken(self.settings.rules, self.settings.players, taken)
        return points.T.astype(np.int64), None
