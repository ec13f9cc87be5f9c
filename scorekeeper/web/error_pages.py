"""Error pages: the answers to requests that failed."""

from __future__ import annotations

from flask import Flask, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, TooManyRequests

from scorekeeper.exchange.hand_entries import MOST_HANDS
from scorekeeper.games.game_file_reader import MOST_BYTES
from scorekeeper.ledger.errors import Unknown
from scorekeeper.web import form_sizes
from scorekeeper.web.languages import translated
from scorekeeper.web.place import here
from scorekeeper.web.score_file_faults import OfferedUndo


def install(app: Flask) -> None:
    """Answer errors with pages that say what happened; those of the score file have their own."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Unknown, _unknown)
    app.register_error_handler(CSRFError, _expired)


def _page(status: int, title: str, text: str, **context: object) -> ResponseReturnValue:
    return render_template("error.html", title=title, text=text, **context), status


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    context: dict[str, object] = {}
    match status:
        case 403:
            title = translated("This link only watches")
            text = translated("Ask for the scoring link to write here.")
        case 404:
            title, text = translated("Nothing here"), translated("There is no such page.")
        case 405:
            title, text = translated("Nothing here"), translated("This address does not do that.")
        case 413:
            title, text = translated("Too much"), _too_much()
        case 429:
            title = translated("That was too fast")
            text = translated("Nothing was recorded. Wait a moment, go back and send it again.")
        case _ if status < 500:
            title = translated("That did not work")
            text = translated("What was sent could not be read; nothing was recorded.")
        case _:
            title = translated("Something went wrong here")
            text = translated("The score keeper has a fault. Go back and try again in a moment.")
            context["undo"] = OfferedUndo.here()
    page = make_response(_page(status, title, text, **context))
    if isinstance(error, TooManyRequests):
        page.headers["Retry-After"] = str(error.retry_after)
    return page


def _too_much() -> str:
    """Return a sentence that names the part that was too large and its limit."""
    match request.endpoint:
        case "pasting_hands.take":
            text = translated(
                "The text is too long: this page takes {most} hands at once. Go back and paste "
                "them in parts; nothing was recorded."
            )
            return text.format(most=MOST_HANDS)
        case "own_games.make":
            text = translated(
                "The file is too large: a game file has at most {most} KB. Go back, and nothing "
                "you typed is lost."
            )
            return text.format(most=MOST_BYTES // 2**10)
        case "imports.upload" | "copies.take" if here().shell:
            text = translated("The file is too large: this page takes {most} MB.")
            return text.format(most=form_sizes.LARGEST_FILE // 2**20)
        case "imports.upload":
            text = translated(
                "The file is too large: this page takes {most} MB. Bring it in at the terminal, "
                "with “scorekeeper import”."
            )
            return text.format(most=form_sizes.LARGEST_FILE // 2**20)
        case _:
            text = translated("That was more than this page takes, which is {most} kB.")
            return text.format(most=form_sizes.LARGEST_BODY // 2**10)


def _unknown(_: Unknown) -> ResponseReturnValue:
    return _page(404, translated("Nothing here"), translated("There is no such page."))


def _expired(_: CSRFError) -> ResponseReturnValue:
    return _page(
        400,
        translated("This page is too old"),
        translated("Go back, reload the page and enter it again; nothing was recorded."),
    )
