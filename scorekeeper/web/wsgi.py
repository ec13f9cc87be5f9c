"""The application for a WSGI server such as gunicorn: `gunicorn 'scorekeeper.web.wsgi:app()'`.

The environment says what the options of the command say: SCOREKEEPER_DB names the score file,
SCOREKEEPER_TRUSTED_HOSTS the names it answers to, with commas; SCOREKEEPER_BEHIND_PROXY is 1
behind a proxy; SCOREKEEPER_SECRET signs cookies; SCOREKEEPER_BACKUPS says of how many days a
backup is kept beside the file; SCOREKEEPER_THREADS says how many threads each worker has.
WEB_CONCURRENCY, which gunicorn reads too, says how many workers share what watchers may cost.
"""

from __future__ import annotations

import atexit
import os
from pathlib import Path

from flask import Flask

from scorekeeper.ledger.backups import KEPT, Daily
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.upkeep import Idle
from scorekeeper.web import access, expensive_reads, host_names, read_limits
from scorekeeper.web.app import create_app

THREADS = 4
YES = {"1", "true", "yes", "on"}


def app() -> Flask:
    """The application over the score file; raises UnusableFile, or ValueError for a setting."""
    path = Path(os.environ["SCOREKEEPER_DB"]).expanduser().absolute()
    store = Store.open(path)
    application = create_app(
        store,
        trusted_hosts=host_names.split(os.environ.get(host_names.VARIABLE, "")),
        behind_proxy=os.environ.get("SCOREKEEPER_BEHIND_PROXY", "").lower() in YES,
        waiting=max(1, int(os.environ.get("SCOREKEEPER_THREADS", THREADS)) // 2),
    )
    workers = max(1, int(os.environ.get("WEB_CONCURRENCY") or 1))
    application.extensions[read_limits.NAME].share_among(workers)
    atexit.register(expensive_reads.close, application)
    daily = Daily(path, int(os.environ.get("SCOREKEEPER_BACKUPS", KEPT)))
    daily.start()
    atexit.register(daily.stop)
    idle = Idle(store, application.extensions[access.PHONES])
    idle.start()
    atexit.register(idle.stop)
    application.extensions["backups"] = daily
    return application
