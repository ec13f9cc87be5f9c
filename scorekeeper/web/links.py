"""The links to a table: handed on by those who have one, renewed by those who score."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.ledger import keys, tables
from scorekeeper.ledger.keys import Origin, Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import access

NEW = "new"

pages = Blueprint("links", __name__)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to this table with its code for a camera, and the same to the room's screen.

    `to_plain` leads to the screen without scripts.
    """

    role: Role
    link: str
    to_screen: str
    to_plain: str
    code: Markup


def context() -> dict[str, object]:
    """What a page shows that hands on the links."""
    return {"invitations": invitations(), "hands_on": not current_app.config["KEYLESS"]}


def invitations() -> list[Invitation]:
    """The links that the holder of this phone may hand on: never more than he was given.

    That for watching comes first. They name the address that the phone itself uses, unless that is
    of use on this machine alone. None where the key is void by which the phone came.
    """
    if current_app.config["KEYLESS"]:
        return []
    found = []
    for role, key in keys.handed_on(_store(), g.table, g.role, g.key).items():
        link = url_for("access.join", key=key, _external=True)
        reachable: str | None = current_app.config["REACHABLE"]
        if reachable and access.is_loopback(request.host.rsplit(":", 1)[0].strip("[]")):
            link = link.replace(request.host_url, reachable, 1)
        svg = segno.make(link, error="m").svg_inline(omitsize=True, dark="#000", light="#fff")
        to_screen, to_plain = (f"{link}?to={place}" for place in access.SCREENS)
        found.append(Invitation(role, link, to_screen, to_plain, Markup(svg)))  # noqa: S704  (drawn by segno)
    return found[::-1]


@pages.get("/links")
def page() -> ResponseReturnValue:
    """The links, and for those who score the way to renew them."""
    if current_app.config["KEYLESS"]:
        abort(404)
    done = request.args.get("done")
    return render_template("links.html", done=done, **context())


@pages.post("/links")
def change() -> ResponseReturnValue:
    """Make a new link beside the others, or make the others void; this phone gets the new ones."""
    done = request.form.get("links")
    if current_app.config["KEYLESS"]:
        abort(404)
    if done == NEW:
        key = keys.mint(_store(), g.table, Origin.PHONE)
    elif done in {role.value for role in Role}:
        key = keys.renew(_store(), g.table, Role(done), g.key, Origin.PHONE)
    else:
        abort(400)
    access.grant(tables.table(_store(), g.table.id), Role.SCORE, key)
    return redirect(url_for("links.page", done=done), 303)


def _store() -> Store:
    store: Store = current_app.config["STORE"]
    return store
