"""Players of Israeli Whist: small objects that decide for one seat, and see what a person sees."""

from __future__ import annotations

from scorekeeper.engine.games.israeli_whist.whole.players.sensible import SensiblePlayer
from scorekeeper.engine.play.players import Player, Players


class IsraeliWhistPlayers(Players):
    """The companion that names them; the sampling one needs NumPy."""

    names = ("sensible", "random", "sampling")

    def named(self, name: str, samples: int = 100) -> Player:
        """The player of this name."""
        if name == "sampling":
            from scorekeeper.engine.games.israeli_whist.whole.sampling import (  # noqa: PLC0415  (NumPy)
                SamplingPlayer,
            )

            return SamplingPlayer(samples)
        return SensiblePlayer() if name == "sensible" else super().named(name)
