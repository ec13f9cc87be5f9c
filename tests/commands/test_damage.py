"""Damaged score files: no traceback, no silent change of points, and a working restore.

This is the short form of `tests/tools/benchmarks/damage.py`; `make deep` zeroes every page, and
`make kills` runs the full one.
"""

from __future__ import annotations

import logging
import random
from pathlib import Path

import pytest

from tests.deep import DEEP
from tests.tools.benchmarks.damage import Seen, Sound, at_random, build, every_page, try_damage

ZEROED = 2  # pages in everyday tests
DAMAGES = 60 if DEEP else 4  # at random


@pytest.mark.slow
def test_no_damage_is_silent_or_final(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    path = build(tmp_path)
    content, seen = path.read_bytes(), Seen()
    sound = Sound.of(path)
    pages = list(every_page(content))
    damages = [
        *(pages if DEEP else random.Random(1).sample(pages, ZEROED)),
        *at_random(content, DAMAGES, seed=27),
    ]
    for what, spoilt in damages:
        try_damage(path, what, spoilt, sound, seen)
    assert seen.wrong == []
    assert seen.ends.total() == len(damages)
