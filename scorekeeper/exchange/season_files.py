"""The table of a season as CSV and as JSON, for spreadsheets and other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.exchange.hands_csv import BOM, csv_text
from scorekeeper.insight.league import League, LeagueOrder
from scorekeeper.wording import in_units

COLUMNS = ("place", "player", "points", "evenings", "counted", "games", "won")


def season_rows(league: League, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return a row for each player, best first; `place` is None for too few evenings."""
    return [
        {
            "place": standing.place,
            "player": names[standing.player],
            "points": in_units(standing.points, league.decimals),
            "evenings": len(standing.scores),
            "counted": len(standing.counted),
            "games": standing.games,
            "won": standing.wins,
        }
        for standing in league.standings
    ]


def with_scores(league: League, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return the rows of the players with the score of every evening."""
    return [
        row
        | {
            "scores": [
                {
                    "date": evening.date.isoformat(),
                    "evening": evening.session_id,
                    "points": in_units(standing.scores[evening.session_id], league.decimals),
                    "counts": evening.session_id in standing.counted,
                }
                for evening in league.evenings
                if evening.session_id in standing.scores
            ]
        }
        for row, standing in zip(season_rows(league, names), league.standings, strict=True)
    ]


def season_as_json(league: League, names: Mapping[int, str]) -> str:
    """Return the rules and the players of a season as JSON, with the score of every evening."""
    rules = league.rules
    by_place = rules.by is LeagueOrder.PLACE_POINTS
    document = {
        "by": rules.by.value,
        "place points": [*rules.place_points] if by_place else None,
        "best evenings": rules.best,
        "least evenings": rules.least,
        "players": with_scores(league, names),
    }
    return json.dumps(document, ensure_ascii=False, indent=2, default=float) + "\n"


def season_as_csv(league: League, names: Mapping[int, str], separator: str = ",") -> str:
    """Return a CSV row for each player, with a column for each evening after the totals.

    The head of such a column is the date and the number of the evening in its URL.
    """
    rows = season_rows(league, names)
    heads = [f"{evening.date.isoformat()} ({evening.session_id})" for evening in league.evenings]
    return BOM + csv_text(
        [
            [*COLUMNS, *heads],
            *(
                [
                    *(row[column] for column in COLUMNS),
                    *(
                        in_units(standing.scores[evening.session_id], league.decimals)
                        if evening.session_id in standing.scores
                        else None
                        for evening in league.evenings
                    ),
                ]
                for row, standing in zip(rows, league.standings, strict=True)
            ),
        ],
        separator,
    )
