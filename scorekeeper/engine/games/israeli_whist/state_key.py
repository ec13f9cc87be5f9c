"""The look-ahead of Israeli Whist: the part of a deal that affects the rest, and the points.

After the auction the questions depend on the declarer, on the bid until the declarer has spoken,
and on the sum of the contracts. The points of each player depend on their own contract and tricks,
on whether the contracts total more than 13, and on whether anybody made theirs.
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
    """The key for `LookAhead.state_key`; None if all facts matter."""
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
    """The value of `LookAhead.worth`."""
    if not isinstance(step, TricksStep):
        return None
    if not step.scene.contracts:
        return Worth((tuple((bonus_line(taken),) for taken in range(TRICKS + 1)),))
    return _worth(rules.scheme, step.scene.said > TRICKS)


def _declarer(scene: Scene) -> list[Json]:
    """The declarer, and the bid until the declarer has announced a contract."""
    if scene.declarer is None or scene.bid is None:
        return []
    spoken = scene.contract_of(scene.declarer) is not None
    return [int(scene.declarer), None if spoken else scene.bid.code]


@lru_cache(maxsize=32)
def _worth(scheme: Scheme, over: bool) -> Worth:
    return Worth(_lines(scheme, over, others_made=True), _lines(scheme, over, others_made=False))


def _lines(scheme: Scheme, over: bool, *, others_made: bool) -> Lines:
    """The lines of one player by contract and tricks, beside three others who are all alike."""
    other = TRICKS if over else 0
    took = other if others_made else TRICKS - other
    return tuple(
        tuple(
            scheme.score((contract, other, other, other), (taken, took, took, took))[0]
            for taken in range(TRICKS + 1)
        )
        for contract in range(TRICKS + 1)
    )
