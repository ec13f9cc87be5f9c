"""A walk past every page of the score keeper, in every state that looks different."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.games.registry import own_game
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests.browser.conftest import PHONE, NewContext, Server
from tests.deep import DEEP
from tests.doors import UNLIMITED, new_link
from tests.own_yaniv import YANIV
from tests.web.phone import Phone

T = TypeVar("T")
LANGUAGES = ("en", "he", "de")
NAMES = "Maximiliane Bartholomäus Anna-Katharina Jo"
NOTE = (
    "The last game in the old house, “with the good cards”: Donaudampfschifffahrtsgesellschaft. "
    + "W" * 29
)
RESULTS = "Datum;Maximiliane;Bartholomäus;Anna-Katharina;Jo\n1.2.1999;310;-20;95;120\n"
STAKES = """Datum;Maximiliane;Bartholomäus;Anna-Katharina;Jo;Topf
1.2.1999;310;-20;95;120;5
2.2.1999;31;20;195;220;5"""

# addresses without a page: files, bare numbers, and redirects
NO_PAGES = {
    *(
        "assets.file",
        "offline.worker",
        "offline.manifest",
        "health.show",
        "polling.revision",
        "table.ahead",
        "screen.screen_revision",
    ),
    *(
        "share.text",
        "share.picture",
        "season.season_file",
        "season.review_picture",
        "exports.everything",
        "own_games.download",
        "exports.session",
        "exports.game",
    ),
    *("printing.game_pdf", "printing.any_pdf", "sessions.print_pdf"),
    *(
        "table.redirect_reload",
        "hand.redirect_reload",
        "standings.redirect_reload",
        "sessions.redirect_reload",
        "imports.redirect_reload",
    ),
    *(
        "people.redirect_reload",
        "links.redirect_reload",
        "practice_record.redirect_reload",
        "import_undo.redirect_act_reload",
    ),
}

SEND = """async ([selector, fields]) => {
  const form = document.querySelector(selector);
  for (const [name, value] of Object.entries(fields)) {
    const chooser = form.querySelector(`[name="${name}"][type=file]`);
    if (chooser) {
      const chosen = new DataTransfer();
      chosen.items.add(new File([await (await fetch(value)).text()], "scores.json"));
      chooser.files = chosen.files;
      continue;
    }
    for (const old of form.querySelectorAll(`[name="${name}"]`)) old.disabled = true;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  form.submit();
}"""
UNASKED: dict[str, Any] = {
    "reduced_motion": "no-preference",
    "contrast": "no-preference",
    "forced_colors": "none",
}
UNFOLD = "document.querySelectorAll('details').forEach(fold => { fold.open = true })"


@dataclass(frozen=True, slots=True)
class Stop:
    """A page in a state.

    path    its address, for one of `who`: scorer, player (a scorer with a claimed seat),
            watcher, stranger, or the first on a fresh file
    shows   an element that is there in this state and in no other
    sends   the values sent by the form of the page to reach the state, without scripts; a file
            is the content of an address
    after   addresses that are opened first
    """

    path: str
    shows: str
    who: str = "scorer"
    sends: Mapping[str, str] = field(default_factory=dict)
    form: str = "main form"
    after: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.who}: {self.path} {self.shows}"


PAPER = """hand,dealer,bid,declarer,Maximiliane,Bartholomäus,Anna-Katharina,Jo
7,Anna-Katharina,7♣,Anna-Katharina,2/0,3/3,7/8,0/2"""
OWN_GAME = f"/own-games/{own_game(YANIV).key}"
POINTS = "Maximiliane,Bartholomäus,Anna-Katharina,Jo\n13,19,-10,-40"

PRACTISED = tuple(
    f"/practice/{each}&game=israeli-whist" for each in ("contract/7?choice=5", "bid/7?choice=pass")
)

WALK = (
    Stop("/", ".welcome .welcome__suits", "first"),
    Stop("/", ".go-on"),
    Stop("/", ".games"),
    Stop("/games/new?game=israeli-whist", ".offers"),
    Stop("/games/new?game=bid-whist", "[data-name-of='names-2']"),
    Stop("/games/new?game=israeli-whist", ".notes", sends={"change": "1"}),
    Stop(
        "/games/new?game=israeli-whist",
        "[aria-invalid=true]",
        sends={"start": "1", "names-0": "Jo"},
    ),
    Stop("/games/1/", ".result"),
    Stop("/games/1/?record=calls", "[name=call]"),
    Stop("/games/1/?record=result", "[name=winner]"),
    Stop("/games/1/sheet", ".sheet"),
    Stop("/games/1/board", ".board"),
    Stop("/games/1/story", ".past"),
    Stop("/games/1/history", ".acts"),
    Stop("/games/1/what-if", ".what-if"),
    Stop("/games/1/what-if?rules=wikipedia", ".versus"),
    Stop("/games/1/pasted", ".input--table"),
    Stop("/games/1/pasted", ".problem", sends={"table": PAPER.replace("3/3", "4/3")}),
    Stop("/games/1/pasted", "[name=record]", sends={"table": PAPER}),
    Stop("/games/1/pasted", ".pick", sends={"table": POINTS}),
    Stop("/games/1/partial", "main form"),
    Stop("/games/1/print", ".paper"),
    Stop("/print", ".paper"),
    Stop("/sessions/", ".evening"),
    Stop("/sessions/?text=nothing-of-that-name", ".quiet"),
    Stop("/sessions/new", "#date"),
    Stop("/sessions/new", ".problem", sends={"date": "yesterday"}),
    Stop("/sessions/1/", ".games"),
    Stop("/sessions/1/", ".problem", sends={"date": "yesterday"}),
    Stop("/sessions/1/print", ".paper"),
    Stop("/players/", ".figures"),
    Stop("/players/1/", ".figures"),
    Stop("/players/1/with/2/", ".figures"),
    Stop("/players/1/name", "form"),
    Stop("/players/1/merge?with=2", ".problem"),
    Stop("/players/season", "main"),
    Stop("/players/season?game=all&by=place-points&points=x", ".problem"),
    Stop(f"/players/year/{date.today().year}", "main"),
    Stop("/players/what-if", "main"),
    Stop("/data", "[type=file]"),
    Stop("/data", ".problem", sends={"file": "/manifest.webmanifest"}),
    Stop("/data/results/", ".input--table"),
    Stop("/data/results/", ".problem", sends={"table": RESULTS.replace("310", "many")}),
    Stop("/data/results/", "[name=record]", sends={"table": RESULTS}),
    Stop("/data/results/", ".columns #column-5", sends={"table": STAKES}),
    Stop("/own-games/", "#text"),
    Stop("/own-games/", ".problem", sends={"text": "name = “Yaniv”"}),
    Stop("/own-games/", "[name=add]", sends={"text": YANIV.replace("My", "Our")}),
    Stop(OWN_GAME, "[name=remove]"),
    Stop(OWN_GAME, ".trail", "watcher"),
    Stop("/data/imported/2", ".facts"),
    Stop("/data", ".facts", sends={"file": "/data/everything.json"}),
    Stop("/games/1/players", ".fold"),
    Stop("/games/1/screen", ".room"),
    Stop("/screen", ".room"),
    Stop("/games/1/more", "[name=dealer]"),
    Stop("/games/1/hands/2/", ".trail"),
    Stop("/games/1/hands/2/take-out", ".trail"),
    Stop("/games/1/hands/2/dealer", "[name=dealer]"),
    Stop("/games/1/hands/2/dealer?dealer=0", "#preview, .problem"),
    Stop("/games/1/hands/2/insert", "[name=bid]"),
    Stop("/games/1/amend/hands", ".question a.button--wide"),
    Stop("/games/1/amend/twice", ".question a.button--wide"),
    Stop("/games/1/amend/start", "[name=start-0]"),
    Stop("/games/1/amend/start?start-0=1000000", ".problem"),
    Stop("/games/1/amend/start?start-0=46&start-1=-10", "#preview"),
    Stop("/games/1/amend/rules", ".offers"),
    Stop("/games/1/amend/rules?rules=vax&hand=1", ".problem, #preview"),
    Stop("/games/1/amend/ending?ending.goal=target&ending.target=500", "#preview"),
    Stop("/games/1/amend/order?order=0,2,1,3&hand=1", "#preview"),
    Stop("/games/1/hands/2/", ".problem", sends={"revokes-0": "-1"}, form="#revokes form"),
    Stop("/games/1/hands/2/", ".problem", sends={"note": "Ah " * 50}, form="#note form"),
    Stop("/games/1/hands/2/correct?question=tricks", ".tricks"),
    Stop("/games/1/hands/2/correct?question=contract-1", ".tile--chosen"),
    Stop("/games/1/hands/2/correct?question=auction-0-0", "[name=bid]:checked"),
    Stop("/games/2/", ".tile--barred"),
    Stop("/games/2/", ".problem", sends={"number": "4"}, form="form.question"),
    Stop("/games/2/", ".notice form", sends={"number": "3", "revision": "2"}, form="form.question"),
    Stop("/games/3/", "[data-tricks]"),
    Stop("/games/3/", "[aria-invalid=true]", sends={"tricks-0": "99"}, form="form.question"),
    Stop("/games/4/", ".winner"),
    Stop("/games/8/", ".tile--tall"),
    Stop("/games/8/screen", ".room .time-left"),
    Stop("/games/9/", ".numbers"),
    Stop("/games/10/", "[data-entered-before]"),
    Stop("/games/10/", ".player__fined", "watcher"),
    Stop("/games/11/?record=result", ".tile--chosen input"),
    Stop("/games/5/", ".calls"),
    Stop("/games/6/", ".result__standing"),
    Stop("/games/7/", ".notice"),
    Stop("/advice/", ".hidden-now"),
    Stop("/advice/?game=israeli-whist&hand=AKQ54.T98.765.3", ".choose-cards", "first"),
    Stop("/advice/?game=israeli-whist&hand=AKQ54.T98.765.32&ask=bid", ".advised", "first"),
    Stop(
        "/advice/?game=israeli-whist&hand=AKQ54.T98.765.32&ask=contract&bid=6H&declarer=1",
        ".problem",
        "first",
    ),
    Stop("/advice/?game=oh-hell", ".choose-cards", "first"),
    Stop("/advice/?game=oh-hell&hand=AK.2..&ask=contract&players=7", ".said-before", "first"),
    Stop("/advice/?game=oh-hell&hand=AK.2..&ask=contract&up=D5", ".advised", "first"),
    Stop("/practice/?game=israeli-whist", ".choose-cards__ways", "first"),
    Stop("/practice/bid/7?game=israeli-whist", ".practice .bids", "first"),
    Stop("/practice/contract/7?game=wizard", ".practice__numbers", "first"),
    Stop("/practice/card/3?game=hearts", ".practice__card", "first"),
    Stop("/practice/card/3?game=hearts&choice=SA", ".choice--own", "first"),
    Stop("/practice/bid/7?game=israeli-whist&choice=pass", ".choice--own", "first"),
    Stop("/practice/?game=israeli-whist", ".chart", "first", after=PRACTISED),
    Stop("/help", ".guide"),
    Stop("/settings/", ".settings"),
    Stop("/settings/", ".problem", sends={"theme": "sepia"}),
    Stop("/nope", ".welcome"),
    Stop("/games/2/more", ".waiting", "player", {"sits": "0"}, "form.seated"),
    Stop("/games/2/more", ".your-turn", "player", {"sits": "1"}, "form.seated"),
    Stop("/games/3/more", ".your-turn--shared", "player", {"sits": "0"}, "form.seated"),
    Stop("/", ".go-on", "watcher"),
    Stop("/games/2/", ".question__title", "watcher"),
    Stop("/games/1/more", "#rules", "watcher"),
    Stop("/games/new", ".welcome", "watcher"),
    Stop("/", ".welcome", "stranger"),
    Stop("/join/no-such-key", ".welcome", "stranger"),
    Stop("/join", ".problem", "stranger", sends={"code": "1234"}),
    Stop("/links", ".invitation"),
    Stop("/links", ".spoken__digits", sends={"links": "code-score"}),
    Stop("/links?done=score", ".notice"),
    Stop("/links/journal", "main"),
    Stop("/links", ".invitation", "watcher"),
    Stop("/settings/", ".settings", "stranger"),
)


def in_turn(language: str, pages: Sequence[T]) -> Sequence[T]:
    """The pages to check in a language: every third, or all of them in `make deep`."""
    return pages if DEEP else pages[LANGUAGES.index(language) :: len(LANGUAGES)]


def shares(pages: Sequence[T]) -> list[tuple[str, Sequence[T]]]:
    """Each language with the pages to check in it, a third of them each: items for the workers."""
    thirds = [pages[part :: len(LANGUAGES)] for part in range(len(LANGUAGES))]
    return [*product(LANGUAGES, thirds)] if DEEP else [*zip(LANGUAGES, thirds, strict=True)]


def fill(path: Path) -> Flask:
    """Write games into a score file, each as far as one of the stops needs it."""
    store = Store.open(path)
    app = create_app(store)
    app.config[WRITES] = UNLIMITED
    phone = Phone(app.test_client())
    phone.open(new_link(store, Role.SCORE))
    phone.begin(NAMES)
    for number in range(6):
        phone.hand(tricks="0 3 8 2" if number % 2 else "2 3 7 1")
    for hand in (2, 5):
        phone.send(phone.open(f"/games/1/hands/{hand}/").form("/note"), note=NOTE[: 40 * hand])
    phone.begin(NAMES)
    phone.hand(contracts="2 0", tricks="", game=2)
    phone.begin(NAMES)
    phone.hand(contracts="0 2 3", tricks="", game=3)
    phone.begin(NAMES, ending__target="10")
    phone.hand(game=4)
    phone.send(phone.open("/games/4/").form("/note"), note=NOTE)
    phone.begin(NAMES, rules="pagat")
    for seat, call in enumerate(("pass", "5H", "6C")):
        phone.answer(5, call=call, seat=str(seat))
    phone.begin(NAMES, ending__target="30", rules="pagat")
    phone.hand(bid="5S 1", contracts="5 1 1", tricks="3 5 5 0", game=6)
    phone.begin(NAMES, rules="vax")
    phone.answer(7, bid="pass")
    for game in (8, 9):
        _begin(phone, "bid-whist")
        phone.answer(game, bid="4H", winner="1")
    phone.answer(9, choice="H")
    _begin(phone, "israeli-whist")
    phone.hand(game=10)
    phone.send(phone.open("/games/10/").form("/undo"))
    phone.fill(phone.open("/games/10/hands/1/").form("/revokes"), {"revokes-1": "2"})
    _begin(phone, "israeli-whist")
    phone.answer(11, bid="7C", winner="2")
    phone.send(phone.open("/games/11/").form("/undo"))
    form = phone.open("/data/results/").form("/data/results/")
    table = {"table": RESULTS.replace("1.2.", "1.1.")}
    seen = phone.fill(form, table)
    phone.fill(seen.form("/data/results/"), table | {"record": "1"})
    phone.fill(phone.open("/own-games/").form("/own-games/"), {"text": YANIV, "add": "1"})
    return app


def _begin(phone: Phone, game: str) -> None:
    form = phone.open(f"/games/new?game={game}").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(NAMES.split())}
    by_clock = {"ending.goal": "minutes", "ending.minutes": "719"} if game == "bid-whist" else {}
    phone.fill(form, {"dealer": "0"} | names | by_clock)


class Walkers:
    """Phones with a link for scoring or for watching, and with none; and one of a fresh file.

    Each is opened when the first page is asked of it.
    """

    def __init__(
        self,
        new_context: NewContext,
        filled: Server,
        fresh: Server,
        language: str = LANGUAGES[0],
    ) -> None:
        self.new_context, self.language = new_context, language
        self.pages: dict[str, Page] = {}
        scoring, watching = (_links(filled)[place] for place in (0, -1))
        self.doors = {
            "scorer": (filled, scoring),
            "player": (filled, scoring),
            "watcher": (filled, watching),
            "stranger": (filled, ""),
            "first": (fresh, _links(fresh)[0]),
        }

    def _page(self, who: str) -> Page:
        if who not in self.pages:
            self.pages[who] = self.new_context(locale=self.language).new_page()
            if link := self.doors[who][1]:
                self.pages[who].goto(link)
        return self.pages[who]

    def past(self, stops: Sequence[Stop] = WALK) -> Iterator[tuple[Stop, Page]]:
        """Yield the page of each stop in turn, in its state, with everything unfolded.

        Window and media are a usual phone's again.
        """
        for stop in stops:
            page = self._page(stop.who)
            page.set_viewport_size(PHONE)
            page.emulate_media(color_scheme="light", **UNASKED)
            for path in (*stop.after, stop.path):
                page.goto(self.doors[stop.who][0].address + path)
            if stop.sends:
                with page.expect_navigation():
                    page.evaluate(SEND, [stop.form, dict(stop.sends)])
            expect(page.locator(stop.shows).first, f"{stop} at {page.url}").to_be_attached()
            page.evaluate(UNFOLD)
            yield stop, page


def _links(server: Server) -> list[str]:
    return [word for word in server.output.split() if "/join/" in word]
