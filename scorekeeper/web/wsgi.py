"""The application for a WSGI server such as gunicorn: `gunicorn 'scorekeeper.web.wsgi:app()'`."""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask

from scorekeeper.ledger.daily import KEPT, Daily
from scorekeeper.ledger.store import Store
from scorekeeper.web.app import create_app


def app() -> Flask:
    """The application over the score file that SCOREKEEPER_DB names; raises UnusableFile.

    SCOREKEEPER_BACKUPS says of how many days a backup is kept beside the file.
    """
    path = Path(os.environ["SCOREKEEPER_DB"]).expanduser().absolute()
    found = create_app(Store.open(path))
    daily = Daily(path, int(os.environ.get("SCOREKEEPER_BACKUPS", KEPT)))
    daily.start()
    found.extensions["backups"] = daily
    return found
