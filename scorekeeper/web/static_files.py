"""Answers without Flask: style sheets, scripts and other static files, and `/health`."""

from __future__ import annotations

import hashlib
import mimetypes
import re
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for
from werkzeug.http import parse_accept_header

from scorekeeper.ledger.store import Store
from scorekeeper.web import host_names, page_cache
from scorekeeper.web.page_cache import Answer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


_PACKAGE = Path(__file__).resolve().parents[1]


def root() -> Path:
    """The folder that holds `templates/` and `static/`.

    Raises FileNotFoundError where the installation is incomplete.
    """
    for folder in (_PACKAGE, _PACKAGE.parent):
        if (folder / "templates" / "base.html").is_file():
            return folder
    raise FileNotFoundError(f"templates/base.html is neither in {_PACKAGE} nor beside it")


# Style sheets and scripts
#
# A browser may then keep them for ever; modules that import one another by relative addresses stay
# under the same version. A page names every module that its script needs, so that the phone asks
# for all of them at once instead of finding one import after another.

YEAR = 365 * 24 * 3600
SHEETS = "css"
BUNDLE = "style.css"
START = "js/main.js"
IMPORT = re.compile(r'^import .*?from "\./([\w/-]+\.js)";$', re.MULTILINE | re.DOTALL)
HARDEST = 9  # of gzip: a file is compressed once and sent often
# Not left to the machine, whose table may lack them.
TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}


def _partial(file: File) -> Response:
    """A file of which a browser may ask for a part; Safari plays no other video."""
    response = Response(file.body, mimetype=file.mimetype)
    response.make_conditional(request, accept_ranges=True, complete_length=len(file.body))
    return response


def _lean(sheet: bytes) -> bytes:
    """A style sheet without its comments and indents: an eighth less to wait for."""
    return re.sub(rb"\n\s+", b"\n", re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL))


def _lean_script(script: bytes) -> bytes:
    """A script without its comments and its indents, which no text in it spans.

    A comment behind code goes where it follows what ends a statement and quotes nothing.
    """
    behind = re.sub(rb"(?<=[;{,}]) //[^\"'`\n]*$", b"", script, flags=re.MULTILINE)
    return re.sub(rb"^[ \t]*//.*\n|^[ \t]+", b"", behind, flags=re.MULTILINE)


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent: as it is, and by gzip where that is worth it."""

    body: bytes
    mimetype: str
    packed: bytes | None

    @classmethod
    def of(cls, name: str, body: bytes) -> File:
        """A file of this name, compressed once."""
        suffix = PurePosixPath(name).suffix
        mimetype = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
        worth_it = page_cache.is_worth_it(mimetype, len(body))
        packed = page_cache.compressed(body, HARDEST) if worth_it else None
        return cls(body, mimetype, packed)


class Assets:
    """The static files of one application; the style sheets are joined in the order of names."""

    def __init__(self, folder: Path) -> None:
        bodies = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        digest = hashlib.sha256()
        for name, body in bodies.items():
            digest.update(name.encode())
            digest.update(body)
        self.version = digest.hexdigest()[:12]
        sheets = [name for name in bodies if PurePosixPath(name).parent.name == SHEETS]
        joined = _lean(b"\n".join(bodies.pop(name) for name in sheets))
        scripts = {name: body for name, body in bodies.items() if name.endswith(".js")}
        bodies |= {name: _lean_script(body) for name, body in scripts.items()}
        self.files = {
            name: File.of(name, body) for name, body in {**bodies, BUNDLE: joined}.items()
        }
        self.modules = self._imported()

    def install(self, app: Flask) -> None:
        """Serve the files; give templates `asset(name)` for addresses, and the modules' names."""
        pages = Blueprint("assets", __name__)
        pages.add_url_rule("/static/<version>/<path:name>", "file", self.serve)
        app.register_blueprint(pages)
        app.jinja_env.globals.update(asset=self.address, modules=self.modules)

    def address(self, name: str) -> str:
        """The address of a file at its present version."""
        return url_for("assets.file", version=self.version, name=name)

    def serve(self, version: str, name: str) -> Response:
        """Answer with a file; one asked for at another version is not to be kept."""
        file = self.files.get(name)
        if file is None:
            abort(404)
        if file.mimetype.startswith("video/"):
            response = _partial(file)
        elif file.packed and page_cache.is_wanted():
            response = Response(file.packed, mimetype=file.mimetype)
            response.headers["Content-Encoding"] = "gzip"
        else:
            response = Response(file.body, mimetype=file.mimetype)
        if name.endswith(".js"):  # always UTF-8 in a module: a few bytes less, dozens of times
            response.headers["Content-Type"] = file.mimetype
        if file.packed:
            response.vary.add("Accept-Encoding")
        if version == self.version:
            response.cache_control.public = True
            response.cache_control.max_age = YEAR
            response.cache_control.immutable = True
        else:
            response.cache_control.no_store = True
        return response

    def _imported(self) -> list[str]:
        """The modules that the first one imports, and those that they import in turn."""
        names = [START]
        for name in names:  # which grows meanwhile
            folder = PurePosixPath(name).parent
            for module in IMPORT.findall(self.files[name].body.decode()):
                if (path := (folder / module).as_posix()) not in names:
                    names.append(path)
        return names[1:]


# Health
#
# It says nothing else. The answer is kept for a second, so that asking costs a tap nothing.

KEPT = 1.0  # seconds

pages = Blueprint("health", __name__)


class Health:
    """The last look at the score file, and when it was."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._looked = -KEPT
        self._usable: bool | None = None

    def usable(self) -> bool:
        """Whether the file can be read and written, as of a second ago.

        One thread looks again, and the others do not wait for it.
        """
        if time.monotonic() - self._looked < KEPT and self._usable is not None:
            return self._usable
        if self._looking.acquire(blocking=self._usable is None):
            try:
                self._usable = self._store.usable()
                self._looked = time.monotonic()
            finally:
                self._looking.release()
        return bool(self._usable)


def install_health(app: Flask, store: Store) -> None:
    """Answer at `/health`."""
    app.extensions["health"] = Health(store)
    app.register_blueprint(pages)


@pages.get("/health")
def show() -> Response:
    """200 or 503, in a word."""
    health: Health = current_app.extensions["health"]
    usable = health.usable()
    word = "ok" if usable else "unusable"
    return Response(f"{word}\n", 200 if usable else 503, mimetype="text/plain")


# Without Flask
#
# Anybody may ask for them without limit, so Flask makes each of them once. A file that does not
# exist is answered in a line.

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


def install_open_answers(app: Flask, assets: Assets) -> None:
    """Put the layer over the application."""
    app.wsgi_app = OpenAnswers(app, assets)  # type: ignore[method-assign, assignment]


def _takes_gzip(environ: WSGIEnvironment) -> bool:
    """The same as for Flask, which sees no more of the header than this."""
    accepted = environ.get("HTTP_ACCEPT_ENCODING", "")[:LONGEST_ENCODINGS]
    environ["HTTP_ACCEPT_ENCODING"] = accepted
    return page_cache.takes_gzip(parse_accept_header(accepted))
