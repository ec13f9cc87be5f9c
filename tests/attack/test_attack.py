"""The short form of the attacks; `make attack` is the long one."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.attack.__main__ import QUICK, run


def test_no_attack_gets_through() -> None:
    assert run(QUICK, seed=1, told=print) == []


def test_the_attacks_share_nothing_with_the_score_keeper() -> None:
    imported = set()
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
            elif isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
    ours = {one for one in imported if one.split(".")[0] in {"scorekeeper", "tests"}}
    assert ours == {"tests.attack", "tests.attack.target", "tests.attack.__main__"}
