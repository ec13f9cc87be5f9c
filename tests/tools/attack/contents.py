"""Attacks by content: broken HTTP, hostile texts and files, replays and races."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.tools.attack.target import Phone, Target

HEAD = b"Host: 127.0.0.1\r\n"
RAW = (
    b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n" + HEAD + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + b"X: " + b"y" * 70_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HEAD + b"Host: evil.example\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
    b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"0\r\n\r\nGET /",
    b"POST / HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n", b"GET / HTTP/1.1\r\n" + HEAD + b" folded: x\r\n\r\n",
    b"GET /%ff%fe%00 HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET * HTTP/1.1\r\n" + HEAD + b"\r\n",
)  # fmt: skip
EVIL = (  # a name has 24 letters at most
    *(
        "<script>pwned=1</script>",
        '"><img src onerror=p=1>',
        "{{7*7}}",
        "'; drop table games;--",
    ),
    *("</title><svg onload=p=1>", "\u202etxt.exe", "=cmd|'/c calc'!A1", "＝1+1", "|cmd"),
)
WHEN = "2026-01-01T00:00:00.000+00:00"
SOUND = {"format": "scorekeeper", "version": 1, "program": "x", "exported": WHEN}
FILES = (
    b"", b"[" * 100_000, b"{" * 100_000, b'{"a":' * 50_000, b"\xff\xfe\x00", b"SQLite format 3\x00",
    b'{"format":"scorekeeper","version":1e999,"games":[]}', b'{"version":' + b"9" * 9000 + b"}",
    *(
        json.dumps(SOUND | {"version": version, "games": []}).encode()
        for version in (0, -1, 99, True, "1", None)
    ),
    json.dumps(SOUND | {"games": [{"key": "x"}] * 1000}).encode(),
    json.dumps(SOUND | {"players": [{"name": "x" * 10**6, "created": "never"}]}).encode(),
)  # fmt: skip


def broken_http(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send bytes that are no request, or two at once.

    On a slow machine the attacks before may have used up the time of those who have no link: then
    the page of the read limits answers, which asks again by itself.
    """
    for sent in RAW:
        got = target.raw(sent)
        status = re.match(rb"HTTP/1\.[01] (\d+)", got)
        allowed = {b"501", b"505", *([b"503"] if b"\r\nRefresh: " in got else [])}
        if got and (status is None or (status[1] >= b"500" and status[1] not in allowed)):
            yield f"{sent[:60]!r}: {got[:60]!r}"
        if got.count(b"HTTP/1.") > 1 and sent.count(b"\r\n\r\n") < 2:
            yield f"{sent[:60]!r} is answered twice"
    if who["scorer"].get("/").status != 200:
        yield "it does not answer any more"


def hostile_texts(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send names, titles and notes that a page or a spreadsheet might take for a program."""
    scorer, shown = who["scorer"], 0
    for start in range(0, len(EVIL), 4):
        names = [*EVIL[start : start + 4], "Ben", "Chaim", "Dana"][:4]
        scorer.begin(tuple(names))
    scorer.post(
        "/sessions/1/",
        {
            "csrf_token": scorer.token(),
            "date": "2026-01-01",
            "name": EVIL[0],
            "notes": "\n".join(EVIL),
        },
    )
    for page in scorer.pages():
        answer = scorer.get(page)
        kind = answer.headers.get("content-type", "")
        if not kind.startswith(("text/html", "image/svg")):
            continue
        shown += "&lt;script&gt;" in answer.text
        if any(evil in answer.text for evil in EVIL[:2]) or "<svg onload" in answer.text:
            yield f"{page} shows a text as a program"
        if "script-src 'self'" not in answer.headers.get("content-security-policy", ""):
            yield f"{page} has no policy"
    if not shown:
        yield "no page shows the texts, so that nothing was tried"
    for row in scorer.get("/data/everything.csv").text.splitlines():
        if re.search(r'(?:^|,)"?[=+@|＝＋－＠]', row):
            yield f"a cell is a formula: {row[:80]}"


def hostile_files(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Import files that are not ours."""
    scorer, before = who["scorer"], target.facts()
    for content in FILES:
        fields = (
            f'--b\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{scorer.token()}\r\n'
        )
        file = '--b\r\nContent-Disposition: form-data; name="file"; filename="../../x.json"\r\n\r\n'
        body = (fields + file).encode() + content + b"\r\n--b--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        answer = scorer.ask("POST", "/data/import", body, kind)
        if answer.status not in {409, 413, 422}:
            yield f"the file {content[:60]!r} is answered {answer.status}"
    if target.facts() != before:
        yield "a hostile file has changed something"


def replays_and_races(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send the same entry many times, and many entries at one moment."""
    phones = [Phone(target, dict(who["scorer"].cookies)) for _ in range(12)]
    for same in (True, False):
        game = who["scorer"].begin()
        before = len(target.entries())
        keys = ["replayed" if same else f"race-{number}" for number in range(len(phones))]
        with ThreadPoolExecutor(len(phones)) as pool:
            answers = list(pool.map(Phone.bid, phones, [game] * len(phones), keys))
        statuses = sorted(answer.status for answer in answers)
        if len(target.entries()) != before + 1:
            yield f"{len(target.entries()) - before} entries of one moment ({statuses})"
        if set(statuses) - {303, 409, 422}:
            yield f"a race is answered {statuses}"
