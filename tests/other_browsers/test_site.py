"""The site in WebKit and in Firefox: an evening kept by the browser alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.ledger import backups
from tests.deep import DEEP, in_deep
from tests.other_browsers.firefox import Firefox
from tests.other_browsers.table import EAST, NORTH, SOUTH, WEST, Table
from tests.other_browsers.webkit import WebKit
from tests.other_browsers.window import PATIENCE, Window
from tests.site.static_host import StaticHost

# A hand and the totals after it; it fits the first dealer and the second.
FIRST = ("6H", WEST, [(NORTH, 2), (EAST, 3), (SOUTH, 0)], (1, 6, 3, 3))
SECOND = ("6H", NORTH, [(EAST, 3), (SOUTH, 0), (WEST, 2)], (1, 3, 6, 3))
AFTER_ONE, AFTER_TWO = (-50, 46, -10, 19), (-100, 36, 36, 38)
# All that a browser keeps for a page; the page that clears it lies beside the site.
CLEAR = """(async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => (indexedDB.deleteDatabase(name).onsuccess = done));
  }
  const files = await navigator.storage?.getDirectory?.();
  for await (const name of files?.keys() ?? []) await files.removeEntry(name, { recursive: true });
  localStorage.clear();
})()"""
# The store that the site has chosen.
KIND = """(name) => new Promise((tell) => {
  indexedDB.open(name).onsuccess = ({ target: { result: database } }) => {
    const asked = database.transaction("meta").objectStore("meta").get("kind");
    asked.onsuccess = () => tell(asked.result);
    database.close();
  };
})"""


def _firefox(folder: Path) -> Firefox:
    downloads = {"browser.download.folderList": 2, "browser.download.dir": str(folder)}
    return Firefox(folder, downloads)


STARTS: dict[str, tuple[Callable[[Path], Window], str]] = {
    "webkit": (WebKit, "pages"),
    "firefox": (_firefox, "files"),
}


class Phone:
    """A phone that keeps score from the site; what it keeps outlives its browser.

    kind    the store that is due in this browser
    """

    def __init__(
        self, start: Callable[[Path], Window], kind: str, folder: Path, host: StaticHost
    ) -> None:
        self._start, self.kind, self.folder, self.host = start, kind, folder, host
        self.window = start(folder)

    def open(self, path: str = "") -> Table:
        self.window.open(f"{self.host.address}{path}")
        return self._arrived()

    def reload(self) -> Table:
        self.window.reload()
        return self._arrived()

    def _arrived(self) -> Table:
        self.window.until("() => document.querySelector('#app').checkVisibility()")
        self.window.enter_frame()
        self.window.until("() => document.documentElement.dataset.running !== undefined")
        return Table(self.window)

    def go(self, path: str) -> None:
        """Open another page of the app."""
        self.window.run(
            "(to) => void setTimeout(() => location.assign(to))", f"{self.host.prefix}{path}"
        )

    def restart(self) -> None:
        """Kill the browser once all taps were answered, and start it again."""
        Table(self.window).answered()
        self.window.kill()
        self.window = self._start(self.folder)

    def clear(self) -> None:
        self.window.open(self.host.address.removesuffix(self.host.prefix))
        self.window.evaluate(CLEAR)


@pytest.fixture
def host(built_site: Path) -> Iterator[StaticHost]:
    served = StaticHost(built_site)
    yield served
    served.pause()


@pytest.fixture(params=["webkit", "firefox"] if DEEP else ["firefox"])
def phone(request: pytest.FixtureRequest, tmp_path: Path, host: StaticHost) -> Iterator[Phone]:
    start, kind = STARTS[request.param]
    used = Phone(start, kind, tmp_path / "kept", host)
    yield used
    used.window.kill()


@pytest.mark.slow
def test_an_evening_without_a_server(phone: Phone, host: StaticHost) -> None:
    """A hand, no network, an empty battery, and all is there; in the deep form, a hand more."""
    phone.open()
    table = _begun(phone)
    table.play(*FIRST)
    table.shows_totals(*AFTER_ONE)
    assert phone.window.run(KIND, f"scorekeeper {host.prefix}") == phone.kind
    assert phone.window.evaluate("top.location.hash") == "#/games/1/"
    host.pause()
    if DEEP:
        table = phone.reload()
        table.shows_totals(*AFTER_ONE)
        table.play(*SECOND)
    phone.restart()
    phone.open("#/games/1/").shows_totals(*(AFTER_TWO if DEEP else AFTER_ONE))


@pytest.mark.slow
@in_deep
def test_a_copy_brings_the_scores_back(phone: Phone) -> None:
    phone.open()
    _begun(phone).play(*FIRST)
    phone.go("copies/")
    phone.window.tap("a[href$='/copies/scores.db']")
    copy = _saved(phone.folder)
    phone.clear()
    phone.open("#/copies/")
    phone.window.choose_file("[type=file]", copy)
    phone.window.tap("form[action$='/restore'] button")
    phone.window.tap("[data-records-preview]")
    phone.window.shows("[role=status]", "The copy is restored.")
    phone.go("games/1/")
    table = Table(phone.window)
    table.shows_totals(*AFTER_ONE)
    table.play(*SECOND)
    phone.restart()
    phone.open("#/games/1/").shows_totals(*AFTER_TWO)


def _begun(phone: Phone) -> Table:
    phone.go("games/new?game=israeli-whist")
    table = Table(phone.window)
    table.begin()
    return table


def _saved(folder: Path) -> Path:
    """Wait until a copy has been saved, and return its file."""
    end = time.monotonic() + PATIENCE
    while not (
        found := [file for file in folder.glob("scorekeeper-*.db") if backups.contents(file)]
    ):
        assert time.monotonic() < end, "no copy was saved"
        time.sleep(0.1)
    return found[0]


@pytest.mark.slow
def test_a_private_window_keeps_no_score(host: StaticHost) -> None:
    window = Firefox(preferences={"browser.privatebrowsing.autostart": True})
    try:
        window.open(host.address)
        window.shows("[role=alert]", "private windows")
        assert not window.evaluate("document.querySelector('#app').checkVisibility()")
    finally:
        window.kill()
