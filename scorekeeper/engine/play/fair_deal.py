"""Fair deals from random numbers; the same numbers give the same deal on every machine."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.play.held_cards import Cards, Hands
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.random_streams import Draws, Tagged


def dealt(game: WholeGame[Any], rules: Any, seating: Seating, draws: Draws) -> Position:
    """A random deal before its first question."""
    pack, each = game.cards(seating, rules), game.cards_each(seating, rules)
    fresh = Position.unseen(game, rules, seating)
    hands, stock = _fair_deal(pack, each, seating.players, draws)
    if stock:
        hands = tuple(map(fresh.sorted, hands))
    return replace(fresh, dealt=hands, stock=stock, hands=hands).begun()


def _fair_deal(pack: Cards, each: int, players: int, draws: Draws) -> tuple[Hands, Cards]:
    """The hands by seat and the stock, from one random number per card.

    With a stock, the low bits of each number name a card; sorting the numbers shuffles the cards,
    which are dealt a hand at a time and left unsorted. Without one they name an owner; the sorted
    numbers give the owners of the cards in the order of the pack.
    """
    if players * each < len(pack):
        keys, bits = _card_keys(len(pack))
        places = [key & (1 << bits) - 1 for key in sorted(draws.tagged(keys)[: len(pack)])]
        shuffled = tuple([pack[place] for place in places])
        hands = tuple(shuffled[seat * each : (seat + 1) * each] for seat in range(players))
        return hands, shuffled[players * each :]
    keys, bits = _owner_keys(players, len(pack))
    owned: list[list[AnyCard]] = [[] for _ in range(players)]
    for card, key in zip(pack, sorted(draws.tagged(keys)[: len(pack)]), strict=True):
        owned[key & (1 << bits) - 1].append(card)
    return tuple(map(tuple, owned)), ()


@cache
def _card_keys(cards: int) -> tuple[Tagged, int]:
    bits = (cards - 1).bit_length()
    return Tagged.of(range(cards + cards % 2), bits), bits


@cache
def _owner_keys(players: int, cards: int) -> tuple[Tagged, int]:
    bits = (players - 1).bit_length()
    return Tagged.of([slot % players for slot in range(cards + cards % 2)], bits), bits
