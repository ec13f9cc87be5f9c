"""Fixtures of many tests of the pages."""

from __future__ import annotations

import pytest

from tests.web.phone import Phone


@pytest.fixture
def table(scorer: Phone) -> Phone:
    """A phone at the auction of the first hand; South, Anna, deals."""
    scorer.write_game()
    return scorer
