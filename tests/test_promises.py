"""Promises of docs/security.md: every test that it names exists and can run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.tools import locked_packages, release

ROOT = Path(__file__).resolve().parent.parent
LISTED = (ROOT / "docs/security.md").read_text("utf-8").partition("## Promises")[2]
TABLE = re.findall(r"^\| (.+?) \| (.+) \|$", LISTED, re.MULTILINE)
PROMISES = [
    (promise, test) for promise, held in TABLE for test in re.findall("`(tests/.+?)`", held)
]


def test_every_promise_names_a_test() -> None:
    kept = {promise for promise, _ in PROMISES}
    assert [
        promise
        for promise, _ in TABLE
        if promise not in {*kept, "promise"} and set(promise) != {"-"}
    ] == []
    assert len(kept) > 20


@pytest.mark.parametrize(("promise", "test"), PROMISES, ids=[test for _, test in PROMISES])
def test_the_named_test_exists(promise: str, test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    assert len(tests) == 1
    assert not [
        decorator
        for decorator in tests[0].decorator_list
        if ast.unparse(decorator).endswith(".skip")
    ]


def test_the_lock_file_names_everything_that_is_needed_with_hashes_and_no_registry() -> None:
    text = locked_packages.LOCK.read_text("utf-8")
    locked = {
        entry.split("==")[0]: entry.count("--hash=sha256:") for entry in re.split(r"\n(?=\w)", text)
    }
    needed = {re.split("[>=]", requirement)[0] for requirement in release.needed()}
    assert (needed - locked.keys(), {name for name, hashes in locked.items() if not hashes}) == (
        set(),
        set(),
    )
    assert not release.addressed(text.encode())
