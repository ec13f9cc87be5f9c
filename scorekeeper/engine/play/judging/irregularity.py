"""An irregularity in a recorded deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.records.notation import seat_text
from scorekeeper.engine.rules.wording import Sentence


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A breach of the rules: its stable code, the place, the reason, the seat and the fine.

    fine    the points that a revoke costs; 0 for everything else
    """

    code: str
    where: Sentence
    why: Sentence
    seat: Seat | None = None
    fine: int = 0

    def json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "where": str(self.where),
            "why": str(self.why),
            "seat": None if self.seat is None else seat_text(self.seat),
            "fine": self.fine,
        }

    def __str__(self) -> str:
        cost = f" Fine: {self.fine} points." if self.fine else ""
        return f"{self.where}: {self.why}{cost}"
