"""What of a deal of Israeli Whist bears on what is to come, and what its tricks will be worth.

After the auction the questions depend on the declarer, the bid until they have spoken, and the sum
of the contracts. The points of each player follow from their own contract and tricks, from whether
the contracts come to more than 13, and from whether anybody made theirs.
"""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.analysis.look_ahead import Worth
from scorekeeper.engine.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS, Scheme
from scorekeeper.engine.games.israeli_whist.script import bonus_line
from scorekeeper.engine.rules.points import Line
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep, Json, Scene, Step, TricksStep

Lines = tuple[tuple[tuple[Line, ...], ...], ...]


def state_key(step: Step) -> Json:
    """The facts that bear on the rest, as for `LookAhead.state_key`; None for all of them."""
    scene = step.scene
    match step:
        case AuctionStep() if not step.auction.calls:
            return ["auction", scene.exchange]
        case ContractStep():
            return ["contract", int(step.seat), scene.said, *_declarer(scene)]
        case TricksStep() if scene.contracts:
            return ["tricks", scene.said]
        case TricksStep():
            return ["bonus round"]
    return None


def worth(rules: IsraeliWhistRules, step: Step) -> Worth | None:
    """What the tricks are worth, in the sense of `LookAhead.worth`."""
    if not isinstance(step, TricksStep):
        return None
    if not step.scene.contracts:
        return Worth((tuple((bonus_line(taken),) for taken in range(TRICKS + 1)),))
    return _worth(rules.scheme, step.scene.said > TRICKS)


def _declarer(scene: Scene) -> list[Json]:
    """Who declares, and with what until they have said what they contract for."""
    if scene.declarer is None or scene.bid is None:
        return []
    spoken = scene.contract_of(scene.declarer) is not None
    return [int(scene.declarer), None if spoken else scene.bid.code]


@lru_cache(maxsize=32)
def _worth(scheme: Scheme, over: bool) -> Worth:
    return Worth(_lines(scheme, over, others_made=True), _lines(scheme, over, others_made=False))


def _lines(scheme: Scheme, over: bool, *, others_made: bool) -> Lines:
    """The lines of one player, by contract and tricks, with three others who are all alike."""
    other = TRICKS if over else 0
    took = other if others_made else TRICKS - other
    return tuple(
        tuple(
            scheme.score((contract, other, other, other), (taken, took, took, took))[0]
            for taken in range(TRICKS + 1)
        )
        for contract in range(TRICKS + 1)
    )
