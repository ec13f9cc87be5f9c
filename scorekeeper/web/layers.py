"""The layers before Flask, in the order in which a request passes through them.

A layer is what must happen before Flask reads the request; all else is a hook of its module. What
each is worth stands in "Why it is there" in docs/figures.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.ledger.store import Store
from scorekeeper.web.cookies import OwnCookies
from scorekeeper.web.host_names import Hosts
from scorekeeper.web.polling import Polling
from scorekeeper.web.read_limits import PageGate, ReadLimits
from scorekeeper.web.static_files import Assets, OpenAnswers

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Layer = Callable[["WSGIApplication"], "WSGIApplication"]


def install(
    app: Flask,
    store: Store,
    assets: Assets,
    *,
    trusted_hosts: Iterable[str],
    behind_proxy: bool,
    limited: bool,
) -> None:
    """Wrap an application in its layers; the options are those of `create_app`."""
    layers: list[Layer] = [
        # The client's address, the host and https as the proxy tells them: the others read these.
        *([partial(ProxyFix, x_host=1)] if behind_proxy else []),
        # A foreign name of the host is replaced before anybody uses it.
        partial(Hosts, names=trusted_hosts),
        # Anybody may ask for static files and `/health`, so they must cost next to nothing.
        partial(OpenAnswers, app=app, assets=assets),
        # Cookies of others are removed before a cookie tells phones apart in what follows.
        partial(OwnCookies, name=app.config["SESSION_COOKIE_NAME"]),
        # Phones that ask whether a game has changed are answered for half the time of Flask.
        partial(Polling, app=app, store=store),
        # Watchers and strangers over their time are refused before Flask spends more on them.
        *([partial(ReadLimits, app=app, store=store)] if limited else []),
        # Two pages are rendered at once, and taps go past those that wait.
        *([PageGate] if limited else []),
    ]
    for layer in reversed(layers):
        app.wsgi_app = layer(app.wsgi_app)  # type: ignore[method-assign, assignment]
