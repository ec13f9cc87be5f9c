"""Deep tests: the full form of tests with a short form, run by `make deep`."""

from __future__ import annotations

import os

import pytest

DEEP = os.environ.get("SCOREKEEPER_DEEP") == "1"

in_deep = pytest.mark.skipif(not DEEP, reason="make deep")
