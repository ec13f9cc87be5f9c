"""The companions of Bid Whist: what it adds to its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.awards import Awards
from scorekeeper.engine.analysis.look_ahead import LookAhead
from scorekeeper.engine.analysis.needs import Prizes
from scorekeeper.engine.analysis.simulated_deals import SimulatedDeals
from scorekeeper.engine.analysis.statistics import Case, Statistics
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.games.bid_whist import figures, scoring, settling
from scorekeeper.engine.games.bid_whist.rules import BidWhistRules
from scorekeeper.engine.games.bid_whist.whole import WHOLE, BidWhistPlayers
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.points import Prize
from scorekeeper.engine.rules.settling import Settled, Settling
from scorekeeper.engine.rules.steps import AuctionStep, Fact, Json, Step

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.win_probability import Bank


class _Statistics(Statistics):
    figures = figures.FIGURES

    def cases(self, deal: Deal) -> Iterator[Case]:
        return figures.cases(deal)


class _Awards(Awards):
    awards = figures.AWARDS


class _Settling(Settling):
    arguments = settling.ARGUMENTS

    def settle(self, given: Mapping[str, str]) -> Settled:
        return settling.settle(given)


class _LookAhead(LookAhead):
    def matters(
        self, seating: Seating, rules: BidWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        """Before the auction, who deals; after it, the winning bid and who made it."""
        scene = step.scene
        if isinstance(step, AuctionStep):
            calls = [call.code for call in step.auction.calls]
            return [step.kind, int(seating.dealer), calls]
        if scene.bid is None or scene.declarer is None:
            return super().matters(seating, rules, facts, step)
        return [step.kind, int(scene.declarer), scene.bid.code]


class _Prizes(Prizes):
    def prizes(self, rules: BidWhistRules) -> tuple[tuple[Prize, ...], ...]:  # noqa: ARG002
        """The house rules change none of them."""
        return scoring.prizes()


class _SimulatedDeals(SimulatedDeals):
    def kept(self, rules: BidWhistRules, players: int) -> Bank:  # noqa: ARG002  (always four)
        """Deals between sensible players, as they were counted."""
        from scorekeeper.engine.games.bid_whist.bank import bank  # noqa: PLC0415  (NumPy)

        return bank(rules)


COMPANIONS: tuple[Companion, ...] = (
    _Statistics(),
    _Awards(),
    _Settling(),
    _LookAhead(),
    _Prizes(),
    _SimulatedDeals(),
    WHOLE,
    BidWhistPlayers(),
)
