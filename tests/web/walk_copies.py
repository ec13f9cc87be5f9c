"""The walk through the copies of scores that are kept in a browser."""

from __future__ import annotations

import datetime as dt
import errno
import io
import sqlite3
from pathlib import Path

import pytest

from scorekeeper.ledger import backups, tables
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.conftest import setup_of
from tests.web import unusable_files
from tests.web.phone import Page
from tests.web.walker import NAMES, Walker


def copies(phone: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone whose browser keeps the scores: advice, saving, and restoring of every file."""
    folder = phone.store.path.parent
    advice(phone)
    whole = phone.client.get("/copies/scores.db").data
    phone.send(phone.open("/copies/").form("/saved"))
    phone.hand("0 2 3", "0 3 8 2")
    monkeypatch.setattr(phone.store, "clock", lambda: dt.datetime.now(dt.UTC))
    phone.send(upload(phone, whole).forms[0])
    phone.hand("0 2 3", "0 3 8 2")
    backups.make(phone.store.path, 2, dt.date(2026, 11, 20))
    listed = phone.open("/copies/").form("/choose")
    phone.press(listed)
    phone.fill(listed, {"copy": "none"})
    for write in (
        *(unusable_files.foreign, unusable_files.older, unusable_files.later),
        *(unusable_files.damaged, unusable_files.cut_export, unusable_files.later_export),
        *(damage_game, hold_several_tables),
    ):
        path = folder / f"{write.__name__}.db"
        path.write_bytes(whole if write is damage_game else b"")
        write(path)
        upload(phone, path.read_bytes())
    upload(phone, b"7")
    refused(phone, whole, monkeypatch)
    empty = Store.open(folder / "empty.db")
    tables.first(empty)
    empty.close()
    upload(phone, empty.path.read_bytes())


def advice(phone: Walker) -> None:
    """The advice of the first page: the home screen, and then to save a copy."""
    phone.store.clock = lambda: dt.datetime.now(dt.UTC) - dt.timedelta(days=1)
    phone.write_game(NAMES)
    phone.hand("0 2 3", "0 3 8 2")
    phone.store.clock = lambda: dt.datetime.now(dt.UTC)
    phone.open("/")
    phone.open("/copies/")
    phone.press(phone.open("/").form("/dismiss"))


def upload(phone: Walker, content: bytes) -> Page:
    form = phone.open("/copies/").form("/restore")
    sent = form.fields | {"file": (io.BytesIO(content), "7")}
    return phone._page(phone.client.post(form.action, data=sent), follow=True)


def damage_game(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("update entries set at = '2020-01-01T00:00:00.000+00:00' where number = 2")
    db.close()


def hold_several_tables(path: Path) -> None:
    store = Store.open(path)
    for table in (tables.first(store), tables.add(store, "7")):
        new_game(store, table.id, new_key(), setup_of(), NAMES.split())
    store.close()


def refused(phone: Walker, whole: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy cannot be put in place: there is no room, or something else fails."""
    full = UnusableFile("full")
    full.__cause__ = OSError(errno.ENOSPC, "")
    for error in (full, UnusableFile("in use")):
        form = upload(phone, whole).forms[0]

        def fail(*_: object, error: UnusableFile = error) -> None:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(backups, "restore", fail)
            phone.send(form)
    phone.send(form)  # a second time
