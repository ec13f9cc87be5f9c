"""Many tables of Wizard at once, step by step."""

from __future__ import annotations

from scorekeeper.cards import Suit
from scorekeeper.games.wizard import PACK
from scorekeeper.play.kernel.batch_tables import LOSES, NO_SUIT, RANKS, Words
from scorekeeper.play.kernel.exact_bids_batch import ExactBidsBatch
from scorekeeper.play.optional_numpy import np


class WizardBatch(ExactBidsBatch):
    """Tables of Wizard: a Jester has no suit, and after a Wizard there is none to follow."""

    special = np.uint64((1 << len(PACK)) - (1 << RANKS * len(Suit)))
    turned_again = np.uint64((1 << len(PACK)) - (1 << len(PACK) - len(Suit)))

    def prepare(self) -> None:
        super().prepare()
        jesters, wizards = np.split(np.arange(RANKS * len(Suit), len(PACK)), 2)
        self.card_suits[jesters], self.card_suits[wizards] = NO_SUIT, NO_SUIT + 1
        self.card_heights[jesters], self.card_heights[wizards] = LOSES // 2, -LOSES

    def follows(self, lane: Words, own: Words) -> Words:
        return lane | own & self.special
