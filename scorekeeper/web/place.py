"""The place in which the program runs, and what it offers there."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import cast

from flask import Flask, current_app


def _has_numpy() -> bool:
    return find_spec("numpy") is not None


@dataclass(frozen=True, slots=True)
class Place:
    """What a place offers beyond keeping score; pages leave out what theirs lacks.

    chances    the chances to win, advice and practice; all of them need NumPy
    """

    chances: bool = field(default_factory=_has_numpy)

    def install(self, app: Flask) -> None:
        """Make this the place of an application."""
        app.extensions["place"] = self


def here() -> Place:
    """Return the place of the application that answers this request."""
    return cast("Place", current_app.extensions["place"])
