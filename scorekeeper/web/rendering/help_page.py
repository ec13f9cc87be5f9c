"""The Help page: an evening in ten lines, in the language of the phone."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.web.return_address import own_path

pages = Blueprint("help", __name__)


@pages.get("/help")
def page() -> ResponseReturnValue:
    """The guide, with the way back to the page it was opened from."""
    return render_template("help.html", back=own_path(request.args.get("back", "")))
