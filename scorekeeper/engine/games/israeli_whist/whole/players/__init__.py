"""The computer players of Israeli Whist."""

from __future__ import annotations

from scorekeeper.engine.games.israeli_whist.whole.players.sensible import SensiblePlayer
from scorekeeper.engine.play.players import Player, Players


class IsraeliWhistPlayers(Players):
    """The companion that names the players; the sampling one needs NumPy."""

    names = ("sensible", "random", "sampling")

    def named(self, name: str, samples: int = 100) -> Player:
        if name == "sampling":
            from scorekeeper.engine.games.israeli_whist.whole.sampling import (  # noqa: PLC0415  (NumPy)
                SamplingPlayer,
            )

            return SamplingPlayer(samples)
        return SensiblePlayer() if name == "sensible" else super().named(name)
