"""Pages that watchers see, made once for all of them.

Those who watch a game see the same page until it moves: it has no form on it and nothing of their
own but the language and the look they chose. When a club follows a game, two hundred phones ask
for that page at once. It is kept as it was sent, so that `polling` can send it again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.ledger.limited_dict import LimitedDict

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_PAGES = 200
OLDEST = 10.0  # seconds; names may be respelled while the game stands still
NOTE = "scorekeeper.kept"  # where a request says under what its answer is to be kept

Look = tuple[object, ...]
State = tuple[int, int | None]  # the revision of the game, and the game that the table plays
Key = tuple[Look, State]


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was sent."""

    headers: list[tuple[str, str]]
    body: bytes


class PageCache:
    """The pages of one application, each by its look and the revision of its game."""

    def __init__(self) -> None:
        self._pages = LimitedDict[Key, tuple[float, Page]](MOST_PAGES)

    def get(self, key: Key) -> Page | None:
        """A page that is still good."""
        made, page = self._pages.get(key, (0.0, None))
        return page if page and time.monotonic() - made < OLDEST else None

    def put(self, key: Key, page: Page) -> None:
        """Keep a page, and forget the oldest."""
        self._pages[key] = time.monotonic(), page

    def through(
        self, app: WSGIApplication, environ: WSGIEnvironment, start: StartResponse
    ) -> Iterable[bytes]:
        """The application's answer, kept on its way out where it says so."""
        head: list[Any] = []

        def noted(*given: Any) -> Any:
            head[:] = given
            return start(*given)

        answer = app(environ, noted)
        if NOTE not in environ:
            return answer
        try:
            body = b"".join(answer)
        finally:
            getattr(answer, "close", lambda: None)()
        headers: list[tuple[str, str]] = head[1]
        if head[0].startswith("200") and not any(name == "Set-Cookie" for name, _ in headers):
            self.put(environ[NOTE], Page(headers, body))
        return [body]
