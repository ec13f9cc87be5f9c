"""Faults of the score file: the page that says what to do, and the undo that it offers."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Flask, current_app, g, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import (
    DamagedFile,
    DatabaseFault,
    FaultyGame,
    ForeignFile,
    NewerFile,
    OlderFile,
    UnreadableGame,
    UnusableFile,
    fault_of,
    kind_of,
)
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.web import entry_forms, json_answers, table, unopened_file
from scorekeeper.web.access import open_store
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.place import here
from scorekeeper.wording import Sentence, say

# The status is 503: the page then stores the tap and sends it again. Reading still works as far as
# the file can be read.

RETRY_AFTER = 5  # seconds
LOG_AGAIN = 60.0  # seconds until the same error is logged again
REPLACED_FILE = say(
    "Another file lies in the place of the score file, and it cannot be used. Stop the score "
    "keeper, and put back the right one."
)

# In a browser there is no terminal, and no other program uses the file.

IN_BROWSER: Mapping[DatabaseFault | type[UnusableFile], Sentence] = {
    NewerFile: say(
        "The scores on this phone were written by a newer version of Scorekeeper. Close it, and "
        "open it again with a connection, so that it is updated. Nothing is lost."
    ),
    OlderFile: say(
        "The scores on this phone were written by a much older version of Scorekeeper, and this "
        "one cannot read them. Save the file: that version can export it as JSON."
    ),
    ForeignFile: say("The file in the place of the score file is not from Scorekeeper."),
    DamagedFile: say("The score file is damaged. Save it as it is, then restore a copy."),
    DatabaseFault.FULL: say(
        "There is no room left in this browser. Make room on this phone, and try again. What was "
        "recorded is safe."
    ),
    DatabaseFault.OTHER: say(
        "The scores cannot be opened at the moment. Close Scorekeeper, and open it again."
    ),
}
REPLACEABLE = {OlderFile, ForeignFile, DamagedFile}  # no later try would succeed


def install(app: Flask) -> None:
    """Answer errors of the score file with a page that says what to do."""
    logged: dict[str, float] = {}

    def answer(error: Exception) -> ResponseReturnValue:
        now = time.monotonic()
        if now - logged.get(str(error), -LOG_AGAIN) >= LOG_AGAIN:
            logged[str(error)] = now
            current_app.logger.error("%s %s: %s", request.method, route_pattern(), error)
        return _answer(error)

    app.register_error_handler(sqlite3.DatabaseError, answer)
    app.register_error_handler(UnusableFile, answer)
    app.register_error_handler(UnreadableGame, answer)
    app.register_error_handler(FaultyGame, answer)


def route_pattern() -> str:
    """Return the URL rule of this request, for logs: the URL itself may contain a key."""
    return request.url_rule.rule if request.url_rule else "nowhere"


def _answer(error: Exception) -> ResponseReturnValue:
    reason = _reason_in_browser(error) if here().shell else _reason(error)
    text = str(Teller()(reason))
    if isinstance(error, FaultyGame) and not json_answers.wants_json():
        title = translated("This game cannot be shown")
        undo = OfferedUndo.here()
        page = render_template("error.html", title=title, text=text, undo=undo, faulty=error)
        return page, 500
    writes = request.method not in {"GET", "HEAD"}
    if json_answers.wants_json():
        response = jsonify(problem=text)
    else:
        if writes:
            text = f"{translated('Nothing was recorded.')} {text}"
        title = (
            translated("Not recorded") if writes else translated("The score file cannot be read")
        )
        ways = {"unopened": unopened_file.here(), "replaceable": kind_of(error) in REPLACEABLE}
        response = make_response(render_template("error.html", title=title, text=text, **ways))
    response.status_code = 503
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _reason(error: Exception) -> Sentence:
    if isinstance(error, UnusableFile):
        return REPLACED_FILE
    if isinstance(error, FaultyGame):
        return say(
            "The score keeper has a fault with what was recorded last in game {number}. All other "
            "games go on. Undo the last entry, or remove the game from the list.",
            number=error.game_id,
        )
    if isinstance(error, UnreadableGame) and isinstance(error.__cause__, sqlite3.Error):
        error = error.__cause__  # other games may be damaged too
    if isinstance(error, UnreadableGame):
        return say(
            "Game {number} cannot be read: its part of the score file is damaged. The other games "
            "are not. Stop the score keeper, look with “scorekeeper doctor”, and take a backup "
            "with “scorekeeper restore”.",
            number=error.game_id,
        )
    assert isinstance(error, sqlite3.Error)  # noqa: S101  (`install` registers no other error)
    store = open_store()
    return fault_of(error, store.path).sentence


def _reason_in_browser(error: Exception) -> Sentence:
    if isinstance(error, FaultyGame):
        return _reason(error)
    if isinstance(error, UnreadableGame) and not isinstance(error.__cause__, sqlite3.Error):
        return say(
            "Game {number} cannot be read: its part of the score file is damaged. The other games "
            "are not. Save the file as it is, then restore a copy.",
            number=error.game_id,
        )
    kind = kind_of(error, open_store().path)
    return IN_BROWSER.get(kind, IN_BROWSER[DatabaseFault.OTHER])


@dataclass(frozen=True, slots=True)
class OfferedUndo:
    """The undo that the page of a fault offers: of the last entry of the game it happened in.

    told    the entry in words; empty if describing it fails too
    """

    game_id: int
    carry: entry_forms.EntryFields
    told: str = ""

    @classmethod
    def here(cls) -> OfferedUndo | None:
        """Return the undo for the game in the URL of this request; None if there is none."""
        game_id = (request.view_args or {}).get("game_id")
        if game_id is None or g.get("role") is not Role.SCORE:
            return None
        with suppress(Exception):  # whatever keeps the game from being shown may fail here as well
            record = table.load(game_id)
            if record.log.last:
                offered = cls(game_id, entry_forms.EntryFields(new_key(), record.log.revision))
                with suppress(Exception):
                    return replace(offered, told=Teller.of(record).plain(record.log.undo_label))
                return offered
            return None
        return cls._of_unread(game_id)

    @classmethod
    def _of_unread(cls, game_id: int) -> OfferedUndo | None:
        """Return the undo for a game that cannot be read; None if it has no entry."""
        with suppress(Exception):
            if revision := open_store().revision(g.table.id, game_id):
                return cls(game_id, entry_forms.EntryFields(new_key(), revision))
        return None
