"""A phone on which the program runs in the browser: its pages come from `in_browser.answer`."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse
from werkzeug.wsgi import get_current_url

from scorekeeper.ledger.store import Store
from scorekeeper.web import in_browser
from scorekeeper.web.rate_limits import WRITES
from tests.doors import UNLIMITED
from tests.web.phone import Form, Page, Phone

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

BASE = "/scorekeeper/"
ORIGIN = "https://scores.example.org"


class SiteClient(FlaskClient):
    """A client of the site at `BASE`, which asks as the worker of a site does.

    Tests give and get paths without the base, as those of a server; pages have it in all addresses.
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
        status, fields, content = in_browser.answer(
            environ["REQUEST_METHOD"], url.geturl(), headers, body or None
        )
        return [content], str(status), Headers(fields)


def bring_season(folder: Path) -> None:
    """Put an empty season beside the scores in a folder, as if it had come from the host."""
    season = folder.with_name("try")
    season.mkdir()
    Store.open(season / in_browser.FILE).close()


class BrowserPhone(Phone):
    """A phone whose score file is in a folder of the browser; the newest of them answers."""

    def __init__(self, folder: Path, *, forgets: bool = False) -> None:
        in_browser.begin(BASE, ORIGIN, forgets=forgets, folder=folder)
        self.app.config[WRITES] = UNLIMITED
        super().__init__(SiteClient(self.app, use_cookies=False))

    @property
    def app(self) -> Flask:
        """The application of the phone's own games."""
        return in_browser.current_site().room(BASE).app

    @property
    def store(self) -> Store:
        store: Store = self.app.config["STORE"]
        return store

    def set_clock(self, now: dt.datetime) -> None:
        self.store.clock = lambda: now

    def upload(self, content: bytes, name: str = "copy.db") -> Page:
        """Choose a file on the page of copies, and open its preview."""
        token = self.form_with("/copies/", "/restore").fields["csrf_token"]
        fields = {"csrf_token": token, "file": (io.BytesIO(content), name)}
        return self._page(self.client.post("/copies/restore", data=fields), follow=True)

    def download(self, address: str) -> tuple[bytes, Headers]:
        """The content and the headers of a file."""
        answer = self.client.get(address)
        assert answer.status_code == 200, address
        return answer.data, answer.headers

    def form_with(self, address: str, end: str) -> Form:
        return self.open(address).form(end)
