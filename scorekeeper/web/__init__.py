"""The pages: a Flask application over the ledger."""

from scorekeeper.web.app import create_app

__all__ = ["create_app"]
