"""Writes the deals that games keep for their chances; `make stored-deals` runs it.

python -m tests.stored_deals [GAME]
"""

from __future__ import annotations

import sys

from scorekeeper.engine.analysis.simulated_deals import SimulatedDeals
from scorekeeper.engine.analysis.stored_deals import StoredDeals, write_deals
from scorekeeper.engine.games.registry import BUNDLED


def main(only: str = "") -> None:
    """Write a file for each table; some five seconds each."""
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
