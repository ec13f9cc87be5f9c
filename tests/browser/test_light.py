"""Weight and speed of the table page over slow Wi-Fi, from one host, without shifts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.begun_games import play
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import settled
from tests.browser.table import NORTH, Table
from tests.deep import DEEP

HEAVIEST = 60 * 1024  # bytes over the wire, heads included
# The look-ahead, for a phone that loses its connection: fetched once, when all is quiet.
LOOK_AHEAD = "/games/1/ahead"
POLLED = "/games/1/revision"
HEAVIEST_LOOK_AHEAD = 24 * 1024
HANDS = 4
PARTS, PAUSE = 25 if DEEP else 6, 0.05  # of a page that comes slowly, and the seconds between them
# Each shift: how much, when (ms), and what moved, from where to where.
SHIFTS = """() => new Promise(done => {
  const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const moved = ({ node, previousRect, currentRect }) =>
    [node?.outerHTML ?? node?.textContent, rect(previousRect), rect(currentRect)];
  const described = shift =>
    ({ value: shift.value, at: shift.startTime, moved: shift.sources.map(moved) });
  const shifts = [];
  new PerformanceObserver(list => shifts.push(...list.getEntries().map(described)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(shifts), 500);
})"""


@pytest.fixture
def address(page: Page, server: Server) -> str:
    """A game in the middle of a hand, after several."""
    play(server.path, hands=HANDS).answer(bid="7C", winner=str(NORTH))
    page.goto(f"{server.address}/games/1/")
    return page.url


def test_the_first_load_of_the_table_is_light_and_from_one_host(
    new_context: NewContext, address: str, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    context = new_context()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: dict[str, str] = {}
    weights: dict[str, float] = {}

    def loaded(event: dict[str, Any]) -> None:
        weights[asked[event["requestId"]]] = event["encodedDataLength"]

    devtools.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )
    devtools.on("Network.loadingFinished", loaded)
    page.goto(address)
    settled(page)
    context.close()
    ahead = weights.pop(server.address + LOOK_AHEAD)
    weights.pop(server.address + POLLED, None)  # where the page needed longer than until a poll
    total = sum(weights.values())
    with capsys.disabled():
        print(f"\nfirst load of the table: {total:,.0f} bytes, {len(weights)} files")
        print(f"the look ahead that follows it: {ahead:,.0f} bytes")
    assert [url for url in asked.values() if not url.startswith(server.address)] == []
    assert {url.rpartition("/")[2] for url in weights} >= {"style.css", "main.js", "forms.js"}
    assert total <= HEAVIEST
    assert ahead <= HEAVIEST_LOOK_AHEAD


PAGES = ("/", "/games/new", "/games/1/hands/1/", "/games/1/sheet", "/games/1/board")
FURTHER_PAGES = (
    *("/games/1/more", "/games/1/pasted", "/sessions/1/", "/players/1/", "/settings/", "/print"),
)


@pytest.mark.untraced
@pytest.mark.slow
def test_nothing_shifts_while_a_page_comes(page: Page, address: str, server: Server) -> None:
    pages = (*PAGES, *(FURTHER_PAGES if DEEP else ()))
    with drip(server.address) as slow:
        shifts = {path: shifts_at(page, slow + path) for path in pages}
    assert {path: moved for path, moved in shifts.items() if moved} == {}


@pytest.mark.untraced
@pytest.mark.slow
def test_nothing_shifts_while_a_question_comes(page: Page, server: Server) -> None:
    """For every question, and for the result of a hand."""
    phone = play(server.path, hands=0)
    answers: dict[str, list[dict[str, str]]] = {
        "auction": [{"bid": "7C", "winner": str(NORTH)}],
        "contract": [{"number": number} for number in "023"],
        "tricks": [{f"tricks-{seat}": number for seat, number in enumerate("0382")}],
        "result": [],
    }
    shifts = {}
    with drip(server.address) as slow:
        for what, answer in answers.items():
            shifts[what] = shifts_at(page, slow + "/games/1/")
            if answer:
                phone.answers(1, answer)
    assert {what: moved for what, moved in shifts.items() if moved} == {}


def shifts_at(page: Page, address: str) -> list[dict[str, Any]]:
    page.goto("about:blank")  # from another page of the table, the browser would wait with painting
    answer = page.goto(address)
    assert answer is not None
    assert answer.ok, address
    settled(page)
    shifts: list[dict[str, Any]] = page.evaluate(SHIFTS)
    return shifts


@contextmanager
def drip(address: str) -> Iterator[str]:
    """A proxy so slow that a browser could paint each part as it arrives."""

    class Drip(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kept = {name: self.headers[name] for name in ("Cookie", "Accept") if self.headers[name]}
            headers = {**kept, "Host": address.removeprefix("http://")}
            with urlopen(Request(address + self.path, headers=headers)) as answer:
                body: bytes = answer.read()
                self.send_response(answer.status)
                self.send_header("Content-Type", answer.headers["Content-Type"])
                self.end_headers()
            size = len(body) // PARTS + 1 if b"<!doctype" in body[:20].lower() else len(body)
            for start in range(0, len(body), size):
                self.wfile.write(body[start : start + size])
                sleep(PAUSE)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Drip) as proxy:
        Thread(target=proxy.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{proxy.server_port}"
        finally:
            proxy.shutdown()


@pytest.mark.untraced
@pytest.mark.slow
def test_nothing_shifts_while_the_scripts_are_late(page: Page, server: Server) -> None:
    """A button for a page without scripts is shown after a while, and goes when they are there."""
    Table(page, server.address).new_game()
    table = page.url
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/js/main.js", hold)
    sheet = f"{server.address}/games/new?game=oh-hell"
    for late, known in ((table, "label.tile"), (sheet, "#names-0")):
        page.goto("about:blank")
        page.goto(late, wait_until="commit")
        expect(page.locator(known).first).to_be_visible()
        expect(page.locator("button.unscripted")).to_be_visible()
        held.pop().continue_()
        settled(page)
        expect(page.locator("button.unscripted")).to_be_hidden()
        assert page.evaluate(SHIFTS) == []

    page.evaluate(  # a shift would have been seen
        """() => new Promise(done => requestAnimationFrame(() => setTimeout(() => {
             document.body.style.paddingTop = "100px";
             setTimeout(done, 200);
           }, 600)))"""
    )
    assert sum(shift["value"] for shift in page.evaluate(SHIFTS)) > 0
