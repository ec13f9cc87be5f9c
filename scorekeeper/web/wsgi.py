"""The application for a WSGI server such as gunicorn: `gunicorn 'scorekeeper.web.wsgi:app()'`.

The environment says what the options of the command say: SCOREKEEPER_DB names the score file,
SCOREKEEPER_TRUSTED_HOSTS the names it answers to, with commas; SCOREKEEPER_BEHIND_PROXY is 1
behind a proxy; SCOREKEEPER_SECRET signs cookies.
"""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask

from scorekeeper.ledger.store import Store
from scorekeeper.web import hosts
from scorekeeper.web.app import create_app

YES = {"1", "true", "yes", "on"}


def app() -> Flask:
    """The application over the score file; raises UnusableFile, or ValueError for a host's name."""
    path = Path(os.environ["SCOREKEEPER_DB"]).expanduser().absolute()
    return create_app(
        Store.open(path),
        trusted_hosts=hosts.split(os.environ.get(hosts.VARIABLE, "")),
        behind_proxy=os.environ.get("SCOREKEEPER_BEHIND_PROXY", "").lower() in YES,
    )
