"""Read limits: the load of watchers on the process that takes taps."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event

import pytest
from flask import Flask, request, request_started, request_tearing_down

from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.read_limits import ESTIMATE, MOST_FOLLOWING, Budgets, ReadLimits, TimeBudget
from tests.doors import cookie_name, new_link, session_of
from tests.web.phone import Phone

Link = Callable[[Role], str]
NOTHING = TimeBudget(ESTIMATE, 0.0)  # enough for one request
MUCH = TimeBudget(1000.0, 0.0)


def test_a_budget_is_spent_and_fills_up_again() -> None:
    now = [100.0]
    budgets = Budgets(TimeBudget(1.0, 0.5), lambda: now[0])
    allowed = [budgets.has("a", 1.0)]
    budgets.charge("a", 2.0)  # it cost more than anybody knew
    allowed += [budgets.has("a", 0.1), budgets.has("b", 1.0)]
    now[0] += 3.0
    allowed += [budgets.has("a", 0.5), budgets.has("a", 0.6)]
    now[0] += 1000.0
    allowed += [budgets.has("a", 1.0), budgets.has("a", 1.1)]
    assert allowed == [True, False, True, True, False, True, False]


def test_what_was_estimated_is_given_back() -> None:
    budgets = Budgets(TimeBudget(1.0, 0.0), lambda: 0.0)
    for cost in (0.7, -0.7):
        budgets.charge("a", cost)
    assert (budgets.has("a", 1.0), budgets.has("a", 1.1)) == (True, False)


@pytest.fixture
def limited(store: Store) -> Flask:
    """A score keeper whose first requests, which take longest, are admitted everywhere."""
    app = create_app(store, limited=True)
    set_shares(app, MUCH, MUCH)
    return app


def set_shares(app: Flask, link: TimeBudget, phone: TimeBudget) -> None:
    layer: ReadLimits = app.extensions["read_limits"]
    layer.set_shares(link, phone, MUCH)


def phone_at(app: Flask, link: str) -> Phone:
    phone = Phone(app.test_client())
    phone.open(link)
    return phone


def statuses(phone: Phone, address: str = "/settings/") -> list[int]:
    return [phone.open(address).status for _ in range(4)]


@pytest.mark.parametrize(
    ("link_share", "phone_share", "expected"),
    [
        (NOTHING, MUCH, [[200, 503, 503, 503], [503] * 4, [200] * 4]),  # both came by one link
        (MUCH, NOTHING, [[200, 503, 503, 503], [200, 503, 503, 503], [200] * 4]),
        (MUCH, MUCH, [[200] * 4] * 3),
    ],
)
def test_watchers_over_their_budget_are_told_to_come_again(
    link_share: TimeBudget,
    phone_share: TimeBudget,
    expected: list[list[int]],
    limited: Flask,
    link: Link,
) -> None:
    watching, scoring = link(Role.WATCH), link(Role.SCORE)
    phones = [phone_at(limited, address) for address in (watching, watching, scoring)]
    set_shares(limited, link_share, phone_share)
    assert [statuses(phone) for phone in phones] == expected


def test_only_a_cookie_that_we_signed_names_a_table(limited: Flask, link: Link) -> None:
    """Otherwise somebody would have as many turns as names of tables."""
    table_of = limited.extensions["read_limits"].table_of
    name = cookie_name(limited.test_client())
    scorer, watcher = (
        session_of(phone_at(limited, link(role)).client) for role in (Role.SCORE, Role.WATCH)
    )
    table = table_of(f"{name}={scorer}")
    assert table
    assert [
        table_of(sent)
        for sent in (
            f"{name}={watcher}",
            f"other=1; {name}={scorer}; more=2",
            f"{name}={scorer}x",
            f"other={scorer}",
            "",
        )
    ] == [table, table, "", "", ""]


def test_links_are_looked_at_one_at_a_time(limited: Flask, link: Link) -> None:
    """Otherwise a loop with a right link keeps every thread busy, and taps wait."""
    right, now, most = link(Role.WATCH), Counter[str](), Counter[str]()
    together = Event()  # two other pages can be looked at together

    def begin(*_: object, **__: object) -> None:
        kind = request.path.split("/")[1]
        now[kind] += 1
        most[kind] = max(now[kind], most[kind])
        time.sleep(0.05)
        if most["settings"] > 1:
            together.set()
        if kind == "settings":
            together.wait(60)

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
    assert (most["join"], together.is_set()) == (1, True)


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


@pytest.mark.parametrize("padding", ["j={}; ", "j={}" + "x" * 5000 + "; ", "a=1; j={};;", " "])
def test_cookies_of_others_make_no_new_phone(limited: Flask, link: Link, padding: str) -> None:
    """A client that adds a cookie to each request counts as the same phone."""
    phone = phone_at(limited, link(Role.WATCH))
    own = f"{cookie_name(phone.client)}={session_of(phone.client)}"
    set_shares(limited, MUCH, NOTHING)
    codes = [
        limited.test_client(use_cookies=False).get(
            "/settings/", headers={"Cookie": padding.format(number) + own}
        )
        for number in range(3)
    ]
    assert [answer.status_code for answer in codes] == [200, 503, 503]
    assert len(limited.extensions["read_limits"]._cookies) <= 2  # with and without a token


def test_a_phone_that_is_let_in_anew_uses_the_budget_of_its_link(
    limited: Flask, link: Link
) -> None:
    """New cookies are free, so a client could have any number of phones."""
    watching = link(Role.WATCH)
    phones = [phone_at(limited, watching) for _ in range(3)]
    set_shares(limited, NOTHING, MUCH)
    assert [phone.open("/settings/").status for phone in phones] == [200, 503, 503]


def test_following_a_watching_link_uses_its_budget(limited: Flask, link: Link) -> None:
    set_shares(limited, NOTHING, MUCH)
    watching, scoring = link(Role.WATCH), link(Role.SCORE)
    followed = [limited.test_client().get(watching).status_code for _ in range(3)]
    followed += [limited.test_client().get(scoring).status_code for _ in range(3)]
    assert followed == [303, 503, 503, 303, 303, 303]


def test_a_watching_link_that_is_refused_reads_no_file(
    limited: Flask, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_shares(limited, NOTHING, MUCH)
    address = link(Role.WATCH)
    assert limited.test_client().get(address).status_code == 303
    monkeypatch.setattr(access_keys, "look_up", None)
    assert limited.test_client().get(address).status_code == 503


def test_few_wait_to_follow_a_watching_link(limited: Flask, link: Link) -> None:
    """Clients with a scoring link are admitted meanwhile."""
    set_shares(limited, MUCH, MUCH)
    watching, scoring = link(Role.WATCH), link(Role.SCORE)
    layer: ReadLimits = limited.extensions["read_limits"]
    with ExitStack() as places:
        for _ in range(MOST_FOLLOWING):
            layer._following.acquire()
            places.callback(layer._following.release)
        codes = [limited.test_client().get(path).status_code for path in (watching, scoring)]
    assert codes == [503, 303]
    assert limited.test_client().get(watching).status_code == 303


def test_a_phone_whose_link_is_void_is_limited(limited: Flask, store: Store, link: Link) -> None:
    """Its cookie still claims its old access."""
    phones_there = [phone_at(limited, link(role)) for role in Role]
    access_keys.renew(store, tables.first(store), Role.SCORE, "", Origin.COMMAND)
    set_shares(limited, NOTHING, NOTHING)
    expected = [403, 503, 503]
    assert [[phone.open("/").status for _ in expected] for phone in phones_there] == [expected] * 2


def test_a_refusal_is_made_once_for_each_language(limited: Flask, link: Link) -> None:
    """For any wording of the browser's languages, and any other headers."""
    set_shares(limited, NOTHING, NOTHING)
    phone = phone_at(limited, link(Role.WATCH))
    phone.open("/settings/")
    made: list[str] = []

    def note(*_: object, **__: object) -> None:
        made.append(request.path)

    with request_started.connected_to(note, limited):
        for number in range(9):
            accepted = {"Accept-Language": f"de-{number},x;q=0.{number}", "X": str(number)}
            page = phone.client.get(f"/settings/?{number}", headers=accepted)
            assert (page.status_code, page.headers.get("Set-Cookie")) == (503, None)
    assert made == ["/"]


def test_one_link_takes_nothing_from_another(limited: Flask, store: Store) -> None:
    phones = [phone_at(limited, new_link(store, Role.WATCH)) for _ in range(2)]
    set_shares(limited, NOTHING, MUCH)
    assert [statuses(phone)[:2] for phone in phones] == [[200, 503]] * 2


def test_looks_and_links_are_for_all(limited: Flask, link: Link) -> None:
    """A refused phone gets styled pages, and may be admitted by the scoring link."""
    set_shares(limited, NOTHING, MUCH)
    phone = phone_at(limited, link(Role.WATCH))
    statuses(phone)
    assert phone.open("/static/x/style.css").status == 200
    assert phone.open(link(Role.SCORE), follow=False).status == 303
    assert statuses(phone) == [200] * 4


def home_shares(app: Flask, home: TimeBudget) -> None:
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
    phone = phone_at(limited, link(Role.WATCH))
    set_shares(limited, NOTHING, MUCH)
    assert [phone.post("/games/new").status for _ in range(3)] == [403, 503, 503]
