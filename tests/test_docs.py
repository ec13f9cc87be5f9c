"""The documentation: every link leads somewhere, every command, option and target exists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import click
import pytest

from scorekeeper.commands.main import main
from scorekeeper.exchange.hand_entries import judge
from scorekeeper.exchange.result_columns import ResultReading
from scorekeeper.exchange.result_rows import read_results
from scorekeeper.games.registry import ready_files
from scorekeeper.ledger.game_log import Log
from scorekeeper.web.languages import months_named
from tests.conftest import setup_of
from tests.tools.benchmarks.calibration import main as calibration

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCED = re.compile(r"^    .*$|`[^`\n]+`", re.MULTILINE)
COMMANDS = main.commands
# A command of ours, also after the name of a service as in `compose exec scorekeeper scorekeeper`.
CALL = re.compile(r"(?<![-/\w.])scorekeeper ((?!scorekeeper)[a-z][a-z-]*)(?![\w.:/=])")
# Options of other programs that the pages name.
FOREIGN = {
    *("--access-logformat", "--bind", "--graceful-timeout", "--internal-certs", "--keep-alive"),
    *("--no-control-socket", "--threads", "--worker-class", "--worker-connections", "--workers"),
    *("--from", "--to", "--home-dir", "--shell", "--system", "--now"),
    *("--check", "--games", "--watchers", "--pause", "--hands", "--server"),
    *("--only", "--within", "--most", "--minutes", "--against", "--rules"),
    *("--tables", "--club", "--tricks", "--others", "--tracing"),
    *("--no-build-isolation", "--no-deps", "--require-hashes"),
    *("--bg", "--build", "--directory", "--detach", "--rm"),
}


def ids(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("document", PAGES, ids=ids)
def test_every_link_leads_somewhere(document: Path) -> None:
    lost = []
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        path, _, anchor = target.partition("#")
        other = (document.parent / path).resolve() if path else document
        if not other.exists() or (anchor and anchor not in anchors(other)):
            lost.append(target)
    assert lost == []


@pytest.mark.parametrize("document", PAGES, ids=ids)
def test_every_command_and_every_target_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    quoted = [match.group().strip("` ") for match in FENCED.finditer(text)]
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    made = {target for quote in quoted for target in re.findall(r"^make ([\w-]+)", quote)}
    assert made - set(targets) == set()
    called = {command for quote in quoted for command in re.findall(CALL, quote)}
    assert called - COMMANDS.keys() == set()


@pytest.mark.parametrize("document", PAGES, ids=ids)
def test_every_option_exists(document: Path) -> None:
    commands = [*every_command(main), calibration]
    ours = {option for command in commands for option in options_of(command)}
    named = {
        option
        for match in FENCED.finditer(document.read_text("utf-8"))
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", match.group())
    }
    assert named - ours - FOREIGN == set()


def test_the_readme_is_a_front_door() -> None:
    """It leads to every page of the documentation."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert [page.name for page in PAGES[1:] if f"{page.name})" not in text] == []


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "docs/own-games.md"])
def test_the_games_that_come_as_files_are_named(name: str) -> None:
    text = " ".join((ROOT / name).read_text("utf-8").split())
    names = [str(game.name).partition(" (")[0] for game in ready_files()]
    assert [game for game in names if game not in text] == []


def test_every_value_of_data_busy_is_explained() -> None:
    scripts = (path.read_text("utf-8") for path in (ROOT / "static" / "js").glob("*.js"))
    values = {value for script in scripts for value in re.findall(r'busy\("(\w+)"', script)}
    page = (ROOT / "docs" / "contributing.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == values


def test_the_page_of_the_tools_names_each_of_them() -> None:
    tools = ROOT / "tests/tools"
    programs = [*tools.glob("[a-z]*"), *(tools / "benchmarks").glob("[a-z]*.*")]
    names = {path.name for path in programs if path.name != "benchmarks"}
    page = (tools / "README.md").read_text("utf-8")
    assert sorted(name for name in names if f"`{name}" not in page) == []
    named = re.findall(r"`([\w]+\.\w+)`", page)
    assert sorted(name for name in named if not [*tools.rglob(name)]) == []


def test_the_tables_of_the_guide_are_read_as_they_stand() -> None:
    guide = (ROOT / "docs" / "guide.md").read_text("utf-8")
    hands, results = re.findall(r"(?:^    (?:hand,|Date;) .*\n)(?:^    .*\n)+", guide, re.MULTILINE)
    read = judge(Log.of(setup_of()), ("Anna", "Ben", "Chaim", "Dana"), hands)
    assert [row.totals for row in read.rows] == [(-20, 19, -10, -40)]
    reading = ResultReading(date(2026, 3, 6), months_named, str)
    assert [len(game.shares) for game in read_results(results, reading).games] == [4, 4]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def every_command(command: click.Command) -> Iterator[click.Command]:
    yield command
    inner: Mapping[str, click.Command] = {}
    if isinstance(command, click.Group):
        inner = command.commands
    for subcommand in inner.values():
        yield from every_command(subcommand)


def options_of(command: click.Command) -> list[str]:
    return [
        "--help",
        *(
            name
            for parameter in command.params
            for name in (*parameter.opts, *parameter.secondary_opts)
        ),
    ]


def test_the_lock_file_of_a_server_has_every_package_with_its_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    needed = [*project["project"]["dependencies"], *extras["club"]]
    needed += project["build-system"]["requires"]
    locked = (ROOT / "docs" / "hosting.lock").read_text("utf-8")
    packages = re.findall(r"^([\w-]+)==(.*?)(?=^\w|\Z)", locked, re.MULTILINE | re.DOTALL)
    assert {re.split(r"\W", name.replace("-", "_"))[0].replace("_", "-") for name in needed} <= {
        name for name, _ in packages
    }
    assert [name for name, rest in packages if "--hash=sha256:" not in rest] == []
