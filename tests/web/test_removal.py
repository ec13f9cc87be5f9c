"""A game or a whole import can be removed as one act, and restored."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest

from tests.web.phone import Page, Phone

Rows = Callable[[str], list[tuple[object, ...]]]


def remove(phone: Phone, game: int = 1) -> Page:
    return phone.send(phone.open(f"/games/{game}/more").form("/remove"))


def test_a_removed_game_is_not_listed_and_can_be_brought_back(scorer: Phone) -> None:
    scorer.write_game()
    page = remove(scorer)
    assert (page.address, "Removed: the game of Anna, Ben, Chaim, Dana." in page.words) == (
        "/",
        True,
    )
    assert "Deal the cards" in scorer.open("/").words
    page = scorer.send(page.form("/bring-back"))
    assert (page.address, "Who won the auction?" in page.words) == ("/games/1/", True)
    assert "Continue hand 1" in scorer.open("/").words


def test_a_game_stopped_before_its_first_hand_offers_it_at_once(scorer: Phone) -> None:
    scorer.write_game()
    page = scorer.send(scorer.open("/games/1/more").form("/stop"))
    assert "Stopped before the first hand was scored" in page.words
    page = scorer.send(page.form("/remove"))
    assert "Removed" in page.words


@pytest.mark.parametrize("called", [["pass"], ["7C"]], ids=["thrown in", "begun"])
def test_hands_without_points_do_not_keep_a_game(scorer: Phone, called: list[str]) -> None:
    scorer.write_game()
    for bid in called:
        scorer.answer(bid=bid, winner="2")
    assert "Removed" in remove(scorer).words


def test_a_game_with_hands_leaves_lists_and_figures_and_comes_back(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    assert "Removed: the game of Anna, Ben, Chaim, Dana." in remove(scorer).words
    assert "Dana" not in scorer.open("/players/").words
    page = scorer.open("/data")
    assert "1 game, removed" in page.words
    page = scorer.send(page.form("/bring-back"), moment=page.form("/bring-back").buttons[0][1])
    assert "1 game, removed" not in page.words
    assert "Dana" in scorer.open("/players/").words
    assert "A game was removed: Anna, Ben" in scorer.open("/links/journal").words


def test_an_import_is_removed_and_brought_back_as_one(scorer: Phone, rows: Rows) -> None:
    for _ in range(2):
        scorer.write_game()
    scorer.write_hand(game=1)
    file = scorer.client.get("/data/everything.json").data.replace(b'"key": "', b'"key": "again-')
    file = re.sub(rb'"session": "', b'"session": "again-', file)
    form = scorer.open("/data").form("/data/import").fields
    sent = {"csrf_token": form["csrf_token"], "file": (BytesIO(file), "games.json")}
    answer = scorer.client.post("/data/import", data=sent, content_type="multipart/form-data")
    preview = answer.text.partition('action="/data/import/')[2]
    scorer.post(f"/data/import/{preview.partition(chr(34))[0]}", {"csrf_token": form["csrf_token"]})
    assert rows("select count(*) from games where removed is null") == [(4,)]
    page = scorer.open("/data")
    assert "2 games, imported" in page.words
    page = scorer.send(page.form("/imports/remove"), first="3")
    assert rows("select id from games where removed is null") == [(1,), (2,)]
    assert "2 games, removed" in page.words
    way = page.form("/imports/bring-back")
    scorer.send(way, moment=way.buttons[0][1])
    assert rows("select count(*) from games where removed is null") == [(4,)]
    assert scorer.send(way, moment=way.buttons[0][1]).status == 404  # on another phone meanwhile
    assert scorer.post("/data/imports/remove", {**way.fields, "first": "1"}).status == 404
    assert "An import was removed: 2 games" in scorer.open("/links/journal").words


def test_another_phone_records_nothing_into_a_removed_game(scorer: Phone, rows: Rows) -> None:
    scorer.write_game()
    form = scorer.question()
    remove(scorer)
    page = scorer.send(form, bid="7C", winner="2")
    assert (page.status, page.problems) == (
        422,
        ["This game was removed from the list: bring it back to go on with it."],
    )
    assert rows("select count(*) from entries") == [(0,)]
    page = scorer.send(page.form("/bring-back"))
    assert "Who won the auction?" in page.words


def test_a_removed_game_asks_nothing(scorer: Phone) -> None:
    scorer.write_game()
    remove(scorer)
    page = scorer.open("/games/1/")
    assert [form.action for form in page.forms] == ["/games/1/bring-back"]
    assert "Who won the auction?" not in page.words


def test_its_rules_and_habits_are_not_offered_any_more(scorer: Phone) -> None:
    scorer.begin(rules="pagat")
    scorer.begin(rules="vax")
    assert scorer.open("/games/new").form("/new").fields["rules"] == "game-2"
    remove(scorer, 2)
    assert scorer.open("/games/new").form("/new").fields["rules"] == "game-1"


def test_a_rematch_brings_back_the_one_that_was_removed(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    over = scorer.open("/games/1/").form("/rematch")
    scorer.send(over)
    remove(scorer, 2)
    assert scorer.send(over).address == "/games/2/"
    assert "Continue hand 1" in scorer.open("/").words


def test_a_watcher_sees_that_it_is_gone_and_cannot_change_it(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    remove(scorer)
    page = watcher.open("/games/1/")
    assert ("This game was removed from the list." in page.words, page.forms) == (True, [])
    assert ('data-saved=""' in page.html, "data-live" in page.html) == (True, False)
    assert watcher.post("/games/1/bring-back").status == 403
    assert "Removed" not in watcher.open("/?removed=1").words
