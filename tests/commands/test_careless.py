"""Careless command lines: every slip gets a message with the allowed values."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands import files
from scorekeeper.commands.main import main
from scorekeeper.ledger import database


def run(*arguments: object, **environment: str) -> Result:
    """Run a command line in a folder with a file and a subfolder."""
    line = [str(argument) for argument in arguments]
    return CliRunner().invoke(main, line, prog_name="scorekeeper", env=environment)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of the command lines."""
    (tmp_path / "letter.txt").write_text("Dear Anna", encoding="utf-8")
    (tmp_path / "nothing").write_bytes(b"")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    database.prepare(tmp_path / "theirs.db")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREKEEPER_DB", str(tmp_path / "scores.db"))
    return tmp_path


class Today(date):
    """Date class whose `today` never changes, for tests that run past midnight."""

    @classmethod
    def today(cls) -> Today:
        return cls(2026, 3, 8)


PORT = "is not a whole number from 0 to 65535."
NO_FOLDER = "there is no folder nowhere; make it, or correct the name."


@pytest.mark.parametrize(
    ("arguments", "option", "reason"),
    [
        (["--port", "abc"], "'--port'", f"“abc” {PORT}"),
        (["--port", "80 13"], "'--port'", f"“80 13” {PORT}"),
        (["--port", ""], "'--port'", f"“” {PORT}"),
        (["--port", "-1"], "'--port'", f"“-1” {PORT}"),
        (["serve", "--port", "70000"], "'--port'", f"“70000” {PORT}"),
        (["demo", "--port", "x"], "'--port'", f"“x” {PORT}"),
        (
            ["--backups", "some"],
            "'--backups'",
            "“some” is not a whole number from 0 to 1000.",
        ),
        (
            ["simulate", "--hands", "0"],
            "'--hands'",
            "“0” is not a whole number of 1 or more.",
        ),
        (
            ["odds", "1", "2", "3", "4", "--seed", "-1"],
            "'--seed'",
            "“-1” is not a whole number of 0 or more.",
        ),
        (
            ["odds", "1", "2", "3", "4", "--target", str(10**20)],
            "'--target'",
            f"“{10**20}” is not a whole number from 1 to 10000000.",
        ),
        (["export", "-o", "nowhere/out.json"], "'-o' / '--out'", NO_FOLDER),
        (
            ["export", "-o", "letter.txt/out.json"],
            "'-o' / '--out'",
            "letter.txt is no folder; make it, or correct the name.",
        ),
        (["export", "-o", ""], "'-o' / '--out'", "it is empty; it takes the name of a file."),
        (["sheet", "--out", "nowhere/sheet.pdf"], "'--out'", NO_FOLDER),
        (["simulate", "--out", "nowhere/hands.csv"], "'--out'", NO_FOLDER),
        (["doctor", "--db", ""], "'--db'", "it is empty; it takes the name of a file."),
        (["--db", ""], "'--db'", "it is empty; it takes the name of a file."),
        (["--db", "~nobody-here/x.db"], "'--db'", "there can be no file ~nobody-here/x.db."),
        (
            ["doctor", "--db", "~nobody-here/x.db"],
            "'--db'",
            "there can be no file ~nobody-here/x.db.",
        ),
        (
            ["export", "-o", "theirs.db"],
            "'-o' / '--out'",
            "theirs.db is a database, perhaps your scores; choose another.",
        ),
        (
            ["sheet", "--out", "theirs.db"],
            "'--out'",
            "theirs.db is a database, perhaps your scores; choose another.",
        ),
        (["import", ""], "'FILE'", "it is empty; it takes the name of a file."),
    ],
)
def test_a_value_that_cannot_be_is_told_with_those_that_can(
    folder: Path, arguments: list[str], option: str, reason: str
) -> None:
    before = sorted(folder.iterdir())
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr.splitlines()[-1]) == (
        2,
        "",
        f"Error: Invalid value for {option}: {reason}",
    )
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["tables", "list", "--db", "nothing"], "/nothing is empty: no score file, or one that "
         "was cut off."),
        (["export", "--db", "nothing"], "/nothing is empty: no score file, or one that was cut "
         "off."),
        (["import", "theirs.db"], "theirs.db is a database. If it is a score file or a backup, "
         "“scorekeeper restore” takes it; “scorekeeper import” takes the files of “scorekeeper "
         "export”."),
        (["restore", "~nobody-here"], "“~nobody-here” is neither a file nor a day, as in "
         "2026-03-08; beside /scores.db there are none of any day."),
        (["tables", "add", "Club", "--db", "letter.txt/scores.db"], "/letter.txt/scores.db cannot "
         "be used: /letter.txt is no folder; make it, or correct the name."),
        (["simulate", "--game", "bid-whist", "--rules", "deep.json"], "deep.json holds no house "
         "rules."),
    ],
)  # fmt: skip
def test_a_file_that_does_not_do_is_told_and_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    monkeypatch.setattr(files, "date", Today)
    before = _contents(folder)
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    message = result.stderr.splitlines()[-1].removeprefix("Error: ").replace(str(folder), "")
    assert message == reason
    assert _contents(folder) == before


def test_a_variable_that_cannot_be_is_named() -> None:
    """The user may have set it long ago; the command line does not show it."""
    result = run("tables", "list", SCOREKEEPER_PORT="http")
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (
        2,
        "Error: Invalid value for '--port': “http” is not a whole number from 0 to 65535 "
        "(it is set by SCOREKEEPER_PORT).",
    )


def test_an_account_without_a_home_is_asked_for_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREKEEPER_DB")
    monkeypatch.setattr(files, "usual_file", lambda: Path("~nobody-here/scorekeeper.db"))
    for command in (["tables", "list"], ["doctor"], ["restore"], ["serve", "--port", "0"]):
        result = run(*command)
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (
            2,
            "Error: This account has no home folder: name the score file with --db, or by "
            "SCOREKEEPER_DB.",
        )


def test_a_dash_is_standard_output(folder: Path) -> None:
    assert run("tables", "add", "Club").exit_code == 0
    written = run("export", "--table", "club", "-o", "-")
    assert written.stdout.startswith('{"format": "scorekeeper"')
    assert not (folder / "-").exists()


def _contents(folder: Path) -> Mapping[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_a_pipe_is_no_score_file_and_no_command_waits_for_it(folder: Path) -> None:
    """Opening a pipe waits until somebody writes to it."""
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    asked = []
    for path, command in commands_of(main):
        if "--db" not in {name for parameter in command.params for name in parameter.opts}:
            continue
        given = ["letter.txt" if name == "files" else "1" for name in arguments_of(command)]
        if path == ("restore",):
            given = ["theirs.db"]
        result = run(*path, *given, SCOREKEEPER_DB=str(pipe))
        assert (path, result.exit_code) == (path, 2), result.output
        asked.append(path)
    assert len(asked) > 10


def commands_of(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands_of(inner, (*path, name))


def arguments_of(command: click.Command) -> list[str]:
    return [each.name or "" for each in command.params if isinstance(each, click.Argument)]
