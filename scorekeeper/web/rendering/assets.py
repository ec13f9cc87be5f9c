"""Style sheets and scripts under an address that changes with their content.

A browser may then keep them for ever; modules that import one another by relative addresses stay
under the same version. A page names every module that its script needs, so that the phone asks for
all of them at once instead of finding one import after another.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from flask import Blueprint, Flask, Response, abort, request, url_for

from scorekeeper.web import compression

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
        worth_it = compression.is_worth_it(mimetype, len(body))
        packed = compression.compressed(body, HARDEST) if worth_it else None
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
        elif file.packed and compression.is_wanted():
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
