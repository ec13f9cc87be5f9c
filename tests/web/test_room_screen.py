"""The screen for the room: everything at a glance, no question, and on to the next game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask, request_started

from scorekeeper.ledger import store
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.web.phone import Page, Phone
from tests.web.test_export_import import upload
from tests.web.test_results import bring_in, totals
from tests.web.test_third_game import begin as begin_oh_hell

Link = Callable[[Role], str]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make writes visible at once."""
    monkeypatch.setattr(store, "GLANCE", 0.0)


def sides(page: Page) -> list[str]:
    """The words for each side, in the order of the seats."""
    elements = re.findall(r'<li class="room__side.*?</li>', page.html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", element).split()) for element in elements]


def said(page: Page, part: str) -> list[str]:
    """The words of a part of the screen."""
    elements = re.findall(
        rf'class="room__{part}(?: [^"]*)?"[^>]*>(.*?)</(?:p|h1)>', page.html, re.DOTALL
    )
    return [" ".join(re.sub(r"<[^>]*>", "", element).split()) for element in elements]


def head(page: Page) -> dict[str, str]:
    """The data of the page for its scripts."""
    return dict(re.findall(r'data-(game|revision|follow)="([^"]*)"', page.html))


def test_before_the_first_game_it_says_so_and_follows(watcher: Phone) -> None:
    page = watcher.open("/screen")
    assert said(page, "title") == ["Nobody has begun a game yet."]
    assert head(page) == {"game": "screen", "revision": "none", "follow": "/screen/revision"}
    assert watcher.open("/screen/revision").html == "none"


def test_a_hand_from_the_auction_to_the_next(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    scorer.post("/games/1/chances", {"csrf_token": scorer.token(), "chances": "hidden"})
    page = watcher.open("/screen")
    assert (said(page, "title"), said(page, "turn")) == (["Hand 1 · Anna deals"], ["Auction"])
    assert sides(page)[0] == "Anna dealer D total 0"
    scorer.answer(bid="7C", winner="2")
    scorer.answer(number="0")
    page = watcher.open("/screen")
    assert "Anna" in said(page, "turn")[0]
    assert [re.search(r'aria-current="true"', card) is not None for card in _cards(page)] == [
        *(True, False, False, False)
    ]
    assert sides(page)[2:] == [
        "Chaim declarer with 7 ♣ total 0 contract 7",
        "Dana total 0 contract 0",
    ]
    scorer.answer(number="2")
    scorer.answer(number="3")
    page = watcher.open("/screen")
    assert (said(page, "distance"), said(page, "turn")) == (
        ["1 under"],
        ["The cards are being played"],
    )
    scorer.answer(tricks_0="0", tricks_1="3", tricks_2="8", tricks_3="2")
    page = watcher.open("/screen")
    assert (said(page, "distance"), said(page, "title")) == (["1 under"], ["Hand 2 · Ben deals"])
    assert said(page, "hint") == ["Hand 1: 7♣, Chaim · 1 under"]
    assert sides(page) == [
        "Anna total −20 place 3rd last hand −20",
        "Ben dealer D total 19 place 1st last hand +19",
        "Chaim total −10 place 2nd last hand −10",
        "Dana total −40 place 4th last hand −40",
    ]
    assert 'class="chart"' in page.html


def test_the_chances_are_there_where_the_table_shows_them(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    assert watcher.open("/screen").html.count("chance to win") == 4
    scorer.post("/games/1/chances", {"csrf_token": scorer.token(), "chances": "hidden"})
    assert watcher.open("/screen?again").html.count("chance to win") == 0


def test_the_end_and_then_the_rematch(scorer: Phone, watcher: Phone) -> None:
    scorer.begin(ending__target="10")
    scorer.write_hand()
    page = watcher.open("/screen")
    assert (said(page, "title"), said(page, "winner")) == (["Game over"], ["Ben wins"])
    (awards,) = re.findall(r'<ul class="room__awards">(.*?)</ul>', page.html)
    award = re.sub(r"<[^>]*>", "", awards)
    assert award == "Hand of the game: Ben, +19 in one hand"
    first = watcher.open("/screen/revision").html
    scorer.send(scorer.open("/games/1/").form("/rematch"))
    assert (first, watcher.open("/screen/revision").html) == ("1-5", "2-0")
    assert said(watcher.open("/screen"), "turn") == ["Auction"]
    # the screen of one game stays with it
    assert said(watcher.open("/games/1/screen"), "winner") == ["Ben wins"]
    assert head(watcher.open("/games/1/screen"))["follow"] == "/games/1/revision"


def test_the_game_that_is_played_is_followed_and_not_the_newest(
    scorer: Phone, watcher: Phone
) -> None:
    scorer.write_game()
    scorer.write_game("Eli Fay Gil Hanna")  # by mistake
    scorer.answer(1, bid="7C", winner="2")
    assert "Ben" in sides(watcher.open("/screen"))[1]
    assert 'href="/games/1/">Continue hand 1' in scorer.open("/").html
    for game in (1, 2):
        for _ in range(2):  # the second time from memory
            page = watcher.open(f"/games/{game}/revision")
            assert page.headers["Playing"] == "1"


def test_a_game_that_is_over_leads_to_the_one_in_progress(scorer: Phone, watcher: Phone) -> None:
    scorer.begin(ending__target="10")
    scorer.write_hand()
    pages = [watcher.open("/games/1/")]
    scorer.send(scorer.open("/games/1/").form("/rematch"))
    pages.append(watcher.open("/games/1/"))
    assert ["Watch hand 1" in page.words for page in pages] == [False, True]
    # only the page that was open when the table went on goes with it
    assert ['data-playing="1"' in page.html for page in pages] == [True, False]


def test_a_game_taken_off_the_list_is_not_shown(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    scorer.write_game("Eli Fay Gil Hanna")
    assert "Fay" in sides(watcher.open("/screen"))[1]
    scorer.send(scorer.open("/games/2/more").form("/remove"))
    assert watcher.open("/screen/revision").html == "1-0"
    assert "Ben" in sides(watcher.open("/screen"))[1]


def test_after_a_removal_an_unfinished_game_comes_before_a_finished_one(
    scorer: Phone, watcher: Phone
) -> None:
    scorer.write_game()
    scorer.begin("Eli Fay Gil Hanna", ending__target="10")
    scorer.write_hand(game=2)
    assert said(watcher.open("/screen"), "winner") == ["Fay wins"]
    scorer.write_game("Ida Joe Kai Lea")
    scorer.send(scorer.open("/games/3/more").form("/remove"))
    assert "Ben" in sides(watcher.open("/screen"))[1]
    assert "Watch hand 1" in watcher.open("/games/2/").words
    scorer.send(scorer.open("/games/3/").form("/bring-back"))
    assert "Joe" in sides(watcher.open("/screen"))[1]


def test_bid_whist(scorer: Phone, watcher: Phone) -> None:
    scorer.begin("Ann Bo Cy Di", game="bid-whist")
    scorer.answer(bid="4H", winner="1")
    page = watcher.open("/screen")
    assert "Bo" in said(page, "turn")[0]  # names the trumps
    scorer.answer(choice="S")
    page = watcher.open("/screen")
    first, second = sides(page)
    assert first.startswith("Ann dealer D Cy total 0")
    assert second.startswith("Bo declarer with 4 High ♠ Di total 0 contract 10")


def test_a_game_that_the_project_has_never_heard_of(scorer: Phone, watcher: Phone) -> None:
    begin_oh_hell(scorer, 7)
    scorer.answer(number="2")
    page = watcher.open("/screen")
    assert [side.split()[0] for side in sides(page)] == [
        "Ann",
        "Bo",
        "Cy",
        "Di",
        "Ed",
        "Flo",
        "Gus",
    ]
    assert "bids 2" in sides(page)[1]


def test_a_game_without_contracts_is_neither_over_nor_under(scorer: Phone, watcher: Phone) -> None:
    scorer.begin("Ann Bo Cy", game="yaniv")
    scorer.answer(choice="0")
    scorer.answer(1, **{"points-0": "5", "points-1": "8", "points-2": "14"})
    page = watcher.open("/screen")
    assert (said(page, "title"), said(page, "distance")) == (["Hand 2 · Bo deals"], [])


@pytest.mark.parametrize("address", ["/screen", "/games/1/screen", "/screen?plain"])
def test_it_asks_nothing_of_anybody(scorer: Phone, watcher: Phone, address: str) -> None:
    scorer.write_game()
    scorer.write_hand()
    for phone in (scorer, watcher):
        page = phone.open(address)
        assert (page.forms, re.findall(r"<(?:button|input|select|summary|dialog)", page.html)) == (
            [],
            [],
        )


def test_without_scripts_it_is_loaded_again(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    usual, plain = watcher.open("/screen"), watcher.open("/screen?plain")
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in usual.html
    assert "Refresh" not in usual.headers
    assert (plain.headers["Refresh"], "<script" in plain.html) == ("15", False)
    assert 'data-theme="contrast"' in plain.html
    again = watcher.open("/screen?plain")  # from memory
    assert (again.headers["Refresh"], again.html) == ("15", plain.html)


def test_it_is_made_once_for_all_screens(app: Flask, scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    for address in ("/screen", "/screen/revision", "/games/1/screen"):
        watcher.open(address)
        went: list[str] = []
        with request_started.connected_to(lambda *_, **__: went.append("through"), app):  # noqa: B023
            watcher.open(address)
            assert (address, went) == (address, [])
            scorer.answer(bid="pass")
            went.clear()
            watcher.open(address)
            assert (address, went) == (address, [] if "revision" in address else ["through"])


def _cards(page: Page) -> list[str]:
    return re.findall(r'<li class="room__side[^>]*>', page.html)


def test_games_that_come_in_are_not_the_game_that_is_played(
    scorer: Phone, watcher: Phone, stranger: Phone, link: Link
) -> None:
    """Neither a past year, nor another machine's games, nor an evening entered later."""
    scorer.begin(ending__target="15")
    scorer.write_hand()
    bring_in(scorer, totals(24, ("Eva", "Fred", "Gil", "Hana")))
    assert said(watcher.open("/screen"), "title") == ["Game over"]
    assert watcher.open("/screen/revision").headers["Playing"] == "1"
    scorer.write_game()
    scorer.answer(26, bid="7C", winner="2")
    bring_in(scorer, totals(25, ("Ida", "Jo", "Kim", "Lea")))
    past = scorer.open("/sessions/new").form("/sessions/new")
    page = scorer.fill(past, {"date": "2020-02-02", "name": ""})
    evening = page.address.split("/")[2]
    form = scorer.open(f"/games/new?session={evening}").form("/games/new")
    seats = {f"names-{seat}": name for seat, name in enumerate(("Moe", "Nat", "Ola", "Pia"))}
    entered = scorer.fill(form, {"dealer": "0"} | seats)
    assert entered.address == "/games/52/"
    assert said(watcher.open("/screen"), "title") == ["Hand 1 · Anna deals"]
    assert stranger.open(link(Role.SCORE)).address == "/games/26/"
    over = scorer.open("/games/1/")
    assert ("Rematch" in over.words, 'href="/games/26/"' in over.html) == (False, True)


def test_an_imported_game_that_is_played_on_is_the_game_that_is_played(
    scorer: Phone, watcher: Phone, tmp_path: Path
) -> None:
    other = Phone(create_app(Store.open(tmp_path / "other.db"), keyless=True).test_client())
    other.write_game()
    other.answer(bid="7C", winner="2")
    page = upload(scorer, other.open("/data/everything.json").html)
    scorer.send(page.forms[0])
    assert said(watcher.open("/screen"), "title") == ["Nobody has begun a game yet."]
    scorer.answer(number="0")
    assert said(watcher.open("/screen"), "title") == ["Hand 1 · Anna deals"]
