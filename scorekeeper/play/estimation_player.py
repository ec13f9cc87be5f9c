"""The sensible player of Estimation: bids what its hand is worth, and plays for its call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.auction import PASS, Bid
from scorekeeper.cards import AnyCard, Denomination, Rank
from scorekeeper.play.players import View
from scorekeeper.play.position import Action
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import (
    RANKS,
    TRICK,
    Weights,
    lanes_of,
    nearest_number,
    sensible_card,
)
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.steps import Scene

LONG = 52
"""The worth of each trump below the jack from the fourth trump on, in 64ths of a trick."""
LONG_FROM = 3
LOW = (1 << Rank.JACK - Rank.TWO) - 1  # the lane of the ranks below the jack
LONG_PLAIN = 32
TRUMP = Weights((0,), (64, 56, 44, 32))
"""Without the long trumps."""
SIDE = Weights((0,), (60, 44, 22, 8))
PLAIN = Weights(tuple(LONG_PLAIN * max(held - 4, 0) for held in range(RANKS + 1)), SIDE.honours)
RUFF = 20
"""The worth of each trump that can ruff a short suit: two in a void, one in a singleton."""
BASE = 16
"""Added to the worth of every hand; with 0, four such players are under in 94 of 100 hands."""
DASH_WORTH = BASE + 12


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids the lowest number in its best denomination; deterministic."""

    def decide(self, view: View, draws: Draws) -> Action:
        if view.trick is not None:
            return sensible_card(view)
        match view.asking:
            case ChoiceStep(seat=seat) if seat is not None:
                made = [
                    denomination
                    for denomination in view.legal
                    if isinstance(denomination, Denomination)
                ]
                return max(made, key=lambda denomination: worth_in(view.hand, denomination))
            case ChoiceStep():
                none, own = min(view.legal, key=_many), max(view.legal, key=_many)
                return own if best_worth(view.hand) <= DASH_WORTH else none
            case AuctionStep():
                return _bid(view)
        return _call(view)


def _bid(view: View) -> Action:
    """Return the lowest bid that the hand is worth, in the best such denomination; else a pass."""
    worth = {each: worth_in(view.hand, each) for each in Denomination}
    bids = [bid for bid in view.legal if isinstance(bid, Bid)]
    borne = [bid for bid in bids if TRICK * bid.tricks <= worth[bid.denomination] + TRICK // 2]
    return max(borne, key=lambda bid: (worth[bid.denomination], -bid.tricks), default=PASS)


def _call(view: View) -> int:
    """Return the legal number nearest to the worth of the hand."""
    worth = worth_in(view.hand, _denomination(view))
    numbers = [number for number in view.legal if isinstance(number, int)]
    return nearest_number(numbers, worth)


def _denomination(view: View) -> Denomination:
    scene: Scene = view.scene
    if scene.suit_bid is not None:
        return scene.suit_bid.denomination
    fixed: Denomination | None = view.rules.fast(view.seating.number)
    return Denomination.NO_TRUMP if fixed is None else fixed


def best_worth(hand: Sequence[AnyCard]) -> int:
    """Return the worth of a hand in its best denomination, in 64ths of a trick."""
    return max(worth_in(hand, each) for each in Denomination)


def worth_in(hand: Sequence[AnyCard], denomination: Denomination) -> int:
    """Return the worth of a hand of thirteen cards, in 64ths of a trick."""
    lanes, trump = lanes_of(hand), denomination.trump
    if trump is None:
        return BASE + sum(PLAIN.value(lane) for lane in lanes)
    own = lanes[trump]
    worth = BASE + TRUMP.value(own)
    worth += LONG * min((own & LOW).bit_count(), max(own.bit_count() - LONG_FROM, 0))
    for suit, lane in enumerate(lanes):
        if suit != trump:
            worth += SIDE.value(lane) + RUFF * min(own.bit_count(), max(2 - lane.bit_count(), 0))
    return worth


def _many(choice: object) -> int:
    return len(choice) if isinstance(choice, tuple) else 0


SENSIBLE = SensiblePlayer()
