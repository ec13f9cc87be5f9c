"""The command `import-results`: a table is shown, refused with what is asked, and imported."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import main
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import game_ids
from scorekeeper.ledger.store import Store

TABLE = """Whist 2019
Date;Game;Anna;Ben;Carl;Dana;Spread
15.3.;Whist;60;46;-20;14;80
22.3.;Hearts;26;52;0;26;52
;Hearts;13;0;13;0;13
Total;;99;98;-7;40;
"""
TICKED = [part for name in ("Anna", "Ben", "Carl", "Dana") for part in ("--player", name)]
WHIST = ["--game-of", "Whist=israeli-whist"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "evenings.csv"
    path.write_text(TABLE, "utf-8")
    return path


def run(path: Path, file: Path, *arguments: str) -> Result:
    return CliRunner().invoke(
        main, ["import-results", "--db", str(path), str(file), *arguments], prog_name="scorekeeper"
    )


def games(path: Path) -> int:
    store = Store.open(path)
    return len(game_ids(store, tables.first(store).id))


def test_what_is_asked_is_listed_with_its_option_and_nothing_is_written(
    tmp_path: Path, file: Path
) -> None:
    path = tmp_path / "new.db"
    refused = run(path, file)
    assert (refused.exit_code, path.exists()) == (2, False)
    for line in (
        "  Date  date  (15.3., 22.3.)",
        "  Spread  player  (80, 52)",
        "Name: Anna, no player, unless --player names it",
        "question: Which of these names are players? (--player)",
        "question: line 5: This row has no date: is it a game of the day above? (--undated)",
    ):
        assert line in refused.stdout.splitlines()
    assert "answer with options what is asked above" in refused.stderr
    one = run(path, file, *TICKED, "--undated", "same-day")
    assert "question: Which game is Whist? (--game-of)" in one.stdout.splitlines()


def test_everything_answered_comes_in_once(tmp_path: Path, file: Path) -> None:
    path = tmp_path / "new.db"
    answers = [*TICKED, *WHIST, "--undated", "same-day"]
    tried = run(path, file, *answers, "--dry-run")
    assert (tried.exit_code, path.exists()) == (0, False)
    assert "Line 3: 2019-03-15 Israeli Whist: Anna 60, Ben 46, Carl -20, Dana 14" in tried.stdout
    assert "Line 5: 2019-03-22 Hearts: Anna 13, Ben 0, Carl 13, Dana 0" in tried.stdout
    assert run(path, file, *answers).stdout.endswith("Imported: 3 games.\n")
    assert games(path) == 3
    again = run(path, file, *answers)
    assert (again.exit_code, "0 new games, 3 here already." in again.stdout) == (2, True)


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (["--column", "Nobody=date"], "There is no column “Nobody”"),
        (["--column", "Ben=banana"], "“banana” is no meaning: player, left-out, date"),
        (["--game", "chess"], "“chess” is not one of the games: israeli-whist"),
        (["--numbers", "guess"], "'guess' is not one of"),
        (["--player", "Ben=Benno"], "The table has no player “Benno”: nobody."),
    ],
)
def test_a_wrong_answer_is_refused_with_what_is_allowed(
    tmp_path: Path, file: Path, answers: list[str], reason: str
) -> None:
    refused = run(tmp_path / "new.db", file, *answers)
    assert (refused.exit_code, reason in refused.stderr) == (2, True), refused.stderr


def test_another_meaning_of_a_column_and_of_the_numbers(tmp_path: Path, file: Path) -> None:
    path = tmp_path / "new.db"
    answers = [*TICKED, "--undated", "left-out", "--game", "points", "--numbers", "running"]
    done = run(path, file, *answers, "--column", "Game=left-out")
    assert "Line 4: 2019-03-22 " in done.stdout
    assert ": Anna -34, Ben 6, Carl 20, Dana 12" in done.stdout
    assert games(path) == 2


def test_a_file_that_is_no_table_is_refused_as_what_it_is(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(b"PK\x03\x04")
    assert "This is a workbook" in run(tmp_path / "new.db", book).stderr
