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
PARTS = 20 if DEEP else 1


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, Sound]:
    """A score file that the tests damage, its content, and what its pages show."""
    path = build(tmp_path_factory.mktemp("damaged"))
    return path, path.read_bytes(), Sound.of(path)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_damage_is_silent_or_final(
    sound_file: tuple[Path, bytes, Sound], part: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    path, content, sound = sound_file
    pages, seen = list(every_page(content)), Seen()
    damages = [
        *(pages if DEEP else random.Random(1).sample(pages, ZEROED)),
        *at_random(content, DAMAGES, seed=27),
    ][part::PARTS]
    for what, spoilt in damages:
        try_damage(path, what, spoilt, sound, seen)
    assert seen.wrong == []
    assert seen.ends.total() == len(damages) > 0
