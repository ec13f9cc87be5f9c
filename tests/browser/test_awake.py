"""The screen stays on during a game, by a wake lock or by a silent video.

The test can see that the video plays, but not that the screen of a real phone stays on.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.phones import settled
from tests.browser.table import NORTH, Table

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
    """No video plays with a wake lock, even if it is switched on."""
    page.add_init_script(STUB)
    choose_the_video(page, server)
    settings_say(page, "there")
    begin(page, server).win_auction("7C", NORTH)
    held(page, 1)
    assert page.locator("video").count() == 0
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
    """The check for script errors applies to this page, too."""
    page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: {"
        " request: () => { window.asked = true; return Promise.reject(new Error('no')) } } })"
    )
    Table(page, server.address).new_game()
    page.wait_for_function("() => window.asked")


PLAIN_HTTP = "delete Navigator.prototype.wakeLock"
PLAYING = "() => { const video = document.querySelector('video'); return video && !video.paused }"
SWITCH_ALONE = SWITCH.replace("window.locks", "[]")


def choose_the_video(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/settings/")
    page.locator("[name=screen][value=video]").click()
    page.locator("[name=screen][value=video][aria-pressed=true]").wait_for()


def settings_say(page: Page, state: str) -> None:
    """Whether the settings mention a wake lock."""
    line = page.locator("[data-wake-lock]:visible")
    line.wait_for()
    assert line.get_attribute("data-wake-lock") == state


def begin(page: Page, server: Server) -> Table:
    table = Table(page, server.address)
    table.new_game()
    settled(page)  # what may play the video comes when the page stands
    return table


def test_a_silent_video_plays_from_the_first_tap_until_the_game_is_over(
    page: Page, server: Server
) -> None:
    """Only if it is switched on."""
    page.add_init_script(PLAIN_HTTP)
    begin(page, server).win_auction("7C", NORTH)
    assert page.locator("video").count() == 0
    choose_the_video(page, server)
    settings_say(page, "missing")
    page.goto(f"{server.address}/games/1/")
    settled(page)
    assert page.locator("video").count() == 0
    page.locator("[name=number][value='2']").click()
    page.wait_for_function(PLAYING)
    page.wait_for_function("() => document.querySelector('video').currentTime > 0")
    video = page.locator("video")
    state = video.evaluate("(video) => [video.muted, video.loop, video.volume, video.videoWidth]")
    assert state == [False, False, 1, 16]

    # It jumps back before its end, where it would stop.
    video.evaluate("(video) => { video.currentTime = video.duration - 2.5 }")
    page.wait_for_function("() => document.querySelector('video').currentTime < 2")
    assert page.evaluate(PLAYING)

    page.evaluate(SWITCH_ALONE, True)
    page.wait_for_function("() => document.querySelector('video').paused")
    page.evaluate(SWITCH_ALONE, False)
    page.wait_for_function(PLAYING)

    page.goto(f"{server.address}/games/1/more")
    settled(page)
    page.get_by_text("Stop this game").click()
    page.wait_for_function(PLAYING)
    page.get_by_role("button", name="Stop the game").click()
    page.locator(".winner").click()
    assert not page.evaluate(PLAYING)
