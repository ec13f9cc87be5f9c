"""Several tables in one score file: nothing of one is seen, counted or changed at another."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.web.every_door import NAMES, Club
from tests.web.phone import Phone

OURS = [
    "/",
    "/?removed=1",
    "/data/everything.json",
    "/data/everything.csv",
    "/games/new",
    "/games/new?game=israeli-whist",
    "/games/new?session=1",
    "/links",
    "/players/",
    "/players/?session=1",
    "/players/?game=israeli-whist",
    "/players/1/",
    "/players/1/with/5/",
    "/players/5/with/1/",
    "/players/5/",
    "/players/what-if",
    "/players/what-if?session=1",
    "/print",
    "/print?names=1",
    "/sessions/",
    "/sessions/?text=mirab",
    "/sessions/?player=1",
    "/sessions/?game=israeli-whist",
    "/sessions/?from=2000-01-01&to=2100-01-01",
    "/sessions/1/",
    "/sessions/2/",
    "/games/2/more",
    "/games/2/history",
    "/games/2/what-if?rules=game-1",
    "/games/2/print",
    "/games/2/?since=0",
]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "scores.db")


@pytest.fixture
def other(club: Club) -> Phone:
    return club.phones["other"]


def leaks(phone: Phone, addresses: list[str]) -> set[str]:
    """The addresses at which a phone sees a name of our table."""
    texts = {address: phone.client.get(address).get_data(as_text=True) for address in addresses}
    return {
        address for address, text in texts.items() if any(name in text for name in NAMES.split())
    }


def test_no_list_search_figure_or_file_of_theirs_has_anybody_of_ours(
    club: Club, other: Phone
) -> None:
    assert leaks(other, OURS) == set()
    assert len(leaks(club.phones["scorer"], OURS)) > 10


def test_figures_count_the_games_of_one_table(club: Club, other: Phone) -> None:
    pages = [phone.open("/players/").words for phone in (club.phones["scorer"], other)]
    assert (
        pages[0]
        .replace("Zwetschge", "Eva")
        .replace("Quitte", "Fred")
        .replace("Mirabelle", "Gil")
        .replace("Schlehe", "Hana")
        .replace("My Yaniv", "")  # a game of the club's own
        == pages[1]
    ), "the same was played at both"


def test_a_game_is_begun_in_no_evening_of_another_table(club: Club, other: Phone) -> None:
    before = club.facts()
    form = other.open("/games/new").form("/games/new")
    names = {f"names-{seat}": f"{seat}" for seat in range(4)}
    page = other.post("/games/new?session=1", form.fields | names | {"session": "1", "start": "1"})
    assert page.status == 404
    assert club.facts() == before


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/sessions/2/move", {"games": "1", "to": "2"}),  # our game into their evening
        ("/sessions/2/move", {"games": "2", "to": "1"}),  # their game into ours
        ("/sessions/1/move", {"games": "1", "to": ""}),
    ],
)
def test_no_game_is_moved_between_tables(
    club: Club, other: Phone, address: str, fields: dict[str, str]
) -> None:
    before = club.facts()
    token = other.token()
    assert other.post(address, fields | {"csrf_token": token}).status in {404, 422}
    assert club.facts() == before
    assert "Eva" in other.open("/sessions/2/").words


def test_what_is_brought_in_at_one_table_is_a_copy(club: Club, other: Phone) -> None:
    text = club.phones["scorer"].client.get("/data/everything.json").get_data(as_text=True)
    before = club.facts()  # the journal has the export
    form = other.open("/data").form("/data/import")
    sent = form.fields | {"file": (io.BytesIO(text.encode()), "ours.json")}
    looked = other._page(other.client.post(form.action, data=sent), follow=False)
    bring = next(
        candidate for candidate in looked.forms if candidate.action.startswith("/data/import/")
    )
    scorer = club.phones["scorer"]
    refused = scorer.send(bring, csrf_token=scorer.token())
    assert refused.status == 422, "a file is of those who sent it"
    assert other.send(bring).status == 200
    games = json.loads(other.client.get("/data/everything.json").text)["games"]
    assert (len(games), club.facts()) == (2, before)


def test_the_chances_are_hidden_at_one_table_alone(club: Club, other: Phone) -> None:
    token = other.token()
    other.post("/games/2/chances", {"csrf_token": token, "chances": "hidden"})
    shown = [
        'value="hidden"' in phone.open(f"/games/{game}/board").html
        for phone, game in ((club.phones["scorer"], 1), (other, 2))
    ]
    assert shown == [True, False]


def test_a_phone_with_both_links_sees_the_table_that_it_followed_last(club: Club) -> None:
    phone = club.phones["scorer"]
    theirs = club.links["other"]
    assert (phone.open("/games/1/").status, phone.open("/games/2/").status) == (200, 404)
    phone.open(theirs)
    assert (phone.open("/games/1/").status, phone.open("/games/2/").status) == (404, 200)
    phone.open(club.links["scorer"])
    assert (phone.open("/games/1/").status, phone.open("/games/2/").status) == (200, 404)
