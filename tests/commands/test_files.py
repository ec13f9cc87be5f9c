"""Commands that export, import, copy and restore."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands import files
from scorekeeper.commands.main import main
from scorekeeper.ledger import backups, database, tables
from scorekeeper.ledger.game_list import game_ids, new_game
from scorekeeper.ledger.store import Store
from tests.commands.command_runs import path
from tests.commands.test_careless import Today
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import play
from tests.served import serving

__all__ = ["path"]  # fixtures


def run(*arguments: object) -> Result:
    return CliRunner().invoke(
        main, [str(argument) for argument in arguments], prog_name="scorekeeper"
    )


def test_out_and_in_again(path: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out.json", tmp_path / "other.db"
    assert run("export", "--db", path, "-o", out).exit_code == 0
    data = json.loads(out.read_text(encoding="utf-8"))
    assert [len(game["entries"]) for game in data["games"]] == [5]
    tried = run("import", "--db", other, "--dry-run", out)
    day = data["sessions"][0]["date"]
    summary = f"1 game in 1 evening, {day} to {day}; 4 players.\n"
    assert tried.stdout == (summary + "1 new; 5 new entries.\n")
    assert sorted(tmp_path.glob("other*")) == []
    assert run("import", "--db", other, out).stdout == tried.stdout + "Imported: 5 entries.\n"
    assert run("import", "--db", other, out).stdout == (
        summary + "Nothing new: 1 game is here already.\n"
    )


def test_a_file_without_games(path: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    assert run("export", "--db", path, "--table", "1", "-o", empty).exit_code == 0
    data = json.loads(empty.read_text("utf-8")) | {"games": [], "sessions": [], "players": []}
    empty.write_text(json.dumps(data), "utf-8")
    assert run("import", "--db", path, empty).stdout == (
        "0 games in 0 evenings; 0 players.\nThere is no game in it.\n"
    )


def test_a_spreadsheet_on_standard_output(path: Path) -> None:
    lines = run("export", "--db", path, "--format", "csv", "--no-bom").stdout.splitlines()
    assert (lines[0].split(",")[0], len(lines)) == ("date", 5)
    assert run("export", "--db", path, "--format", "csv").stdout_bytes.startswith(b"\xef\xbb\xbf")
    assert run("export", "--db", path, "--game", 1, "--format", "csv", "--no-bom").stdout == (
        "\n".join(lines) + "\n"
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ("export", "--game", "9"),
            "“Our table” has no game 9. The number is in the page address: /games/12.",
        ),
        (
            ("export", "--session", "9"),
            "“Our table” has no evening 9. The number is in the page address: /sessions/12.",
        ),
        (("export", "--table", "9"), "There is no table “9”; there is: 1 (Our table)."),
        (("export", "--table", "Theirs"), "There is no table “Theirs”; there is: 1 (Our table)."),
    ],
)
def test_what_is_not_there_is_said(path: Path, arguments: tuple[str, ...], reason: str) -> None:
    result = run(*arguments, "--db", path)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {reason}\n")


def test_several_tables_are_told_apart(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("insert into tables values (2, 'Theirs', '', 1, 1, 0, null)")
    result = run("export", "--db", path)
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: The file has several tables; name one with --table: 1 (Our table), 2 (Theirs).\n",
    )
    for named in ("2", "Theirs", "theirs"):
        data = json.loads(run("export", "--db", path, "--table", named).stdout)
        assert (data["table"]["name"], data["games"]) == ("Theirs", [])


def test_a_damaged_file_is_refused_with_its_place(path: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{\n"format": "scorekeeper",', encoding="utf-8")
    result = run("import", "--db", path, wrong)
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {wrong}: line 2: the file is damaged here, or is no JSON. "
        "Import the whole JSON file that “scorekeeper export” wrote.\n",
    )


def test_what_is_refused_leaves_no_file(tmp_path: Path) -> None:
    wrong, other = tmp_path / "wrong.json", tmp_path / "other.db"
    wrong.write_text("[]", encoding="utf-8")
    result = run("import", "--db", other, wrong)
    assert (result.exit_code, result.stdout) == (2, "")
    assert list(tmp_path.iterdir()) == [wrong]


def test_a_file_is_brought_in_at_a_table_by_its_name(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert run("export", "--db", path, "-o", out).exit_code == 0
    assert run("tables", "add", "--db", path, "Theirs").exit_code == 0
    assert run("import", "--db", path, "--table", "theirs", out).exit_code == 0
    assert len(game_ids(Store.open(path), 2)) == 1


def test_an_import_gives_no_table_the_name_of_another(path: Path, tmp_path: Path) -> None:
    out, other = tmp_path / "out.json", tmp_path / "other.db"
    assert run("export", "--db", path, "-o", out).exit_code == 0
    assert run("tables", "add", "--db", other, "Our Table ").exit_code == 2, "the first has it"
    assert run("tables", "add", "--db", other, "Theirs").exit_code == 0
    assert run("import", "--db", other, "--table", "Theirs", out).exit_code == 0
    assert [table.name for table in tables.every(Store.open(other))] == ["Our table", "Theirs"]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_only_the_owner_can_read_what_is_exported(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    modes = []
    for _ in range(2):
        assert run("export", "--db", path, "--force", "-o", out).exit_code == 0
        modes.append(out.stat().st_mode & 0o777)
        out.chmod(0o640)
    assert (modes, out.stat().st_mode & 0o777) == ([0o600, 0o640], 0o640)


@pytest.mark.parametrize(
    "command", [("export", "-o"), ("backup",), ("sheet", "--out"), ("simulate", "--out")]
)
def test_no_file_is_replaced_without_force(
    path: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    there = tmp_path / "there.csv"
    there.write_text("mine")
    db = ["--db", path] if command[0] in {"export", "backup"} else []
    result = run(command[0], *db, *command[1:], there)
    refused = f"{there} exists already; choose another name, or replace it with --force."
    assert (result.exit_code, result.stderr.strip().endswith(refused)) == (2, True)
    assert there.read_text() == "mine"


def test_a_copy_and_back(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert re.fullmatch(
        rf"Copied to {copy}, [\d,]+ bytes, checked\.\n", run("backup", "--db", path, copy).stdout
    )
    lines = run("restore", "--db", path, copy).stdout.splitlines()
    assert lines[0] == f"Restored {path} from {copy}."
    assert re.fullmatch(
        rf"What it replaced is kept as {path}\.replaced-\d{{8}}-\d{{6}}\.", lines[1]
    )
    assert lines[2:] == [], "what was revoked since the copy was made stays so"
    gone = tmp_path / "gone.db"
    result = run("backup", "--db", gone, "--force", copy)
    assert (result.exit_code, result.stderr) == (2, f"Error: There is no score file {gone}.\n")


def test_a_copy_replaces_an_earlier_one_of_the_same_file_alone(path: Path, tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.db", tmp_path / "other.db"
    assert run("backup", "--db", path, copy).stdout.endswith("bytes, checked.\n")
    assert re.fullmatch(
        rf"Copied to {copy}, [\d,]+ bytes, checked\. "
        r"It replaced the copy of \d{4}-\d\d-\d\d \d\d:\d\d\.\n",
        run("backup", "--db", path, copy, "--force").stdout,
    )
    theirs = Store.open(other)
    play(theirs, new_game(theirs, tables.first(theirs).id, "key", setup_of(), PLAYERS))
    theirs.close()
    before = other.read_bytes()
    result = run("backup", "--db", path, other, "--force")
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {other} is there already, and is no copy of {path}; choose another name.\n",
    )
    assert other.read_bytes() == before


def test_no_folder_is_made_for_a_copy(path: Path, tmp_path: Path) -> None:
    result = run("backup", "--db", path, tmp_path / "backpus" / "copy.db")
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (
        2,
        f"Error: Invalid value for 'FILE': there is no folder {tmp_path / 'backpus'}; make it, "
        "or correct the name.",
    )
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_is_exported_with_its_own_evening_alone(path: Path) -> None:
    later = Store(path, lambda: datetime(2099, 3, 6, 20, tzinfo=UTC))
    play(later, new_game(later, 1, "later", setup_of(), PLAYERS))
    later.close()
    assert run("export", "--db", path, "--session", 2, "--game", 2).exit_code == 0
    wrong = run("export", "--db", path, "--session", 2, "--game", 1)
    reason = "Error: Game 1 was not played on evening 2.\n"
    assert (wrong.exit_code, wrong.stdout, wrong.stderr) == (2, "", reason)


def test_backups_beside_the_file_are_listed_and_taken_by_their_day(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("restore", "--db", path).stdout == f"There are no backups beside {path}.\n"
    backups.make(path, 3, date(2026, 3, 6))
    store = Store(path)
    play(store, new_game(store, 1, "later", setup_of(), PLAYERS))
    store.close()
    backups.make(path, 3, date(2026, 3, 7))
    older = Path(path).with_name(f"{Path(path).name}.backup-2026-03-01")
    shutil.copy(path, older)
    with closing(sqlite3.connect(older)) as db:
        db.execute(f"pragma application_id={database.OLDER_ID}")
    (told,) = [line for line in run("restore", "--db", path).stdout.splitlines() if "03-01" in line]
    assert told.endswith("bytes, written by an older version, which this one does not read")
    older.unlink()
    listed = run("restore", "--db", path).stdout.splitlines()
    assert [re.sub(r"last .*", "", line) for line in listed[1:-1]] == [
        f"  2026-03-07  {path.stat().st_size:,} bytes, 2 games, 10 entries, ",
        f"  2026-03-06  {path.stat().st_size:,} bytes, 1 game, 5 entries, ",
    ]
    assert run("restore", "--db", path, "2026-03-06").exit_code == 0
    assert game_ids(Store(path), 1) == [1]
    days = f"beside {path} there are backups of 2026-03-07, 2026-03-06"
    monkeypatch.setattr(files, "date", Today)
    for named, wrong in (
        ("2026-03-05", "There is no backup of 2026-03-05"),
        ("yesterday", "“yesterday” is neither a file nor a day, as in 2026-03-08"),
        (str(path.parent), f"“{path.parent}” is neither a file nor a day, as in 2026-03-08"),
    ):
        result = run("restore", "--db", path, named)
        assert (result.exit_code, result.stderr) == (2, f"Error: {wrong}; {days}.\n")


def test_nothing_is_restored_while_it_is_served(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with serving("--no-key", "--port", "0", "--db", str(path)):
        assert run("backup", "--db", path, copy).exit_code == 0  # always allowed
        result = run("restore", "--db", path, copy)
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {path} is in use: stop the score keeper that serves it, then restore.\n",
    )
    assert run("restore", "--db", path, copy).exit_code == 0


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_file_that_is_no_export_is_refused(path: Path, tmp_path: Path, form: str) -> None:
    wrong = tmp_path / f"wrong.{form}"
    table = run("export", "--db", path, "--format", "csv").stdout
    wrong.write_text({"csv": table, "json": "{}"}[form], "utf-8")
    result = run("import", "--db", path, wrong)
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {wrong}: line 1: this is not a Scorekeeper export in JSON. "
        "Import the whole JSON file that “scorekeeper export” wrote.\n",
    )
