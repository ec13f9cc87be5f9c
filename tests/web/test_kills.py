"""Answered entries are in the file after a kill at any moment (`make kills` does 500).

Starting the command takes seconds: `make test` kills forks of a process that has imported it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deep import DEEP
from tests.tools.benchmarks.kills import run

WAYS = [pytest.param(4 if DEEP else 2, False, id="forked")]
if DEEP:
    WAYS.append(pytest.param(2, True, id="command"))


@pytest.mark.parametrize(("kills", "cold"), WAYS)
@pytest.mark.slow
def test_a_killed_score_keeper_has_lost_nothing_and_nothing_twice(
    tmp_path: Path, kills: int, cold: bool
) -> None:
    seen = run(tmp_path / "scores.db", kills, seed=2, cold=cold, progress=lambda _: None)
    assert (seen.kills, seen.missing, seen.twice, seen.faults) == (kills, 0, 0, [])
    assert seen.answered > 10 * kills
    assert seen.resent > 0
