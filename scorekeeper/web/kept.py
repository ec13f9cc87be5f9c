"""Pages that watchers see, made once for all of them.

Those who watch a game see the same page until it moves: it has no form on it and nothing of their
own but the language and the look they chose. When a club follows a game, two hundred phones ask
for that page at once.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps

from flask import current_app, g, make_response, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.store import Store
from scorekeeper.web import languages
from scorekeeper.web.access import Role
from scorekeeper.web.settings import Preferences

MOST_PAGES = 200
OLDEST = 10.0  # seconds; names may be respelled while the game stands still

Page = Callable[[int], ResponseReturnValue]
_Key = tuple[object, ...]


class Kept:
    """The pages of one application."""

    def __init__(self) -> None:
        self._pages: OrderedDict[_Key, tuple[float, bytes]] = OrderedDict()

    def get(self, key: _Key) -> bytes | None:
        """A page that is still good."""
        made, page = self._pages.get(key, (0.0, b""))
        return page if page and time.monotonic() - made < OLDEST else None

    def put(self, key: _Key, page: bytes) -> None:
        """Keep a page, and forget the oldest."""
        self._pages[key] = time.monotonic(), page
        while len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)


def for_watchers(view: Page) -> Page:
    """Make a page of a game once for all who watch it."""

    @wraps(view)
    def shown(game_id: int) -> ResponseReturnValue:
        if g.role is not Role.WATCH:
            return view(game_id)
        store: Store = current_app.config["STORE"]
        kept: Kept = current_app.extensions.setdefault("kept", Kept())
        revision = store.revision(g.table.id, game_id)
        look = languages.current(), Preferences.kept()
        key = (view.__name__, request.full_path, g.table, revision, *look)
        page = kept.get(key)
        if page is None:
            response = make_response(view(game_id))
            page = response.get_data()
            if response.status_code == 200:
                kept.put(key, page)
            return response
        return make_response(page)

    return shown
