"""The one check of an address that a request gives to come back to.

A browser reads `//host`, `/\\host` and, once it has dropped a tab or a line end, `/<tab>/host` as
another site. A proxy may decode `%2f` before it sends somebody on. None of these is a path of ours.
"""

from __future__ import annotations

import re

from flask import url_for

ENCODED = re.compile(
    r"%(?:2f|5c|[01][0-9a-f]|7f|25)", re.IGNORECASE
)  # slash, backslash, control, %
LONGEST = 2000


def own_path(given: str) -> str:
    """The path as it was given if it leads to a page of ours, else that of the first page."""
    return given if is_own_path(given) else url_for("home.index")


def is_own_path(given: str) -> bool:
    """Whether an address is a path with a single leading slash and nothing that hides another."""
    path = re.split(r"[?#]", given, maxsplit=1)[0]
    return (
        path.startswith("/")
        and "//" not in path
        and "\\" not in given
        and given.isprintable()
        and len(given) <= LONGEST
        and not ENCODED.search(path)
    )
