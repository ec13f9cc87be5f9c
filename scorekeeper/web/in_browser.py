"""The program in a browser: answers the requests of one tab, without a server.

The site runs Python in a worker, which calls `begin` once, `answer` for each request, and `idle`
after some seconds without a request. There are no threads and no sockets.

The site has three *rooms*, each with its own score file and application: the games of this phone,
the game that a link shows (`shown/`), and a season to try (`try/`).
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import math
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from flask import Flask

from scorekeeper.ledger.backups import Daily
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.upkeep import Idle
from scorekeeper.web import access, cookies, unopened_file
from scorekeeper.web.app import create_app
from scorekeeper.web.page_cache import CompleteResponse
from scorekeeper.web.place import Keeping, Place

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Headers = Sequence[tuple[str, str]]

FOLDER = Path("/scores")  # the browser keeps it; the folders of the other rooms are beside it
FILE, COOKIES = "scores.db", "cookies.json"
DAYS = 5  # number of daily copies: a browser has less room than a disk
log = logging.getLogger(__name__)

PICTURE = "shown"
ROOMS = {PICTURE: Keeping.SHOWN, "try": Keeping.TRIED}  # below the base of the site


class Jar:
    """The cookies of a phone, because the service worker cannot read those of the browser."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the cookies that are stored at `path`; None keeps them in memory only."""
        self._path = path
        self._cookies: dict[str, str] = {}
        if path is not None and path.exists():
            try:
                self._cookies = dict(json.loads(path.read_text("utf-8")))
            except (ValueError, TypeError):  # cut off: the phone gets new cookies
                self._cookies = {}

    @property
    def header(self) -> str:
        """The Cookie header of the next request."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def take(self, set_cookies: Sequence[str]) -> None:
        """Store the cookies of an answer; `set_cookies` are its Set-Cookie headers."""
        before = dict(self._cookies)
        for header in set_cookies:
            try:
                read = SimpleCookie(header)
            except CookieError:
                continue
            for name, morsel in read.items():
                if morsel["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = morsel.coded_value
        if self._path is not None and self._cookies != before:
            with contextlib.suppress(OSError):  # no room: they last as long as the tab
                self._path.write_text(json.dumps(self._cookies), "utf-8")


@dataclass(slots=True)
class Job:
    """Work that a server does in a thread, done here in portions."""

    portions: Iterator[float]  # yields the seconds until the next portion
    due: float = 0.0

    def go_on(self) -> None:
        """Do the next portion if it is due."""
        if time.monotonic() >= self.due:
            self.due = math.inf  # if this portion fails, no later one is tried
            self.due = time.monotonic() + next(self.portions)


@dataclass(frozen=True, slots=True)
class Room:
    """A score file with its application, its cookies and its background work.

    The rooms of a site have one jar: a phone has the same settings in all of them.
    """

    prefix: str
    app: Flask
    jar: Jar
    jobs: Sequence[Job] = ()

    def answer(self, environ: WSGIEnvironment) -> CompleteResponse:
        """Answer a request for a path below the prefix, with the cookies of this phone."""
        prefix = unquote(self.prefix, "latin-1")
        environ["SCRIPT_NAME"] = prefix
        environ["PATH_INFO"] = environ["PATH_INFO"].removeprefix(prefix)
        if self.jar.header:
            environ["HTTP_COOKIE"] = self.jar.header
        try:
            made = CompleteResponse.from_app(self.app, environ)
        except Exception as error:  # a fault of a layer, or one in the page of a fault
            made = self._page_of_fault(environ, error)
        self.jar.take([value for name, value in made.headers if name.lower() == "set-cookie"])
        return made

    def go_on(self) -> None:
        """Do a small portion of the background work."""
        figures: FigureCounter = self.app.extensions["figures"]
        figures.go_on()
        for job in self.jobs:
            job.go_on()

    def close(self) -> None:
        """Close the score file and delete the uploads."""
        store: Store = self.app.config["STORE"]
        store.close()
        self.app.config["UPLOADS"].close()

    def _page_of_fault(self, environ: WSGIEnvironment, error: Exception) -> CompleteResponse:
        with self.app.request_context(environ):
            page = self.app.handle_exception(error)
            return CompleteResponse(page.status, [*page.headers], page.get_data())


@dataclass(slots=True)
class Site:
    """The three rooms of a site; each is opened at the first request for it.

    base    the path of the site, which ends with a slash
    host    the host of its address, with the port
    """

    base: str
    host: str
    folder: Path
    forgets: bool
    rooms: dict[str, Room] = field(default_factory=dict)

    def room(self, path: str) -> Room:
        """Return the room of a path; that of this phone's games for a season that has not come."""
        first = path.removeprefix(self.base).partition("/")[0]
        name = first if first in ROOMS else ""
        if ROOMS.get(name) is Keeping.TRIED and not (self.folder.with_name(name) / FILE).exists():
            name = ""
        if name not in self.rooms:
            self.rooms[name] = self._open(name)
        return self.rooms[name]

    def forget_picture(self) -> None:
        """Delete the game that a link showed, before another link is opened."""
        room = self.rooms.pop(PICTURE, None)
        if room is not None:
            room.close()
            shutil.rmtree(self.folder.with_name(PICTURE))

    def _open(self, name: str) -> Room:
        """Open a room; if its score file cannot be used, its pages say so."""
        prefix = self.base + name if name else self.base[:-1]
        path = (self.folder.with_name(name) if name else self.folder) / FILE
        store = None
        try:
            path.parent.mkdir(exist_ok=True)
            _drop_cut_secret(path)
            store = Store.open(path)
            self._share_secret(path)
            if ROOMS.get(name) is Keeping.TRIED:
                store.clock = _clock_after_last_entry(store)
            app = self._make(name, store)
        except Exception as error:
            log.exception("The score file cannot be opened")
            if store is not None:
                store.close()
            return Room(prefix, self._make_unopened(name, path, error), Jar())
        if name:
            return Room(prefix, app, self.room(self.base).jar)
        daily = Daily(store.path, DAYS)
        upkeep = Idle(store, app.extensions[access.PHONES])
        jobs = [Job(daily.portions()), Job(upkeep.portions())]
        return Room(prefix, app, Jar(path.with_name(COOKIES)), jobs)

    def _share_secret(self, path: Path) -> None:
        """Give a room the secret of this phone's games: its cookie has the phone's settings."""
        own = cookies.secret_file(self.folder / FILE)
        if path.parent != self.folder and own.exists():
            shutil.copyfile(own, cookies.secret_file(path))

    def _make(self, name: str, store: Store) -> Flask:
        place = Place(  # noqa: S604  (no shell of the system)
            phones=False,
            threads=False,
            shell=True,
            keeps=ROOMS.get(name, Keeping.KEPT),
            forgets=self.forgets,
            picture=None if name else self.folder.with_name(PICTURE) / FILE,
        )
        host = urlsplit(f"//{self.host}").hostname or ""
        return create_app(store, keyless=True, trusted_hosts=[host], place=place)

    def _make_unopened(self, name: str, path: Path, error: Exception) -> Flask:
        if not isinstance(error, UnusableFile):
            unusable = UnusableFile(f"{path} cannot be used: {error}")
            unusable.__cause__ = error
            error = unusable

        def reopen() -> None:
            del self.rooms[name]

        return unopened_file.create_app(partial(self._make, name), path, error, reopen)


def _clock_after_last_entry(store: Store) -> Callable[[], datetime]:
    """Return a clock that starts at the time of the last entry.

    The season to try was made with the site, so by the real time its last evening is long over.
    """
    (last,) = store.db.execute("select max(at) from entries").fetchone()
    if last is None:
        return store.clock
    behind = datetime.now(UTC) - datetime.fromisoformat(last)
    return lambda: datetime.now(UTC) - behind


def _drop_cut_secret(path: Path) -> None:
    """Delete a secret that is cut off; no other phone has a cookie signed with it."""
    secret = cookies.secret_file(path)
    if secret.exists() and secret.stat().st_size < cookies.SHORTEST:
        secret.unlink()


_site: Site | None = None


def begin(base: str, origin: str, *, forgets: bool = False, folder: Path = FOLDER) -> None:
    """Open the score file of this phone.

    `base` is the path of the site, which ends with a slash, and `origin` is the part of its address
    before the path. `forgets` is that of `Place`. A file that cannot be used raises nothing: each
    page then says what is wrong with it.
    """
    global _site  # noqa: PLW0603  (a worker has one site)
    _site = Site(base, urlsplit(origin).netloc, folder, forgets)
    _site.room(base)


def answer(
    method: str, url: str, headers: Headers, body: bytes | None
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return the status, the headers and the body of the answer to a request."""
    site, path = current_site(), urlsplit(url).path
    if (method, path) == ("POST", f"{site.base}{PICTURE}/open"):
        site.forget_picture()
    made = site.room(path).answer(_environ(site, method, url, headers, body or b""))
    kept = [(name, value) for name, value in made.headers if name.lower() != "set-cookie"]
    return int(made.status.split()[0]), kept, made.body


def idle() -> None:
    """Do a small portion of the background work; raises nothing."""
    for room in current_site().rooms.values():
        try:
            room.go_on()
        except Exception:
            log.exception("Background work has failed")


def current_site() -> Site:
    """Return the site that `begin` has begun."""
    if _site is None:
        raise RuntimeError("begin() has not been called")
    return _site


def _environ(site: Site, method: str, url: str, headers: Headers, body: bytes) -> WSGIEnvironment:
    """Return the WSGI environment of a request; its path still has the prefix of the room."""
    parts = urlsplit(url)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote(parts.path, "latin-1"),
        "QUERY_STRING": parts.query,
        "SERVER_NAME": parts.hostname or "localhost",
        "SERVER_PORT": str(parts.port or (443 if parts.scheme == "https" else 80)),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": parts.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "CONTENT_LENGTH": str(len(body)),
    }
    for name, value in headers:
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["HTTP_HOST"] = site.host
    return environ
