"""The screen stays on during a game, where the browser allows it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.table import Table

STUB = """
  window.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    const lock = { kind, released: false, release: async () => { lock.released = true } };
    window.locks.push(lock);
    return lock;
  } } });
"""
HELD = "() => window.locks.filter(lock => lock.kind === 'screen' && !lock.released).length"
SWITCH = """(hidden) => {
  if (hidden) window.locks.forEach((lock) => (lock.released = true)); // as browsers do
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def held(page: Page, number: int) -> None:
    page.wait_for_function(f"number => ({HELD})() === number", arg=number)


def test_the_screen_is_kept_on_until_the_game_is_over(page: Page, server: Server) -> None:
    page.add_init_script(STUB)
    Table(page, server.address).new_game()
    held(page, 1)
    page.evaluate(SWITCH, True)
    held(page, 0)
    page.evaluate(SWITCH, False)
    held(page, 1)
    page.goto(f"{server.address}/games/1/more")
    held(page, 1)
    page.get_by_text("Stop this game").click()
    page.get_by_role("button", name="Stop the game").click()
    page.locator(".winner").wait_for()
    held(page, 0)


def test_a_refusal_is_nobodys_business(page: Page, server: Server) -> None:
    """The test for script errors holds for this page too."""
    page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: {"
        " request: () => { window.asked = true; return Promise.reject(new Error('no')) } } })"
    )
    Table(page, server.address).new_game()
    page.wait_for_function("() => window.asked")
