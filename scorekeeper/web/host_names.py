"""Host names: the check of the Host header, against DNS rebinding.

A hostile site can let its own name point to an address in the home network. Its pages may then read
our answers, because the browser takes them for answers of that site. But the browser still sends
the name in the Host header. An IP address cannot be rebound, nor can this machine's own names.
Every other name must be listed by the person who runs the score keeper.
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
    """WSGI middleware that marks requests whose Host header is not trusted.

    It replaces their header by "localhost", so that no code uses the other name.
    """

    def __init__(self, inner: WSGIApplication, names: Iterable[str]) -> None:
        self._inner = inner
        self._names = {*own_names(), *(name.lower() for name in names)}

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if host and not self.knows(host):
            environ["HTTP_HOST"] = "localhost"
            environ[REFUSED] = host[:LONGEST_SHOWN]
        return self._inner(environ, start)

    def knows(self, host: str) -> bool:
        """Return whether a Host header, which may have a port, is trusted."""
        match = HOST.fullmatch(host)
        if match is None or int(match[2] or 0) > 65535:
            return False
        name = match[1].lower().strip("[]").rstrip(".")
        if name in self._names or _is_address(name):
            return True
        return any(suffix.startswith(".") and name.endswith(suffix) for suffix in self._names)


def install(app: Flask) -> None:
    """Refuse the requests that `Hosts` has marked."""
    app.before_request(_refuse)


def parse(name: str) -> str:
    """Return a host name in the form for comparisons; raises ValueError if it is malformed.

    A name with a dot in front stands for all names that end with it.
    """
    plain = name.strip().lower().rstrip(".")
    if not NAME.fullmatch(plain):
        raise ValueError(f"“{name}” is not the name of a host, as in scores.example.org")
    return plain


def parse_list(names: str) -> list[str]:
    """Return the names in a list with commas; raises ValueError."""
    return [parse(name) for name in names.split(",") if name.strip()]


def own_names() -> set[str]:
    """Return the names of this machine in its own network."""
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
    if refused is None or request.endpoint == "assets.file":  # the page needs its style sheet
        return None
    return render_template("access/unknown_host.html", name=refused), 400
