"""Card play of Spades: whole deals, and bags."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from scorekeeper.cards import AnyCard, Suit, pack
from scorekeeper.games.spades.scoring import cost_of_bags
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import TRICKS, SpadesRules
from scorekeeper.play.carried_values import CarriedValues, Carry
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Position, WholeGame, Won
from scorekeeper.play.sampling_players import SampledAdviser, SampledReviewer, SamplingPlayers
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.play.spades_player import SENSIBLE, legal_bids
from scorekeeper.play.tricks import BreakingOrder, CardOrder, TrickOf
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import Seating

if TYPE_CHECKING:
    from scorekeeper.play.carried_values import CarriedColumns


# Whole deals

UNBROKEN = cast("CardOrder[AnyCard]", BreakingOrder())


class SpadesBulk(Bulk):
    """The deals of Spades on the kernel, without the bags of earlier ones."""

    bulk_players = frozenset(SensiblePlayers.names)

    def later(self, rules: SpadesRules) -> SpadesRules:
        """Return the rules without a first hand that bids itself, and without blind bids.

        The simulated points of the first hand are those of a hand with bids, which differ little
        between the sides. The default players never bid blind.
        """
        return replace(rules, first_bids_itself=False, blind_bid=0)

    def plays(self, run: Run) -> bool:
        """Return whether the kernel can play a run: whether everyone makes one bid it knows."""
        return super().plays(run) and legal_bids(run.rules, len(run.players)) is not None

    def step_tables(self, rules: SpadesRules, players: int, *, whole: bool) -> type[Any] | None:
        from scorekeeper.play.kernel.spades_deals import SpadesBatch  # noqa: PLC0415  (NumPy)

        behind = replace(rules, blind_deficit=0)  # a side that is behind has further bids
        known = [legal_bids(each, players) for each in ((rules, behind) if whole else (rules,))]
        return None if None in known else SpadesBatch

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals at once, from deal `first` on."""
        from scorekeeper.play.kernel.spades_deals import play  # noqa: PLC0415  (NumPy)

        bids = legal_bids(run.rules, len(run.players))
        assert bids is not None  # noqa: S101  (`plays` says so)
        return play(run, bids, first, count)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.spades_deals import SpadesDeals  # noqa: PLC0415  (NumPy)

        bids = legal_bids(view.rules, view.seating.players)
        return None if bids is None else SpadesDeals.seen(view, bids, hands)


class CarriedBags(CarriedValues):
    """The bags that a side has from earlier hands."""

    def carry(self, rules: SpadesRules) -> Bags:
        """Return the rule by which bags pass from hand to hand."""
        return Bags(rules)


class SpadesPlay(WholeGame[SpadesRules]):
    """Card play of Spades: spades are trumps, and may not be led until they are broken.

    The eldest leads. Source: pagat.com. Three players have 17 cards each, and one card is left out.
    """

    pack = pack()
    computer_players = SamplingPlayers(SENSIBLE, SPADES)
    adviser = SampledAdviser()
    reviewer = SampledReviewer()
    bulk = SpadesBulk()
    carried_values = CarriedBags()

    def cards_each(self, seating: Seating, rules: SpadesRules) -> int:
        return TRICKS[seating.players]

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the eldest leads with any card but a spade."""
        seating = position.seating
        return TrickOf(seating.eldest, seating.players, self.trump(position), (), UNBROKEN)

    def trump(self, position: Position) -> Suit:
        return Suit.SPADES

    def answer(self, step: Step, position: Position, won: Won) -> Fact:
        """Return the tricks of a side, of everyone, or of a nil bidder, as the question asks."""
        taken = [*map(len, won)]
        if len(step.fields) > 1:
            return self.tricks(position, taken)
        return {"number": sum(taken[seat] for seat in step.fields[0].seats)}


# Bags, for the chances to win


@dataclass(frozen=True, slots=True)
class Bags(Carry):
    """The rule by which bags pass from hand to hand; its state is the bags of each side."""

    rules: SpadesRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """Return the bags of each side after the hand, if it had none before."""
        return self.state(score.left, len(score.lines))

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """Return the bags of each side that `left` holds; 0 for each before the first hand."""
        return left if isinstance(left, tuple) else (0,) * sides

    def after(
        self, state: CarriedColumns, points: CarriedColumns, marks: CarriedColumns
    ) -> tuple[CarriedColumns, CarriedColumns]:
        """Return the points less the cost of every full set of bags, and the bags carried on."""
        bags = state + marks
        if not self.rules.bag_limit:
            return points, bags
        full = bags // self.rules.bag_limit
        return points - full * cost_of_bags(self.rules), bags - full * self.rules.bag_limit
