"""Names of players: what is kept of what was typed, and which names count as the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.wording import say

LONGEST = 24
_JOINER = "\u200d"  # holds an emoji of several parts together


def clean_name(typed: str, field: str | None = None) -> str:
    """The name without spare blanks and invisible characters.

    Raises MalformedEntry where nothing is left, IllegalEntry where it is too long.
    """
    text = " ".join(unicodedata.normalize("NFC", typed).split())
    name = "".join(sign for sign in text if _visible(sign)).strip().strip(_JOINER)
    if not name:
        raise MalformedEntry("no-name", say("Every player needs a name."), field)
    if len(name) > LONGEST:
        raise IllegalEntry(
            "name-too-long",
            say(
                "A name has at most {longest} characters; this one has {length}.",
                longest=LONGEST,
                length=len(name),
            ),
            field,
        )
    return name


def folded(name: str) -> str:
    """The form in which two names are compared: capitals and widths make no difference."""
    return unicodedata.normalize("NFKC", name).casefold()


def check_distinct(names: Sequence[str], fields: Sequence[str]) -> None:
    """Raise IllegalEntry at the second of two names that count as the same."""
    seen: set[str] = set()
    for name, field in zip(names, fields, strict=True):
        if folded(name) in seen:
            raise IllegalEntry(
                "names-alike",
                say("Two players are called {name}: make the names different.", name=name),
                field,
            )
        seen.add(folded(name))


def _visible(sign: str) -> bool:
    """Whether a character can be seen or joins others; controls of direction, say, cannot."""
    return sign == _JOINER or unicodedata.category(sign) not in {"Cc", "Cf", "Co", "Cn", "Cs"}
