"""Stored deals for the chances of games; `make stored-deals` writes them.

python -m tests.tools.stored_deals [GAME]
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from scorekeeper.games.registry import BUNDLED
from scorekeeper.play.simulated_games import SimulatedDeals
from scorekeeper.play.stored_deals import StoredDeals
from scorekeeper.rules.steps import Fact


def write_deals(path: Path, deals: Iterable[tuple[Fact, ...]]) -> None:
    """Write a file; equal deals make equal bytes."""
    lines = "".join(json.dumps(facts, separators=(",", ":")) + "\n" for facts in deals)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(lines.encode(), mtime=0))


def main(only: str = "") -> None:
    """Write a file for each table; each takes some five seconds."""
    for book in BUNDLED:
        stored = StoredDeals.of(book)
        for preset, players in stored.tables if only in {"", book.key} else ():
            stored_run = stored.find_run(book, book.preset(preset).rules, players)
            assert stored_run is not None, (book.key, preset, players)
            path, run = stored_run
            write_deals(path, map(SimulatedDeals.of(book).facts, run.play()))
            print(f"{path.stat().st_size:9,}  {path}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
