"""Rate limits: failed keys per address, writes per phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.ledger.access_keys import Role
from scorekeeper.web import rate_limits
from scorekeeper.web.rate_limits import KEYS, PHONES_OF_A_LINK, WRITES, Buckets, Limit
from tests.web.phone import Phone

Link = Callable[[Role], str]
THREE = Limit(3, 10.0)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(app: Flask) -> Clock:
    """The clock of the application's buckets."""
    clock = Clock()
    app.extensions["limits"] = {name: Buckets(clock) for name in (KEYS, WRITES)}
    return clock


def test_a_bucket_has_so_many_tokens_and_fills_up_again() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    assert [buckets.take("a", THREE) for _ in range(4)] == [0, 0, 0, 10]
    clock.now += 4
    assert (buckets.take("a", THREE), buckets.wait("a", THREE)) == (6, 6)
    clock.now += 6
    assert [buckets.take("a", THREE) for _ in range(2)] == [0, 10]
    clock.now += 1000
    assert [buckets.take("a", THREE) for _ in range(4)] == [0, 0, 0, 10]


def test_each_has_a_bucket_of_his_own() -> None:
    buckets = Buckets(Clock())
    for _ in range(3):
        buckets.take("a", THREE)
    assert (buckets.take("a", THREE), buckets.take("b", THREE)) == (10, 0)


def test_looking_takes_nothing() -> None:
    buckets = Buckets(Clock())
    assert ([buckets.wait("a", THREE) for _ in range(9)], len(buckets)) == ([0] * 9, 0)


def test_however_many_come_the_memory_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_REMEMBERED", 100)
    buckets = Buckets(Clock())
    for number in range(5000):
        buckets.take(f"{number}", THREE)
        buckets.take("steady", THREE)
    assert (len(buckets), buckets.take("steady", THREE) > 0) == (100, True)


def test_too_many_wrong_keys_are_answered_later(
    app: Flask, clock: Clock, stranger: Phone, link: Link
) -> None:
    tried = [stranger.open(f"/join/{number}") for number in range(12)]
    assert [page.status for page in tried] == [404] * 10 + [429] * 2
    last = tried[-1]
    assert (last.headers["Retry-After"], last.headers["Cache-Control"]) == ("6", "no-store")
    assert "Try again in 6 seconds." in last.words
    clock.now += 6
    assert [stranger.open(f"/join/{number}").status for number in range(2)] == [404, 429]


def test_wrong_keys_from_a_household_shut_out_no_right_one(
    app: Flask, clock: Clock, stranger: Phone, link: Link
) -> None:
    app.config[KEYS] = Limit(1, 60.0)
    assert [stranger.open("/join/wrong").status for _ in range(2)] == [404, 429]
    assert [Phone(app.test_client()).open(link(role)).status for role in Role] == [200, 200]
    assert stranger.open("/join/wrong").status == 429, "right keys give no wrong one a chance"


def test_right_keys_count_for_nothing(app: Flask, clock: Clock, link: Link) -> None:
    app.config[KEYS] = Limit(1, 60.0)
    statuses = [Phone(app.test_client()).open(link(Role.WATCH)).status for _ in range(50)]
    assert statuses == [200] * 50


@pytest.mark.parametrize(
    ("first", "other", "together"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff", True),  # a household has 2 ** 64 of them
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("", "", True),  # a socket of the machine
        ("unix:", "unix:", True),
    ],
)
def test_addresses_count_as_households(
    app: Flask, clock: Clock, first: str, other: str, together: bool
) -> None:
    app.config[KEYS] = Limit(1, 60.0)
    answers = [
        app.test_client().get("/join/x", environ_base={"REMOTE_ADDR": address}).status_code
        for address in (first, other)
    ]
    assert answers == [404, 429 if together else 404]


def test_a_phone_that_writes_too_fast_is_answered_later(
    app: Flask, clock: Clock, scorer: Phone, link: Link
) -> None:
    app.config[WRITES] = Limit(2, 0.5)
    other = Phone(app.test_client())
    other.open(link(Role.SCORE))
    scorer.begin()
    form = scorer.question()
    assert scorer.send(form, bid="7C", winner="2", follow=False).status == 303
    refused = scorer.send(scorer.question(), number="0")
    assert (refused.status, refused.headers["Retry-After"]) == (429, "1")
    assert "Nothing was recorded." in refused.words
    assert other.answer(number="0").status == 200, "the other phone goes on"
    clock.now += 0.5
    assert scorer.answer(number="2").status == 200


def test_the_phones_of_a_link_count_together_too(app: Flask, clock: Clock, link: Link) -> None:
    """Otherwise somebody who follows the link again and again may write without end."""
    app.config[WRITES] = Limit(1, 60.0)
    codes = []
    for role in Role:
        for _ in range(PHONES_OF_A_LINK + 1):
            phone = Phone(app.test_client())
            phone.open(link(role))
            codes.append(phone.client.post("/language").status_code)
    assert codes == ([400] * PHONES_OF_A_LINK + [429]) * 2  # without the token of a form


def test_strangers_count_by_their_address(app: Flask, clock: Clock) -> None:
    app.config[WRITES] = Limit(1, 60.0)
    first, again = (app.test_client().post("/games/new").status_code for _ in range(2))
    elsewhere = app.test_client().post("/", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert (first, again, elsewhere.status_code) == (403, 429, 403)


def test_reading_is_not_limited(app: Flask, clock: Clock, watcher: Phone) -> None:
    app.config[WRITES] = app.config[KEYS] = Limit(1, 60.0)
    assert [watcher.open("/").status for _ in range(80)] == [200] * 80


@pytest.mark.slow
def test_a_person_who_taps_is_never_slowed_down(app: Flask, clock: Clock, scorer: Phone) -> None:
    """Five taps a second for two minutes, after a burst."""
    app.config[WRITES] = Limit(60, 0.2)
    scorer.begin()
    scorer.question()
    statuses = set()
    for number in range(650):
        clock.now += 0.2 if number > 50 else 0
        statuses.add(scorer.post("/games/1/undo").status)
    assert 429 not in statuses
