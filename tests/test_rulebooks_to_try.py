"""Tried rulebooks: the example of the documentation, and a broken one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.games.registry import BUNDLED, FOLDER, ready_files, rulebooks
from scorekeeper.testing import check_example, check_rulebook
from tests.terminal import run

ROOT = Path(__file__).resolve().parents[1]


def documented() -> str:
    """The first code block of the page."""
    text = (ROOT / "docs/add-a-game.md").read_text("utf-8")
    block = re.search(
        r"^    from dataclasses.*?^    TENS = Tens\(\)\n", text, re.MULTILINE | re.DOTALL
    )
    assert block
    return re.sub(r"^    ", "", block.group(), flags=re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "rulebooks"
    path.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(FOLDER, str(path))
    rulebooks.cache_clear()
    yield path
    monkeypatch.delenv(FOLDER)
    rulebooks.cache_clear()
    for name in ("tens", "broken"):
        sys.modules.pop(name, None)


def test_the_rulebook_of_the_documentation_is_a_whole_game(folder: Path) -> None:
    code = documented()
    (folder / "tens.py").write_text(code, "utf-8")
    (folder / "notes.txt").write_text("nothing to be read", "utf-8")
    tens = rulebooks()["tens"]
    check_rulebook(tens, tables=1)
    check_example(tens, [[5, 6, 1]], (50, -60, 10))
    printed = run("score", "--game", "tens", "--players", "3", "5,6,1").stdout
    assert "-60   6 tricks: -60" in printed


def test_nothing_is_read_unless_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tens.py").write_text(documented(), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(FOLDER, raising=False)
    rulebooks.cache_clear()
    assert list(rulebooks()) == [book.key for book in (*BUNDLED, *ready_files())]


def test_a_rulebook_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "broken.py").write_text("raise ValueError('no game')", "utf-8")
    rulebooks.cache_clear()
    result = run("--rulebooks", str(folder), "--port", "0")
    assert (result.exit_code, "cannot be read: ValueError: no game" in result.stderr) == (2, True)
