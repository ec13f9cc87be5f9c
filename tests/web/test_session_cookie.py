"""The session cookie: two score keepers on one host do not interfere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.cookies import name_for
from tests.doors import cookie_name, new_link

Link = Callable[[Role], str]


@pytest.fixture
def other(tmp_path: Path) -> Flask:
    """Another score keeper on the same host."""
    return create_app(Store.open(tmp_path / "other.db"))


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
