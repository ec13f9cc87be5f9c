"""A phone at the table: opens pages, reads their words and sends their forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.ledger.example import play
from tests.web.markup import Attributes, Markup

VOID = {"input", "link", "meta", "br", "col"}
UNSAID = {"head", "script", "style", "template"}


@dataclass
class Form:
    """A form of a page: its address, and its present values."""

    action: str
    method: str = "post"
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def __contains__(self, name: str) -> bool:
        return name in self.fields or any(name == button for button, _ in self.buttons)


class Reader(Markup):
    """Reads the words and the forms of a page."""

    def __init__(self, html: str) -> None:
        self.words: list[str] = []
        self.forms: list[Form] = []
        self._open: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            self._form = Form(given["action"], given.get("method", "get"))
            self.forms.append(self._form)
        elif self._form is not None:
            self._control(tag, given, self._form)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, f"</{tag}> closes another element"
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if not UNSAID & set(self._open):
            self.words.append(data)

    def _control(self, tag: str, given: Mapping[str, str], form: Form) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "button" and given.get("type") != "button" and "disabled" not in given:
            form.buttons.append((name, value))
        elif tag == "input" and (given.get("type") != "radio" or "checked" in given):
            form.fields[name] = value
        elif tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in given or self._select not in form.fields):
            form.fields[self._select] = value


@dataclass
class Page:
    """A parsed answer of the server."""

    status: int
    address: str
    html: str
    headers: Headers
    query: str = ""

    @property
    def words(self) -> str:
        """The text of the page, with single blanks."""
        return " ".join("".join(self._read.words).split())

    @property
    def forms(self) -> list[Form]:
        return self._read.forms

    @cached_property
    def _read(self) -> Reader:
        return Reader(self.html)

    @property
    def title(self) -> str:
        match = re.search(r"<title>(.*?)</title>", self.html, re.DOTALL)
        return " ".join(match[1].split()) if match else ""

    @property
    def problems(self) -> list[str]:
        """The error messages of the page, each once."""
        paragraphs = re.findall(r'<p class="problem"[^>]*>(.*?)</p>', self.html, re.DOTALL)
        return list(dict.fromkeys(_words(paragraph) for paragraph in paragraphs))

    @property
    def notices(self) -> list[str]:
        """The notices of the page, including offers."""
        elements = re.findall(
            r'<(p|div) class="notice" role="alert">(.*?)</\1>', self.html, re.DOTALL
        )
        return [_words(content) for _, content in elements]

    def form(self, end: str) -> Form:
        """The first form whose address ends so."""
        return next(form for form in self.forms if form.action.endswith(end))


class Phone:
    """A browser without JavaScript, on top of Flask's test client.

    It answers from the page after its last answer, unless something else was done since.
    """

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self._next: Page | None = None  # the page after the last answer

    @property
    def store(self) -> Store:
        """The score file that the phone's server writes."""
        store: Store = self.client.application.config["STORE"]
        return store

    def open(self, address: str, follow: bool = True) -> Page:
        self._next = None
        return self._page(self.client.get(address), follow)

    def post(
        self, address: str, fields: Mapping[str, str] | None = None, follow: bool = True
    ) -> Page:
        """Send fields as they are, without a form."""
        self._next = None
        return self._page(self.client.post(address, data=dict(fields or {})), follow)

    def send(self, form: Form, follow: bool = True, **answers: str) -> Page:
        """Send a form with some fields filled in or a button tapped."""
        return self.post(form.action, {**form.fields, **answers}, follow)

    def fill(self, form: Form, answers: Mapping[str, str]) -> Page:
        """Send a form with fields whose names are no words."""
        return self.post(form.action, {**form.fields, **answers})

    def press(self, form: Form, button: int = 0) -> Page:
        """Send a form with one of its buttons, by default the first."""
        return self.fill(form, dict([form.buttons[button]]))

    def token(self) -> str:
        """A CSRF token, from the form of a new game."""
        return self.open("/games/new").form("/new").fields["csrf_token"]

    def begin(
        self, names: str = "Anna Ben Chaim Dana", *, game: str = "", rules: str = "", **answers: str
    ) -> Page:
        """Begin a game, the first player dealing; single rules are those of the opened form."""
        address = f"/games/new?game={game}" if game else "/games/new"
        form = self.open(address).form("/games/new")
        preset = {"rules": rules} if rules else {}
        if any(name.startswith("rules__") for name in answers):
            form = self.fill(form, preset | {"change": "1"}).form("/games/new")
            preset = {}
        seats = {f"names-{seat}": name for seat, name in enumerate(names.split())}
        agreed = {"dealer": "0", "start": "1"} | preset | dashed(answers)
        self._next = self.fill(form, seats | agreed)
        return self._next

    def write_game(self, names: str = "Anna Ben Chaim Dana", *, preset: str = "pagat") -> int:
        """Write a game like that of `begin` into the score file; this takes a tenth of the time."""
        rules = ISRAELI_WHIST.preset(preset).rules
        setup = Setup(ISRAELI_WHIST, rules, Ending(), 4, SOUTH)
        return new_game(self.store, 1, new_key(), setup, names.split())

    def answer(self, game: int = 1, **answers: str) -> Page:
        """Answer the next question of a game."""
        self._next = self.fill(self.question(game), dashed(answers))
        return self._next

    def question(self, game: int = 1) -> Form:
        """The form of the next question of a game, from the current page if it is still valid."""
        address = f"/games/{game}/"
        shown = self._next
        if shown is None or shown.status != 200 or shown.address != address:
            return self.open(address).form("/answers")
        form = next((form for form in shown.forms if form.action.endswith("/answers")), None)
        if form is None or form.fields["revision"] != self._revision(game):
            return self.open(address).form("/answers")
        return replace(form, fields=dict(form.fields))

    def _revision(self, game: int) -> str:
        """The revision of a game in the score file: another phone may have recorded something."""
        query = "select count(*) from entries where game_id = ?"
        return str(self.store.db.execute(query, [game]).fetchone()[0])

    def hand(
        self, contracts: str = "0 2 3", tricks: str = "0 3 8 2", game: int = 1, bid: str = "7C 2"
    ) -> Page:
        """Record a whole hand; by default the worked example of pagat.com's German page."""
        won, winner = bid.split()
        taken = {f"tricks-{side}": took for side, took in enumerate(tricks.split())}
        contracting = [{"number": number} for number in contracts.split()]
        return self.answers(
            game, [{"bid": won, "winner": winner}, *contracting, *([taken] if taken else [])]
        )

    def write_hand(
        self, contracts: str = "0 2 3", tricks: str = "0 3 8 2", game: int = 1, bid: str = "7C 2"
    ) -> None:
        """Write a hand like that of `hand` into the score file."""
        won, winner = bid.split()
        contracting = [{"number": number} for number in contracts.split()]
        taken = [int(took) for took in tricks.split()]
        play(self.store, game, [{"bid": won, "winner": winner}, *contracting, {"tricks": taken}])

    def answers(self, game: int, answers: Sequence[Mapping[str, str]]) -> Page:
        """Answer one question after another, and open only the page after the last one."""
        form = self.question(game)
        key, revision = form.fields["key"], int(form.fields["revision"])
        for place, answer in enumerate(answers):
            carried = {"key": f"{key}{place}", "revision": str(revision + place)}
            sent = {"csrf_token": form.fields["csrf_token"]} | carried | dict(answer)
            last = place == len(answers) - 1
            page = self.post(form.action, sent, follow=last)
            assert last or page.status == 303, page.problems
        self._next = page
        return page

    def _page(self, response: TestResponse, follow: bool) -> Page:
        while follow and response.status_code == 303:
            response = self.client.get(urljoin(response.request.path, response.headers["Location"]))
        asked = urlsplit(response.request.url)
        text = _text(response)
        return Page(response.status_code, asked.path, text, response.headers, asked.query)


def _text(response: TestResponse) -> str:
    """The text of an answer; empty for a binary file."""
    kind = response.mimetype or ""
    is_text = kind.startswith("text/") or "json" in kind or "svg" in kind
    return response.text if is_text else ""


def dashed(answers: Mapping[str, str]) -> dict[str, str]:
    """Fields whose names Python cannot write: `tricks_0` is `tricks-0`, `a__b` is `a.b`."""
    return {
        name.replace("__", ".").replace("tricks_", "tricks-").replace("revokes_", "revokes-"): value
        for name, value in answers.items()
    }


def _words(html: str) -> str:
    return " ".join("".join(Reader(_balanced(html)).words).split())


def _balanced(html: str) -> str:
    return re.sub(r"</?(form|button)[^>]*>", " ", html)


def addresses(page: Page) -> Iterator[str]:
    """The targets of the links of a page."""
    return iter(re.findall(r'<a [^>]*href="([^"]+)"', page.html))
