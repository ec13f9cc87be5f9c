"""Pictures of the README, taken of the season that `scorekeeper demo` shows and of the site.

Run with `make screenshots`. The season ends on a fixed day, so that a picture changes only when its
page does.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright
from waitress.server import create_server

from scorekeeper.commands import demo_season
from scorekeeper.ledger.backups import back_up
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.site.built import built_site
from tests.site.static_host import StaticHost

FOLDER = Path(__file__).resolve().parents[2] / ".screenshots"
COME = 20  # parts of the site that have come in its picture
TABLE = "a[href^='/games/']"  # on the first page: the game that is going on


def contracts(page: Page) -> None:
    """Open the last contract of the hand, with the barred number."""
    while page.locator("[name=number][aria-disabled=true]").count() == 0:
        seat = page.locator("[name=seat]").input_value()
        page.locator("[name=number][value='2']").click()
        page.locator(f"[name=seat][value='{seat}']").wait_for(state="detached")
        page.locator("[name=number]").first.wait_for()


def points(page: Page) -> None:
    """Record a hand in which the highest contract takes the difference to 13."""
    contracts(page)
    page.locator("[name=number]:not([aria-disabled=true])").nth(1).click()
    taken = page.locator("input[name^=tricks-]")
    taken.first.wait_for()
    tricks = [int(field.input_value()) for field in taken.all()]
    missing = 13 - sum(tricks)
    row = page.locator("li:has(input[name^=tricks-])").nth(tricks.index(max(tricks)))
    for _ in range(abs(missing)):
        row.locator(f"[data-by='{1 if missing > 0 else -1}']").click()
    page.locator("[data-when-right]").click()
    page.locator(".result").wait_for()


def counted(page: Page) -> None:
    """Wait until the figures of the evenings have been counted."""
    while page.locator(".notice").count():
        page.wait_for_timeout(500)
        page.reload()
    page.locator("h2").first.evaluate("heading => heading.scrollIntoView()")


def still(_: Page) -> None:
    """Leave the page as it is."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A page, the settings of its phone, and the actions before the picture."""

    name: str
    path: str
    does: Callable[[Page], None] = still
    language: str = "en"
    dark: bool = False


PICTURES = (
    Picture("contracts", "", contracts),
    Picture("points", "", points, dark=True),
    Picture("hebrew", "", contracts, "he", dark=True),
    Picture("standings", "board"),
    Picture("player", "/players/1/", counted),
    Picture("evenings", "/sessions/", language="de"),
)


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "season.db"
            demo_season.make(made, demo_season.Season())
            for picture in PICTURES:
                path = Path(folder) / f"{picture.name}.db"
                back_up(made, path)
                _take(browser, picture, _serve(path))
        _take_site(browser)
        browser.close()


def _serve(path: Path) -> str:
    app = create_app(Store.open(path), keyless=True)
    server = create_server(app, host="127.0.0.1", port=0)
    threading.Thread(target=server.run, daemon=True).start()
    return f"http://127.0.0.1:{server.effective_port}"


def _take_site(browser: Browser) -> None:
    """Take the site while it comes to the phone, and its first page."""
    host = StaticHost(built_site())
    context = _phone(browser, height=664)
    held: list[Route] = []

    def let_some_through(route: Route) -> None:
        held.append(route)
        if len(held) <= COME:
            route.continue_()

    context.route("**/parts/*", let_some_through)
    page = context.new_page()
    page.goto(host.address)
    while len(held) <= COME:
        page.wait_for_timeout(100)
    page.wait_for_timeout(2000)  # all that was let through has come
    page.screenshot(path=FOLDER / "start.png")
    context.close()
    context = _phone(browser, height=664)
    page = context.new_page()
    page.goto(host.address)
    page.locator("#app").wait_for(state="visible", timeout=120_000)
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / "first.png")
    context.close()


def _phone(
    browser: Browser, language: str = "en", *, height: int = 844, dark: bool = False
) -> BrowserContext:
    return browser.new_context(
        viewport={"width": 390, "height": height},
        has_touch=True,
        locale=language,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )


def _take(browser: Browser, picture: Picture, address: str) -> None:
    context = _phone(browser, picture.language, dark=picture.dark)
    page = context.new_page()
    page.goto(address)
    game = page.locator(TABLE).first.get_attribute("href") or ""
    path = picture.path if picture.path.startswith("/") else game + picture.path
    page.goto(address + path)
    picture.does(page)
    page.wait_for_timeout(500)  # a word that fades
    page.screenshot(path=FOLDER / f"{picture.name}.png")
    context.close()


if __name__ == "__main__":
    main()
