"""The command line: options, and reasons for not serving the pages."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from waitress.server import create_server

from scorekeeper import __version__
from scorekeeper.ledger import database
from scorekeeper.web.serving import port_of
from tests.served import serving
from tests.terminal import outcome, refusal, run


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["check"], "Error: Missing argument 'FILE'."),
        (
            ["--port", "70000"],
            "Error: Invalid value for '--port': “70000” is not a whole number from 0 to 65535.",
        ),
        (
            ["--port", "http"],
            "Error: Invalid value for '--port': “http” is not a whole number from 0 to 65535.",
        ),
        (["shuffle"], "Error: No such command 'shuffle'."),
    ],
)
def test_a_command_that_is_none_is_refused(arguments: list[str], reason: str) -> None:
    assert outcome(run(*arguments)) == (2, "", reason)


def test_the_version_is_told() -> None:
    assert outcome(run("--version")) == (0, f"scorekeeper, version {__version__}\n", "")


def newer(path: Path) -> None:
    database.prepare(path)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('scorekeeper', 'm999_from_the_future', '2099-01-01')"
        )


def older(path: Path) -> None:
    database.prepare(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma application_id={database.OLDER_ID}")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.write_text("Dear Anna,"), "is not a database; choose another file."),
        (
            older,
            "was written by an older version of Scorekeeper, whose form this one does not read. "
            "Revision 8196d5e6 exports it, with “scorekeeper export --db {path} -o scores.json”; "
            "then “scorekeeper import --db new.db scores.json” brings it into a new score file, "
            "new.db.",
        ),
        (
            newer,
            "was written by a newer version of Scorekeeper; upgrade Scorekeeper to use it.",
        ),
    ],
    ids=["no database", "older", "newer"],
)
@pytest.mark.parametrize("command", [(), ("serve",)], ids=["bare", "serve"])
def test_a_file_that_cannot_be_used_is_refused_and_untouched(
    tmp_path: Path, make: Callable[[Path], object], reason: str, command: tuple[str, ...]
) -> None:
    path = tmp_path / "scores.db"
    make(path)
    before = path.read_bytes()
    told = refusal(run(*command, "--db", str(path), "--no-key", "--port", "0"))
    assert told == f"{path} {reason.format(path=path)}"
    assert path.read_bytes() == before


def test_an_older_file_is_not_imported_but_told(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    older(path)
    before = path.read_bytes()
    code, printed, reason = outcome(run("import", str(path), "--db", str(tmp_path / "new.db")))
    assert (code, printed) == (2, "")
    assert reason.startswith(f"Error: {path} was written by an older version of Scorekeeper, ")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])


def test_a_folder_is_no_score_file(tmp_path: Path) -> None:
    assert (
        refusal(run(SCOREKEEPER_DB=str(tmp_path), SCOREKEEPER_PORT="0"))
        == f"{tmp_path} is not a file."
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "example.com"])  # noqa: S104
@pytest.mark.parametrize("source", ["options", "environment"])
def test_without_a_key_only_this_machine_is_served(tmp_path: Path, host: str, source: str) -> None:
    path = tmp_path / "scores.db"
    result = (
        run("--no-key", "--host", host, "--db", str(path))
        if source == "options"
        else run(SCOREKEEPER_NO_KEY="1", SCOREKEEPER_HOST=host, SCOREKEEPER_DB=str(path))
    )
    assert refusal(result) == f"--no-key serves this machine only; leave out --host {host}."
    assert not path.exists()


def test_the_usual_file_gets_its_folder_and_a_named_one_does_not(tmp_path: Path) -> None:
    with serving("--no-key", "--port", "0", XDG_CONFIG_HOME=str(tmp_path / "config")) as (lines, _):
        assert lines[1] == f"Score file: {tmp_path / 'config' / 'scorekeeper' / 'scorekeeper.db'}"
    path = tmp_path / "moutned" / "scores.db"
    assert refusal(run("--no-key", "--port", "0", "--db", str(path))) == (
        f"{path} cannot be used: there is no folder {path.parent}; make it, or correct the name."
    )
    assert not path.parent.exists()


def test_options_before_serve_hold_for_it() -> None:
    assert (
        refusal(run("--no-key", "--host", "192.168.1.7", "serve"))
        == "--no-key serves this machine only; leave out --host 192.168.1.7."
    )


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("--no-key", "--port", str(port), "--db", str(tmp_path / "scores.db"))
    assert list(tmp_path.iterdir()) == []
    assert refusal(result) == (
        f"Cannot listen on 127.0.0.1 port {port}: Address already in use. "
        "Choose another port with --port."
    )


def test_a_secret_that_is_none_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    result = outcome(run("--port", "0", "--db", str(path), SCOREKEEPER_SECRET="short"))  # noqa: S106
    assert result == (2, "", "scorekeeper: SCOREKEEPER_SECRET must have at least 32 characters.")


def test_a_name_with_two_addresses_has_a_port_to_print() -> None:
    server = create_server(lambda *_: [], listen="127.0.0.1:0 127.0.0.1:0")
    try:
        assert str(port_of(server)) == server.effective_listen[0][1]
    finally:
        server.close()


@pytest.mark.parametrize(
    ("before", "command"),
    [
        ("--port", "doctor"),
        ("--backups", "demo"),
        ("--backups", "tables"),
        ("--host", "score"),
        ("--db", "demo"),
        ("--db", "score"),
    ],
)
def test_no_option_before_a_command_is_passed_over(before: str, command: str) -> None:
    wrong = f"Error: “scorekeeper {command}” does not take {before}."
    assert outcome(run(before, "1", command)) == (2, "", wrong)


@pytest.mark.parametrize("command", [[], ["score"], ["tables", "add"], ["demo"]])
def test_every_command_has_a_short_form_for_help(command: list[str]) -> None:
    assert run(*command, "-h").stdout == run(*command, "--help").stdout


def test_the_score_file_of_a_command_is_named_behind_it(tmp_path: Path) -> None:
    """Before the command it was ignored, and the default file was written."""
    result = run("--db", str(tmp_path / "one.db"), "tables", "list")
    wrong = "Error: Write --db behind the command: scorekeeper tables … --db FILE"
    assert outcome(result) == (2, "", wrong)
    assert list(tmp_path.iterdir()) == []
