"""Headers of every answer, and things that no page contains."""

from __future__ import annotations

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.doors import new_link
from tests.web.phone import Phone

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
ALL = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
DOCUMENTS = ALL | {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"
    ),
}
ELSEWHERE = {"Cross-Origin-Opener-Policy", "Strict-Transport-Security", "Server", "X-Powered-By"}


def test_what_answers_say(scorer: Phone) -> None:
    scorer.write_game()
    for address, headers in (
        ("/", DOCUMENTS),
        ("/games/1/", DOCUMENTS),
        ("/games/1/more", DOCUMENTS),
        ("/nowhere", DOCUMENTS),
        ("/games/1/result.txt", DOCUMENTS),
        ("/games/1/result.svg", DOCUMENTS),
        ("/games/1/revision", DOCUMENTS),  # the first time by the long way
        ("/games/1/revision", ALL),  # and from memory
        ("/games/1/ahead", ALL),
        ("/data/everything.json", ALL),
        ("/data/everything.csv", ALL),
    ):
        given = scorer.open(address).headers
        assert {name: given.get(name) for name in headers} == headers, address
        assert ELSEWHERE & set(given.keys()) == set(), address


def test_files_that_are_for_all_the_world_say_little(scorer: Phone) -> None:
    page = scorer.open("/").html
    sheet = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    headers = dict(scorer.open(sheet).headers)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert set(headers) & {"Set-Cookie", *(set(DOCUMENTS) - set(ALL))} == set()


def test_windows_of_others_are_parted_where_the_browser_minds_it(store: Store) -> None:
    """Only with https; the proxy decides how long https is required."""
    client = create_app(store, behind_proxy=True).test_client()
    client.get(new_link(store, Role.SCORE))
    headers = client.get("/", headers={"X-Forwarded-Proto": "https"}).headers
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers
