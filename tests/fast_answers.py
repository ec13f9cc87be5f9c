"""Games whose answers are tapped faster than the server answers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.games.registry import own_game, own_text, ready_files, rulebooks
from scorekeeper.ledger import own_games, tables
from scorekeeper.ledger.store import Store
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS
from scorekeeper.testing import random_answer
from scorekeeper.web.entry_forms import form_fields
from tests.browser.begun_games import write
from tests.own_yaniv import YANIV
from tests.web.described_games import NAMES

BIDS = """\
name = "Our bids"
players = [3, 6]

[[ask]]
key = "bid"
each = "player"
number = [0, 5]
ask = "How many tricks does each player bid?"

[[ask]]
key = "winner"
choice = "player"
ask = "Who won?"

[[points]]
name = "Bid"
value = "bid + (10 if me.winner else 0)"
"""

OWN = ("My Yaniv", "Our bids")
BOOKS: Mapping[str, Rulebook[Any]] = {
    **rulebooks(),
    **{book.key: book for book in ready_files()},
    OWN[0]: own_game(YANIV),
    OWN[1]: own_game(BIDS),
}


class FastGame(NamedTuple):
    """A game in a score file, and the answers that are to be tapped."""

    answers: tuple[tuple[str, Fact], ...]  # with their questions, as `1-tricks`
    totals: tuple[int, ...]  # after the answers
    number: int

    @property
    def taps(self) -> list[dict[str, Any]]:
        return [{"question": asked, "fields": form_fields(fact)} for asked, fact in self.answers]

    @property
    def facts(self) -> list[Fact]:
        return [fact for _, fact in self.answers]


def begin_fast_game(path: Path, key: str, hands: int, more: int = 0) -> FastGame:
    """Write a game without answers; draw the answers of `hands` hands and `more` after them."""
    book = BOOKS[key]
    players = 4 if 4 in book.players else book.players[0]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, players, SEATS[0])
    setup = replace(setup, ending=setup.agreed(setup.ending))
    deals = [DealRecord()]
    answers = tuple(_draw(setup, deals, random.Random(key), hands, more))
    totals = read_game(setup, deals).totals
    if text := own_text(book):
        store = Store.open(path)
        own_games.add(store, tables.first(store).id, text)
        store.close()
    return FastGame(answers, totals, write(path, setup, NAMES[:players], ()))


def _draw(
    setup: Setup, deals: list[DealRecord], rng: random.Random, hands: int, more: int
) -> Iterator[tuple[str, Fact]]:
    # Where a hand is one question, those after the hands are hands themselves.
    while len(deals) <= hands or sum(len(deal.facts) for deal in deals[hands:]) < more:
        game = read_game(setup, deals)
        step = game.step
        if step is None:
            return
        fact = step.fact(step.parse(random_answer(step, rng)))
        yield f"{game.current.number}-{step.key}", fact
        deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
        if read_game(setup, deals).deals[-1].score is not None:
            deals.append(DealRecord())
