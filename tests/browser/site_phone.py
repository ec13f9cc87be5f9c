"""A phone that keeps score from the site: its browser, which can be closed and killed."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType, Error, Frame, Page, ViewportSize

from tests.browser.conftest import NAVIGATION, PATIENCE
from tests.browser.phones import IS
from tests.browser.table import NAMES, Table
from tests.site.static_host import StaticHost

PHONE: ViewportSize = {"width": 390, "height": 664}
Routing = Callable[[BrowserContext], None]


class SitePhone:
    """Chromium with a profile of its own, which outlives the browser.

    prepare    is done with each new browser, before a page is opened
    """

    def __init__(
        self,
        engine: BrowserType,
        launch: dict[str, Any],
        profile: Path,
        host: StaticHost,
        *,
        prepare: Routing = lambda _: None,
    ) -> None:
        self._engine, self._launch, self.profile = engine, launch, profile
        self.host, self._prepare = host, prepare
        self.errors: list[str] = []
        self.start()

    def start(self) -> None:
        """Open the browser, without a page of the site."""
        self.context = self._engine.launch_persistent_context(
            str(self.profile),
            **self._launch,
            viewport=PHONE,
            has_touch=True,
            locale="en-GB",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.set_default_navigation_timeout(NAVIGATION)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.context.on("console", lambda told: self.errors.extend(_refused(told.text)))
        self.context.on("request", lambda asked: self.errors.extend(self._foreign(asked.url)))
        self._prepare(self.context)

    def _foreign(self, url: str) -> list[str]:
        origin = self.host.address.removesuffix(self.host.prefix)
        return [] if url.startswith((origin, "data:", "blob:", "about:")) else [f"asked {url}"]

    def close(self) -> None:
        self.context.close()

    def kill(self) -> None:
        """Kill all processes of the browser at once, as an empty battery does."""
        mine = f"--user-data-dir={self.profile}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it has ended
                if mine in (folder / "cmdline").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
        with contextlib.suppress(Error):  # it may have noticed already
            self.context.close()
        for lock in self.profile.glob("Singleton*"):
            lock.unlink(missing_ok=True)

    def open(self, path: str = "") -> SiteTab:
        """Open a tab at the page of the site with this address."""
        page = self.context.new_page()
        page.goto(f"{self.host.address}{path}")
        return SiteTab(page, self.host).arrived()


class SiteTab:
    """A tab with the site: the page around the app, and the app in its frame."""

    def __init__(self, page: Page, host: StaticHost) -> None:
        self.page, self.host = page, host

    @property
    def frame(self) -> Frame:
        return next(frame for frame in self.page.frames if frame.parent_frame)

    @property
    def table(self) -> Table:
        return Table(self.frame, self.host.address.rstrip("/"))  # type: ignore[arg-type]

    def arrived(self) -> SiteTab:
        """Wait until the app is there, with its scripts."""
        self.page.locator("#app").wait_for(state="visible", timeout=NAVIGATION)
        return self.running()

    def running(self) -> SiteTab:
        self.frame.wait_for_function(IS, arg="[data-running]")
        return self

    def new_game(self, names: tuple[str, ...] = NAMES) -> Table:
        """Begin a game of Israeli Whist."""
        frame = self.frame
        frame.goto(f"{self.host.address}games/new?game=israeli-whist")
        for seat, name in enumerate(names):
            frame.fill(f"[name=names-{seat}]", name)
        frame.locator("label:has([name=dealer][value='0'])").click()
        frame.locator("[name=start]").first.click()
        frame.locator("[data-question]").wait_for()
        self.running()
        return self.table

    def until(self, done: Callable[[], bool]) -> None:
        """Wait for something that no page tells."""
        end = time.monotonic() + PATIENCE / 1000
        while not done():
            assert time.monotonic() < end
            self.page.wait_for_timeout(50)


def _refused(message: str) -> list[str]:
    return [message] if "Content Security Policy" in message else []
