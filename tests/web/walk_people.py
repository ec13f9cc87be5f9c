"""The walk through changes of people: seats taken over, names corrected, players merged."""

from __future__ import annotations

import json

from tests.web.walker import MARKED, Walker, name_fields, whist


def people(scorer: Walker) -> None:
    """Seats, names and merges, with all their refusals."""
    _seats(scorer)
    first, other = _names(scorer)
    _merges(scorer, first, other)


def _seats(scorer: Walker) -> None:
    """A game in which somebody else takes a seat."""
    number = whist(scorer, goal="open")
    seats = f"/games/{number}/players"
    page = scorer.open(seats)
    form = page.form("/players")
    for wrong in (
        {"name": ""},
        {"name": "7" * 25},
        {"name": "11"},
        {"name": "22"},
        {"name": "55", "hand": "77"},
        {"name": "55", "hand": "1,5"},
        {"name": "55", "seat": ""},
        {"take_back": "1"},
    ):
        scorer.fill(form, wrong)
    for _ in range(2):
        scorer.hand(game=number)
    late = scorer.open(seats).form("/players")
    page = scorer.send(late, name="55", hand="2")
    scorer.send(late, name="66", hand="2")
    for path in ("history", "sheet", "print", "players"):
        scorer.open(f"/games/{number}/{path}")
    moved, taken_back = page.forms[1], page.forms[0]
    scorer.send(moved, hand="1")
    scorer.send(scorer.open(seats).forms[1], hand="2")
    scorer.send(taken_back, take_back="1")
    scorer.send(scorer.open(seats).form("/players"), name="55", hand="1")
    scorer.open(f"/games/{number}/history")


def _names(scorer: Walker) -> tuple[int, int]:
    """Two players who never met, one of them renamed: their numbers."""
    for names in ("91 22 33 44", f"{MARKED}2 22 33 44"):
        game = whist(scorer, names, goal="deals", deals="1")
        scorer.hand(game=game)
    first, other = (_player(scorer, game, seat=0) for game in (game - 1, game))
    form = scorer.open(f"/players/{first}/name").form("/name")
    for name in (" ", "7" * 25, f"{MARKED}2", f"{MARKED}3"):
        scorer.send(form, name=name)
    scorer.open(f"/players/{first}/name?back=/settings/")
    return first, other


def _merges(scorer: Walker, first: int, other: int) -> None:
    """Two spellings merged and separated again; two who cannot be merged."""
    together = _player(scorer, whist(scorer), seat=1)
    for query in ("", f"?with={first}", "?with=1", f"?with={other}"):
        scorer.open(f"/players/{first}/merge{query}")
    token = {"csrf_token": scorer.token()}
    scorer.post(f"/players/{together}/merge", token | {"with": "1", "keep": "1"})
    asked = scorer.open(f"/players/{other}/merge?with={first}").form("/merge")
    exported = json.loads(scorer.client.get("/data/everything.json").text)
    scorer.send(asked, keep=str(first))
    scorer.open(f"/players/{first}/name")
    form = scorer.open("/games/new?game=israeli-whist").form("/new")
    both = {"names-0": f"{MARKED}2", "names-1": f"{MARKED}3", "start": "1"}
    scorer.fill(form, name_fields() | both)
    _brought_in(scorer, exported)
    scorer.send(scorer.open(f"/players/{first}/name").form("/separate"))


def _brought_in(scorer: Walker, exported: dict[str, object]) -> None:
    """Files with a game of two players who are one here, and with an illegal change of seats."""
    games = exported["games"]
    assert isinstance(games, list)
    substituted = next(
        game for game in games if any(entry["kind"] == "seat" for entry in game["entries"])
    )
    misfit = json.loads(json.dumps(substituted))
    misfit["key"] += "7"
    for entry in misfit["entries"]:
        if entry["kind"] == "seat":
            entry["fact"]["seat"] = 77
    players = [f"{MARKED}2", f"{MARKED}3", "33", "44"]
    met = json.loads(json.dumps(games[-1])) | {"key": "777", "players": players}
    for game in (misfit, met):
        scorer.upload(json.dumps(exported | {"games": [game]}))


def _player(scorer: Walker, game: int, seat: int) -> int:
    """The number of the player in a seat of a game."""
    links = scorer.open(f"/games/{game}/players").html.split('href="/players/')[1:]
    return int(links[seat].partition("/")[0])
