"""Lighthouse figures for a phone: home, the table in the middle of a hand, the scoreboard.

Run with `make lighthouse`, which fetches Lighthouse from npm and passes its folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.tools.benchmarks.phone import table

PAGES = {"home": "/", "table": "/games/1/", "scoreboard": "/games/1/board"}
KINDS = ("performance", "accessibility", "best-practices")
BROWSER = "--headless=new --no-sandbox --disable-gpu"


def main() -> None:
    """Measure and print; exit with 1 if a figure is below 100."""
    lighthouse = Path(sys.argv[1]) / "node_modules" / ".bin" / "lighthouse"
    print(f"{'':12}" + "".join(f"{kind:>16}" for kind in KINDS))
    perfect = True
    with tempfile.TemporaryDirectory() as folder:
        address = table(Path(folder) / "scores.db")
        for name, path in PAGES.items():
            report = _report(lighthouse, address + path)
            figures = [round(100 * report["categories"][kind]["score"]) for kind in KINDS]
            print(f"{name:12}" + "".join(f"{figure:16}" for figure in figures))
            for finding in _findings(report):
                print(f"    {finding}")
            perfect = perfect and min(figures) == 100
    sys.exit(not perfect)


def _report(lighthouse: Path, address: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page, for its usual phone."""
    process = subprocess.run(
        [
            *(lighthouse, address, "--quiet", "--output=json", f"--chrome-flags={BROWSER}"),
            f"--only-categories={','.join(KINDS)}",
        ],
        check=True,
        capture_output=True,
    )
    report: dict[str, Any] = json.loads(process.stdout)
    return report


def _findings(report: dict[str, Any]) -> list[str]:
    """Return the audits that a page did not pass in full."""
    return [
        f"{audit['id']}: {audit['title']} {audit.get('displayValue', '')}".rstrip()
        for audit in report["audits"].values()
        if audit["score"] is not None and audit["score"] < 1
    ]


if __name__ == "__main__":
    main()
