"""Card play of Israeli Whist: whole deals, and the players and advice of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.cards import AnyCard, pack
from scorekeeper.games.israeli_whist.house_rules import EXCHANGED, PLAYERS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.play.israeli_whist_player import SensiblePlayer
from scorekeeper.play.players import View
from scorekeeper.play.position import Exchange, Position, WholeGame
from scorekeeper.play.sampling_players import SampledAdviser, SampledReviewer, SamplingPlayers
from scorekeeper.play.simulated_games import SimulatedDeals
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seating

if TYPE_CHECKING:
    from scorekeeper.play.kernel.israeli_whist_advice import AuctionPlayer

# Whole deals


class IsraeliWhistPlayers(SamplingPlayers):
    """The players of Israeli Whist; the sampling one judges calls, too."""

    def sampling(self, samples: int) -> AuctionPlayer:
        from scorekeeper.play.kernel.israeli_whist_advice import AuctionPlayer  # noqa: PLC0415  (NumPy)

        return AuctionPlayer(WholeGame[Any].of(self.book), samples)


class IsraeliWhistBulk(Bulk):
    """The deals of Israeli Whist on the kernel."""

    bulk_players = frozenset({"random", "sensible"})

    def step_tables(
        self, rules: IsraeliWhistRules, players: int, *, whole: bool
    ) -> type[Any] | None:
        from scorekeeper.play.kernel.israeli_whist_deals import IsraeliWhistBatch  # noqa: PLC0415  (NumPy)

        return IsraeliWhistBatch

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.play.kernel.israeli_whist_deals import simulate_deals  # noqa: PLC0415  (NumPy)

        return simulate_deals(first, count, run.rules, run.random, seed=run.seed)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.israeli_whist_advice import SeenDeals  # noqa: PLC0415  (NumPy)

        return SeenDeals.seen(view, hands)


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
    computer_players = IsraeliWhistPlayers(SensiblePlayer(), ISRAELI_WHIST)
    bulk = IsraeliWhistBulk()
    adviser = SampledAdviser()
    reviewer = SampledReviewer()
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
        return TrickOf(leader, PLAYERS, trump)
