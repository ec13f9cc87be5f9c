"""The site's browser is killed while it records: nothing that was answered is lost, in both stores.

`make deep` kills it ten times in each store.
"""

from __future__ import annotations

import base64
import random
import shutil
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType

from scorekeeper.ledger import database, doctor
from scorekeeper.ledger.doctor import Level
from scorekeeper.ledger.store import Store
from scorekeeper.web.app import create_app
from tests.browser.site_phone import SitePhone, SiteTab
from tests.deep import in_deep
from tests.exchange.exported_file import exported
from tests.site.static_host import StaticHost
from tests.web.phone import Phone

KILLS = 10
UNDER_WAY = 6  # entries that are answered before a kill
IMPORTED = 4  # games
UNTOLD = 1  # the page waits until the test has heard of an answer
# What a browser has that offers no synchronous files: the other store.
WITHOUT_FILES = "delete self.FileSystemFileHandle?.prototype.createSyncAccessHandle;\n"
PLAY = (Path(__file__).parent / "site_play.js").read_text("utf-8")
KIND = """name => new Promise(go => {
  const opening = indexedDB.open(name);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("meta").objectStore("meta").get("kind");
    asked.onsuccess = () => go(asked.result);
  };
})"""
SAVE = """async base => {
  const answer = await fetch(`${base}copies/scores.db`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}"""


def _host(site: Path, tmp_path: Path, kind: str) -> StaticHost:
    """A host of the site; for "pages", of one whose worker finds no synchronous files."""
    if kind == "pages":
        site = Path(shutil.copytree(site, tmp_path / "site"))
        (script,) = (site / "files").glob("storage-*.js")
        script.write_text(WITHOUT_FILES + script.read_text("utf-8"), "utf-8")
    return StaticHost(site)


def _others(path: Path) -> str:
    """A file to import, with games of others."""
    phone = Phone(create_app(Store.open(path), keyless=True).test_client())
    for game in range(1, IMPORTED + 1):
        phone.write_game("Eva Fred Gil Hana")
        phone.write_hand(game=game)
    return exported(phone.store)


@in_deep
@pytest.mark.parametrize("kind", ["files", "pages"])
def test_a_killed_browser_has_lost_nothing_that_was_answered(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    built_site: Path,
    tmp_path: Path,
    kind: str,
) -> None:
    host = _host(built_site, tmp_path, kind)
    answered: Counter[int] = Counter()  # by game, the number of its entries
    luck = random.Random(KILLS)
    phone = SitePhone(browser_type, browser_type_launch_args, tmp_path / "profile", host)
    try:
        tab = _opened(phone, answered)
        assert tab.frame.evaluate(KIND, f"scorekeeper {host.prefix}") == kind
        for kill in range(KILLS):
            due = answered.total() + UNDER_WAY
            others = _others(tmp_path / f"others-{kill}.db")
            tab.frame.evaluate(f"given => void ({PLAY})(given)", [host.prefix, others])
            tab.until(lambda: answered.total() >= due)  # noqa: B023  (called at once)
            tab.page.wait_for_timeout(luck.uniform(0, 1500))
            phone.kill()
            phone.start()
            tab = _opened(phone, answered)
            assert _faults(tab, tmp_path / "saved.db", answered) == []
        assert phone.errors == []
    finally:
        phone.close()
        host.pause()


def _opened(phone: SitePhone, answered: Counter[int]) -> SiteTab:
    """Open the site in a page that can tell what is answered."""

    def told(_: object, game: int, entries: int) -> None:
        answered[game] = max(answered[game], entries)

    phone.context.expose_binding("told", told)
    return phone.open()


def _faults(tab: SiteTab, path: Path, answered: Counter[int]) -> list[str]:
    """Save the score file; return all faults in it, and count what it holds as answered."""
    path.touch(database.OWNER_ONLY)
    path.write_bytes(base64.b64decode(tab.frame.evaluate(SAVE, tab.host.prefix)))
    faults = [
        f"{finding.topic}: {finding.message}"
        for finding in doctor.examine(path, datetime.now(UTC))
        if finding.level is not Level.FINE and finding.topic != doctor.BACKUPS
    ]
    with closing(database.readable(path)) as db:
        query = "select game_id, count(*) from entries group by game_id"
        found = Counter(dict(db.execute(query).fetchall()))
        brought = sum(game not in answered for game in found)
    for game, due in answered.items():
        if not due <= found[game] <= due + UNTOLD:
            faults.append(f"game {game} has {found[game]} entries; {due} were answered")
        answered[game] = found[game]
    if brought % IMPORTED:
        faults.append(f"{brought} games were imported")
    return faults
