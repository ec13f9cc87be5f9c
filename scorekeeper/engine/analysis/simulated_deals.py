"""Simulated deals of a game: for the chances to win, for calibration, for an example season."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.simulation import Run
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import Fact

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.win_probability import Bank

PlayedDeal = tuple[int, tuple[int, ...]]
"""What matters of a deal that was played: the side that dealt, and the points by side."""

BATCH = 32  # deals that are played one after another


class SimulatedDeals(Companion):
    """The companion that has them; without one there are none but those that can be played."""

    def bank(self, rules: Any, players: int) -> Bank | None:  # noqa: ARG002  (a game may ask)
        """Deals to draw the chances of a game from; None where that is not offered.

        Raises ImportError without NumPy.
        """
        return None

    def rehearsal(
        self,
        rules: Any,  # noqa: ARG002  (as above)
        players: tuple[str, ...],  # noqa: ARG002
        seed: int,  # noqa: ARG002
    ) -> Iterator[PlayedDeal]:
        """Deals without end, those that are thrown in left out; for `calibration`."""
        return iter(())

    def recorded(
        self, book: Rulebook[Any], rules: Any, seed: int
    ) -> Iterator[tuple[Fact, ...]] | None:
        """The answers of a batch of deals between four simulated players, the deal going around.

        The first player deals the first one. None where the engine cannot play whole deals of the
        game; raises ImportError where that needs a library that is not there.
        """
        whole = WholeGame[Any].find(book)
        if whole is None:
            return None
        players = Players.of(book).names[:1] * 4
        return (end.bookmark.facts() for end in Run(whole, rules, BATCH, players, seed).play())
