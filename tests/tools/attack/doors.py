"""Attacks on access: routes, methods, cookies, tokens, hosts, links to elsewhere."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from random import Random

from tests.tools.attack.target import CROWDED, FORM, TOO_FAST, Phone, Target

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
OVERRIDES = ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override")
GUESSED = (
    *(
        "/admin",
        "/.git/config",
        "/scores.db",
        "/static/../scorekeeper/ledger/access_keys.py",
        "/debug",
    ),
    *(
        "/console?__debugger__=yes",
        "/games/999999/",
        "/games/-1/",
        "/sessions/0/",
        "/data/import/x",
    ),
    *("/games/1/%2e%2e/", "/%00", "/games/1/answers", "/games/1/undo", "/games/1/remove"),
)
AWAY = (
    *("//evil.example/", "///evil.example", "////evil.example/x", "/\\evil.example", "\\\\evil"),
    *("/\t/evil.example", "/\n/evil.example", " //evil.example", "https:evil.example", "//["),
    *("/%2fevil.example", "/%5cevil.example", "/%0d%0aX: y", "javascript:alert(1)", "///[::1"),
)
OPEN = re.compile(
    r"/(?:health|sw\.js|manifest\.webmanifest|settings/?|language|join(?:/.*)?|static/.*)"
)


def routes_and_methods(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Request a page of every kind that a scorer reaches, by every method, as everybody else."""
    kinds = {re.sub("[0-9]+", "1", page): page for page in who["scorer"].pages()}
    pages = [*kinds.values(), *GUESSED]
    before = target.facts()
    for name in ("nobody", "watcher", "neighbour"):
        phone = who[name]
        token = phone.token()
        for page in pages:
            for method in METHODS if luck.random() < 0.2 else ("GET", "POST"):
                form = f"csrf_token={token}&key=k&revision=0&bid=7C&winner=0&links=score".encode()
                body = form if method not in {"GET", "HEAD", "TRACE"} else b""
                header = {"Content-Type": FORM, luck.choice(OVERRIDES): "POST"}
                if page.startswith(("/language", "/settings", "/links")) and name == "neighbour":
                    continue  # their own
                answer = phone.ask(method, page, body, header)
                if answer.status >= 500 and answer.status != 501:
                    yield f"{method} {page} as {name}: {answer.status}"
                inside = answer.status < 300 and answer.body and method != "OPTIONS"
                if name == "nobody" and inside and not OPEN.fullmatch(page):
                    yield f"{method} {page}: nobody is shown something"
    if target.facts() != before:
        yield "somebody who may not has written"


def cookies(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send cookies with a flipped character, cut, unsigned, or signed with guessed secrets."""
    (name, whole), *_ = [pair for pair in who["scorer"].cookies.items() if "." in pair[1]]
    forged = [whole[:-4], whole + "A", whole.split(".")[0], "", "." * 3, "A" * 3900]
    for _ in range(40):
        place = luck.randrange(len(whole) - 2)  # the last bits of a signature are padding
        letter = luck.choice("ABCDEFGHabcdefgh01234567_-")
        if whole[place] != letter:
            forged.append(whole[:place] + letter + whole[place + 1 :])
    payload = base64.urlsafe_b64encode(
        json.dumps({"grants": {"1": ["score", 1]}, "table": 1}).encode()
    )
    forged.append(f"{payload.decode().rstrip('=')}.aAAAAA.{'A' * 27}")
    for cookie in forged:
        answer = Phone(target, {name: cookie}).get("/games/1/")
        if answer.status != 403:
            yield f"the cookie {cookie[:60]}… is answered {answer.status}"


def tokens(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send forms without a token, with a token of somebody else, with a changed one."""
    scorer, before = who["scorer"], target.facts()
    wrong = ("", "x", who["watcher"].token(), who["neighbour"].token(), scorer.token()[:-2])
    for token in wrong:
        for path in ("/games/1/answers", "/games/1/undo", "/links", "/games/new", "/language"):
            fields = {"csrf_token": token, "key": "k", "revision": "0", "bid": "7C", "winner": "1"}
            answer = scorer.post(path, fields | {"links": "score", "language": "de"})
            if answer.status != 400:
                yield f"POST {path} with a wrong token: {answer.status}"
    if target.facts() != before:
        yield "a form with a wrong token was taken"


def hosts(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send other host names, and headers that only a proxy may send."""
    for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:80", "[::1", "a b", "@x"):
        answer = who["scorer"].ask("GET", "/", headers={"Host": host})
        if answer.status != 400:
            yield f"by the name {host!r}: {answer.status}"
    lies = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-For": "1.2.3.4",
        "Forwarded": "host=evil",
    }
    answer = who["scorer"].ask("GET", "/links", headers=lies | {"X-Forwarded-Proto": "https"})
    if answer.status != 200 or "evil" in answer.text or "https://" in answer.text:
        yield "a header that only a proxy may send is believed"


def ways_back(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send addresses of other sites instead of a page of ours."""
    scorer, token = who["scorer"], who["scorer"].token()
    for away in AWAY:
        fields = {"csrf_token": token, "language": "en", "back": away, "theme": "dark"}
        for path in ("/language", "/settings/"):
            answer = scorer.post(path, fields)
            if answer.status >= 500 or not re.fullmatch(r"/(?![/\\]).*", answer.location):
                yield f"POST {path} with {away!r}: {answer.status} {answer.location}"
            if "evil" in answer.location or "alert" in answer.location:
                yield f"POST {path} with {away!r} keeps it: {answer.location}"
    for path in ("//evil.example/settings", "//evil.example/%2e%2e", "/\\evil.example/settings"):
        got = target.raw(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )
        if b"evil.example/" in got.split(b"\r\n\r\n")[0].lower().partition(b"location:")[2][:14]:
            yield f"GET {path} leads elsewhere"


def wrong_keys(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Send many wrong keys and codes from one address, and then a right key."""
    paths = [f"/join/wrong-{number}" for number in range(15)]
    # Without the patience of a phone: while it waits, a key may be tried again.
    statuses = [Phone(target).ask_once("GET", path, b"", None).status for path in paths]
    if not {TOO_FAST, CROWDED} & {*statuses}:
        yield f"wrong keys are not limited: {statuses}"
    stranger = Phone(target)
    token, header = stranger.token(), {"Content-Type": FORM}
    forms = [f"csrf_token={token}&code={luck.randrange(10**8):08}".encode() for _ in range(15)]
    statuses = [stranger.ask_once("POST", "/join", form, header).status for form in forms]
    if not {TOO_FAST, CROWDED} & {*statuses}:
        yield f"wrong codes are not limited: {statuses}"
    if Phone(target).get(target.links[-2]).status != 303:
        yield "a right key is refused after wrong ones"
