"""Entries: recorded once, undone, or refused."""

from __future__ import annotations

import re
import sqlite3

import pytest

from scorekeeper.ledger import database
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.doors import cookie_name
from tests.web.first_hand import Rows, at_contracts, entries
from tests.web.phone import Phone
from tests.web.taps_and_tiles import STALE, marked


def test_a_double_tap_is_recorded_once_with_the_same_answer(table: Phone, rows: Rows) -> None:
    form = table.question()
    first = table.send(form, follow=False, bid="7C", winner="2")
    second = table.send(form, follow=False, bid="7C", winner="2")
    assert (first.status, first.headers["Location"]) == (303, "/games/1/#asked")
    assert (second.status, second.headers["Location"]) == (303, "/games/1/#asked")
    assert rows("select kind, fact from entries") == [("answer", '{"bid":"7C","winner":2}')]


def test_undo_and_redo_tapped_on_one_page_are_different_entries(table: Phone, rows: Rows) -> None:
    at_contracts(table, 2, 0)
    page = table.send(table.open("/games/1/").form("/undo"))
    undo, redo = page.form("/undo"), page.form("/redo")
    table.send(undo)
    page = table.send(redo)
    assert (page.status, page.notices, entries(rows)) == (409, [STALE], 5)


@pytest.mark.parametrize(
    "fields",
    [{"revision": ""}, {"revision": "two"}, {"key": ""}, {"key": "<b>"}, {"key": "k" * 65}],
)
def test_a_page_without_its_revision_or_key_is_refused(
    table: Phone, rows: Rows, fields: dict[str, str]
) -> None:
    page = table.fill(table.question(), {"bid": "7C", "winner": "2", **fields})
    assert (page.status, entries(rows)) == (422, 0)
    assert page.problems in (
        ["The page is incomplete: load it again and enter it once more."],
        ["“two” is not a whole number."],
    )


@pytest.mark.parametrize("token", ["", "x", "ImZvbyI.aaaaaa.bbbbbb"])
def test_an_entry_without_the_token_of_the_page_is_refused(
    table: Phone, rows: Rows, token: str
) -> None:
    page = table.send(table.question(), csrf_token=token, bid="7C", winner="2")
    assert (page.status, page.title, entries(rows)) == (400, "This page is too old", 0)
    assert "nothing was recorded" in page.words


def test_forms_are_taken_over_https(scorer: Phone, table: Phone, rows: Rows) -> None:
    """With https a browser sends the address of the page, as the pages ask it to."""
    assert table.open("/").headers["Referrer-Policy"] == "same-origin"
    form = table.question()
    cookie = table.client.get_cookie(cookie_name(table.client))
    assert cookie
    response = table.client.post(
        form.action,
        data={**form.fields, "bid": "7C", "winner": "2"},
        base_url="https://localhost",
        headers={"Referer": "https://localhost/games/1/"},
    )
    assert (response.status_code, entries(rows)) == (303, 1)


def test_undo_names_what_it_takes_back_and_redo_brings_it_again(table: Phone) -> None:
    at_contracts(table, 2, 0)
    page = table.open("/games/1/")
    assert "Undo: Anna said 0" in page.words
    page = table.send(page.form("/undo"))
    assert "Anna's contract?" in page.words
    assert "Undo: Dana said 2" in page.words
    assert "Redo: Anna said 0" in page.words
    page = table.send(page.form("/redo"))
    assert "Ben's contract?" in page.words
    assert "Redo" not in page.words


def test_undoing_the_tricks_takes_the_points_back(table: Phone) -> None:
    page = table.hand()
    assert "Undo: tricks of hand 1" in page.words
    page = table.send(page.form("/undo"))
    assert "How many tricks did each take?" in page.words
    assert "Anna 0 dealer" in page.words


def test_an_undo_of_the_tricks_shows_them_as_they_were_entered(table: Phone, rows: Rows) -> None:
    """A single wrong number can be corrected; opening a correction loses nothing."""
    table.hand()
    table.hand("1 2 2", "1 3 7 2")
    page = table.send(table.open("/games/1/").form("/undo"))
    assert " data-entered-before>" in page.html
    table.open("/games/1/hands/1/correct?question=tricks")  # and left as it was
    form = table.question()
    assert [form.fields[f"tricks-{side}"] for side in range(4)] == ["1", "3", "7", "2"]
    before = entries(rows)
    page = table.fill(form, {"tricks-0": "2"})
    assert (page.status, page.problems) == (422, ["1 trick too many"])
    assert " data-entered-before>" not in page.html
    table.fill(page.form("/answers"), {"tricks-2": "6"})
    assert entries(rows) == before + 1


def test_an_undo_marks_the_tiles_that_were_tapped_and_sends_none(table: Phone, rows: Rows) -> None:
    at_contracts(table, 2)
    page = table.send(table.open("/games/1/").form("/undo"))
    assert marked(page) == ["2"]
    page = table.send(page.form("/undo"))
    assert marked(page) == ["7C", "2"]
    before = entries(rows)
    page = table.send(page.form("/answers"))
    assert (page.status, page.problems, entries(rows)) == (
        422,
        ["Which bid won the auction?"],
        before,
    )
    assert marked(page) == []


@pytest.mark.parametrize("act", ["undo", "redo"])
def test_with_nothing_to_take_back_the_page_says_so(table: Phone, rows: Rows, act: str) -> None:
    page = table.post(f"/games/1/{act}", table.question().fields)
    assert (page.status, page.problems, entries(rows)) == (422, [f"There is nothing to {act}."], 0)


def test_the_game_is_stopped_and_taken_up_again(table: Phone, rows: Rows) -> None:
    table.hand()
    page = table.send(table.open("/games/1/more").form("/stop"))
    assert (page.title, "Ben wins" in page.words) == ("Game over · Scorekeeper", True)
    assert "The game was stopped." in page.words
    late = table.post("/games/1/answers", {**page.form("/undo").fields, "bid": "7C", "winner": "2"})
    assert (late.status, late.problems, entries(rows)) == (422, ["The game is over."], 6)
    page = table.send(page.form("/undo"))
    assert "Who won the auction?" in page.words


def test_the_table_says_who_deals(table: Phone, rows: Rows) -> None:
    form = table.open("/games/1/more").form("/dealer")
    page = table.send(form, dealer="2")
    assert ("Chaim 0 dealer" in page.words, entries(rows)) == (True, 1)
    table.answer(bid="7C", winner="2")
    more = table.open("/games/1/more")
    assert "Chaim deals. The dealer is fixed once the hand has begun." in more.words
    late = table.post("/games/1/dealer", {**table.question().fields, "dealer": "1"})
    assert (late.status, late.problems, entries(rows)) == (
        422,
        ["The hand has begun; undo its entries to change the dealer."],
        2,
    )


def test_a_file_that_cannot_be_written_says_that_nothing_was_recorded(
    table: Phone, store: Store, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = table.question()
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    slow = create_app(Store(store.path))
    client = slow.test_client()
    cookie = table.client.get_cookie(cookie_name(table.client))
    assert cookie
    client.set_cookie(cookie_name(client), cookie.value)
    other = sqlite3.connect(store.path, isolation_level=None)
    try:
        other.execute("begin immediate")
        page = Phone(client).send(form, bid="7C", winner="2")
    finally:
        other.close()
    assert (page.status, page.title, entries(rows)) == (503, "Not recorded", 0)
    busy = "Nothing was recorded. Another program holds the score file: close it, or wait until"
    assert busy in page.words
    again = Phone(client).send(form, bid="7C", winner="2")
    assert (again.status, entries(rows)) == (200, 1)


def test_more_than_a_page_takes_is_refused(table: Phone, rows: Rows) -> None:
    page = table.send(table.question(), bid="7C" * 200_000)
    assert (page.status, page.title, entries(rows)) == (413, "Too much", 0)


def test_every_entry_carries_the_device_that_made_it(table: Phone, rows: Rows) -> None:
    table.answer(bid="7C", winner="2")
    ((device,),) = rows("select device from entries")
    assert re.fullmatch(r"[0-9a-f]{8}", str(device))
