"""Card play of Israeli Whist: whole deals, and the players and advice of the game."""

from __future__ import annotations

from typing import Any, cast

from scorekeeper.cards import AnyCard, pack
from scorekeeper.games.israeli_whist.house_rules import EXCHANGED, PLAYERS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.play.advice import Advice, Adviser, Review, Reviewer, Situation
from scorekeeper.play.israeli_whist_player import SensiblePlayer
from scorekeeper.play.players import Player, Players
from scorekeeper.play.position import Exchange, Position, WholeGame
from scorekeeper.play.simulated_games import SimulatedDeals
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seating
from scorekeeper.tricks import Trick, TrickOf

# Whole deals


class IsraeliWhistPlayers(Players):
    """A sensible player, a random one, and one that plays sampled deals."""

    names = ("sensible", "random", "sampling")

    def named(self, name: str, samples: int = 100) -> Player:
        if name == "sampling":
            from scorekeeper.play.kernel.israeli_whist_advice import SamplingPlayer  # noqa: PLC0415  (NumPy)

            return SamplingPlayer(samples)
        return SensiblePlayer() if name == "sensible" else super().named(name)


class IsraeliWhistBulk(Bulk):
    """The deals of Israeli Whist on the kernel."""

    bulk_players = frozenset({"random", "sensible"})

    def step_tables(
        self, rules: IsraeliWhistRules, players: int, *, whole: bool
    ) -> type[Any] | None:
        from scorekeeper.play.kernel.israeli_whist_batch import IsraeliWhistBatch  # noqa: PLC0415  (NumPy)

        return IsraeliWhistBatch

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.play.kernel.israeli_whist_deals import simulate_deals  # noqa: PLC0415  (NumPy)

        random = [name == "random" for name in run.players]
        return simulate_deals(first, count, run.rules, random, seed=run.seed)


class IsraeliWhistAdviser(Adviser):
    """Advice from sampled deals that fit the calls, on the kernel."""

    def advise(self, situation: Situation, samples: int, seed: int) -> Advice:
        from scorekeeper.play.kernel.israeli_whist_advice import advise  # noqa: PLC0415  (NumPy)

        return advise(situation, samples, seed)


class IsraeliWhistReviewer(Reviewer):
    """The review of a deal by sampled deals, on the kernel."""

    def review(self, end: Position, samples: int, seed: int) -> Review:
        from scorekeeper.play.kernel.israeli_whist_advice import review  # noqa: PLC0415  (NumPy)

        return review(end, samples, seed)


class AuctionsInOneAnswer(SimulatedDeals):
    """Simulated deals with the result of each auction as one answer."""

    def facts(self, end: Position) -> tuple[Fact, ...]:
        """Return the answers as most tables enter them, with the result of the auction as one."""
        facts, bid, declarer = end.bookmark.facts(), end.scene.bid, end.scene.declarer
        later = tuple(fact for fact in facts if "call" not in fact)
        passed = ({"bid": "pass"},) * (len(end.exchanges) + (bid is None))
        if bid is None or declarer is None:
            return (*passed, *later)
        return (*passed, {"bid": bid.code, "winner": int(declarer)}, *later)


class IsraeliWhistPlay(WholeGame[IsraeliWhistRules]):
    """Card play of Israeli Whist: thirteen cards each.

    After all pass, three cards may be exchanged.
    """

    pack = pack()
    computer_players = IsraeliWhistPlayers()
    bulk = IsraeliWhistBulk()
    adviser = IsraeliWhistAdviser()
    reviewer = IsraeliWhistReviewer()
    recorded_facts = AuctionsInOneAnswer()

    def cards_each(self, seating: Seating, rules: IsraeliWhistRules) -> int:
        return TRICKS

    def exchange(self, seating: Seating, rules: IsraeliWhistRules, number: int) -> Exchange:
        return Exchange(EXCHANGED, rules.exchange_steps(number))

    def most_exchanges(self, rules: IsraeliWhistRules, players: int) -> int:
        return rules.exchanges

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the declarer leads.

        In a bonus round the eldest leads, without trumps.
        """
        scene, eldest = position.scene, position.seating.eldest
        bid = scene.suit_bid
        leader = eldest if scene.declarer is None else scene.declarer
        trump = bid.denomination.trump if bid else None
        return cast("TrickOf[AnyCard]", Trick(leader, PLAYERS, trump))
