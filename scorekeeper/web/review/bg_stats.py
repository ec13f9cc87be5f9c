"""A finished game handed on to the app BG Stats, by the link that its makers document.

Source: bgstatsapp.com, “Push plays to BG Stats from other apps or websites”. The link carries the
result as JSON; nothing is sent before somebody touches it. Points are whole numbers as text.
"""

from __future__ import annotations

import json
from urllib.parse import quote

from flask import g

from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.evenings import sessions
from scorekeeper.web.open_store import open_store
from scorekeeper.web.rendering.formatting import Teller

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
