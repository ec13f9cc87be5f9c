"""Deep tests: the full form of tests with a short form, run by `make deep`."""

from __future__ import annotations

import os

DEEP = os.environ.get("SCOREKEEPER_DEEP") == "1"
