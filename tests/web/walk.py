"""A walk through every page in every state, for tests that read them all.

The players have numbers for names and nothing else is typed in letters, so that every letter on a
page is one of ours.
"""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from scorekeeper.engine import forecast
from scorekeeper.engine.bid_whist import BID_WHIST
from scorekeeper.engine.israeli_whist import ISRAELI_WHIST
from scorekeeper.ledger import games
from scorekeeper.ledger import sessions as kept_sessions
from scorekeeper.ledger.counting import Counter
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.trouble import FileGone, Held
from scorekeeper.sheets import pdf
from scorekeeper.web import create_app, languages, sessions
from scorekeeper.web.limits import KEYS, WRITES, Limit
from tests.doors import new_link, new_links
from tests.web.phone import VOID, Page, Phone, dashed

NAMES = "11 22 33 44"
TOLD = {"title", "aria-label", "placeholder", "alt", "content"}  # attributes that are read
NOT_TOLD = {  # what scripts and the style sheet go by
    *("data-follow", "data-revision", "data-name-of", "data-own-of", "data-own", "data-goal"),
    *("data-theme", "data-suits", "data-game", "data-token", "data-entries", "data-ahead"),
    *("data-question", "data-position", "data-key", "data-keys-after", "data-copy", "data-share"),
    *("data-picture", "data-tally", "data-fills", "data-way"),
}
DAY = "7"  # as all dates are shown on the way: the names of months are not among our messages


class Walker(Phone):
    """A phone that keeps every page it is shown, with what led to it."""

    def __init__(self, app: Flask, language: str, kept: list[Page]) -> None:
        super().__init__(app.test_client())
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        self.kept = kept

    def _page(self, response: TestResponse, follow: bool) -> Page:
        page = super()._page(response, follow)
        self.kept.append(page)
        return page

    def open_as(self, host: str) -> Page:
        """Open the first page by a name of the score keeper."""
        return self._page(self.client.get("/", headers={"Host": host}), follow=True)

    def upload(self, content: str) -> Page:
        """Send a file to be looked into."""
        form = self.open("/data").form("/data/import")
        file = io.BytesIO(content.encode("utf-8", "surrogateescape")), "7"
        sent = {**form.fields, "file": file}
        return self._page(self.client.post(form.action, data=sent), follow=True)

    def look_ahead(self, game: int) -> None:
        """Keep what a phone would show by itself, as a page of its own."""
        given = json.loads(self.client.get(f"/games/{game}/ahead").text)
        told = (given[part] for part in ("texts", "partials", "shown"))
        texts = [text for part in told for text in _texts(part)]
        address = f"/games/{game}/ahead"
        self.kept.append(Page(200, address, "".join(f"<p>{text}</p>" for text in texts), Headers()))


class Told(HTMLParser):
    """Everything that a page says, piece by piece: its text, its labels, the words for scripts.

    What is in a language of its own, a date or not to be translated is left out.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._open: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        own = tag != "html" and "lang" in given
        silent = own or tag in {"time", "style", "script"} or given.get("translate") == "no"
        if tag not in VOID:
            self._open.append(silent)
        if tag == "meta" or silent or any(self._open):
            return
        for name, value in given.items():
            if name in TOLD or (name.startswith("data-") and name not in NOT_TOLD):
                self.pieces.append(value)

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(self._open):
            self.pieces.append(data)


def every_page(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch, language: str
) -> list[Page]:
    """Every page in every state, as a reader of this language sees it."""
    kept: list[Page] = []
    monkeypatch.setitem(app.jinja_env.globals, "day", lambda _: DAY)
    monkeypatch.setattr(languages, "day", lambda _: DAY)
    stranger, scorer, watcher = (Walker(app, language, kept) for _ in range(3))
    stranger.open("/")
    stranger.open("/join/no-such-key")
    for phone, role in ((watcher, Role.WATCH), (scorer, Role.SCORE)):
        phone.open(new_link(store, role))
    for path in ("/?before=1", "/games/new", "/nowhere"):
        scorer.open(path)
    _sheets(scorer)
    _evening(scorer, watcher)
    _late_taps(scorer)
    _corrections(scorer)
    _ends(scorer, watcher)
    _exchanges(scorer)
    _bid_whist(scorer)
    _rules(scorer)
    own = Walker(app, language, kept)
    own.open(new_link(store, Role.SCORE))
    _seats(scorer, watcher, own)
    _removed(scorer)
    _story(scorer, watcher, monkeypatch)
    _printed(scorer, monkeypatch)
    _pasted(scorer)
    _evenings(scorer, monkeypatch)
    _figures(scorer, monkeypatch)
    _settings(scorer)
    _files(scorer)
    _failures(scorer, monkeypatch)
    fresh = create_app(Store.open(store.path))
    monkeypatch.setitem(fresh.jinja_env.globals, "day", lambda _: DAY)
    _flawed(scorer, Walker(fresh, language, kept), store)
    _doors(app, store, [Walker(app, language, kept) for _ in range(3)], monkeypatch)
    return kept


def _sheets(scorer: Walker) -> None:
    """The sheet for a new game: with its rules open, and with all that can be wrong in it."""
    for game in ("israeli-whist", "bid-whist"):
        form = scorer.open(f"/games/new?game={game}").form("/new")
        for wrong in (
            {"names-0": "7" * 25, "names-2": "8", "names-3": "8"},
            {"dealer": "9", "ending.target": "1,5", "key": "?"},
            {"ending.goal": "schedule"},
            {"ending.goal": "deals", "ending.deals": "7" if game == "bid-whist" else "0"},
            {"ending.goal": "time", "ending.time": "8" * 20},
            {"ending.goal": "1"},
            {"rules": "game-77"},
            {"names-4": "5", "names-0": " "},
        ):
            scorer.fill(form, _names() | {"start": "1"} | wrong)
    opened = scorer.send(scorer.open("/games/new?game=israeli-whist").form("/new"), change="1")
    incomplete = opened.form("/new")
    del incomplete.fields["rules.passes"]
    scorer.fill(incomplete, _names() | {"start": "1"})
    for wrong in (
        {"rules.lowest_bid": "", "rules.passes": "7"},
        {"rules.scheme": "own", "rules.scheme.name": ""},
        {"rules.scheme.bonus": "77"},
        {"rules.1": "2"},
    ):
        form = opened.form("/new")
        scorer.fill(form, _names() | {"start": "1"} | wrong)


def _evening(scorer: Walker, watcher: Walker) -> None:
    """Game 1: two hands with whatever can be refused on the way, seen by a watcher too."""
    scorer.begin(NAMES)
    scorer.open("/games/1/sheet")
    for wrong in (
        {"bid": "4C", "winner": "1"},
        {"bid": "1,2", "winner": "1"},
        {"bid": "7C"},
        {"bid": ""},
        {"bid": "7C", "winner": "9"},
    ):
        scorer.answer(1, **wrong)
    scorer.open("/games/1/?hand=1&record=calls")
    for call in ("7C", "6C", "1,2", "pass", "pass"):
        scorer.answer(call=call)
    scorer.answer(call="8C", seat="0")
    for result in ({"bid": "7C", "winner": "1"}, {"bid": "pass"}):
        scorer.answer(1, **result)
    scorer.answer(bid="7C", winner="0")
    for number in ("1,5", "-1", "77", "", "2", "3"):
        scorer.answer(number=number)
    scorer.answer(number="1", seat="0")
    watcher.open("/games/1/")
    scorer.answer(number="1")  # barred
    scorer.answer(number="0")
    scorer.answer(1, **_tricks("1 4 8 2") | {"tricks_2": ""})
    scorer.answer(tricks="1,2")
    for taken in ("1 4 8 2", "0 3 8 1", "-1 4 8 2", "0 3 8 1,5", "7 3 3 0"):
        scorer.answer(1, **_tricks(taken))
        scorer.open("/games/1/?hand=2")
    for path in ("", "?hand=2", "sheet", "board", "more", "hands/1/"):
        scorer.open(f"/games/1/{path}")
        watcher.open(f"/games/1/{path}")
    scorer.hand("9 3 3", "2 8 1 2", bid="5NT 2")
    scorer.answer(bid="pass")
    scorer.open("/games/1/?hand=4&record=result")
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="9")
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="")
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="2")
    watcher.post("/games/1/stop")
    scorer.open("/")
    watcher.open("/")


def _late_taps(scorer: Walker) -> None:
    """Taps on a page that is not the latest any more, or not whole."""
    form = scorer.question()
    for answers in (
        {"revision": "1", "bid": "7C", "winner": "2"},
        {"revision": "77777", "bid": "7C", "winner": "2"},
        {"revision": "", "bid": "7C", "winner": "2"},
        {"csrf_token": "", "bid": "7C", "winner": "2"},
    ):
        scorer.fill(form, answers)
    for act in ("dealer", "stop"):
        late = scorer.open("/games/1/more").form(f"/{act}")
        scorer.fill(late, {"revision": "1", "dealer": "1"})
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="1,5")
    scorer.send(scorer.open("/games/1/?hand=4").form("/undo"))
    for _ in range(3):
        page = scorer.send(scorer.open("/games/1/?hand=4").form("/undo"))
    for act in ("redo", "undo", "redo"):
        page = scorer.send(page.form(f"/{act}"))


def _corrections(scorer: Walker) -> None:
    """Answers of game 1 changed, and revokes fined."""
    page = scorer.open("/games/1/hands/1/")
    for question in ("auction-0-0", "contract-2", "tricks"):
        scorer.open(f"/games/1/hands/1/correct?question={question}")
    form = scorer.open("/games/1/hands/1/correct?question=contract-1").form("/correct")
    scorer.send(form, number="1,5")
    scorer.fill(form, {"revision": "1", "number": "5"})
    scorer.send(form, number="5")
    scorer.open("/games/1/")
    for revokes in ("1,5", "77", "2"):
        page = scorer.fill(page.form("/revokes"), {"revokes-0": revokes})
        page = scorer.open("/games/1/hands/1/")
    scorer.fill(page.form("/revokes"), {"revision": "1"})
    scorer.open("/games/1/hands/77/")
    scorer.open("/games/1/sheet")
    scorer.open("/games/1/")


def _ends(scorer: Walker, watcher: Walker) -> None:
    """Games that end: stopped, too early, after a play-off, shared, long before."""
    page = scorer.send(scorer.open("/games/1/more").form("/stop"))
    scorer.send(page.form("/rematch"))
    scorer.open("/")
    for act in ("answers", "dealer", "stop"):
        late = scorer.open("/games/1/").form("/undo")
        late.action = f"/games/1/{act}"
        scorer.fill(late, {"bid": "7C", "dealer": "1"})
    early = _number(scorer.begin(NAMES))
    for act in ("undo", "redo"):
        nothing = scorer.open(f"/games/{early}/").form("/answers")
        nothing.action = f"/games/{early}/{act}"
        scorer.send(nothing)
    deal = scorer.open(f"/games/{early}/more").form("/dealer")
    scorer.answer(early, call="pass")
    scorer.open(f"/games/{early}/hands/1/")
    scorer.send(deal, revision="1", dealer="2")
    scorer.post(f"/games/{early}/rematch", {"csrf_token": scorer.token()})
    scorer.send(scorer.open(f"/games/{early}/more").form("/stop"))
    tied = _number(scorer.begin(NAMES, ending__target="10"))
    scorer.hand("3 3 3", "4 3 3 3", game=tied, bid="5C 0")
    for path in ("?hand=2", "board"):
        scorer.open(f"/games/{tied}/{path}")
    scorer.hand("4 0 1", "9 3 0 1", game=tied, bid="9S 0")
    question = scorer.open(f"/games/{tied}/hands/1/correct?question=tricks").form("/correct")
    scorer.fill(question, {f"tricks-{seat}": took for seat, took in enumerate("5323")})
    for path in ("", "sheet", "board", "more", "hands/2/"):
        watcher.open(f"/games/{tied}/{path}")
    for answers in ({"ending__goal": "open"}, {"ending__goal": "deals", "ending__deals": "1"}):
        number = _number(scorer.begin(NAMES, **answers))
        scorer.hand(game=number)
        scorer.open(f"/games/{number}/more")


def _exchanges(scorer: Walker) -> None:
    """A game in which all pass, exchange in every direction and play a bonus round."""
    rules = {
        "passes": "4",
        "own_raise": "false",
        "reentry": "false",
        "exchanges": "3",
        "exchange_direction": "round",
        "passed_out": "bonus",
        "declarer_contract": "at-least",
        "first_speaker": "left",
    }
    number = _begun(scorer, "israeli-whist", rules)
    for _ in range(4):
        scorer.answer(number, bid="pass")
    scorer.answer(number, **_tricks("0 1 5 7"))
    for call in ("5C", "pass", "pass", "pass", "6C"):
        scorer.open(f"/games/{number}/?hand=2&record=calls")
        scorer.answer(number, call=call)
    scorer.answer(number, bid="7C", winner="3")
    scorer.open(f"/games/{number}/?hand=2&record=result")
    scorer.answer(number, call="pass")
    for contract in ("3", "3", "3", "2", "9"):
        scorer.answer(number, number=contract)
    scorer.open(f"/games/{number}/more")


def _bid_whist(scorer: Walker) -> None:
    """A game of Bid Whist: each kind of bid, made and failed."""
    rules = {"sport": "true", "dealer_must_bid": "true", "higher_joker": "1"}
    number = _begun(scorer, "bid-whist", rules)
    scorer.answer(number, bid="pass")
    scorer.answer(number, bid="1,2", winner="1")
    for call in ("pass", "3H", "3L", "pass", "4L", "4H", "pass"):
        scorer.open(f"/games/{number}/?hand=1&record=calls")
        scorer.answer(number, call=call)
    for suit in ("", "H"):
        scorer.answer(number, choice=suit)
    for taken in ("77", "0", "", "10"):
        scorer.answer(number, number=taken)
    scorer.open(f"/games/{number}/?record=result")
    for bid, choice, tricks in (
        ("5NT", "low", "9"),
        ("4NT", "high", "12"),
        ("3H", "S", "8"),
        ("4H", "C", "12"),
        ("4H", "D", "10"),
        ("3L", "D", "1"),
    ):
        scorer.answer(number, bid=bid, winner="2")
        scorer.answer(number, choice=choice)
        scorer.answer(number, number=tricks)
    for path in ("", "sheet", "board", "more", "hands/2/", "hands/2/correct?question=tricks"):
        scorer.open(f"/games/{number}/{path}")
    number = _begun(scorer, "bid-whist", {"same_dealer": "true", "jokers": "must"})
    scorer.answer(number, bid="pass")
    scorer.answer(number, bid="3H", winner="2")
    scorer.answer(number, choice="S")
    scorer.open(f"/games/{number}/more")


def _rules(scorer: Walker) -> None:
    """The rules in words: every preset, and what no preset has."""
    for book in (ISRAELI_WHIST, BID_WHIST):
        for preset in book.presets:
            page = scorer.open(f"/games/new?game={book.key}")
            form = page.form("/new")
            begun = scorer.fill(form, _names() | {"start": "1", "rules": preset.key})
            scorer.open(f"{begun.address}more")
    own = {"scheme": "own", "scheme.name": "77", "exchanges": "0"}
    for numbers in (
        {"made": "linear", "all_missed": "doubled", "failed_cap": "0", "failed_next": "50"},
        {"made": "linear", "bonus": "0", "all_missed": "void", "failed_over": "-30"},
        {"made": "square", "bonus": "0"},
    ):
        scheme = {f"scheme.{name}": value for name, value in numbers.items()}
        number = _begun(scorer, "israeli-whist", own | scheme | {"redealer": "next"})
        scorer.hand("0 2 3", "4 4 2 3", game=number, bid="5C 0")
        scorer.hand("0 3 3", "0 1 10 2", game=number, bid="8C 1")
        for path in ("more", "hands/1/", "hands/2/"):
            scorer.open(f"/games/{number}/{path}")
    form = scorer.open("/games/new?game=israeli-whist").form("/new")
    scorer.fill(form, _names() | {"start": "1", "rules": "game-1", "names-0": ""})
    form = scorer.open("/games/new?game=bid-whist").form("/new")
    begun = scorer.fill(form, _names() | {"start": "1", "ending.goal": "time"})
    scorer.open(f"{begun.address}more")
    number = _begun(scorer, "israeli-whist", {"exchanges": "1", "passed_out": "bonus"})
    scorer.open(f"/games/{number}/more")
    number = _begun(scorer, "israeli-whist", {"exchanges": "0", "passed_out": "bonus"})
    scorer.open(f"/games/{number}/more")


def _seats(scorer: Walker, watcher: Walker, own: Walker) -> None:
    """A phone that somebody claims: not asked, asked, asked with all; the tally; a look ahead."""
    number = _whist(scorer)
    sit = own.open(f"/games/{number}/more").form("/seat")
    own.send(sit, sits="9")
    own.send(sit, sits="3")
    own.open(f"/games/{number}/more")
    scorer.look_ahead(number)
    own.open(f"/games/{number}/?record=calls&hand=1")
    scorer.answer(number, call="pass")
    own.open(f"/games/{number}/?hand=1")
    own.open(f"/games/{number}/?record=result&hand=1")
    scorer.answer(number, bid="7C", winner="2")
    own.answer(number, number="0")
    for query in ("", "&for=0"):
        own.open(f"/games/{number}/?hand=1{query}")
    for contract in ("2", "3"):
        scorer.answer(number, number=contract)
    watcher.open(f"/games/{number}/?since=1")
    scorer.answer(number, **_tricks("0 3 8 2"))
    own.send(sit, sits="")
    form = scorer.open(f"/games/{number}/hands/1/correct?question=auction-0-0").form("/correct")
    page = scorer.send(form, bid="8S", winner="1")
    page = scorer.send(page.form("/correct"), number="1")
    scorer.send(page.form("/correct"), confirmed="1")
    scorer.send(scorer.open(f"/games/{number}/").form("/undo"))
    scorer.send(scorer.open(f"/games/{number}/").form("/redo"))
    scorer.open(f"/games/{number}/?since=5")
    scorer.open(f"/games/{number}/history")
    scorer.look_ahead(_begun(scorer, "bid-whist", {}))


def _removed(scorer: Walker) -> None:
    """A game taken off the list and brought back, and one that has to stay."""
    number = _whist(scorer)
    question = scorer.question(number)
    page = scorer.send(scorer.open(f"/games/{number}/more").form("/remove"))
    scorer.fill(question, {"bid": "7C", "winner": "1"})
    scorer.open(f"/games/{number}/")
    scorer.send(page.form("/bring-back"))
    scorer.post("/games/1/remove", {"csrf_token": scorer.token()})


def _story(scorer: Walker, watcher: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """How games came about: charts, chances, what it takes, history, other rules; results."""
    ahead = _whist(scorer, ending__target="200")
    for contracts, tricks, bid in (
        ("0 2 3", "2 3 8 0", "7C 2"),
        ("3 3 3", "4 3 3 3", "5C 0"),
        ("9 2 2", "2 9 1 1", "5D 0"),
        ("2 2 2", "2 2 2 7", "6S 0"),
    ):
        scorer.hand(contracts, tricks, game=ahead, bid=bid)
        scorer.open(f"/games/{ahead}/board")
    counted = _whist(scorer, ending__goal="deals", ending__deals="4")
    partners = _begun(scorer, "bid-whist", {})
    for game in (counted, partners):
        scorer.open(f"/games/{game}/board")
    for bid, choice, took in (("4H", "C", "12"), ("3L", "D", "1"), ("5NT", "low", "13")):
        scorer.answer(partners, bid=bid, winner="2")
        scorer.answer(partners, choice=choice)
        scorer.answer(partners, number=took)
        scorer.open(f"/games/{partners}/board")
    for _ in range(4):
        scorer.hand("0 2 3", "2 3 8 0", game=counted)
        scorer.open(f"/games/{counted}/board")
    scorer.send(scorer.open(f"/games/{ahead}/more").form("/dealer"), dealer="2")
    for revokes in "10":
        form = scorer.open(f"/games/{ahead}/hands/1/").form("/revokes")
        scorer.fill(form, {"revokes-0": revokes})
    example = _whist(scorer, ending__goal="deals", ending__deals="3")
    for _ in range(3):
        scorer.hand(game=example)
    fined = scorer.open(f"/games/{example}/hands/1/").form("/revokes")
    scorer.fill(fined, {"revokes-2": "3"})
    team = _team(scorer)
    for game in (1, ahead, counted, partners, example, team):
        for path in ("", "board", "story", "history", "what-if", "result.txt", "result.svg"):
            scorer.open(f"/games/{game}/{path}")
        watcher.open(f"/games/{game}/history")
        offered = scorer.open(f"/games/{game}/what-if").html.partition("<select")[2]
        for part in offered.partition("</select>")[0].split('value="')[1:]:
            scorer.open(f"/games/{game}/what-if?rules={part.partition(chr(34))[0]}")
        scorer.open(f"/games/{game}/what-if?rules=own&rules.exchanges=77")
    scorer.open(f"/games/{ahead}/what-if?rules=own&rules.lowest_bid=6")
    _otherwise(scorer)
    _chances(scorer, team, monkeypatch)


def _chances(scorer: Walker, last: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games up to the last one without chances: hidden, or out of reach."""
    scorer.send(scorer.open("/games/1/board").form("/chances"), chances="hidden")
    for game in range(1, last + 1):
        for path in ("board", "story"):
            scorer.open(f"/games/{game}/{path}")
    scorer.send(scorer.open("/games/1/board").form("/chances"), chances="shown")
    with monkeypatch.context() as bare:
        bare.setattr(forecast, "is_possible", lambda: False)
        scorer.open("/games/1/more")


def _otherwise(scorer: Walker) -> None:
    """Games that other rules would have led elsewhere: another end, other winners, no hand."""
    seven = {"contracts": "2 2 1", "tricks": "7 2 2 2", "bid": "7C 0"}  # 59, or 49 by Elhanani
    early = _whist(scorer, ending__target="55", rules="pagat")
    scorer.hand(**seven, game=early)
    late = _begun(scorer, "israeli-whist", {"scheme": "elhanani"}, target="55")
    for _ in range(2):
        scorer.hand(**seven, game=late)
    surplus = _whist(scorer, ending__target="100", rules="pagat")
    scorer.hand("2 2 1", "6 3 2 2", game=surplus, bid="7C 0")
    for _ in range(2):
        scorer.hand(**seven, game=surplus)
    question = scorer.open(f"/games/{surplus}/hands/1/correct?question=tricks").form("/correct")
    scorer.fill(question, {f"tricks-{seat}": took for seat, took in enumerate("7222")})
    close = _whist(scorer, ending__goal="deals", ending__deals="2")
    scorer.hand("0 2 3", "1 3 9 0", game=close)
    scorer.hand(**seven, game=close)
    near = _whist(scorer, ending__target="140", rules="pagat")
    for _ in range(3):
        scorer.hand("0 2 3", "2 3 8 0", game=near)
        scorer.open(f"/games/{near}/board")
    close_by = _whist(scorer, ending__target="60", rules="pagat")
    scorer.hand("0 2 3", "2 3 8 0", game=close_by)
    scorer.open(f"/games/{close_by}/board")
    passed = _begun(scorer, "israeli-whist", {"exchanges": "3", "declarer_contract": "at-least"})
    scorer.answer(passed, bid="pass")
    scorer.answer(passed, bid="7C", winner="2")
    for number in ("0", "2", "1", "8"):
        scorer.answer(passed, number=number)
    scorer.answer(passed, **_tricks("1 2 8 2"))
    thrown = _whist(scorer)
    scorer.answer(thrown, bid="pass")
    scorer.hand(game=thrown)
    for game in (early, late, surplus, close, near, passed, thrown):
        for rules in ("pagat", "wikipedia", "vax", "scheme.standard", "scheme.elhanani"):
            scorer.open(f"/games/{game}/what-if?rules={rules}")


def _printed(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that can be printed, with and without the extra for files."""
    last = _whist(scorer, ending__target="10")
    shared = _whist(scorer, ending__goal="open")
    scorer.hand("3 3 3", "4 3 3 3", game=shared, bid="5C 0")
    scorer.send(scorer.open(f"/games/{shared}/more").form("/stop"))
    scorer.open(f"/games/{shared}/result.txt")
    scorer.open(f"/games/{last}/history")
    scorer.open(f"/games/{last}/story")
    for _ in range(2):
        scorer.hand("3 3 3", "4 3 3 3", game=last, bid="5C 0")
    for game in range(1, last + 1):
        for path in ("print", "print?what=rules", "result.txt"):
            scorer.open(f"/games/{game}/{path}")
    for what in ("blank", "rules"):
        scorer.open(f"/games/1/print?what={what}&names=yes")
        for book in (ISRAELI_WHIST, BID_WHIST):
            scorer.open(f"/print?what={what}&game={book.key}")
    scorer.open("/print?what=rules&game=israeli-whist&rules=vax")
    with monkeypatch.context() as bare:
        bare.setattr(pdf, "available", lambda: False)
        scorer.open("/print")


def _pasted(scorer: Walker) -> None:
    """Tables from paper, refused and taken."""
    number = _whist(scorer, ending__goal="open")
    head = "bid,declarer,11,22,33,44,55\n"
    right = "7C,33,2/0,3/3,7/8,0/2,1"
    late = scorer.open(f"/games/{number}/paper").form("/paper")
    for table in (
        *("", "7,8", head, head + f"{right}\n" * 301),
        *(head + row for row in ("4C,33,2/0", "7C,55,2/0", "7C,33,2/0,4/3,7/8,0/2")),
        *(head + row for row in ("7C,33,2/0,3/3,7/8,0/1", "7C,33,2/0,3/3,6/8,0/2")),
        head + "7C,33,2/0,3/3,7/8,0/7,7",
        f"{head}{right}\n4C,33\n4C,33",
        "auction,11,22,33,44\n7C pass pass pass pass 8C,2/0,3/3,7/8,0/2",
        head + right,
        f"{head}{right}\n{right}",
    ):
        scorer.send(late, table=table)
    scorer.send(late, table=head + right, record="1")
    scorer.send(late, table=head + right, record="1", key="7", revision="0")
    paper = scorer.open(f"/games/{number}/paper").form("/paper")
    scorer.send(paper, table=f"{head}{right}\n" + f"{right}\n" * 60, record="1")
    scorer.open(f"/games/{number}/print")
    scorer.answer(number, bid="7C", winner="1")
    scorer.send(scorer.open(f"/games/{number}/paper").form("/paper"), table=head + right)
    number = _begun(scorer, "bid-whist", {})
    empty = scorer.open(f"/games/{number}/paper").form("/paper")
    head = "bid,declarer,announced,tricks\n"
    for row in ("3L,22,7,9", "3L,22,,9", "3L,22,C,77", "3L,22,C,9"):
        scorer.send(empty, table=head + row)


def _evenings(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evenings: the list and the search, a new one, its words, its games moved, removed."""
    for asked in ("", "?text=11", "?text=77777", "?player=1&game=bid-whist&from=2026-01-01"):
        scorer.open(f"/sessions/{asked}")
    form = scorer.open("/sessions/new").form("/sessions/new")
    for wrong in ({"date": "7"}, {"date": "2026-03-06", "name": "7" * 99}):
        scorer.fill(form, wrong)
    page = scorer.fill(form, {"date": "2026-03-06", "name": "77"})
    scorer.fill(page.forms[0], {"date": "2026-03-07", "name": "77", "notes": "8\n9"})
    scorer.fill(page.forms[0], {"date": "", "name": "77", "notes": "8\n9"})
    scorer.open(f"/games/new?session={page.address.split('/')[2]}")
    with monkeypatch.context() as paged:
        paged.setattr(sessions, "PAGE", 1)
        for number in (1, 2):
            scorer.open(f"/sessions/?page={number}")
    scorer.open("/")
    scorer.post("/sessions/1/move", {"csrf_token": scorer.token()})
    scorer.post("/sessions/1/remove", {"csrf_token": scorer.token()})
    apart = scorer.send(scorer.open("/sessions/1/").form("/move"), games="1")
    scorer.send(apart.form("/move"), games="1", to="1")
    scorer.post(f"{page.address}remove", {"csrf_token": scorer.token()})


def _figures(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is counted of players: too little, enough, of two, of an evening, of a span of days."""
    with monkeypatch.context() as slow:
        slow.setattr(Counter, "refresh", lambda *_: 1)
        _whist(scorer, "11 22 33 55")
        scorer.open("/players/")
    passed = _whist(scorer, ending__goal="open")
    scorer.answer(passed, bid="pass")  # by other rules an exchange would follow
    scorer.hand(game=passed)
    scorer.send(scorer.open(f"/games/{passed}/more").form("/stop"))
    for contracts in ("9 2 3", *["0 2 3"] * 5):
        number = _whist(scorer, ending__goal="deals", ending__deals="1")
        scorer.hand(contracts, "2 3 8 0", game=number)
    for game in ("israeli-whist", "bid-whist"):
        for path in ("", "1/", "2/", "1/with/2/", "1/with/3/", "1/with/5/", "4/", "5/"):
            scorer.open(f"/players/{path}?game={game}")
    for asked in ("session=1", "first=2026-01-01&last=7", "first=1999-01-01&last=1999-01-02"):
        scorer.open(f"/players/?{asked}")
        scorer.open(f"/players/1/?{asked}")
    for asked in (
        "",
        "rules=scheme.elhanani",
        "rules=vax&game=israeli-whist",
        "rules=vax&first=1999-01-01&last=1999-01-02",
    ):
        scorer.open(f"/players/what-if?{asked}")
    with monkeypatch.context() as few:
        few.setattr("scorekeeper.web.figures.MOST_AGAIN", 1)
        scorer.open("/players/what-if?rules=scheme.elhanani")
        few.setattr("scorekeeper.web.figures.MOST_AGAIN", 2)
        scorer.open("/players/what-if?rules=scheme.elhanani")
    scorer.open("/sessions/1/print")


def _settings(scorer: Walker) -> None:
    """How pages look on this phone."""
    form = scorer.open("/settings/").form("/settings/")
    for answers in ({"theme": "7"}, {"theme": "contrast"}, {"suits": "four"}):
        scorer.fill(form, answers)


def _files(scorer: Walker) -> None:
    """A file looked into and brought in, and whatever can be wrong in one."""
    scorer.send(scorer.open("/data").form("/data/import"))
    text = scorer.client.get("/data/everything.json").text
    for content in (
        *("", "\udcff", "{}", '{"players": ["' + "7" * 9_000_000),
        text.replace('"players": ["11"', '"players": ["12"').replace(
            '"name": "11"', '"name": "12"'
        ),
        text.replace("[2, 3, 8, 0]", "[3, 2, 8, 0]"),
        text,
    ):
        scorer.upload(content)
    document = json.loads(text)
    for spoilt in _spoilt(document):
        scorer.upload(json.dumps(spoilt))
    for key, count in (("77", 1), ("88", 2)):
        for game in document["games"][:count]:
            game["rulebook"] = key
        document["games"] = document["games"][-1:] + document["games"][:-1]
    for game in document["games"][-5:]:
        game["key"] += "7"
        for number, entry in enumerate(game["entries"]):
            entry |= {"device": "", "key": f"7-{number}"}
    page = scorer.upload(json.dumps(document))
    scorer.send(page.forms[0])
    scorer.send(page.forms[0])
    newest = _whist(scorer)
    for game in range(newest - 5, newest):
        scorer.open(f"/games/{game}/history")


def _spoilt(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A document with one thing wrong in it, again and again."""
    text = json.dumps(document | {"games": document["games"][:1]})

    def changed(*path: str | int, to: Any) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(text)
        place: Any = copy
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to
        return copy

    game = ("games", 0)
    entry = (*game, "entries", 0)
    for place in (game, entry, ("players", 0), ("sessions", 0), ("table",)):
        yield changed(*place, to=7)
    for part in ("entries", "players", "rules", "ending"):
        yield changed(*game, part, to=7)
    yield changed("version", to=777)
    yield changed("format", to="7")
    yield changed("table", "name", to=7)
    for part in ("date", "name"):
        yield changed("sessions", 0, part, to=7)
    yield changed("sessions", 0, "date", to="7")
    yield changed("sessions", 0, "name", to=" 7 ")
    yield changed(*game, "key", to="7 7")
    yield changed(*game, "session", to="7")
    yield changed(*game, "players", to=["11", "22", "33", "77"])
    yield changed(*game, "players", to=["11", "22", "33", " "])
    yield changed(*game, "players", to=["11", "22", "33", 7])
    yield changed(*game, "players", to=["11", "11", "22", "33"])
    yield changed(*game, "players", to=["11", "22", "33"])
    yield changed(*game, "started", to="7")
    yield changed(*game, "first_dealer", to=7)
    yield changed(*game, "ending", "goal", to="schedule")
    for part, value in (("kind", "7"), ("device", "7 7"), ("fact", 7), ("deal", -1), ("deal", 7)):
        yield changed(*entry, part, to=value)
    yield changed(*entry, "fact", to={"bid": "4C", "winner": 1})
    yield changed(*entry, "fact", "more", to=7)
    for number, fact in enumerate(one["fact"] for one in document["games"][0]["entries"][:9]):
        if "seat" in fact:
            yield changed(*game, "entries", number, "fact", "seat", to=(fact["seat"] + 1) % 4)
    undone = json.loads(text)
    last = undone["games"][0]["entries"][-1]
    undone["games"][0]["entries"].append(last | {"key": "7", "kind": "undo", "deal": 7, "fact": {}})
    yield undone
    first = json.loads(text)
    first["games"][0]["entries"][1]["key"] = first["games"][0]["entries"][0]["key"]
    yield first
    twice = json.loads(text)
    twice["games"] *= 2
    yield twice


def _texts(value: Any) -> Iterator[str]:
    """Every text in what a look ahead says."""
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from _texts(one)
        case list():
            for one in value:
                yield from _texts(one)


def _failures(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in the machine."""
    scorer.post("/games/1/more")
    scorer.fill(scorer.open("/").form("/language"), {"language": "77"})
    scorer.send(scorer.open("/games/new").form("/new"), rules="7" * 300_000)
    form = scorer.open("/games/new").form("/new")
    for error in (*_troubles(), RuntimeError("7")):
        with monkeypatch.context() as broken:
            broken.setattr(kept_sessions, "newest", _raising(error))
            scorer.open("/")
            broken.setattr(games, "new_game", _raising(error))
            scorer.fill(form, _names() | {"start": "1"})


def _troubles() -> Iterator[Exception]:
    """What may be wrong with the score file."""
    yield from (FileGone("7"), Held("7"), UnusableFile("7"))
    for code in ("FULL", "READONLY", "CANTOPEN", "IOERR", "CORRUPT", "ERROR"):
        error = sqlite3.OperationalError("7")
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
        yield error


def _doors(app: Flask, store: Store, phones: list[Walker], monkeypatch: pytest.MonkeyPatch) -> None:
    """Links handed on, renewed and gone, and whoever is kept out."""
    scorer, watcher, stranger = phones
    links = new_links(store)
    for phone, role in ((watcher, Role.WATCH), (scorer, Role.SCORE)):
        phone.open(links[role])
        phone.open("/links")
    for done in ("new", "watch", "score"):
        scorer.send(scorer.open("/links").form("/links"), links=done)
    watching = new_links(store)[Role.WATCH]
    watcher.open(watching)
    with sqlite3.connect(store.path) as file:
        file.execute("delete from keys")
    file.close()
    for phone in (scorer, watcher):
        phone.open("/links")
    stranger.open_as("7.example")
    monkeypatch.setitem(app.config, KEYS, Limit(1, 77))
    for _ in range(2):
        stranger.open(watching)
    monkeypatch.setitem(app.config, WRITES, Limit(1, 77))
    for _ in range(2):
        stranger.post("/language")


def _flawed(scorer: Walker, fresh: Walker, store: Store) -> None:
    """A hand that does not fit the rules any more, in a file that came from elsewhere."""
    number = _begun(scorer, "israeli-whist", {"passes": "4"})
    scorer.hand(game=number)
    with sqlite3.connect(store.path) as file:
        low = '{"bid":"4C","winner":2}'
        file.execute("update entries set fact = ? where game_id = ? and number = 1", [low, number])
    file.close()
    fresh.open(new_link(store, Role.SCORE))
    for path in ("", "sheet", "hands/1/"):
        fresh.open(f"/games/{number}/{path}")


def _raising(error: Exception) -> object:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails


def _begun(scorer: Walker, game: str, rules: dict[str, str], target: str = "777") -> int:
    """The number of a new game with house rules of its own."""
    opened = scorer.send(scorer.open(f"/games/new?game={game}").form("/new"), change="1")
    form = opened.form("/new")
    own = {f"rules.{path}": value for path, value in rules.items()}
    agreed = {"dealer": "0", "ending.goal": "target", "ending.target": target, "start": "1"}
    return _number(scorer.fill(form, _names() | own | agreed))


def _team(scorer: Walker) -> int:
    """The number of a game of partners that was stopped, with bids made and too high."""
    number = _begun(scorer, "bid-whist", {}, target="15")
    for bid, winner, took in (
        *(("4H", "2", "12"), ("3H", "2", "10"), ("7H", "1", "8"), ("7H", "1", "9")),
        ("6H", "3", "13"),
    ):
        scorer.answer(number, bid=bid, winner=winner)
        scorer.answer(number, choice="S")
        scorer.answer(number, number=took)
        scorer.open(f"/games/{number}/board")
    scorer.send(scorer.open(f"/games/{number}/more").form("/stop"))
    return number


def _whist(scorer: Walker, names: str = NAMES, **answers: str) -> int:
    """The number of a new game of Israeli Whist, whatever was played last."""
    form = scorer.open("/games/new?game=israeli-whist").form("/new")
    seats = {f"names-{seat}": name for seat, name in enumerate(names.split())}
    agreed = {"dealer": "0", "start": "1", "rules": "pagat", "ending.goal": "target"}
    return _number(scorer.fill(form, seats | agreed | dashed(answers)))


def _number(begun: Page) -> int:
    return int(begun.address.split("/")[2])


def _names() -> dict[str, str]:
    return {f"names-{seat}": name for seat, name in enumerate(NAMES.split())}


def _tricks(taken: str) -> dict[str, str]:
    return {f"tricks_{side}": took for side, took in enumerate(taken.split())}
