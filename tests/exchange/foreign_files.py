"""Helpers: write, survey and import foreign files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange import importing, other_formats
from scorekeeper.exchange.importing import Survey
from scorekeeper.exchange.other_formats import SourceFile
from scorekeeper.ledger import tables
from scorekeeper.ledger.store import Store

WHIST = "israeli-whist-json"


@pytest.fixture
def files(tmp_path: Path) -> Any:
    """Writes files and returns their paths."""

    def write(*contents: Any) -> list[SourceFile]:
        sources = []
        for number, content in enumerate(contents, 1):
            path = tmp_path / f"file-{number}"
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, "utf-8")
            sources.append(SourceFile(f"W-{number}.json", path))
        return sources

    return write


def surveyed(store: Store, files: list[SourceFile], form: str | None = None) -> Survey:
    table = tables.first(store).id
    return other_formats.survey_files(store, table, files, files[0].path.with_name("room"), form)


def taken(store: Store, files: list[SourceFile], form: str | None = None) -> Survey:
    survey = surveyed(store, files, form)
    importing.bring_in(store, tables.first(store).id, survey)
    return survey
