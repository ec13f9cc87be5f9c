"""WebKit, the engine of every iPhone: Debian's build of it, by the WebDriver protocol over HTTP."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.other_browsers.window import PATIENCE, PHONE, Window
from tests.ports import reserved_port

KEEPING = Path(__file__).with_name("webkit_kept.py")
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's binding of WebKitGTK belongs to it
MISSING = "WebKit is needed for the browser tests: make webkit"
UNSPOILT = {  # a window in memory: no graphics card, and no sandbox where the tests run as root
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
}


class Display:
    """A screen in memory, which WebKit needs."""

    def __init__(self) -> None:
        program = shutil.which("Xvfb")
        assert program, MISSING
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            [program, "-displayfd", str(writer), "-screen", "0", "1280x1024x24", "-nolisten",
             "tcp"],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writer)
        with os.fdopen(reader) as pipe:
            self.name = f":{pipe.readline().strip()}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(60)


class WebKit(Window):
    """A window of WebKitGTK; it is at least 447 px wide.

    folder   where it keeps what pages store, and saves downloads; by default, it keeps nothing
    """

    name = "WebKit"
    pointer = "mouse"

    def __init__(self, folder: Path | None = None) -> None:
        driver = shutil.which("WebKitWebDriver")
        browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        assert driver, MISSING
        assert browsers, MISSING
        self.in_frame = False
        self.display = Display()
        with reserved_port() as port:
            self.driver = subprocess.Popen(
                [driver, "--host=127.0.0.1", f"--port={port}"],
                env={**os.environ, **UNSPOILT, "DISPLAY": self.display.name},
                stderr=subprocess.DEVNULL,
                process_group=0,
            )
            self.address = f"http://127.0.0.1:{port}"
            self._wait_for_driver()
        command = [str(browsers[-1]), "--automation"]
        if folder is not None:
            command = [SYSTEM_PYTHON, str(KEEPING), str(folder)]
        options = {"binary": command[0], "args": command[1:]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("POST", "/session", {"capabilities": wanted})["sessionId"]
        self.address += f"/session/{session}"
        size = {"width": PHONE[0], "height": PHONE[1]}
        self._ask("POST", "/window/rect", size)
        bars = PHONE[1] - self.evaluate("innerHeight")
        self._ask("POST", "/window/rect", {**size, "height": PHONE[1] + bars})

    def open(self, address: str) -> None:
        self._leave_frame()
        self._ask("POST", "/url", {"url": address})

    def reload(self) -> None:
        self._leave_frame()
        self._ask("POST", "/refresh", {})

    def enter_frame(self) -> None:
        self._leave_frame()
        self._ask("POST", "/frame", {"id": 0})
        self.in_frame = True

    def _leave_frame(self) -> None:
        if self.in_frame:
            self._ask("POST", "/frame", {"id": None})
        self.in_frame = False

    def _ask_page(self, path: str, given: dict[str, Any]) -> Any:
        """Send a command for the page; the next page in a frame is another frame for it."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._ask("POST", path, given)
            except AssertionError as error:
                is_gone = re.search("no such (window|frame)", str(error))
                if not self.in_frame or not is_gone or time.monotonic() > end:
                    raise
            self.enter_frame()

    def choose_file(self, selector: str, file: Path) -> None:
        found = self._ask_page("/element", {"using": "css selector", "value": selector})
        (field,) = found.values()
        self._ask("POST", f"/element/{field}/value", {"text": str(file)})

    def evaluate(self, expression: str) -> Any:
        script = (
            "const answer = arguments[0];"
            f"(async () => JSON.stringify(await ({expression})))().then(answer,"
            " (error) => answer(JSON.stringify({ failed: `${error}` })));"
        )
        answer = self._ask_page("/execute/async", {"script": script, "args": []})
        value = json.loads(answer) if answer is not None else None
        if isinstance(value, dict) and "failed" in value:
            raise AssertionError(f"{expression}: {value['failed']}")
        return value

    def act(self, source: dict[str, Any]) -> None:
        self._ask_page("/actions", {"actions": [source]})

    def close(self) -> None:
        try:
            self._ask("DELETE", "")
        finally:
            self.kill()

    def kill(self) -> None:
        os.killpg(self.driver.pid, signal.SIGKILL)
        self.driver.wait(60)
        self.display.close()

    def _wait_for_driver(self) -> None:
        end = time.monotonic() + 60
        while True:
            try:
                self._ask("GET", "/status")
            except OSError:
                assert time.monotonic() < end, "the driver of WebKit did not start"
                time.sleep(0.05)
            else:
                return

    def _ask(self, method: str, path: str, given: dict[str, Any] | None = None) -> Any:
        sent = json.dumps(given).encode() if given is not None else None
        request = urllib.request.Request(self.address + path, sent, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            reason = re.sub(r"\s+", " ", error.read().decode())
            raise AssertionError(f"WebKit refused {method} {path}: {reason}") from None
