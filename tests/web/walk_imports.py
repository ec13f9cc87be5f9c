"""The walk through files of other forms: session files of another program, and our own tables."""

from __future__ import annotations

import json
from typing import Any

from tests.ledger.israeli_whist_sessions import BONUS, FIRST, NEWER, SECOND, hand, session, swapped
from tests.web.walker import Walker, whist

PLAYERS = [{"id": f"p{seat}", "name": str(77 + seat)} for seat in range(4)]


def files_of_others(scorer: Walker) -> None:
    """Session files, refused and taken."""
    wrong = hand((2, 3, 8, 0), (0, 3, 8, 2), (-20, 19, 74, -40))
    other = hand((2, 3, 7, 0), (0, 3, 8, 2), (7, 7, 7, 7))
    again = swapped((1, 3, 2, 0), FIRST, SECOND, players=PLAYERS)
    for contents in (
        *((one(FIRST, createdAt="7"),), (one(FIRST, players=[]),), (one(7),)),
        (one(FIRST, completedRounds=[], status=""), json.dumps({"completedRounds": []})),
        (json.dumps(session(players=PLAYERS, completedRounds="7")),),
        (one(FIRST | {"tricks": [3, 0, 8, 2]}),),
        (one(FIRST | {"tricks": None, "results": None, "scores": None}),),
        (one(FIRST, players=[{"id": "7", "name": " "}] * 4),),
        (one(FIRST, players=[{"id": "7", "name": "7"}] * 4),),
        (one(wrong), one(FIRST, id="78"), "{"),
        (one(wrong), "7"),
        (one(wrong), "{}"),
        (one(FIRST), one(hand((2, 3, 7, 0), (1, 2, 8, 2), (7, 7, 7, 7)))),
        (one(FIRST, rules=NEWER | {"useProgressivePenalty": True}),),
        (one(wrong, other, BONUS, activeRound={"bets": [1]}, initialScores=[7, 0, 0, 0]),),
        (one(id="79"), one(FIRST, SECOND, status=""), json.dumps(again)),
        ("7" for _ in range(101)),
    ):
        scorer.upload(*contents)
    whole = scorer.client.get("/data/everything.json").text
    scorer.upload(whole, whole)
    scorer.upload(json.dumps(json.loads(whole) | {"games": [7]}, indent=1))
    page = scorer.upload(one(wrong, SECOND, BONUS))
    scorer.send(page.forms[0])
    scorer.upload(strange_names_and_days())


def tables_of_hands(scorer: Walker) -> None:
    """Our own tables, refused."""
    text = scorer.client.get("/data/everything.csv").text
    first, *rows = text.split("\r\n")
    game = "\r\n".join((first, *rows[:4]))
    scorer.upload(text)
    for old, new in (
        (",agreement,answers", ""),
        ('""answers"": [', '""answers"": [7, '),
        ('""answers"": [{', '""answers"": [{""bid"": ""4C""}, {'),
        ('""dealer"": 0', '""dealer"": 9'),
        ('"{""dealer""', '"7{""dealer""'),
        ('""rulebook"": ""', '""rulebook"": ""7'),
        ('""players"": 4', '""players"": 77'),
    ):
        scorer.upload(game.replace(old, new, 1))
    scorer.upload("\r\n".join((first, *rows[:3])))
    scorer.upload(game + "\r\n7,7")
    cells = rows[1].split(",")
    scorer.upload(
        "\r\n".join((first, rows[0], ",".join((*cells[:14], "777", *cells[15:])), *rows[2:4]))
    )
    number = whist(scorer)
    scorer.hand("0 2 3", "0 3 8 2", game=number)
    alone = scorer.client.get(f"/games/{number}/game.csv").text
    scorer.upload(alone)
    scorer.send(scorer.open(f"/games/{number}/").form("/undo"))
    scorer.upload(alone)


def strange_names_and_days() -> str:
    """An export with names that are nearly those here, and more evenings to come than are told."""
    at = "2026-03-06T18:00:00.000+00:00"
    return json.dumps(
        {
            **{"format": "scorekeeper", "version": 1, "games": []},
            "players": [{"name": name, "created": at} for name in ("\uff17\uff17", "77\u0301")],
            "sessions": [
                {"key": f"7{number}", "date": f"29{number // 2:02}-01-01", "created": at}
                | {"name": "", "notes": ""}
                for number in range(50)
            ],
        }
    )


def one(*rounds: Any, **more: Any) -> str:
    """A session file."""
    return json.dumps(session(*rounds, **({"players": PLAYERS} | more)))
