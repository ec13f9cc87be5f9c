"""Random command lines, and files that they might name."""

from __future__ import annotations

import json
import signal
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import click
import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands import demo_season
from scorekeeper.commands.main import main
from scorekeeper.commands.options import GameType
from scorekeeper.games.registry import FOLDER, rulebooks
from scorekeeper.web import serving
from tests.tools.fuzz import values

RECORD = (
    "pagat; dealer S; deal S:AKQ5.T98.7654.32 JT9.AKQ2.T98.765 876.J765.AKQ.T98 432.43.J32.AKQJ4; "
    "said S:5NT pass pass pass pass W:3 N:1 E:2; play S:SA H2 S6 S2 S:SK SJ S7 S3"
)
LONG_WORK = {
    "hands",
    "samples",
    "processes",
    "games",
    "bank",
    "evenings",
    "deals",
    "target",
}  # kept short
FEW = ("1", "1", "2", "0", "-1", "x", "1.5", "")
TOLD = (  # arguments of these commands other than words and numbers
    *("2,3,7,0", "0,3,8,2", "1,2,3", "9,9,9,9", "-1,0,0,14", "4 high", "3L", "elhanani"),
    *("AKQT9.KQ4.A7.952", "AKQ.T98", "....", "pass 6S pass", "7C 7C", "W:3 N:1", "W:3 W:3"),
    *("sensible", "random,sensible,random,random", "sampling", ",", "N", "S:AK", "blank", "rules"),
)
ANSWERS: Mapping[str, tuple[str, ...]] = {  # likely values of single options and arguments
    "contracts": ("2,3,7,0", "0,0,0,0", "13,13,13,13", "W:3 N:1", "1,2,3", "2,3,7,x"),
    "tricks": ("0,3,8,2", "13,0,0,0", "11", "3,3,3,3", "-1,0,0,14"),
    "answers": ("S:6H", "none", "pass", "3", "0", "blind", "3,3,3,4", "13,0,0,0", "W,E"),
    "scheme": ("standard", "elhanani", "golf", "bridge"),
    "hand": ("AKQT9.KQ4.A7.952", "432.KQ4.A765.952", "AK.A", "AAKQT.KQ4.A7.952"),
    "players": ("sensible", "random", "random,sensible,random,sensible", "sampling", "nobody", "4"),
    "names": ("Anna,Ben,Chaim,Dana", "Anna,Ben", "דנה,Ben,Chaim,\u202eX", "A,A,A,A", ",,,"),
    "seat": ("S", "W", "n", "X"),
    "dealer": ("S", "E", "X"),
    "auction": ("", "pass", "pass 6S pass pass pass pass", "7C 7C", "6S pass", "x"),
}
LONGEST = 1.0  # seconds
NO_WORK = {"--help", "--version"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a folder with files of every kind for the command lines; nothing is served from it."""
    demo_season.make(tmp_path / "season.db", demo_season.Season(1, 1, datetime.now(UTC)))
    make_files(tmp_path)
    monkeypatch.setenv(FOLDER, "")  # a command sets it for the processes that it starts
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo_season, "make", lambda *_: None)
    monkeypatch.setattr(serving, "listen", _refused)
    yield tmp_path
    monkeypatch.undo()
    rulebooks.cache_clear()


def make_files(folder: Path) -> None:
    """Write sound files and others, by names that the command lines know."""
    database = (folder / "season.db").read_bytes()
    out = CliRunner().invoke(main, ["export", "--db", str(folder / "season.db")])
    files: Mapping[str, bytes] = {
        "empty": b"",
        "noise": Random(1).randbytes(3000),
        "cut.db": database[: len(database) // 2],
        "head.db": database[:100],
        "damaged.db": database[:5000] + bytes(3000) + database[8000:],
        "scores.json": out.stdout_bytes,
        "cut.json": out.stdout_bytes[:4000],
        "latin.txt": "Zoë; dealer S".encode("latin-1"),
        "record.txt": RECORD.encode(),
        "rules.json": b'{"passes": 3, "scheme": {"name": "Ours", "each": -7}}',
        "odd.json": b'{"passes": "\\ud800", "scheme": []}',
        **{f"deep-{number}.json": text.encode() for number, text in enumerate(values.DEEP)},
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "a-folder").mkdir()


def command_line(luck: Random, folder: Path) -> list[str]:
    """Return a command with some of its options, mostly with likely values."""
    if luck.random() < 0.02:
        return [_text(luck) for _ in range(3)]
    name = luck.choice(sorted(main.commands))
    command, line = main.commands[name], [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            count = parameter.nargs
            if count < 0 or luck.random() < 0.05:
                count = luck.randrange(6)
            line += [_value(luck, folder, parameter) for _ in range(count)]
        elif parameter.name != "scheduler" and (
            parameter.required or parameter.name in {*LONG_WORK, "book"} or luck.random() < 0.25
        ):
            line.append(luck.choice(parameter.opts))
            if not getattr(parameter, "is_flag", False):
                line.append(_value(luck, folder, parameter))
    if luck.random() < 0.05:
        line.insert(luck.randrange(len(line)), _text(luck))
    return [_typed(word) for word in line if word not in NO_WORK]


def run(line: list[str], folder: Path, luck: Random) -> Result:
    """Run a command line; raises AssertionError unless it exits with 0, 1 or 2."""
    typed = luck.choice((b"", RECORD.encode(), values.spoilt(luck, RECORD.encode())))
    with _impatient():
        result = CliRunner().invoke(main, line, input=typed, prog_name="scorekeeper")
    if isinstance(result.exception, SystemExit | None) and result.exit_code in {0, 1, 2}:
        return result
    trace = "".join(traceback.format_exception(result.exception)) if result.exception else ""
    raise AssertionError(f"exit code {result.exit_code} of {line!r}, input {typed!r}\n{trace}")


def tease(luck: Random, folder: Path, seen: Counter[tuple[str, int]]) -> None:
    """Run a random command line."""
    line = command_line(luck, folder)
    result = run(line, folder, luck)
    seen[line[0] if line and line[0] in main.commands else "(none)", result.exit_code] += 1


def _typed(word: str) -> str:
    """Return a word as a terminal passes it: any bytes but a null."""
    sent = word.replace("\x00", "\udcff").encode("utf-8", "surrogatepass")
    return sent.decode("utf-8", "surrogateescape")


def _value(luck: Random, folder: Path, parameter: click.Parameter) -> str:
    """Return a value for a parameter."""
    if parameter.name in LONG_WORK:
        return luck.choice(FEW) if luck.random() < 0.3 else "2"
    if isinstance(parameter.type, GameType):
        return luck.choice(sorted(rulebooks()))
    if isinstance(parameter.type, click.Choice) and luck.random() < 0.95:
        return str(luck.choice(list(parameter.type.choices)))
    if isinstance(parameter.type, click.IntRange | click.types.IntParamType):
        near, far = (
            str(luck.randrange(-3, 15)),
            ("-1", "2147483648", "9" * 20, "9" * 5000, "x", "٣"),
        )
        return luck.choice(far) if luck.random() < 0.2 else near
    if (likely := ANSWERS.get(str(parameter.name))) and luck.random() < 0.8:
        return luck.choice(likely)
    if isinstance(parameter.type, click.Path | click.File) or parameter.name == "rules":
        return _file(luck, folder)
    return luck.choice((_text(luck), luck.choice(values.NUMBERS), *TOLD))


def _file(luck: Random, folder: Path) -> str:
    """Return the name of a file: an existing one, perhaps spoilt, or an impossible one."""
    there = sorted(file for file in folder.iterdir() if file.is_file())
    if luck.random() < 0.3:
        content = luck.choice(there).read_bytes()
        if len(content) < 50_000 and luck.random() < 0.5:
            content = _changed(luck, content)
        (folder / "changed").write_bytes(values.spoilt(luck, content)[:100_000])
        return "changed"
    odd = ("a-folder", "nowhere/x", "/proc/x", "record.txt/x", "x" * 300, "", "-", "\udcff.db")
    return luck.choice((*(file.name for file in there), *odd, "pagat", "vax"))


def _changed(luck: Random, content: bytes) -> bytes:
    try:
        return values.changed(luck, content) if isinstance(json.loads(content), dict) else content
    except (ValueError, RecursionError):
        return content


def _text(luck: Random) -> str:
    return luck.choice((values.word(luck), luck.choice(TOLD)))


@contextmanager
def _impatient() -> Iterator[None]:
    """Press Ctrl-C if a command takes too much processor time."""
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _refused(*_: object, **__: object) -> None:
    raise serving.CannotServe("Nothing is served here.")
