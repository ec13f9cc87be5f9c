"""Results to share: as text for a chat, as a picture, and as a link for the app BG Stats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger import sessions
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import seat_changes
from scorekeeper.rules.game import Game
from scorekeeper.seating import Names, Seat
from scorekeeper.web import languages, table
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, totals_chart
from scorekeeper.web.formatting import Teller, ems, isolate, shorten
from scorekeeper.web.page_cache import cached
from scorekeeper.wording import Listed, Sentence, Total, decimal_text, say, say_count

# BG Stats
#
# Source: bgstatsapp.com, “Push plays to BG Stats from other apps or websites”. The link has the
# result as JSON; nothing is sent before somebody follows it. Points are whole numbers as text.

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"


def bg_stats_link(record: GameRecord) -> str:
    """Return the link that opens a finished game in the app; "" if the game has no winner yet."""
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
            "score": _total(game, side),
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
        "board": tell.plain(setup.title),
        "game": {
            "name": tell.plain(setup.book.name),
            "highestWins": not setup.ending.low,
            "noPoints": not game.totals,
            "sourceGameId": setup.book.key,
        },
        "players": sorted(players, key=lambda player: int(str(player["rank"]))),
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False), safe="")


# Text and picture
#
# With `?names=no`, the players are numbered instead of named. Lengths are in units of the picture.

ROW = 60
SIGN_OF_TOTAL = 20  # width of a digit of a total
NAMES_FROM, TOTALS_TO = 116, 600
NAMES_SIZE = 28  # font size
STAR = "★ "  # before the names of winners
AWARD_MOST = 31.0  # em, the width of the line with the award
CHART_WIDTH = 560
CHART_HEIGHT = 160.0  # in units of the chart
HEADLINE_WIDTH, HEADLINE_SIZE = 540, 58  # the largest font size
NO_NAMES = "no"
INKS = (  # colours of the lines on the picture's background, by the number of a player's colour
    *("#1f4e9c", "#8a4a14", "#0b6b5d", "#8a2b7e", "#5a5a14"),
    *("#a0322d", "#2c6b1f", "#4b3aa8", "#0c6a8c", "#6b4a3a"),
)

pages = Blueprint("share", __name__, url_prefix="/games/<int:game_id>")


@pages.app_context_processor
def _shared() -> dict[str, Any]:
    return {
        "result_text": result_text,
        "winning": winning,
        "play_off_of": play_off_of,
        "bg_stats_link": bg_stats_link,
    }


@pages.get("/result.txt")
def text(game_id: int) -> ResponseReturnValue:
    """Return the result of a game as plain text, to be shared."""
    record = table.load(game_id)
    return Response(f"{result_text(record, named=_named())}\n", mimetype="text/plain")


@pages.get("/result.svg")
@cached
def picture(game_id: int) -> ResponseReturnValue:
    """Return the result as SVG, which the page's script turns into a PNG."""
    record = table.load(game_id)
    game, (tell, whole) = record.game, _tellers(record, _named())
    numbers = Teller([str(seat) for seat in range(1, len(record.players) + 1)])
    chart = totals_chart(game, tell if _named() else numbers, height=CHART_HEIGHT)
    rows = [
        (
            _place(game, side),
            ", ".join(tell.names[seat] for seat in game.sides[side])
            if _named()
            else whole.side_plain(game.sides[side]),
            _total(game, side, tell),
        )
        for side in game.order
    ]
    return picture_of_rows(
        tell.plain(game.setup.book.name),
        f"{_date(record)} · {tell.plain(_hands(record))}",
        rows,
        winners=[side in game.winners for side in game.order],
        headline=whole.plain(winning(game)) if game.winners else "",
        award=_best_award(record, tell, _named()),
        chart=chart,
    )


def picture_of_rows(
    title: str,
    under: str,
    rows: Sequence[tuple[str, str, str]],
    *,
    column: str = "",
    winners: Sequence[bool] = (),
    headline: str = "",
    award: str = "",
    chart: Chart | None = None,
) -> Response:
    """Return an SVG of rows (place, name, number); a row has a star if `winners` is true for it.

    column      the heading over the numbers
    headline    a sentence in large letters, as large as it fits
    """
    signs = (sum(map(str.isprintable, number)) for _, _, number in rows)  # without marks
    widest = SIGN_OF_TOTAL * max(signs, default=1)
    room = (TOTALS_TO - NAMES_FROM - widest) / NAMES_SIZE - ems(STAR)
    headline = shorten(headline, HEADLINE_WIDTH / NAMES_SIZE - ems(STAR))
    svg = render_template(
        "review/result.svg",
        title=title,
        headline=headline,
        headline_size=min(HEADLINE_SIZE, int(HEADLINE_WIDTH / ems(STAR + headline))),
        under=under,
        column=column,
        rows=[(place, isolate(shorten(names, room)), number) for place, names, number in rows],
        winners=winners or [False] * len(rows),
        row=ROW,
        widest=widest,
        names_from=NAMES_FROM,
        names_size=NAMES_SIZE,
        star=STAR,
        totals_to=TOTALS_TO,
        award=award,
        chart=chart,
        chart_width=CHART_WIDTH,
        chart_height=round(CHART_WIDTH * chart.height / chart.width) if chart else 0,
        inks=INKS,
        dashes=[""] * len(INKS),
    )
    return Response(svg, mimetype="image/svg+xml")


def result_text(record: GameRecord, *, named: bool = True) -> str:
    """Describe a result: the game and its date, then the place, names and total of each side."""
    game, (tell, whole) = record.game, _tellers(record, named)
    lines = [f"{tell.plain(game.setup.book.name)}, {_date(record)}"]
    for side in game.order:
        names, total = whole.side_plain(game.sides[side]), _total(game, side, tell)
        lines.append(f"{_place(game, side)} {names} {total}".strip())
    lines.append(tell.plain(_hands(record)))
    if named:
        lines += map(tell.plain, seat_changes(record.log))
    if game.winners:
        lines.append(whole.plain(winning(game)))
    if game.tie_break:
        lines.append(whole.plain(game.tie_break))
    return "\n".join(lines)


def winning(game: Game) -> Sentence:
    """Name the winners of a game that is over, with the partners of each side."""
    sides = [game.sides[side] for side in game.winners]
    names = Listed(map(Names, sides))
    if len(sides) > 1:
        return say("{names} share the win", names=names)
    return say_count("{names} wins", "{names} win", len(sides[0]), names=names)


def play_off_of(game: Game) -> Sentence:
    """Name the sides that are level at the top, of those who still play."""
    here = [side for side in game.order if side not in game.gone]
    level = [game.sides[side] for side in here if game.places[side] == game.places[here[0]]]
    names = Listed(map(Names, level)) if game.partners else Names(seat for (seat,) in level)
    return say("Play-off: {names}", names=names)


def _named() -> bool:
    return request.args.get("names") != NO_NAMES


def _tellers(record: GameRecord, named: bool) -> tuple[Teller, Teller]:
    """Return formatters that name a seat's present player, and all players of the seat."""
    if named:
        tell = Teller.of(record)
        return tell, tell.with_all_players
    seats = range(1, len(record.players) + 1)
    decimals = record.game.setup.book.decimals
    numbered = Teller(
        [Teller().plain(say("Player {number}", number=seat)) for seat in seats], decimals=decimals
    )
    return numbered, numbered


def _best_award(record: GameRecord, tell: Teller, named: bool) -> str:
    """Return the first award as a line of the picture; "" if there is none, or no room."""
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


def _total(game: Game, side: int, tell: Teller | None = None) -> str:
    """Return the total of a side as text; "" if it is unknown."""
    total = game.total(side)
    if total is None:
        return ""
    if tell is None:
        return decimal_text(total, game.setup.book.decimals)
    return tell.plain(Total(total, game.setup.book.decimals))


def _hands(record: GameRecord) -> Any:
    if record.game.result is not None:
        return say("results only")
    count = len(record.game.complete)
    return say_count("{count} hand", "{count} hands", count)


def _date(record: GameRecord) -> str:
    store = open_store()
    return languages.day(sessions.session_of_game(store, g.table.id, record.id).date)
