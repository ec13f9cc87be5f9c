"""Attacks by texts in a real browser: typed text must never become markup of a page.

Every field for text is filled with pieces of pages and scripts. Then each page is opened in
Chromium, everything that folds is unfolded, and the page is searched for a dialog, a script that
has run or was about to run, and an element that came from a text.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Generator, Iterator
from html import unescape
from random import Random
from urllib.parse import quote

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Page, sync_playwright

from tests.tools.attack.target import Answer, Phone, Target

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")  # the first starts soonest
# As names of players, which have 24 letters at most; each would leave a mark.
NAMES = (
    *("<script>pwned=1</script>", "<svg onload=pwned=1>", '"><svg onload=pwned=1>'),
    *("<img src onerror=pwned=1", "'><i id=pwned>", "</title><i id=pwned>", "{{7*7}}${7*7}<%7*7%>"),
    *(
        "</script><i id=pwned>",
        "<svg onload=alert(1)>",
        "javascript:alert(1)",
        "&lt;i id=pwned&gt;",
    ),
    "<i/autofocus/id=pwned>",
)
LONG = (
    "</textarea></title></style><script>pwned=1</script><img src=x onerror=alert(1)>"
    "<a href=javascript:pwned=1 id=pwned>x</a>\"' onfocus=pwned=1 autofocus x='"
)
LINE = "<svg onload=pwned=1><i id=pwned>\"'>{{7*7}}"
MARKS = """() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const wrong = [];
  if (window.pwned !== undefined && !(window.pwned instanceof Element) &&
    !(window.pwned instanceof HTMLCollection)) wrong.push("a script ran");
  if (document.getElementById("pwned")) wrong.push("an element was injected");
  for (const one of document.querySelectorAll("*")) {
    for (const { name, value } of one.attributes) {
      if (name.startsWith("on")) wrong.push(`${one.tagName} has ${name}`);
      if (/^(href|src|action|formaction)$/.test(name) && /^\\s*javascript:/i.test(value))
        wrong.push(`${one.tagName} leads to a script`);
    }
  }
  return wrong;
}"""


def texts_in_a_browser(
    target: Target, who: dict[str, Phone], luck: Random, most: int | None = None
) -> Iterator[str]:
    """Fill every field for text, and open every page or a random sample."""
    scorer = who["scorer"]
    yield from fill_in(target, scorer)
    if most is None:
        pages = scorer.pages() + _reflecting()
    else:  # a sample of those linked from the first pages, and the table's own
        pages = ["/", *luck.sample(scorer.pages(10 * most) + _reflecting(), most)]
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, CHROMIUM)), None)
        if path is None:
            yield "there is no Chromium, so that nothing was looked at"
            return
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            context = browser.new_context(service_workers="block")
            base = f"http://127.0.0.1:{target.port}"
            context.add_cookies(
                [
                    {"name": name, "value": value, "url": base}
                    for name, value in scorer.cookies.items()
                ]
            )
            shown = yield from _look(context, base, pages)
        finally:
            browser.close()
    if missing := {"<svg onload=pwned=1>"} - shown:
        yield f"no page shows {missing}, so that nothing was tried"


def fill_in(target: Target, scorer: Phone) -> Iterator[str]:
    """Put the texts wherever possible; a refused text counts as a failed attack."""
    games = [scorer.begin(NAMES[start : start + 4]) for start in range(0, len(NAMES), 4)]
    token = {"csrf_token": scorer.token()}
    evening = {"date": "2026-01-01", "name": LINE, "notes": LONG}
    seats = f"/games/{games[1]}/players"
    seat = _form(scorer.get(seats).text, seats, 'name="name"') | {"name": "<i id=pwned>new"}
    answers = {
        "a game": scorer.bid(games[0], "texts"),
        "an evening": scorer.post("/sessions/1/", token | evening),
        "a new evening": scorer.post("/sessions/new", token | evening | {"key": "texts"}),
        "a new name": scorer.post("/players/1/name", token | {"name": "<i id=pwned>x\"'"}),
        "a newcomer": scorer.post(seats, seat | {"hand": "1"}),
        "a seat": scorer.post(f"/games/{games[0]}/seat", token | {"sits": "1"}),
        "a game removed": scorer.post(f"/games/{games[2]}/remove", token),
        "a file": _brought_in(scorer, token),
    }
    for name, answer in answers.items():
        if answer.status != 303:
            yield f"the texts for {name} were not taken: {answer.status}"
    target.command("tables", "add", "<i id=pwned>table")


def _form(page: str, action: str, wanted: str = "") -> dict[str, str]:
    """Return the hidden fields of the first form with this address and some words."""
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        if f'action="{action}"' in form and wanted in form:
            fields = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
            return {name: unescape(value) for name, value in fields}
    return {}


def _brought_in(scorer: Phone, token: dict[str, str]) -> Answer:
    """Return an export with the texts in all of its names."""
    document = json.loads(scorer.get("/data/everything.json").text)
    names = ["<u id=pwned>", "<b onclick=pwned=1>", '"onload="pwned=1', "<!--<i id=pwned>"]
    key = f"brought-{os.urandom(4).hex()}"  # a different one each time
    game, evening, player = (document[part][0] for part in ("games", "sessions", "players"))
    document["players"] = [player | {"name": name} for name in names]
    document["sessions"] = [evening | {"key": key, "name": LINE, "notes": LONG}]
    fresh = {"key": key, "session": key, "players": names, "entries": []}
    document["games"] = [game | fresh]
    content = json.dumps(document).encode()
    part = 'Content-Disposition: form-data; name="'
    head = f'--b\r\n{part}csrf_token"\r\n\r\n{token["csrf_token"]}\r\n'
    head += f'--b\r\n{part}file"; filename="<i id=pwned>.json"\r\n\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    body = head.encode() + content + b"\r\n--b--\r\n"
    surveyed = scorer.ask("POST", "/data/import", body, kind)
    import_address = re.search(r'action="(/data/import/[^"]+)"', surveyed.text)
    return scorer.post(import_address[1], token) if import_address else surveyed


def _reflecting() -> list[str]:
    """Return addresses with a text that a page may repeat."""
    asked = quote(LONG)
    return [
        *(f"/sessions/?text={asked}", f"/sessions/?text=x&from={asked}&game={asked}"),
        *(f"/settings/?back=/{asked}", f"/players/?game={asked}", f"/join/{asked}"),
        *(f"/games/new?game={asked}", f"/{asked}", f"/links?done={asked}"),
        *(
            f"/players/what-if?rules=own&rules.scheme.base={asked}",
            f"/players/1/name?back=/{asked}",
        ),
    ]


def _look(context: BrowserContext, base: str, pages: list[str]) -> Generator[str, None, set[str]]:
    """Open the pages, and return the texts that they showed."""
    shown: set[str] = set()
    page = context.new_page()
    signs: list[str] = []

    def refuse(dialog: Dialog) -> None:
        signs.append("a dialog")
        dialog.dismiss()

    def listen(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:  # a script was about to run
            signs.append(message.text)

    page.on("dialog", refuse)
    page.on("console", listen)
    for address in pages:
        signs.clear()
        if not _opened(page, base + address):
            continue  # a file
        page.wait_for_timeout(30)
        for wrong in [*signs, *page.evaluate(MARKS)]:
            yield f"{address}: {wrong[:200]}"
        text = page.evaluate("document.body.innerText")
        shown |= {name for name in NAMES if name in text}
    return shown


def _opened(page: Page, address: str) -> bool:
    """Open a page; return False if it is a download."""
    try:
        answer = page.goto(address, wait_until="load")
    except Exception as error:
        if "Download" in str(error) or "ERR_ABORTED" in str(error):
            return False
        raise
    return answer is not None and "html" in answer.headers.get("content-type", "")
