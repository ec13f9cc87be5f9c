"""Faults under a running score keeper: described in words, and over when their cause is."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.ledger import database, doctor
from scorekeeper.ledger.doctor import GAMES
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store
from tests.doors import cookie_name
from tests.nobody import NOBODY, as_nobody
from tests.web.faulty_table import Table, table
from tests.web.phone import Form, Page, Phone

__all__ = ["table"]  # fixtures

FULL = "The disk of the machine that keeps the score is full: make room there."
READ_ONLY = "The score file cannot be written: it, its folder or its disk is read-only."
HELD = "Another program holds the score file: close it, or wait until it is done."
DAMAGED = "The score file is damaged."


class Disk:
    """A small separate disk if the machine allows it, otherwise a file that may not grow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mounted = shutil.which("mount") is not None and (
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)],
                capture_output=True,
                check=False,
            ).returncode
            == 0
        )
        self.connect = database.connect

    def fill(self, store: Store) -> None:
        if self.mounted:
            with contextlib.suppress(OSError), (self.folder / "filler").open("wb", 0) as filler:
                while True:
                    filler.write(b"\x00" * 4096)
            return

        def grown_up(path: Path, *, create: bool = True) -> sqlite3.Connection:
            db = self.connect(path, create=create)
            (pages,) = db.execute("pragma page_count").fetchone()
            db.execute(f"pragma max_page_count={pages}")
            return db  # type: ignore[return-value]

        database.connect = grown_up  # type: ignore[assignment]
        store.close()

    def free(self, store: Store) -> None:
        if self.mounted:
            (self.folder / "filler").unlink()
            return
        database.connect = self.connect
        store.close()

    def leave(self) -> None:
        database.connect = self.connect
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = Disk(folder)
    yield disk
    disk.leave()


def tap_until_refused(table: Table) -> tuple[Form, Page]:
    """Answer and undo until the file takes no more; return the last request and its answer."""
    for _ in range(3000):
        form = table.scorer.question()
        page = table.scorer.send(form, number="2")
        if page.status == 503:
            return form, page
        assert page.status == 200
        undo = table.scorer.open("/games/1/").form("/undo")
        page = table.scorer.send(undo)
        if page.status == 503:
            return undo, page
    raise AssertionError("the disk was never full")


def test_a_full_disk_takes_nothing_and_shows_everything(disk: Disk) -> None:
    table = Table(disk.folder / "scores.db")
    table.play()
    disk.fill(table.store)
    form, refused = tap_until_refused(table)
    assert (refused.title, FULL in refused.words) == ("Not recorded", True)
    assert "Nothing was recorded." in refused.words
    assert refused.headers["Retry-After"] == "5"
    before = table.entries()
    assert table.reads() == {}
    assert table.watcher.open("/players/?game=israeli-whist").status == 200
    bare = table.scorer.client.post(
        form.action, data=form.fields | {"number": "2"}, headers={"Accept": "application/json"}
    )
    assert (bare.status_code, str(bare.json and bare.json["problem"])[: len(FULL)]) == (503, FULL)
    assert table.watcher.open("/games/1/revision").status == 200
    assert table.entries() == before
    disk.free(table.store)
    assert table.scorer.send(form, number="2").status == 200
    assert (table.entries(), table.faults()) == (before + 1, [])


def test_a_score_keeper_that_starts_on_a_full_disk_says_so_or_shows_what_there_is(
    disk: Disk,
) -> None:
    table = Table(disk.folder / "scores.db")
    table.play()
    table.store.close()
    disk.fill(table.store)
    try:
        outcome = str(Table(table.path).reads())
    except UnusableFile as error:
        outcome = str(error)
    full = f"{table.path} cannot be written: the disk is full; make room and try again."
    assert outcome in {full, "{}"}
    disk.free(table.store)
    assert (Table(table.path).reads(), table.faults()) == ({}, [])


def test_what_cannot_be_written_is_shown_and_is_written_again_when_it_can() -> None:
    """In a process without root's permission to write everywhere."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        summary = as_nobody(_without_permission, folder)
    assert summary == f"503 Not recorded {READ_ONLY} | {{}} | 200 Hand 2 · Scorekeeper"


def _without_permission(folder: Path) -> str:
    table = Table(folder / "scores.db")
    table.play()
    form = table.scorer.question()
    other = sqlite3.connect(table.path)  # what lies beside the file stays
    other.execute("select count(*) from games").fetchone()
    table.store.close()
    files = [table.path, *folder.glob("scores.db-*")]
    for file in files:
        file.chmod(0o444)
    folder.chmod(0o555)
    page = table.scorer.send(form, number="2")
    reads = table.reads()
    folder.chmod(0o755)
    for file in files:
        file.chmod(0o644)
    again = table.scorer.send(form, number="2")
    other.close()
    words = READ_ONLY if READ_ONLY in page.words else page.words
    last = again.title if again.status == 200 else again.words
    return f"{page.status} {page.title} {words} | {reads} | {again.status} {last}"


@contextlib.contextmanager
def held_by_another(path: Path) -> Iterator[None]:
    """Another process holds the file for writing."""
    program = (
        "import sqlite3, sys\n"
        "db = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "db.execute('begin immediate'); print(flush=True); sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdin
    assert other.stdout
    other.stdout.readline()
    try:
        yield
    finally:
        other.stdin.close()
        other.wait(60)
        other.stdout.close()


def test_a_file_that_another_program_holds_is_shown_and_nobody_waits_long(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 3)
    table.store.close()
    form = table.scorer.question()
    cookie = table.scorer.client.get_cookie(cookie_name(table.scorer.client))
    assert cookie
    phones = [Phone(table.app.test_client()) for _ in range(10)]
    for phone in phones:
        phone.client.set_cookie(cookie_name(phone.client), cookie.value)
    taken: list[tuple[int, bool, float]] = []

    def tap(phone: Phone) -> None:
        begun = time.monotonic()
        page = phone.send(form, number="2")
        taken.append((page.status, HELD in page.words, time.monotonic() - begun))

    with held_by_another(table.path):
        threads = [Thread(target=tap, args=[phone]) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert table.reads() == {}
    assert [(status, explained) for status, explained, _ in taken] == [(503, True)] * 10
    assert max(seconds for *_, seconds in taken) < 25  # not one after another
    assert table.scorer.send(form, number="2").status == 200
    assert (table.entries(), table.faults()) == (7, [])


def test_a_damaged_file_is_told_and_what_can_be_read_is_read(table: Table) -> None:
    form = table.scorer.question()
    table.store.close()
    with closing(sqlite3.connect(table.path)) as db:
        (page,) = db.execute("select rootpage from sqlite_master where name = 'entries'").fetchone()
    whole = table.path.read_bytes()
    at = (page - 1) * 4096
    damaged = whole[:at] + b"\x5a" * 4096 + whole[at + 4096 :]
    table.path.write_bytes(damaged)
    hurt = Table(table.path)
    cookie = table.scorer.client.get_cookie(cookie_name(table.scorer.client))
    assert cookie
    hurt.scorer.client.set_cookie(cookie_name(hurt.scorer.client), cookie.value)
    page = hurt.scorer.send(form, number="2")
    assert (page.status, DAMAGED in page.words, "scorekeeper doctor" in page.words) == (
        503,
        True,
        True,
    )
    assert hurt.watcher.open("/settings").status in {200, 308}
    topics = [
        finding.topic
        for finding in doctor.examine(table.path, table.store.clock())
        if finding.level
    ]
    assert topics[:2] == [doctor.FILE, GAMES]
    hurt.store.close()
