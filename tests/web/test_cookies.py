"""Cookies: signed, bound to a table and its keys, and a clock that goes back."""

from __future__ import annotations

import time
from typing import Any

import pytest
from itsdangerous import TimestampSigner

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.doors import cookie_name, new_link
from tests.web.phone import Phone
from tests.web.refusals import PRIVATE, Link, describe_page


def test_a_cookie_signed_by_another_file_is_worth_nothing(
    tmp_path_factory: pytest.TempPathFactory, stranger: Phone
) -> None:
    other = Store.open(tmp_path_factory.mktemp("other") / "scores.db")
    theirs = create_app(other).test_client()
    theirs.get(new_link(other, Role.SCORE))
    cookie = theirs.get_cookie(cookie_name(theirs))
    assert cookie
    stranger.client.set_cookie(cookie_name(stranger.client), cookie.value)
    assert describe_page(stranger.open("/"))[:2] == (403, PRIVATE)


@pytest.mark.parametrize(
    "grants",
    [{"1": ["score", 99]}, {"1": ["king", 1]}, {"9": ["score", 1]}, {}],
    ids=["other generation", "no such role", "other table", "none"],
)
def test_a_cookie_that_grants_nothing_here_is_worth_nothing(
    stranger: Phone, grants: dict[str, Any]
) -> None:
    with stranger.client.session_transaction() as session:
        session["grants"] = grants
        session["table"] = int(next(iter(grants), 1))
    assert describe_page(stranger.open("/"))[:2] == (403, PRIVATE)


DAY = 86_400


@pytest.mark.parametrize(
    "since",
    [
        -60,  # the clock was set back by a minute
        -3000 * DAY,  # it was years ahead
        399 * DAY,
        401 * DAY,  # it is ahead, or was behind
        9000 * DAY,
    ],
)
def test_a_wrong_clock_logs_nobody_out(
    stranger: Phone, link: Link, monkeypatch: pytest.MonkeyPatch, since: int
) -> None:
    stranger.open(link(Role.SCORE))
    cookie = stranger.client.get_cookie(cookie_name(stranger.client))
    assert cookie
    now = time.time() + since
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: int(now))
    answer = stranger.client.get("/", headers={"Cookie": f"{cookie.key}={cookie.value}"})
    assert answer.status_code == 200
