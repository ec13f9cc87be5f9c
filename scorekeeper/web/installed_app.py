"""The web app that a phone can install: its manifest and its service worker."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.web import static_files
from scorekeeper.web.languages import translated

PAPER = "#f7f2e8"

pages = Blueprint("offline", __name__)


@pages.get("/sw.js")
def worker() -> ResponseReturnValue:
    """Return the script of the service worker."""
    # The address is at the root, so that the worker may answer for every page. The script begins
    # with the addresses of files that all pages need. These contain a hash of the file, so that a
    # changed file changes the script, and browsers then install the new worker.
    static = static_files.root() / "static"
    address = current_app.jinja_env.globals["asset"]
    assert callable(address)  # noqa: S101  (see `Assets.install`)
    needed = [address(name) for name in _offline_files(static)]
    script = (static / "service_worker.js").read_text(encoding="utf-8")
    response = Response(
        f"const NEEDED = {json.dumps(needed)};\n{script}", mimetype="text/javascript"
    )
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Return the manifest, which holds the name and the icons of the installed app."""
    address = current_app.jinja_env.globals["asset"]
    assert callable(address)  # noqa: S101  (see `Assets.install`)
    icons = [
        {"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": address(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
        {
            "src": address("icon-maskable.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    name = translated("Scorekeeper")
    response = jsonify(
        name=name,
        short_name=name,
        start_url=url_for("home.first_page"),
        scope=url_for("home.first_page"),
        display="standalone",
        background_color=PAPER,
        theme_color=PAPER,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "no-cache"
    return response


def _offline_files(static: Path) -> list[str]:
    scripts = sorted(path.relative_to(static).as_posix() for path in (static / "js").glob("*.js"))
    return ["style.css", "print/paper.css", "icon.svg", *scripts]
