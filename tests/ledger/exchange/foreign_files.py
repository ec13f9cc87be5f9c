"""Files of other forms, written, surveyed, imported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.exchange import conversion, document_import
from scorekeeper.ledger.exchange.conversion import SourceFile
from scorekeeper.ledger.exchange.document_import import Survey
from scorekeeper.ledger.tables import tables

WHIST = "israeli-whist-json"


@pytest.fixture
def files(tmp_path: Path) -> Any:
    """Writes files and names them."""

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
    return conversion.survey(store, table, files, files[0].path.with_name("room"), form)


def taken(store: Store, files: list[SourceFile], form: str | None = None) -> Survey:
    survey = surveyed(store, files, form)
    document_import.bring_in(store, tables.first(store).id, survey)
    return survey
