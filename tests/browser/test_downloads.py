"""Files to download where the pages stand in the frame of a site."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Frame, Page, Route, expect
from werkzeug.serving import make_server

from scorekeeper.ledger import database
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.place import Place
from tests.browser.begun_games import play
from tests.browser.phones import IS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SHELL = (
    b"<!doctype html><title>Site</title><iframe name=app title=App width=390 height=600></iframe>"
)
SHARES = """() => {
  const set = (name, value) => Object.defineProperty(navigator, name, { value });
  window.sheets = 0;
  set("canShare", () => true);
  set("share", async (given) => {
    window.sheets += 1;
    if (window.refusal) throw new DOMException("", window.refusal);
    window.shared = given.files.map(({ name, type, size }) => [name, type, size > 0]);
  });
}"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a page with a frame, in which the pages of an application stand."""
    path = tmp_path / "scores.db"
    play(path)
    place = Place(shell=True, phones=False)  # noqa: S604  (no shell of the system)
    app = create_app(Store.open(path), keyless=True, place=place)

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/shell":
            return app(environ, start)
        start("200 OK", [("Content-Type", "text/html")])
        return [SHELL]

    server = make_server("127.0.0.1", 0, answer, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


def opened(page: Page, address: str, path: str) -> Frame:
    """The frame with a page of the application."""
    page.goto(f"{address}/shell")
    frame = page.frame("app")
    assert frame is not None
    frame.goto(address + path)
    frame.wait_for_function(IS, arg="[data-running]:not([data-busy])")
    return frame


def says(frame: Frame, text: str) -> None:
    expect(frame.locator("[data-status]")).to_have_text(text)


def test_a_file_is_downloaded_from_a_frame(page: Page, address: str, tmp_path: Path) -> None:
    """There is no share sheet here."""
    frame = opened(page, address, "/data")
    with page.expect_download() as exported:
        frame.get_by_role("link", name="JSON").click()
    assert exported.value.suggested_filename.startswith("scores-")
    exported.value.save_as(tmp_path / "scores.json")
    assert len(json.loads((tmp_path / "scores.json").read_text("utf-8"))["games"]) == 1

    frame = opened(page, address, "/copies/")
    with page.expect_download() as copied:
        frame.get_by_role("link", name="Save a copy").click()
    copied.value.save_as(tmp_path / "copy.db")
    database.check(tmp_path / "copy.db")
    expect(frame.get_by_text("Last saved: ")).to_be_visible()

    frame = opened(page, address, "/games/1/more")
    frame.get_by_text("Other ways to share").click()
    with page.expect_download() as drawn:
        frame.get_by_role("link", name="Result as a picture").click()
    assert drawn.value.suggested_filename == "result.png"


def test_a_file_goes_to_the_share_sheet(page: Page, address: str) -> None:
    frame = opened(page, address, "/copies/")
    frame.evaluate(SHARES)
    save = frame.get_by_role("link", name="Save a copy")
    frame.evaluate("window.refusal = 'AbortError'")  # somebody closes the sheet
    save.click()
    frame.wait_for_function("() => window.sheets === 1")
    says(frame, "")
    expect(frame.get_by_text("No copy has been saved yet.")).to_be_visible()
    frame.evaluate("window.refusal = 'NotAllowedError'")  # no such file can be shared
    with page.expect_download():
        save.click()
    expect(frame.get_by_text("Last saved: ")).to_be_visible()
    frame.evaluate("window.refusal = ''")
    frame.get_by_role("link", name="Save as JSON").click()
    frame.wait_for_function("() => window.shared")
    [[name, kind, has_content]] = frame.evaluate("window.shared")
    assert (name[:7], kind, has_content) == ("scores-", "application/json", True)


def test_a_file_is_made_once_and_a_failure_is_told(page: Page, address: str) -> None:
    frame = opened(page, address, "/copies/")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/scores.db", hold)
    save = frame.get_by_role("link", name="Save a copy")
    save.click()
    says(frame, "Making the file…")
    save.click()
    assert len(asked) == 1
    asked[0].fulfill(status=503)
    says(frame, "The file could not be saved. Try again.")
    expect(frame.get_by_text("No copy has been saved yet.")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "link", "script"),
    [
        ("/copies/", "[href$='/scores.db']", "downloads"),
        ("/games/1/more", "[data-picture]", "share_result"),
    ],
)
def test_a_tap_waits_for_the_script_that_saves(
    page: Page, address: str, path: str, link: str, script: str
) -> None:
    """The browser does not open the file in the frame, where it may refuse to save it."""
    page.goto(f"{address}/shell")
    frame = page.frame("app")
    assert frame is not None
    held: list[Route] = []
    page.route(f"**/{script}.js", lambda route: held.append(route))  # noqa: PLW0108
    frame.goto(address + path, wait_until="commit")
    control = frame.locator(link).first
    control.evaluate("link => link.closest('details')?.setAttribute('open', '')")
    with page.expect_download() as saved:
        control.click()
        held[0].continue_()
    assert saved.value.url.startswith("blob:")
