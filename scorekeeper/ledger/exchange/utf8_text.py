"""Text files in UTF-8, and what is said of one that is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.errors import Unreadable


@contextmanager
def refusing_other_text() -> Iterator[None]:
    """Turn an error of decoding into Unreadable."""
    try:
        yield
    except UnicodeDecodeError:
        raise Unreadable(say("This is not text in UTF-8.")) from None


def text_of(path: Path) -> str:
    """All of a file, without the mark at its beginning; raises Unreadable."""
    with refusing_other_text():
        return path.read_text("utf-8-sig")
