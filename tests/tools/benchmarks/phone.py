"""Time until the page of the table can be used on a slow phone: the processor slowed 4 times.

A game in its fifth hand is opened over loopback, each time with an empty cache. "Seen" is the first
contentful paint, "in use" the moment at which every behaviour has been started, so that a tap
counts. Run with `make bench`.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from waitress.server import create_server

from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.web.phone import Phone

SLOWED = 4
LOADS = 15
MEASURED = """() => new Promise(done => new PerformanceObserver(list => done([
    list.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
  ])).observe({ type: "paint", buffered: true }))"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        address = table(Path(folder) / "scores.db") + "/games/1/"
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        times = [_load(browser, address) for _ in range(LOADS)]
        browser.close()
    print(f"the table on a phone slowed {SLOWED} times, median and worst of {LOADS} first loads:")
    for name, taken in zip(("seen", "in use"), zip(*times, strict=True), strict=True):
        print(f"  {name:7} {statistics.median(taken):6.0f} ms   {max(taken):6.0f} ms")


def table(path: Path) -> str:
    """Yield the address of a server with a game in its fifth hand, served as by the command."""
    app = create_app(Store.open(path), keyless=True)
    phone = Phone(app.test_client())
    phone.begin(ending__target="5000")  # so that it goes on during the measurement
    for _ in range(4):
        phone.hand()
    phone.answer(bid="7C", winner="2")
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    threading.Thread(target=server.run, daemon=True).start()
    return f"http://127.0.0.1:{server.effective_port}"


def _load(browser: Browser, address: str) -> tuple[float, float]:
    """Return the milliseconds until the page is seen, and until a tap on it counts."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(address)
    seen, in_use = page.evaluate(MEASURED)
    context.close()
    return seen, max(seen, in_use)


if __name__ == "__main__":
    main()
