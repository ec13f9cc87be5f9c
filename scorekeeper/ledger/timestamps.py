"""Timestamps: moments as the score file keeps them, and the days they fall on."""

from __future__ import annotations

import datetime as dt


def noted(moment: dt.datetime) -> str:
    """A moment as it is kept."""
    return moment.isoformat(timespec="milliseconds")


def day_of(moment: dt.datetime) -> dt.date:
    """The day of a moment, where the program runs."""
    return moment.astimezone().date()
