"""Third-party game: an installed example package, for a test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.games.registry import rulebooks

PACKAGE = Path(__file__).parent / "plain_whist"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the installed package, the same for all modules; nothing is downloaded."""
    folder = tmp_path_factory.getbasetemp() / "plain-whist"
    if folder.exists():
        return folder
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--no-index", "--no-deps", "--no-build-isolation"),
            *("--target", str(folder), str(PACKAGE)),
        ],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture
def plain_whist(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Registers the game in this process and those that it starts."""
    monkeypatch.syspath_prepend(str(installed))
    monkeypatch.setenv("PYTHONPATH", str(installed))
    rulebooks.cache_clear()
    yield
    rulebooks.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "plain_whist"]:
        del sys.modules[name]
