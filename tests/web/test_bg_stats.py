"""The link that passes a finished game to BG Stats."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.web.phone import Page, Phone


def sent(page: Page) -> Any:
    """The data in the link of a page; None if there is no link."""
    link = re.search(r'href="(https://app.bgstatsapp.com/[^"]+)"', page.html)
    if link is None:
        return None
    parts = urlsplit(html.unescape(link[1]))
    assert (parts.netloc, parts.path) == ("app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(parts.query)["data"][0])


def test_a_finished_game_is_handed_on_with_names_places_and_points(scorer: Phone) -> None:
    scorer.begin("Anna Ben חיים D&D", ending__goal="deals", ending__deals="1")
    scorer.write_hand()
    play = sent(scorer.open("/games/1/more"))
    assert play["game"] == {
        "name": "Israeli Whist",
        "highestWins": True,
        "noPoints": False,
        "sourceGameId": "israeli-whist",
    }
    assert [
        (player["name"], player["rank"], player["score"], player["winner"], player["startPlayer"])
        for player in play["players"]
    ] == [
        ("Ben", 1, "19", True, False),
        ("חיים", 2, "-10", False, False),
        ("Anna", 3, "-20", False, True),
        ("D&D", 4, "-40", False, False),
    ]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert len({player["sourcePlayerId"] for player in play["players"]}) == 4
    assert play["sourceName"] == "Scorekeeper"


def test_a_running_game_is_not(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    assert sent(scorer.open("/games/1/more")) is None
