"""Links that hold no game, each with the sentence that says so."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from typing import Any

from scorekeeper.exchange import game_link
from scorekeeper.exchange.game_link import LARGEST_UNPACKED, LONGEST_TEXT

CUT = "This link is not complete, or was changed: ask for it once more."
FOREIGN = "There is no game in this link."
LONG = "This link is too long for a game."
NEWER = "This link is from a newer version of Scorekeeper; load the page again to use it."


def parts(text: str) -> dict[str, Any]:
    """What stands in a link, read without the module's own reader of signs."""
    number = [game_link.SIGNS.index(sign) for sign in text.removesuffix("Z")]
    packed = bytearray()
    for at in range(0, len(number), 3):
        first, *rest = number[at : at + 3]
        value = first
        for sign in rest:
            value = value * 41 + sign
        packed += value.to_bytes(len(rest), "big")
    wire: dict[str, Any] = json.loads(zlib.decompress(packed))
    return wire


def text_of(wire: object) -> str:
    return game_link._in_signs(zlib.compress(json.dumps(wire).encode())) + "Z"


def with_values(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def changed(good: str) -> str:
        wire = parts(good)
        change(wire)
        return text_of(wire)

    return changed


def with_white_space(good: str) -> str:
    """Return a link in which a chat has broken the lines; browsers encode some of it.

    A full stop stands behind it, as at the end of a sentence.
    """
    white = ("\n", "\r\n  ", "\u00a0", "%20", "%0A", "%0d%0a", "%c2%a0", " \t")
    pieces = [good[at : at + 30] for at in range(0, len(good), 30)]
    return "".join(piece + white[place % len(white)] for place, piece in enumerate(pieces)) + "."


# A change to a good link, and what the phone says then
FAULTS: list[tuple[Callable[[str], str], str]] = [
    (lambda good: good[:-1], CUT),
    (lambda good: good[:-9] + "Z", CUT),
    (lambda good: good.lower()[:-1] + "Z", FOREIGN),
    (lambda _: "", FOREIGN),
    (lambda _: " %20\n", FOREIGN),
    (lambda good: base64.b64encode(good.encode()).decode() + "Z", FOREIGN),
    (lambda good: good * (LONGEST_TEXT // len(good) + 1), LONG),
    (
        lambda _: text_of({"v": 1, "shown": " " * LARGEST_UNPACKED}),
        LONG,
    ),  # 300 characters that unpack to 256 KB
    (lambda _: text_of("[" * 100_000), FOREIGN),
    (lambda _: game_link._in_signs(zlib.compress(b"[" * 100_000)) + "Z", FOREIGN),
    (lambda _: game_link._in_signs(zlib.compress(b'{"v": NaN}')) + "Z", FOREIGN),
    (lambda _: text_of({"v": "1"}), FOREIGN),
    (with_values(lambda wire: wire.update(v=2)), NEWER),
]
