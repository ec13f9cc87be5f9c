"""What a phone is told while the score file cannot be used: what is wrong, and what to do.

It is a 503, at which a page keeps the tap and sends it again; whatever can still be read is read.
"""

from __future__ import annotations

import sqlite3
import time

from flask import Flask, current_app, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.database.database_errors import fault_of
from scorekeeper.ledger.errors import UnreadableGame, UnusableFile
from scorekeeper.web.open_store import open_store
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.rendering.languages import translated
from scorekeeper.web.table import json_answers

AGAIN = 5  # seconds after which a phone may ask again
SAY_AGAIN = 60.0  # seconds after which the log says the same again
ANOTHER = say(
    "Another file lies in the place of the score file, and it cannot be used. Stop the score "
    "keeper, and put back the right one."
)


def install(app: Flask) -> None:
    """Answer trouble with the score file in words."""
    logged: dict[str, float] = {}

    def answer(error: Exception) -> ResponseReturnValue:
        now = time.monotonic()
        if now - logged.get(str(error), -SAY_AGAIN) >= SAY_AGAIN:
            logged[str(error)] = now
            current_app.logger.error("%s %s: %s", request.method, kind_of_page(), error)
        return _answer(error)

    app.register_error_handler(sqlite3.DatabaseError, answer)
    app.register_error_handler(UnusableFile, answer)
    app.register_error_handler(UnreadableGame, answer)


def kind_of_page() -> str:
    """What a log may say of where a request went: the address itself may hold a key."""
    return request.url_rule.rule if request.url_rule else "nowhere"


def _answer(error: Exception) -> ResponseReturnValue:
    reason = _reason(error)
    text = str(Teller()(reason))
    writes = request.method not in {"GET", "HEAD"}
    if json_answers.wanted():
        response = jsonify(problem=text)
    else:
        if writes:
            text = f"{translated('Nothing was recorded.')} {text}"
        title = (
            translated("Not recorded") if writes else translated("The score file cannot be read")
        )
        response = make_response(render_template("error.html", title=title, text=text))
    response.status_code = 503
    response.headers["Retry-After"] = str(AGAIN)
    return response


def _reason(error: Exception) -> Sentence:
    if isinstance(error, UnusableFile):
        return ANOTHER
    if isinstance(error, UnreadableGame) and isinstance(error.__cause__, sqlite3.Error):
        error = error.__cause__  # more than this game may be damaged
    if isinstance(error, UnreadableGame):
        return say(
            "Game {number} cannot be read: its part of the score file is damaged. The other games "
            "are not. Stop the score keeper, look with “scorekeeper doctor”, and take a backup "
            "with “scorekeeper restore”.",
            number=error.game_id,
        )
    assert isinstance(error, sqlite3.Error)  # noqa: S101  (what it is registered for)
    store = open_store()
    return fault_of(error, store.path).sentence
