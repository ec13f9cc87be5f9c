"""The application for a WSGI server such as gunicorn: `gunicorn 'scorekeeper.web.wsgi:app()'`."""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask

from scorekeeper.ledger.store import Store
from scorekeeper.web.app import create_app


def app() -> Flask:
    """The application over the score file that SCOREKEEPER_DB names; raises UnusableFile."""
    path = Path(os.environ["SCOREKEEPER_DB"]).expanduser().absolute()
    return create_app(Store.open(path))
