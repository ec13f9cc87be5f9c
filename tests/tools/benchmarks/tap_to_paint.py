"""Time from a tap to the painted next question on a slow phone.

The processor is slowed 4 times; hands are played once over loopback and once with 150 ms of network
latency. The time begins with the event of the click and ends with the frame after the one in which
the next question was drawn. Run with `make bench`; `--hands` and `--latency` change it.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Frame, Page, sync_playwright

from tests.tools.benchmarks.phone import SLOWED, table

LATENCY = 150  # milliseconds there and back
HANDS = 7
FINGER = 420  # milliseconds: an earlier tap counts as a hurried second one
# The question before and after; a frame is painted before the second callback of the next frame.
WATCH = """() => {
  window.painted = [];
  let tap = 0;
  const asked = () => [document.querySelector("[data-question]")?.dataset.question,
                       document.querySelector("[name=seat]")?.value].join();
  addEventListener("click", (event) => {
    const [begun, before, mine] = [event.timeStamp, asked(), (tap += 1)];
    const look = () => requestAnimationFrame(() => {
      if (tap !== mine) return; // the driver has tapped again, for a page came in between
      if (asked() === before) return look();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => painted.push(performance.now() - begun);
      port2.postMessage(null);
    });
    if (event.target.closest("button[name=number], input[name=winner], [data-when-right]")) look();
  }, true);
}"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=HANDS)
    options.add_argument("--latency", type=int, nargs="*", default=[0, LATENCY])
    given = options.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for latency in given.latency:
            with tempfile.TemporaryDirectory() as folder:
                address = table(Path(folder) / "scores.db") + "/games/1/"
                times = measure(browser, address, latency, given.hands)
            print(
                f"finger to painted next question, slowed {SLOWED} times, {latency:3} ms latency:"
                f" median {statistics.median(times):4.0f} ms, longest {max(times):4.0f} ms"
                f" ({len(times)} taps)"
            )
        browser.close()


def measure(browser: Browser, address: str, latency: int, hands: int) -> list[float]:
    """Return the milliseconds of every tap of `hands` hands; the game is in the middle of one."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    described(page)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    conditions = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", {**conditions, "latency": latency})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.evaluate(WATCH)
    _contracts_and_tricks(page)
    for _ in range(hands - 1):
        tap_a_hand(page)
    times: list[float] = page.evaluate("painted")
    context.close()
    return times


def described(page: Page | Frame) -> None:
    """Wait until the page has the description of what may be asked next."""
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes('ahead'))")


def tap_a_hand(page: Page | Frame) -> None:
    """Tap a hand on a page that watches (`WATCH`)."""
    page.locator("label:has([name=bid][value='7C'])").click()
    _tap(page, "label:has([name=winner][value='2'])")
    _contracts_and_tricks(page)


def _contracts_and_tricks(page: Page | Frame) -> None:
    for number in (0, 2, 3):
        _tap(page, f"[name=number][value='{number}']")
    page.locator("[data-by='1']").first.click()  # the sum of four contracts is never 13
    _tap(page, "[data-when-right]")


def _tap(page: Page | Frame, target: str) -> None:
    """Tap as soon as allowed, half of the times on the server's page and half on a drawn one."""
    count = page.evaluate("painted.length")
    page.wait_for_timeout(FINGER)
    if count % 2:
        page.wait_for_function("() => !document.querySelector('[data-drawn]')")
        page.wait_for_timeout(FINGER)
    page.locator(target).first.click()
    page.wait_for_function("(count) => painted.length > count", arg=count)


if __name__ == "__main__":
    main()
