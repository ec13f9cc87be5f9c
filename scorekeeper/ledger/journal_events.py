"""Journal events: their kinds, their authors, and the stored form of a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

INSERT = (
    "insert into journal (table_id, at, what, origin, device, link, said) "
    "values (?, ?, ?, ?, ?, ?, ?)"
)


class Event(Enum):
    """The kinds of events in the journal."""

    LINK_MADE = "link-made"
    LINKS_RENEWED = "links-renewed"
    CODE_MADE = "code-made"
    CODE_USED = "code-used"
    PHONE_REMOVED = "phone-removed"
    IMPORTED = "imported"
    EXPORTED = "exported"
    RESTORED = "restored"
    GAME_REMOVED = "game-removed"
    GAME_BACK = "game-back"
    IMPORT_REMOVED = "import-removed"
    GAMES_BACK = "games-back"
    EVENING_REMOVED = "evening-removed"
    EVENING_RENAMED = "evening-renamed"
    RENAMED = "renamed"
    MERGED = "merged"
    SEPARATED = "separated"
    ADVICE_ALLOWED = "advice-allowed"
    ADVICE_HIDDEN = "advice-hidden"
    GAME_FILE_ADDED = "game-file-added"
    GAME_FILE_REMOVED = "game-file-removed"


@dataclass(frozen=True, slots=True)
class Author:
    """The author of an event: a phone by the hash of its link, or a command.

    origin   "phone", "command", or "start" of the score keeper
    """

    origin: str
    device: str = ""
    link: str = ""


COMMAND = Author("command")


def journal_row(
    now: str, table_id: int, event: Event, by: Author, **details: Any
) -> tuple[Any, ...]:
    """Return the values of a journal line for `INSERT`."""
    return (table_id, now, event.value, by.origin, by.device, by.link, json.dumps(details))
