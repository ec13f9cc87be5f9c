"""Spans of evenings: between two dates, or one evening; as a condition in SQL."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Span:
    """The evenings to look at; without any limit, all of them.

    first, last    dates, both included
    session_id     one evening
    """

    first: dt.date | None = None
    last: dt.date | None = None
    session_id: int | None = None

    def conditions(self) -> tuple[str, list[Any]]:
        """A condition in SQL over the columns of `sessions`, and its parameters."""
        clauses, given = ["1"], []
        for clause, value in (
            ("sessions.date >= ?", self.first and self.first.isoformat()),
            ("sessions.date <= ?", self.last and self.last.isoformat()),
            ("sessions.id = ?", self.session_id),
        ):
            if value is not None:
                clauses.append(clause)
                given.append(value)
        return " and ".join(clauses), given
