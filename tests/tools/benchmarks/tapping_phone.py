"""Phone that taps at random and remembers which taps were answered, for the kills."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlencode

from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_document import game_document
from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.steps import Fact
from tests.ledger.season import answer_of

WRITERS, SLOTS = 6, 4  # two games have two writers each


LONGEST_GAME = 120  # entries


FORM = "application/x-www-form-urlencoded"


@dataclass
class Seen:
    """The results of a run."""

    kills: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    resent: int = 0
    known: int = 0  # how many of the repeated taps had been recorded
    twice: int = 0
    missing: int = 0
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Tap:
    """One request, which can be sent again unchanged; the file identifies it by its key."""

    path: str
    key: str
    fields: tuple[tuple[str, str], ...]
    what: str


class Writer:
    """A phone at one of the games, which remembers answered and unanswered taps."""

    def __init__(self, port: int, slots: list[int], number: int, seen: Seen) -> None:
        self.port, self.slots, self.slot = port, slots, number % SLOTS
        self.seen, self.luck = seen, random.Random(number)
        self.cookie = self.token = ""
        self.wire: http.client.HTTPConnection | None = None
        self.pending: Tap | None = None
        self.game = 0
        self.log: Log | None = None
        self.answered: dict[str, tuple[int, int | None]] = {}  # key: game, and its place there
        self.games: set[str] = set()

    def work(self, stop: threading.Event) -> None:
        """Write until the server is gone or there is enough."""
        try:
            self.connect()
            self._resend()
            while not stop.is_set():
                self._tap()
        except (OSError, http.client.HTTPException):
            return  # killed
        finally:
            if self.wire:
                self.wire.close()

    def connect(self) -> None:
        """Open a connection, and at first a page."""
        self.wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        if not self.token:
            page = self.ask("/games/new")
            self.token = str(re.findall(r'name="csrf_token" value="([^"]+)"', page)[0])

    def ask(self, path: str) -> str:
        """Return the text of a page."""
        return self._ask("GET", path)[1]

    def resend(self) -> None:
        """Send only the unanswered taps once more."""
        stop = threading.Event()
        stop.set()
        self.work(stop)

    def _resend(self) -> None:
        tap = self.pending
        self.log = None
        if tap is None:
            return
        known = self.send(tap)
        with self.seen.lock:
            self.seen.resent += 1
            self.seen.known += known

    def _tap(self) -> None:
        if self.luck.random() < 0.02:
            self.ask(self.luck.choice(("/sessions/", "/players/")))
        if self.log is None or self.game != self.slots[self.slot]:
            self._read()
        assert self.log is not None
        if not self.game or self.log.revision > LONGEST_GAME or self.log.game.over:
            self.begin()
            return
        choice = self._choose(self.log)
        if choice is None:
            return
        kind, deal, given, path, fields = choice
        try:
            entry = checked_entry(self.log, kind, deal, given)
        except EntryError:
            return
        key = new_key()
        carried = {"csrf_token": self.token, "key": key, "revision": str(self.log.revision)}
        if self.send(Tap(path, key, tuple((carried | fields).items()), kind.value)):
            self.log = self.log.after([entry])

    def _choose(self, log: Log) -> tuple[Kind, int | None, Fact, str, dict[str, str]] | None:
        """Return the next entry: its kind, hand, fact, address and form."""
        chance, base = self.luck.random(), f"/games/{self.game}"
        complete = [deal for deal in log.game.deals if deal.score is not None]
        if chance < 0.07 and log.done:
            return Kind.UNDO, None, {}, f"{base}/undo", {}
        if chance < 0.10 and log.undone:
            return Kind.REDO, None, {}, f"{base}/redo", {}
        if chance < 0.15 and complete:
            deal = self.luck.choice(complete)
            fines = [self.luck.choice((0, 0, 1)) for _ in range(4)]
            fields = {f"revokes-{seat}": str(fine) for seat, fine in enumerate(fines)}
            path = f"{base}/hands/{deal.number}/revokes"
            return Kind.REVOKES, deal.number, {"revokes": list(fines)}, path, fields
        if chance < 0.20 and complete:
            deal = self.luck.choice(complete)
            *first, last = deal.reading.trail
            fact = last.step.fact(last.step.parse(answer_of(last.step, self.luck)))
            wanted = [
                *((earlier.step.key, earlier.fact) for earlier in first),
                (last.step.key, fact),
            ]
            path = f"{base}/hands/{deal.number}/correct"
            fields = {"answers": json.dumps(wanted[:-1]), "question": last.step.key, **_form(fact)}
            facts = [dict(recorded) for _, recorded in wanted]
            return Kind.CORRECTION, deal.number, {"facts": list(facts)}, path, fields
        step = log.game.step
        if step is None:
            return None
        given = answer_of(step, self.luck)
        if isinstance(step, AuctionStep) and step.can_pass_out and self.luck.random() < 0.2:
            given = {"bid": "pass"}
        return Kind.ANSWER, None, given, f"{base}/answers", _form(given)

    def begin(self) -> None:
        key = new_key()
        form = {f"names-{seat}": f"Player {self.slot}{seat}" for seat in range(4)}
        form |= {"csrf_token": self.token, "key": key, "dealer": "0", "rules": "pagat"}
        form |= {"game": "israeli-whist", "ending.goal": "open", "start": "1"}
        self.send(Tap("/games/new", key, tuple(form.items()), "game"))

    def send(self, tap: Tap) -> bool:
        """Send a tap, remember it until it is answered, and return whether it is in the file."""
        self.pending = tap
        status, text, place = self._ask("POST", tap.path, urlencode(tap.fields))
        self.pending = None
        # a correction that another phone was faster with is asked on, or changes nothing any more
        idle = status == 303 and tap.what == Kind.CORRECTION.value and not self._has(tap)
        if status not in {200, 303} or idle:
            if status not in {303, 409, 422}:
                self.seen.faults.append(f"{tap.path}: {status} {text[:200]}")
            self.log = None
            return False
        with self.seen.lock:
            self.seen.answered += 1
            self.seen.sent[tap.what] += 1
        if tap.what == "game":
            self.games.add(tap.key)
            self.slots[self.slot] = int(re.findall(r"/games/(\d+)/", place)[0])
        else:
            game = int(tap.path.split("/")[2])
            revision = json.loads(text)["revision"] if status == 200 else None
            self.answered[tap.key] = game, revision
        return True

    def _read(self) -> None:
        """Read the present state of the game."""
        self.game = self.slots[self.slot]
        if not self.game:
            self.begin()
            self.game = self.slots[self.slot]
        document = game_document(json.loads(self.ask(f"/games/{self.game}/game.json"))["games"][0])
        self.log = Log.of(document.setup()).after([recorded.entry for recorded in document.entries])

    def _has(self, tap: Tap) -> bool:
        """Whether the game has the entry of a tap now."""
        document = json.loads(self.ask(f"{tap.path.partition('/hands/')[0]}/game.json"))["games"][0]
        return any(sent_key(entry["key"]) == tap.key for entry in document["entries"])

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        assert self.wire is not None
        headers = {"Cookie": self.cookie, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = FORM
        self.wire.request(method, path, body, headers)
        answer = self.wire.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, text, answer.getheader("Location") or ""


def sent_key(key: str) -> str:
    """Return the key that was sent for a stored one."""
    return key.rpartition("-")[0]


def _form(given: Fact) -> dict[str, str]:
    return {
        name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in given.items()
    }
