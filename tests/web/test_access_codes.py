"""Codes on the pages: shown to those who score, typed by a phone that no link reaches."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.ledger import access_codes, access_keys
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.place import Place
from scorekeeper.web.rate_limits import KEYS, Buckets, Limit
from tests.web.phone import Page, Phone
from tests.web.test_links import links
from tests.web.test_phones import listed
from tests.web.test_rate_limits import Clock

Link = Callable[[Role], str]
Rows = Callable[[str], list[tuple[object, ...]]]
OFFERED = "A code to say aloud"


def codes(page: Page) -> list[str]:
    """The codes of a page in their two groups, that for scoring first."""
    shown = re.findall(r'spoken__digits"[^>]*>(.*?)</p>', page.html)
    return [re.sub("<.*?>", "", code) for code in shown]


def make(phone: Phone, role: Role = Role.SCORE) -> str:
    page = phone.send(phone.open("/links").form("/links"), links=f"code-{role.value}")
    return codes(page)[-1]


def type_code(phone: Phone, code: str, follow: bool = True) -> Page:
    return phone.send(phone.open("/").form("/join"), follow, code=code)


@pytest.fixture
def clock(app: Flask) -> Clock:
    clock = Clock()
    app.extensions["limits"][KEYS] = Buckets(clock)
    return clock


@pytest.mark.parametrize("role", list(Role))
def test_a_phone_that_types_a_code_is_let_in_with_a_key_of_its_own(
    app: Flask, scorer: Phone, stranger: Phone, role: Role
) -> None:
    """It stands in the list of phones, and the journal has the making and the use of the code."""
    scorer.write_game()
    page = type_code(stranger, make(scorer, role))
    assert (page.status, page.address) == (200, "/games/1/")
    assert stranger.open("/links/journal").status == (200 if role is Role.SCORE else 403)
    theirs, ours = links(stranger.open("/links")), links(scorer.open("/links"))
    assert (len(theirs), set(theirs) & set(ours)) == (2 if role is Role.SCORE else 1, set())
    assert [Phone(app.test_client()).open(link).status for link in theirs] == [200] * len(theirs)
    page = scorer.open("/links")
    assert listed(page)[:4] == [
        *("Keep score", "Phone 1 this phone"),
        *("Keep score" if role is Role.SCORE else "Watch", "Phone 2"),
    ]
    assert "with a code typed on it" in page.words
    journal = scorer.open("/links/journal").words
    for_what = "scoring" if role is Role.SCORE else "watching"
    used, made = f"The code for {for_what} was typed.", f"A code for {for_what} was made."
    assert re.search(rf"{used} [^·]*· Phone 2 {made} [^·]*· Phone 1", journal)


def test_a_code_is_shown_to_those_who_score_and_they_alone_make_one(
    scorer: Phone, second: Phone, watcher: Phone, rows: Rows
) -> None:
    assert OFFERED in scorer.open("/links").words
    code = make(scorer)
    assert re.fullmatch(r"\d{4} \d{4}", code)
    assert [codes(phone.open("/links")) for phone in (scorer, second, watcher)] == [[code]] * 2 + [
        []
    ]
    assert "A code" not in watcher.open("/links").words
    token = watcher.open("/settings/").form("/settings/").fields["csrf_token"]
    sent = {"csrf_token": token, "links": "code-watch"}
    assert watcher.post("/links", sent).status == 403
    assert rows("select role from codes") == [("score",)]


def test_who_watches_scores_by_a_code_and_who_scores_goes_on(scorer: Phone, watcher: Phone) -> None:
    """A phone of a table types a code on a page of its own."""
    scoring, watching = (make(scorer, role) for role in Role)
    assert 'href="/join"' in watcher.open("/links").html
    for phone, code in ((watcher, scoring), (scorer, watching)):
        assert phone.send(phone.open("/join").form("/join"), code=code).status == 200
    assert watcher.begin().status == scorer.open("/games/new").status == 200


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1234 567", "A code has 8 digits, as in 1234 5678."),
        ("", "A code has 8 digits, as in 1234 5678."),
        ("0000 0000", "This code is not valid, or not any more. Check the digits"),
    ],
)
def test_a_wrong_code_is_asked_again_as_it_was_typed(
    scorer: Phone, stranger: Phone, typed: str, reason: str
) -> None:
    if make(scorer) == typed:
        make(scorer)
    page = type_code(stranger, typed)
    assert (page.status, page.form("/join").fields["code"]) == (422, typed)
    assert (len(page.problems), page.problems[0].startswith(reason)) == (1, True)
    assert stranger.open("/").status == 403
    assert stranger.open(page.address).status == 200, "the page may be reloaded"


def test_guesses_of_a_client_are_limited_before_they_are_looked_up(
    app: Flask, clock: Clock, scorer: Phone, stranger: Phone, link: Link
) -> None:
    """Otherwise the right code would be found at any speed; links go on."""
    code = make(scorer)
    guess = "0000 0000" if code != "0000 0000" else "0000 0001"
    form = stranger.open("/").form("/join")
    assert [stranger.send(form, code=guess).status for _ in range(11)] == [422] * 10 + [429]
    page = stranger.send(form, code=code)
    assert (page.status, page.headers["Retry-After"]) == (429, "6")
    assert "Too many wrong links or codes have come from this network." in page.words
    assert page.form("/join").fields["code"] == code
    assert Phone(app.test_client()).open(link(Role.SCORE)).status == 200
    clock.now += 6
    assert stranger.send(form, code=code).status == 200


def test_after_too_many_guesses_of_all_clients_the_code_alone_is_void(
    app: Flask,
    scorer: Phone,
    stranger: Phone,
    link: Link,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access_codes, "MOST_WRONG", 3)
    app.config[KEYS] = Limit(1, 600.0)
    code = make(scorer)
    guess = "0000 0000" if code != "0000 0000" else "0000 0001"
    form = stranger.open("/").form("/join")
    for number in range(3):
        stranger.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
        assert stranger.send(form, code=guess).status == 422
    stranger.client.environ_base["REMOTE_ADDR"] = "192.0.2.9"
    assert stranger.send(form, code=code).status == 422
    page = scorer.open("/links")
    assert (codes(page), "Too many wrong codes were tried" in page.words) == ([], True)
    assert Phone(app.test_client()).open(link(Role.SCORE)).status == 200
    stranger.client.environ_base["REMOTE_ADDR"] = "192.0.2.10"
    assert stranger.send(form, code=make(scorer)).status == 200, "a new one is good"


def test_a_code_is_typed_at_any_process_of_the_file(
    store: Store, scorer: Phone, stranger: Phone
) -> None:
    there = Phone(create_app(Store.open(store.path)).test_client())
    assert type_code(there, make(scorer)).status == 200
    assert type_code(stranger, make(there)).status == 200


def test_no_address_and_no_log_says_a_code(
    scorer: Phone,
    stranger: Phone,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    made = scorer.send(scorer.open("/links").form("/links"), follow=False, links="code-score")
    assert made.headers["Location"] == "/links#code-score"
    page = scorer.open("/links")
    (code,) = codes(page)
    said = re.compile(rf"{code}|{code.replace(' ', '')}")
    assert said.findall("".join(re.findall(r'(?:href|action|src)="([^"]*)"', page.html))) == []
    joined = type_code(stranger, code, follow=False)
    assert (joined.status, joined.headers["Location"]) == (303, "/")

    def fails(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(access_keys, "mint", fails)
    form = scorer.open("/join").form("/join")
    assert scorer.send(form, code=code).status == 500
    assert "a fault" in caplog.text
    assert said.findall(caplog.text) == []


@pytest.mark.parametrize("place", [Place(), Place(shell=True, phones=False)])  # noqa: S604
def test_without_keys_there_are_no_codes(store: Store, place: Place) -> None:
    phone = Phone(create_app(store, keyless=True, place=place).test_client())
    phone.write_game()
    token = phone.open("/settings/").form("/settings/").fields["csrf_token"]
    assert phone.open("/join").status == 404
    assert phone.post("/join", {"csrf_token": token, "code": "1234 5678"}).status == 404
    pages = [phone.open(path) for path in ("/", "/games/1/", "/games/1/more", "/help")]
    assert [
        page for page in pages if re.search("name=.code|eight digits|say aloud", page.html)
    ] == []
