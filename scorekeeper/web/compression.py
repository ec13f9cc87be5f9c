"""Pages and files by gzip, for a table whose Wi-Fi is slow.

A page that holds secrets and echoes what a stranger made the browser send tells the secrets by its
compressed length, where the stranger sees the length of encrypted answers (the BREACH attack). The
secrets here are the keys in the invitations and the token that guards the forms. Flask-WTF makes
the token anew for each answer: its signature, without which it is worth nothing, changes every
second, but it is not masked, and its first part stays the same for a whole session. So two things
are done that cover the keys as well: a page asked for from another site is sent as it is, and
every compressed page carries a blank of random length.
"""

from __future__ import annotations

import gzip
import io
import secrets

from flask import Flask, Response, request
from werkzeug.datastructures import Accept

SMALLEST = 860  # bytes; less fits one packet with its head, whether compressed or not
LEVEL = 5
LONGEST_BLANK = 64  # bytes
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
ELSEWHERE = {"cross-site", "same-site"}


def install(app: Flask) -> None:
    """Compress every page that is worth it and wanted so."""
    app.after_request(_compress)


def is_wanted() -> bool:
    """Whether the browser takes gzip."""
    return takes_gzip(request.accept_encodings)


def takes_gzip(accepted: Accept) -> bool:
    """Whether gzip is among the encodings that a browser accepts."""
    offered = {name.lower(): quality for name, quality in accepted}
    return offered.get("gzip", offered.get("*", 0)) > 0


def is_allowed() -> bool:
    """Whether the answer to this request may be compressed."""
    return is_wanted() and request.headers.get("Sec-Fetch-Site") not in ELSEWHERE


def is_worth_it(mimetype: str, size: int) -> bool:
    """Whether an answer is text and more than a packet of it."""
    return size >= SMALLEST and mimetype.startswith(TEXT)


def compressed(body: bytes, level: int = LEVEL, blank: int = 0) -> bytes:
    """The body by gzip, with a file name of so many letters, which browsers skip."""
    target = io.BytesIO()
    name = "-" * blank
    with gzip.GzipFile(name, "wb", level, target, mtime=0) as packed:
        packed.write(body)
    return target.getvalue()


def _compress(response: Response) -> Response:
    if response.is_streamed or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if not is_worth_it(response.mimetype or "", len(body)):
        return response
    response.vary.add("Accept-Encoding")
    if is_allowed():
        response.set_data(compressed(body, blank=secrets.randbelow(LONGEST_BLANK)))
        response.headers["Content-Encoding"] = "gzip"
    return response
