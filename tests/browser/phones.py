"""Several phones at one table."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import PATIENCE, Server

# The description of this very game is stored.
KNOWS_AHEAD = """() => {
  const game = document.querySelector("[data-game]")?.dataset.game;
  return Object.keys(localStorage).some((key) => key.includes("ahead") && key.endsWith(game));
}"""

# For phones that need no description of the next questions: the first one for a set of rules takes
# the server up to a second.
NO_LOOK_AHEAD = """{
  const ask = fetch;
  window.fetch = async (address, ...rest) =>
    `${address}`.endsWith("/ahead") ? new Response("", { status: 404 }) : ask(address, ...rest);
}"""

# Whether the page is in a state: asked at each frame, where `expect` would ask once a second.
# A frame may fall between two pages, when there is no element yet.
IS = "state => document.documentElement?.matches(state)"

# Fetches the page again, as when another phone has recorded something, until it is there.
REFRESH = """async () => {
  window.refreshed = false;
  const address = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const { refresh } = await import(`${address}taps.js`);
  const again = () => refresh(false, true).then(() => (window.refreshed = true), again);
  again();
}"""


def ready(page: Page) -> None:
    """Wait until the phone has the description of the next questions."""
    page.wait_for_function(KNOWS_AHEAD)


def settled(page: Page) -> None:
    """Wait until every tap is recorded and the server's page has replaced the drawn one.

    What is read from the page once, without waiting, is read after this.
    """
    page.wait_for_function(IS, arg="[data-running]:not([data-busy])")


def unaware(page: Page) -> None:
    """Let this phone hear nothing of other phones' entries from now on.

    The server's page has replaced the one drawn for the last tap.
    """
    settled(page)
    page.evaluate(
        """() => {
          const ask = fetch;
          const known = () => document.querySelector("[data-game]").dataset.revision;
          window.fetch = async (address, ...rest) =>
            `${address}`.endsWith("/revision") ? new Response(known()) : ask(address, ...rest);
        }"""
    )


def says(page: Page, message: str) -> None:
    """Wait until the line at the foot of the page says a message, or has said it."""
    page.wait_for_function(
        "message => window.said.some((said) => said.includes(message))", arg=message
    )


def tap_barred(tile: Locator) -> None:
    """Tap a barred control, once the server's page is there and nothing covers it."""
    expect(tile).to_have_attribute("aria-disabled", "true")
    settled(tile.page)
    tile.click(force=True)


def type_keys(page: Page, keys: str) -> None:
    """Press keys one after another; a pause between the digits of a number would end it."""
    page.wait_for_load_state()  # words stand on a page before its keys do
    with hurried(page):
        for key in keys.split():
            page.keyboard.press(key)


@contextmanager
def hurried(page: Page) -> Iterator[None]:
    """Let no time pass on the phone between taps, however slow the machine."""
    page.clock.install()
    _stop_clock(page)
    yield
    page.clock.resume()


def _stop_clock(page: Page) -> None:
    """Stop the clock of a phone at its next second."""
    for seconds in (1, 10, 60):
        with suppress(Error):  # a slow machine may be later
            page.clock.pause_at(page.evaluate("() => Date.now() / 1000") + seconds)
            return
    raise AssertionError("the clock of the phone does not stop")


def entries(server: Server) -> list[str]:
    """The recorded entries, oldest first."""
    connection = sqlite3.connect(server.path)
    try:
        return [fact for (fact,) in connection.execute("select fact from entries order by number")]
    finally:
        connection.close()


def links(server: Server) -> tuple[str, str]:
    """The scoring and the watching link of a server with keys."""
    addresses = [word for word in server.output.split() if "/join/" in word]
    return addresses[0], addresses[-1]


def recorded(server: Server, count: int) -> None:
    """Wait until exactly `count` entries are recorded."""
    end = time.monotonic() + PATIENCE / 1000
    while len(entries(server)) < count and time.monotonic() < end:
        time.sleep(0.02)
    assert len(entries(server)) == count


def saved(page: Page) -> None:
    """Wait until every tap is recorded; the page may still be the drawn one."""
    page.wait_for_function(IS, arg="[data-running]:not([data-busy~=scripts], [data-busy~=taps])")
