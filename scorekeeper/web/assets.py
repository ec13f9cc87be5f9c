"""Style sheets and scripts under an address that changes with their content.

A browser may then keep them for ever; modules that import one another by relative addresses stay
under the same version.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, send_from_directory, url_for

YEAR = 365 * 24 * 3600
SHEETS = "css"
BUNDLE = "style.css"


class Assets:
    """The static files of one application; the style sheets are joined in the order of names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sheet = "\n".join(
            sheet.read_text(encoding="utf-8") for sheet in sorted((folder / SHEETS).glob("*.css"))
        )
        digest = hashlib.sha256()
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.relative_to(folder).as_posix().encode())
                digest.update(path.read_bytes())
        self.version = digest.hexdigest()[:12]

    def install(self, app: Flask) -> None:
        """Serve the files, and give templates `asset(name)` for their addresses."""
        pages = Blueprint("assets", __name__)
        pages.add_url_rule("/static/<version>/<path:name>", "file", self.serve)
        app.register_blueprint(pages)
        app.jinja_env.globals["asset"] = self.address

    def address(self, name: str) -> str:
        """The address of a file at its present version."""
        return url_for("assets.file", version=self.version, name=name)

    def serve(self, version: str, name: str) -> Response:
        """Answer with a file; one asked for at another version is not to be kept."""
        if name == BUNDLE:
            response = Response(self.sheet, mimetype="text/css")
        elif not name.startswith(f"{SHEETS}/"):
            response = send_from_directory(self.folder, name)
        else:
            abort(404)
        if version == self.version:
            response.cache_control.no_cache = None
            response.cache_control.public = True
            response.cache_control.max_age = YEAR
            response.cache_control.immutable = True
        else:
            response.cache_control.no_store = True
        return response
