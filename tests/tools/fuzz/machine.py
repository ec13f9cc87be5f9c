"""State machine of an evening: people play while random requests arrive.

State comes from valid play: games are begun, hands recorded, corrected, undone. Between these taps
come forms of real pages with changed values, requests to every route by every method, and files
that are sound, spoilt or of another kind.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)
from werkzeug.test import TestResponse

from scorekeeper.games.registry import own_game
from scorekeeper.ledger.game_list import game_ids
from tests.own_yaniv import YANIV
from tests.tools.fuzz import values
from tests.tools.fuzz.club import PHONES, Club, Seen, Sent, parts, quoted, routes
from tests.tools.fuzz.study import walk, wanted_fields
from tests.tools.fuzz.values import FORM, MULTIPART
from tests.web.phone import Form

UNLIMITED: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}
AT_ONCE = (5, 40)  # requests at random, one after another
GAMES = (
    ("israeli-whist", "pagat"),
    ("israeli-whist", "vax"),
    ("israeli-whist", "wikipedia"),
    ("bid-whist", "house"),
    ("tichu", "usual"),
    ("president", "two-one"),
    (own_game(YANIV).key, "usual"),
)
PAGES = ("", "?asking=1", "more", "sheet", "board", "story", "hands/1/", "pasted", "print")
FORMS = (
    *("/", "/games/new", "/sessions/1/", "/sessions/2/", "/sessions/new", "/settings/", "/data"),
    *("/sessions/", "/players/", "/advice/", "/practice/bid/7"),
)
ENDINGS = (
    {"ending.goal": "deals", "ending.deals": "4"},
    {"ending.goal": "target", "ending.target": "20"},
    {"ending.goal": "rules"},
    {"ending.goal": "open"},
)
LUCK = st.randoms(use_true_random=True)  # drawn by its seed, so that a step can be repeated
ODD_METHODS = ("PUT", "DELETE", "PATCH", "TRACE", "BREW", "get", "CONNECT")
PASTED = (
    "hand, dealer, bid, declarer, South, West, North, East\n1, South, 7C, North, 2/0, 3/3, 7/8, 0/2"
)


class Evening(RuleBasedStateMachine):
    """An evening; see the module. `seen` counts over all evenings."""

    seen: ClassVar[Seen] = Seen()

    def __init__(self) -> None:
        super().__init__()
        self.club = Club(self.seen)
        asked = routes(self.club.app)
        self.routes = asked + 3 * [route for route in asked if route[0] in {"GET", "POST"}]

    def teardown(self) -> None:
        """Check the facts, whatever was sent."""
        self.club.check()
        self.club.close()

    @initialize(luck=LUCK)
    def sit_down(self, luck: Random) -> None:
        """Begin two games at this table and one at the next, play hands, and undo an answer."""
        self.club.post("scorer", "/own-games/", {"text": YANIV, "add": "1"})
        for who in ("scorer", "neighbour"):
            self.club.begin(who, *GAMES[0], {"ending.goal": "deals", "ending.deals": "4"})
        self.club.begin("scorer", *luck.choice(GAMES[3:]), {})  # with its usual ending
        ids = game_ids(self.club.store, self.club.table.id)
        assert len(ids) == 2
        for game_id in ids:
            self._play(game_id, luck, luck.choice((0, 4, 6, 12)))
        self._play(ids[0], luck, 4)
        for act in ("undo", "redo"):
            self._enter(ids[0], act, {})

    @rule(game=st.sampled_from(GAMES), ending=st.sampled_from(ENDINGS))
    def begin(self, game: tuple[str, str], ending: dict[str, str]) -> None:
        self.club.begin("scorer", *game, ending)

    @rule(luck=LUCK, taps=st.integers(1, 12))
    def play(self, luck: Random, taps: int) -> None:
        """Answer the next questions of a game, with legal answers or nearly so."""
        self._play(self._game(luck), luck, taps)

    @rule(luck=LUCK, act=st.sampled_from(("undo", "undo", "redo", "stop", "rematch", "seat")))
    def act(self, luck: Random, act: str) -> None:
        """Undo, redo, stop, play again, or assign the phone to a player."""
        self._enter(self._game(luck), act, {"sits": "1"} if act == "seat" else {})

    @rule(luck=LUCK, who=st.sampled_from(PHONES), pages=st.integers(1, 4))
    def tap(self, luck: Random, who: str, pages: int) -> None:
        """Open pages and send one of the forms of each, with some fields changed."""
        for _ in range(pages):
            forms = self.club.forms(self._get(who, self._page(luck)))
            if forms:
                self._send(who, luck.choice(forms), luck)

    @rule(luck=LUCK, who=st.sampled_from(PHONES[:2]), requests=st.integers(*AT_ONCE))
    def anything(self, luck: Random, who: str, requests: int) -> None:
        """Ask any routes by any of their methods, with random input."""
        for _ in range(requests):
            self._ask_anything(who, luck)

    @rule(luck=LUCK, who=st.sampled_from(PHONES[2:]), requests=st.integers(*AT_ONCE))
    def anything_from_elsewhere(self, luck: Random, who: str, requests: int) -> None:
        """Do so as clients that may write less, or nothing."""
        for _ in range(requests // 4):
            self._ask_anything(who, luck)

    @rule(luck=LUCK, method=st.sampled_from(ODD_METHODS))
    def nowhere(self, luck: Random, method: str) -> None:
        """Ask an unknown address, and use an unknown method."""
        body, kind = values.body(luck, self.club.tokens["scorer"], ())
        self._get("scorer", f"/{quoted(values.word(luck))}")
        self.club.ask(Sent("scorer", method, self._page(luck), body, kind))

    @rule(luck=LUCK, source=st.sampled_from(("whole", "changed", "changed", "spoilt", "other")))
    def bring_in(self, luck: Random, source: str) -> None:
        """Import an export of this table or another one, sound or spoilt."""
        who = luck.choice(("scorer", "neighbour"))
        whole = self._get(luck.choice(("scorer", "neighbour")), "/data/everything.json")
        document = whole.get_data()
        match source:
            case "changed":
                document = values.changed(luck, document)
            case "spoilt":
                document = values.spoilt(luck, document)
            case "other":
                document = luck.choice(_others())
        token = [("csrf_token", self.club.tokens[who])]
        body = values.multipart(token, document, luck.choice(("a.json", "a.json", "", "../x")))
        page = self.club.ask(Sent(who, "POST", "/data/import", body, MULTIPART))
        for form in self.club.forms(page):
            if "/data/import/" in form.action:
                self._send(who, form, luck)

    @rule(luck=LUCK)
    def paste(self, luck: Random) -> None:
        """Paste hands, and record them if all are right."""
        table = PASTED
        if luck.random() < 0.7:
            table = values.spoilt(luck, PASTED.encode()).decode("utf-8", "surrogateescape")
        record = {"record": "1"} if luck.random() < 0.5 else {}
        self._enter(self._game(luck), "pasted", {"table": table} | record)

    @rule(luck=LUCK)
    def correct(self, luck: Random) -> None:
        """Correct an answer of a hand and those that depend on it, and fine a revoke in it."""
        game_id = self._game(luck)
        record = self.club.store.game(self.club.table.id, game_id)
        hand = f"hands/{luck.randrange(len(record.game.deals) + 1)}"
        asked = luck.choice(("contract-0", "contract-2", "tricks", "auction-0-0", "hand"))
        page = self._get("scorer", f"/games/{game_id}/{hand}/correct?question={asked}")
        for _ in range(4):
            forms = [form for form in self.club.forms(page) if form.action.endswith("correct")]
            if not forms:
                break
            page = self._send("scorer", luck.choice(forms), luck)
            if page.status_code == 303:
                page = self._get("scorer", page.headers["Location"])
        fined = luck.choice(("0", "1", "2", values.word(luck)))
        self._enter(game_id, f"{hand}/revokes", {"revokes-0": fined})
        self._enter(
            game_id, luck.choice((f"{hand}/note", "result/note")), {"note": values.word(luck)}
        )

    @rule(luck=LUCK)
    def put_right(self, luck: Random) -> None:
        """Look at another agreement, or a hand to be put in or taken out, and record it."""
        game_id = self._game(luck)
        record = self.club.store.game(self.club.table.id, game_id)
        hand = luck.randrange(len(record.game.deals) + 2)
        asked = luck.choice(
            (
                f"amend/start?start-{luck.randrange(4)}={luck.choice((7, -60, values.word(luck)))}",
                f"amend/rules?rules={luck.choice(('vax', 'wikipedia', 'own'))}&hand={hand}",
                f"amend/ending?ending.goal={luck.choice(('target', 'deals', 'open'))}",
                f"amend/order?order=0,1,2,3&swap={luck.randrange(5)}&hand={hand}",
                f"hands/{hand}/insert",
                f"hands/{hand}/take-out",
                f"hands/{hand}/dealer?dealer={luck.randrange(5)}",
            )
        )
        page = self._get("scorer", f"/games/{game_id}/{asked}")
        for _ in range(7):
            forms = [form for form in self.club.forms(page) if "key" in form.fields]
            if not forms:
                break
            page = self._send("scorer", forms[0], luck)
            if page.status_code == 303:
                page = self._get("scorer", page.headers["Location"])

    @rule(luck=LUCK)
    def enter_an_evening(self, luck: Random) -> None:
        """Enter a past evening, open it, and remove it again."""
        form = {"date": luck.choice(values.WHEN), "name": values.word(luck), "key": "evening"}
        page = self.club.post("scorer", "/sessions/new", form)
        if page.status_code == 303:
            place = page.headers["Location"]
            for end in ("", "print", "evening.csv"):
                self._get("scorer", place + end)
            self.club.post("scorer", f"{place}remove", {})

    def _play(self, game_id: int, luck: Random, taps: int) -> None:
        for _ in range(taps):
            step = self.club.store.game(self.club.table.id, game_id).game.step
            if step is None:
                return
            self._enter(game_id, "answers", values.fitting(luck, step))

    def _game(self, luck: Random) -> int:
        """Return a game of this table; a new one if all have been removed."""
        if not (ids := game_ids(self.club.store, self.club.table.id, 5)):
            self.club.begin("scorer", *GAMES[0], ENDINGS[0])
            ids = game_ids(self.club.store, self.club.table.id, 5)
        return luck.choice(ids)

    def _enter(self, game_id: int, act: str, fields: dict[str, str]) -> None:
        """Send an entry with the fields that every entry has."""
        revision = str(self.club.store.revision(self.club.table.id, game_id))
        carried = {"key": f"key-{self.seen.requests}", "revision": revision}
        self.club.post("scorer", f"/games/{game_id}/{act}", carried | fields)

    def _page(self, luck: Random) -> str:
        """Return a page with forms."""
        if luck.random() < 0.3:
            return luck.choice(FORMS)
        return f"/games/{self._game(luck)}/{luck.choice(PAGES)}"

    def _ask_anything(self, who: str, luck: Random) -> None:
        method, pattern = luck.choice(self.routes)
        path = self._address(pattern, luck)
        wanted = wanted_fields().get(pattern, ())
        if luck.random() < 0.6:
            path += f"?{values.encoded(values.fields(luck, wanted)).decode()}"
        body, kind = b"", None
        if method == "POST":
            body, kind = values.body(luck, self.club.tokens[who], wanted)
        self.club.ask(Sent(who, method, path, body, kind, tuple(values.headers(luck))))

    def _address(self, pattern: str, luck: Random) -> str:
        """Return an address of a route, with likely or absurd arguments."""
        pieces = ""
        for text, choices in parts(pattern):
            chosen = luck.choice(choices) if choices and luck.random() < 0.8 else values.word(luck)
            pieces += quoted(chosen) if choices else text
        return "/" + pieces

    def _send(self, who: str, form: Form, luck: Random) -> TestResponse:
        """Send a form of a page, with one of its buttons and some fields changed."""
        pairs = list(form.fields.items())
        if form.buttons:
            name, value = luck.choice(form.buttons)
            pairs += [(name, value)] if name else []
        for _ in range(luck.choice((0, 0, 1, 1, 2))):
            index = luck.randrange(len(pairs) + 1)
            name = pairs[index][0] if index < len(pairs) else luck.choice(values.NAMES)
            pairs.insert(index, (name, values.word(luck)))  # the first of a name counts
        if form.method.lower() == "get":
            return self._get(who, f"{form.action}?{values.encoded(pairs).decode()}")
        return self.club.ask(Sent(who, "POST", form.action, values.encoded(pairs), FORM))

    def _get(self, who: str, path: str) -> TestResponse:
        return self.club.ask(Sent(who, "GET", path))


def missed_routes(evenings: settings, requests: int = 1) -> list[str]:
    """Play evenings until `requests` more were sent, then walk; return the routes never asked."""
    begun, wanted = time.monotonic(), Evening.seen.requests + requests
    while Evening.seen.requests < wanted:
        run_state_machine_as_test(Evening, settings=settings(evenings, **UNLIMITED))
        print(f"{Evening.seen.requests:,} requests, {time.monotonic() - begun:.0f} s", flush=True)
    club = Club(Evening.seen)
    walk(club)
    missed = Evening.seen.missed(club.app)
    club.close()
    return missed


def _others() -> list[bytes]:
    """Return files of other kinds: tables, pictures, a score file, meaningless JSON."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "other.db"
        connection = sqlite3.connect(path)
        connection.execute("create table games (id)")
        connection.commit()
        connection.close()
        database = path.read_bytes()
    text = "name,points\nAnna,7\n"
    return [
        database,
        database[:100],
        text.encode(),
        text.encode("utf-16"),
        b"\x89PNG\r\n\x1a\n" + bytes(40),
        *(deep.encode() for deep in values.DEEP),
        b'{"format":"scorekeeper","version":1,"games":[{}]}',
    ]
