"""JSON answers to stored taps: a revision, a reason, or earlier entries."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest

from tests.web.phone import Form, Phone

Rows = Callable[[str], list[tuple[object, ...]]]
BARE = {"Accept": "application/json"}


@pytest.fixture
def table(scorer: Phone) -> Phone:
    """East has to announce the contract."""
    scorer.write_game()
    scorer.answer(bid="7C", winner="2")
    return scorer


def send(phone: Phone, form: Form, **answers: str) -> tuple[int, Mapping[str, Any]]:
    """Send a form like a page that has stored it."""
    answer = phone.client.post(form.action, data={**form.fields, **answers}, headers=BARE)
    return answer.status_code, json.loads(answer.text)


def test_the_answer_is_the_revision_that_the_entry_made(table: Phone, rows: Rows) -> None:
    form = table.question()
    assert send(table, form, number="2") == (200, {"revision": 2})
    assert rows("select number, fact from entries where number > 1") == [
        (2, '{"number":2,"seat":3}')
    ]


def test_what_two_phones_agree_on_is_no_conflict(table: Phone, rows: Rows) -> None:
    """The next stored tap is built on the recorded entry."""
    form = table.question()
    assert send(table, form, number="2") == (200, {"revision": 2})
    table.answer(number="1")
    assert send(table, form, number="2", key="of-another-phone") == (200, {"revision": 3})
    status, answer = send(table, form, number="3", key="of-a-third")
    assert (status, answer["problem"].partition(">")[0]) == (
        409,
        'Answered in the meantime: <bdi class="name"',
    )
    assert rows("select count(*) from entries") == [(3,)]


def test_sent_again_after_others_followed_it_is_told_the_same(table: Phone, rows: Rows) -> None:
    """Otherwise the next tap would be built on another phone's entry."""
    form = table.question()
    send(table, form, number="2")
    table.answer(number="0")
    assert send(table, form, number="2") == (200, {"revision": 2})
    assert rows("select count(*) from entries") == [(3,)]


def test_what_was_recorded_in_the_meantime_is_told(table: Phone, rows: Rows) -> None:
    form = table.question()
    table.answer(number="5")
    table.send(table.open("/games/1/").form("/undo"))
    table.send(table.open("/games/1/").form("/redo"))
    status, answer = send(table, form, number="2")
    assert (status, answer["revision"]) == (409, 4)
    dana = '<bdi class="name">Dana</bdi> said 5'
    assert answer["meanwhile"] == [dana, f"undone: {dana}", f"brought back: {dana}"]
    assert rows("select count(*) from entries") == [(4,)]


def test_two_answers_to_one_question_are_offered_both(
    table: Phone, second: Phone, rows: Rows
) -> None:
    form = table.question()
    second.answer(number="3")
    second.send(second.open("/games/1/more").form("/seat"), sits="1")
    _, conflict = send(table, form, number="2")
    keep, use = conflict["choices"]
    assert conflict["asked"] == '<bdi class="name">Dana</bdi>&#39;s contract?'
    assert [keep["way"], use["way"]] == ["keep", "use"]
    assert [re.sub("<.*?>", "", unescape(choice["told"])) for choice in (keep, use)] == [
        "Keep: 3 (Ben's phone)",
        "Use: 2 (this phone)",
    ]
    answer = table.client.post(
        use["address"], data={**form.fields, **dict(use["fields"])}, headers=BARE
    )
    assert (answer.status_code, json.loads(answer.text)) == (200, {"revision": 3})
    assert rows("select kind from entries where number = 3") == [("choice",)]
    words = table.open("/games/1/history").words
    assert "Dana said 2 (was: Dana said 3)" in words


def test_what_does_not_fit_is_told_with_its_reason(table: Phone, rows: Rows) -> None:
    """With the page that asks again, on which the reason stands."""
    form = table.question()
    reason = "A contract is a number from 0 to 13."
    status, answer = send(table, form, number="14")
    assert (status, answer["revision"], answer["problem"]) == (422, 1, reason)
    assert answer["page"].count(reason) == 1
    assert rows("select count(*) from entries") == [(1,)]


def test_an_undo_that_was_kept_is_told_its_revision_too(table: Phone) -> None:
    form = table.open("/games/1/").form("/undo")
    assert send(table, form) == (200, {"revision": 2})


def test_a_page_that_follows_asks_what_was_recorded_since(table: Phone) -> None:
    table.answer(number="5")
    words = table.open("/games/1/?since=0").words
    expected = "Recorded in the meantime: Chaim won the auction with 7♣Dana said 5"
    assert (expected in words, "meantime" in table.open("/games/1/").words) == (True, False)


def test_the_manifest_names_icons_that_are_there(stranger: Phone) -> None:
    """A browser asks for it without a cookie, so without a key."""
    manifest = json.loads(stranger.open("/manifest.webmanifest").html)
    sizes = {
        (icon["sizes"], icon.get("purpose", "any")): stranger.client.get(icon["src"]).mimetype
        for icon in manifest["icons"]
    }
    assert sizes == {
        ("any", "any"): "image/svg+xml",
        ("192x192", "any"): "image/png",
        ("512x512", "any"): "image/png",
        ("512x512", "maskable"): "image/png",
    }


def test_the_service_worker_names_files_that_are_there(stranger: Phone) -> None:
    script = stranger.open("/sw.js")
    assert (script.headers["Content-Type"], script.headers["Cache-Control"]) == (
        "text/javascript; charset=utf-8",
        "no-cache",
    )
    needed = json.loads(script.html.partition("const NEEDED = ")[2].partition(";\n")[0])
    statuses = {address: stranger.client.get(address).status_code for address in needed}
    assert statuses == dict.fromkeys(needed, 200)
    assert any(address.endswith("/js/tap_queue.js") for address in needed)


def test_the_service_worker_keeps_no_page_that_holds_a_key(table: Phone) -> None:
    script = table.open("/sw.js").html
    pattern = re.search(r"const NEVER = /(.*)/;", script)
    assert pattern
    never = re.compile(pattern[1].replace(r"\/", "/"))
    paths = ["/", "/links", "/links/journal", "/games/1/", "/games/1/more", "/games/1/sheet"]
    holding = [path for path in paths if "/join/" in table.open(path).html]
    assert holding == ["/links"]
    assert [path for path in paths if never.search(path.removeprefix("/"))] == [
        "/links", "/links/journal",
    ]  # fmt: skip


def test_a_tap_of_another_hand_is_never_sent_into_this_one(table: Phone, rows: Rows) -> None:
    form = table.question()
    before = rows("select count(*) from entries")
    problem = "It answers a question of hand 2, which is not the one running."
    assert send(table, form, number="3", hand="2") == (422, {"revision": 1, "problem": problem})
    assert rows("select count(*) from entries") == before
    assert send(table, form, number="3", hand="1") == (200, {"revision": 2})
    assert send(table, form, number="3", hand="1") == (200, {"revision": 2})  # the answer was lost


def test_a_kept_tap_is_told_what_was_answered_in_its_place(table: Phone, rows: Rows) -> None:
    """Before it is sent on, and again if it is; never a message of another question."""
    form = table.question()
    table.answer(number="5")
    before = rows("select count(*) from entries")
    status, answer = send(table, form, number="2")
    problem = (
        'Answered in the meantime: <bdi class="name">Dana</bdi> said 5. '
        'Now asked: <bdi class="name">Anna</bdi>&#39;s contract?'
    )
    assert (status, answer["problem"]) == (409, problem)
    status, answer = send(table, form, number="2", revision="2")
    assert (status, answer["revision"], answer["problem"]) == (422, 2, problem)
    assert [choice["told"] for choice in answer["choices"]] == [
        "Keep: 5 (this phone)",
        "Use: 2 (this phone)",
    ]
    assert rows("select count(*) from entries") == before


def test_a_kept_tap_whose_question_is_open_again_waits_for_it(table: Phone) -> None:
    form = table.question()
    table.send(table.open("/games/1/").form("/undo"))
    problem = "This is not asked at the moment. Now asked: Who won the auction?"
    status, answer = send(table, form, number="2")
    assert (status, answer["problem"]) == (409, problem)
    table.answer(bid="6H", winner="2")
    status, answer = send(table, form, number="2", revision="3")
    assert (status, answer) == (200, {"revision": 4})


def test_a_kept_tap_for_a_game_that_is_over_says_so(table: Phone) -> None:
    form = table.question()
    table.answer(number="5")
    table.send(table.open("/games/1/more").form("/stop"))
    status, answer = send(table, form, number="2", revision="3")
    assert (status, answer["problem"]) == (
        422,
        'Answered in the meantime: <bdi class="name">Dana</bdi> said 5. The game is over.',
    )


def test_a_choice_in_a_hand_that_is_no_number_is_refused(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.question()
    form.action = "/games/1/choice"
    page = scorer.fill(form, {"hand": "letter"})
    assert (page.status, page.problems) == (422, ["“letter” is not a whole number."])
