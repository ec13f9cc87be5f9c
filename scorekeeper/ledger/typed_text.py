"""Text that somebody typed, without the signs that nobody sees."""

from __future__ import annotations

from scorekeeper.engine.rules.errors import IllegalEntry
from scorekeeper.engine.rules.wording import say


def clean_line(text: str, field: str, longest: int) -> str:
    """One line of visible characters and single blanks; raises IllegalEntry if it is too long."""
    line = " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())
    if len(line) > longest:
        raise IllegalEntry(
            "text-too-long", say("At most {longest} characters.", longest=longest), field
        )
    return line
