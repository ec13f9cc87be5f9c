"""The usual engines of phones other than Chromium, each started once, with the tests' server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import keyed_server, server
from tests.other_browsers.firefox import Firefox
from tests.other_browsers.webkit import WebKit

__all__ = ["keyed_server", "server"]


@pytest.fixture(scope="session")
def webkit() -> Iterator[WebKit]:
    window = WebKit()
    yield window
    window.close()


@pytest.fixture(scope="session")
def firefox() -> Iterator[Firefox]:
    window = Firefox()
    yield window
    window.close()
