"""Exercises: a dealt hand and the calls before the player's turn, numbered for repeating.

The game's default players take the other seats, and the player's own seat until the decision. A
deal in which the player does not have to make it is replaced by the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.analysis.situations import OWN, Decision
from scorekeeper.engine.cards.seating import SEATS
from scorekeeper.engine.play.actions import Said
from scorekeeper.engine.play.advice import Situation
from scorekeeper.engine.play.fair_deal import dealt
from scorekeeper.engine.play.players import Players, View, players_named
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.random_streams import Draws

MOST_TRIED = 1000
"""The deals tried for one exercise; they run out only if the rules never ask the player."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """The player's situation, and the calls and contracts before it."""

    situation: Situation
    said: tuple[Said, ...]


def exercise(game: WholeGame[Any], rules: Any, decision: Decision, number: int) -> Exercise:
    """The exercise with this number, from 0; the player sits South.

    Raises LookupError if the rules never ask the player for this decision.
    """
    book = game.book
    many = book.players[0]
    players = players_named(book, Players.of(book).names[:1] * many)
    for tried in range(MOST_TRIED):
        draws = Draws.of(number, tried)
        dealer = SEATS[(number + tried) % many]
        position = dealt(game, rules, book.seating(many, dealer, rules), draws)
        while position.asking is not None and position.giving is None:
            turn = position.turn
            assert turn is not None  # noqa: S101  (somebody is asked)
            view = View.of(position, turn)
            if turn == OWN and isinstance(position.asking, decision.asked_by):
                return Exercise(Situation.seen(game, view), position.said)
            position = position.apply(players[turn].decide(view, draws))
    raise LookupError(decision.value)
