"""Progress bars of long commands, on a terminal only."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

import pytest

from scorekeeper.commands import terminal
from scorekeeper.commands.main import main
from scorekeeper.ledger.store import Store
from tests.ledger.season import record_season

HANDS = 4  # in the season


class Screen(io.TextIOWrapper):
    """Terminal that records its output."""

    def __init__(self) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding="utf-8")

    def isatty(self) -> bool:
        return True

    @property
    def shown(self) -> str:
        self.flush()
        return self.bytes.getvalue().decode()

    def bars(self) -> list[str]:
        """The labels of the completed bars."""
        lines = self.shown.replace("\x1b[?25l", "").replace("\r", "\n").splitlines()
        return [line.split()[0] for line in lines if "100%" in line]


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "scores.db"
    store = Store.open(path)
    record_season(store, 2, seed=3, hands=2, kinds=("israeli-whist",))
    store.close()
    return path


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treats every act as long enough for a progress bar."""
    monkeypatch.setattr(terminal, "SOON", 0.0)


def run(*arguments: str, screen: Screen | None = None) -> None:
    """Run a command; its standard error goes to a terminal, if one is given."""
    with contextlib.redirect_stderr(screen or sys.stderr):
        main(arguments, prog_name="scorekeeper", standalone_mode=False)


@pytest.mark.usefixtures("slow")
def test_export_then_import(scores: Path, tmp_path: Path) -> None:
    """An export has one bar; an import has one for the check and one for the write."""
    screen, out, again = Screen(), str(tmp_path / "out.json"), str(tmp_path / "again.db")
    run("export", "--db", str(scores), "-o", out, screen=screen)
    run("import", "--db", again, out, "--dry-run", screen=screen)
    run("import", "--db", again, out, screen=screen)
    assert screen.bars() == ["Exporting", "Checking", "Checking", "Importing"]


@pytest.mark.usefixtures("slow")
def test_doctor_and_simulate(scores: Path) -> None:
    screen = Screen()
    with pytest.raises(SystemExit):
        run("doctor", "--db", str(scores), screen=screen)
    run("simulate", "--hands", "4", "--json", screen=screen)
    assert screen.bars() == ["Checking", "Playing"]


def test_quick_commands_show_none(scores: Path, tmp_path: Path) -> None:
    screen = Screen()
    run("export", "--db", str(scores), "-o", str(tmp_path / "out.json"), screen=screen)
    assert screen.shown == ""


@pytest.mark.usefixtures("slow")
def test_nothing_in_a_pipe(
    scores: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("export", "--db", str(scores), "-o", str(tmp_path / "out.json"))
    run("import", "--db", str(tmp_path / "again.db"), str(tmp_path / "out.json"))
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("slow")
def test_no_bar_over_what_is_printed(scores: Path) -> None:
    """An export printed to the terminal has no bar."""
    screen, printed = Screen(), Screen()
    with contextlib.redirect_stdout(printed):
        run("export", "--db", str(scores), "--format", "csv", screen=screen)
    assert screen.shown == ""
    assert printed.shown.count("\n") == HANDS * 4 + 1
