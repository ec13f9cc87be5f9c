"""What makes the pages an application of the phone, over https or on this machine.

The manifest names it, and the service worker opens it where there is no network.
"""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from scorekeeper.web.app import resource_folder
from scorekeeper.web.rendering.languages import translated

PAPER = "#f7f2e8"

pages = Blueprint("offline", __name__)


@pages.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The service worker: at the root, so that it may answer for every page.

    It begins with the addresses of what every page needs; they change with their content, and a
    worker that has changed takes the place of the old one.
    """
    static = resource_folder.root() / "static"
    address = current_app.jinja_env.globals["asset"]
    assert callable(address)  # noqa: S101  (see `Assets.install`)
    needed = [address(name) for name in _needed(static)]
    script = (static / "service_worker.js").read_text(encoding="utf-8")
    response = Response(
        f"const NEEDED = {json.dumps(needed)};\n{script}", mimetype="text/javascript"
    )
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The name and the icons under which a phone keeps the application."""
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
        start_url="/",
        scope="/",
        display="standalone",
        background_color=PAPER,
        theme_color=PAPER,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "no-cache"
    return response


def _needed(static: Path) -> list[str]:
    scripts = sorted(path.relative_to(static).as_posix() for path in (static / "js").glob("*.js"))
    return ["style.css", "icon.svg", *scripts]
