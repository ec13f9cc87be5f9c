"""Files to download: where the pages stand in a frame, a script has to save them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.ledger import own_games
from scorekeeper.ledger.database import real_path
from tests.own_yaniv import YANIV
from tests.web.browser_phone import BASE, BrowserPhone
from tests.web.every_door import addresses_of
from tests.web.every_link import pages_behind_links
from tests.web.phone import Page, Phone


def rule_of(app: Flask, address: str) -> str:
    path = urlsplit(address).path.removeprefix(BASE)
    endpoint, _ = app.url_map.bind("localhost").match(f"/{path}")
    return str(endpoint)


def is_download(page: Page) -> bool:
    return page.headers.get("Content-Disposition", "").startswith("attachment")


def links(page: Page) -> Iterator[tuple[str, bool]]:
    """The links of a page, and whether a script saves the file behind each."""
    for tag in re.findall(r"<a [^>]*>", page.html):
        if href := re.search(r'href="([^"]+)"', tag):
            yield href[1].replace("&amp;", "&"), " download" in tag


@pytest.mark.slow
def test_a_script_can_save_every_file_to_download(tmp_path: Path) -> None:
    """A new download needs a link with the attribute `download`."""
    phone = BrowserPhone(real_path(tmp_path / "scores"))
    phone.begin()
    phone.hand()
    own_games.add(phone.store, 1, YANIV)
    phone.send(phone.form_with("/games/1/more", "/games/1/stop"))
    pages = dict(pages_behind_links(phone))
    app = phone.app
    saved = {link: by_script for page in pages.values() for link, by_script in links(page)}
    behind_links = {address for address, page in pages.items() if is_download(page)}
    assert {address for address in behind_links if not saved.get(address)} == set()
    routes = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        for address in addresses_of(app, rule)
        if is_download(phone.open(address))
    }
    assert {rule_of(app, address) for address in behind_links} == routes
    assert len(routes) >= 6


def test_on_a_server_links_stay_links(scorer: Phone) -> None:
    assert "data-making" not in scorer.open("/data").html
