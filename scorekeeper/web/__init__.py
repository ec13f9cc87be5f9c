"""The Flask application that serves the pages of a score file."""

from scorekeeper.web.app import create_app

__all__ = ["create_app"]
