"""Access: admission, writing, and the information shown to strangers."""

from __future__ import annotations

import datetime as dt
import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.access import EVENING
from tests.conftest import PLAYERS, setup_of
from tests.ledger.sealed import write_checksums
from tests.web.every_door import DOOR, KINDS, OWN, addresses_of
from tests.web.phone import Phone
from tests.web.refusals import PRIVATE, Link, describe_page

Rows = Callable[[str], list[tuple[object, ...]]]

ASK = "Ask whoever keeps the score: open the link, scan the square code, or type the eight digits."
WATCHES = (403, "This link only watches", "Ask for the scoring link to write here.")


def routes(app: Flask, method: str) -> Iterator[str]:
    """Every address that takes a method, except doors and what a phone writes to its own cookie."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and KINDS[rule.rule] not in {DOOR, OWN}:
            yield from addresses_of(app, rule)


def test_without_a_key_there_is_nothing_to_see_or_to_do(stranger: Phone, app: Flask) -> None:
    doors = {describe_page(stranger.open(address)) for address in routes(app, "GET")}
    doors |= {describe_page(stranger.post(address)) for address in routes(app, "POST")}
    doors |= {describe_page(stranger.open("/nowhere"))}
    assert doors == {
        (
            403,
            PRIVATE,
            ASK,
        )
    }


def test_a_wrong_key_is_nowhere(stranger: Phone) -> None:
    page = stranger.open("/join/no-such-key")
    assert describe_page(page) == (
        404,
        PRIVATE,
        f"This link is not valid, or not any more. {ASK}",
    )
    assert describe_page(stranger.open("/"))[:2] == (403, PRIVATE)


@pytest.mark.parametrize("role", list(Role))
def test_a_key_is_exchanged_for_a_cookie_and_leaves_the_address(
    stranger: Phone, link: Link, role: Role
) -> None:
    page = stranger.open(link(role), follow=False)
    assert (page.status, page.headers["Location"], page.headers["Cache-Control"]) == (
        303,
        "/",
        "no-store",
    )
    cookie = page.headers["Set-Cookie"].split("; ")
    assert re.match(r"scorekeeper-[0-9a-f]{10}=", cookie[0])
    assert sorted(cookie[2:]) == ["HttpOnly", "Path=/", "SameSite=Lax"]
    assert stranger.open("/").status == 200


@pytest.mark.parametrize("role", list(Role))
def test_a_link_leads_to_the_hand_that_is_being_played(
    scorer: Phone, stranger: Phone, link: Link, store: Store, role: Role
) -> None:
    scorer.begin(ending__target="10")
    assert stranger.open(link(role), follow=False).headers["Location"] == "/games/1/"
    clock, tomorrow = store.clock, store.clock() + EVENING + dt.timedelta(minutes=1)
    store.clock = lambda: tomorrow
    assert stranger.open(link(role), follow=False).headers["Location"] == "/"
    store.clock = clock
    scorer.hand()  # the last one
    assert stranger.open(link(role), follow=False).headers["Location"] == "/"


def test_the_watching_link_writes_nothing_anywhere(
    scorer: Phone, watcher: Phone, app: Flask, rows: Rows
) -> None:
    scorer.write_game()
    scorer.write_hand()
    everything = "select * from entries", "select * from games", "select * from players"
    before = [rows(query) for query in everything]
    fields = {"csrf_token": "", "key": "k", "revision": "5", "dealer": "1", "bid": "7C"}
    answers = {describe_page(watcher.post(address, fields)) for address in routes(app, "POST")}
    assert answers == {WATCHES}
    assert [rows(query) for query in everything] == before


def test_no_page_of_a_watcher_has_a_form_that_records(
    scorer: Phone, watcher: Phone, app: Flask
) -> None:
    scorer.write_game()
    scorer.write_hand()
    scorer.answer(bid="7C", winner="2")
    for address in ("/games/1/", *routes(app, "GET")):
        page = watcher.open(address)
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        forms = {form.action for form in page.forms if form.method != "get"}
        assert (address, forms - {"/language", "/settings/"}) == (address, set())


def test_a_watcher_sees_the_question_but_no_tiles(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    page = watcher.open("/games/1/")
    assert "Who won the auction?" in page.words
    assert "Undo" not in page.words
    assert "<button" not in page.html
    assert 'data-revision="0"' in page.html


def test_the_scoring_link_lets_a_watcher_write(watcher: Phone, link: Link) -> None:
    watcher.open(link(Role.SCORE))
    assert watcher.begin().title == "Hand 1 · Anna deals · Scorekeeper"


def test_the_watching_link_takes_scoring_from_nobody(scorer: Phone, link: Link) -> None:
    scorer.open(link(Role.WATCH))
    assert scorer.begin().title == "Hand 1 · Anna deals · Scorekeeper"


@pytest.mark.parametrize(
    ("renewed", "statuses"),
    [(Role.SCORE, (403, 403)), (Role.WATCH, (200, 403))],
)
def test_a_renewed_key_shuts_out_those_who_had_the_old_one(  # noqa: PLR0917
    store: Store,
    scorer: Phone,
    watcher: Phone,
    link: Link,
    renewed: Role,
    statuses: tuple[int, int],
) -> None:
    old = {role: link(role) for role in Role}
    access_keys.renew(Store(store.path), tables.first(store), renewed, "", Origin.COMMAND)
    assert (scorer.open("/").status, watcher.open("/").status) == statuses
    opens = [scorer.open(address).status for address in (*old.values(), link(Role.WATCH))]
    assert opens == [404 if renewed is Role.SCORE else 200, 404, 200]


def test_a_missing_page_says_nothing_about_what_exists(
    scorer: Phone, store: Store, rows: Rows
) -> None:
    """Another table's game, a missing game or hand, and an unknown address look the same."""
    scorer.write_game()
    scorer.write_hand()
    with sqlite3.connect(store.path) as connection:
        connection.execute("insert into tables values (2, 'Theirs', '', 1, 1, 0, null)")
    assert new_game(store, 2, "theirs", setup_of(), PLAYERS) == 2
    missing = [
        "/games/2/",  # another table's
        "/games/3/",
        "/games/0/",
        f"/games/{10**30}/",
        "/games/2/sheet",
        "/games/3/sheet",
        "/games/2/revision",
        "/games/3/revision",
        "/games/2/hands/1/",
        "/games/3/hands/1/",
        "/games/1/hands/9/",
        "/games/1/hands/0/",
        f"/games/1/hands/{10**30}/",
        "/games/2/hands/1/correct",
        "/games/one/",
        "/nowhere",
    ]
    answers = {address: scorer.open(address) for address in missing}
    assert {describe_page(page) for page in answers.values()} == {
        (404, "Nothing here", "There is no such page.")
    }
    assert len({page.html for page in answers.values()}) == 1


def test_an_entry_for_another_tables_game_is_nowhere(
    scorer: Phone, store: Store, app: Flask, rows: Rows
) -> None:
    scorer.write_game()
    token = scorer.token()
    with sqlite3.connect(store.path) as connection:
        connection.execute("insert into tables values (2, 'Theirs', '', 1, 1, 0, null)")
        connection.execute("update games set table_id = 2")
        write_checksums(connection)
        connection.execute("update players set table_id = 2")
        connection.execute("update sessions set table_id = 2")
    create = {"csrf_token": token, "key": "k", "revision": "0", "bid": "7C", "winner": "2"}
    fresh = Phone(scorer.client)
    app.config["STORE"] = Store(store.path)  # it has not read the game before
    answers = {
        describe_page(fresh.post(address, create))
        for address in routes(app, "POST")
        if "1" in address
    }
    assert answers == {(404, "Nothing here", "There is no such page.")}
    assert rows("select count(*) from entries") == [(0,)]


def test_an_application_without_keys_lets_everyone_score(store: Store) -> None:
    phone = Phone(create_app(store, keyless=True).test_client())
    assert phone.open("/join/a-key-from-before").address == "/"
    assert phone.begin().title == "Hand 1 · Anna deals · Scorekeeper"
    assert phone.hand().title == "Hand 2 · Ben deals · Scorekeeper"


def test_a_scorer_hands_on_both_links_and_a_watcher_his_own(
    scorer: Phone, watcher: Phone, link: Link
) -> None:
    more, watched = scorer.open("/links"), watcher.open("/links")
    score, watch = (f"http://localhost{link(role)}" for role in (Role.SCORE, Role.WATCH))
    assert (score in more.words, watch in more.words) == (True, True)
    assert (score in watched.words, watch in watched.words) == (False, True)
    assert (more.html.count("<svg"), watched.html.count("<svg")) == (2, 1)


def test_an_address_of_this_machine_alone_is_not_handed_on(
    scorer: Phone, app: Flask, link: Link
) -> None:
    app.config["REACHABLE"] = "http://192.0.2.7:8013/"
    page = scorer.send(scorer.open("/links").form("/links"), links="code-score")
    assert f"http://192.0.2.7:8013{link(Role.SCORE)}" in page.words
    assert "Open http://192.0.2.7:8013 on the other phone" in page.words
    assert "localhost" not in page.words
