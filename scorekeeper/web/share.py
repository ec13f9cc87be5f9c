"""The result of a game as a text for a chat, and as a picture."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, g, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.engine.cards.seating import Side
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.wording import say, say_count
from scorekeeper.ledger import sessions
from scorekeeper.ledger.history import seat_changes
from scorekeeper.ledger.store import GameRecord
from scorekeeper.web import languages, play
from scorekeeper.web.telling import Teller, isolated

ROW = 64  # units of the picture
MOST_SIGNS = 26  # of a line of names in the picture

pages = Blueprint("share", __name__, url_prefix="/games/<int:game_id>")


@pages.app_context_processor
def _shared() -> dict[str, Any]:
    return {"result_text": result_text}


@pages.get("/result.txt")
def text(game_id: int) -> ResponseReturnValue:
    """The result as a text."""
    return Response(f"{result_text(play.load(game_id))}\n", mimetype="text/plain")


@pages.get("/result.svg")
def picture(game_id: int) -> ResponseReturnValue:
    """The result as a picture, which a browser can turn into one of points."""
    record = play.load(game_id)
    game, tell = record.game, Teller.of(record)
    rows = [
        (
            _place(game, side),
            _short(tell.whole, game.sides[side]),
            tell.plain(game.totals[side]),
        )
        for side in game.order
    ]
    svg = render_template(
        "result.svg",
        title=tell.plain(game.setup.book.name),
        under=f"{_date(record)} · {tell.plain(_hands(record))}",
        rows=rows,
        winners=[side in game.winners for side in game.order],
        row=ROW,
        tell=tell,
    )
    return Response(svg, mimetype="image/svg+xml")


def result_text(record: GameRecord) -> str:
    """The places, names and totals of a game, with what was played and when."""
    game, tell = record.game, Teller.of(record)
    whole = tell.whole
    winners = ", ".join(whole.side_plain(game.sides[side]) for side in game.winners)
    lines = [f"{tell.plain(game.setup.book.name)}, {_date(record)}"]
    lines += [
        f"{_place(game, side)} {whole.side_plain(game.sides[side])} {tell.plain(game.totals[side])}"
        for side in game.order
    ]
    lines.append(tell.plain(_hands(record)))
    lines += map(tell.plain, seat_changes(record.log))
    if winners:
        count = len(game.winners)
        won = say("{names} wins", names=winners)
        shared = say("{names} share the win", names=winners)
        lines.append(tell.plain(won if count == 1 else shared))
    return "\n".join(lines)


def _place(game: Game, side: int) -> str:
    return languages.ordinal(game.places[side])


def _hands(record: GameRecord) -> Any:
    count = len(record.game.complete)
    return say_count("{count} hand", "{count} hands", count)


def _date(record: GameRecord) -> str:
    store = current_app.config["STORE"]
    return languages.day(sessions.session_of_game(store, g.table.id, record.id).date)


def _short(tell: Teller, side: Side) -> str:
    names = ", ".join(tell.names[seat] for seat in side)
    return isolated(names if len(names) <= MOST_SIGNS else f"{names[: MOST_SIGNS - 1]}…")
