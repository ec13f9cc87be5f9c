"""Host names of the score keeper, and headers of a proxy."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, request

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app, host_names
from scorekeeper.web.host_names import Hosts
from tests.web.phone import Phone
from tests.web.refusals import describe_page

Link = Callable[[Role], str]

REFUSED = (
    "Not by this name",
    'This server does not accept the name <bdi dir="ltr" translate="no">{}</bdi>. '
    "Use its numeric address.",
)


@pytest.fixture(autouse=True)
def laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has a name of two parts, in its network's domain."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.example.net")


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8013", True),
        ("192.168.1.7", True),
        ("[::1]:8013", True),
        ("[fe80::1]", True),
        ("localhost:8013", True),
        ("LOCALHOST", True),
        ("laptop", True),
        ("laptop.local:8013", True),
        ("laptop.example.net", True),
        ("laptop.example.net.", True),
        ("scores.example.org", True),  # named
        ("anna.club.example", True),  # named by its end
        ("club.example", False),
        ("evilclub.example", False),
        ("evil.example", False),
        ("evil.example:8013", False),
        ("laptop.local.evil.example", False),
        ("laptop.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("2130706433", False),  # a number that some take for an address
        ("evil.example\r\nX: 1", False),
        ("[::1", False),
        ("localhost:99999", False),
        ("localhost:x", False),
        ("<script>", False),
        ("local host", False),
    ],
)
def test_names_that_are_known(host: str, known: bool) -> None:
    layer = Hosts(lambda *_: [], ["scores.example.org", ".club.example"])
    assert layer.knows(host) == known


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8013", "<b>", "a b", "localhost:0"])
@pytest.mark.parametrize("keyless", [True, False])
def test_another_name_is_answered_with_the_way_out(store: Store, host: str, keyless: bool) -> None:
    client = create_app(store, keyless=keyless).test_client()
    for address in ("/", "/games/new", "/games/1/revision", "/join/x", "/nowhere"):
        answer = client.get(address, headers={"Host": host})
        assert (answer.status_code, "--trusted-host" in answer.text) == (400, True)
        assert "<b>" not in answer.text
    assert client.post("/games/new", headers={"Host": host}).status_code == 400


def test_the_page_says_which_name_it_was(stranger: Phone) -> None:
    page = stranger._page(stranger.client.get("/", headers={"Host": "evil.example"}), follow=False)
    assert describe_page(page) == (400, REFUSED[0], REFUSED[1].format("evil.example"))
    assert page.headers["Content-Language"] == "en"


def test_its_looks_come_by_any_name(stranger: Phone) -> None:
    address = stranger.open("/").html.partition('rel="stylesheet" href="')[2].partition('"')[0]
    answer = stranger.client.get(address, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.mimetype) == (200, "text/css")


def test_a_scorer_who_comes_by_another_name_writes_nothing(scorer: Phone) -> None:
    """A stranger's page gave its own name our address; everything else is right."""
    scorer.write_game()
    form = scorer.question()
    sent = form.fields | {"bid": "7C", "winner": "2"}
    answer = scorer.client.post(form.action, data=sent, headers={"Host": "evil.example"})
    assert (answer.status_code, scorer.open("/games/1/revision").html) == (400, "0")


def test_what_is_answered_from_memory_is_answered_by_the_same_name_alone(store: Store) -> None:
    """Without a key the first request has no cookie yet, but is cached all the same."""
    app = create_app(store, keyless=True)
    Phone(app.test_client()).begin()
    ask: Callable[[str], int] = lambda host: (  # noqa: E731
        app.test_client().get("/games/1/revision", headers={"Host": host}).status_code
    )
    assert [ask("localhost"), ask("localhost"), ask("evil.example")] == [200, 200, 400]


def test_a_named_host_is_answered(store: Store) -> None:
    client = create_app(store, trusted_hosts=["scores.example.org"]).test_client()
    statuses = [
        client.get("/", headers={"Host": host}).status_code
        for host in ("scores.example.org", "scores.example.org:8443", "x.scores.example.org")
    ]
    assert statuses == [403, 403, 400]


@pytest.mark.parametrize("name", ["", "https://scores.example.org", "a/b", "a:1", "*", "-", ". ."])
def test_what_is_no_name_of_a_host_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a host"):
        host_names.parse(name)


def test_several_names_are_parted_by_commas() -> None:
    assert host_names.parse_list(" Scores.Example.org., ,.club.example") == [
        "scores.example.org",
        ".club.example",
    ]


FORWARDED = {
    "X-Forwarded-For": "192.0.2.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
    "X-Forwarded-Prefix": "/elsewhere",
}


def seen(app: Flask, headers: dict[str, str]) -> dict[str, Any]:
    """The host, address and scheme of a request inside the application."""
    facts: dict[str, Any] = {}

    def note() -> None:
        facts.update(host=request.host, address=request.remote_addr, secure=request.is_secure)

    app.before_request_funcs[None].insert(0, note)
    app.test_client().get("/", headers=headers)
    return facts


def test_nobody_is_believed_who_says_that_he_is_a_proxy(store: Store) -> None:
    app = create_app(store, trusted_hosts=["scores.example.org"])
    assert seen(app, FORWARDED) == {"host": "localhost", "address": "127.0.0.1", "secure": False}


def test_a_proxy_that_was_told_of_is_believed(store: Store) -> None:
    app = create_app(store, trusted_hosts=["scores.example.org"], behind_proxy=True)
    assert seen(app, FORWARDED) == {
        "host": "scores.example.org",
        "address": "192.0.2.9",
        "secure": True,
    }


def test_of_several_hops_the_last_alone_is_believed(store: Store) -> None:
    app = create_app(store, behind_proxy=True)
    chain = {"X-Forwarded-For": "198.51.100.1, 192.0.2.9"}
    assert seen(app, chain)["address"] == "192.0.2.9"


def test_a_proxy_may_not_bring_another_name_either(store: Store) -> None:
    client = create_app(store, behind_proxy=True).test_client()
    assert client.get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 400


def test_a_cookie_that_was_given_by_https_goes_back_by_https_alone(
    store: Store, link: Link
) -> None:
    client = create_app(store, behind_proxy=True).test_client()
    flags = [
        sorted(client.get(link(Role.SCORE), headers=headers).headers["Set-Cookie"].split("; ")[2:])
        for headers in ({}, {"X-Forwarded-Proto": "https"})
    ]
    assert flags == [
        ["HttpOnly", "Path=/", "SameSite=Lax"],
        ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"],
    ]
