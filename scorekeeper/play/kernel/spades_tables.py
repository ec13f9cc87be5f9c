"""Many tables of Spades at once, step by step."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.cards import Suit
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.carried_values import CarriedValues
from scorekeeper.play.kernel.batch_tables import (
    BiddingTables,
    Ints,
    Rows,
)
from scorekeeper.play.kernel.spades_deals import scores_of
from scorekeeper.play.spades_player import NO_BID, legal_bids
from scorekeeper.seating import SEATS


class SpadesTables(BiddingTables):
    """Tables of Spades; the number above all tricks is a blind nil."""

    breaking = int(Suit.SPADES)

    def prepare(self) -> None:
        table = self.table
        self.each = table.game.cards_each(
            table.game.book.seating(table.players, SEATS[0], table.rules), table.rules
        )
        open_rules = replace(table.rules, blind_deficit=0)
        self.bids = []
        for rules in (table.rules, open_rules):
            legal = legal_bids(rules, table.players)
            assert legal is not None  # noqa: S101  (`kind_of` says so)
            self.bids.append(np.array(legal.masks))
            self.hooked = legal.hooked
        blind = table.actions.places.get(("contract", "blind"))
        cards = len(table.game.pack)
        self.columns = [*range(self.each + 1), *([] if blind is None else [blind - cards])]

    def cards_each(self, rows: Rows) -> Ints:
        return np.full(len(rows), self.each)

    def open(self, rows: Rows) -> None:
        super().open(rows)
        self.trump[rows] = Suit.SPADES
        self.up[rows] = 0

    def number_of(self, words: Ints) -> Ints:
        return np.where(words > self.each, self.each + 1, words)

    def legal_words(self, rows: Rows) -> npt.NDArray[np.uint8]:
        legal, players = super().legal_words(rows), self.table.players
        place, seat = self.spoken[rows], self.turn[rows]
        partner = np.where(place > 1, self.contract[rows, (seat + 2) % players], NO_BID)
        if len(self.sides) == players:
            partner[:] = NO_BID
        masks = self.bids[0][place, partner]
        deficit = self.table.rules.blind_deficit
        if deficit and self.table.ending is not None:
            totals = self.totals[rows]
            own = totals[np.arange(len(rows)), seat]
            others = np.where(
                np.array(self.side_of)[None, :] == np.array(self.side_of)[seat][:, None],
                np.iinfo(np.int64).min,
                totals,
            ).max(axis=1)
            behind = own <= others - deficit
            masks = np.where(behind, self.bids[1][place, partner], masks)
        if self.hooked:
            numbers = np.where(self.contract[rows] > self.each, 0, self.contract[rows])
            left = self.each - np.maximum(numbers, 0).sum(axis=1)
            fits = np.where(left < 0, 0, 1 << np.maximum(left, 0))
            fits |= np.where(left == 0, 1 << self.each + 1, 0)
            masks = np.where(place == players - 1, masks & ~fits, masks)
        legal[:, self.columns] = masks[:, None] >> np.arange(len(self.columns)) & 1
        return legal

    def points(self, rows: Rows) -> Ints:
        points, bags = [], []
        for side in self.sides:
            seats = [*side]
            bids, taken = (
                rows_of[rows][:, seats].T.astype(np.int16)
                for rows_of in (self.contract, self.taken)
            )
            scores = scores_of(self.table.rules, self.each, len(side)).of_side(bids, taken)
            points.append(scores[0])
            bags.append(scores[2])
        scored, more = np.array(points, np.int32), np.array(bags, np.int32)
        carry = CarriedValues.of(self.table.game.book).carry(self.table.rules)
        if self.table.ending is None or carry is None:
            return scored.T.astype(np.int64)
        first = [side[0] for side in self.sides]
        before = self.left[rows][:, first].T.astype(np.int32)
        scored, after = carry.after(before, scored, more)
        self.left[rows] = after.T[:, self.side_of]
        return scored.T.astype(np.int64)
