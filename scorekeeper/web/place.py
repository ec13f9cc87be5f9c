"""The place in which the program runs, with its offers beyond keeping score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from flask import Flask, current_app

from scorekeeper import play


@dataclass(frozen=True, slots=True)
class Place:
    """The offers of a place beyond keeping score. A page leaves out the others.

    chances    the chances to win, advice and practice; all of them need NumPy
    """

    chances: bool = field(default_factory=play.has_numpy)

    def install(self, app: Flask) -> None:
        """Make this the place of an application."""
        app.extensions["place"] = self


def here() -> Place:
    """Return the place of the application that answers this request."""
    return cast("Place", current_app.extensions["place"])
