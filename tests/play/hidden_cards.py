"""Deals equal from one player's view, with other hidden cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.cards import AnyCard
from scorekeeper.play.position import Cards, Hands, Position
from scorekeeper.seating import Seat


def reshuffled(position: Position, seat: Seat, rng: random.Random) -> Position:
    """The same deal with new hidden cards: hands, stock, gifts, discards."""
    hidden = _hidden_from(position, seat)
    rng.shuffle(hidden)
    left = iter(hidden)
    hands = tuple(
        hand if other == seat else position.sorted(_taken(left, len(hand)))
        for other, hand in enumerate(position.hands)
    )
    away = position.away if _puts_away(position, seat) else _taken(left, len(position.away))
    rest = [*left]
    stock = position.stock
    if rest:  # nobody has taken it up
        shown = len(position.shown)
        stock = (*stock[:shown], *rest)
        assert len(stock) == len(position.stock)
    elif position.away and not _puts_away(position, seat):
        stock = tuple(rng.sample(hidden, len(stock)))
    dealt = tuple(
        own if other == seat else tuple(rng.sample(hidden, min(len(own), len(hidden))))
        for other, own in enumerate(position.dealt)
    )
    return replace(
        position,
        dealt=dealt,
        hands=hands,
        stock=stock,
        away=away,
        exchanges=tuple(
            _gifts_unseen(position, seat, number, gifts, hidden)
            for number, gifts in enumerate(position.exchanges, 1)
        ),
        giving=position.giving and tuple(_other_cards(gift, hidden) for gift in position.giving),
    )


def _hidden_from(position: Position, seat: Seat) -> list[AnyCard]:
    """The cards of the pack that the seat neither holds nor has seen on the table."""
    tricks = (*position.tricks, *filter(None, [position.trick]))
    seen = {*position.hands[seat], *position.shown, *(card for t in tricks for card in t.cards)}
    if _puts_away(position, seat):
        seen.update(position.away)
    pack = position.game.cards(position.seating, position.rules)
    return [card for card in pack if card not in seen]


def _puts_away(position: Position, seat: Seat) -> bool:
    return position.game.taker(position) == seat


def _taken(cards: Iterator[AnyCard], count: int) -> Cards:
    return tuple(next(cards) for _ in range(count))


def _gifts_unseen(
    position: Position, seat: Seat, number: int, gifts: Hands, hidden: Sequence[AnyCard]
) -> Hands:
    """The gifts of an exchange that the player neither gave nor received."""
    exchange = position.game.exchange(position.seating, position.rules, number)
    assert exchange is not None
    known = {seat, (seat - exchange.steps) % len(gifts)}
    return tuple(
        gift if giver in known else _other_cards(gift, hidden) for giver, gift in enumerate(gifts)
    )


def _other_cards(gift: Cards, hidden: Sequence[AnyCard]) -> Cards:
    return tuple(hidden[: len(gift)])
