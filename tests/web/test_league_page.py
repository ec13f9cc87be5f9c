"""The page of a season: table, records, milestones; with and without names."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from scorekeeper.ledger import sessions
from scorekeeper.ledger.store import Store
from tests.ledger.season import PEOPLE, record_season
from tests.web.phone import Phone
from tests.web.test_statistics_pages import cells


def test_a_fresh_table_has_no_season(scorer: Phone) -> None:
    page = scorer.open("/players/season")
    assert (page.status, "No game was finished here yet." in page.words) == (200, True)


def test_a_game_counts_by_wins_places_and_totals(scorer: Phone) -> None:
    scorer.begin(ending__goal="deals", ending__deals="1")
    scorer.write_hand()
    for by, points in (("wins", "1"), ("places", "3"), ("totals", "19")):
        page = scorer.open(f"/players/season?by={by}")
        assert cells(page, "1st Ben") == ["1st Ben", points, "1", "1", "1"]
    assert cells(page, "Best hand")[1] == "+19"
    assert cells(page, "Best game")[1] == "19"
    assert "1 evening, 1 game, 1 hand" in page.words


def test_names_can_be_left_out(scorer: Phone, store: Store) -> None:
    record_season(store, 6, 3)
    page = scorer.open("/players/season")
    assert any(name in page.words for name in PEOPLE)
    form = next(link for link in _links(page.html) if "names=no" in link)
    other = scorer.open(form)
    assert not any(name in other.words for name in PEOPLE)
    assert "Player 1" in other.words


def test_a_year_has_its_season_and_its_review(scorer: Phone, store: Store) -> None:
    record_season(store, 6, 3, kinds=("israeli-whist", "bid-whist"))
    page = scorer.open("/players/season?first=2026-01-01&last=2026-12-31&game=all")
    assert "Season 2026 · all games" in page.words
    assert "3 evenings, 6 games, 36 hands" in page.words
    (address,) = [link for link in _links(page.html) if "/year/" in link]
    review = scorer.open(address)
    assert cells(review, "Evenings")[1:] == ["3"]
    assert cells(review, "Games")[1:] == ["6"]
    assert any(name in review.words for name in PEOPLE)
    hidden = scorer.open(f"{address}?names=no")
    assert not any(name in hidden.html for name in PEOPLE)
    picture = scorer.open(f"{address}.svg")
    assert "3 evenings, 6 games, 36 hands" in picture.html
    assert any(name in picture.html for name in PEOPLE)
    assert "Games won" in picture.html  # what the numbers are
    for empty in ("/players/year/2025", "/players/season?first=2025-01-01&last=2025-12-31"):
        assert "No game was finished" in scorer.open(empty).words


def test_twenty_years_fold_into_three(scorer: Phone, store: Store) -> None:
    for year in range(2007, 2027):
        sessions.begin(store, 1, str(year), f"{year}-01-02")
    page = scorer.open("/players/season")
    in_sight, _, folded = page.html.partition("Earlier years")
    shown = [len(re.findall("first=[0-9]{4}-01-01&amp;last", part)) for part in (in_sight, folded)]
    assert shown == [3, 17]


SEASONS = [
    ("by=wins&best=2", {"win": 1}, (2, 1)),
    ("by=places&least=6", {"beaten": 1}, (99, 6)),
    ("by=place-points&points=7-4-2-1&best=3&game=all", {1: 7, 2: 4, 3: 2, 4: 1}, (3, 1)),
    ("by=totals&best=3&least=4&game=israeli-whist", {"total": 1}, (3, 4)),
]


@pytest.mark.parametrize(("query", "worth", "evenings"), SEASONS)
def test_a_season_is_what_the_exported_hands_come_to(
    scorer: Phone,
    store: Store,
    query: str,
    worth: dict[str | int, int],
    evenings: tuple[int, int],
) -> None:
    """The export is added up by separate code, which uses nothing of the program.

    `worth` is what a win, an opponent or pair beaten, a point or a place scores; of the evenings,
    the first number is how many count, the second how many a place needs.
    """
    best, least = evenings
    record_season(store, 12, 5, hands=1, kinds=("israeli-whist", "bid-whist"))
    kind = {"all": "", "israeli-whist": "Israeli Whist"}.get(query.partition("game=")[2])
    query += "" if "game=" in query else "&game=all"
    exported = scorer.open("/data/everything.csv").html.removeprefix("\ufeff")
    totals: dict[str, dict[str, int]] = {}
    partners: dict[str, dict[str, str]] = {}
    evening_of = {}
    for row in csv.DictReader(io.StringIO(exported)):
        if not kind or row["game"] == kind:
            totals.setdefault(row["game key"], {})[row["side"]] = int(row["total"])
            partners.setdefault(row["game key"], {})[row["player"]] = row["side"]
            evening_of[row["game key"]] = row["evening key"]
    scores: dict[str, dict[str, int]] = {}
    for game, sides in totals.items():
        for player, side in partners[game].items():
            place = 1 + sum(total > sides[side] for total in sides.values())
            beaten = sum(total < sides[side] for total in sides.values())
            worthy = {"win": int(place == 1), "beaten": beaten, "total": sides[side], place: 1}
            score = sum(each * worthy.get(what, 0) for what, each in worth.items())
            mine = scores.setdefault(player, {})
            mine[evening_of[game]] = mine.get(evening_of[game], 0) + score
    points = {
        player: sum(sorted(mine.values(), reverse=True)[:best]) for player, mine in scores.items()
    }
    ranked = [points[player] for player, mine in scores.items() if len(mine) >= least]
    expected = {}
    for player, mine in scores.items():
        place = 1 + sum(other > points[player] for other in ranked)
        expected[player] = (place if len(mine) >= least else None, points[player], len(mine))
    assert least == 1 or None in [place for place, *_ in expected.values()]
    document = json.loads(scorer.open(f"/players/season.json?{query}").html)
    rows = {
        row["player"]: (row["place"], row["points"], row["evenings"]) for row in document["players"]
    }
    assert rows == expected
    for row in document["players"]:
        counted = [score["points"] for score in row["scores"] if score["counts"]]
        assert (sum(counted), len(counted)) == (row["points"], row["counted"])
    sheet = scorer.open(f"/players/season.csv?{query}").html.removeprefix("\ufeff")
    for line in csv.DictReader(io.StringIO(sheet)):
        ranked_as = int(line["place"]) if line["place"] else None
        assert (ranked_as, int(line["points"])) == expected[line["player"]][:2]
    page = scorer.open(f"/players/season?{query}")
    for player, (ranked_at, *_) in expected.items():
        (row,) = re.findall(
            rf'row">([^<]+)<a href="[^"]+"><bdi>{player}</bdi></a></th><td>', page.html
        )
        assert re.sub(r"\D", "", row) == str(ranked_at or "")


def test_whatever_is_asked_for_there_is_an_answer(scorer: Phone) -> None:
    wrong = ("by=x", "best=x", "best=0", "best=100", "least=x", "by=place-points&points=x",
             "game=all&by=totals", "first=x")  # fmt: skip
    statuses = {query: scorer.open(f"/players/season?{query}").status for query in wrong}
    assert statuses == dict.fromkeys(wrong, 200)


def test_of_the_best_evenings_the_page_says_how_many_count(scorer: Phone, store: Store) -> None:
    record_season(store, 8, 3)
    page = scorer.open("/players/season?best=2")
    assert "Each player's best 2 evenings count." in page.words
    assert "<s " in page.html
    assert "2 of " in page.words


def _links(html: str) -> list[str]:
    return [address.replace("&amp;", "&") for address in re.findall(r'href="([^"]+)"', html)]
