"""One thing in a recorded deal that the rules do not allow."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import Sentence


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What was irregular: a stable code, where, why, who did it, and what it costs.

    fine    points that the rules take for it; 0 for everything but a revoke
    """

    code: str
    where: Sentence
    why: Sentence
    seat: Seat | None = None
    fine: int = 0

    def __str__(self) -> str:
        cost = f" Fine: {self.fine} points." if self.fine else ""
        return f"{self.where}: {self.why}{cost}"
