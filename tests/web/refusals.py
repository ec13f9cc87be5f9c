"""Pages for a phone without the right link."""

from __future__ import annotations

import re
from collections.abc import Callable

from scorekeeper.ledger.access_keys import Role
from tests.web.phone import Page

Link = Callable[[Role], str]


PRIVATE = "This table is private"


def describe_page(page: Page) -> tuple[int, str, str]:
    """The status, the title and the text of a page without further content."""
    match = re.search(r"<h1[^>]*>(.*?)</h1>\s*<p[^>]*>(.*?)</p>", page.html, re.DOTALL)
    assert match
    return page.status, match[1], match[2]
