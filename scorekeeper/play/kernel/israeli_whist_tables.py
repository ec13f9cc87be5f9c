"""Many tables of Israeli Whist at once, step by step."""

from __future__ import annotations

from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import (
    EXCHANGED,
    HIGHEST_BID,
    DeclarerContract,
    FirstSpeaker,
    Opener,
    PassedOut,
    Redealer,
)
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.kernel.batch_tables import (
    GIVE,
    NOBODY,
    RANKS,
    SAY,
    UNKNOWN,
    Flags,
    Ints,
    Rows,
    Tables,
)
from scorekeeper.play.kernel.israeli_whist_deals import points_of
from scorekeeper.play.observation import NO_TRUMPS


class IsraeliWhistTables(Tables):
    """Tables of Israeli Whist: auction, exchanges, contracts.

    rung      the highest bid on the ladder of all bids; -1 for none
    bidder    the seat that made it
    passes    the number of passes since then
    out       whether a seat has passed, by seat
    order     the seats that are asked for contracts are those from `speaker` on
    """

    cards_given = EXCHANGED

    def prepare(self) -> None:
        many, rules = len(self.all), self.table.rules
        self.rung, self.bidder, self.passes = np.zeros((3, many), np.int64)
        self.out = np.zeros((many, self.table.players), bool)
        places, cards = self.table.actions.places, len(self.table.game.pack)
        self.lowest = min(rules.lowest(exchange) for exchange in range(rules.exchanges + 1))
        self.bids = np.array(
            [
                places["auction", f"{tricks}{denomination.code}"] - cards
                for tricks in range(self.lowest, HIGHEST_BID + 1)
                for denomination in Denomination
            ]
        )
        self.passed = places["auction", "pass"] - cards
        self.rung_of = np.full(len(self.table.actions.words), UNKNOWN)
        self.rung_of[self.bids] = np.arange(len(self.bids))
        self.bottom = np.array(
            [
                (rules.lowest(exchange) - self.lowest) * len(Denomination)
                for exchange in range(rules.exchanges + 1)
            ]
        )
        self.may_raise = rules.declarer_contract is DeclarerContract.AT_LEAST
        self.moves_on = rules.redealer is Redealer.NEXT

    def cards_each(self, rows: Rows) -> Ints:
        return np.full(len(rows), RANKS)

    def open(self, rows: Rows) -> None:
        opener = self.dealer if self.table.rules.opener is Opener.DEALER else None
        self.turn[rows] = self.eldest(rows) if opener is None else opener[rows]
        self.phase[rows], self.rung[rows], self.bidder[rows] = SAY, UNKNOWN, NOBODY
        self.passes[rows], self.out[rows] = 0, False

    def steps(self, rows: Rows) -> Ints:
        number = self.exchange[rows]
        table = [self.table.rules.exchange_steps(n + 1) for n in range(self.given.shape[2])]
        return np.array(table)[number]

    def exchanged(self, rows: Rows) -> None:
        self.open(rows)

    def legal_words(self, rows: Rows) -> npt.NDArray[np.uint8]:
        legal = super().legal_words(rows)
        calling = self.declarer[rows] == NOBODY
        here, own = np.flatnonzero(calling), rows[calling]
        rungs = np.arange(len(self.bids))
        least = np.maximum(self.rung[own] + 1, self.bottom[self.exchange[own]])
        higher = rungs >= least[:, None]
        if not self.table.rules.own_raise:
            higher &= (self.bidder[own] != self.turn[own])[:, None]
        legal[here[:, None], self.bids] = higher
        legal[here, self.passed] = 1
        here, own = np.flatnonzero(~calling), rows[~calling]
        others, standing = self._others(own)
        is_declarer = self.turn[own] == self.declarer[own]
        least = np.where(is_declarer, self.rung[own] // len(Denomination) + self.lowest, 0)
        barred = np.where(standing == self.table.players - 1, RANKS - others, NOBODY)
        numbers = np.arange(RANKS + 1)
        legal[here[:, None], numbers] = (numbers >= least[:, None]) & (numbers != barred[:, None])
        return legal

    def _others(self, rows: Rows) -> tuple[Ints, Ints]:
        """Return the sum and the number of the contracts of the others, as they stand."""
        seat = self.turn[rows]
        contract = self.contract[rows].copy()
        every = np.arange(len(rows))
        declarer, bid = self.declarer[rows], self.rung[rows] // len(Denomination) + self.lowest
        said = contract[every, declarer]
        contract[every, declarer] = np.where(said == UNKNOWN, bid, said)
        contract[every, seat] = UNKNOWN
        known = contract != UNKNOWN
        return np.where(known, contract, 0).sum(axis=1), known.sum(axis=1)

    def say(self, rows: Rows, words: Ints) -> None:
        calling = self.declarer[rows] == NOBODY
        self._call(rows[calling], words[calling])
        self._contract(rows[~calling], words[~calling])

    def _call(self, rows: Rows, words: Ints) -> None:
        seat, rung = self.turn[rows], self.rung_of[words]
        bids = rung != UNKNOWN
        self.rung[rows] = np.where(bids, rung, self.rung[rows])
        self.bidder[rows] = np.where(bids, seat, self.bidder[rows])
        self.passes[rows] = np.where(bids, 0, self.passes[rows] + 1)
        self.out[rows, seat] |= ~bids
        self.turn[rows] = (seat + 1) % self.table.players
        if not self.table.rules.reentry:
            for _ in range(self.table.players - 1):
                turn = self.turn[rows]
                skips = self.out[rows, turn] & (self.bidder[rows] != turn) & ~self._over(rows)
                self.passes[rows] += skips
                self.turn[rows] = (turn + skips) % self.table.players
        rows = rows[self._over(rows)]
        won = self.bidder[rows] != NOBODY
        self._won(rows[won])
        self._passed_out(rows[~won])

    def _over(self, rows: Rows) -> Flags:
        bid = self.bidder[rows] != NOBODY
        needed = np.where(bid, self.table.rules.passes, self.table.players)
        over: Flags = self.passes[rows] >= needed
        return over

    def _won(self, rows: Rows) -> None:
        declarer, rung = self.bidder[rows], self.rung[rows]
        self.declarer[rows], self.trump[rows] = declarer, rung % len(Denomination)
        bid = rung // len(Denomination) + self.lowest
        first = (declarer + 1) % self.table.players
        if self.may_raise and self.table.rules.first_speaker is FirstSpeaker.DECLARER:
            first = declarer
        if not self.may_raise:
            self.contract[rows, declarer] = bid
            self.spoken[rows] = 1
        self.turn[rows] = first

    def _passed_out(self, rows: Rows) -> None:
        again = self.exchange[rows] < self.table.rules.exchanges
        self.phase[rows[again]] = GIVE
        self.turn[rows[again]] = self.eldest(rows[again])
        rows = rows[~again]
        if self.table.rules.passed_out is PassedOut.BONUS:
            self.trump[rows] = NO_TRUMPS
            self.lead(rows, self.eldest(rows))
        else:
            self.thrown_in[rows] = True

    def _contract(self, rows: Rows, numbers: Ints) -> None:
        seat, players = self.turn[rows], self.table.players
        self.contract[rows, seat] = numbers
        self.spoken[rows] += 1
        after = (seat + 1) % players
        if not self.may_raise:
            after = np.where(after == self.declarer[rows], (after + 1) % players, after)
        self.turn[rows] = after
        rows = rows[self.spoken[rows] == players]
        self.lead(rows, self.declarer[rows])

    def points(self, rows: Rows) -> Ints:
        contract = np.maximum(self.contract[rows], 0).astype(np.int16)
        taken, declared = self.taken[rows].astype(np.int16), self.declarer[rows] != NOBODY
        return points_of(contract.T, taken.T, declared, self.table.rules).T.astype(np.int64)
