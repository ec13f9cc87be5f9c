"""Exercises: a dealt hand and what was said before the player's turn, the same for a number.

The other players are the game's usual ones, and so is the player's own earlier self. A deal in
which the player is not asked for what is practised gives way to the next one of its number.
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
"""Deals of one number; only rules by which the player is never asked use them up."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """What the player is asked, and what was said before that."""

    situation: Situation
    said: tuple[Said, ...]


def exercise(game: WholeGame[Any], rules: Any, decision: Decision, number: int) -> Exercise:
    """The exercise of a number, from 0; the player sits South.

    Raises LookupError for rules by which the player is never asked.
    """
    book = game.book
    many = book.players[0]
    players = players_named(book, Players.of(book).names[:1] * many)
    for tried in range(MOST_TRIED):
        draws = Draws.of(number, tried)
        dealer = SEATS[(number + tried) % many]
        position = dealt(game, rules, book.seated(many, dealer, rules), draws)
        while position.asking is not None and position.giving is None:
            turn = position.turn
            assert turn is not None  # noqa: S101  (somebody is asked)
            view = View.of(position, turn)
            if turn == OWN and isinstance(position.asking, decision.asked_by):
                return Exercise(Situation.seen(game, view), position.said)
            position = position.apply(players[turn].decide(view, draws))
    raise LookupError(decision.value)
