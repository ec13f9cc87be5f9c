"""What the hand page shows between the players and the question: the hand so far."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.rules.bidding_steps import ContractStep, over_or_under
from scorekeeper.rules.script import Reading
from scorekeeper.rules.steps import Scene, Step
from scorekeeper.wording import Sentence, say


class ContractsSoFar(NamedTuple):
    """The contracts of a hand that are known.

    said        their sum; a bid that is not named as a contract yet may count
    total       the tricks of the hand
    distance    the difference in words, such as “4 left” or “2 over”
    """

    said: int
    total: int
    distance: Sentence


def contracts_so_far(step: Step) -> ContractsSoFar | None:
    """Return the contracts of a hand so far.

    None before the first question about them, and for the tricks, because that question shows the
    difference itself.
    """
    total = step.scene.total
    if isinstance(step, ContractStep):
        said = step.said
        words = say("{count} left", count=total - said) if said < total else None
        return ContractsSoFar(said, total, words or over_or_under(said, total))
    if not step.scene.contracts or step.kind == "tricks":
        return None
    said = step.scene.contract_sum
    return ContractsSoFar(said, total, over_or_under(said, total))


def answers_so_far(reading: Reading) -> tuple[Sentence, ...]:
    """Return the answers of a running hand that its public state does not show, in words.

    Contracts, the declarer and words such as “nil” stand beside the players, and a question about
    the next call lists the calls. Answers before the last contract are not repeated.
    """
    if reading.step is None:
        return ()
    steps = [*(answered.step for answered in reading.trail), reading.step]
    contracts = reading.step.scene.contracts
    return tuple(
        answered.sentence
        for answered, after in zip(reading.trail, steps[1:], strict=True)
        if answered.step.auction is None
        and answered.step.scene.contracts == contracts
        and _shown(answered.step.scene) == _shown(after.scene)
    )


def _shown(scene: Scene) -> Scene:
    """Return the part of a public state that the players' tiles show during a hand."""
    return scene._replace(tricks=(), notice=None, carried=())
