"""Sizes: files that can be read through, folders that can be looked over, a short README."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scorekeeper"
MOST_FILES = 17  # in a folder, with `__init__.py` beside them
MOST_LINES = 350  # in a file
MOST_LINES_OF_README = 200
SOURCES = {".css", ".html", ".js", ".py", ".typ"}


def test_no_folder_holds_more_than_can_be_looked_over() -> None:
    crowded = {
        str(folder.relative_to(ROOT)): len(files)
        for root in (PACKAGE, ROOT / "templates")
        for folder in (root, *root.rglob("*"))
        if folder.is_dir() and folder.name != "__pycache__"
        for files in [{file.name for file in folder.iterdir() if file.is_file()} - {"__init__.py"}]
        if len(files) > MOST_FILES
    }
    assert crowded == {}


def test_no_file_is_too_long_to_be_read_through() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in ("scorekeeper", "templates", "static", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in SOURCES
    }
    long = {name: lines for name, lines in lengths.items() if lines > MOST_LINES}
    assert len(lengths) > 500
    assert not long, f"at most {MOST_LINES} lines each; split {long}"


def test_every_script_imports_files_that_are_there() -> None:
    scripts = ROOT / "static/js"
    named = {
        name
        for script in scripts.glob("*.js")
        for name in re.findall(r"""["']\./(\w+\.js)["']""", script.read_text(encoding="utf-8"))
    }
    assert named - {script.name for script in scripts.glob("*.js")} == set()
    assert len(named) > 20


def test_the_readme_is_short() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert 50 < len(lines) <= MOST_LINES_OF_README
