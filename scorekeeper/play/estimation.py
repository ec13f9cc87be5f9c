"""Card play of Estimation: whole deals, multipliers, and a sensible player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.auction import PASS, Bid
from scorekeeper.cards import AnyCard, Card, Denomination, Rank, Suit, of_suit, pack
from scorekeeper.games.estimation.estimation_rulebook import Carried, highest_caller
from scorekeeper.games.estimation.scoring import MOST_TIMES, counts_once
from scorekeeper.games.estimation.variants import TRICKS, EstimationRules, FastCaller
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Action, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import TRICK, nearest_number, sensible_card
from scorekeeper.play.stored_deals import CarriedValues, Carry, StoredDeals
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.tricks import TrickOf

if TYPE_CHECKING:
    from scorekeeper.play.stored_deals import Rows


# The sensible player

HONOURS = {Rank.ACE: 60, Rank.KING: 44, Rank.QUEEN: 22, Rank.JACK: 8}
"""The worth of a guarded card of a plain suit, in 64ths of a trick."""
TRUMPS = {Rank.ACE: 64, Rank.KING: 56, Rank.QUEEN: 44, Rank.JACK: 32}
LONG_FROM, LONG = 3, 52
"""The worth of each trump from the fourth on."""
LONG_PLAIN_FROM, LONG_PLAIN = 4, 32
RUFF = 40
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
    if not borne or view.scene.declarer == view.seat:
        return PASS if PASS in view.legal else bids[0]
    return max(borne, key=lambda bid: (worth[bid.denomination], -bid.tricks))


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
    cards = [card for card in hand if isinstance(card, Card)]
    trump = denomination.trump
    suits = {suit: of_suit(cards, suit) for suit in Suit}
    worth = BASE
    for suit, held in suits.items():
        table = TRUMPS if suit is trump else HONOURS
        worth += sum(table.get(card.rank, 0) for card in held if len(held) > Rank.ACE - card.rank)
        if suit is trump:
            low = sum(card.rank < Rank.JACK for card in held)
            worth += LONG * min(low, max(len(held) - LONG_FROM, 0))
        elif trump is None:
            worth += LONG_PLAIN * max(len(held) - LONG_PLAIN_FROM, 0)
        elif len(held) < 2:  # it can be ruffed
            worth += RUFF * min(len(suits[trump]), 2 - len(held)) // 2
    return worth


def _many(choice: object) -> int:
    return len(choice) if isinstance(choice, tuple) else 0


SENSIBLE = SensiblePlayer()


# Whole deals


class EstimationPlay(WholeGame[EstimationRules], SensiblePlayers, StoredDeals, CarriedValues):
    """Card play of Estimation: thirteen cards each, and the caller leads.

    Play goes in the direction of the deal. In a simulation only the eldest may make a dash call.
    """

    pack = pack()
    sensible = SENSIBLE
    folder = Path(__file__).parent / "deals" / "estimation"
    deals = 6_000
    tables = (("jawaker", 4),)
    scoring = frozenset({
        "scheme", "base", "dash_rule", "zero_as_dash", "dash_only", "round_up", "lost_scores",
        "fast_caller", "all_passed",
    })  # fmt: skip

    def cards_each(self, seating: Seating, rules: EstimationRules) -> int:
        return TRICKS

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat:
        """Return the eldest for dash calls; for trumps the player who chooses them."""
        return seating.eldest if step.seat is None else step.seat

    def choices(self, step: ChoiceStep, seat: Seat) -> tuple[Action, ...]:
        """Return the choices that a simulated player has.

        For dash calls, these are nobody or `seat` alone; for trumps, every choice.
        """
        if step.seat is not None:
            return super().choices(step, seat)
        return tuple(choice.value for choice in step.choices if choice.value in ((), (seat,)))

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Return the first trick, which the caller leads.

        In a fast hand the first player with the highest call leads.
        """
        seating, rules, scene = position.seating, position.rules, position.scene
        changed = [word.what for word in position.said if isinstance(word.what, Denomination)]
        called = changed[-1] if changed else denomination_of(rules, seating.number, scene)
        trump = None if called is None else called.trump
        return TrickOf(
            self._leader(seating, rules, scene), seating.players, trump, (), step=seating.step
        )

    def _leader(self, seating: Seating, rules: EstimationRules, scene: Scene) -> Seat:
        """Return the caller; in a fast hand without one, the first player who spoke."""
        if scene.declarer is not None:
            return scene.declarer
        if not scene.contracts:
            return seating.eldest
        if rules.fast_caller is FastCaller.NONE:
            return scene.contracts[0][0]
        return highest_caller(scene)

    def kind(self, rules: EstimationRules, number: int) -> int:
        """Return the kind of a hand: 0 for a hand with an auction.

        For a fast hand it is the number of the hand, which fixes its trumps.
        """
        return number if rules.fast(number) is not None else 0

    def carry(self, rules: EstimationRules) -> Times:
        """Return the rule by which multipliers pass from hand to hand."""
        return Times(rules)


def denomination_of(rules: EstimationRules, number: int, scene: Scene) -> Denomination | None:
    """Return the denomination of the winning bid, or the fixed one of a fast hand.

    None before a bid.
    """
    return scene.suit_bid.denomination if scene.suit_bid else rules.fast(number)


# Multipliers, for the chances to win

MADE, ONCE = 1, 2


@dataclass(frozen=True, slots=True)
class Times(Carry):
    """The rule by which the multiplier passes on; its state is the multiplier of the next hand."""

    rules: EstimationRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """Return `MADE` for each player who made the call, plus `ONCE` if it counts only once."""
        scene = score.scene
        calls = [scene.contract_of(seat) or 0 for seat in SEATS[: len(score.lines)]]
        return tuple(
            MADE * (call == taken) + ONCE * counts_once(call, self.rules)
            for call, taken in zip(calls, scene.tricks, strict=True)
        )

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """Return the multiplier of the next hand, as a tuple of one number."""
        return (left.times if isinstance(left, Carried) else 1,)

    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """Return the points, multiplied, and the multiplier of the next hand.

        It doubles, up to the limit, if nobody made the hand; otherwise it is 1 again.
        """
        from scorekeeper.optional_numpy import np  # noqa: PLC0415  (NumPy)

        (times,) = state
        counted = np.where(marks & ONCE, points, points * times)
        more = np.minimum(2 * times, MOST_TIMES[self.rules.scheme])
        return counted, np.where((marks & MADE).any(axis=0), 1, more)[None]
