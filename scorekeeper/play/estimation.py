"""Card play of Estimation: whole deals, and multipliers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import AnyCard, Denomination, Suit, pack
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION, Carried, highest_caller
from scorekeeper.games.estimation.scoring import MOST_TIMES, counts_once
from scorekeeper.games.estimation.variants import (
    TRICKS,
    EstimationRules,
    FastCaller,
    FirstBidder,
)
from scorekeeper.play.carried_values import CarriedValues, CarryByCall
from scorekeeper.play.estimation_player import SENSIBLE
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Action, Position, WholeGame
from scorekeeper.play.sampling_players import SampledReviewer, SamplingPlayers
from scorekeeper.play.simulation import Batch, Bulk, Run
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.bidding_steps import ChoiceStep
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SEATS, Seat, Seating

if TYPE_CHECKING:
    from scorekeeper.play.carried_values import CarriedColumns


# Whole deals


class EstimationBulk(Bulk):
    """The deals of Estimation on the kernel, without their multipliers."""

    bulk_players = frozenset(SensiblePlayers.names)

    def kind(self, rules: EstimationRules, number: int) -> int:
        """Return the kind of a hand: 0 for a hand with an auction.

        For a fast hand it is the number of the hand, which fixes its trumps.
        """
        return number if rules.fast(number) is not None else 0

    def step_tables(self, rules: EstimationRules, players: int, *, whole: bool) -> type[Any] | None:
        from scorekeeper.play.kernel.estimation_deals import EstimationBatch  # noqa: PLC0415  (NumPy)

        return EstimationBatch if not whole or carry_of(rules) else None

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals at once, from deal `first` on."""
        from scorekeeper.play.kernel.estimation_deals import play  # noqa: PLC0415  (NumPy)

        return play(run, first, count, Times(run.rules).mark)

    def sampled(self, view: View, hands: Any) -> Any:
        from scorekeeper.play.kernel.estimation_deals import EstimationDeals  # noqa: PLC0415  (NumPy)

        return EstimationDeals.seen(view, hands)


class CarriedMultiplier(CarriedValues):
    """The multiplier of a hand, which follows from the hand before."""

    def carry(self, rules: EstimationRules) -> Times | None:
        return carry_of(rules)


def carry_of(rules: EstimationRules) -> Times | None:
    """Return the rule by which multipliers pass from hand to hand.

    None if the caller of a hand speaks first in the next one, which is not modelled.
    """
    return None if rules.first_bidder is FirstBidder.CALLER else Times(rules)


class EstimationPlay(WholeGame[EstimationRules]):
    """Card play of Estimation: thirteen cards each, and the caller leads.

    Play goes in the direction of the deal. In a simulation only the eldest may make a dash call.
    """

    pack = pack()
    computer_players = SamplingPlayers(SENSIBLE, ESTIMATION)
    reviewer = SampledReviewer()
    bulk = EstimationBulk()
    carried_values = CarriedMultiplier()

    def cards_each(self, seating: Seating, rules: EstimationRules) -> int:
        return TRICKS

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat:
        """Return the eldest for dash calls; for trumps the player who chooses them."""
        return seating.eldest if step.seat is None else step.seat

    def choices(self, step: ChoiceStep, seat: Seat) -> tuple[Action, ...]:
        """Return the choices that a simulated player has.

        For dash calls, these are nobody or `seat` alone; for trumps, every choice.
        """
        if step.seat is not None:
            return super().choices(step, seat)
        return tuple(choice.value for choice in step.choices if choice.value in ((), (seat,)))

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the caller leads.

        In a fast hand the first player with the highest call leads.
        """
        seating, rules, scene = position.seating, position.rules, position.scene
        leader, trump = self._leader(seating, rules, scene), self.trump(position)
        return TrickOf(leader, seating.players, trump, (), step=seating.step)

    def trump(self, position: Position) -> Suit | None:
        """Return the trump suit, which is known before the calls of a fast hand."""
        called = self._called(position)
        return None if called is None else called.trump

    def has_no_trump(self, position: Position) -> bool:
        return self._called(position) is Denomination.NO_TRUMP

    def _called(self, position: Position) -> Denomination | None:
        """Return the trumps of a fast hand or of the winning bid; None before the bid."""
        changed = [word.what for word in position.said if isinstance(word.what, Denomination)]
        if changed:
            return changed[-1]
        return denomination_of(position.rules, position.seating.number, position.scene)

    def _leader(self, seating: Seating, rules: EstimationRules, scene: Scene) -> Seat:
        """Return the caller; in a fast hand without one, the first player who spoke."""
        if scene.declarer is not None:
            return scene.declarer
        if not scene.contracts:
            return seating.eldest
        if rules.fast_caller is FastCaller.NONE:
            return scene.contracts[0][0]
        return highest_caller(scene)


def denomination_of(rules: EstimationRules, number: int, scene: Scene) -> Denomination | None:
    """Return the denomination of the winning bid, or the fixed one of a fast hand.

    None before a bid.
    """
    return scene.suit_bid.denomination if scene.suit_bid else rules.fast(number)


# Multipliers, for the chances to win

MADE, ONCE = 1, 2


@dataclass(frozen=True, slots=True)
class Times(CarryByCall):
    """The rule by which the multiplier passes on; its state is the multiplier of the next hand."""

    rules: EstimationRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        scene = score.scene
        calls = [scene.contract_of(seat) or 0 for seat in SEATS[: len(score.lines)]]
        return tuple(map(self.mark, calls, scene.tricks))

    def mark(self, call: int, taken: int) -> int:
        """Return `MADE` for a call that was made, plus `ONCE` for one that counts only once."""
        return MADE * (call == taken) + ONCE * counts_once(call, self.rules)

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """Return the multiplier of the next hand, as a tuple of one number."""
        return (left.times if isinstance(left, Carried) else 1,)

    def after(
        self, state: CarriedColumns, points: CarriedColumns, marks: CarriedColumns
    ) -> tuple[CarriedColumns, CarriedColumns]:
        """Return the points, multiplied, and the multiplier of the next hand.

        It doubles, up to the limit, if nobody made the hand; otherwise it is 1 again.
        """
        from scorekeeper.play.optional_numpy import np  # noqa: PLC0415  (NumPy)

        (times,) = state
        counted = np.where(marks & ONCE, points, points * times)
        more = np.minimum(2 * times, MOST_TIMES[self.rules.scheme])
        return counted, np.where((marks & MADE).any(axis=0), 1, more)[None]
