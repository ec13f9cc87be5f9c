"""Game links: a whole game as the text after the `#` of a link, which no server receives.

A browser does not send what stands after the `#`, so the phone that opens the link has the game
from the link alone. The text is an object of JSON, deflated, in 41 signs:

    {"v": 1,
     "shown": {"sides": [["Anna"], …], "hands": [[35, …], …], "totals": [35, …], "decimals": 0},
     "document": {…}, "game": {…}, "entries": {…}}

`shown` is what the other phone draws before it has the program; nothing else reads it. The rest is
the document of the game as an export has it: `document` without its games, `game` without its
entries, and the entries by columns, because alike values deflate better side by side.

The signs are those of a QR code's alphanumeric mode that a link may contain. There, three of them
take 16.5 bits for two bytes; base64 has small letters and would take 21.3. The text ends with a Z:
without it the link was cut, and no chat takes the last sign for the end of a sentence. White space
in the text is ignored, because chats break long lines, and so are marks that end a sentence.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, groupby, pairwise
from typing import Any

from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_document import MOST_ENTRIES
from scorekeeper.rules.game import Game
from scorekeeper.wording import say

VERSION = 1
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:"
END = "Z"
# Five times what the largest code holds: a later version may write longer links.
LONGEST_TEXT = 16 * 1024
# A hundred hands with every tap take 40 KB; a game file, which a game of a table's own brings
# along, has 64 KB at most. The limit keeps a small link from filling a phone's memory.
LARGEST_UNPACKED = 256 * 1024
_WHITE = re.compile(r"\s|%(20|09|0A|0D|C2%A0)", re.IGNORECASE)  # an address has it encoded
_SENTENCE = ".,:;!?)"  # marks behind a link that ends a sentence
_TEXT = re.compile(rf"[{re.escape(SIGNS)}]+{END}")
_COUNTED = re.compile(r"(.*-)(0|[1-9]\d{0,8})", re.ASCII | re.DOTALL)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class GameLinkError(Unreadable):
    """The text of a link is not that of a game."""


# Writing


def link_text(document: str, game: Game, names: Sequence[str]) -> str:
    """Return the text of a link.

    document    the game as an export writes it
    names       the present players, by seat
    """
    data = json.loads(document)
    (written,) = data.pop("games")
    entries = written.pop("entries")
    wire = {
        "v": VERSION,
        "shown": _shown(game, names),
        "document": data,
        "game": written,
        "entries": _columns(entries, written["started"]),
    }
    text = json.dumps(wire, ensure_ascii=False, separators=(",", ":"))
    return _in_signs(zlib.compress(text.encode(), 9)) + END


def _shown(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """Return what a phone shows before it has the program: names, points and totals by side."""
    return {
        "sides": [[names[seat] for seat in side] for side in game.sides],
        "hands": [list(deal.score.points) if deal.score else None for deal in game.complete],
        "totals": list(game.totals),
        "decimals": game.setup.book.decimals,
    }


def _columns(entries: Sequence[Mapping[str, Any]], started: str) -> dict[str, Any]:
    """Return entries by columns: times and deals as differences, facts without their names."""
    shapes: list[list[str]] = []
    devices: list[str] = []
    kinds = [_number(shapes, [entry["kind"], *entry["fact"]]) for entry in entries]
    return {
        "shapes": shapes,
        "kinds": kinds,
        "values": [value for entry in entries for value in entry["fact"].values()],
        "deals": _differences([0, *(entry["deal"] for entry in entries)]),
        "devices": devices,
        "by": _runs(_number(devices, entry["device"]) for entry in entries),
        "times": _differences(
            [_milliseconds(started), *(_milliseconds(entry["at"]) for entry in entries)]
        ),
        "keys": list(_key_runs([entry["key"] for entry in entries])),
    }


def _number(known: list[Any], value: Any) -> int:
    """Return the place of a value in a list, at whose end it is put if it is new."""
    if value not in known:
        known.append(value)
    return known.index(value)


def _differences(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise(numbers)]


def _runs(values: Iterable[Any]) -> list[Any]:
    """Return each value, followed by the number of times that it stands there in a row."""
    return [part for value, run in groupby(values) for part in (value, len([*run]))]


def _milliseconds(moment: str) -> int:
    return (datetime.fromisoformat(moment) - _EPOCH) // _MILLISECOND


def _key_runs(keys: Sequence[str]) -> Iterator[Any]:
    """Yield the first key of each run, and the number of keys in it that count on from it."""
    at = 0
    while at < len(keys):
        run = 1
        while at + run < len(keys) and keys[at + run] == _counted_on(keys[at], run):
            run += 1
        yield from (keys[at], run)
        at += run


def _counted_on(key: str, by: int) -> str | None:
    """Return the key `by` taps after one whose end counts; None if it does not."""
    counted = _COUNTED.fullmatch(key)
    return f"{counted[1]}{int(counted[2]) + by}" if counted else None


def _in_signs(packed: bytes) -> str:
    """Write two bytes in three signs; a last single one in two."""
    numbers = [
        (int.from_bytes(packed[at : at + 2], "big"), 3 if at + 1 < len(packed) else 2)
        for at in range(0, len(packed), 2)
    ]
    return "".join(
        SIGNS[number // len(SIGNS) ** place % len(SIGNS)]
        for number, count in numbers
        for place in reversed(range(count))
    )


# Reading


def document_in(text: str) -> str:
    """Return the document of the game in a link's text; raises GameLinkError.

    The document is as trustworthy as any file: it is checked by its import.
    """
    wire = _unpacked(text)
    if not isinstance(wire, dict) or type(wire.get("v")) is not int:
        raise _foreign()
    if wire["v"] != VERSION:
        raise GameLinkError(
            say("This link is from a newer version of Scorekeeper; load the page again to use it.")
        )
    try:
        game, document = wire["game"], wire["document"]
        return json.dumps({**document, "games": [{**game, "entries": _entries(wire)}]})
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        raise _damaged() from None


def _unpacked(text: str) -> Any:
    """Return the object in a link's text; raises GameLinkError."""
    text = _WHITE.sub("", text).rstrip(_SENTENCE)
    if not text:
        raise _foreign()
    if len(text) > LONGEST_TEXT:
        raise GameLinkError(say("This link is too long for a game."))
    if not text.endswith(END):
        raise _damaged()
    if not _TEXT.fullmatch(text):
        raise _foreign()
    packed = zlib.decompressobj()
    try:
        raw = packed.decompress(_from_signs(text.removesuffix(END)), LARGEST_UNPACKED)
    except (OverflowError, zlib.error):
        raise _damaged() from None
    if packed.unconsumed_tail:
        raise GameLinkError(say("This link is too long for a game."))
    if not packed.eof or packed.unused_data:
        raise _damaged()
    try:
        return json.loads(raw.decode(), parse_constant=_no_constant)
    except (RecursionError, ValueError):
        raise _foreign() from None


def _from_signs(text: str) -> bytes:
    """Return the bytes that were written in signs; raises OverflowError."""
    parts = []
    for at in range(0, len(text), 3):
        number = 0
        for sign in (signs := text[at : at + 3]):
            number = number * len(SIGNS) + SIGNS.index(sign)
        parts.append(number.to_bytes(len(signs) - 1, "big"))
    return b"".join(parts)


def _entries(wire: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the entries that stand in columns; many kinds of errors for unsuitable columns."""
    columns, started = wire["entries"], _milliseconds(wire["game"]["started"])
    kinds, shapes = columns["kinds"], columns["shapes"]
    if len(kinds) > MOST_ENTRIES:
        raise ValueError(len(kinds))
    values = iter(columns["values"])
    by = [columns["devices"][device] for device in _each(columns["by"], len(kinds))]
    keys = [*_each_key(columns["keys"], len(kinds))]
    deals = [*accumulate(columns["deals"])]
    times = [*accumulate(columns["times"], initial=started)][1:]
    rows = zip(kinds, deals, by, times, keys, strict=True)
    return [
        {
            "key": key,
            "kind": shapes[kind][0],
            "deal": deal,
            "fact": dict(zip(shapes[kind][1:], values, strict=False)),
            "device": device,
            "at": timestamp(_EPOCH + time * _MILLISECOND),
        }
        for kind, deal, device, time, key in rows
    ]


def _each(runs: Sequence[Any], most: int) -> Iterator[Any]:
    """Yield the values of runs; raises ValueError if there are more than `most`."""
    for value, count in _counted_runs(runs, most):
        yield from [value] * count


def _each_key(runs: Sequence[Any], most: int) -> Iterator[str]:
    for key, count in _counted_runs(runs, most):
        yield key
        for by in range(1, count):
            if (counted := _counted_on(key, by)) is None:
                raise ValueError(key)
            yield counted


def _counted_runs(runs: Sequence[Any], most: int) -> Iterator[tuple[Any, int]]:
    if sum(runs[1::2]) > most or min(runs[1::2], default=1) < 1:
        raise ValueError(most)
    return zip(runs[::2], runs[1::2], strict=True)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _damaged() -> GameLinkError:
    return GameLinkError(say("This link is not complete, or was changed: ask for it once more."))


def _foreign() -> GameLinkError:
    return GameLinkError(say("There is no game in this link."))
