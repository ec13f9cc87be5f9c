"""A phone that walks through the pages and collects their texts, and games to walk in.

The players have numbers for names and nothing else is typed in letters, so every letter on a page
is ours.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from scorekeeper.web.new_game import own_rules, rules_form
from tests.web.phone import Page, Phone

NAMES = "11 22 33 44"
MARKED = "<9>"
"""The beginning of names that would be seen if a page did not escape them."""


class Walker(Phone):
    """A phone that collects every page it sees, with the action that led there."""

    def __init__(self, app: Flask, language: str, kept: list[Page]) -> None:
        super().__init__(app.test_client())
        self.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        self.language, self.kept = language, kept

    def _page(self, response: TestResponse, follow: bool) -> Page:
        page = super()._page(response, follow)
        if page.status != 303:  # an answer whose next page is not looked at
            self.kept.append(page)
        return page

    def open_as(self, host: str) -> Page:
        """Open the first page by another host name."""
        return self._page(self.client.get("/", headers={"Host": host}), follow=True)

    def upload(self, *contents: str, address: str = "/data/import") -> Page:
        """Upload files for an import."""
        form = self.open(address if address.endswith("/") else "/data").form(address)
        files = [
            (io.BytesIO(content.encode("utf-8", "surrogateescape")), "7") for content in contents
        ]
        sent: dict[str, Any] = {**form.fields, "file": files}
        return self._page(self.client.post(form.action, data=sent), follow=True)

    def look_ahead(self, game: int) -> None:
        """Collect the words of the look-ahead as a page."""
        given = json.loads(self.client.get(f"/games/{game}/ahead").text)
        parts = (given[part] for part in ("texts", "partials", "shown"))
        texts = [text for part in parts for text in _texts(part)]
        address = f"/games/{game}/ahead"
        self.kept.append(Page(200, address, "".join(f"<p>{text}</p>" for text in texts), Headers()))


def _texts(value: Any) -> Iterator[str]:
    """Every text in a look-ahead."""
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _texts(part)
        case list():
            for part in value:
                yield from _texts(part)


def begun(
    scorer: Walker,
    game: str,
    rules: dict[str, str] | None = None,
    names: str = NAMES,
    **ending: str,
) -> int:
    """The number of a new game with these rules and ending, written without its form."""
    book = rulebooks()[game]
    usual = book.presets[0].rules
    own = own_rules(book, usual, rules_form(usual) | (rules or {}))
    agreed = house_rules.to_form(book.usual_ending(own)) | ending
    return written_game(scorer, book, own, house_rules.from_form(Ending, agreed), names)


def written_game(
    scorer: Walker, book: Rulebook[Any], rules: Any, ending: Ending, names: str = NAMES
) -> int:
    """The number of a new game in the score file."""
    players = names.split()
    setup = Setup(book, rules, book.agreed(ending, rules, len(players)), len(players), SOUTH)
    return new_game(scorer.store, 1, new_key(), setup, players)


def own_game(scorer: Walker, game: str, rules: dict[str, str], target: str = "777") -> int:
    """The number of a new game with its own house rules."""
    return begun(scorer, game, rules, goal="target", target=target)


def team_of(scorer: Walker) -> int:
    """The number of a stopped game of partners, with bids made and missed."""
    number = own_game(scorer, "bid-whist", {}, target="15")
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


def whist(scorer: Walker, names: str = NAMES, **ending: str) -> int:
    """The number of a new game of Israeli Whist."""
    return begun(scorer, "israeli-whist", None, names, **ending)


def number_of(begun: Page) -> int:
    return int(begun.address.split("/")[2])


def name_fields() -> dict[str, str]:
    return {f"names-{seat}": name for seat, name in enumerate(NAMES.split())}


def trick_fields(taken: str) -> dict[str, str]:
    return {f"tricks_{side}": took for side, took in enumerate(taken.split())}
