"""The tally: how each side stands after every trick, for a table that counts while playing."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards.seating import Side
from scorekeeper.engine.rules.steps.asking import Scene
from scorekeeper.engine.rules.wording import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class Tally:
    """The sentence for each side after each number of tricks.

    sides    in the order in which the deal lists them
    start    the tricks of each side before the first one is played, such as a kitty
    told     for each side, its sentence with 0 tricks, with 1, and so on to all of them
    """

    sides: tuple[Side, ...]
    start: tuple[int, ...]
    told: tuple[tuple[Sentence, ...], ...]

    @classmethod
    def of(cls, sides: tuple[Side, ...], scene: Scene, start: tuple[int, ...] = ()) -> Tally:
        """The tally of a deal whose contracts are known."""
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
    """How far a side is from its contract; without a contract, only its tricks.

    “Over” and “under” describe the whole hand. So for a player with too many tricks the sentence
    gives both numbers, and for partners the tricks beyond their contract.
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
