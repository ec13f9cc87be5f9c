"""A score file that is moved, replaced or loses its -wal while it is served."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.ledger import backups, database
from tests.web.faulty_table import Table, table

__all__ = ["table"]  # fixtures


GONE = "The score file is not where it was."


ANOTHER = "Another file lies in the place of the score file, and it cannot be used."


WAL_GONE = "A part of the score file, its “-wal”, was deleted while it was in use."


def test_a_file_that_was_taken_away_is_missed_at_once_and_saved(table: Table) -> None:
    form = table.scorer.question()
    table.path.unlink()
    page = table.scorer.send(form, number="2")
    assert (page.status, page.title, GONE in page.words) == (503, "Not recorded", True)
    page = table.watcher.open("/games/1/")
    assert (page.status, page.title, GONE in page.words) == (
        503,
        "The score file cannot be read",
        True,
    )
    assert table.watcher.open("/games/1/revision").status == 503
    assert not table.path.exists()
    (saved,) = table.path.parent.glob("scores.db.rescued-*")
    database.check(saved)
    with closing(sqlite3.connect(saved)) as db:
        assert db.execute("select count(*) from entries").fetchone() == (6,)
    shutil.copy(saved, table.path)
    assert table.scorer.send(form, number="2").status == 200
    assert (table.entries(), table.reads(), table.faults()) == (7, {}, [])


def test_a_deleted_wal_is_noticed_and_what_it_held_is_saved(table: Table) -> None:
    form = table.scorer.question()
    wal = table.path.with_name("scores.db-wal")
    before = table.path.read_bytes()
    wal.unlink()
    page = table.watcher.open("/games/1/")
    assert (page.status, page.title, WAL_GONE in page.words) == (
        503,
        "The score file cannot be read",
        True,
    )
    page = table.scorer.send(form, number="2")
    assert (page.status, page.title, WAL_GONE in page.words) == (503, "Not recorded", True)
    assert (table.path.read_bytes() == before, wal.exists()) == (True, False), "nothing is made"
    (saved,) = table.path.parent.glob("scores.db.rescued-*")
    doctor = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "doctor", "--db", table.path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert WAL_GONE in " ".join(doctor.stdout.split()), "the disk is not blamed"
    table.store.close()
    backups.restore(saved, table.path, table.store.clock())
    assert table.scorer.send(form, number="2").status == 200, "after a start it goes on"
    assert (table.entries(), table.reads(), table.faults()) == (7, {}, [])


def test_a_wal_of_another_file_is_no_better(table: Table) -> None:
    form, wal = table.scorer.question(), table.path.with_name("scores.db-wal")
    copy = wal.with_name("copy")
    shutil.copy(wal, copy)
    copy.replace(wal)
    assert WAL_GONE in table.scorer.send(form, number="2").words


def test_what_is_in_the_wal_comes_into_the_file_when_nobody_writes(table: Table) -> None:
    table.store.checkpoint()
    alone = table.path.with_name("alone.db")
    alone.write_bytes(table.path.read_bytes())
    with closing(sqlite3.connect(alone)) as db:
        assert db.execute("select count(*) from entries").fetchone() == (6,)
    assert table.scorer.answer(number="2").status == 200
    assert (table.entries(), table.reads(), table.faults()) == (7, {}, [])


def test_a_file_that_is_put_back_is_gone_on_with(table: Table) -> None:
    away = table.path.with_name("away.db")
    form = table.scorer.question()
    table.path.rename(away)
    assert table.scorer.send(form, number="2").status == 503
    away.rename(table.path)
    assert table.scorer.send(form, number="2").status == 200
    assert (table.entries(), table.reads(), table.faults()) == (7, {}, [])


def test_a_file_in_its_place_is_opened_and_what_was_in_the_old_one_is_saved(
    table: Table, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    backups.back_up(table.path, copy)
    table.scorer.answer(number="2")
    form = table.scorer.question()
    copy.replace(table.path)
    page = table.scorer.send(form, number="3")  # from a page of an earlier revision
    assert page.status == 409
    assert table.scorer.answer(number="1").status == 200
    assert (table.reads(), table.faults()) == ({}, [])
    table.store.close()
    with closing(sqlite3.connect(table.path)) as db:
        facts = [fact for (fact,) in db.execute("select fact from entries order by number")]
    assert (len(facts), facts[-1]) == (7, '{"number":1,"seat":2}')
    (saved,) = tmp_path.glob("scores.db.rescued-*")
    with closing(sqlite3.connect(saved)) as db:
        entry = db.execute("select fact from entries where number = 7").fetchone()
    assert entry == ('{"number":2,"seat":2}',)


@pytest.mark.parametrize("kind", ["letter", "older", "newer"])
def test_what_is_no_score_file_of_ours_is_not_touched_and_not_lived_with(
    table: Table, tmp_path: Path, kind: str
) -> None:
    right, wrong = tmp_path / "right.db", tmp_path / "wrong.db"
    if kind == "letter":
        wrong.write_text("Dear Anna")
    else:
        backups.back_up(table.path, wrong)
        with closing(sqlite3.connect(wrong)) as db:
            db.execute(
                f"pragma application_id={database.OLDER_ID}"
                if kind == "older"
                else "insert into _sqlite_migrations (migration_set, name, applied_at) "
                "values ('scorekeeper', 'm999_from_the_future', '2099-01-01')"
            )
            db.commit()
    content = wrong.read_bytes()
    form = table.scorer.question()
    table.path.rename(right)
    wrong.replace(table.path)
    page = table.scorer.send(form, number="2")
    assert (page.status, ANOTHER in page.words, table.path.read_bytes() == content) == (
        503,
        True,
        True,
    )
    right.replace(table.path)
    assert table.scorer.send(form, number="2").status == 200
    assert (table.entries(), table.reads(), table.faults()) == (7, {}, [])
