"""The program in a browser, without a browser: requests go through `in_browser.answer`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse
from werkzeug.wsgi import get_current_url

from scorekeeper.web import in_browser
from scorekeeper.web.rate_limits import WRITES
from tests.doors import UNLIMITED
from tests.web.phone import Phone

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BASE = "/scorekeeper/"
ORIGIN = "https://scores.example.org"


class SiteClient(FlaskClient):
    """A client of the site at `BASE`.

    Paths are given and told without the base, as those of a server; pages have it in all addresses.
    """

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        address, *rest = args
        inside = f"/{address.removeprefix(BASE)}" if address.startswith(BASE) else address
        return super().open(inside, *rest, **kwargs)

    def run_wsgi_app(
        self, environ: WSGIEnvironment, buffered: bool = False
    ) -> tuple[Iterable[bytes], str, Headers]:
        del buffered
        asked = urlsplit(get_current_url(environ))
        url = asked._replace(path=BASE[:-1] + asked.path, scheme="https", netloc=ORIGIN[8:])
        headers = [
            (name.removeprefix("HTTP_").replace("_", "-").lower(), value)
            for name, value in environ.items()
            if name.startswith("HTTP_") or name == "CONTENT_TYPE"
        ]
        body = environ["wsgi.input"].read()
        status, told, whole = in_browser.answer(
            environ["REQUEST_METHOD"], url.geturl(), headers, body or None
        )
        return [whole], str(status), Headers(told)


def begin(folder: Path) -> Phone:
    """Begin the program over the score file in a folder, and return the phone that opens it."""
    in_browser.begin(BASE, ORIGIN, folder=folder)
    app = in_browser.current_site().room(BASE).app
    app.config[WRITES] = UNLIMITED
    return Phone(SiteClient(app, use_cookies=False))
