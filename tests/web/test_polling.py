"""Polling: answers from memory equal those of the full application."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable

import pytest
from flask import Flask, request_started

from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger import store as ledger
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.web.polling import LONGEST
from tests.doors import cookie_name
from tests.ledger.sealed import write_checksums
from tests.web.phone import Phone

Link = Callable[[Role], str]

TIMES_ASKED = 3  # the first request goes to the application, the others are answered from memory


def asked(phone: Phone, game: int = 1) -> list[tuple[int, str]]:
    """The answers to repeated requests for the revision."""
    address = f"/games/{game}/revision"
    pages = [phone.open(address) for _ in range(TIMES_ASKED)]
    return [(page.status, page.html if page.status == 200 else "") for page in pages]


def test_the_revision_moves_with_every_entry(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    answers = [asked(watcher), asked(scorer)]
    scorer.answer(bid="7C", winner="2")
    answers += [asked(watcher), asked(scorer)]
    assert answers == [[(200, "0")] * 3] * 2 + [[(200, "1")] * 3] * 2


def test_every_answer_says_that_it_is_not_to_be_kept(scorer: Phone) -> None:
    scorer.write_game()
    headers = [scorer.open("/games/1/revision").headers for _ in range(TIMES_ASKED)]
    assert {fields["Cache-Control"] for fields in headers} == {"no-store"}
    assert {fields["Content-Type"] for fields in headers} == {"text/plain; charset=utf-8"}
    assert {fields["X-Content-Type-Options"] for fields in headers} == {"nosniff"}


def test_an_entry_of_another_process_is_seen_a_moment_later(
    scorer: Phone, watcher: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.write_game()
    assert asked(watcher) == [(200, "0")] * 3
    other = Store.open(store.path)
    given = {"bid": "7C", "winner": "2"}
    other.record(1, 1, key=new_key(), revision=0, kind=Kind.ANSWER, given=given)
    monkeypatch.setattr(ledger, "GLANCE", 0.0)  # the moment has passed
    assert asked(watcher) == [(200, "1")] * 3


def test_a_renewed_key_ends_the_following(
    scorer: Phone, watcher: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.write_game()
    assert asked(watcher) == [(200, "0")] * 3
    with sqlite3.connect(store.path) as db:
        db.execute("update tables set watch_keys = watch_keys + 1")
    monkeypatch.setattr(ledger, "GLANCE", 0.0)
    assert (asked(watcher), asked(scorer)) == ([(403, "")] * 3, [(200, "0")] * 3)


@pytest.mark.parametrize("role", list(Role))
def test_keys_renewed_in_the_same_process_end_it_at_once(
    scorer: Phone, watcher: Phone, store: Store, role: Role
) -> None:
    scorer.write_game()
    assert asked(watcher) == [(200, "0")] * 3
    access_keys.renew(store, tables.first(store), role, "", Origin.COMMAND)
    assert asked(watcher) == [(403, "")] * 3


def test_a_cookie_that_is_padded_is_not_remembered(app: Flask, scorer: Phone) -> None:
    """Otherwise an admitted client could fill the memory."""
    scorer.write_game()
    asked(scorer)
    polling = app.extensions["polling"]
    before = len(polling)
    cookie = scorer.client.get_cookie(cookie_name(scorer.client))
    assert cookie
    padded = f"{cookie_name(scorer.client)}={cookie.value}; more={'x' * LONGEST}"
    client = app.test_client(use_cookies=False)
    answers = [client.get("/games/1/revision", headers={"Cookie": padded}) for _ in range(3)]
    assert ([answer.text for answer in answers], len(polling)) == (["0"] * 3, before)


def test_who_is_let_in_to_one_game_is_not_let_in_to_another_tables(
    scorer: Phone, watcher: Phone, store: Store
) -> None:
    scorer.write_game()
    asked(watcher)
    with sqlite3.connect(store.path) as db:
        db.execute("insert into tables values (2, 'Theirs', '', 1, 1, 0, null)")
        db.execute(
            "insert into games (id, table_id, key, rulebook, rules, ending, players, first_dealer,"
            " started) select 2, 2, key, rulebook, rules, ending, players, first_dealer, started"
            " from games"
        )
        write_checksums(db)
    assert (asked(watcher, 2), asked(watcher)) == ([(404, "")] * 3, [(200, "0")] * 3)


def test_strangers_are_told_nothing_however_often_they_ask(scorer: Phone, stranger: Phone) -> None:
    scorer.write_game()
    asked(scorer)
    assert asked(stranger) == [(403, "")] * 3


@pytest.mark.parametrize("address", ["/games/1/", "/games/1/sheet", "/games/1/board"])
def test_a_page_made_for_all_watchers_is_the_page_of_the_moment(
    scorer: Phone, watcher: Phone, address: str
) -> None:
    scorer.write_game()
    scorer.write_hand()
    first, again = watcher.open(address), watcher.open(address)
    assert (again.html, again.headers) == (first.html, first.headers)
    scorer.write_hand("2 3 0", "4 3 0 6")
    assert watcher.open(address).html != first.html


def test_the_same_page_is_sent_again_without_a_word_to_flask(
    app: Flask, scorer: Phone, watcher: Phone
) -> None:
    scorer.write_game()
    shown = [watcher.open("/games/1/board").html]
    went: list[str] = []
    with request_started.connected_to(lambda *_, **__: went.append("through"), app):
        shown += [watcher.open("/games/1/board").html for _ in range(3)]
        assert (len(set(shown)), went) == (1, [])
        scorer.answer(bid="7C", winner="2")
        went.clear()
        moved = [watcher.open("/games/1/board").html for _ in range(3)]
        assert (moved[0] == shown[0], len(set(moved)), went) == (False, 1, ["through"])


def test_watchers_see_it_in_their_own_language_and_look(
    app: Flask, scorer: Phone, watcher: Phone, link: Link
) -> None:
    scorer.write_game()
    other = Phone(app.test_client())
    other.open(link(Role.WATCH))
    token = other.open("/settings/").form("/settings/").fields["csrf_token"]

    def looks() -> list[list[str]]:
        heads = [phone.open("/games/1/").html.split("<head>")[0] for phone in (watcher, other)]
        return [re.findall(r'(?:lang|data-theme)="(\w+)"', head) for head in heads]

    assert looks() == [["en", "phone"], ["en", "phone"]]
    other.post("/settings/", {"csrf_token": token, "theme": "dark", "suits": "four"})
    assert looks() == [["en", "phone"], ["en", "dark"]]
    other.post("/language", {"csrf_token": token, "language": "de"})
    assert looks() == [["en", "phone"], ["de", "dark"]]
    assert looks() == [["en", "phone"], ["de", "dark"]]  # now from the cache


def test_scorers_never_get_the_page_of_a_watcher(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    watcher.open("/games/1/")
    assert [len(watcher.open("/games/1/").forms), len(scorer.open("/games/1/").forms) > 0] == [
        0,
        True,
    ]


def test_an_old_page_is_made_again(
    scorer: Phone, watcher: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may be changed while the game stands still."""
    scorer.write_game()
    old = watcher.open("/games/1/").html
    with sqlite3.connect(watcher.store.path) as db:
        db.execute("update players set name = 'Zwetschge' where id = 1")
    watcher.store.forget_names()
    shown = [watcher.open("/games/1/").html]
    monkeypatch.setattr("scorekeeper.web.page_cache.OLDEST", 0.0)
    shown.append(watcher.open("/games/1/").html)
    assert [page == old for page in shown] == [True, False]
    assert "Zwetschge" in shown[1]


def test_phones_that_asked_long_ago_are_forgotten(
    app: Flask, scorer: Phone, watcher: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.write_game()
    monkeypatch.setattr(app.extensions["polling"].followed, "most", 1)
    assert [asked(watcher), asked(scorer), asked(watcher)] == [[(200, "0")] * 3] * 3
