"""Short form of the attacks; `make attack` is the long one."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.tools.attack.__main__ import QUICK, run


@pytest.mark.slow
def test_no_attack_gets_through() -> None:
    """Runs in a separate thread, because a browser of other tests may occupy this one's loop."""
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(run, QUICK, seed=1, report=print).result() == []


def test_the_attacks_share_nothing_with_the_score_keeper() -> None:
    imported = set()
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
    ours = {module for module in imported if module.split(".")[0] in {"scorekeeper", "tests"}}
    assert ours == {
        "tests.tools.attack",
        "tests.tools.attack.target",
        "tests.tools.attack.__main__",
    }
