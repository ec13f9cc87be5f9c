"""Nines: invented exact-bids game, to test what a member of the family needs."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.cards import Denomination
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.exact_bids import (
    ExactBids,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Preset
from scorekeeper.wording import Sentence, say

SCHEME = BidScheme(made=9, each=2, zero=9, missed_off=-3)


@dataclass(frozen=True, slots=True, kw_only=True)
class NinesRules:
    """House rules of one table."""

    hands: int = house_rules.number(4, say("Hands"), 1, 9)
    spades: bool = house_rules.toggle(False, say("Spades are always trumps"))


class Nines(ExactBids[NinesRules]):
    """Rulebook with nine cards in every deal."""

    key = "nines"
    name = say("Nines")
    players = range(3, 6)
    rules = NinesRules
    presets = (Preset("usual", say("Usual"), say("nobody"), say("Four hands."), NinesRules()),)

    def schedule(self, rules: NinesRules, players: int) -> tuple[int, ...]:
        return (9,) * rules.hands

    def trump_of(self, rules: NinesRules, number: int) -> Denomination | None:
        return Denomination.SPADES if rules.spades else None

    def scheme(self, rules: NinesRules) -> BidScheme:
        return SCHEME

    def describe_cards(self, rules: NinesRules) -> tuple[Sentence, ...]:
        return (house_rules.describe(rules)["hands"],)

    def describe_bids(self, rules: NinesRules) -> tuple[Sentence, ...]:
        return (
            say("The dealer bids last and may not make the bids add up to the number of tricks."),
        )


NINES = Nines()
