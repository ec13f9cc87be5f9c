"""Tiles and marks on a page, for tests."""

from __future__ import annotations

import re

from tests.web.phone import Page

STALE = "The game has moved on since this page was loaded; your tap was not recorded."


def marked(page: Page) -> list[str]:
    """The tiles that are marked as the earlier answer, by their values."""
    return re.findall(r'value="([^"]+)"[^>]* aria-current=true', page.html)
