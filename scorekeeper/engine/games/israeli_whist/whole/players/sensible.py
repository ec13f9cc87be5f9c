"""The sensible player of Israeli Whist: estimates tricks and plays for exactly its contract."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards.auction import Auction
from scorekeeper.engine.cards.bids import PASS, Bid, Call
from scorekeeper.engine.cards.cards import Card, Denomination, Suit
from scorekeeper.engine.games.israeli_whist.house_rules import EXCHANGED
from scorekeeper.engine.games.israeli_whist.whole.players.bids_and_contracts import (
    OPEN,
    bucket,
    level_of,
    policy,
    zero_chance,
)
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import (
    DECLARER,
    EASE,
    OTHER,
    TRICK,
    Role,
    estimate,
    parts,
)
from scorekeeper.engine.games.israeli_whist.whole.players.learnt_goals import LEARNT
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.choose_card import (
    choose_card,
)
from scorekeeper.engine.play.lanes import (
    Lanes,
    card_of,
    highest,
    lanes_of,
    lowest,
)
from scorekeeper.engine.play.plain_play import turn_of
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep

TOP_TWO = 0b11 << 11


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Estimates tricks and plays for exactly its contract; deterministic."""

    def decide(self, view: View, draws: Draws) -> Action:
        if view.trick is not None:
            return card_of(*choose_card(turn_of(view, goals=LEARNT)))
        if view.exchange is not None:
            return self.exchange(view)
        match view.asking:
            case AuctionStep(auction=auction):
                return self.call(view, auction)
            case ContractStep() as step:
                return self.contract(view, step)
        raise AssertionError(view.phase)

    def call(self, view: View, auction: Auction) -> Call:
        """Bid the best denomination as long as it promises points; never raise the own bid."""
        if auction.bidder == view.seat:
            return PASS
        denomination, worth = best_denomination(lanes_of(view.hand))
        higher = [
            call
            for call in auction.legal
            if isinstance(call, Bid) and call.denomination == denomination
        ]
        if not higher:
            return PASS
        number = policy(view.rules).bids[bucket(worth)][higher[0].tricks]
        return Bid(number, Denomination(denomination)) if number else PASS

    def exchange(self, view: View) -> tuple[Card, ...]:
        """Three cards, each the lowest of the shortest suit that is not the best one."""
        hand = lanes_of(view.hand)
        best, _ = best_denomination(hand)
        return tuple(card_of(suit, bit) for suit, bit in thrown(hand, best))

    def contract(self, view: View, step: ContractStep) -> int:
        """The number with the most expected points."""
        barred = OPEN if step.barred is None else step.barred
        place, tables = bucket(self.worth(view)), policy(view.rules)
        if view.seat == view.scene.declarer:
            return tables.declaring[place][step.least][barred + 1]
        return tables.otherwise[place][_level(view)][barred + 1]

    def worth(self, view: View) -> int:
        """The worth of the hand in the denomination that was bid, in 64ths of a trick."""
        return estimate(lanes_of(view.hand), _denomination(view), _role(view))

    def explain(self, view: View, step: ContractStep) -> str:
        """The reasons for a contract, with the worth of each suit."""
        shares = parts(lanes_of(view.hand), _denomination(view), _role(view))
        by_suit = ", ".join(
            f"{Suit(suit)} {share / TRICK:.1f}" for suit, share in enumerate(shares)
        )
        number = self.contract(view, step)
        points, chance = policy(view.rules).expected[_other(view)][bucket(sum(shares))][number], ""
        if number == 0:
            points = policy(view.rules).zeros[_level(view)]
            chance = f"none is taken in {zero_chance(_level(view)):.0%}, "
        return (
            f"I count {sum(shares) / TRICK:.1f} tricks ({by_suit}): "
            f"{chance}{number} promises {points:+.0f} points."
        )


def best_denomination(hand: Lanes) -> tuple[int, int]:
    """The denomination in which a hand is worth most, and its worth; ties go to the highest."""
    worth = [estimate(hand, denomination, DECLARER) for denomination in Denomination]
    best = max(worth)
    return max(d for d in Denomination if worth[d] == best).value, best


def thrown(hand: Lanes, best: int) -> tuple[tuple[int, int], ...]:
    """The three cards to pass on, each as suit and bit."""
    left = list(hand)
    gone = []
    for _ in range(EXCHANGED):
        keys = [_reluctance(suit, lane, suit == best) for suit, lane in enumerate(left)]
        suit = keys.index(min(keys))
        low = left[suit] & ~TOP_TWO
        bit = lowest(low) if low else highest(left[suit])
        left[suit] &= ~bit
        gone.append((suit, bit))
    return tuple(gone)


def _reluctance(suit: int, lane: int, best: bool) -> int:
    """A sort key for passing on the next card of a suit; the lowest goes first."""
    if not lane:
        return 2**12
    only_top = not lane & ~TOP_TWO
    return (lane.bit_count() + 16 * only_top + 64 * best) << 2 | suit


def _denomination(view: View) -> int:
    bid = view.scene.suit_bid
    assert bid is not None  # noqa: S101  (contracts follow an auction)
    return bid.denomination


def _other(view: View) -> bool:
    return view.seat != view.scene.declarer


def _level(view: View) -> int:
    """The level of the ease of a zero."""
    return level_of(estimate(lanes_of(view.hand), _denomination(view), EASE))


def _role(view: View) -> Role:
    return OTHER if _other(view) else DECLARER
