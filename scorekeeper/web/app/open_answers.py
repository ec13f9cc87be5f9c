"""Answers that are the same for everybody: static files and `/health`, without Flask.

Anybody may ask for them without limit, so Flask makes each of them once. A file that does not exist
is answered in a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.http import parse_accept_header

from scorekeeper.web import compression
from scorekeeper.web.access import host_names
from scorekeeper.web.app.health import Health
from scorekeeper.web.performance.answer_cache import Answer
from scorekeeper.web.rendering.assets import Assets

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STATIC, HEALTH = "/static/", "/health"
LONGEST_ENCODINGS = 200  # characters of those that a browser accepts
NOT_HERE = Answer(
    "404 NOT FOUND",
    [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", "13"),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ],
    b"No such file\n",
)
Key = tuple[object, ...]


class OpenAnswers:
    """A WSGI layer over the application."""

    def __init__(self, app: Flask, assets: Assets) -> None:
        self._app = app
        self._inner: WSGIApplication = app.wsgi_app
        self._assets = assets
        self._health: Health = app.extensions["health"]
        self._made: dict[Key, Answer] = {}

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """The answer that was made before, or the one of the application."""
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        if method not in {"GET", "HEAD"} or not path.startswith((STATIC, HEALTH)):
            return self._inner(environ, start)
        answer = NOT_HERE if self._is_no_file(path) else self._answer(environ, path)
        if answer is None:
            return self._inner(environ, start)
        return answer(environ, start)

    def _is_no_file(self, path: str) -> bool:
        """Whether a path below /static leads nowhere; its first part is a version."""
        _, slash, name = path.removeprefix(STATIC).partition("/")
        return path.startswith(STATIC) and not (slash and name in self._assets.files)

    def _answer(self, environ: WSGIEnvironment, path: str) -> Answer | None:
        """The answer as Flask makes it; None if it depends on more than the address."""
        if path.startswith(STATIC):
            if "HTTP_RANGE" in environ:
                return None
            version, _, name = path.removeprefix(STATIC).partition("/")
            expected = "200"
            key: Key = name, version == self._assets.version, _takes_gzip(environ)
        elif path == HEALTH and host_names.REFUSED not in environ:
            expected = "200" if self._health.usable() else "503"
            key = HEALTH, expected
        else:
            return None
        key += (environ["wsgi.url_scheme"],)
        if key not in self._made:
            asked = environ | {"REQUEST_METHOD": "GET", "HTTP_COOKIE": "", "QUERY_STRING": ""}
            flask = partial(Flask.wsgi_app, self._app)  # without read limits
            answer = Answer.of(flask, asked)
            if not answer.status.startswith(expected):  # another one than will be asked for
                return answer
            self._made[key] = answer
        return self._made[key]


def install(app: Flask, assets: Assets) -> None:
    """Put the layer over the application."""
    app.wsgi_app = OpenAnswers(app, assets)  # type: ignore[method-assign, assignment]


def _takes_gzip(environ: WSGIEnvironment) -> bool:
    """The same as for Flask, which sees no more of the header than this."""
    accepted = environ.get("HTTP_ACCEPT_ENCODING", "")[:LONGEST_ENCODINGS]
    environ["HTTP_ACCEPT_ENCODING"] = accepted
    return compression.takes_gzip(parse_accept_header(accepted))
