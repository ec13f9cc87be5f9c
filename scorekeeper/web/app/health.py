"""`/health`: whether the score file can be read and written; open to all, and cheap.

It says nothing else. The answer is kept for a second, so that asking costs a tap nothing.
"""

from __future__ import annotations

import threading
import time

from flask import Blueprint, Flask, Response, current_app

from scorekeeper.ledger.entries.store import Store

KEPT = 1.0  # seconds

pages = Blueprint("health", __name__)


class Health:
    """The last look at the score file, and when it was."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._looked = -KEPT
        self._usable: bool | None = None

    def usable(self) -> bool:
        """Whether the file can be read and written, as of a second ago.

        One thread looks again, and the others do not wait for it.
        """
        if time.monotonic() - self._looked < KEPT and self._usable is not None:
            return self._usable
        if self._looking.acquire(blocking=self._usable is None):
            try:
                self._usable = self._store.usable()
                self._looked = time.monotonic()
            finally:
                self._looking.release()
        return bool(self._usable)


def install(app: Flask, store: Store) -> None:
    """Answer at `/health`."""
    app.extensions["health"] = Health(store)
    app.register_blueprint(pages)


@pages.get("/health")
def show() -> Response:
    """200 or 503, in a word."""
    health: Health = current_app.extensions["health"]
    usable = health.usable()
    word = "ok" if usable else "unusable"
    return Response(f"{word}\n", 200 if usable else 503, mimetype="text/plain")
