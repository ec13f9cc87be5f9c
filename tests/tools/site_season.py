"""The season to try on a site: `TZ=UTC python -m tests.tools.site_season FILE`.

It is the demo's, with the figures of its players counted, in a file that is the same each time. The
season ends on a fixed day. So that it does not look stale, the room in which it is opened has a
clock that goes on from its last entry, see `scorekeeper.web.in_browser`.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from scorekeeper.commands import demo_season
from scorekeeper.ledger import database, tables
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store

SEASON = demo_season.Season(evenings=16)
PATIENCE = 600.0  # seconds for the figures


def main() -> None:
    """Write the file."""
    (target,) = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / target.name
        database.prepare(path)
        clock = demo_season.Clock(next(SEASON.days()))
        store = Store(path, clock)
        store.db.execute("pragma synchronous=off")
        demo_season.play_season(store, clock, SEASON)
        FigureCounter(store).refresh(tables.first(store).id, PATIENCE)
        store.close()
        with closing(sqlite3.connect(path)) as file:
            file.execute("update _sqlite_migrations set applied_at = ?", (SEASON.ends.isoformat(),))
            file.commit()
            file.execute("vacuum into ?", (str(target),))


if __name__ == "__main__":
    main()
