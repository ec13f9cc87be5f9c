"""/health: one word on whether the score file can be read and written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.ledger.store import Store
from scorekeeper.web import static_files
from tests.web.phone import Page, Phone


@pytest.fixture(autouse=True)
def looked_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "FRESH", -1.0)


def seen(page: Page) -> tuple[int, str]:
    return page.status, page.html


def test_everybody_is_told_one_word_and_nothing_else(stranger: Phone, store: Store) -> None:
    page = stranger.open("/health")
    assert seen(page) == (200, "ok\n")
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Set-Cookie" not in page.headers


def take_away(store: Store) -> None:
    store.path.rename(store.path.with_name("away.db"))


def delete_the_wal(store: Store) -> None:
    store.path.with_name(f"{store.path.name}-wal").unlink()


@pytest.mark.parametrize("spoil", [take_away, delete_the_wal])
def test_a_file_that_cannot_be_used_is_said(
    stranger: Phone, store: Store, spoil: Callable[[Store], None]
) -> None:
    assert seen(stranger.open("/health")) == (200, "ok\n")
    spoil(store)
    assert seen(stranger.open("/health")) == (503, "unusable\n")


def test_so_is_one_that_another_program_holds(stranger: Phone, store: Store) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert seen(stranger.open("/health")) == (503, "unusable\n")
        other.execute("rollback")
    assert seen(stranger.open("/health")) == (200, "ok\n")


def test_asking_often_looks_once(
    stranger: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Store] = []

    def usable(store: Store) -> bool:
        looks.append(store)
        return True

    monkeypatch.setattr(static_files, "FRESH", 60.0)
    check: static_files.Health = app.extensions["health"]
    monkeypatch.setattr(check, "_looked", -60.0)
    monkeypatch.setattr(Store, "usable", usable)
    assert [stranger.open("/health").status for _ in range(9)] == [200] * 9
    assert len(looks) == 1
