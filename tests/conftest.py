"""Common fixtures: a score file, an application over it, and phones with its links."""

from __future__ import annotations

import math
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.database import prepare
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests import compiled_templates
from tests.deep import DEEP
from tests.doors import UNLIMITED, new_links
from tests.web.phone import Phone

# Property tests have no deadline and print how to repeat a failure; `make deep` draws more.
for profile, examples in (("everyday", 25), ("deep", 200)):
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("deep" if DEEP else "everyday")

compiled_templates.share()

MEMORY = Path("/dev/shm")  # noqa: S108  (pytest and browsers make folders of their own in it)
ENOUGH = 2 * 1024**3  # bytes; a whole run of the tests leaves less than half of it

ENDED = 120  # seconds until a thread of a test has ended, on the slowest machine

PLAYERS = ("Anna", "Ben", "Chaim", "Dana")


def setup_of(preset: str = "pagat", ending: Ending | None = None) -> Setup:
    """A game of four in which South deals first."""
    rules = ISRAELI_WHIST.preset(preset).rules
    return Setup(ISRAELI_WHIST, rules, ending or Ending(goal=Goal.OPEN), 4, SOUTH)


class FailuresAtOnce:
    """Prints the name of a failed test at once; the rest follows at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and reporter:
            reporter.write(f"\nFAILED {report.nodeid}\n")


def pytest_configure(config: pytest.Config) -> None:
    """Keep test files in memory if there is room: commits wait for a disk."""
    config.pluginmanager.register(FailuresAtOnce(config))
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("TMPDIR", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests on half of the workers, so that none is left for the end.

    The other workers begin with the quick ones, where a plain mistake shows. Each worker of
    pytest-xdist begins with a run of tests and later takes over those of others.
    """
    slow = [item for item in items if item.get_closest_marker("slow")]
    rest = [item for item in items if not item.get_closest_marker("slow")]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    beginners = max(workers // 2, 1)
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        first = slow[worker::beginners] if worker < beginners else []
        count = (len(items) - len(ordered)) // (workers - worker)  # the share of pytest-xdist
        others = max(count - len(first), 0)
        ordered += [*first, *rest[:others]]
        del rest[:others]
    items[:] = ordered + rest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show why tests failed that passed at a second try, and name the traces of failed tries."""
    say, stats = terminalreporter.write_line, terminalreporter.stats
    tried_again = {report.nodeid: report.longreprtext for report in stats.get("rerun", [])}
    failed = {report.nodeid for kind in ("failed", "error") for report in stats.get(kind, [])}
    if unsteady := sorted({*tried_again} - failed):
        say(f"{len(unsteady)} unsteady, see docs/contributing.md:")
        for name in unsteady:
            say(f"  {name}")
            say(tried_again[name])
    for reports in stats.values():
        for report in reports:
            for kind, path in getattr(report, "user_properties", []):
                if kind == "playwright_trace":
                    say(f"trace: {path}  ({report.nodeid})")


@pytest.fixture(autouse=True, scope="session")
def everything_counted() -> Iterator[None]:
    """Count all figures before a page is shown, however slow the machine, and in no thread."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.web.statistics.AT_ONCE", math.inf)
        yield


@pytest.fixture(autouse=True)
def no_thread_outlives_its_test() -> Iterator[None]:
    """A thread that goes on would do its work in the middle of another test."""
    before = {*threading.enumerate()}
    yield
    for thread in {*threading.enumerate()} - before:
        if not thread.name.startswith("Dask-Offload"):  # of the library; it waits for ever
            thread.join(ENDED)
            assert not thread.is_alive(), f"{thread.name} goes on after the test"


@pytest.fixture(scope="session")
def new_score_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty score file with its tables; creating them takes a while."""
    path = tmp_path_factory.mktemp("new") / "scores.db"
    prepare(path)
    return path


@pytest.fixture
def store(tmp_path: Path, new_score_file: Path) -> Store:
    return Store.open(Path(shutil.copy(new_score_file, tmp_path)))


@pytest.fixture
def rows(store: Store) -> Callable[[str], list[tuple[object, ...]]]:
    """Reads the score file from outside."""

    def read(query: str) -> list[tuple[object, ...]]:
        connection = sqlite3.connect(store.path)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    return read


@pytest.fixture
def app(store: Store) -> Flask:
    app = create_app(store)
    app.config[WRITES] = UNLIMITED
    app.config["PROPAGATE_EXCEPTIONS"] = False  # a failing page gets an answer, as in production
    return app


@pytest.fixture
def link(store: Store) -> Callable[[Role], str]:
    """The address of the link for a role, the same until the keys are renewed."""
    known: dict[TableRecord, dict[Role, str]] = {}

    def address(role: Role) -> str:
        table = tables.first(store)
        if table not in known:
            known[table] = new_links(store, table)
        return known[table][role]

    return address


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """A phone without a key."""
    return Phone(app.test_client())


@pytest.fixture
def scorer(app: Flask, link: Callable[[Role], str]) -> Phone:
    phone = Phone(app.test_client())
    phone.open(link(Role.SCORE), follow=False)
    return phone


@pytest.fixture
def second(app: Flask, link: Callable[[Role], str]) -> Phone:
    """Another phone that scores."""
    phone = Phone(app.test_client())
    phone.open(link(Role.SCORE), follow=False)
    return phone


@pytest.fixture
def watcher(app: Flask, link: Callable[[Role], str]) -> Phone:
    phone = Phone(app.test_client())
    phone.open(link(Role.WATCH), follow=False)
    return phone


@pytest.fixture(scope="session")
def built_site() -> Path:
    """The folder of the built site, which no test may change."""
    from tests.site import built  # noqa: PLC0415  (few tests need it)

    return built.built_site()
