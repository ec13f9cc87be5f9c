"""The scripts of the pages without a browser, see `phone.js`: one test for each file.

`SCOREKEEPER_SCRIPT` names the tests of a file that run, by a part of their names.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Server, served
from tests.scripts.node import HERE, LONGEST, NODE, phone_environment

WANTED = os.environ.get("SCOREKEEPER_SCRIPT", ".")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all files: each of their tests begins a game of its own."""
    with served(tmp_path_factory.mktemp("scripts") / "served.db") as running:
        yield running


@pytest.mark.parametrize("script", sorted(HERE.glob("*.test.js")), ids=lambda path: path.name)
def test_scripts(server: Server, script: Path) -> None:
    ended = subprocess.run(
        [*NODE, "--test", f"--test-name-pattern={WANTED}", script],
        env=phone_environment(server),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout
