"""Form fields of each route, found by recording which ones it looks up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Request, request
from werkzeug.datastructures import ImmutableMultiDict

from tests.tools.fuzz.club import Club, Seen, Sent, parts, routes
from tests.tools.fuzz.values import FORM, encoded

_looked_up: defaultdict[str, set[str]] = defaultdict(set)


class _Overheard(ImmutableMultiDict[str, Any]):
    """Form fields that record the names looked up, by address."""

    def __getitem__(self, key: str) -> Any:
        _note(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        _note(key)
        return super().__contains__(key)

    def getlist(self, key: str, *rest: Any, **named: Any) -> list[Any]:
        _note(key)
        return super().getlist(key, *rest, **named)


class _Overhearing(Request):
    parameter_storage_class = _Overheard


@cache
def wanted_fields() -> Mapping[str, tuple[str, ...]]:
    """Return the fields that each route looks up, by its pattern."""
    club = Club(Seen())
    try:
        club.app.request_class = _Overhearing
        walk(club)
    finally:
        club.close()
    return {pattern: tuple(sorted(names)) for pattern, names in _looked_up.items()}


def walk(club: Club) -> None:
    """Send an empty form to every route by every method, with a plain address."""
    club.begin("scorer", "israeli-whist", "pagat", {"ending.goal": "open"})
    token = encoded([("csrf_token", club.tokens["scorer"])])
    for method, pattern in routes(club.app):
        pieces = [choices[0] if choices else text for text, choices in parts(pattern)]
        body = token if method == "POST" else b""
        club.ask(Sent("scorer", method, "/" + "".join(pieces), body, FORM))


def _note(key: object) -> None:
    if isinstance(key, str) and request.url_rule and key != "csrf_token":
        _looked_up[request.url_rule.rule].add(key)
