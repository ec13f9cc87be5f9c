"""Runs JavaScript without a browser: Playwright's package contains Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

HERE = Path(__file__).parent
NODE = (compute_driver_executable()[0], "--experimental-vm-modules", "--no-warnings")
LONGEST = 600  # seconds


def outcome(script: str, given: Any) -> Any:
    """Run a script of this folder with a value as its standard input; return its outcome."""
    ended = subprocess.run(
        [*NODE, HERE / script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
