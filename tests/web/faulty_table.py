"""A table whose score file can be damaged."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.ledger import doctor, player_figures
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.doors import new_link
from tests.web.phone import Phone

READ = ("/", "/games/1/", "/games/1/sheet", "/games/1/story", "/sessions/", "/players/")


class Table:
    """A score file on some disk, served to a scorer and a watcher."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.store = Store.open(path)
        self.app: Flask = create_app(self.store)
        self.scorer, self.watcher = (self.phone(role) for role in Role)

    def phone(self, role: Role) -> Phone:
        phone = Phone(self.app.test_client())
        phone.open(new_link(self.store, role))
        return phone

    def play(self) -> None:
        """Play a whole hand, and record the winning bid of the next."""
        self.scorer.write_game()
        self.scorer.write_hand()
        self.scorer.answer(bid="5S", winner="1")

    def reads(self, *but: str) -> dict[str, int]:
        """Which of the watcher's pages fail, and with which message."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(player_figures, "PATIENCE", 1)
            pages = {address: self.watcher.open(address) for address in READ if address not in but}
            for thread in threading.enumerate():
                if thread.name == "figures":  # it tries to write what the pages counted
                    thread.join()
        return {address: page.status for address, page in pages.items() if page.status != 200}

    def entries(self) -> int:
        with closing(sqlite3.connect(self.path)) as db:
            return int(db.execute("select count(*) from entries").fetchone()[0])

    def faults(self) -> list[str]:
        """The doctor's findings about the file."""
        findings = doctor.examine(self.path, self.store.clock())
        topics = {doctor.BACKUPS, doctor.FILE}
        return [
            finding.message for finding in findings if finding.level and finding.topic not in topics
        ]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path / "scores.db")
    table.play()
    return table
