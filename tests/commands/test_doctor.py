"""Doctor: finds planted faults, advises, and repairs derived data."""

from __future__ import annotations

import gc
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper import __version__
from scorekeeper.commands.main import main
from scorekeeper.ledger import backups, database, doctor
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.game_results import results_of
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from tests.deep import DEEP
from tests.ledger.sealed import write_checksums
from tests.ledger.season import record_season

Plant = Callable[[Path], object]


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["doctor", "--db", str(path), *options])


def lines(result: Result) -> list[str]:
    """The lines that report faults."""
    return [line for line in result.stdout.splitlines() if line.startswith(("LOOK", "?"))]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a season and its statistics, and a backup."""
    path = tmp_path_factory.mktemp("season") / "scores.db"
    store = Store.open(path)
    record_season(store, 4, seed=3, hands=3, kinds=("israeli-whist", "bid-whist"))
    FigureCounter(store).refresh(1, 60)
    results_of(store, 1, [1, 2])
    store.close()
    backups.make(path, 3, date(2026, 3, 6))
    return path


@pytest.fixture
def path(sound: Path, tmp_path: Path) -> Path:
    for file in sound.parent.iterdir():
        shutil.copy2(file, tmp_path / file.name)
    return tmp_path / sound.name


def sql(*statements: str) -> Plant:
    """Plants a fault directly, past all protection."""

    def plant(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            for statement in statements:
                db.execute(statement)

    return plant


def facts(*statements: str) -> Plant:
    """Plants other facts with matching checksums: only the rules can detect them."""

    def plant(path: Path) -> None:
        sql(*statements)(path)
        with closing(sqlite3.connect(path)) as db, db:
            write_checksums(db)

    return plant


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_sound_file_is_fine(path: Path, mode: str) -> None:
    """The file of the score keeper and a restored copy are both fine."""
    sql(f"pragma journal_mode={mode}")(path)
    result = run(path)
    assert (result.exit_code, lines(result)) == (0, [])
    assert result.stdout.splitlines()[-1] == "All is well."
    about_games = [line for line in result.stdout.splitlines() if line.startswith("ok   games")]
    assert about_games[0].startswith("ok   games: 4 games, ")


@pytest.mark.parametrize(
    ("plant", "beginning"),
    [
        (
            sql("delete from entries where game_id = 2 and number = 3"),
            "LOOK games: Game 2: it cannot be read (entry 3 is missing; the next one there is 4).",
        ),
        (
            sql("update entries set deal = 2 where game_id = 1 and number = 2"),
            "LOOK games: Game 1: it cannot be read (entry 2 was changed: its checksum is another).",
        ),
        (
            sql("update games set first_dealer = 3 - first_dealer where id = 2"),
            "LOOK games: Game 2: what was agreed for it was changed: its checksum is another.",
        ),
        (
            facts("""update entries set fact = '{"number":77}' where game_id = 1 and number = 2"""),
            "LOOK games: Game 1: entry 2: A contract is a number",
        ),
        (
            sql("update entries set fact = 'x' where game_id = 1 and number = 2"),
            "LOOK games: Game 1: it cannot be read (",
        ),
        (
            sql("update entries set kind = 'guess' where game_id = 1 and number = 2"),
            "LOOK games: Game 1: it cannot be read (",
        ),
        (
            facts("update entries set deal = 9 where game_id = 1 and number = 2"),
            "LOOK games: Game 1: entry 2: ",
        ),
        (
            facts("update entries set key = '' where game_id = 1 and number = 2"),
            "LOOK games: Game 1: entry 2 has no key of its own.",
        ),
        (
            sql("""update games set rules = '{"passes": "many"}' where id = 3"""),
            "LOOK games: Game 3: ",
        ),
        (
            sql("update games set players = '[1,2,3]' where id = 3"),
            "LOOK games: Game 3: ",
        ),
        (
            facts("update games set players = '[1,2,3,99]' where id = 3"),
            "LOOK games: Game 3: somebody in it is no player of its table.",
        ),
        (
            facts("update games set session_id = null where id = 3"),
            "LOOK games: Game 3: it belongs to no evening of its table.",
        ),
        (
            sql("update sessions set date = '2026-02-31' where id = 2"),
            "LOOK games: Evening 2: “2026-02-31” is no date.",
        ),
        (
            facts("update games set rulebook = 'tarot' where id = 3"),
            "LOOK games: 1 game of “tarot” could not be checked: its package is not installed.",
        ),
        (
            sql("update entries set game_id = 55 where game_id = 4"),
            "LOOK file: Row ",
        ),
        (
            sql("drop index idx_entries_game_id_key"),
            "LOOK versions: Scorekeeper ",
        ),
        (
            sql("delete from _sqlite_migrations where name = 'm001_tables'"),
            "LOOK versions: Scorekeeper ",
        ),
        (
            facts("update entries set at = '2099-01-01T00:00:00.000+00:00' where game_id = 4"),
            "LOOK clock: Something was recorded at 2099-01-01T00:00:00.000+00:00, and it is ",
        ),
        (
            lambda path: backups.copies_of(path)[0].path.unlink(),
            "LOOK backups: There are none beside ",
        ),
        (
            lambda path: backups.copies_of(path)[0].path.write_bytes(b"hello"),
            "LOOK backups: The newest, ",
        ),
        (
            lambda path: backups.note_of(path).write_text("2026-03-06: The disk is full.\n"),
            "LOOK backups: The last one failed. 2026-03-06: The disk is full.",
        ),
    ],
)
def test_what_is_planted_is_found(path: Path, plant: Plant, beginning: str) -> None:
    plant(path)
    result = run(path)
    assert [line[: len(beginning)] for line in lines(result)][:1] == [beginning]
    assert result.exit_code == 1
    output = result.stdout.splitlines()
    assert output[output.index(lines(result)[0]) + 1].startswith("     -> ")
    assert output[-1] == "There is something to look at."


def test_an_old_backup_is_told_where_something_was_recorded_since(path: Path) -> None:
    (copy,) = backups.copies_of(path)
    old = copy.path.stat().st_mtime - timedelta(days=3).total_seconds()
    os.utime(copy.path, (old, old))
    assert run(path).exit_code == 0
    sql("update sessions set notes = 'new'")(path)
    assert [line[:33] for line in lines(run(path))] == ["LOOK backups: The newest is of " + "20"]


def test_a_fault_of_the_file_is_not_put_on_its_backup(path: Path) -> None:
    """A zeroed page of the score file never makes the backup look faulty."""
    whole = path.read_bytes()
    for page in range(2, len(whole) // 4096, 7 if DEEP else 20):
        path.write_bytes(whole[: page * 4096] + bytes(4096) + whole[(page + 1) * 4096 :])
        told = run(path).stdout
        assert "is not sound" not in told
        assert "elete it" not in told
        assert "Traceback" not in told


def test_entries_and_a_result_that_disagree_are_left_as_they_are(path: Path) -> None:
    """Both have valid checksums: no program can decide between them."""
    facts("""update results set result = replace(result, '"over": true', '"over": false')
             where game_id = 2""")(path)
    told = "LOOK games: Game 2: its entries and its result do not go together"
    for options in ((), ("--repair",), ()):
        result = run(path, *options)
        assert (result.exit_code, [line[: len(told)] for line in lines(result)]) == (1, [told])


def test_a_backup_with_the_same_damage_is_told(path: Path) -> None:
    sql("update entries set deal = 2 where game_id = 1 and number = 1")(path)
    (copy,) = backups.copies_of(path)
    shutil.copy(path, copy.path)
    told = lines(run(path))[-1]
    assert told.endswith("game 1 is damaged as well.")


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(lambda path: byte(path, 18, 9), id="read by a newer version of SQLite"),
        pytest.param(lambda path: byte(path, 19, 9), id="written by a newer version of SQLite"),
        pytest.param(lambda path: byte(path, 0, 9), id="no database"),
        pytest.param(lambda path: path.write_bytes(b"hello" * 500), id="something else"),
        pytest.param(lambda path: in_schema(path, b"seats", b"s\xffats"), id="name of a table"),
        pytest.param(
            lambda path: in_schema(path, b"CREATE TABLE", b"C\xf6EATE TABLE"), id="definitions"
        ),
        pytest.param(lambda path: in_schema(path, b"m001", b"m0\xff1"), id="name of a migration"),
        pytest.param(facts("update games set started = '2026-1x'"), id="impossible date"),
        pytest.param(facts("update sessions set date = 'x'"), id="impossible day"),
        pytest.param(facts("update tables set score_keys = -1 << 60"), id="number of keys"),
    ],
)
def test_nothing_ends_in_a_traceback_and_the_backup_comes_back(
    path: Path, plant: Plant, caplog: pytest.LogCaptureFixture
) -> None:
    (copy,) = backups.copies_of(path)
    plant(path)
    gc.freeze()  # existing objects are not scanned below
    for command in (("doctor",), ("doctor", "--repair"), ("restore",), ("export",)):
        done = CliRunner().invoke(main, [*command, "--db", str(path)])
        assert isinstance(done.exception, SystemExit | None), command
    with suppress(UnusableFile):
        Store.open(path).close()
    del done
    caplog.clear()
    gc.collect()  # connections of commands, which otherwise end with the process
    gc.unfreeze()
    restored = CliRunner().invoke(main, ["restore", "--db", str(path), str(copy.day)])
    assert (restored.exit_code, restored.stderr) == (0, "")
    assert run(path).exit_code == 0


def byte(path: Path, place: int, value: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] = value
    path.write_bytes(content)


def in_schema(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))


def test_a_disk_without_room_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "ROOM", 2**60)
    result = run(path)
    assert (result.exit_code, "-> There is hardly room" in result.stdout) == (1, True)


def test_a_damaged_file_is_told_with_its_backups(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("select rootpage from sqlite_master where name = 'entries'").fetchone()
    whole = path.read_bytes()
    at = (page - 1) * 4096
    path.write_bytes(whole[:at] + b"\x5a" * 4096 + whole[at + 4096 :])
    result = run(path)
    assert (result.exit_code, lines(result)[0][:12]) == (1, "LOOK file: I")
    assert "“scorekeeper restore”" in result.stdout


@pytest.mark.parametrize(
    ("plant", "message"),
    [
        (Path.unlink, "There is no score file "),
        (lambda path: path.write_bytes(b"hello" * 50), "is no score file, nor any other database."),
        (lambda path: path.write_bytes(b""), "scores.db is empty."),
        (lambda path: byte(path, 18, 9), "is damaged (its header makes it read-only); take a "),
        (sql("pragma application_id=7"), "belongs to another program; choose another file."),
        (
            sql(f"pragma application_id={database.OLDER_ID}"),
            "was written by an older version of Scorekeeper, whose form this one does not read.",
        ),
        (
            sql(
                "insert into _sqlite_migrations (migration_set, name, applied_at) "
                "values ('scorekeeper', 'm999_from_the_future', '2099-01-01')"
            ),
            "was written by a newer version of Scorekeeper; upgrade Scorekeeper to use it.",
        ),
    ],
)
def test_what_cannot_be_told_is_said(path: Path, plant: Plant, message: str) -> None:
    plant(path)
    result = run(path)
    assert (result.exit_code, len(lines(result)), message in lines(result)[0]) == (2, 1, True)
    assert result.stdout.splitlines()[-1] == "The check could not be completed."


CACHES = [
    (
        "update results set result = replace(result, '\"over\": true', '\"over\": false') "
        "where game_id = 2",
        "LOOK what is worked out: Game 2: the result that lists show is not that of the game.",
    ),
    (
        "delete from seats where game_id = 3",
        "LOOK what is worked out: Game 3: lists of players' games have it wrong who played.",
    ),
    (
        "insert into notes values (3, 'a note that nobody wrote')",
        "LOOK what is worked out: Game 3: the search of evenings has its notes wrong.",
    ),
    (
        "update counts set total = total + 1 where session_id = 1",
        "LOOK what is worked out: Evening 1: the figures of its players are not those of its "
        "games.",
    ),
]


@pytest.mark.parametrize(("statement", "message"), CACHES)
def test_what_is_worked_out_is_compared_and_repaired(
    path: Path, statement: str, message: str
) -> None:
    sql(statement)(path)
    result = run(path)
    assert (result.exit_code, lines(result)) == (1, [message])
    repaired = run(path, "--repair")
    assert (repaired.exit_code, lines(repaired)) == (0, [message])
    assert "     -> It has been put right." in repaired.stdout
    again = run(path)
    assert (again.exit_code, lines(again)) == (0, [])
    with closing(sqlite3.connect(path)) as db:
        counted = db.execute("select count(*) from counted where stamp like ?", [f"{__version__}%"])
        assert counted.fetchone() == (2,)


def test_a_repair_that_cannot_be_written_is_told(path: Path) -> None:
    """Here a trigger refuses it; the other repairs are carried out."""
    for statement, _ in CACHES:
        sql(statement)(path)
    sql("create trigger t before insert on seats begin select raise(abort, 'not now'); end")(path)
    result = run(path, "--repair")
    told = {message for _, message in CACHES if message != CACHES[1][1]}
    refused = f"{CACHES[1][1]} It could not be put right: not now."
    assert (result.exit_code, {*lines(result)}) == (1, {*told, refused})
    assert result.stdout.count("     -> It has been put right.") == len(CACHES) - 1


def test_a_repair_touches_no_fact(path: Path) -> None:
    for statement, _ in CACHES:
        sql(statement)(path)
    sql("delete from entries where game_id = 4 and number = 5")(path)
    with closing(sqlite3.connect(path)) as db:
        before = backups.facts_of(db)
    result = run(path, "--repair")
    assert (result.exit_code, len(lines(result))) == (1, len(CACHES) + 1)
    with closing(sqlite3.connect(path)) as db:
        assert backups.facts_of(db) == before


def test_it_looks_while_the_file_is_served(path: Path) -> None:
    store = Store.open(path)
    with store.transaction() as db:
        db.execute("update sessions set notes = 'being written'")
        result = run(path)
    assert (result.exit_code, lines(result)) == (0, [])


def test_it_holds_the_games_of_one_evening_at_a_time(path: Path) -> None:
    """The doctor forgets the games of an evening before the next one: memory does not grow."""
    store = Store.open(path)
    record_season(store, 40, seed=5, hands=2)
    store.close()
    held: list[int] = []

    def count_games(_: int) -> None:
        gc.collect()
        held.append(sum(isinstance(each, GameRecord) for each in gc.get_objects()))

    gc.freeze()  # existing objects are not scanned again
    with closing(sqlite3.connect(path)) as db:
        findings = list(doctor.games(db, count_games))
        evenings = db.execute("select count(*) from games group by session_id").fetchall()
    gc.unfreeze()
    assert [finding.level for finding in findings] == [0]
    assert len(held) == 44
    assert max(held) == max(games for (games,) in evenings)


def test_the_schema_that_it_compares_with_is_that_of_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    database.prepare(path)
    findings = list(doctor.examine(path, Store(path).clock()))
    assert [finding.message for finding in findings if finding.level] == []
    assert findings[-1].message == "None yet, for nothing has been recorded."
