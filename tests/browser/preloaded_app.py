"""The score keeper, loaded and warmed up once; servers are forked from its process.

This happens when the module is imported, which only that process does: see `forked_server.py`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from scorekeeper.commands import main  # noqa: F401  (the command that the servers run)
from scorekeeper.ledger.store import Store
from scorekeeper.web import (
    create_app,
    serving,  # noqa: F401  (it is loaded by the command that serves)
)
from tests import compiled_templates
from tests.web.phone import Phone

PAGES = ("/", "/games/1/sheet", "/games/1/board", "/games/1/more", "/games/1/ahead", "/settings/")


def show_pages() -> None:
    """Show the pages of a game that no test sees."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "scores.db")
        phone = Phone(create_app(store, keyless=True).test_client())
        phone.begin()
        phone.hand()
        for path in PAGES:
            phone.open(path)
        store.close()


compiled_templates.share()
show_pages()
