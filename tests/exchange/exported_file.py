"""Helpers: export and import."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.importing import Survey
from scorekeeper.ledger import tables
from scorekeeper.ledger.store import Store
from tests.tools.benchmarks.large import TABLES, facts

EVERYTHING = Scope(1)


def exported(store: Store, scope: Scope = EVERYTHING) -> str:
    return "".join(as_json(store.path, scope, "2026-03-06T18:00:00.000+00:00"))


def brought(store: Store, text: str) -> Survey:
    """Survey a document and import it."""
    path = store.path.with_suffix(".json")
    path.write_text(text, encoding="utf-8")
    survey = importing.survey_file(store, tables.first(store).id, path)
    importing.bring_in(store, 1, survey)
    return survey


def everything(store: Store) -> dict[str, list[Any]]:
    return {table: facts(store.path, table) for table in TABLES}


@contextmanager
def another() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        yield Store.open(Path(folder) / "other.db")
