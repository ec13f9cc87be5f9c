"""How a deal stands trick by trick, for a table that counts while it plays."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards.seating import Side
from scorekeeper.engine.rules.steps.asking import Scene
from scorekeeper.engine.rules.wording import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class Tally:
    """What each side has to be told after every trick.

    sides    in the order in which the deal counts them
    start    the tricks that each has before the first one is played, such as a kitty
    told     for each side, how it stands with no trick, with one, and so on to all of them
    """

    sides: tuple[Side, ...]
    start: tuple[int, ...]
    told: tuple[tuple[Sentence, ...], ...]

    @classmethod
    def of(cls, sides: tuple[Side, ...], scene: Scene, start: tuple[int, ...] = ()) -> Tally:
        """The tally of a deal whose contracts have been said."""
        return cls(
            sides,
            start or (0,) * len(sides),
            tuple(
                tuple(
                    standing(scene.sum_of(side), taken, alone=len(side) == 1)
                    for taken in range(scene.total + 1)
                )
                for side in sides
            ),
        )


def standing(contract: int | None, taken: int, *, alone: bool = True) -> Sentence:
    """How far a side is from its contract; one without a contract is told its tricks alone.

    Over and under belong to the hand: a player who took too many is told both numbers, partners
    what they took beyond what they needed.
    """
    if contract is None:
        return say_count("{count} trick", "{count} tricks", taken)
    numbers = {"taken": taken, "contract": contract}
    if taken < contract:
        return say("{taken} of {contract}: needs {more} more", more=contract - taken, **numbers)
    if taken > contract and alone:
        return say("said {contract}, took {taken}", **numbers)
    if taken > contract:
        return say("{taken} of {contract}: {over} extra", over=taken - contract, **numbers)
    if not contract:
        return say("{taken} of {contract}: must take none", **numbers)
    return say("{taken} of {contract}: has them", **numbers)
