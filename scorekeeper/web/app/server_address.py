"""Where a score file is served, kept in it, so that a link which a command makes leads there."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from dataclasses import asdict, dataclass

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.tables.file_settings import preference, set_preference

SETTING = "served"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the pages are, as the options of serving say it."""

    host: str
    port: int
    behind_proxy: bool = False
    trusted_hosts: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which phones call the machine, or the proxy before it."""
        return tuple(name for name in self.trusted_hosts if not name.startswith("."))


def note(store: Store, place: Place) -> None:
    """Keep where the pages are; where the file takes nothing at the moment, it stays as it was."""
    fresh = json.dumps(asdict(place))
    with contextlib.suppress(sqlite3.Error):
        if preference(store, SETTING) != fresh:
            set_preference(store, SETTING, fresh)


def noted(store: Store) -> Place | None:
    """Where the file was served last; None where that is not known."""
    kept = preference(store, SETTING)
    if kept is None:
        return None
    try:
        given = json.loads(kept)
        return Place(**given | {"trusted_hosts": tuple(given["trusted_hosts"])})
    except (ValueError, TypeError, KeyError):  # of another version
        return None
