"""Names that begin alike: which part of each has to stay in sight where there is little room."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

SHORTEST = 8  # letters in common that always fit
WORD = 4  # letters of a word that may stand before the first one that differs


def told_apart(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Each name as its beginning, which may be cut, and the end that tells it from the others.

    The end is empty where no other name begins so.

        told_apart(["Anna Katharina A", "Anna Katharina B", "Jo"])
        -> (("Anna Katharina ", "A"), ("Anna Katharina ", "B"), ("Jo", ""))
    """
    others = [[*names[:seat], *names[seat + 1 :]] for seat in range(len(names))]
    return tuple(map(_parted, names, others))


def _parted(name: str, others: Sequence[str]) -> tuple[str, str]:
    common = max((_in_common(name, other) for other in others), default=0)
    if common < SHORTEST:
        return name, ""
    at = min(common, len(name) - 1)
    word = name.rfind(" ", 0, at) + 1
    if at - word <= WORD:
        at = word
    while at > 0 and _joins(name[at - 1], name[at]):
        at -= 1
    return (name[:at], name[at:]) if at else (name, "")


def _joins(before: str, after: str) -> bool:
    """Whether two characters may be drawn as one letter or picture."""
    drawn_over = unicodedata.category(after) in {"Mn", "Me", "Mc", "Cf", "Sk"}
    return drawn_over or unicodedata.category(before) == "Cf"


def _in_common(name: str, other: str) -> int:
    """How many characters two names have in common from their beginning."""
    pairs = enumerate(zip(name, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(name), len(other)))
