"""What a page shows of a tap, for tests."""

from __future__ import annotations

import re

from tests.web.phone import Page

STALE = "The game has moved on since this page was loaded; your tap was not recorded."


def marked(page: Page) -> list[str]:
    """The tiles that stand out as what was answered before, by what they send."""
    return re.findall(r'value="([^"]+)"[^>]* aria-current=true', page.html)
