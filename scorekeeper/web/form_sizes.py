"""Sizes of posted forms: uploads, pasted tables and game files may be larger than others."""

from __future__ import annotations

from flask import Flask, request

LARGEST_BODY = 64 * 1024  # bytes: notes of 4,000 letters of twelve bytes each (%F0%9F…) fit in
LARGEST_FILE = 64 * 1024 * 1024  # bytes, about 5,000 games; the command takes larger files
LARGEST_PASTE = 512 * 1024  # bytes, more than a game or a game file has: the page says its limit
LARGEST_OTHER = 16 * 1024 * 1024  # bytes of a picture, say, which is refused as what it is
FILES = {"imports.upload", "copies.take"}
TABLES = {"pasting_hands.take", "results.take"}
LONG_TEXTS = {*TABLES, "own_games.make"}


def allow_large_forms(app: Flask) -> None:
    """Let uploads, pasted tables and game files be larger than other forms."""
    # Install this after `access`, which refuses watchers, and before the check of form tokens,
    # which reads the body.
    app.before_request(_allow_large_form)


def _allow_large_form() -> None:
    if request.endpoint in FILES:
        request.max_content_length = LARGEST_FILE
    elif request.endpoint in LONG_TEXTS:
        request.max_form_memory_size = LARGEST_PASTE
        request.max_content_length = LARGEST_PASTE
        if request.endpoint in TABLES and request.mimetype == "multipart/form-data":
            request.max_content_length = LARGEST_OTHER
