"""Whole deals of Estimation: what the engine needs to play them, card by card."""

from __future__ import annotations

from scorekeeper.engine.cards.cards import AnyCard, Denomination, pack
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.estimation import ESTIMATION
from scorekeeper.engine.games.estimation.rules import TRICKS, EstimationRules, FastCaller
from scorekeeper.engine.play.position import Action, Position, WholeGame
from scorekeeper.engine.rules.steps import ChoiceStep, Scene


class WholeEstimation(WholeGame[EstimationRules]):
    """Thirteen cards each; the caller leads, and the play goes round as the deal does.

    At a table the eldest says who makes a dash call; an engine's player speaks for one seat only.
    """

    book = ESTIMATION
    pack = pack()

    def cards_each(self, seating: Seating, rules: EstimationRules) -> int:  # noqa: ARG002
        """The whole pack is dealt."""
        return TRICKS

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat:  # noqa: ARG002
        """The eldest."""
        return seating.eldest

    def choices(self, step: ChoiceStep, seat: Seat) -> tuple[Action, ...]:
        """Nobody's dash call, or the player's own."""
        return tuple(one.value for one in step.choices if one.value in ((), (seat,)))

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The caller leads; in a fast hand whoever was first to make the highest call."""
        seating, rules, scene = position.seating, position.rules, position.scene
        called = denomination_of(rules, seating.number, scene)
        trump = None if called is None else called.trump
        return TrickOf(
            self._leader(seating, rules, scene), seating.players, trump, (), step=seating.step
        )

    def _leader(self, seating: Seating, rules: EstimationRules, scene: Scene) -> Seat:
        """The caller; the eldest where a fast hand has none."""
        if scene.declarer is not None:
            return scene.declarer
        if rules.fast_caller is FastCaller.NONE or not scene.contracts:
            return seating.eldest
        return max(scene.contracts, key=lambda said: said[1])[0]


def denomination_of(rules: EstimationRules, number: int, scene: Scene) -> Denomination | None:
    """What was called, or is fixed in a fast hand."""
    return scene.suit_bid.denomination if scene.suit_bid else rules.fast(number)


WHOLE = WholeEstimation()
