"""Access of every role to every address by every method.

Nobody has no link; the watcher has one for watching; the other scores at another table of the same
score keeper; the scorer scores here. Each sends requests that would write if they were allowed: the
fields of every form, with a valid CSRF token of the sender. Run with `make walk`.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.games.registry import own_game
from scorekeeper.ledger import own_games, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import KEYS, WRITES
from tests.doors import UNLIMITED, new_links, session_of
from tests.own_yaniv import YANIV
from tests.web.phone import Phone

METHODS = (  # the three that read first
    *("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"),
)
READING = {"GET", "HEAD", "OPTIONS"}
ACCEPTED = ("text/html", "application/json")  # as a page asks, and as the queue of a page does
WHO = ("nobody", "watcher", "other", "scorer")
NAMES = "Zwetschge Quitte Mirabelle Schlehe"  # words that occur on no page otherwise
SCOPED = {"game_id", "session_id", "player_id"}

DOOR, OWN, PAGE, SCORING, ONWARD = "door", "own", "page", "scoring", "onward"

# What each address is: open to all; the phone's own cookie; a page of the table for all who have a
# link; for those who score; or, for the address of a form, a way on to another page by GET, while
# its POST is for those who score.
KINDS = {
    "/": PAGE,
    "/advice/": PAGE,
    "/data": SCORING,
    "/data/everything.<any(json, csv):form>": SCORING,
    "/data/import": SCORING,
    "/data/import/<token>": SCORING,
    "/data/imported/<int:number>": SCORING,
    "/data/imports/<any('remove', 'bring-back'):act>": SCORING,
    "/data/imports/bring-back": SCORING,
    "/data/imports/remove": SCORING,
    "/data/results/": SCORING,
    "/games/<int:game_id>/": PAGE,
    "/games/<int:game_id>/"
    "<any(answers, choice, undo, redo, stop, dealer, seat, remove):act>": ONWARD,
    "/games/<int:game_id>/<any(undo, redo, stop, dealer):act>": SCORING,
    "/games/<int:game_id>/ahead": SCORING,
    "/games/<int:game_id>/amend/<any(start, rules, ending, order, comes, leaves):act>": SCORING,
    "/games/<int:game_id>/amend/hands": SCORING,
    "/games/<int:game_id>/amend/twice": SCORING,
    "/games/<int:game_id>/answers": SCORING,
    "/games/<int:game_id>/choice": SCORING,
    "/games/<int:game_id>/board": PAGE,
    "/games/<int:game_id>/bring-back": SCORING,
    "/games/<int:game_id>/chances": ONWARD,
    "/games/<int:game_id>/game.<any(json, csv):form>": SCORING,
    "/games/<int:game_id>/hands/<int:number>/": PAGE,
    "/games/<int:game_id>/hands/<int:number>/correct": SCORING,
    "/games/<int:game_id>/hands/<int:number>/dealer": SCORING,
    "/games/<int:game_id>/hands/<int:number>/insert": SCORING,
    "/games/<int:game_id>/hands/<int:number>/<any(revokes, note):act>": ONWARD,
    "/games/<int:game_id>/hands/<int:number>/take-out": SCORING,
    "/games/<int:game_id>/history": PAGE,
    "/games/<int:game_id>/more": PAGE,
    "/games/<int:game_id>/pasted": SCORING,
    "/games/<int:game_id>/partial": SCORING,
    "/games/<int:game_id>/players": SCORING,
    "/games/<int:game_id>/print": PAGE,
    "/games/<int:game_id>/print.pdf": PAGE,
    "/games/<int:game_id>/rematch": SCORING,
    "/games/<int:game_id>/remove": SCORING,
    "/games/<int:game_id>/result/<any(note):act>": ONWARD,
    "/games/<int:game_id>/result/note": SCORING,
    "/games/<int:game_id>/result.svg": PAGE,
    "/games/<int:game_id>/result.txt": PAGE,
    "/games/<int:game_id>/revision": PAGE,
    "/games/<int:game_id>/screen": PAGE,
    "/games/<int:game_id>/seat": SCORING,
    "/games/<int:game_id>/sheet": PAGE,
    "/games/<int:game_id>/story": PAGE,
    "/games/<int:game_id>/what-if": PAGE,
    "/games/new": SCORING,
    "/health": DOOR,
    "/help": PAGE,
    "/join": DOOR,
    "/join/<key>": DOOR,
    "/language": OWN,
    "/links": PAGE,
    "/links/journal": SCORING,
    "/links/phones": ONWARD,
    "/manifest.webmanifest": DOOR,
    "/own-games/": SCORING,
    "/own-games/<key>": PAGE,
    "/own-games/<key>.toml": PAGE,
    "/players/": PAGE,
    "/practice/": PAGE,
    "/practice/<any(bid, contract, card):practice>/<int(max=999999):deal>": PAGE,
    "/practice/record/": OWN,
    "/players/<int:player_id>/": PAGE,
    "/players/<int:player_id>/merge": SCORING,
    "/players/<int:player_id>/name": SCORING,
    "/players/<int:player_id>/separate": ONWARD,
    "/players/<int:player_id>/with/<int:other_id>/": PAGE,
    "/players/season": PAGE,
    "/players/season.<any(json, csv):form>": PAGE,
    "/players/what-if": PAGE,
    "/players/year/<int(min=1900, max=9999):year>": PAGE,
    "/players/year/<int(min=1900, max=9999):year>.svg": PAGE,
    "/print": PAGE,
    "/print.pdf": PAGE,
    "/screen": PAGE,
    "/screen/revision": PAGE,
    "/sessions/": PAGE,
    "/sessions/<int:session_id>/": PAGE,
    "/sessions/<int:session_id>/evening.<any(json, csv):form>": SCORING,
    "/sessions/<int:session_id>/move": ONWARD,
    "/sessions/<int:session_id>/print": PAGE,
    "/sessions/<int:session_id>/print.pdf": PAGE,
    "/sessions/<int:session_id>/remove": ONWARD,
    "/sessions/new": SCORING,
    "/settings/": OWN,
    "/static/<version>/<path:name>": DOOR,
    "/sw.js": DOOR,
}
VALUES: dict[str, tuple[object, ...]] = {
    "game_id": (1,),
    "session_id": (1,),
    "player_id": (1,),
    "other_id": (2,),
    "number": (1,),
    "token": ("no-such-token",),
    "key": (own_game(YANIV).key,),  # and of no link
    "version": ("x",),
    "name": ("style.css",),
    "path": ("games/1/",),
    "form": ("json", "csv"),
    "practice": ("bid", "contract", "card"),
    "deal": (7,),
    "year": (2026,),
    "act": (
        *("answers", "choice", "undo", "redo", "stop", "dealer", "seat", "remove", "bring-back"),
        *("revokes", "note"),
        *("start", "rules", "ending", "order"),
    ),
}
FACTS = (
    "select * from settings where name not like '%-2'",  # what is set for the other's table
    "select * from tables where id = 1",
    "select * from keys where table_id = 1",
    "select * from codes where table_id = 1",
    "select * from journal where table_id = 1",
    "select * from phones where table_id = 1 and removed is not null",
    "select * from players where table_id = 1",
    "select * from merges",
    "select * from game_files where table_id = 1",
    "select * from former_names",
    "select * from sessions where table_id = 1",
    "select * from games where table_id = 1",
    "select entries.* from entries join games on games.id = game_id where table_id = 1",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to one of the roles."""

    who: str
    method: str
    accepts: str
    rule: str
    scoped: bool
    takes: bool
    address: str
    status: int
    text: str

    @property
    def known(self) -> bool:
        """Whether the address is classified."""
        return self.rule in KINDS

    @property
    def right(self) -> bool:
        """Whether the role may get this answer."""
        return self.status in allowed(self) and (
            self.who in {"watcher", "scorer"} or not self.tells
        )

    @property
    def tells(self) -> bool:
        """Whether it contains the name of a player at this table."""
        return any(name in self.text for name in NAMES.split())


def allowed(answer: Answer) -> set[int]:
    """The allowed statuses of an answer."""
    kind, method = KINDS.get(answer.rule), answer.method
    open_to_him = kind == DOOR or (kind == OWN and answer.takes)
    if answer.who == "nobody" and not (open_to_him and answer.takes):
        return {403}
    if answer.who == "watcher" and method not in READING and not open_to_him:
        return {403}
    if answer.who == "watcher" and method not in READING and kind == DOOR and not answer.takes:
        return {403}
    if not answer.takes:
        return {405}
    if method == "OPTIONS":
        return {200}
    if kind == DOOR and method == "POST":
        return {422}  # without a code
    if kind == DOOR:
        return {404} if answer.rule == "/join/<key>" else {200}
    if kind == OWN:
        return {200, 303, 400}
    if answer.who == "watcher" and kind == SCORING:
        return {403}
    if method != "POST":
        onward = {303} if kind == ONWARD else set()
        if answer.scoped and answer.who == "other":
            return onward or {404}
        return onward or {200, 303}
    if answer.scoped and answer.who == "other":
        return {404}
    return {200, 303, 400, 404, 409, 422}


class Club:
    """Two tables of one score keeper, and a phone for each role."""

    def __init__(self, path: Path) -> None:
        self.store = Store.open(path)
        self.app = create_app(self.store)
        self.app.config[WRITES] = self.app.config[KEYS] = UNLIMITED
        ours = new_links(self.store)
        theirs = new_links(self.store, tables.add(self.store, "Theirs"))
        links = ("", ours[Role.WATCH], theirs[Role.SCORE], ours[Role.SCORE])
        self.links = dict(zip(WHO, links, strict=True))
        self.phones = {who: self._phone(link) for who, link in self.links.items()}
        self.tokens: dict[str, str] = {}
        self.phones["scorer"].write_game(NAMES)
        self.phones["scorer"].write_hand()
        own_games.add(self.store, 1, YANIV)
        self.phones["other"].begin("Eva Fred Gil Hana")
        self.phones["other"].hand(game=2)

    def facts(self) -> list[list[tuple[object, ...]]]:
        """The stored data of our table and of the file."""
        db = sqlite3.connect(self.store.path)
        try:
            return [db.execute(query).fetchall() for query in FACTS]
        finally:
            db.close()

    def walk(self, who: str) -> Iterator[Answer]:
        """Ask every address by every method in one role; writing requests come last."""
        rules = sorted(self.app.url_map.iter_rules(), key=str)
        addresses = {
            address: rule for rule in reversed(rules) for address in addresses_of(self.app, rule)
        }
        for methods in (METHODS[:3], METHODS[3:]):
            for address, rule in addresses.items():
                for method in methods:
                    for accepts in ACCEPTED if method == "POST" else ACCEPTED[:1]:
                        answer = self._ask(who, method, address, accepts)
                        taking = _taking(self.app, address, method)
                        yield Answer(
                            *(who, method, accepts, (taking or rule).rule),
                            bool(SCOPED & rule.arguments),
                            taking is not None,
                            *(address, answer.status_code),
                            _text(answer),
                        )

    def forge(self) -> Iterator[tuple[str, int]]:
        """The answer to the scorer's phone if a stranger's page makes it send a form."""
        for rule in sorted(self.app.url_map.iter_rules(), key=str):
            for address in addresses_of(self.app, rule):
                if _taking(self.app, address, "POST"):
                    sent = {"key": "k", "revision": "5", "bid": "7C", "winner": "2"}
                    client = self.phones["scorer"].client
                    yield address, client.post(address, data=sent).status_code

    def _phone(self, link: str) -> Phone:
        phone = Phone(self.app.test_client())
        if link:
            phone.open(link)
        return phone

    def _token(self, phone: Phone) -> str:
        """The token for the forms of a phone, during its session."""
        if session_of(phone.client) not in self.tokens:
            token = phone.open("/settings/").form("/settings/").fields["csrf_token"]
            self.tokens[session_of(phone.client)] = token
        return self.tokens[session_of(phone.client)]

    def _ask(self, who: str, method: str, address: str, accepts: str) -> TestResponse:
        phone = self.phones[who]
        if method in READING:
            return phone.client.open(address, method=method)
        token = self._token(phone)
        revision = str(self.store.revision(1, 1))
        fields = {f"names-{seat}": name for seat, name in enumerate(("A", "B", "C", "D"))}
        fields |= {"csrf_token": token, "key": f"{who}-{method}-{accepts}", "revision": revision}
        fields |= {"bid": "7C", "winner": "2", "number": "0", "dealer": "1", "sits": "1"}
        fields |= {"start": "1", "record": "1", "table": "1", "chances": "hidden", "date": ""}
        fields |= {"games": "1", "to": "new", "revokes-0": "1", "links": "watch", "theme": "dark"}
        fields |= {"phone": "1", "during": "allowed", "start-1": "7", "order": "0,2,1,3"}
        fields |= {"rules": "wikipedia", "ending.goal": "target", "ending.target": "500"}
        fields |= {"seat": "1", "with": "2", "keep": "2"}
        fields |= {"language": "de", "name": "theirs", "notes": "seen", "note": "seen", "hand": "2"}
        headers = {"Accept": accepts}
        return phone.client.open(address, method=method, data=fields, headers=headers)


def addresses_of(app: Flask, rule: Rule) -> Iterator[str]:
    """The addresses of a rule, with all its possible arguments."""
    choices: list[dict[str, object]] = [{}]
    for name in sorted(rule.arguments):
        choices = [choice | {name: value} for choice in choices for value in VALUES[name]]
    for values in choices:
        with app.test_request_context():
            try:
                built = rule.build(values)
            except ValueError:  # an act that is none of this rule's
                continue
        if built:
            yield built[1].partition("?")[0]


def _taking(app: Flask, address: str, method: str) -> Rule | None:
    """The rule by which an address takes a method, if any."""
    try:
        return app.url_map.bind("localhost").match(address, method, return_rule=True)[0]
    except MethodNotAllowed:
        return None


def _text(answer: TestResponse) -> str:
    return answer.get_data().decode("utf-8", "replace")


def main() -> int:
    """Walk in all roles, and print the numbers."""
    with tempfile.TemporaryDirectory() as folder:
        club = Club(Path(folder) / "scores.db")
        routes = {rule.rule for rule in club.app.url_map.iter_rules()}
        before, counts, wrong = club.facts(), Counter[str](), []
        for who in WHO:
            for answer in club.walk(who):
                counts[who] += 1
                if not answer.right:
                    wrong.append(answer)
            if who != "scorer" and club.facts() != before:
                print(f"{who} changed what is kept of a table that is not theirs")
                return 1
        written = club.facts() != before
    for answer in wrong:
        print(f"{answer.who} {answer.method} {answer.address}: {answer.status}", file=sys.stderr)
    print(f"routes {len(routes)} x methods {len(METHODS)} x roles {len(WHO)}: ", end="")
    print(f"{counts.total():,} requests, {len(wrong)} answered as they should not be;")
    print("nobody, the watcher and the other changed nothing", end="")
    print(", the same requests by the scorer did" if written else "; nor did the scorer")
    return int(bool(wrong) or not written)


if __name__ == "__main__":
    sys.exit(main())
