"""Terminals with few characters, closed outputs, and interruptions."""

from __future__ import annotations

import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.commands.main import main
from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.store import Store


def shell(line: str, path: Path) -> tuple[int, str]:
    """The exit code and error output of a shell line with `scorekeeper` in it."""
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
@pytest.mark.parametrize("command", ["--help", "doctor"])
def test_an_output_that_takes_nothing_is_told_in_a_line(store: Store, command: str) -> None:
    tables.first(store)
    code, error = shell(f"scorekeeper {command} > /dev/full", store.path)
    assert (code, error.count("\n"), "No space left on device." in error) == (2, 1, True)


@pytest.mark.parametrize(
    ("command", "end"),
    [("doctor", "| true"), ("tables list", "| head -1"), ("tables list", ">&- </dev/null")],
)
def test_whoever_has_seen_enough_is_told_nothing(store: Store, command: str, end: str) -> None:
    tables.first(store)
    assert shell(f"scorekeeper {command} {end}", store.path)[1] == ""


def test_it_serves_without_any_output(tmp_path: Path) -> None:
    """Some supervisors start services with all streams closed."""
    path = tmp_path / "scores.db"
    process = subprocess.Popen(
        ["/bin/sh", "-c", f"exec {sys.executable} -m scorekeeper --port 0 --db {path} >&- 2>&-"]
    )
    try:
        wait_until(lambda: (path.exists() and _links(path) > 0) or process.poll() is not None)
        time.sleep(0.5)
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_a_file_that_is_damaged_meanwhile_is_told_in_a_line(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.first(store)

    def damaged(*_: object) -> str:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    monkeypatch.setattr(access_keys, "mint", damaged)
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
    with heeding_ctrl_c():
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", *command.split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"TMPDIR": str(tmp_path)},
            start_new_session=True,
        )
    try:
        wait_until(lambda: at_work(process.pid, tmp_path) or process.poll() is not None)
        time.sleep(0.5)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)  # like a terminal
        _, error = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    # With `-m`, Python ends by the signal if it came inside of `exec`, as data classes use it.
    assert process.returncode in {1, -signal.SIGINT}
    assert error == "\nAborted!\n"
    assert list(tmp_path.iterdir()) == []


def at_work(leader: int, folder: Path) -> bool:
    """Whether a command writes its file or has started processes of its own."""
    return any(folder.rglob("*.db")) or len(_group(leader)) > 2


def _group(leader: int) -> list[int]:
    """The processes that a process has started, and itself."""
    members = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(ProcessLookupError):
            if os.getpgid(int(process.name)) == leader:
                members.append(int(process.name))
    return members


def wait_until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and not reached():
        time.sleep(0.05)


@contextmanager
def heeding_ctrl_c() -> Iterator[None]:
    """Programs started here obey Ctrl-C, even if a shell runs the tests in the background.

    Such a shell makes its programs ignore the signal, and their child processes inherit that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _links(path: Path) -> int:
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
            return int(db.execute("select count(*) from keys").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_ctrl_c_while_it_is_loaded_ends_it_in_a_line() -> None:
    """Loading takes seconds on a small machine."""
    interrupted = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'scorekeeper.commands.main':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from scorekeeper.__main__ import run\n"
        "run()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", interrupted], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", "\nAborted!\n")
