"""Many tables of Israeli Whist at once, step by step."""

from __future__ import annotations

from scorekeeper.auction import Auction, ladder
from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import (
    EXCHANGED,
    HIGHEST_BID,
    AfterAllPass,
    DeclarerContract,
    FirstSpeaker,
    Opener,
    Redealer,
)
from scorekeeper.play.kernel.batch_auctions import AuctionTables
from scorekeeper.play.kernel.batch_tables import (
    GIVE,
    NOBODY,
    RANKS,
    UNKNOWN,
    Bytes,
    Ints,
    TableNumbers,
)
from scorekeeper.play.kernel.israeli_whist_deals import points_of
from scorekeeper.play.observation import NO_TRUMPS
from scorekeeper.play.optional_numpy import np
from scorekeeper.seating import SEATS

CONTRACTS = 1  # the stage of the bidding after the auction


class IsraeliWhistBatch(AuctionTables):
    """Tables of Israeli Whist: auction, exchanges, contracts."""

    cards_given = EXCHANGED

    def prepare(self) -> None:
        rules = self.settings.rules
        lowest = [rules.lowest(exchange) for exchange in range(rules.exchanges + 1)]
        self.least = min(lowest)
        self.bottom = (np.array(lowest) - self.least) * len(Denomination)
        self.prepare_auction(
            Auction(SEATS[: self.settings.players], ladder(self.least, HIGHEST_BID), rules.auction),
            (self._allow_contracts, self._contract),
        )
        self.may_raise = rules.declarer_contract is DeclarerContract.AT_LEAST
        self.moves_on = rules.redealer is Redealer.NEXT

    def open(self, rows: TableNumbers) -> None:
        by_dealer = self.settings.rules.opener is Opener.DEALER
        self.hold(rows, self.dealer[rows] if by_dealer else self.eldest(rows))

    def lowest(self, rows: TableNumbers) -> Ints:
        bottom: Ints = self.bottom[self.exchange[rows]]
        return bottom

    def steps(self, rows: TableNumbers) -> Ints:
        rules, many = self.settings.rules, self.given.shape[2]
        return np.array([rules.exchange_steps(n + 1) for n in range(many)])[self.exchange[rows]]

    def exchanged(self, rows: TableNumbers) -> None:
        self.open(rows)

    def won(self, rows: TableNumbers) -> None:
        declarer, rung = self.declarer[rows], self.rung[rows]
        self.stage[rows], self.trump[rows] = CONTRACTS, rung % len(Denomination)
        first = self.next_seat[declarer]
        if not self.may_raise:
            self.contract[rows, declarer], self.spoken[rows] = self._tricks_bid(rows), 1
        elif self.settings.rules.first_speaker is FirstSpeaker.DECLARER:
            first = declarer
        self.turn[rows] = first

    def passed_out(self, rows: TableNumbers) -> None:
        again = self.exchange[rows] < self.settings.rules.exchanges
        self.phase[rows[again]] = GIVE
        self.turn[rows[again]] = self.eldest(rows[again])
        rows = rows[~again]
        if self.settings.rules.passed_out is AfterAllPass.BONUS:
            self.trump[rows] = NO_TRUMPS
            self.lead(rows, self.eldest(rows))
        else:
            self.thrown_in[rows] = True

    def _tricks_bid(self, rows: TableNumbers) -> Ints:
        tricks: Ints = self.rung[rows] // len(Denomination) + self.least
        return tricks

    def _allow_contracts(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        declarer, bid, every = self.declarer[rows], self._tricks_bid(rows), np.arange(len(rows))
        contract = self.contract[rows]
        said = contract[every, declarer]
        contract[every, declarer] = np.where(said == UNKNOWN, bid, said)
        contract[every, self.turn[rows]] = UNKNOWN  # what is left are those of the others
        last = (contract != UNKNOWN).sum(axis=1) == self.settings.players - 1
        left = RANKS - np.maximum(contract, 0).sum(axis=1)
        least = np.where(self.turn[rows] == declarer, bid, 0)
        self.allow_numbers(
            legal, here, np.full(len(rows), RANKS), np.where(last, left, NOBODY), least
        )

    def _contract(self, rows: TableNumbers, numbers: Ints) -> None:
        seat, players = self.turn[rows], self.settings.players
        self.contract[rows, seat] = numbers
        self.spoken[rows] += 1
        after = self.next_seat[seat]
        if not self.may_raise:
            after = np.where(after == self.declarer[rows], self.next_seat[after], after)
        self.turn[rows] = after
        rows = rows[self.spoken[rows] == players]
        self.lead(rows, self.declarer[rows])

    def points(self, rows: TableNumbers) -> tuple[Ints, None]:
        contract = np.maximum(self.contract[rows], 0).astype(np.int16)
        taken, declared = self.taken[rows].astype(np.int16), self.declarer[rows] != NOBODY
        points = points_of(contract.T, taken.T, declared, self.settings.rules)
        return points.T.astype(np.int64), None
