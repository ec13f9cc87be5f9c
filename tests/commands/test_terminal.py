"""Terminals that cannot show everything, outputs that take nothing, and interruptions."""

from __future__ import annotations

import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.ledger import keys, tables
from scorekeeper.ledger.store import Store

POINTS = ("score", "--contracts", "3,3,3,3", "--tricks", "4,4,4,1")


def shell(line: str, path: Path) -> tuple[int, str]:
    """The exit code of a line for a shell with `scorekeeper` in it, and what it says is wrong."""
    command = f"{shlex.quote(sys.executable)} -m scorekeeper"
    ran = subprocess.run(
        ["/bin/sh", "-c", line.replace("scorekeeper", command)],
        capture_output=True,
        text=True,
        errors="surrogateescape",
        check=False,
        env=os.environ | {"SCOREKEEPER_DB": str(path), "PYTHONUTF8": "1"},
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize(
    ("charset", "name"), [("utf-8", "“שולחן”"), ("cp1255", "“שולחן”"), ("latin-1", '"?????"')]
)
def test_what_a_terminal_cannot_show_is_written_in_a_simpler_way(
    store: Store, charset: str, name: str
) -> None:
    tables.first(store)
    runner = CliRunner(charset=charset)
    asked = runner.invoke(
        main, ["tables", "link", "שולחן"], env={"SCOREKEEPER_DB": str(store.path)}
    )
    assert (asked.exit_code, asked.stderr) == (
        2,
        f"Error: There is no table {name}; there is: 1 (Our table).\n",
    )
    assert runner.invoke(main, ["--help"]).exit_code == 0


def test_a_name_that_is_no_text_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "\udcff.db"
    assert shell("scorekeeper tables list", path) == (2, f"Error: There is no score file {path}.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
@pytest.mark.parametrize("command", [" ".join(POINTS), "--help", "doctor", "tables list"])
def test_an_output_that_takes_nothing_is_told_in_a_line(store: Store, command: str) -> None:
    tables.first(store)
    code, told = shell(f"scorekeeper {command} > /dev/full", store.path)
    assert (code, told.count("\n"), "No space left on device." in told) == (2, 1, True)


@pytest.mark.parametrize("command", [" ".join(POINTS), "--help", "doctor", "tables list"])
@pytest.mark.parametrize("end", [">&-", "| head -1", "| true", "</dev/null"])
def test_whoever_has_seen_enough_is_told_nothing(store: Store, command: str, end: str) -> None:
    tables.first(store)
    assert shell(f"scorekeeper {command} {end}", store.path)[1] == ""


def test_it_serves_without_any_output(tmp_path: Path) -> None:
    """As a service that some supervisor starts with everything closed."""
    path = tmp_path / "scores.db"
    process = subprocess.Popen(
        ["/bin/sh", "-c", f"exec {sys.executable} -m scorekeeper --port 0 --db {path} >&- 2>&-"]
    )
    try:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and process.poll() is None:
            if path.exists() and _links(path):
                break
            time.sleep(0.1)
        time.sleep(0.5)
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def test_a_file_that_is_damaged_meanwhile_is_told_in_a_line(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.first(store)

    def damaged(*_: object) -> str:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    monkeypatch.setattr(keys, "mint", damaged)
    env = {"SCOREKEEPER_DB": str(store.path)}
    result = CliRunner().invoke(main, ["--port", "8020", "tables", "link"], env=env)
    assert (result.exit_code, result.stderr) == (
        2,
        "Error: The score file is damaged. Stop the score keeper, look with “scorekeeper doctor”, "
        "and take a backup with “scorekeeper restore”. (database disk image is malformed)\n",
    )


@pytest.mark.parametrize(
    "command",
    [
        "simulate --hands 100000000 --processes 2",
        "demo --evenings 500 --port 0",
    ],
)
def test_ctrl_c_ends_it_in_a_line(tmp_path: Path, command: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        start_new_session=True,
    )
    time.sleep(3)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, told = process.communicate(timeout=20)
    assert (process.returncode, told) == (1, "\nAborted!\n")
    assert list(tmp_path.iterdir()) == []


def _links(path: Path) -> int:
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return int(db.execute("select count(*) from keys").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_ctrl_c_while_it_is_loaded_ends_it_in_a_line() -> None:
    """Which takes seconds on a small machine."""
    interrupted = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'scorekeeper.cli':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from scorekeeper.__main__ import run\n"
        "run()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", interrupted], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", "\nAborted!\n")
