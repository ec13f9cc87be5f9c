"""Static files and the health check, which are answered without Flask.

A style sheet takes 1.0 ms of the processor, and 2.7 ms with Flask. The minifier leaves 32 of 44 KB.
"""

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
from scorekeeper.web.page_cache import CompleteResponse

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


_PACKAGE = Path(__file__).resolve().parents[1]


def root() -> Path:
    """Return the folder of `static/` and of the templates; raises FileNotFoundError without it."""
    for folder in (_PACKAGE, _PACKAGE.parent):
        if (folder / "static" / "icon.svg").is_file():
            return folder
    raise FileNotFoundError(f"static/icon.svg is neither in {_PACKAGE} nor beside it")


# Style sheets and scripts
#
# The address of a file contains a version, so that browsers may cache the file for ever. Modules
# import each other by relative addresses, which have the same version. A page names all modules
# that its script needs, so that the phone requests them at once instead of finding one import after
# another.

YEAR = 365 * 24 * 3600
SHEETS = "css"
BUNDLE = "style.css"
START = "js/main.js"
SITE = "site"  # the folder of the page around the program in a browser, which no server sends
IMPORT = re.compile(r'^import .*?from "\./([\w/-]+\.js)";$', re.MULTILINE | re.DOTALL)
HARDEST = 9  # level of gzip: a file is compressed once and sent often
HEADERS = 64  # bytes at most that a compressed answer needs for its two further headers
TYPES = {  # the machine's own table may lack these
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}


def _partial(file: File) -> Response:
    """Send a file, or the part that the browser requests; Safari plays no video without that."""
    response = Response(file.body, mimetype=file.mimetype)
    response.make_conditional(request, accept_ranges=True, complete_length=len(file.body))
    return response


def _minify_sheet(sheet: bytes) -> bytes:
    """Remove the comments and spaces of a style sheet whose strings contain no punctuation.

    The space of an empty custom property stays (`--night: ;`): older browsers need it.
    """
    bare = re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL)
    bare = re.sub(rb":\s+(?=[^\s;])", b":", bare)
    return re.sub(rb"(?<!:)\s*([{};,>])\s*", rb"\1", bare).replace(b";}", b"}").lstrip()


def _minify_script(script: bytes) -> bytes:
    """Remove comments, indents and empty lines of a script, in which no string spans lines.

    A comment behind code is removed if it follows `;`, `{`, `,` or `}` and contains no quotes.
    """
    behind = re.sub(rb"(?<=[;{,}]) //[^\"'`\n]*$", b"", script, flags=re.MULTILINE)
    return re.sub(rb"^[ \t]*(?://.*)?\n|^[ \t]+", b"", behind, flags=re.MULTILINE)


@dataclass(frozen=True, slots=True)
class File:
    """A file to send; `packed` is its body by gzip, or None if that would not be smaller."""

    body: bytes
    mimetype: str
    packed: bytes | None

    @classmethod
    def of(cls, name: str, body: bytes) -> File:
        """Make a file and compress it."""
        suffix = PurePosixPath(name).suffix
        mimetype = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
        packed = page_cache.compress(body, HARDEST) if page_cache.is_text(mimetype) else None
        worth_it = packed is not None and len(packed) + HEADERS < len(body)
        return cls(body, mimetype, packed if worth_it else None)


class Assets:
    """The static files of an application; its style sheets are joined in the order of names."""

    def __init__(self, folder: Path) -> None:
        bodies = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and folder / SITE not in path.parents
        }
        digest = hashlib.sha256()
        for name, body in bodies.items():
            digest.update(name.encode())
            digest.update(body)
        self.version = digest.hexdigest()[:12]
        sheets = [name for name in bodies if PurePosixPath(name).parent.name == SHEETS]
        joined = _minify_sheet(b"\n".join(bodies.pop(name) for name in sheets))
        scripts = {name: body for name, body in bodies.items() if name.endswith(".js")}
        bodies |= {name: _minify_script(body) for name, body in scripts.items()}
        self.files = {
            name: File.of(name, body) for name, body in {**bodies, BUNDLE: joined}.items()
        }
        self.modules = self._list_modules()

    def install(self, app: Flask) -> None:
        """Serve the files; templates get `asset(name)` for URLs, and the list `modules`."""
        pages = Blueprint("assets", __name__)
        pages.add_url_rule("/static/<version>/<path:name>", "file", self.serve)
        app.register_blueprint(pages)
        app.jinja_env.globals.update(asset=self.address, modules=self.modules)

    def address(self, name: str) -> str:
        """Return the URL of a file at its present version."""
        return url_for("assets.file", version=self.version, name=name)

    def serve(self, version: str, name: str) -> Response:
        """Return a file; under the URL of another version, browsers must not cache it."""
        file = self.files.get(name)
        if file is None:
            abort(404)
        if file.mimetype.startswith("video/"):
            response = _partial(file)
        elif file.packed and page_cache.browser_takes_gzip():
            response = Response(file.packed, mimetype=file.mimetype)
            response.headers["Content-Encoding"] = "gzip"
        else:
            response = Response(file.body, mimetype=file.mimetype)
        if name.endswith(".js"):  # modules are always UTF-8, so the charset would waste bytes
            response.headers["Content-Type"] = file.mimetype
        if file.packed:
            response.vary.add("Accept-Encoding")
        if version == self.version:
            response.cache_control.max_age = YEAR
            response.cache_control.immutable = True
        else:
            response.cache_control.no_store = True
        return response

    def _list_modules(self) -> list[str]:
        """Return all modules that the first one imports, directly or through others."""
        names = [START]
        for name in names:  # the list grows in the loop
            folder = PurePosixPath(name).parent
            for module in IMPORT.findall(self.files[name].body.decode()):
                if (path := (folder / module).as_posix()) not in names:
                    names.append(path)
        return names[1:]


# Health
#
# The answer is one word. The file is checked once a second at most, so that requests do not slow
# down taps.

FRESH = 1.0  # seconds

pages = Blueprint("health", __name__)


class Health:
    """The result and the time of the last check of the score file."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = threading.Lock()
        self._looked = -FRESH
        self._usable: bool | None = None

    def usable(self) -> bool:
        """Return whether the file could be read and written when it was last checked.

        After a second, one thread checks again, and the others do not wait for it.
        """
        if time.monotonic() - self._looked < FRESH and self._usable is not None:
            return self._usable
        if self._looking.acquire(blocking=self._usable is None):
            try:
                self._usable = self._store.usable()
                self._looked = time.monotonic()
            finally:
                self._looking.release()
        return bool(self._usable)


def install_health(app: Flask, store: Store) -> None:
    app.extensions["health"] = Health(store)
    app.register_blueprint(pages)


@pages.get("/health")
def show() -> Response:
    """Return “ok” with status 200 if the score file is usable, otherwise “unusable” with 503."""
    health: Health = current_app.extensions["health"]
    usable = health.usable()
    word = "ok" if usable else "unusable"
    return Response(f"{word}\n", 200 if usable else 503, mimetype="text/plain")


# Without Flask
#
# Strangers may request these answers without limit, so Flask makes each of them only once. The
# answer for a file that does not exist is one line.

STATIC, HEALTH = "/static/", "/health"
LONGEST_ENCODINGS = 200  # characters of Accept-Encoding that are read
NOT_HERE = CompleteResponse(
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
    """WSGI middleware that answers requests for static files and the health check."""

    def __init__(self, inner: WSGIApplication, app: Flask, assets: Assets) -> None:
        self._inner = inner
        self._app = app
        self._assets = assets
        self._health: Health = app.extensions["health"]
        self._made: dict[Key, CompleteResponse] = {}

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        if method not in {"GET", "HEAD"} or not path.startswith((STATIC, HEALTH)):
            return self._inner(environ, start)
        answer = NOT_HERE if self._is_no_file(path) else self._answer(environ, path)
        if answer is None:
            return self._inner(environ, start)
        return answer(environ, start)

    def _is_no_file(self, path: str) -> bool:
        """Return whether a path is below /static but names no file; its first part is a version."""
        _, slash, name = path.removeprefix(STATIC).partition("/")
        return path.startswith(STATIC) and not (slash and name in self._assets.files)

    def _answer(self, environ: WSGIEnvironment, path: str) -> CompleteResponse | None:
        """Return Flask's answer; None if it depends on more than the URL."""
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
            plain = environ | {"REQUEST_METHOD": "GET", "HTTP_COOKIE": "", "QUERY_STRING": ""}
            flask = partial(Flask.wsgi_app, self._app)  # without read limits
            answer = CompleteResponse.from_app(flask, plain)
            if not answer.status.startswith(expected):  # an error, which must not be cached
                return answer
            self._made[key] = answer
        return self._made[key]


def _takes_gzip(environ: WSGIEnvironment) -> bool:
    """Return whether the browser accepts gzip; shortens an overlong header in `environ`, too."""
    accepted = environ.get("HTTP_ACCEPT_ENCODING", "")[:LONGEST_ENCODINGS]
    environ["HTTP_ACCEPT_ENCODING"] = accepted
    return page_cache.takes_gzip(parse_accept_header(accepted))
