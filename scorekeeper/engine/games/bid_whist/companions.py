"""The companions of Bid Whist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.engine.analysis.awards import Awards
from scorekeeper.engine.analysis.look_ahead import LookAhead
from scorekeeper.engine.analysis.needs import Prizes
from scorekeeper.engine.analysis.statistics import Case, Statistics
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.games.bid_whist import player_statistics, scoring
from scorekeeper.engine.games.bid_whist.house_rules import BidWhistRules
from scorekeeper.engine.games.bid_whist.player import SENSIBLE
from scorekeeper.engine.games.bid_whist.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.play.results import Batch
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.points import Prize
from scorekeeper.engine.rules.steps import AuctionStep, Fact, Json, Step


class _Statistics(Statistics):
    figures = player_statistics.FIGURES

    def cases(self, deal: Deal) -> Iterator[Case]:
        return player_statistics.cases(deal)


class _Awards(Awards):
    awards = player_statistics.AWARDS


class _LookAhead(LookAhead):
    def state_key(
        self, seating: Seating, rules: BidWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        """The dealer and the calls during the auction, then the winning bid and the declarer."""
        scene = step.scene
        if isinstance(step, AuctionStep):
            calls = [call.code for call in step.auction.calls]
            return [step.kind, int(seating.dealer), calls]
        if scene.bid is None or scene.declarer is None:
            return super().state_key(seating, rules, facts, step)
        return [step.kind, int(scene.declarer), scene.bid.code]


class _Prizes(Prizes):
    def prizes(self, rules: BidWhistRules) -> tuple[tuple[Prize, ...], ...]:  # noqa: ARG002
        return scoring.prizes()


class _Bulk(Bulk):
    bulk_players = frozenset({"random", "sensible"})

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.engine.games.bid_whist.bulk.simulate import simulate_deals  # noqa: PLC0415  (NumPy)

        random = [name == "random" for name in run.players]
        return simulate_deals(first, count, run.rules, random, run.seed)


COMPANIONS: tuple[Companion, ...] = (
    _Statistics(),
    _Awards(),
    _LookAhead(),
    _Prizes(),
    _Bulk(),
    WHOLE,
    SensiblePlayers(SENSIBLE),
)
