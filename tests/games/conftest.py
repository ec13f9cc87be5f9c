"""Fixtures for tests of games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scorekeeper.rules import look_ahead
from tests.deep import DEEP


@pytest.fixture
def near_look_ahead(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the look-ahead follow a sixth of the answers; in the full form, all."""
    if not DEEP:
        monkeypatch.setattr(look_ahead, "MOST_MOVES", look_ahead.MOST_MOVES // 6)
        look_ahead._starts.cache_clear()
    yield
    look_ahead._starts.cache_clear()
