"""Firefox: Debian's build of it, by the WebDriver BiDi protocol over a web socket."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import websocket

from tests.other_browsers.window import PHONE, Window

QUIET = {  # preferences: it asks nobody for anything
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutConfig.showWarning": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Firefox(Window):
    """A window of Firefox without a screen.

    profile       the folder of its profile, which outlives it; by default, one for this window only
    preferences   more of its settings
    """

    name = "Firefox"
    pointer = "touch"

    def __init__(
        self, profile: Path | None = None, preferences: Mapping[str, object] | None = None
    ) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "Firefox is needed for the browser tests: make firefox"
        self.passing = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        folder = profile or Path(self.passing.name)
        folder.mkdir(exist_ok=True)
        settings = {**QUIET, **(preferences or {})}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in settings.items()]
        (folder / "user.js").write_text("\n".join(lines), "utf-8")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", folder,
             "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )  # fmt: skip
        assert self.process.stderr
        address = next(
            (at for line in self.process.stderr if (at := re.search(r"ws://\S+", line))), None
        )
        assert address, "Firefox did not start"
        self.socket = websocket.create_connection(
            f"{address[0]}/session", timeout=60, suppress_origin=True
        )
        self.asked = 0
        self._ask("session.new", capabilities={})
        (tab,) = self._ask("browsingContext.getTree")["contexts"]
        self.tab = self.shown = tab["context"]
        viewport = dict(zip(("width", "height"), PHONE, strict=True))
        self._ask("browsingContext.setViewport", context=self.tab, viewport=viewport)

    def open(self, address: str) -> None:
        self.shown = self.tab
        self._ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def reload(self) -> None:
        self.shown = self.tab
        self._ask("browsingContext.reload", context=self.tab, wait="complete")

    def enter_frame(self) -> None:
        (tab,) = self._ask("browsingContext.getTree", root=self.tab)["contexts"]
        (frame,) = tab["children"]
        self.shown = frame["context"]

    def evaluate(self, expression: str) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self.shown},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise AssertionError(f"{expression}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"]) if "value" in answer["result"] else None

    def act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self.shown, actions=[source])

    def choose_file(self, selector: str, file: Path) -> None:
        answer = self._ask(
            "script.evaluate",
            expression=f"document.querySelector({json.dumps(selector)})",
            target={"context": self.shown},
            awaitPromise=False,
        )
        field = {"sharedId": answer["result"]["sharedId"]}
        self._ask("input.setFiles", context=self.shown, element=field, files=[str(file)])

    def close(self) -> None:
        try:
            self._ask("browser.close")
            self.process.wait(60)
        finally:
            self.kill()

    def kill(self) -> None:
        self.socket.close()
        with contextlib.suppress(ProcessLookupError):  # it has ended
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(60)
        self.passing.cleanup()

    def _ask(self, method: str, **given: object) -> Any:
        """Return the answer to a command, skipping the browser's events."""
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": given}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.asked:
                break
        if answer["type"] == "error":
            raise AssertionError(f"Firefox refused {method}: {answer['message']}")
        return answer["result"]
