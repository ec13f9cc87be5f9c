"""Many tables of Spades at once, step by step."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.cards import Suit
from scorekeeper.games.spades.variants import TRICKS
from scorekeeper.play.kernel.batch_tables import (
    BiddingTables,
    Bytes,
    Ints,
    TableNumbers,
)
from scorekeeper.play.kernel.spades_deals import fitting, scores_of
from scorekeeper.play.optional_numpy import np
from scorekeeper.play.spades_player import NO_BID, legal_bids


class SpadesBatch(BiddingTables):
    """Tables of Spades; the number above all tricks is a blind nil."""

    breaking = int(Suit.SPADES)

    def prepare(self) -> None:
        settings, players = self.settings, self.settings.players
        self.each = TRICKS[players]
        self.deficit = settings.rules.blind_deficit if settings.ending else 0
        self.bids = []  # for sides that are not far enough behind to bid blind, and for others
        for rules in (settings.rules, replace(settings.rules, blind_deficit=0)):
            legal = legal_bids(rules, players)
            if legal is not None:
                self.bids.append(np.array(legal.masks))
                self.hooked = legal.hooked
        blind = settings.actions.places.get(("contract", "blind"))
        cards = len(settings.game.pack)
        self.columns = [*range(self.each + 1), *([] if blind is None else [blind - cards])]

    def open(self, rows: TableNumbers) -> None:
        super().open(rows)
        self.trump[rows] = Suit.SPADES

    def number_of(self, words: Ints) -> Ints:
        return np.where(words > self.each, self.each + 1, words)

    def legal_words(self, rows: TableNumbers) -> Bytes:
        legal, players = super().legal_words(rows), self.settings.players
        place, seat = self.spoken[rows], self.turn[rows]
        partner = np.where(place > 1, self.contract[rows, (seat + 2) % players], NO_BID)
        if len(self.sides) == players:
            partner[:] = NO_BID
        masks = self.bids[0][place, partner]
        if self.deficit:
            totals = self.totals[rows]
            own = totals[np.arange(len(rows)), seat]
            others = np.where(
                np.array(self.side_of)[None, :] == np.array(self.side_of)[seat][:, None],
                np.iinfo(np.int64).min,
                totals,
            ).max(axis=1)
            behind = own <= others - self.deficit
            masks = np.where(behind, self.bids[1][place, partner], masks)
        if self.hooked:
            numbers = np.where(self.contract[rows] > self.each, 0, self.contract[rows])
            left = self.each - np.maximum(numbers, 0).sum(axis=1)
            fits = fitting(left, self.each + 1)
            masks = np.where(place == players - 1, masks & ~fits, masks)
        legal[:, self.columns] = masks[:, None] >> np.arange(len(self.columns)) & 1
        return legal

    def points(self, rows: TableNumbers) -> tuple[Ints, Ints]:
        points, bags = [], []
        for side in self.sides:
            seats = [*side]
            bids, taken = (
                rows_of[rows][:, seats].T.astype(np.int16)
                for rows_of in (self.contract, self.taken)
            )
            scores = scores_of(self.settings.rules, self.each, len(side)).of_side(bids, taken)
            points.append(scores[0])
            bags.append(scores[2])
        return np.array(points, np.int64).T, np.array(bags, np.int64).T
