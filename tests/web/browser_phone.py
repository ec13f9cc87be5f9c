"""A phone on which the program runs in the browser: its pages come from `in_browser.answer`."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import Client
from werkzeug.wrappers import Response

from scorekeeper.ledger.store import Store
from scorekeeper.web import in_browser
from tests.web.phone import Form, Page, Phone

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

ORIGIN = "http://localhost"


class BrowserPhone(Phone):
    """A phone whose score file is in a folder of the browser; the newest of them answers."""

    def __init__(self, folder: Path, *, forgets: bool = False) -> None:
        folder.mkdir(exist_ok=True)
        in_browser.begin("/", ORIGIN, forgets=forgets, folder=folder)
        super().__init__(cast("FlaskClient", Client(self._answer, Response, use_cookies=False)))

    @property
    def app(self) -> Flask:
        return in_browser.current_site().room("/").app

    @property
    def store(self) -> Store:
        store: Store = self.app.config["STORE"]
        return store

    def set_clock(self, now: dt.datetime) -> None:
        self.store.clock = lambda: now

    def upload(self, content: bytes, name: str = "copy.db") -> Page:
        """Choose a file on the page of copies, and look at what is in it."""
        token = self.open("/copies/").form("/restore").fields["csrf_token"]
        fields = {"csrf_token": token, "file": (io.BytesIO(content), name)}
        return self._page(self.client.post("/copies/restore", data=fields), follow=True)

    def download(self, address: str) -> tuple[bytes, Headers]:
        """The content and the headers of a file."""
        answer = self.client.get(address)
        assert answer.status_code == 200, address
        return answer.data, answer.headers

    def form_with(self, address: str, end: str) -> Form:
        return self.open(address).form(end)

    def _answer(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer as the worker of a site does."""
        path, query = environ["PATH_INFO"], environ["QUERY_STRING"]
        headers = []
        if kind := environ.get("CONTENT_TYPE"):
            headers.append(("Content-Type", kind))
        length = int(environ.get("CONTENT_LENGTH") or 0)
        status, answered, body = in_browser.answer(
            environ["REQUEST_METHOD"],
            f"{ORIGIN}{path}{'?' if query else ''}{query}",
            headers,
            environ["wsgi.input"].read(length),
        )
        start(f"{status} ", answered)
        return [body]
