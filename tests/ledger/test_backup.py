"""Backup and restore: whole copies while others write, checks, and no loss."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from scorekeeper.ledger import access_keys, backups, database, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.backups import Restored
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND, play

NOW = datetime(2026, 3, 6, 23, 59, 30, tzinfo=UTC)


def used(path: Path) -> None:
    """A file with one hand, open nowhere."""
    store = Store.open(path)
    play(store, new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS))
    store.close()


def entries(path: Path) -> int:
    with sqlite3.connect(path) as db:
        (count,) = db.execute("select count(*) from entries").fetchone()
        return int(count)


def refusal(act: object) -> str:
    assert callable(act)
    with pytest.raises(UnusableFile) as refused:
        act()
    return str(refused.value)


def test_a_copy_is_one_whole_file(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "away" / "copy.db"
    copy.parent.mkdir()
    used(path)
    backups.back_up(path, copy)
    assert (entries(copy), list(copy.parent.iterdir())) == (5, [copy])
    assert Store.open(copy).game(1, 1).game.totals == (-20, 19, -10, -40)


def test_a_copy_made_while_somebody_writes_ends_with_a_whole_entry(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    store = Store.open(path)
    game = new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)
    stop, begun = Event(), Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            fact = HAND[number % len(HAND)]
            store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
            number += 1
            if number == 10:
                begun.set()

    writer = Thread(target=write)
    writer.start()
    try:
        begun.wait(60)
        for _ in range(3):
            backups.back_up(path, copy)
            assert Store.open(copy).revision(1, game) >= 10
            assert len(Store(copy).game(1, game).game.deals) >= 2
    finally:
        stop.set()
        writer.join()


def test_a_restored_file_is_the_copy_and_the_replaced_one_is_kept(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(path)
    backups.back_up(path, copy)
    later = Store.open(path)
    play(later, new_game(later, 1, "later", setup_of(), PLAYERS))
    later.close()
    kept = tmp_path / "scores.db.replaced-20260306-235930"
    assert backups.restore(copy, path, NOW) == Restored(kept, revoked=True)
    assert (entries(path), entries(kept), entries(copy)) == (5, 10, 5)
    assert {file.name for file in tmp_path.iterdir()} == {path.name, copy.name, kept.name}


def test_where_there_is_no_file_yet_the_copy_becomes_it(tmp_path: Path) -> None:
    copy, path = tmp_path / "copy.db", tmp_path / "scores.db"
    used(copy)
    assert backups.restore(copy, path, NOW) == Restored(None, revoked=False)
    assert entries(path) == 5


def test_what_was_revoked_since_a_copy_was_made_stays_revoked(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(path)
    store = Store.open(path)
    table = tables.first(store)
    early = access_keys.mint(store, table, Origin.COMMAND)
    backups.back_up(path, copy)
    renewed = access_keys.renew(store, table, Role.SCORE, early, Origin.COMMAND)
    late = access_keys.mint(store, tables.first(store), Origin.COMMAND)
    store.close()
    backups.restore(copy, path, NOW)
    back = Store.open(path)
    opened = {
        name: access_keys.look_up(back, key)
        for name, key in {"early": early, "renewed": renewed, "late": late}.items()
    }
    assert {name for name, access in opened.items() if access} == {"renewed", "late"}
    assert tables.first(back).score_keys == 2, "a cookie from before is void too"


def test_a_file_from_elsewhere_keeps_its_own_links(tmp_path: Path) -> None:
    """Its first table has the same number as the one it replaces, but was made at another time."""
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"

    def opened(file: Path, day: int) -> Store:
        store = Store.open(file)
        store.clock = lambda: NOW.replace(day=day)
        return store

    ours, theirs = opened(path, 1), opened(copy, 2)
    key = access_keys.mint(ours, tables.first(ours), Origin.COMMAND)
    access_keys.renew(ours, tables.first(ours), Role.SCORE, key, Origin.COMMAND)
    key = access_keys.mint(theirs, tables.first(theirs), Origin.COMMAND)
    ours.close()
    theirs.close()
    backups.restore(copy, path, NOW)
    back = Store.open(path)
    assert tables.first(back).score_keys == 1
    assert access_keys.look_up(back, key)


def test_links_are_as_in_the_copy_where_the_replaced_file_cannot_be_read(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(path)
    backups.back_up(path, copy)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("alter table tables rename to tbles")
    assert backups.restore(copy, path, NOW).revoked is False


@pytest.mark.parametrize("damaged", [range(16), range(100, 4096)], ids=["header", "schema"])
def test_a_copy_takes_the_place_of_a_damaged_file_which_is_kept_as_it_is(
    tmp_path: Path, damaged: range
) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(path)
    backups.back_up(path, copy)
    content = bytearray(path.read_bytes())
    content[damaged.start : damaged.stop] = b"\x5a" * len(damaged)
    path.write_bytes(content)
    restored = backups.restore(copy, path, NOW)
    assert restored.kept
    assert (entries(path), restored.revoked) == (5, False)
    assert restored.kept.read_bytes() == content


def test_a_damaged_file_stays_with_its_wal_where_a_copy_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy, served = tmp_path / "scores.db", tmp_path / "copy.db", tmp_path / "served.db"
    used(served)
    backups.back_up(served, copy)
    store = Store.open(served)
    tables.add(store, "In the WAL")
    content = bytearray(served.read_bytes())
    content[100:4096] = b"\x5a" * 3996
    path.write_bytes(content)
    wal = path.with_name("scores.db-wal")
    wal.write_bytes(served.with_name("served.db-wal").read_bytes())
    store.close()

    replace = Path.replace

    def refuse(file: Path, target: Path) -> Path:
        if file.suffix == ".restoring":
            raise OSError("no room")
        return replace(file, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(UnusableFile):
        backups.restore(copy, path, NOW)
    assert (path.exists(), wal.exists(), list(tmp_path.glob("*.replaced-*"))) == (True, True, [])


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_only_the_owner_can_read_what_is_made(tmp_path: Path) -> None:
    os.umask(0o022)
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    store = Store.open(path)
    play(store, new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS))
    backups.back_up(path, copy)
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    names = ("scores.db", "scores.db-wal", "scores.db-shm", "copy.db")
    assert modes == dict.fromkeys(names, 0o600)
    path.chmod(0o640)
    store.close()
    store = Store.open(path)
    play(store, new_game(store, 1, "other", setup_of(), PLAYERS))
    assert path.stat().st_mode & 0o777 == 0o640, "opened to a group by its owner, it stays so"


def test_nothing_is_restored_under_a_running_score_keeper(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(copy)
    store = Store.open(path)
    tables.first(store)
    assert refusal(lambda: backups.restore(copy, path, NOW)) == (
        f"{path} is in use: stop the score keeper that serves it, then restore."
    )
    assert tables.every(store)[0].name == "Our table"
    tables.first(store)
    assert entries(path) == 0
    assert not list(tmp_path.glob("*replaced*")) + list(tmp_path.glob("*restoring*"))


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_what_is_no_sound_score_file_is_neither_copied_nor_restored(
    tmp_path: Path, content: bytes
) -> None:
    path, wrong = tmp_path / "scores.db", tmp_path / "wrong.db"
    used(path)
    wrong.write_bytes(content)
    beginning = f"{wrong} is not a"
    assert refusal(lambda: backups.restore(wrong, path, NOW)).startswith(beginning)
    assert refusal(lambda: backups.back_up(wrong, tmp_path / "copy.db")).startswith(beginning)
    assert (entries(path), wrong.read_bytes()) == (5, content)
    assert not (tmp_path / "copy.db").exists()


def test_a_damaged_copy_is_not_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(path)
    backups.back_up(path, copy)
    with sqlite3.connect(copy) as db:
        (page,) = db.execute("select rootpage from sqlite_master where name = 'entries'").fetchone()
    whole = copy.read_bytes()
    at = (page - 1) * 4096
    copy.write_bytes(whole[:at] + b"\x5a" * 4096 + whole[at + 4096 :])
    assert str(copy) in refusal(lambda: backups.restore(copy, path, NOW))
    assert entries(path) == 5


def test_a_file_of_a_newer_version_is_not_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    used(path)
    used(copy)
    with sqlite3.connect(copy) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('scorekeeper', 'm999_from_the_future', '2099-01-01')"
        )
    assert "newer version" in refusal(lambda: backups.restore(copy, path, NOW))


def test_a_file_is_not_put_in_its_own_place(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    database.prepare(path)
    assert "itself" in refusal(lambda: backups.back_up(path, path))
    assert "itself" in refusal(lambda: backups.restore(path, path, NOW))
    gone = tmp_path / "gone.db"
    assert refusal(lambda: backups.back_up(gone, path)) == f"There is no score file {gone}."
    assert refusal(lambda: backups.restore(gone, path, NOW)) == f"There is no file {gone}."


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal", ".secret"])
def test_what_belongs_to_the_file_is_not_overwritten(tmp_path: Path, end: str) -> None:
    """Replacing the write-ahead log or secret of a served file would damage or lock the file."""
    path = tmp_path / "scores.db"
    serving = Store.open(path)
    play(serving, new_game(serving, tables.first(serving).id, "key", setup_of(), PLAYERS))
    beside = path.with_name(path.name + end)
    before = beside.read_bytes() if beside.exists() else None
    assert "belongs to the score file" in refusal(lambda: backups.back_up(path, beside))
    assert (beside.read_bytes() if beside.exists() else None) == before


def test_a_copy_is_not_put_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A missing folder is more likely a slip or an unmounted disk than a wish."""
    path, copy = tmp_path / "scores.db", tmp_path / "far" / "copy.db"
    used(path)
    assert refusal(lambda: backups.back_up(path, copy)) == (
        f"There is no folder {copy.parent}; make it, or correct the name."
    )
    assert not copy.parent.exists()


def test_a_copy_without_games_is_replaced_whatever_was_brought_in_since(tmp_path: Path) -> None:
    """An import into an empty file brings the date of its table."""
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    tables.first(Store.open(path))
    assert backups.back_up(path, copy) is None
    path.unlink()
    used(path)
    assert backups.back_up(path, copy) is not None
    assert entries(copy) == 5


def test_a_file_that_is_no_copy_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    used(path)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna", encoding="utf-8")
    assert "is no copy" in refusal(lambda: backups.back_up(path, letter))
    assert letter.read_text(encoding="utf-8") == "Dear Anna"
