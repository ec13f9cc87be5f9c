"""The pages behind every link, from the first page on.

The program opens them and the addresses of all routes, and prints those that answer with an error.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.web.every_door import Club, addresses_of
from tests.web.phone import Page, Phone, addresses

WAY_BACK = re.compile(r"[?&]back=[^&]*")  # the only difference between most links to the settings


def pages_behind_links(phone: Phone) -> Iterator[tuple[str, Page]]:
    """Follow every link, and yield each address with its page."""
    seen: set[str] = set()
    to_open = ["/"]
    while to_open:
        address = to_open.pop().replace("&amp;", "&")
        known = WAY_BACK.sub("", address)
        if known in seen or address.startswith("#"):
            continue
        seen.add(known)
        page = phone.open(address)
        yield address, page
        to_open += addresses(page)


def wrong_answers(club: Club) -> Iterator[tuple[str, int]]:
    """The links that do not lead to a page, and the addresses that a fault answers."""
    club.app.config["PROPAGATE_EXCEPTIONS"] = False
    phone = club.phones["scorer"]
    for address, page in pages_behind_links(phone):
        if page.status != 200:
            yield address, page.status
    for rule in club.app.url_map.iter_rules():
        for address in addresses_of(club.app, rule):
            status = phone.client.get(address).status_code
            if status >= 500:
                yield address, status


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for wrong in wrong_answers(Club(Path(folder) / "scores.db")):
            print(*wrong)


if __name__ == "__main__":
    main()
