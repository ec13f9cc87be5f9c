"""A real server and a real browser: each test has a separate score file and a phone's window."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.forked_server import ForkedCommand, held_by
from tests.ports import reserve

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Debian's; the shell is the same engine without the browser around its pages: it starts sooner."""
# Milliseconds, spent only where something is missing: a machine may be slow, and busy.
PATIENCE = 60_000
NAVIGATION = 120_000  # an expensive page may wait for its process to start
expect.set_options(timeout=PATIENCE)
KEYED = ("--host", "127.0.0.1")  # options of a server that asks for keys
PHONE: ViewportSize = {"width": 390, "height": 664}  # Safari on an iPhone, between its bars


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert chromium, "Chromium is needed for the browser tests: apt-get install chromium"
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(FLAGS)}


# Keeps what the line at the foot of the page says: it is gone after a while.
KEEP_MESSAGES = """
  window.said = [];
  document.addEventListener("DOMContentLoaded", () => {
    const line = document.querySelector("[data-status]");
    if (!line) return;
    const keep = () => line.textContent && window.said.push(line.textContent);
    new MutationObserver(keep).observe(line, { childList: true });
    keep();
  });
"""
NewContext = Callable[..., BrowserContext]
Another = Callable[[str], Page]


@pytest.fixture
def new_context(
    new_context: NewContext, browser: Browser, request: pytest.FixtureRequest
) -> Iterator[NewContext]:
    """Open phones with separate cookies and storage.

    A script error on any of them fails the test, and anything that the policy of the page refuses.

    They have no service worker, which answers in place of the server, without the mark for it. A
    test marked `untraced` keeps no trace, nor does the first of two tries: a trace takes a third of
    the processor's time.
    """
    errors: list[str] = []
    untraced: list[BrowserContext] = []
    marks = {mark.name for mark in request.node.iter_markers()}
    tries, tried = (
        request.config.getoption("reruns") or 0,
        getattr(request.node, "execution_count", 1),
    )
    asked = request.config.getoption("--tracing") == "on"
    traced = asked or ("untraced" not in marks and tried > tries)
    create: NewContext = new_context if traced else browser.new_context
    usual: dict[str, Any] = {
        "viewport": PHONE,
        "has_touch": True,
        "locale": "en-GB",
        "service_workers": "allow" if "service_worker" in marks else "block",
    }

    def opened(**options: Any) -> BrowserContext:
        context = create(**usual | options)
        if not traced:
            untraced.append(context)
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(NAVIGATION)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda message: errors.extend(_refused(message.text)))
        context.add_init_script(KEEP_MESSAGES)
        return context

    yield opened
    for context in untraced:
        context.close()
    assert errors == []


def _refused(message: str) -> list[str]:
    return [message] if "Content Security Policy" in message else []


@pytest.fixture
def another(new_context: NewContext) -> Another:
    """Open addresses, each on a separate phone."""

    def opened(address: str) -> Page:
        page = new_context().new_page()
        page.goto(address)
        return page

    return opened


@dataclass
class Server:
    """The command in a separate process, which can be killed and started again."""

    path: Path
    options: tuple[str, ...] = ("--no-key",)
    output: str = ""
    running: ForkedCommand | None = None
    reserved: socket.socket = field(default_factory=reserve)  # it is started again on its port

    @property
    def port(self) -> int:
        return int(self.reserved.getsockname()[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        running = ForkedCommand(
            (*self.options, "--port", str(self.port), "--db", str(self.path)),
        )
        self.running = running
        self.output = ""
        for line in running.stdout:
            self.output += line
            if "No key" in line or "Ctrl-C" in line:
                return
        raise AssertionError(f"the server did not start: {self.output}")

    @contextmanager
    def holding(self, addresses: str) -> Iterator[None]:
        """Answer no request whose address matches a pattern, until the end of the block."""
        held = held_by(("--db", str(self.path)))
        held.write_text(addresses, "utf-8")
        yield
        held.unlink()

    def kill(self) -> None:
        assert self.running
        self.running.kill()

    def stop(self) -> int:
        assert self.running
        return self.running.stop()

    def close(self) -> None:
        """Stop for good, and release the port."""
        self.stop()
        self.reserved.close()


@contextmanager
def served(path: Path, *options: str) -> Iterator[Server]:
    """A running server with a score file; without options, everybody may score."""
    server = Server(path, options) if options else Server(path)
    server.start()
    yield server
    server.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path / "served.db") as running:
        yield running


@pytest.fixture
def keyed_server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path / "served.db", *KEYED) as running:
        yield running
