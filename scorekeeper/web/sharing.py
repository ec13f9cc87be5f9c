"""Sharing a result: as a text for a chat, as a picture, and with the app BG Stats."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger import sessions
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.ledger.history import seat_changes
from scorekeeper.rules.game import Game
from scorekeeper.seating import Names, Seat, Side
from scorekeeper.web import languages, table
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import totals_chart
from scorekeeper.web.expensive_reads import expensive
from scorekeeper.web.formatting import Teller, ems, isolated, shortened
from scorekeeper.wording import Listed, Sentence, say, say_count

# BG Stats
#
# Source: bgstatsapp.com, “Push plays to BG Stats from other apps or websites”. The link carries the
# result as JSON; nothing is sent before somebody touches it. Points are whole numbers as text.

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"


def bg_stats_link(record: GameRecord) -> str:
    """The link that opens a finished game in the app; empty while nobody has won it."""
    game, tell = record.game, Teller.of(record)
    if not game.winners:
        return ""
    setup = game.setup
    date = sessions.session_of_game(open_store(), g.table.id, record.id).date
    started = record.started.astimezone()
    players = [
        {
            "name": record.players[seat],
            "startPlayer": seat == setup.first_dealer,
            "rank": game.places[side],
            "role": "",
            "score": str(game.totals[side]),
            "sourcePlayerId": str(record.log.sitting.at(len(game.deals))[seat]),
            "winner": side in game.winners,
        }
        for side, seats in enumerate(game.sides)
        for seat in seats
    ]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": record.key,
        "playDate": f"{date.isoformat()} {started:%H:%M:%S}",
        "board": tell.plain(setup.book.title(setup.rules)),
        "game": {
            "name": tell.plain(setup.book.name),
            "highestWins": not setup.ending.low,
            "noPoints": False,
            "sourceGameId": setup.book.key,
        },
        "players": sorted(players, key=lambda player: int(str(player["rank"]))),
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False), safe="")


# Text and picture
#
# What leaves the house can leave the names out: `?names=no` numbers the players instead.

ROW = 64  # units of the picture
SIGN_OF_TOTAL = 20  # how wide a digit of a total is, in the units of the picture
NAMES_FROM, TOTALS_TO = 116, 600  # in the units of the picture
NAMES_SIZE = 28  # of the print, in the same units
STAR = "★ "  # before the names of winners
AWARD_MOST = 31.0  # the width of the line with the award, in sizes of its print
CHART_WIDTH = 560  # units of the picture
NO_NAMES = "no"
INKS = (  # of the lines, on the paper of the picture, by the number of a player's colour
    *("#1f4e9c", "#8a4a14", "#0b6b5d", "#8a2b7e", "#5a5a14"),
    *("#a0322d", "#2c6b1f", "#4b3aa8", "#0c6a8c", "#6b4a3a"),
)

pages = Blueprint("share", __name__, url_prefix="/games/<int:game_id>")


@pages.app_context_processor
def _shared() -> dict[str, Any]:
    return {"result_text": result_text, "winning": winning, "bg_stats_link": bg_stats_link}


@pages.get("/result.txt")
def text(game_id: int) -> ResponseReturnValue:
    """The result as a text."""
    record = table.load(game_id)
    return Response(f"{result_text(record, named=_named())}\n", mimetype="text/plain")


@pages.get("/result.svg")
@expensive()
def picture(game_id: int) -> ResponseReturnValue:
    """The result as a picture, which a browser can turn into one of points."""
    record = table.load(game_id)
    game, (tell, whole) = record.game, _tellers(record, _named())
    numbers = Teller([str(seat) for seat in range(1, len(record.players) + 1)])
    chart = totals_chart(game, tell if _named() else numbers)
    widest = SIGN_OF_TOTAL * max(len(f"{total:,}") for total in game.totals)
    room = (TOTALS_TO - NAMES_FROM - widest) / NAMES_SIZE - ems(STAR)
    rows = [
        (
            _place(game, side),
            _short(whole, game.sides[side], room)
            if _named()
            else whole.side_plain(game.sides[side]),
            tell.plain(game.totals[side]),
        )
        for side in game.order
    ]
    svg = render_template(
        "review/result.svg",
        title=tell.plain(game.setup.book.name),
        under=f"{_date(record)} · {tell.plain(_hands(record))}",
        rows=rows,
        winners=[side in game.winners for side in game.order],
        row=ROW,
        widest=widest,
        names_from=NAMES_FROM,
        names_size=NAMES_SIZE,
        star=STAR,
        totals_to=TOTALS_TO,
        tell=tell,
        award=_best_award(record, tell, _named()),
        chart=chart,
        chart_width=CHART_WIDTH,
        chart_height=round(CHART_WIDTH * chart.height / chart.width) if chart else 0,
        inks=INKS,
        dashes=[""] * len(INKS),
    )
    return Response(svg, mimetype="image/svg+xml")


def result_text(record: GameRecord, *, named: bool = True) -> str:
    """The places, names and totals of a game, with what was played and when."""
    game, (tell, whole) = record.game, _tellers(record, named)
    lines = [f"{tell.plain(game.setup.book.name)}, {_date(record)}"]
    lines += [
        f"{_place(game, side)} {whole.side_plain(game.sides[side])} {tell.plain(game.totals[side])}"
        for side in game.order
    ]
    lines.append(tell.plain(_hands(record)))
    if named:
        lines += map(tell.plain, seat_changes(record.log))
    if game.winners:
        lines.append(whole.plain(winning(game)))
    return "\n".join(lines)


def winning(game: Game) -> Sentence:
    """Who wins a game that is over; the partners of one side win together."""
    sides = [game.sides[side] for side in game.winners]
    names = Listed(map(Names, sides))
    if len(sides) > 1:
        return say("{names} share the win", names=names)
    return say_count("{names} wins", "{names} win", len(sides[0]), names=names)


def _named() -> bool:
    """Whether names are wanted."""
    return request.args.get("names") != NO_NAMES


def _tellers(record: GameRecord, named: bool) -> tuple[Teller, Teller]:
    """Who tells of the players, and who tells of everybody who has had their seats."""
    if named:
        tell = Teller.of(record)
        return tell, tell.whole
    seats = range(1, len(record.players) + 1)
    numbered = Teller([Teller().plain(say("Player {number}", number=seat)) for seat in seats])
    return numbered, numbered


def _best_award(record: GameRecord, tell: Teller, named: bool) -> str:
    """The first award as a line of the picture; empty where there is none, or no room."""
    awards = table.awards_of(record)
    if not awards or not (named or isinstance(awards[0].holder, Seat)):
        return ""
    title, holder, reason = (
        tell.plain(part) for part in (awards[0].title, awards[0].holder, awards[0].reason)
    )
    lines = (f"{title}: {holder}, {reason}", f"{title}: {holder}")
    return next((line for line in lines if ems(line) <= AWARD_MOST), "")


def _place(game: Game, side: int) -> str:
    return languages.ordinal(game.places[side])


def _hands(record: GameRecord) -> Any:
    count = len(record.game.complete)
    return say_count("{count} hand", "{count} hands", count)


def _date(record: GameRecord) -> str:
    store = open_store()
    return languages.day(sessions.session_of_game(store, g.table.id, record.id).date)


def _short(tell: Teller, side: Side, most: float) -> str:
    """The names of a side, in so many sizes of their print."""
    names = ", ".join(tell.names[seat] for seat in side)
    return isolated(shortened(names, most))
