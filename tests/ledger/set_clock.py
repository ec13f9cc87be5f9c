"""A clock that a test sets by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass
class Clock:
    now: datetime

    def __call__(self) -> datetime:
        return self.now.astimezone(UTC)
