"""The site on a phone: bytes that travel, seconds to the first question, taps, memory.

A host on this machine serves two builds, one with compiled modules and one with their sources. It
compresses nothing. A first visit has a new profile; at a later start the browser itself has been
closed meanwhile. The first question is that of a new game, whose form is filled in without a pause.

The developer tools slow the main thread of a page and refuse to slow a worker, which is where
Python runs. So all processes of pages and their workers are stopped for three quarters of the time.
The processes of the browser (network, storage) and the host are not slowed. How much longer the
same sum takes in a page and in a worker is measured and printed. The line of 10 Mbit/s is the
host's, shared by all of its answers, without latency.

Run with `make site-figures`; `--starts` and `--hands` change it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page, Playwright, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.site_phone import SitePhone, SiteTab
from tests.browser.table import NAMES
from tests.site.static_host import StaticHost
from tests.tools import site
from tests.tools.benchmarks.phone import SLOWED, table
from tests.tools.benchmarks.tap_to_paint import WATCH, described, tap_a_hand

STARTS = 3
HANDS = 6
LINE = 10_000_000 / 8  # bytes a second
TURN = 0.004  # seconds for which slowed processes run, before they are stopped for longer
LOOK = 0.1  # seconds after which new processes are noticed
BUILDS = {"compiled": False, "sources": True}
READY = """() => performance.getEntriesByName("ready").at(-1)?.detail"""
# Seconds of a sum, here and in a worker.
SUM = """() => {
  const begun = performance.now();
  let sum = 0;
  for (let number = 0; number < 1e8; number++) sum = (sum * 31 + number) | 0;
  return (performance.now() - begun) / 1000;
}"""
SUM_IN_WORKER = f"""() => new Promise((done) => {{
  const script = "postMessage((" + {json.dumps(SUM)} + ")())";
  const worker = new Worker(URL.createObjectURL(new Blob([script])));
  worker.onmessage = ({{ data }}) => done(data);
}})"""
# Ends the worker's script in the copy whose memory is measured.
HEAP = "\nself.heap = () => python._module.HEAPU8.length;\n"


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds from the link to the first page and to the first question of a new game.

    steps    milliseconds of the steps of the worker, as it tells them
    """

    page: float
    question: float
    steps: dict[str, int]


def main() -> None:
    """Measure everything, and print it with the load of the machine."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--starts", type=int, default=STARTS)
    options.add_argument("--hands", type=int, default=HANDS)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        work = Path(name)
        hosts = {}
        for build, sources in BUILDS.items():
            print(f"\n{build}:", *site.build(work / build, sources=sources), sep="\n    ")
            hosts[build] = StaticHost(work / build)
        measure = Measure(playwright, work, given.starts)
        print(f"\nseconds, median and worst of {given.starts}; load {load()}")
        measure.starts(hosts, "as it is", slowed=1, rate=None)
        measure.starts(hosts, f"10 Mbit/s, slowed {SLOWED} times", slowed=SLOWED, rate=LINE)
        print(f"\ntaps, milliseconds; load {load()}")
        for slowed in (1, SLOWED):
            measure.taps(hosts["compiled"], given.hands, slowed)
        measure.sums()
        measure.memory(hosts["compiled"])
        print(f"load at the end: {load()}")


def load() -> str:
    """Return the mean number of processes that wanted to run in the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


class Measure:
    """Browsers on this machine that are measured, one after the other."""

    def __init__(self, playwright: Playwright, work: Path, starts: int) -> None:
        self._playwright, self._work, self._starts = playwright, work, starts
        self._launch: dict[str, Any] = {
            "executable_path": shutil.which("chromium"),
            "args": list(FLAGS),
        }
        self._phones = 0

    def starts(
        self, hosts: dict[str, StaticHost], how: str, *, slowed: int, rate: float | None
    ) -> None:
        """Print the time of first visits and of later starts of each build, in turns."""
        first: dict[str, list[Start]] = {build: [] for build in hosts}
        later: dict[str, list[Start]] = {build: [] for build in hosts}
        for _ in range(self._starts):
            for build, host in hosts.items():
                host.rate = rate
                with self._phone(host) as phone:
                    first[build].append(_started(phone, slowed))
                    phone.close()
                    phone.start()
                    later[build].append(_started(phone, slowed))
                host.rate = None
        for build in hosts:
            for visit, taken in (("first visit", first[build]), ("later start", later[build])):
                pages = [one.page for one in taken]
                questions = [one.question for one in taken]
                print(
                    f"  {how}, {build}, {visit}: first page {_spread(pages)},"
                    f" first question {_spread(questions)}"
                )
                steps = {
                    step: round(statistics.median(one.steps[step] for one in taken))
                    for step in taken[0].steps
                }
                print("      " + ", ".join(f"{step} {ms} ms" for step, ms in steps.items()))

    def taps(self, host: StaticHost, hands: int, slowed: int) -> None:
        """Print the time from tap to painted question here and beside a server, in turns."""
        server = table(self._work / f"scores-{slowed}.db")
        with self._phone(host) as phone:
            tab = phone.open()
            beside = phone.context.new_page()
            beside.goto(server)
            places: dict[str, tuple[Page | Frame, Page, str]] = {
                "server": (beside, beside, f"{server}/"),
                "site": (tab.frame, tab.page, host.address),
            }
            for page, _, address in places.values():
                _begin(page, address)
                page.evaluate(WATCH)
            with _slowed(phone, slowed):
                for _ in range(hands):
                    for page, window, _ in places.values():
                        window.bring_to_front()
                        tap_a_hand(page)
            times: dict[str, list[float]] = {
                place: page.evaluate("painted") for place, (page, _, _) in places.items()
            }
        medians = {place: statistics.median(taken) for place, taken in times.items()}
        for place, taken in times.items():
            print(
                f"  slowed {slowed} times, {place}: median {medians[place]:.0f},"
                f" longest {max(taken):.0f} ({len(taken)} taps)"
            )
        print(f"  slowed {slowed} times, site / server: {medians['site'] / medians['server']:.2f}")

    def sums(self) -> None:
        """Print how many times longer the same sum takes in slowed processes."""
        with self._phone(None) as phone:
            page = phone.context.new_page()
            for where, script in (("in a page", SUM), ("in a worker", SUM_IN_WORKER)):
                alone, beside = [], []
                for _ in range(3):
                    alone.append(page.evaluate(script))
                    with _slowed(phone, SLOWED):
                        beside.append(page.evaluate(script))
                ratio = statistics.median(beside) / statistics.median(alone)
                print(f"  a sum {where}, slowed: {ratio:.1f} times as long")

    def memory(self, host: StaticHost) -> None:
        """Print the memory after a game has begun."""
        told = shutil.copytree(host.folder, self._work / "told")
        (worker,) = (told / "files").glob("worker-*.js")
        worker.write_text(worker.read_text("utf-8") + HEAP, "utf-8")
        with self._phone(StaticHost(told)) as phone:
            tab = phone.open()
            _begin(tab.frame, phone.host.address)
            heap = tab.page.workers[0].evaluate("heap()")
            pages = [
                (pid, _proportional_size(pid)) for pid in _processes(phone) if _is_of_pages(pid)
            ]
            print("\nmemory, MB")
            print(f"  Python's heap: {heap / 1e6:.0f}")
            print(f"  the process of the page: {max(size for _, size in pages) / 1e6:.0f}")
            everything = sum(_proportional_size(pid) for pid in _processes(phone))
            print(f"  all processes of the browser: {everything / 1e6:.0f}")

    @contextmanager
    def _phone(self, host: StaticHost | None) -> Iterator[SitePhone]:
        self._phones += 1
        profile = self._work / f"phone-{self._phones}"
        host = host or StaticHost(self._work)
        phone = SitePhone(self._playwright.chromium, self._launch, profile, host)
        yield phone
        phone.close()
        shutil.rmtree(profile, ignore_errors=True)


def _spread(taken: list[float]) -> str:
    return f"{statistics.median(taken):.1f} ({max(taken):.1f})"


def _started(phone: SitePhone, slowed: int) -> Start:
    """Open the link, begin a game, and return the time of both."""
    page = phone.context.new_page()
    with _slowed(phone, slowed):
        begun = time.monotonic()
        page.goto(phone.host.address)
        page.locator("#app").wait_for(state="visible")
        shown = time.monotonic() - begun
        tab = SiteTab(page, phone.host)
        _begin(tab.frame, phone.host.address)
        asked = time.monotonic() - begun
    return Start(shown, asked, page.evaluate(READY))


def _begin(page: Page | Frame, address: str) -> None:
    """Begin a game that goes on for long, and wait for its first question."""
    page.goto(f"{address}games/new?game=israeli-whist")
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=names-{seat}]", name)
    page.fill("[name='ending.target']", "5000")
    page.locator("label:has([name=dealer][value='0'])").click()
    page.locator("[name=start]").first.click()
    page.locator("[data-question]").wait_for()
    described(page)


# Processes


@contextmanager
def _slowed(phone: SitePhone, rate: int) -> Iterator[None]:
    """Slow the processes of pages and their workers, which are the same."""
    if rate == 1:
        yield
        return
    spawned = multiprocessing.get_context("spawn")
    begun, done = spawned.Event(), spawned.Event()
    slowing = spawned.Process(target=_slow, args=(_browser(phone), rate, begun, done))
    slowing.start()
    try:
        begun.wait()
        yield
    finally:
        done.set()
        slowing.join()


def _slow(browser: int, rate: int, begun: Event, done: Event) -> None:
    """Stop the processes of pages of a browser for most of the time, until `done`."""
    looked, pages = 0.0, list[int]()
    parent = os.getppid()
    begun.set()
    while not done.is_set() and os.getppid() == parent:
        awake = time.perf_counter()
        if awake - looked > LOOK:
            looked, pages = awake, [pid for pid in _with_children(browser) if _is_of_pages(pid)]
        time.sleep(TURN)
        ran = time.perf_counter() - awake
        _signal(pages, signal.SIGSTOP)
        time.sleep(ran * (rate - 1))
        _signal(pages, signal.SIGCONT)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):  # it has ended
            os.kill(pid, number)


def _processes(phone: SitePhone) -> list[int]:
    return _with_children(_browser(phone))


def _browser(phone: SitePhone) -> int:
    """Return the process of a phone's browser."""
    mine = f"--user-data-dir={phone.profile}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        words = _words(int(folder.name))
        if mine in words and not any(word.startswith(b"--type=") for word in words):
            return int(folder.name)
    raise LookupError(phone.profile)


def _with_children(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = int(fields[1])
    found = [pid]
    for one in found:  # grows meanwhile
        found += [child for child, parent in parents.items() if parent == one]
    return found


def _is_of_pages(pid: int) -> bool:
    return b"--type=renderer" in _words(pid)


def _words(pid: int) -> list[bytes]:
    """Return the words of a command line; Chromium joins those of its children by blanks."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b" ", b"\0").split(b"\0")
    except OSError:  # it has ended
        return []


def _proportional_size(pid: int) -> int:
    """Return the bytes of a process, with its share of what it has in common with others."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    raise LookupError(pid)


if __name__ == "__main__":
    main()
