"""The companions of Israeli Whist: what it adds to its rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.awards import Awards
from scorekeeper.engine.analysis.look_ahead import LookAhead, Worth
from scorekeeper.engine.analysis.needs import Prizes
from scorekeeper.engine.analysis.simulated_deals import PlayedDeal, SimulatedDeals
from scorekeeper.engine.analysis.statistics import Case, Statistics
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.games.israeli_whist import figures, outlook, scoring, settling
from scorekeeper.engine.games.israeli_whist.rules import IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.players import IsraeliWhistPlayers
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.points import Prize
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.settling import Settled, Settling
from scorekeeper.engine.rules.steps import Fact, Json, Step

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
        self, seating: Seating, rules: IsraeliWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        known = outlook.matters(step)
        return super().matters(seating, rules, facts, step) if known is None else known

    def worth(self, rules: IsraeliWhistRules, step: Step) -> Worth | None:
        return outlook.worth(rules, step)


class _Prizes(Prizes):
    def prizes(self, rules: IsraeliWhistRules) -> tuple[tuple[Prize, ...], ...]:
        return scoring.prizes(rules.scheme)


class _SimulatedDeals(SimulatedDeals):
    """Played in bulk, which needs NumPy."""

    def bank(self, rules: IsraeliWhistRules, players: int) -> Bank:  # noqa: ARG002  (always four)
        from scorekeeper.engine.games.israeli_whist.whole.odds import bank  # noqa: PLC0415  (NumPy)

        return bank(rules)

    def rehearsal(
        self, rules: IsraeliWhistRules, players: tuple[str, ...], seed: int
    ) -> Iterator[PlayedDeal]:
        from scorekeeper.engine.games.israeli_whist.whole.odds import rehearsal  # noqa: PLC0415  (NumPy)

        return rehearsal(rules, players, seed)

    def recorded(
        self,
        book: Rulebook[IsraeliWhistRules],  # noqa: ARG002  (its own)
        rules: IsraeliWhistRules,
        seed: int,
    ) -> Iterator[tuple[Fact, ...]]:
        from scorekeeper.engine.games.israeli_whist.whole.recorded import recorded  # noqa: PLC0415

        return recorded(rules, seed)


COMPANIONS: tuple[Companion, ...] = (
    _Statistics(),
    _Awards(),
    _Settling(),
    _LookAhead(),
    _Prizes(),
    _SimulatedDeals(),
    WHOLE,
    IsraeliWhistPlayers(),
)
