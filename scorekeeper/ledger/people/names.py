"""Names of players: what is kept of what was typed, and which names count as the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.wording import Given, say
from scorekeeper.ledger.typed_text import is_overlong, normalised

LONGEST = 24
_JOINER = "\u200d"  # holds an emoji of several parts together
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters by their class, blank by their looks


def clean_name(typed: str, field: str | None = None) -> str:
    """The name without spare blanks and invisible characters.

    Raises MalformedEntry where nothing is left, IllegalEntry where it is too long.
    """
    if is_overlong(typed, LONGEST):
        raise _too_long(len(typed), field)
    signs = (sign for sign in normalised("NFC", typed) if _kept(sign))
    name = " ".join("".join(signs).split()).strip(f"{_JOINER} ")
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise MalformedEntry("no-name", say("Every player needs a name."), field)
    if len(name) > LONGEST:
        raise _too_long(len(name), field)
    return name


def folded(name: str) -> str:
    """The form in which two names are compared: capitals, widths and joiners count for nothing."""
    return normalised("NFKC", name.replace(_JOINER, "")).casefold()


def check_distinct(names: Sequence[str], fields: Sequence[str]) -> None:
    """Raise IllegalEntry at the second of two names that count as the same."""
    seen: set[str] = set()
    for name, field in zip(names, fields, strict=True):
        if folded(name) in seen:
            raise IllegalEntry(
                "names-alike",
                say("Two players are called {name}: make the names different.", name=Given(name)),
                field,
            )
        seen.add(folded(name))


def _too_long(length: int, field: str | None) -> IllegalEntry:
    return IllegalEntry(
        "name-too-long",
        say(
            "A name has at most {longest} characters; this one has {length}.",
            longest=LONGEST,
            length=length,
        ),
        field,
    )


def _kept(sign: str) -> bool:
    """Whether a character can be seen, parts words or joins; controls of direction do none."""
    if sign.isspace() or sign == _JOINER:
        return True
    return sign not in _BLANK_LETTERS and unicodedata.category(sign)[0] != "C"
