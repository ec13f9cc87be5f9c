"""The sensible player of plain-trick games, with or without trumps.

They estimate the worth of their hand in tricks, announce the nearest number, and play to take
exactly that many (see `choose_card`). All sums are integers, so that the bulk simulator can compute
the same in columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, Suit
from scorekeeper.engine.play.choose_card import (
    TRUMPED,
    Turn,
    choose_card,
    sure_cards,
    wants_trick,
)
from scorekeeper.engine.play.goals import Aim, Goals
from scorekeeper.engine.play.lanes import FULL, card_of, lanes_of
from scorekeeper.engine.play.players import View
from scorekeeper.engine.rules.steps import ContractStep

TRICK = 64
"""One trick, in the unit of a hand's worth."""
RANKS = 13
PACK = 52


def turn_of(view: View, greedy: bool = False, goals: Goals | None = None) -> Turn:
    """The inputs of `choose_card`, computed from the player's view.

    A greedy player goes for every trick; others follow `goals`, or the rule `wants_trick` if it is
    None.
    """
    trick = view.trick
    assert trick is not None  # noqa: S101  (a card is due)
    own = lanes_of(view.hand)
    out = [card for old in (*view.tricks, trick) for card in old.cards]
    seen = lanes_of([*out, *view.shown])
    clubs, diamonds, hearts, spades = [FULL & ~(a | b) for a, b in zip(own, seen, strict=True)]
    contracts, taken = dict(view.scene.contracts), view.taken
    holder, best = 0, 0
    if trick.cards:
        winner = trick.winner
        holder = contracts.get(winner, 0) - taken[winner]
        place = trick.step * (winner - trick.leader) % trick.players
        best = _strength(trick.cards[place], trick.trump)
    left, want = view.scene.total - len(view.tricks), contracts.get(view.seat, 0) - taken[view.seat]
    unseen = clubs, diamonds, hearts, spades
    last = len(trick.cards) == trick.players - 1
    if greedy or goals is None:
        wins = greedy or wants_trick(want, left, holder)
    else:
        place = 0 if trick.led is None else 2 if last else 1
        aim = Aim(place, trick.trump is None, want, holder, left, sure_cards(own, unseen))
        wins = goals.goes(aim)
    return Turn(
        own,
        unseen,
        -1 if trick.trump is None else trick.trump,
        -1 if trick.led is None else trick.led,
        best,
        last,
        wins,
    )


def sensible_card(view: View, greedy: bool = False) -> Card:
    """The card that the sensible player plays."""
    return card_of(*choose_card(turn_of(view, greedy)))


def sensible_number(worth: int, most: int, barred: int | None) -> int:
    """The number up to `most` nearest to a hand's worth, except the barred one."""
    return nearest_number([number for number in range(most + 1) if number != barred], worth)


def nearest_number(numbers: Iterable[int], worth: int) -> int:
    """The number nearest to a hand's worth; the lower one if two are equally near."""
    return min(numbers, key=lambda number: (abs(TRICK * number - worth), number))


def sensible_bid(view: View, step: ContractStep, trump: Suit | None, pack: int = PACK) -> int:
    """The allowed number of tricks nearest to the worth of the player's hand."""
    each = step.scene.total
    worth = worth_of(view.hand, trump, view.seating.players, each, pack)
    return sensible_number(worth, each, step.barred)


def worth_of(
    cards: tuple[AnyCard, ...], trump: Suit | None, players: int, each: int, pack: int = PACK
) -> int:
    """The expected tricks of a hand, in units of 1/64; `pack` is the number of cards in play."""
    side, trumps = shares(players, each, trump is not None, pack)
    return sum(
        _lane_worth(lane, trumps if suit == trump else side)
        for suit, lane in enumerate(lanes_of(cards))
    )


@cache
def shares(
    players: int, each: int, trumps: bool, pack: int = PACK
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The worth of a card by the number of higher ones outside the hand: plain suit, then trumps.

    A card wins if nobody has a higher one. Plain cards may be ruffed, and with short hands their
    suit may never be led; a low trump may win by ruffing.
    """
    dealt = (players - 1) * each / (pack - each)
    led = each / (each + 1)
    safe = led * (0.78 if trumps else 0.92)
    ruffs = 0.5 * led if each > 1 else 1 / (1 + dealt * RANKS / 4)
    plain = [round(TRICK * safe * (1 - dealt) ** higher) for higher in range(RANKS)]
    high = [round(TRICK * max((1 - dealt) ** higher, ruffs)) for higher in range(RANKS)]
    return tuple(plain), tuple(high)


@lru_cache(maxsize=1 << 16)
def _lane_worth(lane: int, each_card: tuple[int, ...]) -> int:
    worth = 0
    for bit in range(RANKS):
        if lane >> bit & 1:
            above = lane >> bit + 1
            worth += each_card[RANKS - 1 - bit - above.bit_count()]
    return worth


def _strength(card: AnyCard, trump: Suit | None) -> int:
    assert isinstance(card, Card)  # noqa: S101  (there are no jokers)
    return 1 << card.rank - Rank.TWO | (TRUMPED if card.suit is trump else 0)
