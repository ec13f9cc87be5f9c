"""Links shared and renewed on a phone."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import access, create_app
from tests.doors import cookie_name, new_links
from tests.web.phone import Page, Phone

Link = Callable[[Role], str]
Rows = Callable[[str], list[tuple[object, ...]]]


def links(page: Page) -> list[str]:
    """The addresses in the links of a page, the scoring link first."""
    return re.findall(r'<p class="invitation__link"[^>]*>http://localhost(.*?)</p>', page.html)


def renew(phone: Phone, what: str) -> Page:
    return phone.send(phone.open("/links").form("/links"), links=what)


def opens(app: Flask, addresses: list[str]) -> list[int]:
    """The answers to new phones that follow some links."""
    return [Phone(app.test_client()).open(address).status for address in addresses]


def test_the_first_page_leads_to_the_links(scorer: Phone, watcher: Phone, link: Link) -> None:
    assert [phone.open("/").words.count("Share this table") for phone in (scorer, watcher)] == [
        1,
        1,
    ]
    assert links(scorer.open("/links")) == [link(Role.SCORE), link(Role.WATCH)]
    assert links(watcher.open("/links")) == [link(Role.WATCH)]
    assert scorer.open("/links").forms != []
    assert watcher.open("/links").forms == []


def test_one_link_is_in_sight_and_the_other_behind_it(scorer: Phone, watcher: Phone) -> None:
    """Above the first fold there is one link with its code."""
    for phone in (scorer, watcher):
        in_sight = phone.open("/links").html.partition("<details")[0]
        assert (in_sight.count("<svg"), in_sight.count("invitation__link")) == (1, 1)


def test_the_page_leads_back_to_the_game(scorer: Phone) -> None:
    assert '<a class="button button--wide" href="/">Back</a>' in scorer.open("/links").html
    scorer.write_game()
    page = scorer.open("/games/1/")
    assert 'href="/links"' in page.html
    assert '<a class="button button--wide" href="/games/1/">Back</a>' in scorer.open("/links").html


def test_the_link_for_watching_leads_to_the_screen(app: Flask, scorer: Phone, link: Link) -> None:
    scorer.write_game()
    page = scorer.open("/links")
    screens = re.findall(r'<p class="invitation__screen"[^>]*>http://localhost(.*?)</p>', page.html)
    assert screens == [f"{link(Role.WATCH)}?to={place}" for place in ("screen", "plain")]
    for address, refresh in zip(screens, (None, "15"), strict=True):
        shown = Phone(app.test_client()).open(address)
        assert (shown.address, shown.headers.get("Refresh")) == ("/screen", refresh)
    assert Phone(app.test_client()).open(f"{link(Role.WATCH)}?to=/elsewhere").address == "/games/1/"


def test_a_phone_that_got_more_hands_on_more(watcher: Phone, scorer: Phone, link: Link) -> None:
    watcher.open(link(Role.SCORE))
    scorer.open(link(Role.WATCH))
    both = [link(Role.SCORE), link(Role.WATCH)]
    assert [links(phone.open("/links")) for phone in (watcher, scorer)] == [both, both]


def test_both_links_are_renewed_and_everybody_else_is_out(
    app: Flask, scorer: Phone, watcher: Phone, link: Link
) -> None:
    second = Phone(app.test_client())
    second.open(link(Role.SCORE))
    old = [link(Role.SCORE), link(Role.WATCH)]
    page = renew(scorer, "score")
    assert "Both links are new." in page.words
    fresh = links(page)
    assert (len(fresh), set(fresh) & set(old)) == (2, set())
    assert [phone.open("/").status for phone in (scorer, second, watcher)] == [200, 403, 403]
    assert opens(app, old + fresh) == [404, 404, 200, 200]
    assert scorer.begin().status == 200


def test_the_watching_link_is_renewed_and_those_who_score_go_on(
    app: Flask, scorer: Phone, watcher: Phone, link: Link
) -> None:
    second = Phone(app.test_client())
    second.open(link(Role.SCORE))
    old = [link(Role.SCORE), link(Role.WATCH)]
    fresh = links(renew(scorer, "watch"))
    assert (fresh[0], fresh[1] == old[1]) == (old[0], False)
    assert [phone.open("/").status for phone in (scorer, second, watcher)] == [200, 200, 403]
    assert opens(app, [old[1], *fresh]) == [404, 200, 200]
    assert links(second.open("/links")) == fresh


def test_every_phone_that_scores_hands_on_links_that_are_good(
    app: Flask, store: Store, scorer: Phone
) -> None:
    """Each phone derives its own watching link, also after another one has renewed them."""
    second = Phone(app.test_client())
    second.open(new_links(store)[Role.SCORE])
    renew(scorer, "watch")
    mine, theirs = links(scorer.open("/links")), links(second.open("/links"))
    assert set(mine).isdisjoint(theirs)
    assert opens(app, mine + theirs) == [200] * 4


def test_two_server_processes_on_one_file_let_the_same_people_in(
    app: Flask, store: Store, scorer: Phone, link: Link
) -> None:
    other = create_app(Store.open(store.path))
    there = Phone(other.test_client())
    assert there.open(link(Role.SCORE)).status == 200
    cookie = scorer.client.get_cookie(cookie_name(scorer.client))
    assert cookie
    same = Phone(other.test_client())
    same.client.set_cookie(cookie_name(same.client), cookie.value)
    assert same.open("/").status == 200
    fresh = links(renew(there, "score"))
    assert [phone.open("/").status for phone in (scorer, same, there)] == [403, 403, 200]
    assert opens(app, fresh) + opens(other, fresh) == [200] * 4


def test_a_new_link_stands_beside_the_others(app: Flask, scorer: Phone, link: Link) -> None:
    old = [link(Role.SCORE), link(Role.WATCH)]
    page = renew(scorer, "new")
    assert "the others are still good" in page.words
    assert opens(app, [*old, *links(page)]) == [200] * 4


def test_a_phone_whose_key_is_gone_scores_on_and_makes_a_new_link(
    app: Flask, store: Store, scorer: Phone, watcher: Phone
) -> None:
    store.db.execute("delete from keys")
    for phone, text in (
        (scorer, "The phone can still enter scores."),
        (watcher, "ask whoever keeps"),
    ):
        page = phone.open("/links")
        assert (page.status, links(page), text in page.words) == (200, [], True)
    assert opens(app, links(renew(scorer, "new"))) == [200, 200]


def test_a_cookie_without_a_key_is_still_good(scorer: Phone) -> None:
    with scorer.client.session_transaction() as session:
        session["grants"] = {"1": ["score", 1]}
    assert scorer.open("/").status == 200
    assert len(links(renew(scorer, "new"))) == 2


@pytest.mark.parametrize("what", ["", "king", "SCORE"])
def test_what_is_no_link_is_not_renewed(scorer: Phone, rows: Rows, what: str) -> None:
    before = rows("select * from keys"), rows("select * from tables")
    assert renew(scorer, what).status == 400
    assert (rows("select * from keys"), rows("select * from tables")) == before


def test_without_keys_there_are_no_links(store: Store) -> None:
    phone = Phone(create_app(store, keyless=True).test_client())
    token = phone.open("/settings/").form("/settings/").fields["csrf_token"]
    answers = phone.open("/links"), phone.post("/links", {"csrf_token": token, "links": "score"})
    assert [page.status for page in answers] == [404, 404]
    assert "Share this table" not in phone.open("/").words


def test_a_phone_keeps_a_dozen_tables_and_the_newest_is_open(
    store: Store, stranger: Phone, rows: Rows
) -> None:
    for number in range(access.MOST_TABLES + 2):
        store.db.execute(
            "insert into tables (name, created, score_keys, watch_keys) values (?, '', 1, 1)",
            [f"Table {number}"],
        )
    for table in tables.every(store):
        stranger.open(new_links(store, table)[Role.SCORE])
    with stranger.client.session_transaction() as session:
        assert len(session["grants"]) == access.MOST_TABLES
        assert session["table"] == tables.every(store)[-1].id
    cookie = stranger.client.get_cookie(cookie_name(stranger.client))
    assert cookie
    assert len(cookie.value) < 2000


def test_a_key_is_in_no_address_but_its_own_and_no_browser_passes_it_on(
    stranger: Phone, link: Link
) -> None:
    joined = stranger.open(link(Role.SCORE), follow=False)
    assert (joined.headers["Location"], joined.headers["Referrer-Policy"]) == ("/", "no-referrer")
    wrong = stranger.open("/join/no-such-key")
    assert (wrong.status, wrong.headers["Referrer-Policy"]) == (404, "strict-origin")
    key = link(Role.SCORE).rpartition("/")[2]
    addresses = re.findall(r'(?:href|action|src)="([^"]*)"', stranger.open("/links").html)
    assert len(addresses) > 5
    assert [address for address in addresses if key in address] == []


def test_at_the_door_a_language_is_chosen_by_https_too(store: Store) -> None:
    """With https a browser sends its origin; only the host counts: the address holds the key."""
    client = create_app(store, behind_proxy=True).test_client()
    https = {"X-Forwarded-Proto": "https"}
    page = client.get("/join/no-such-key", headers=https)
    assert page.headers["Referrer-Policy"] == "strict-origin"
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page.text)[0]
    sent = {"csrf_token": token, "language": "de", "back": "/"}
    from_host = https | {"Referer": "https://localhost/"}
    assert client.post("/language", data=sent, headers=from_host).status_code == 303
    assert client.post("/language", data=sent, headers=https).status_code == 400


@pytest.mark.parametrize(
    "error", [RuntimeError("a fault"), sqlite3.OperationalError("the disk does not answer")]
)
def test_no_log_says_a_key(
    error: Exception,
    stranger: Phone,
    link: Link,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*_: object) -> None:
        raise error

    caplog.set_level(logging.DEBUG)
    address = link(Role.SCORE)
    monkeypatch.setattr(access_keys, "look_up", fails)
    assert stranger.open(address).status == (503 if isinstance(error, sqlite3.Error) else 500)
    assert "/join/<key>" in caplog.text
    assert address.rpartition("/")[2] not in caplog.text
