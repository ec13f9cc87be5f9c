"""Hidden cards: they never change a choice of any player in any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.registry import BUNDLED
from scorekeeper.play.players import Player, Players, View
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import dealt
from scorekeeper.seating import Seat
from tests.deep import DEEP
from tests.play.hidden_cards import reshuffled

SAMPLES = 5
DEALS = 5 if DEEP else 1  # for every set of rules
OFTEN, SELDOM = (0.5, 0.5) if DEEP else (0.25, 0.04)
"""How many of the decisions are looked at; the second, of players who take their time."""

ODD = 0.2  # share of random decisions of the others, for unusual positions


EVERYONE = [
    pytest.param(game, player, share, id=f"{book.key}: {name}")
    for book in BUNDLED
    if (game := WholeGame[Any].find(book)) is not None
    for name in sorted(Players.of(book).names)
    for player in [Players.of(book).named(name, SAMPLES)]
    for share in [SELDOM if name == "sampling" else OFTEN]
]


@pytest.mark.parametrize(("game", "player", "share"), EVERYONE)
@pytest.mark.slow
def test_what_is_hidden_cannot_change_a_decision(
    game: WholeGame[Any], player: Player, share: float
) -> None:
    """The view and the decision of a seat stay equal, whatever the others hold or gave away."""
    rng = random.Random(1)
    decisions = changed = 0
    for start, draws in _starts(game, rng):
        position = start
        while (turn := position.turn) is not None:
            view = View.of(position, turn)
            if rng.random() < share:
                decided, other = player.decide(view, draws), reshuffled(position, turn, rng)
                assert View.of(other, turn) == view
                assert player.decide(View.of(other, turn), draws) == decided
                decisions += 1
                changed += other.hands != position.hands
            elif rng.random() < ODD:
                decided = rng.choice(position.legal)
            else:
                decided = Players.of(game.book).named("sensible").decide(view, draws)
            position = position.apply(decided)
    assert decisions > 40 * share * DEALS
    assert changed > 0.7 * decisions  # the last trick may leave nothing to exchange


def _starts(game: WholeGame[Any], rng: random.Random) -> Iterator[tuple[Position, Draws]]:
    """Deals by every set of rules, at tables of different sizes, early and late in a game."""
    sizes = game.players
    for number, preset in enumerate(game.book.presets * DEALS):
        seats = sizes[number % len(sizes)]
        seating = game.book.seating(seats, Seat(rng.randrange(seats)), preset.rules)
        length = game.book.length(preset.rules, seats) or 4
        draws = Draws.of(8, number)
        at = replace(seating, number=rng.randrange(length) + 1)
        yield dealt(game, preset.rules, at, draws), draws
