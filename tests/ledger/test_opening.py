"""Opening the score file: created, or refused with a message and unchanged."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread, Timer

import pytest

from scorekeeper.ledger import backups, database, doctor, tables
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.nobody import as_nobody

NOW = datetime(2026, 3, 6, 23, 59, 30, tzinfo=UTC)


def refusal(path: Path, seconds: float = 1) -> str:
    with pytest.raises(UnusableFile) as refused:
        database.prepare(path, seconds)
    return str(refused.value)


def sql(path: Path, *statements: str) -> list[object]:
    connection = sqlite3.connect(path)
    try:
        answers = [connection.execute(statement).fetchall() for statement in statements]
        connection.commit()
        return [answer[0][0] if answer else None for answer in answers]
    finally:
        connection.close()


@pytest.mark.parametrize("empty", [False, True], ids=["missing", "empty"])
def test_a_missing_or_empty_file_is_made_a_score_file(tmp_path: Path, empty: bool) -> None:
    path = tmp_path / "new" / "folder" / "scores.db"
    path.parent.mkdir(parents=True)
    if empty:
        path.touch()
    database.prepare(path)
    assert sql(path, "pragma application_id", "pragma journal_mode", "pragma integrity_check") == [
        0x53436F72,
        "wal",
        "ok",
    ]
    assert tables.every(Store(path)) == []


@pytest.mark.parametrize(
    "content",
    [
        b"hello",
        b"x" * 99,  # shorter than a header
        b"%PDF-1.7\n" + b"\x00" * 5000,
        b"SQLite format 3\x00" + b"\xff" * 5000,  # a valid header before garbage
    ],
    ids=["word", "short", "pdf", "header"],
)
def test_a_file_that_is_no_database_is_refused_and_untouched(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "letter.db"
    path.write_bytes(content)
    assert refusal(path) == f"{path} is not a database; choose another file."
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("application_id", [0, 0x42])
def test_the_database_of_another_program_is_refused_and_untouched(
    tmp_path: Path, application_id: int
) -> None:
    path = tmp_path / "photos.db"
    sql(path, "create table photos (name text)", f"pragma application_id={application_id}")
    before = path.read_bytes()
    assert refusal(path) == f"{path} belongs to another program; choose another file."
    assert path.read_bytes() == before


def test_a_file_whose_table_is_lost_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    store = Store.open(path)
    new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)
    store.close()
    sql(path, "update tables set id = 0")
    assert "take a backup with “scorekeeper restore”" in refusal(path)


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_file_of_an_older_version_is_refused_and_untouched(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "scores.db"
    database.prepare(path)
    sql(path, f"pragma journal_mode={mode}", f"pragma application_id={database.OLDER_ID}")
    before = path.read_bytes()
    tries: tuple[Callable[[], object], ...] = (
        lambda: database.prepare(path),
        lambda: backups.back_up(path, tmp_path / "copy.db"),
        lambda: backups.restore(path, tmp_path / "restored.db", NOW),
    )
    for act in tries:
        with pytest.raises(UnusableFile) as refused:
            act()
        assert str(refused.value) == (
            f"{path} was written by an older version of Scorekeeper, whose form this one does not "
            f"read. Revision 8196d5e6 exports it, with “scorekeeper export --db {path} -o "
            "scores.json”; then “scorekeeper import --db new.db scores.json” brings it into a new "
            "score file, new.db."
        )
    assert doctor.number_of_games(path) == 0
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "neither a copy nor a file of SQLite"


def test_a_file_of_a_newer_version_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    database.prepare(path)
    sql(
        path,
        "insert into _sqlite_migrations (migration_set, name, applied_at) "
        "values ('scorekeeper', 'm999_from_the_future', '2099-01-01')",
    )
    before = path.read_bytes()
    assert refusal(path) == (
        f"{path} was written by a newer version of Scorekeeper; upgrade Scorekeeper to use it."
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("folder", "{path} is not a file."),
        ("file/scores.db", "{path} cannot be used: {folder} is no folder; {what}"),
        # creating it would hide that a disk is not mounted
        ("mounted/scores.db", "{path} cannot be used: there is no folder {folder}; {what}"),
    ],
)
def test_what_is_no_file_in_a_folder_is_refused_and_nothing_made(
    tmp_path: Path, path: str, reason: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    place, what = tmp_path / path, "make it, or correct the name."
    assert refusal(place) == reason.format(path=place, folder=place.parent, what=what)
    assert {made.name for made in tmp_path.rglob("*")} == {"file", "folder"}


def test_a_locked_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    database.prepare(path)
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("begin immediate")
        assert refusal(path, seconds=0.05) == (
            f"{path} is locked by another program; close that program and try again."
        )
    finally:
        other.close()


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o444, 0o555)])
@pytest.mark.slow
def test_a_read_only_file_is_refused_and_untouched(file_mode: int, folder_mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:  # other users may not enter pytest's own folder
        path = Path(folder) / "scores.db"
        database.prepare(path)
        before = path.read_bytes()
        path.chmod(file_mode)
        path.parent.chmod(folder_mode)
        assert as_nobody(refusal, path) == (
            f"{path} cannot be written; check its permissions and those of its folder."
        )
        path.parent.chmod(0o700)
        assert path.read_bytes() == before


def test_several_that_start_at_once_make_one_score_file(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    failures: list[Exception] = []

    def start() -> None:
        try:
            tables.first(Store.open(path))
        except Exception as error:
            failures.append(error)

    threads = [Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [table.id for table in tables.every(Store(path))] == [1]


def test_a_file_that_somebody_reads_is_waited_for(tmp_path: Path) -> None:
    """Two servers starting on a new file at once must not fail each other."""
    path = tmp_path / "scores.db"
    database.prepare(path)
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("pragma journal_mode=delete")
        other.execute("begin")
        other.execute("select count(*) from games").fetchone()
        waiting = Timer(0.3, other.rollback)
        waiting.start()
        database.prepare(path)
        waiting.join()
    assert sql(path, "pragma journal_mode") == ["wal"]


def test_every_connection_commits_durably(store: Store) -> None:
    db = database.connect(store.path)
    try:
        pragmas = {
            name: db.execute(f"pragma {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    finally:
        db.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
