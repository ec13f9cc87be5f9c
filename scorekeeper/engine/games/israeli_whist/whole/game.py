"""The card play of Israeli Whist."""

from __future__ import annotations

from typing import cast

from scorekeeper.engine.analysis.simulated_deals import SimulatedDeals
from scorekeeper.engine.cards.cards import AnyCard, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import Trick, TrickOf
from scorekeeper.engine.games.israeli_whist.house_rules import EXCHANGED, PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.players.sensible import SensiblePlayer
from scorekeeper.engine.play.actions import Exchange
from scorekeeper.engine.play.advice import Advice, Adviser, Situation
from scorekeeper.engine.play.deal_review import Review, Reviewer
from scorekeeper.engine.play.players import Player, Players
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.results import Batch
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.steps import Fact


class IsraeliWhistPlay(
    WholeGame[IsraeliWhistRules], Players, Bulk, Adviser, Reviewer, SimulatedDeals
):
    """Thirteen cards each; after all pass, three cards may be exchanged."""

    pack = pack()
    names = ("sensible", "random", "sampling")
    bulk_players = frozenset({"random", "sensible"})

    def cards_each(self, seating: Seating, rules: IsraeliWhistRules) -> int:
        return TRICKS

    def exchange(self, seating: Seating, rules: IsraeliWhistRules, number: int) -> Exchange:
        return Exchange(EXCHANGED, rules.exchange_steps(number))

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The declarer leads; in a bonus round the eldest, without trumps."""
        scene, eldest = position.scene, position.seating.eldest
        bid = scene.suit_bid
        leader = eldest if scene.declarer is None else scene.declarer
        trump = bid.denomination.trump if bid else None
        return cast("TrickOf[AnyCard]", Trick(leader, PLAYERS, trump))

    def named(self, name: str, samples: int = 100) -> Player:
        if name == "sampling":
            from scorekeeper.engine.games.israeli_whist.whole.sampling import (  # noqa: PLC0415  (NumPy)
                SamplingPlayer,
            )

            return SamplingPlayer(samples)
        return SensiblePlayer() if name == "sensible" else super().named(name)

    def facts(self, end: Position) -> tuple[Fact, ...]:
        """The auction as one answer, as most tables enter it."""
        facts, bid, declarer = end.bookmark.facts(), end.scene.bid, end.scene.declarer
        later = tuple(fact for fact in facts if "call" not in fact)
        passed = ({"bid": "pass"},) * (len(end.exchanges) + (bid is None))
        if bid is None or declarer is None:
            return (*passed, *later)
        return (*passed, {"bid": bid.code, "winner": int(declarer)}, *later)

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import simulate_deals  # noqa: PLC0415  (NumPy)

        random = [name == "random" for name in run.players]
        return simulate_deals(first, count, run.rules, random, seed=run.seed)

    def advise(self, situation: Situation, samples: int, seed: int) -> Advice:
        from scorekeeper.engine.games.israeli_whist.whole.advice_in_bulk import advise  # noqa: PLC0415  (NumPy)

        return advise(situation, samples, seed)

    def review(self, end: Position, samples: int, seed: int) -> Review:
        from scorekeeper.engine.games.israeli_whist.whole.review import review  # noqa: PLC0415  (NumPy)

        return review(end, samples, seed)
