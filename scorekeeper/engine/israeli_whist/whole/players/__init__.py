"""Players: small objects that decide for one seat, and see what a person there would see."""

from __future__ import annotations

from scorekeeper.engine.israeli_whist.whole.players.random_legal import RandomPlayer
from scorekeeper.engine.israeli_whist.whole.players.sensible import SensiblePlayer
from scorekeeper.engine.israeli_whist.whole.players.view import Player

PLAYER_NAMES = ("random", "sensible", "sampling")


def player_named(name: str, samples: int = 100) -> Player:
    """A player by name; the sampling one needs NumPy, and looks at so many samples a decision.

    Raises KeyError for a name that is none of `PLAYER_NAMES`.
    """
    if name == "sampling":
        from scorekeeper.engine.israeli_whist.whole.sampling import (  # noqa: PLC0415  (NumPy)
            SamplingPlayer,
        )

        return SamplingPlayer(samples)
    known: dict[str, Player] = {"random": RandomPlayer(), "sensible": SensiblePlayer()}
    return known[name]
