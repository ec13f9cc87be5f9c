"""The application for a WSGI server such as gunicorn: `gunicorn 'scorekeeper.web.wsgi:app()'`.

It is configured by environment variables:

SCOREKEEPER_DB              the score file
SCOREKEEPER_TRUSTED_HOSTS   host names to answer to, separated by commas
SCOREKEEPER_BEHIND_PROXY    1 if the server is behind a proxy
SCOREKEEPER_SECRET          the secret that signs cookies
SCOREKEEPER_BACKUPS         the number of daily backups to keep
WEB_CONCURRENCY             the number of workers, which gunicorn reads too; each gives watchers its
                            part of the read limits
"""

from __future__ import annotations

import atexit
import os
from pathlib import Path

from flask import Flask

from scorekeeper.ledger.backups import KEPT, Daily
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.upkeep import Idle
from scorekeeper.web import access, host_names, read_limits
from scorekeeper.web.app import create_app
from scorekeeper.web.serving import tune_interpreter

YES = {"1", "true", "yes", "on"}


def app() -> Flask:
    """Make the application; raises UnusableFile, or ValueError for a wrong variable."""
    path = Path(os.environ["SCOREKEEPER_DB"]).expanduser().absolute()
    store = Store.open(path)
    application = create_app(
        store,
        trusted_hosts=host_names.parse_list(os.environ.get(host_names.VARIABLE, "")),
        behind_proxy=os.environ.get("SCOREKEEPER_BEHIND_PROXY", "").lower() in YES,
        limited=True,
    )
    workers = max(1, int(os.environ.get("WEB_CONCURRENCY") or 1))
    application.extensions[read_limits.NAME].share_among(workers)
    daily = Daily(store.path, int(os.environ.get("SCOREKEEPER_BACKUPS", KEPT)))
    daily.start()
    atexit.register(daily.stop)
    idle = Idle(store, application.extensions[access.PHONES])
    idle.start()
    atexit.register(idle.stop)
    application.extensions["backups"] = daily
    tune_interpreter()
    return application
