"""Deep tests: the full form of tests that have a short one, asked for by `make deep`."""

from __future__ import annotations

import os

DEEP = os.environ.get("SCOREKEEPER_DEEP") == "1"
