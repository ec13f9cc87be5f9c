"""A walk over the pages of a built site: `node boot_site.mjs SITE walk.py MOST`.

It runs in the Python of the site, where a missing module would end a page with an error. It follows
the links of the season to try, `MOST` of each kind, begins a game of each kind, and imports its own
exports. It prints the faults, and the modules that were imported and are missing.
"""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from urllib.parse import urljoin, urlsplit

from werkzeug.datastructures import FileStorage, Headers
from werkzeug.test import EnvironBuilder

from scorekeeper.games.registry import rulebooks
from scorekeeper.web import in_browser

BASE, ORIGIN = "/below/", "http://localhost:8000"
TRY = f"{BASE}try/"
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
TAG = re.compile(r"<(?:input|button)\b([^>]*)>")
VALUE = re.compile(r'([\w-]+)="([^"]*)"')
LINK = re.compile(r'(?:href|src|action)="([^"#]+)"')
NAMES = ("Anna", "Ben", "Chaim", "Dana", "Eva", "Fadi", "Gil", "Hana", "Ido", "Jan")
UNLINKED = ("print", "screen", "help", "settings/", "data", "data/results/", "links", "advice/")
RESULTS = {
    "cp1255": "אנה;בן;חיים;דנה",
    "cp1252": "Anna;Ben;Jürgen;Zoë",
    "utf-16": "Anna;Ben;Eva;Łukasz",
}
LANGUAGES = ("en", "de-AT", "he")

missing: set[str] = set()
wrong: list[str] = []
seen: Counter[str] = Counter()


class Missing(MetaPathFinder):
    """Comes last when a module is looked for, and notes its name."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        missing.add(name)


def ask(url: str, data: dict[str, object] | None = None) -> tuple[int, Headers, bytes]:
    """Send a request, and note an error."""
    headers, body = [("accept-language", LANGUAGES[len(seen) % 3])], None
    if data is not None:
        sent = EnvironBuilder(method="POST", data=data).get_environ()
        headers.append(("content-type", sent["CONTENT_TYPE"]))
        body = sent["wsgi.input"].read()
    method = "GET" if data is None else "POST"
    status, fields, answer = in_browser.answer(method, f"{ORIGIN}{url}", headers, body)
    if status >= 500:
        wrong.append(f"{method} {url}: {status}")
    return status, Headers(fields), answer


def walk(begin: Iterator[str], most: int) -> None:
    """Follow the links of pages, but no more than some of each kind."""
    waiting = list(begin)
    known = set(waiting)
    for url in waiting:
        kind = re.sub(r"\d+", "1", re.sub(r"=[^&]*", "", url))
        seen[kind] += 1
        if seen[kind] > most:
            continue
        _, headers, body = ask(url)
        links = [headers["Location"]] if "Location" in headers else []
        if headers.get("Content-Type", "").startswith("text/html"):
            links += map(unescape, LINK.findall(body.decode()))
        for link in links:
            to = urlsplit(urljoin(f"{ORIGIN}{url}", link))
            following = f"{to.path}?{to.query}".rstrip("?")
            if to.netloc == urlsplit(ORIGIN).netloc and following not in known:
                known.add(following)
                waiting.append(following)


def send(url: str, page: bytes, action: str, **given: object) -> tuple[int, Headers, bytes]:
    """Send the form of a page with this action."""
    for head, inside in FORM.findall(page.decode()):
        to = unescape(dict(VALUE.findall(head)).get("action", url))
        if action in to:
            fields = [dict(VALUE.findall(tag)) for tag in TAG.findall(inside)]
            hidden = {
                field["name"]: unescape(field.get("value", ""))
                for field in fields
                if field.get("type") == "hidden" and "name" in field
            }
            return ask(urljoin(url, to), hidden | given)
    wrong.append(f"{url} has no form to {action}")
    return 0, Headers(), b""


def begin_games() -> Iterator[str]:
    """Begin a game of each kind, and yield its address."""
    for key, book in rulebooks().items():
        seats = {f"names-{seat}": name for seat, name in enumerate(NAMES[: min(book.players)])}
        url = f"{BASE}games/new?game={key}&players={len(seats)}"
        _, _, page = ask(url)
        status, headers, _ = send(url, page, "games/new", **seats, dealer="0", start="1")
        if status == 303:
            yield headers["Location"]
        else:
            wrong.append(f"No game of {key} begins: {status}")


def take_over(exported: str) -> None:
    """Import what an address in the season to try exports."""
    url = f"{BASE}data"
    _, _, body = ask(f"{TRY}{exported}")
    _, _, page = ask(url)
    sent = FileStorage(io.BytesIO(body), exported.rpartition("/")[2])
    _, _, preview = send(url, page, "data/import", file=sent)
    status, _, _ = send(url, preview, "data/import")
    if status != 303:
        wrong.append(f"{exported} is not imported: {status}")


def bring_results(names: str, encoding: str) -> None:
    """Bring in a table of results from a file, as an old spreadsheet writes it."""
    url = f"{BASE}data/results/"
    table = f"date;{names}\n15.3.2019;310;120;95;-20\n"
    _, _, page = ask(url)
    sent = FileStorage(io.BytesIO(table.encode(encoding)), "results.csv")
    _, _, asked = send(url, page, "data/results/", file=sent)
    new = {f"player-{number}": "+" for number, _ in enumerate(names.split(";"), 1)}
    status, _, preview = send(url, asked, "data/results/", table=table, **new)
    if status != 200 or names.rpartition(";")[2] not in preview.decode():
        wrong.append(f"Results in {encoding} are not read: {status}")


def main() -> None:
    """Walk, and print a report."""
    most = int(sys.argv[1])
    logging.getLogger().addHandler(logging.StreamHandler(sys.stdout))
    sys.meta_path.append(Missing())
    Path("/scores").mkdir()
    in_browser.begin(BASE, ORIGIN)
    games = list(begin_games())
    for exported in ("games/1/game.json", "data/everything.json"):
        take_over(exported)
    for encoding, names in RESULTS.items():
        bring_results(names, encoding)
    in_browser.idle()
    starts = [BASE, TRY, *games, *(f"{room}{page}" for room in (BASE, TRY) for page in UNLINKED)]
    walk(iter(starts), most)
    in_browser.idle()
    print(
        json.dumps(
            {
                "wrong": wrong,
                "missing": sorted(missing),
                "pages": sum(min(count, most) for count in seen.values()),
            }
        )
    )


main()
