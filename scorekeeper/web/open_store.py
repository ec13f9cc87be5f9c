"""The open score file of the running application."""

from __future__ import annotations

from flask import current_app

from scorekeeper.ledger.entries.store import Store


def open_store() -> Store:
    """The store that this request reads and writes."""
    store: Store = current_app.config["STORE"]
    return store
