"""The events of a table's journal, who does them, and how a line is stored."""

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
    """What the journal tells of."""

    LINK_MADE = "link-made"
    LINKS_RENEWED = "links-renewed"
    PHONE_REMOVED = "phone-removed"
    IMPORTED = "imported"
    EXPORTED = "exported"
    RESTORED = "restored"
    GAME_REMOVED = "game-removed"
    GAME_BACK = "game-back"
    EVENING_REMOVED = "evening-removed"
    EVENING_RENAMED = "evening-renamed"
    RENAMED = "renamed"
    MERGED = "merged"
    SEPARATED = "separated"
    ADVICE_ALLOWED = "advice-allowed"
    ADVICE_HIDDEN = "advice-hidden"


@dataclass(frozen=True, slots=True)
class Author:
    """Who does something: a phone by the hash of its link, or else a command.

    origin   "phone", "command", or "start" of the score keeper
    """

    origin: str
    device: str = ""
    link: str = ""


COMMAND = Author("command")


def journal_row(
    now: str, table_id: int, event: Event, by: Author, **details: Any
) -> tuple[Any, ...]:
    """A line of the journal, as `INSERT` takes it."""
    return (table_id, now, event.value, by.origin, by.device, by.link, json.dumps(details))
