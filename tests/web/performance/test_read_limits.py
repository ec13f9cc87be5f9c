"""What watchers may cost the process that takes taps."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask, request, request_started, request_tearing_down

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web import create_app
from scorekeeper.web.performance.read_limits import ESTIMATE, Budgets, ReadLimits, Share
from tests.doors import new_link
from tests.web.phone import Phone

Link = Callable[[Role], str]
NOTHING = Share(ESTIMATE, 0.0)  # enough for one request
MUCH = Share(1000.0, 0.0)


def test_a_budget_is_spent_and_fills_up_again() -> None:
    now = [100.0]
    budgets = Budgets(Share(1.0, 0.5), lambda: now[0])
    allowed = [budgets.has("a", 1.0)]
    budgets.charge("a", 2.0)  # it cost more than anybody knew
    allowed += [budgets.has("a", 0.1), budgets.has("b", 1.0)]
    now[0] += 3.0
    allowed += [budgets.has("a", 0.5), budgets.has("a", 0.6)]
    now[0] += 1000.0
    allowed += [budgets.has("a", 1.0), budgets.has("a", 1.1)]
    assert allowed == [True, False, True, True, False, True, False]


def test_what_was_estimated_is_given_back() -> None:
    budgets = Budgets(Share(1.0, 0.0), lambda: 0.0)
    for cost in (0.7, -0.7):
        budgets.charge("a", cost)
    assert (budgets.has("a", 1.0), budgets.has("a", 1.1)) == (True, False)


@pytest.fixture
def limited(store: Store) -> Flask:
    return create_app(store, waiting=2)


def set_shares(app: Flask, link: Share, phone: Share) -> None:
    layer: ReadLimits = app.extensions["read_limits"]
    layer.set_shares(link, phone)


def phone_at(app: Flask, link: str) -> Phone:
    phone = Phone(app.test_client())
    phone.open(link)
    return phone


def statuses(phone: Phone, address: str = "/settings/") -> list[int]:
    return [phone.open(address).status for _ in range(4)]


@pytest.mark.parametrize(
    ("link_share", "phone_share", "expected"),
    [
        # who comes first is known, and charged, from the first request on
        (NOTHING, MUCH, [[200, 503, 503, 503], [200, 503, 503, 503], [200] * 4]),
        (MUCH, NOTHING, [[200, 503, 503, 503], [200, 503, 503, 503], [200] * 4]),
        (MUCH, MUCH, [[200] * 4] * 3),
    ],
)
def test_watchers_over_their_budget_are_told_to_come_again(
    link_share: Share,
    phone_share: Share,
    expected: list[list[int]],
    limited: Flask,
    link: Link,
) -> None:
    set_shares(limited, link_share, phone_share)
    phones = [phone_at(limited, link(role)) for role in (Role.WATCH, Role.WATCH, Role.SCORE)]
    assert [statuses(phone) for phone in phones] == expected


def test_links_are_looked_at_one_at_a_time(limited: Flask, link: Link) -> None:
    """Otherwise a loop of a right link keeps every thread busy, and taps wait for all of them."""
    right, now, most = link(Role.WATCH), Counter[str](), Counter[str]()

    def begin(*_: object, **__: object) -> None:
        kind = request.path.split("/")[1]
        now[kind] += 1
        most[kind] = max(now[kind], most[kind])
        time.sleep(0.05)

    def end(*_: object, **__: object) -> None:
        now[request.path.split("/")[1]] -= 1

    phones = [Phone(limited.test_client()) for _ in range(8)]
    addresses = [right, "/settings/"] * 4
    with (
        request_started.connected_to(begin, limited),
        request_tearing_down.connected_to(end, limited),
        ThreadPoolExecutor(8) as threads,
    ):
        list(threads.map(Phone.open, phones, addresses))
    assert most["join"] == 1
    assert most["settings"] > 1


def test_a_refusal_is_told_in_the_language_of_the_phone_each_time(
    limited: Flask, link: Link
) -> None:
    set_shares(limited, NOTHING, MUCH)
    phone = phone_at(limited, link(Role.WATCH))
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    phone.open("/settings/")
    pages = [phone.open("/sessions/") for _ in range(3)]
    assert {page.title.split(" · ")[0] for page in pages} == {"Einen Moment, bitte"}
    assert {page.headers["Retry-After"] for page in pages} == {"5"}


def test_who_comes_again_too_soon_is_told_so_without_being_unpacked(
    limited: Flask, link: Link
) -> None:
    """A loop that does not mind the answer costs next to nothing."""
    set_shares(limited, MUCH, MUCH)
    phone = phone_at(limited, link(Role.WATCH))
    phone.open("/settings/")  # by now it is known for a watcher
    limited.extensions["expensive_reads"].room.close()
    seen: list[str] = []

    def note(*_: object, **__: object) -> None:
        seen.append(request.path)

    with request_started.connected_to(note, limited):
        codes = [phone.open(address).status for address in ("/players/",) * 3 + ("/settings/",)]
    assert (codes, seen) == ([503, 503, 503, 200], ["/players/", "/settings/"])


def test_one_link_takes_nothing_from_another(limited: Flask, store: Store) -> None:
    set_shares(limited, NOTHING, MUCH)
    phones = [phone_at(limited, new_link(store, Role.WATCH)) for _ in range(2)]
    assert [statuses(phone)[:2] for phone in phones] == [[200, 503]] * 2


def test_looks_and_links_are_for_all(limited: Flask, link: Link) -> None:
    """A refused phone has the page's looks, and may come in by the scoring link."""
    set_shares(limited, NOTHING, MUCH)
    phone = phone_at(limited, link(Role.WATCH))
    statuses(phone)
    assert phone.open("/static/x/style.css").status == 200
    assert phone.open(link(Role.SCORE), follow=False).status == 303
    assert statuses(phone) == [200] * 4


def home_shares(app: Flask, home: Share) -> None:
    layer: ReadLimits = app.extensions["read_limits"]
    layer.set_shares(MUCH, MUCH, home)


@pytest.mark.parametrize(
    ("address", "method", "first"),
    [
        ("/", "GET", 403),
        ("/games/1/board", "HEAD", 403),
        ("/games/1/answers", "POST", 403),
        ("/join/wrong", "GET", 404),
        ("/settings/", "GET", 200),
        ("/nothing/here", "GET", 403),
        ("/sw.js", "GET", 200),
    ],
)
def test_strangers_over_the_budget_of_their_household_are_told_to_come_again(
    limited: Flask, address: str, method: str, first: int
) -> None:
    home_shares(limited, NOTHING)
    answers = [limited.test_client().open(address, method=method) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [first, 503, 503]
    assert [answer.headers.get("Retry-After") for answer in answers] == [None, "5", "5"]
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    other = limited.test_client().open(address, method=method, environ_base=elsewhere)
    assert other.status_code == first


def test_right_links_and_phones_that_were_let_in_have_no_such_limit(
    limited: Flask, link: Link
) -> None:
    phones = [phone_at(limited, link(role)) for role in Role]
    home_shares(limited, NOTHING)
    stranger = limited.test_client()
    assert [stranger.get("/").status_code for _ in range(2)] == [403, 503]
    assert [statuses(phone) for phone in phones] == [[200] * 4] * 2
    for role in Role:
        assert phone_at(limited, link(role)).open("/").status == 200
    assert stranger.get("/health").status_code == 200
    assert stranger.get("/").status_code == 503


def test_a_cookie_that_was_not_signed_here_is_a_strangers(limited: Flask, link: Link) -> None:
    home_shares(limited, NOTHING)
    name = limited.config["SESSION_COOKIE_NAME"]
    codes = []
    for number in range(3):
        client = limited.test_client()
        client.set_cookie(name, f"eyJncmFudHMiOnt9fQ.aaaaaa.{number}")
        codes.append(client.get("/").status_code)
    assert codes == [403, 503, 503]


def test_a_strangers_refusal_is_in_his_language_and_holds_nothing_of_anybody(
    limited: Flask,
) -> None:
    home_shares(limited, NOTHING)
    limited.test_client().get("/")
    titles = []
    for language in ("de", "he", "de", "en"):
        phone = Phone(limited.test_client())
        phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        page = phone.open("/games/1/?secret=1")
        titles.append(page.title.split(" · ")[0])
        assert ("Set-Cookie" in page.headers, "secret" in page.html) == (False, False)
    assert titles == [
        "Einen Moment, bitte",
        "רגע אחד, בבקשה",
        "Einen Moment, bitte",
        "One moment, please",
    ]


def test_a_host_that_is_not_ours_spoils_no_page_for_others(limited: Flask) -> None:
    home_shares(limited, NOTHING)
    client = limited.test_client()
    client.get("/")
    pages = [client.get("/", headers={"Host": host}) for host in ("evil.example", "localhost")]
    assert [page.status_code for page in pages] == [503, 503]
    assert "evil" not in pages[1].text


def test_a_watcher_who_sends_what_he_may_not_is_limited_too(limited: Flask, link: Link) -> None:
    set_shares(limited, NOTHING, MUCH)
    phone = phone_at(limited, link(Role.WATCH))
    assert [phone.post("/games/new").status for _ in range(3)] == [403, 503, 503]
