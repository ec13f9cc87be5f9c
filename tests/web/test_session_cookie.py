"""The session cookie: two score keepers on one host do not interfere."""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.cookies import FORMER_NAME, name_for
from tests.doors import cookie_name, new_link

Link = Callable[[Role], str]


@pytest.fixture
def other(tmp_path: Path) -> Flask:
    """Another score keeper on the same host."""
    return create_app(Store.open(tmp_path / "other.db"))


def as_before(client: FlaskClient) -> FlaskClient:
    """The same browser, with a cookie under the old common name."""
    kept = client.get_cookie(cookie_name(client))
    assert kept
    browser = client.application.test_client()
    browser.set_cookie(FORMER_NAME, kept.value)
    return browser


def names_set(headers: list[str]) -> dict[str, bool]:
    """The cookies that an answer sets, and whether each is deleted."""
    cookies: dict[str, bool] = {}
    for line in headers:
        for name, morsel in SimpleCookie(line).items():
            cookies[name] = not morsel.value
    return cookies


def test_two_score_keepers_on_one_host_keep_a_cookie_each(
    app: Flask, other: Flask, store: Store, link: Link
) -> None:
    """A browser sends the cookies of a host to each of its ports."""
    jar: dict[str, str] = {}
    theirs = new_link(other.config["STORE"], Role.SCORE)
    for client, address in ((app.test_client(), link(Role.SCORE)), (other.test_client(), theirs)):
        for name, value in jar.items():
            client.set_cookie(name, value)
        client.get(address)
        kept = client.get_cookie(cookie_name(client))
        assert kept
        jar[kept.key] = kept.value
    assert len(jar) == 2
    for served in (app, other):
        client = served.test_client()
        for name, value in jar.items():
            client.set_cookie(name, value)
        assert client.get("/games/new").status_code == 200


def test_the_name_is_the_same_after_a_restart_and_says_nothing_of_the_secret(
    app: Flask, store: Store
) -> None:
    again = create_app(Store(store.path))
    name = again.config["SESSION_COOKIE_NAME"]
    assert name == app.config["SESSION_COOKIE_NAME"] == name_for(app.config["SECRET_KEY"])
    assert name.removeprefix("scorekeeper-") not in app.config["SECRET_KEY"]


def test_a_cookie_under_the_former_name_is_taken_and_renamed(app: Flask, link: Link) -> None:
    phone = app.test_client()
    phone.get(link(Role.SCORE))
    browser = as_before(phone)
    answer = browser.get("/games/new")
    assert answer.status_code == 200
    assert names_set(answer.headers.getlist("Set-Cookie")) == {
        cookie_name(browser): False,
        FORMER_NAME: True,
    }
    assert browser.get_cookie(FORMER_NAME) is None
    again = browser.get("/games/new")
    assert (again.status_code, names_set(again.headers.getlist("Set-Cookie"))) == (200, {})


def test_a_former_cookie_of_another_score_keeper_is_left_to_it(
    app: Flask, other: Flask, link: Link
) -> None:
    phone = app.test_client()
    phone.get(link(Role.SCORE))
    ours = phone.get_cookie(cookie_name(phone))
    assert ours
    browser = other.test_client()
    browser.set_cookie(FORMER_NAME, ours.value)
    answer = browser.get("/settings/")
    assert FORMER_NAME not in names_set(answer.headers.getlist("Set-Cookie"))
    assert browser.get("/games/new").status_code == 403
    kept = browser.get_cookie(FORMER_NAME)
    assert kept
    assert kept.value == ours.value


@pytest.mark.parametrize("value", ["", "x", "e30.Zg.x", "\u00e9" * 20])
def test_a_former_cookie_that_is_none_is_as_good_as_none(app: Flask, value: str) -> None:
    browser = app.test_client()
    browser.set_cookie(FORMER_NAME, value)
    assert browser.get("/games/new").status_code == 403
