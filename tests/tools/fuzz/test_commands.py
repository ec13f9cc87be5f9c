"""Command lines never end in a traceback: they do their work, or say what is wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from scorekeeper.commands.main import main
from tests.tools.fuzz import commands
from tests.tools.fuzz.commands import folder

__all__ = ["folder"]


@pytest.mark.parametrize("seed", range(3))
def test_no_command_line_ends_in_a_traceback(folder: Path, seed: int) -> None:
    luck, seen = Random(seed), Counter[tuple[str, int]]()
    for number in range(1000):
        if number >= 100 and {name for name, _ in seen} >= set(main.commands):
            break
        commands.tease(luck, folder, seen)
    assert {name for name, _ in seen} >= set(main.commands)
