"""Host names: which names this score keeper answers to.

A page of a stranger may give its own name the address of a machine at home, and the browser then
takes what is there for that page's own (DNS rebinding). The browser still says by which name it
came: an address that is written in numbers cannot be turned round so, nor can this machine's own
names; any other has to be named by whoever runs the score keeper.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

VARIABLE = "SCOREKEEPER_TRUSTED_HOSTS"
REFUSED = "scorekeeper.refused_host"
LONGEST_SHOWN = 80
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z.-]+)(?::([1-9][0-9]{0,4}))?", re.ASCII | re.IGNORECASE)
NAME = re.compile(r"\.?[0-9a-z](?:[0-9a-z.-]*[0-9a-z])?", re.ASCII)


class Hosts:
    """A WSGI layer that marks what came by a name that is not ours.

    Such a request goes on under the name of localhost, so that nothing behind reads the other one.
    """

    def __init__(self, inner: WSGIApplication, names: Iterable[str]) -> None:
        self._inner = inner
        self._names = {*own_names(), *(name.lower() for name in names)}

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """What the application answers."""
        host = environ.get("HTTP_HOST", "")
        if host and not self.knows(host):
            environ["HTTP_HOST"] = "localhost"
            environ[REFUSED] = host[:LONGEST_SHOWN]
        return self._inner(environ, start)

    def knows(self, host: str) -> bool:
        """Whether a Host header, with its port, names this machine."""
        match = HOST.fullmatch(host)
        if match is None or int(match[2] or 0) > 65535:
            return False
        name = match[1].lower().strip("[]").rstrip(".")
        if name in self._names or _is_address(name):
            return True
        return any(suffix.startswith(".") and name.endswith(suffix) for suffix in self._names)


def install(app: Flask, names: Iterable[str]) -> None:
    """Answer to these names, to addresses in numbers and to the machine's own names alone."""
    app.wsgi_app = Hosts(app.wsgi_app, names)  # type: ignore[method-assign, assignment]  # Flask's way
    app.before_request(_refuse)


def checked(name: str) -> str:
    """A name that may be trusted, as it is compared; one that begins with a dot stands for all
    names that end so.

    Raises ValueError for one that cannot be.
    """
    plain = name.strip().lower().rstrip(".")
    if not NAME.fullmatch(plain):
        raise ValueError(f"“{name}” is not the name of a host, as in scores.example.org")
    return plain


def split(names: str) -> list[str]:
    """The names in a list with commas; raises ValueError."""
    return [checked(name) for name in names.split(",") if name.strip()]


def own_names() -> set[str]:
    """By what this machine calls itself, it is called in its own network too."""
    full = socket.gethostname().lower().rstrip(".")
    short = full.partition(".")[0]
    return {"localhost", full, short, f"{short}.local"} - {"", ".local"}


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _refuse() -> ResponseReturnValue | None:
    refused = request.environ.get(REFUSED)
    if refused is None or request.endpoint == "assets.file":  # by which the page has its looks
        return None
    return render_template("access/unknown_host.html", name=refused), 400
