"""Automatic backups: one a day, updated with the score file; the newest are kept."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import date, timedelta
from functools import partial
from multiprocessing import Process
from pathlib import Path

import pytest

from scorekeeper.commands import serve as command
from scorekeeper.ledger import backups, database, tables
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND, play
from tests.served import serving

DAY = date(2026, 3, 6)
PATIENCE = 120.0  # seconds for what a slow and busy machine does at last


@pytest.fixture
def path(store: Store) -> Path:
    """A score file with one hand, served at the moment."""
    play(store, new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS))
    return store.path


def record(store: Store) -> None:
    revision = store.revision(1, 1)
    fact = HAND[revision % len(HAND)]
    store.record(1, 1, key=new_key(), revision=revision, kind=Kind.ANSWER, given=fact)


def days(path: Path) -> list[str]:
    return [str(copy.day) for copy in backups.copies_of(path)]


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("select count(*) from entries").fetchone()[0])


def test_links_and_pipes_named_like_backups_stay_as_they_are(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "for everybody.txt"
    other.write_text("notes")
    other.chmod(0o644)
    backups.daily_path(path, DAY - timedelta(days=1)).symlink_to(other)
    os.mkfifo(backups.daily_path(path, DAY - timedelta(days=2)))
    made = backups.make(path, 14, DAY)
    assert (made, backups.make(path, 14, DAY)) == (backups.daily_path(path, DAY), None)
    assert (other.read_text(), other.stat().st_mode & 0o777) == ("notes", 0o644)
    assert days(path) == ["2026-03-06", "2026-03-05"]


def test_a_backup_is_a_whole_file_that_only_its_owner_reads(path: Path) -> None:
    made = backups.make(path, 3, DAY)
    assert made == path.with_name("scores.db.backup-2026-03-06")
    database.check(made)
    assert (entries(made), made.stat().st_mode & 0o777) == (5, 0o600)
    assert [file.name for file in path.parent.glob("*.part-*")] == []


def test_one_is_made_a_day_and_only_where_anything_was_recorded(store: Store, path: Path) -> None:
    assert backups.make(path, 3, DAY)
    assert backups.make(path, 3, DAY) is None
    record(store)
    assert backups.make(path, 3, DAY + timedelta(1))
    assert backups.make(path, 3, DAY + timedelta(2)) is None
    assert days(path) == ["2026-03-07", "2026-03-06"]


def test_that_of_a_day_keeps_up_with_what_is_recorded(store: Store, path: Path) -> None:
    made = backups.make(path, 3, DAY)
    assert made
    record(store)
    assert backups.make(path, 3, DAY) == made
    assert entries(made) == 6
    assert days(path) == ["2026-03-06"]


def test_an_empty_file_has_none_and_takes_no_ones_place(store: Store, path: Path) -> None:
    """An empty file may have replaced the score file by mistake."""
    made = backups.make(path, 3, DAY)
    assert made
    with store.transaction() as db:
        db.execute("delete from entries")
    assert backups.make(path, 3, DAY) is None
    assert entries(made) == 5
    made.unlink()
    assert backups.make(path, 3, DAY) is None


def test_what_is_worked_out_again_is_nothing_new(store: Store, path: Path) -> None:
    """Otherwise daily looks at the statistics would push out the backups that matter."""
    assert backups.make(path, 3, DAY)
    FigureCounter(store).refresh(1, 60)
    assert store.db.execute("select count(*) from counts").fetchone() != (0,)
    assert backups.make(path, 3, DAY + timedelta(1)) is None


@pytest.mark.parametrize(
    "change",
    [
        "update players set name = 'Anne' where name = 'Anna'",
        "update sessions set notes = 'wine'",
        "update games set removed = '2026-03-06'",
        "update tables set watch_keys = 2",
        "insert into settings values ('a', 'b')",
    ],
)
def test_every_fact_counts_as_something_new(store: Store, path: Path, change: str) -> None:
    assert backups.make(path, 3, DAY)
    with store.transaction() as db:
        db.execute(change)
    assert backups.make(path, 3, DAY + timedelta(1))


def test_the_oldest_go(store: Store, path: Path) -> None:
    for number in range(5):
        record(store)
        backups.make(path, 3, DAY + timedelta(number))
    assert days(path) == ["2026-03-10", "2026-03-09", "2026-03-08"]


def test_a_backup_of_a_day_to_come_does_not_push_out_the_one_just_made(
    store: Store, path: Path
) -> None:
    """The clock was wrong once."""
    for number in range(3):
        record(store)
        backups.make(path, 3, date(2030, 1, 1 + number))
    record(store)
    assert backups.make(path, 3, DAY)
    assert "2026-03-06" in days(path)


@pytest.mark.skipif(sys.platform == "win32", reason="no file is locked there")
def test_what_somebody_killed_has_left_is_cleared_away(path: Path) -> None:
    """Each kill leaves a file of the size of the backup, under the number of its process."""
    names = ("backup-2026-03-01.part-4711", "backup-2026-03-06.part-4712", "copy.part-4713")
    left = [path.with_name(f"scores.db.{name}") for name in names]
    held = path.with_name("scores.db.backup-2026-03-06.part-4714")
    foreign = path.with_name("scores.db.zip.part-aa")  # split by somebody
    for part in (*left, held, foreign):
        part.touch()
    backups.make(path, 3, DAY)
    assert all(part.exists() for part in left)  # not locked yet, perhaps
    old = time.time() - 2 * database.YOUNG
    for part in (*left, held, foreign):
        os.utime(part, (old, old))
    with held.open("rb+") as file:
        assert database.try_lock(file.fileno())
        backups.make(path, 3, DAY)
        assert [part for part in (*left, held, foreign) if part.exists()] == [held, foreign]
    backups.make(path, 3, DAY)
    assert not held.exists()


def test_a_killed_backup_by_hand_is_cleared_away_by_the_next(store: Store, path: Path) -> None:
    record(store)
    part = path.with_name("elsewhere.db.part-4711")
    part.touch()
    os.utime(part, (0, 0))
    backups.back_up(path, path.with_name("elsewhere.db"))
    assert not part.exists()


def test_no_backup_takes_the_last_room(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "ROOM", 2**60)
    with pytest.raises(UnusableFile, match=r"There is no room for a backup beside .*"):
        backups.make(path, 3, DAY)
    assert days(path) == []


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    monkeypatch.setattr(backups, "EVERY", 0.02)
    monkeypatch.setattr(backups, "FIRST", 0.02)
    monkeypatch.setattr(backups, "RARITY", 0)
    return [DAY]


def noted(path: Path) -> str:
    with suppress(FileNotFoundError):
        return backups.note_of(path).read_text()
    return ""


def until(path: Path, expected: list[str]) -> None:
    end = time.monotonic() + PATIENCE
    while days(path) != expected and time.monotonic() < end:
        time.sleep(0.01)
    assert days(path) == expected


@pytest.fixture
def asked(path: Path, day: list[date]) -> Iterator[list[date]]:
    """The days on which a thread that makes backups has looked for anything new."""
    asked: list[date] = []

    def today() -> date:
        asked.append(day[0])
        return asked[-1]

    daily = backups.Daily(path, 2, today)
    daily.start()
    yield asked
    daily.stop()


def test_it_is_made_at_the_start_and_when_the_day_turns(
    store: Store, path: Path, day: list[date], asked: list[date]
) -> None:
    until(path, ["2026-03-06"])
    day[0] += timedelta(1)
    end = time.monotonic() + PATIENCE
    while asked[-1] != day[0] and time.monotonic() < end:
        time.sleep(0.01)
    record(store)  # only now: the backup of the day before would have this entry, too
    until(path, ["2026-03-07", "2026-03-06"])


def test_the_first_one_is_not_long_in_coming(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "EVERY", 3600)
    monkeypatch.setattr(backups, "FIRST", 0.02)
    with store.transaction() as db:
        db.execute("delete from entries")
    running = backups.Daily(path, 2, lambda: DAY)
    running.start()
    time.sleep(0.2)
    assert days(path) == []
    play(store, new_game(store, tables.first(store).id, "another", setup_of(), PLAYERS))
    until(path, ["2026-03-06"])
    running.stop()


def test_the_last_one_is_made_at_the_end(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The evening began with an empty file."""
    monkeypatch.setattr(backups, "EVERY", 3600)
    running = backups.Daily(path, 2, lambda: DAY)
    running.start()
    until(path, ["2026-03-06"])
    record(store)
    running.stop()
    assert entries(backups.daily_path(path, DAY)) == 6


def test_one_that_fails_is_told_and_made_when_it_can_be(
    path: Path,
    day: list[date],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    running = backups.Daily(path, 2, lambda: day[0])
    with caplog.at_level(logging.ERROR), monkeypatch.context() as full:
        full.setattr(backups, "ROOM", 2**60)
        running.start()
        end = time.monotonic() + PATIENCE
        while "There is no room for a backup" not in noted(path) and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.1)
    assert len(caplog.records) == 1
    until(path, ["2026-03-06"])
    running.stop()
    assert noted(path) == ""


def test_none_are_kept_where_none_are_wanted(path: Path, day: list[date]) -> None:
    none = backups.Daily(path, 0, lambda: day[0])
    none.start()
    time.sleep(0.1)
    none.stop()
    assert days(path) == []


def test_two_processes_make_one_whole_backup(path: Path) -> None:
    several = [Process(target=backups.make, args=[path, 3, DAY]) for _ in range(4)]
    for process in several:
        process.start()
    for process in several:
        process.join()
    assert [process.exitcode for process in several] == [0] * 4
    (made,) = backups.copies_of(path)
    database.check(made.path)
    assert [file.name for file in path.parent.glob("*.part-*")] == []


def test_those_who_tap_do_not_wait_for_it(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy is slow (one page at a time), and completes although others write."""
    monkeypatch.setattr(database, "PAGES", 1)
    running = backups.Daily(path, 2, lambda: DAY)
    monkeypatch.setattr(backups, "PAUSE", 0.02)
    running.start()
    taps = 0
    while not days(path):
        record(store)
        taps += 1
    running.stop()
    assert taps > 2  # the first that waits would be the last
    (made,) = backups.copies_of(path)
    database.check(made.path)
    assert entries(made.path) == 5 + taps


@contextmanager
def gunicorn(**environment: str) -> Iterator[None]:
    options = ("--no-control-socket", "-w", "2", "--log-level", "warning", "--bind", "127.0.0.1:0")
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *options, "scorekeeper.web.wsgi:app()"],
        stdout=subprocess.DEVNULL,
        env=os.environ | environment,
    )
    try:
        yield
    finally:
        server.terminate()
        server.wait(60)


@pytest.mark.parametrize(
    "serve", [partial(serving, "--no-key", "--port", "0"), gunicorn], ids=["command", "gunicorn"]
)
@pytest.mark.slow
def test_a_served_file_has_a_backup(
    store: Store,
    path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    serve: Callable[..., AbstractContextManager[object]],
) -> None:
    """Everything is beside the file itself, if it is served by a link, too."""
    link = tmp_path_factory.mktemp("links") / "linked.db"
    link.symlink_to(path)
    with serve(SCOREKEEPER_DB=str(link), SCOREKEEPER_BACKUPS="3"):
        end = time.monotonic() + PATIENCE
        while not days(path) and time.monotonic() < end:
            time.sleep(0.05)
        assert len(days(path)) == 1
        record(store)
    assert entries(backups.copies_of(path)[0].path) == 6
    assert path.with_name("scores.db.secret").exists()
    assert list(link.parent.iterdir()) == [link]


def test_the_command_keeps_as_many_as_the_server_for_many() -> None:
    """The number is defined twice: the command starts without the module of the backups."""
    (option,) = [parameter for parameter in command.serve.params if parameter.name == "backups"]
    assert option.default == backups.KEPT
