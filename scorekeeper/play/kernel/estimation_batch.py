"""Many tables of Estimation at once, step by step."""

from __future__ import annotations

from scorekeeper.cards import Denomination
from scorekeeper.games.estimation.estimation_rulebook import Carried, auction_of, first_speaker
from scorekeeper.games.estimation.scoring import HIGH
from scorekeeper.games.estimation.variants import LOWEST, TRICKS, AllPassed, FastCaller
from scorekeeper.play.carried_values import CarryByCall
from scorekeeper.play.kernel.batch_auctions import AuctionTables
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    SAY,
    UNKNOWN,
    Bytes,
    Ints,
    Marks,
    TableNumbers,
)
from scorekeeper.play.kernel.estimation_deals import marks_of_calls, points_of_calls
from scorekeeper.play.optional_numpy import np
from scorekeeper.seating import SEATS

CALLS, DASH, TRUMPS = range(1, 4)  # the stages of the bidding besides the auction


class EstimationBatch(AuctionTables):
    """Tables of Estimation: a dash call, the auction, calls, and trumps of fast hands.

    fast    whether the hand has no auction
    dash    by seat, whether its call is a dash call
    last    the seat that called last
    """

    def prepare(self) -> None:
        rules, many, players = self.settings.rules, len(self.all), self.settings.players
        self.prepare_auction(
            auction_of(SEATS[:players]),
            (self._allow_numbers, self._number),
            (self._allow_dashes, self._dash),
            (self._allow_trumps, self._change),
        )
        self.dash, self.fast = np.zeros((many, players), bool), np.zeros(many, bool)
        self.last = np.zeros(many, np.int64)
        self.dashes = self.words_of("choice", ["none", *(str(seat + 1) for seat in range(players))])
        self.trumps = self.words_of("choice", [trumps.code for trumps in Denomination])
        fixed = [rules.fast(number + 1) for number in range(rules.hands)]
        self.fixed = np.array([UNKNOWN if trump is None else int(trump) for trump in fixed])
        seating = self.settings.game.book.seating(players, SEATS[0], rules)
        self.ahead = int(first_speaker(seating, rules, Carried())) - int(seating.dealer)
        self.moves_on = rules.all_passed is AllPassed.DOUBLE

    def open(self, rows: TableNumbers) -> None:
        self.trump[rows] = fixed = self.fixed[(self.number[rows] - 1) % len(self.fixed)]
        self.phase[rows], self.dash[rows], self.absent[rows] = SAY, False, NOBODY
        self.fast[rows] = fast = fixed != UNKNOWN
        self._ask(rows[fast], self._speaker(rows[fast]))
        rows = rows[~fast]
        if self.settings.rules.dashes:
            self.stage[rows], self.turn[rows] = DASH, self.eldest(rows)
        else:
            self.hold(rows, self._speaker(rows))

    def _speaker(self, rows: TableNumbers) -> Ints:
        """Return the first seat to speak."""
        return (self.dealer[rows] + self.ahead) % self.settings.players

    def _allow_dashes(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        legal[here, self.dashes[0]] = legal[here, self.dashes[1 + self.turn[rows]]] = 1

    def _dash(self, rows: TableNumbers, words: Ints) -> None:
        made = rows[words != self.dashes[0]]
        self.absent[made] = seat = self.turn[made]
        self.dash[made, seat], self.contract[made, seat] = True, 0
        self.hold(rows, self._speaker(rows))

    def won(self, rows: TableNumbers) -> None:
        declarer, rung = self.declarer[rows], self.rung[rows]
        self.trump[rows] = rung % len(Denomination)
        self.contract[rows, declarer] = rung // len(Denomination) + LOWEST
        self._ask(rows, self.next_seat[declarer])

    def _ask(self, rows: TableNumbers, seat: Ints) -> None:
        """Ask a seat for its call, or the next one if it has called."""
        called = self.contract[rows, seat] != UNKNOWN
        self.stage[rows], self.turn[rows] = CALLS, np.where(called, self.next_seat[seat], seat)

    def _allow_numbers(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        contract, rung = self.contract[rows], self.rung[rows]
        most = np.where(self.fast[rows], TRICKS, rung // len(Denomination) + LOWEST)
        last = (contract == UNKNOWN).sum(axis=1) == 1
        left = TRICKS - np.maximum(contract, 0).sum(axis=1)
        self.allow_numbers(legal, here, most, np.where(last, left, NOBODY))

    def _number(self, rows: TableNumbers, numbers: Ints) -> None:
        self.last[rows] = seat = self.turn[rows]
        self.contract[rows, seat] = numbers
        self._ask(rows, self.next_seat[seat])
        rows = rows[(self.contract[rows] != UNKNOWN).all(axis=1)]
        if self.settings.rules.fast_change:
            changes = self.fast[rows] & (self.contract[rows].max(axis=1) >= HIGH)
            choosing, rows = rows[changes], rows[~changes]
            self.stage[choosing], self.turn[choosing] = TRUMPS, self._highest(choosing)
        self._begin(rows)

    def _highest(self, rows: TableNumbers) -> Ints:
        """Return the first seat with the highest call of fast hands."""
        seats = self._speaker(rows)[:, None] + self.step_on * np.arange(self.settings.players)
        seats %= self.settings.players
        called = np.take_along_axis(self.contract[rows], seats, axis=1)
        highest: Ints = seats[np.arange(len(rows)), called.argmax(axis=1)]
        return highest

    def _allow_trumps(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        legal[here[:, None], self.trumps] = 1

    def _change(self, rows: TableNumbers, words: Ints) -> None:
        self.trump[rows] = (words[:, None] == self.trumps).argmax(axis=1)
        self._begin(rows)

    def _begin(self, rows: TableNumbers) -> None:
        none = self.settings.rules.fast_caller is FastCaller.NONE
        first = self._speaker(rows) if none else self._highest(rows)
        self.lead(rows, np.where(self.fast[rows], first, self.declarer[rows]))

    def points(self, rows: TableNumbers) -> tuple[Ints, Marks | None]:
        numbers = np.maximum(self.contract[rows], 0).T.astype(np.int16)
        taken = self.taken[rows].T.astype(np.int16)
        points = points_of_calls(
            self.settings.rules, numbers, taken, self.dash[rows].T, self.fast[rows], self.last[rows]
        )
        if not isinstance(self.carry, CarryByCall):
            return points.T.astype(np.int64), None
        marks = marks_of_calls(self.carry.mark, numbers, taken) * ~self.thrown_in[rows]
        return points.T.astype(np.int64), marks.T
