"""The storage of the score file in the browser, tested without a browser.

Node runs `storage.js` with fakes of both stores, with and without the browser's Python.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.store import Store
from scorekeeper.web.app import create_app
from tests.deep import DEEP
from tests.exchange.exported_file import exported
from tests.tools.locked_packages import ROOT
from tests.tools.site import fetch_packages, fetch_pyodide
from tests.web.phone import Phone

HERE = Path(__file__).parent
HANDS, TEARS = ("8", "6") if DEEP else ("1", "1")


def test_the_store_keeps_its_promises() -> None:
    """See the names of the tests in `storage_checks.mjs`."""
    told = node("--test", "--test-reporter=spec", HERE / "storage_checks.mjs")
    assert "ℹ fail 0" in told, told


@pytest.fixture
def imported(tmp_path: Path) -> Path:
    """A folder with a file to import."""
    phone = Phone(create_app(Store.open(tmp_path / "other.db"), keyless=True).test_client())
    for game in range(1, 5):
        phone.write_game("Eva Fred Gil Hana")
        for _ in range(4):
            phone.write_hand(game=game)
    folder = tmp_path / "imported"
    folder.mkdir()
    (folder / "scores.json").write_text(exported(phone.store), "utf-8")
    return folder


@pytest.mark.slow
def test_an_evening_cut_anywhere_has_lost_nothing_that_was_answered(imported: Path) -> None:
    packages = fetch_packages()
    told = node(HERE / "cut_storage.mjs", fetch_pyodide(), packages, ROOT, imported, HANDS, TEARS)
    reports: dict[str, Any] = json.loads(told.splitlines()[-1])
    for kind, report in reports.items():
        print(kind, report)
        assert (report["kind"], report["faults"]) == (kind, [])
        assert report["places"] > report["flushes"] >= 59
        assert report["examined"] > 30
        assert report["numbers"] == reports["files"]["numbers"]


def node(*words: str | Path) -> str:
    """Run a script in Node, and return its output."""
    done = subprocess.run(
        ["node", *map(str, words)],
        env=os.environ | {"PYODIDE": str(fetch_pyodide())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout
