"""The sensible player: counts his tricks, says what he can explain, plays to hit it exactly."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.bids import PASS, Bid, Call
from scorekeeper.engine.cards import Card, Denomination, Suit
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.israeli_whist.rules import EXCHANGED
from scorekeeper.engine.israeli_whist.scoring import TRICKS
from scorekeeper.engine.israeli_whist.whole.players.choose_card import (
    TRUMPED,
    Turn,
    choose_card,
    wants_trick,
)
from scorekeeper.engine.israeli_whist.whole.players.estimate import (
    DECLARER,
    OTHER,
    TRICK,
    Role,
    estimate,
    parts,
)
from scorekeeper.engine.israeli_whist.whole.players.lanes import (
    FULL,
    Lanes,
    card_of,
    highest,
    lanes_of,
    lowest,
)
from scorekeeper.engine.israeli_whist.whole.players.policy import OPEN, bucket, policy
from scorekeeper.engine.israeli_whist.whole.players.view import View
from scorekeeper.engine.israeli_whist.whole.talk import Passed

TOP_TWO = 0b11 << 11


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Plays by rules that a person could follow, and uses no random numbers."""

    name: str = "sensible"

    def call(self, view: View, draws: Draws) -> Call:  # noqa: ARG002  (it needs no luck)
        """Bid his best denomination as long as it promises points; never against himself."""
        auction = view.auction
        if auction is None or auction.bidder == view.seat:
            return PASS
        denomination, worth = best_denomination(lanes_of(view.hand))
        higher = [
            call
            for call in view.calls
            if isinstance(call, Bid) and call.denomination == denomination
        ]
        if not higher:
            return PASS
        number = policy(view.rules).bids[bucket(worth)][higher[0].tricks]
        return Bid(number, Denomination(denomination)) if number else PASS

    def exchange(self, view: View, draws: Draws) -> Passed:  # noqa: ARG002
        """Three times the lowest card of the shortest suit that is not his best one."""
        hand = lanes_of(view.hand)
        best, _ = best_denomination(hand)
        return tuple(card_of(suit, bit) for suit, bit in thrown(hand, best))

    def contract(self, view: View, draws: Draws) -> int:  # noqa: ARG002
        """The number with the most expected points, given what his hand is worth."""
        step = view.contract
        assert step is not None  # noqa: S101  (the phase says so)
        barred = OPEN if step.barred is None else step.barred
        place = bucket(self.worth(view))
        return policy(view.rules).numbers[_other(view)][place][step.least][barred + 1]

    def card(self, view: View, draws: Draws) -> Card:  # noqa: ARG002
        """See `choose_card`."""
        return card_of(*choose_card(turn_of(view)))

    def worth(self, view: View) -> int:
        """What his hand is worth in the denomination that was bid, in 64ths of a trick."""
        return estimate(lanes_of(view.hand), _denomination(view), _role(view))

    def explain(self, view: View) -> str:
        """Why he contracts for what he does, in a sentence for each suit."""
        shares = parts(lanes_of(view.hand), _denomination(view), _role(view))
        told = ", ".join(f"{Suit(suit)} {share / TRICK:.1f}" for suit, share in enumerate(shares))
        number = self.contract(view, Draws(0))
        points = policy(view.rules).expected[_other(view)][bucket(sum(shares))][number]
        return (
            f"I count {sum(shares) / TRICK:.1f} tricks ({told}): "
            f"{number} promises {points:+.0f} points."
        )


def best_denomination(hand: Lanes) -> tuple[int, int]:
    """What a hand is worth most in, and how much; among equals, the highest denomination."""
    worth = [estimate(hand, denomination, DECLARER) for denomination in Denomination]
    best = max(worth)
    return max(d for d in Denomination if worth[d] == best).value, best


def thrown(hand: Lanes, best: int) -> tuple[tuple[int, int], ...]:
    """The three cards that he passes on, each as suit and bit."""
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
    """How little he likes to part with the next card of a suit."""
    if not lane:
        return 2**12
    only_top = not lane & ~TOP_TWO
    return (lane.bit_count() + 16 * only_top + 64 * best) << 2 | suit


def turn_of(view: View) -> Turn:
    """What bears on the card, worked out from what he sees."""
    trick = view.trick
    assert trick is not None  # noqa: S101  (the phase says so)
    own = lanes_of(view.hand)
    seen = lanes_of([*trick.cards, *(card for old in view.tricks for card in old.cards)])
    clubs, diamonds, hearts, spades = (
        FULL & ~mine & ~out for mine, out in zip(own, seen, strict=True)
    )
    wants = [
        (view.scene.contract_of(s) or 0) - view.taken[s] for s in view.seating.clockwise(view.seat)
    ]
    want = dict(zip(view.seating.clockwise(view.seat), wants, strict=True))
    holder = want[trick.winner] if trick.cards else 0
    return Turn(
        own,
        (clubs, diamonds, hearts, spades),
        -1 if trick.trump is None else trick.trump,
        -1 if trick.led is None else trick.led,
        _strength(trick.cards[_place(trick.winner, trick.leader)], trick.trump)
        if trick.cards
        else 0,
        len(trick.cards) == view.seating.players - 1,
        wants_trick(want[view.seat], TRICKS - len(view.tricks), holder),
    )


def _strength(card: Card, trump: Suit | None) -> int:
    return lanes_of([card])[card.suit] | (TRUMPED if card.suit is trump else 0)


def _place(winner: int, leader: int) -> int:
    return (winner - leader) % 4


def _denomination(view: View) -> int:
    bid = view.scene.suit_bid
    assert bid is not None  # noqa: S101  (contracts follow an auction)
    return bid.denomination


def _other(view: View) -> bool:
    return view.seat != view.scene.declarer


def _role(view: View) -> Role:
    return OTHER if _other(view) else DECLARER
