"""The companions of Israeli Whist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorekeeper.engine.analysis.awards import Awards
from scorekeeper.engine.analysis.look_ahead import LookAhead, Worth
from scorekeeper.engine.analysis.needs import Prizes
from scorekeeper.engine.analysis.simulated_deals import SimulatedDeals
from scorekeeper.engine.analysis.statistics import Case, Statistics
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.games.israeli_whist import (
    player_statistics,
    scoring,
    session_files,
    state_key,
)
from scorekeeper.engine.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.players import IsraeliWhistPlayers
from scorekeeper.engine.play.advice import Advice, Adviser, Situation
from scorekeeper.engine.play.deal_review import Review, Reviewer
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.results import Batch
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.foreign_files import ForeignFiles, ForeignGame
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.points import Prize
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import Fact, Json, Step


class _Statistics(Statistics):
    figures = player_statistics.FIGURES

    def cases(self, deal: Deal) -> Iterator[Case]:
        return player_statistics.cases(deal)


class _Awards(Awards):
    awards = player_statistics.AWARDS


class _ForeignFiles(ForeignFiles):
    form = "israeli-whist-json"
    program = "IsraeliWhist-Scorekeeper"

    def is_one(self, data: Any) -> bool:
        return session_files.is_session(data)

    def games(self, data: Any, book: Rulebook[Any]) -> Iterable[ForeignGame]:
        return session_files.games(data, book)


class _LookAhead(LookAhead):
    def state_key(
        self, seating: Seating, rules: IsraeliWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        known = state_key.state_key(step)
        return super().state_key(seating, rules, facts, step) if known is None else known

    def worth(self, rules: IsraeliWhistRules, step: Step) -> Worth | None:
        return state_key.worth(rules, step)


class _Prizes(Prizes):
    def prizes(self, rules: IsraeliWhistRules) -> tuple[tuple[Prize, ...], ...]:
        return scoring.prizes(rules.scheme)


class _SimulatedDeals(SimulatedDeals):
    def facts(self, end: Position) -> tuple[Fact, ...]:
        """The answers, with each auction as one answer, as most tables enter it."""
        facts, bid, declarer = end.bookmark.facts(), end.scene.bid, end.scene.declarer
        later = tuple(fact for fact in facts if "call" not in fact)
        passed = ({"bid": "pass"},) * (len(end.exchanges) + (bid is None))
        if bid is None or declarer is None:
            return (*passed, *later)
        return (*passed, {"bid": bid.code, "winner": int(declarer)}, *later)


class _Bulk(Bulk):
    bulk_players = frozenset({"random", "sensible"})

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import simulate_deals  # noqa: PLC0415  (NumPy)

        random = [name == "random" for name in run.players]
        return simulate_deals(first, count, run.rules, random, seed=run.seed)


class _Adviser(Adviser):
    def advise(self, situation: Situation, samples: int, seed: int) -> Advice:
        from scorekeeper.engine.games.israeli_whist.whole.advice_in_bulk import advise  # noqa: PLC0415  (NumPy)

        return advise(situation, samples, seed)


class _Reviewer(Reviewer):
    def review(self, end: Position, samples: int, seed: int) -> Review:
        from scorekeeper.engine.games.israeli_whist.whole.review import review  # noqa: PLC0415  (NumPy)

        return review(end, samples, seed)


COMPANIONS: tuple[Companion, ...] = (
    _ForeignFiles(),
    _Statistics(),
    _Awards(),
    _LookAhead(),
    _Prizes(),
    _SimulatedDeals(),
    _Bulk(),
    _Adviser(),
    _Reviewer(),
    WHOLE,
    IsraeliWhistPlayers(),
)
