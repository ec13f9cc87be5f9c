"""The promises of docs/security.md: every test that is named there exists and can run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests import release

ROOT = Path(__file__).resolve().parent.parent
LISTED = (ROOT / "docs/security.md").read_text("utf-8").partition("## Promises")[2]
TABLE = re.findall(r"^\| (.+?) \| (.+) \|$", LISTED, re.MULTILINE)
PROMISES = [
    (promise, test) for promise, held in TABLE for test in re.findall("`(tests/.+?)`", held)
]


def test_every_promise_names_a_test() -> None:
    kept = {promise for promise, _ in PROMISES}
    assert [one for one, _ in TABLE if one not in {*kept, "promise"} and set(one) != {"-"}] == []
    assert len(kept) > 20


@pytest.mark.parametrize(("promise", "test"), PROMISES, ids=[test for _, test in PROMISES])
def test_the_named_test_exists(promise: str, test: str) -> None:
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    tests = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == name]
    assert len(tests) == 1
    assert not [one for one in tests[0].decorator_list if ast.unparse(one).endswith(".skip")]


def test_the_lock_file_names_everything_that_is_needed_with_hashes_and_no_registry() -> None:
    text = release.LOCK.read_text("utf-8")
    locked = {
        one.split("==")[0]: one.count("--hash=sha256:") for one in re.split(r"\n(?=\w)", text)
    }
    needed = {re.split("[>=]", one)[0] for one in release.needed()}
    assert (needed - locked.keys(), {one for one, hashes in locked.items() if not hashes}) == (
        set(),
        set(),
    )
    assert not release.addressed(text.encode())
