"""Firefox: Debian's build of it, by the WebDriver BiDi protocol over a web socket."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
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
    """A window of Firefox without a screen."""

    name = "Firefox"
    pointer = "touch"

    def __init__(self) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program, "Firefox is needed for the browser tests: make firefox"
        self.profile = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in QUIET.items()]
        Path(self.profile.name, "user.js").write_text("\n".join(lines), "utf-8")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", self.profile.name,
             "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
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
        self.tab = tab["context"]
        viewport = dict(zip(("width", "height"), PHONE, strict=True))
        self._ask("browsingContext.setViewport", context=self.tab, viewport=viewport)

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        answer = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self.tab},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise AssertionError(f"{expression}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"]) if "value" in answer["result"] else None

    def act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self.tab, actions=[source])

    def close(self) -> None:
        try:
            self._ask("browser.close")
            self.socket.close()
            self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait(60)
            self.profile.cleanup()

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
