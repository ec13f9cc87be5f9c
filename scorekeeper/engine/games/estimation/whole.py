"""The card play of Estimation."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.engine.analysis.stored_deals import StoredDeals
from scorekeeper.engine.cards.cards import AnyCard, Denomination, pack
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.estimation.carried_multipliers import Times
from scorekeeper.engine.games.estimation.house_rules import TRICKS, EstimationRules, FastCaller
from scorekeeper.engine.games.estimation.player import SENSIBLE
from scorekeeper.engine.games.estimation.rulebook import highest_caller
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.rules.steps import ChoiceStep, Scene


class EstimationPlay(WholeGame[EstimationRules], SensiblePlayers, StoredDeals):
    """Thirteen cards each; the caller leads, and the play goes around like the deal.

    In a simulation the eldest answers for dash calls, but only for their own seat.
    """

    pack = pack()
    sensible = SENSIBLE
    folder = Path(__file__).parent / "deals"
    deals = 6_000
    tables = (("jawaker", 4),)
    scoring = frozenset({
        "scheme", "base", "dash_rule", "zero_as_dash", "dash_only", "round_up", "lost_scores",
        "fast_caller", "all_passed",
    })  # fmt: skip

    def cards_each(self, seating: Seating, rules: EstimationRules) -> int:
        return TRICKS

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat:
        """The eldest for dash calls; for trumps the player who chooses them."""
        return seating.eldest if step.seat is None else step.seat

    def choices(self, step: ChoiceStep, seat: Seat) -> tuple[Action, ...]:
        """No dash call or the player's own; any trumps."""
        if step.seat is not None:
            return super().choices(step, seat)
        return tuple(choice.value for choice in step.choices if choice.value in ((), (seat,)))

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The caller leads; in a fast hand the first player with the highest call."""
        seating, rules, scene = position.seating, position.rules, position.scene
        changed = [word.what for word in position.said if isinstance(word.what, Denomination)]
        called = changed[-1] if changed else denomination_of(rules, seating.number, scene)
        trump = None if called is None else called.trump
        return TrickOf(
            self._leader(seating, rules, scene), seating.players, trump, (), step=seating.step
        )

    def _leader(self, seating: Seating, rules: EstimationRules, scene: Scene) -> Seat:
        """The caller; in a fast hand without one, the first player who spoke."""
        if scene.declarer is not None:
            return scene.declarer
        if not scene.contracts:
            return seating.eldest
        if rules.fast_caller is FastCaller.NONE:
            return scene.contracts[0][0]
        return highest_caller(scene)

    def kind(self, rules: EstimationRules, number: int) -> int:
        """All hands with an auction are alike; a fast one has the trumps of its number."""
        return number if rules.fast(number) is not None else 0

    def carry(self, rules: EstimationRules) -> Times:
        """How many times hands count."""
        return Times(rules)


def denomination_of(rules: EstimationRules, number: int, scene: Scene) -> Denomination | None:
    """The denomination of the winning bid, or the fixed one of a fast hand."""
    return scene.suit_bid.denomination if scene.suit_bid else rules.fast(number)
