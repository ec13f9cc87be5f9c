"""Random input from people, broken phones and strangers: sound, nearly sound and absurd."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import urlencode

from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep
from scorekeeper.rules.steps import Step
from scorekeeper.web.entry_forms import form_fields
from tests.web.own_paths import ELSEWHERE

Pairs = list[tuple[str, str]]

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=----fuzz"
JSON = "application/json"

NUMBERS = (
    *("", "0", "1", "2", "3", "7", "13", "14", "99", "-1", "--1", "+1", "1.5", "1e3", "NaN"),
    *("²", "٣", "７", "1_000", " 1 ", "0x10", "2147483648", "9223372036854775808"),
    *("-9223372036854775809", "9" * 400, "9" * 5000),
)
ODD = (
    *("null", "true", "[]", "{}", "{x}", "%s", "%(x)s", "{{ 7 }}", "<b>&amp;", "'\"--", "\\"),
    *("\x00", "a\x00b", "\ud800", "\udfff\ud800", "\u202eabc", "\u200f\u200e", "\ufeff"),
    *("\r\nX-Odd: 1", "\u2028", "e\u0301" * 20, "👨‍👩‍👧‍👦", "ﷺ", "İ", "ß", "x" * 3000, " "),
    *("א" * 700, "\x1b[0m", "a" + "\u0301" * 3000 + "\u0327" * 3000),
)
WHEN = ("2026-01-01", "2026-02-30", "0000-00-00", "9999-12-31", "0001-01-01", "1", "٢٠٢٦-٠١-٠١")
GAME_WORDS = (
    *("7C", "13NT", "14C", "pass", "7c ", "C7", "4H", "3L", "S", "JB", "israeli-whist", "lot"),
    *("bid-whist", "pagat", "vax", "scheme.elhanani", "game-1", "target", "deals", "time", "open"),
    *("tricks", "contract-0", "auction-0-0", "apart", "dark", "four", "he", "de", "shown"),
    *("hidden", "calls"),
    *("a4", "letter", "blank", "rules", "json", "csv", "Anna", "anna ", "Ben"),
)
DEEP = ("[" * 5000, "[" + "9" * 5000 + "]", '"\\ud800"', '{"games":' * 900, '[["tricks",{}]]')

NAMES = (
    *("csrf_token", "key", "revision", "hand", "bid", "winner", "call", "seat", "number", "tricks"),
    *("tricks-0", "tricks-1", "tricks-3", "tricks-99", "choice", "dealer", "sits", "question"),
    *("answers", "previewed", "revokes-0", "revokes-3", "names-0", "names-3", "names-999999"),
    *("rules", "rules.scheme", "rules.scheme.name", "rules.passes", "rules.", "ending.goal"),
    *("ending.target", "ending.deals", "ending.time", "add", "swap", "change", "keep", "play"),
    *(
        "start",
        "game",
        "games",
        "to",
        "date",
        "name",
        "notes",
        "note",
        "table",
        "record",
        "file",
        "theme",
    ),
    *("suits", "back", "language", "chances", "session", "first", "last", "text", "player", "from"),
    *("start-0", "start-3", "order", "stay", "moment", "rules.lowest_bid"),
    *("page", "removed", "for", "paper", "what", "before", "asking", "offered", "sheet", "players"),
)
HEADERS = (
    *("Accept", "Accept-Language", "Accept-Encoding", "Content-Type", "Cookie", "Referer"),
    *("Origin", "Host", "Range", "If-None-Match", "If-Modified-Since", "Authorization"),
    *("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Sec-Fetch-Site"),
    *("X-CSRFToken", "Content-Length", "Transfer-Encoding", "Expect", "User-Agent"),
)
HEADED = (
    *("", "*", "application/json", "text/html;q=0", "he", "de-AT,iw;q=0.5", "xx;q=abc"),
    *("gzip;q=0", "identity", "application/x-www-form-urlencoded; charset=utf-99"),
    *("multipart/form-data", "multipart/form-data; boundary=", "text/plain; =;;", ";;;"),
    *("scorekeeper=x.y.z", "scorekeeper=" + "A" * 3000, 'a="; b', "bytes=0-1,5-", '"x"'),
    *("http://[::1", "evil.example", "localhost:99999", "a b", "\xff\xfe", "-1", "abc"),
    *("cross-site", "https", "chunked", "100-continue", "9" * 30, "Sat, 99 Foo 2026"),
)
BOUNDARY = "----fuzz"


def word(luck: Random) -> str:
    """Return a value for a field or an address: often likely, often odd, else random letters."""
    kind = luck.randrange(9)
    if kind == 0:
        return "".join(chr(luck.randrange(0x3000)) for _ in range(luck.randrange(12)))
    kinds = (NUMBERS, NUMBERS, GAME_WORDS, GAME_WORDS, WHEN, ODD, ODD, ELSEWHERE)
    return luck.choice(kinds[kind - 1])


def fields(luck: Random, wanted: Sequence[str] = ()) -> Pairs:
    """Return some fields, mostly with expected or known names, now and then twice."""
    named = [luck.choice(NAMES) for _ in range(luck.randrange(4))]
    named += [name for name in wanted if luck.random() < 0.5]
    if named and luck.random() < 0.2:
        named.append(named[0])
    if luck.random() < 0.1:
        named.append(word(luck))
    return [(name, word(luck)) for name in named]


def headers(luck: Random) -> Pairs:
    """Return at most two odd headers; most requests have none."""
    count = luck.choice((0, 0, 0, 1, 2))
    return [(luck.choice(HEADERS), luck.choice(HEADED)) for _ in range(count)]


def json_value(luck: Random, depth: int = 3) -> Any:
    kind = luck.randrange(8 if depth else 6)
    if kind == 6:
        return [json_value(luck, depth - 1) for _ in range(luck.randrange(4))]
    if kind == 7:
        return {name: json_value(luck, depth - 1) for name in luck.sample(NAMES, luck.randrange(4))}
    simple = (None, luck.random() < 0.5, luck.randrange(-3, 15), luck.random() * 1e300)
    return (*simple, word(luck), 10**30)[kind]


def body(luck: Random, token: str, wanted: Sequence[str]) -> tuple[bytes, str | None]:
    """Return the body of a request and its content type; mostly a form with a token."""
    sent = fields(luck, wanted)
    if luck.random() < 0.8:
        sent = [("csrf_token", token), *sent]
    form, whole = encoded(sent), multipart(sent, luck.randbytes(luck.randrange(40)))
    json_text = luck.choice((*DEEP, json.dumps(json_value(luck)))).encode("utf-8", "surrogatepass")
    kinds = (None, "text/plain", JSON, MULTIPART, FORM, "image/png")
    return luck.choice(
        (
            *((form, FORM),) * 5,
            (form, luck.choice(kinds)),
            (whole, MULTIPART),
            (spoilt(luck, whole), MULTIPART),
            (json_text, luck.choice((JSON, FORM, MULTIPART))),
            (luck.randbytes(luck.randrange(80)), luck.choice(kinds)),
        )
    )


def encoded(pairs: Pairs) -> bytes:
    """Return a form as a browser sends it, even with lone surrogates."""
    return urlencode(pairs, encoding="utf-8", errors="surrogatepass").encode()


def multipart(pairs: Pairs, file: bytes, name: str = "scores.json") -> bytes:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n'.encode(
            "utf-8", "surrogatepass"
        )
        + value.encode("utf-8", "surrogatepass")
        for field, value in pairs
    ]
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"'
    parts.append(f"{head}\r\nContent-Type: application/json\r\n\r\n".encode() + file)
    return b"\r\n".join([*parts, f"--{BOUNDARY}--\r\n".encode()])


def spoilt(luck: Random, content: bytes) -> bytes:
    """Return sound bytes with one place broken: cut off, overwritten, doubled or moved."""
    start = luck.randrange(len(content) + 1)
    end = min(len(content), start + luck.randrange(40))
    piece = luck.choice((b"", b"\x00", b"\xff\xfe", b"[", b'"', b"-1", b"null", b"\r\n", b"\t"))
    return luck.choice(
        (
            content[:start],
            content[:start] + piece + content[end:],
            content[:end] + content[start:],
            piece + content,
        )
    )


def changed(luck: Random, document: bytes) -> bytes:
    """Return a JSON document with one value changed, doubled or left out."""
    whole = json.loads(document)
    place = whole
    for _ in range(luck.randrange(6)):
        inner = [value for _, value in _items(place) if isinstance(value, dict | list) and value]
        place = luck.choice(inner) if inner else place
    key, value = luck.choice(_items(place))
    match luck.randrange(4):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.append(value)
        case _:
            place[key] = json_value(luck)
    return json.dumps(whole).encode()


def _items(place: Any) -> list[tuple[Any, Any]]:
    return list(place.items() if isinstance(place, dict) else enumerate(place))


def fitting(luck: Random, step: Step) -> dict[str, str]:
    """Return the fields of an answer that is legal, or nearly so."""
    match step:
        case AuctionStep():
            bids = [bid for bid in step.auction.ladder.bids if step.barred(bid) is None]
            how = luck.choice(("won", "won", "won", "call", "pass"))
            if how == "pass" or not bids:
                return {luck.choice(("bid", "call")): "pass"}
            bid = luck.choice((*bids[:8], luck.choice(bids))).code
            seat = str(luck.randrange(len(step.auction.callers)))
            return {"call": bid} if how == "call" else {"bid": bid, "winner": seat}
        case ContractStep() | SideTricksStep():
            numbers = [option.value for option in step.options if option.barred is None]
            return {"number": str(luck.choice(numbers))}
        case ChoiceStep():
            return {"choice": luck.choice(step.choices).code}
        case TricksStep():
            cuts = sorted(luck.randrange(step.scene.total + 1) for _ in step.seating.sides[1:])
            taken = zip([0, *cuts], [*cuts, step.scene.total], strict=True)
            return {f"tricks-{side}": str(high - low) for side, (low, high) in enumerate(taken)}
    return form_fields(step.random_answer(luck))
