"""Runs JavaScript without a browser: Playwright's package contains Node."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

from tests.browser.conftest import Server

HERE = Path(__file__).parent
NODE = (compute_driver_executable()[0], "--experimental-vm-modules", "--no-warnings")
LONGEST = 600  # seconds


def phone_environment(server: Server) -> dict[str, str]:
    """The environment of a script that loads `phone.js`."""
    own = {"SCOREKEEPER_ADDRESS": server.address, "SCOREKEEPER_FILE": str(server.path)}
    return {**os.environ, **own}


def outcome(script: str, given: Any, server: Server | None = None) -> Any:
    """Run a script of this folder with a value as its standard input; return its outcome."""
    ended = subprocess.run(
        [*NODE, HERE / script],
        input=json.dumps(given),
        capture_output=True,
        env=phone_environment(server) if server else None,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
