"""Spades as a game: its questions, and the bags that hands pass on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from scorekeeper.games.spades.bidder_figures import AWARDS, SpadesDeeds, SpadesStatistics
from scorekeeper.games.spades.bidding import (
    BLIND,
    BLIND_BID,
    Bids,
    bid_step,
    heeded,
    is_nil,
    number_of_bid,
    partners_of,
)
from scorekeeper.games.spades.described_rules import describe_rules
from scorekeeper.games.spades.scoring import TEN, Bidder, SideHand, lines, unbid_line
from scorekeeper.games.spades.variants import PLAYERS, PRESETS, TRICKS, SpadesRules
from scorekeeper.rules.bidding_steps import Announced, ContractStep, over_or_under
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import LookAhead, sum_of_bids
from scorekeeper.rules.points import DealScore, contract_briefs
from scorekeeper.rules.result_steps import PlayerTricksStep, SideTricksStep, TricksStep
from scorekeeper.rules.rulebook import KindOfGame, Rulebook, Section, WorkedHand
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script, one_a_side
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import Sentence, say, say_count

WORKED = tuple(
    WorkedHand(
        2,  # the first one may bid itself
        {
            **{f"contract-{seat}": {"number": bid} for seat, bid in enumerate(bids)},
            "tricks": tricks,
            "tricks-of-0": {"number": 0},
            "tricks-of-3": {"number": 0},
        },
    )
    for bids, tricks in (
        ((3, 4, 4, 1), {"number": 8}),
        ((3, 4, 4, 1), {"tricks": [3, 3, 5, 2]}),
        ((0, 4, 4, 0), {"number": 4}),
    )
)
"""Example hands for partners, for players who are all alone, and for suicide."""


class SpadesLookAhead(LookAhead):
    """The questions of deals are alike if the bids have the same sum and bar the same bids."""

    def question_key(
        self, seating: Seating, rules: SpadesRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        """Return the sum of the bids, and what the players who are still to bid must know."""
        if not isinstance(step, ContractStep | SideTricksStep | TricksStep):
            return None
        bids = {SEATS[int(str(fact["seat"]))]: fact["number"] for fact in facts}
        blind = [seat for seat, bid in bids.items() if bid == BLIND_BID]
        return [sum_of_bids(seating, step), blind, list(heeded(bids, seating, rules))]


class Spades(Rulebook[SpadesRules]):
    """Spades; `lines` computes the points."""

    key = "spades"
    name = say("Spades")
    also = ("Cutthroat",)
    kind = KindOfGame.TRICKS
    summary = say("Partners bid their tricks; tricks above the bid are bags.")
    players = PLAYERS
    rules = SpadesRules
    presets = PRESETS
    play = "scorekeeper.play.spades:SpadesPlay"
    statistics = SpadesStatistics()
    awards = AWARDS
    deeds = SpadesDeeds()
    look_ahead = SpadesLookAhead()
    examples = ("3 4 4 1 7", "3 4 4 1 7 --left 9,0")
    worked = WORKED
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=500), floor=True
    )
    announced = Announced.BID
    cell = say("bid / tricks")

    def seating(self, players: int, dealer: Seat, rules: SpadesRules) -> Seating:
        """Return the seating: four play as partners across the table or alone; three play alone."""
        if players == 4 and not rules.solo:
            return Seating.partners(players, dealer)
        return Seating.alone(players, dealer)

    def carries(self, rules: SpadesRules) -> bool:
        return True

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """Return the bags of each side as `Earlier.left`; raises ValueError for negative ones."""
        if min(numbers, default=0) < 0:
            raise ValueError("bags are counted from 0 on")
        return one_a_side(numbers, len(seating.sides))

    def contradictions(self, rules: SpadesRules) -> tuple[tuple[str, str], ...]:
        """Return the pairs of rules that contradict each other.

        Suicide needs nil; with `no_full` the last player might have no legal bid.
        """
        if not rules.suicide or rules.solo:
            return ()
        pairs = []
        if not rules.nil:
            pairs.append(("nil", "suicide"))
        if rules.no_full:
            pairs.append(("suicide", "no_full"))
        return tuple(pairs)

    def script(
        self, seating: Seating, rules: SpadesRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for all bids, the tricks, and the tricks of nil bidders with a partner."""
        before = bags_of(seating, earlier)
        scene = Scene(TRICKS[seating.players], carried=_carried(before))
        if rules.first_bids_itself and seating.number == 1:
            return (yield from _without_bids(seating, scene, before))
        bids: dict[Seat, object] = {}
        for seat in seating.clockwise(seating.eldest):
            if seat in bids:
                continue
            bid = yield bid_step(seat, seating, rules, earlier, scene=scene, bids=bids)
            bids[seat] = bid
            scene = scene.with_contract(seat, number_of_bid(bid, rules))
            if bid == BLIND_BID:
                bids |= dict.fromkeys(partners_of(seat, seating))
                scene = scene.with_badge(seat, say("blind"))
            elif is_nil(bid):
                scene = scene.with_badge(seat, say("blind nil") if bid == BLIND else say("nil"))
        tricks = yield from _tricks(seating, scene)
        nils = yield from _nils(seating, scene, bids, tricks)
        rows, after, contracts = [], [], []
        for index, side in enumerate(seating.sides):
            contract = scene.sum_of(side) or 0
            mine = [nils[seat] for seat in side if seat in nils]
            blind = any(bids[seat] == BLIND_BID for seat in side)
            hand = SideHand(contract, tricks[index], mine, before[index], blind)
            own, bags = lines(hand, rules, scene.total)
            rows.append(own)
            after.append(bags)
            contracts.append(contract)
        return DealScore(
            tuple(rows),
            scene.with_tricks(tricks),
            over_or_under(scene.contract_sum, scene.total),
            briefs=contract_briefs(contracts, tricks, Announced.BID),
            left=tuple(after),
        )

    def describe(self, rules: SpadesRules) -> tuple[Section, ...]:
        return describe_rules(rules)


def bags_of(seating: Seating, earlier: Earlier) -> tuple[int, ...]:
    """Return the bags of each side before the hand."""
    return earlier.left_of_each(0, len(seating.sides))


def _carried(bags: tuple[int, ...]) -> tuple[Sentence | None, ...]:
    """Return the bags of each side before the hand, in words; None for a side without bags."""
    return tuple(say_count("{count} bag", "{count} bags", many) if many else None for many in bags)


def _tricks(seating: Seating, scene: Scene) -> Generator[Step, Any, tuple[int, ...]]:
    """Ask for the tricks of every side and return them."""
    if len(seating.sides) == 2:
        tricks: tuple[int, ...] = yield SideTricksStep(seating, scene, 0)
    else:
        tricks = yield TricksStep(seating, scene)
    return tricks


def _without_bids(seating: Seating, scene: Scene, bags: tuple[int, ...]) -> Script:
    """Score a hand that bids itself: each trick 10, no bags, and no bonus for ten tricks or all."""
    notice = say("No bids: each trick scores {points}.", points=TEN)
    tricks = yield from _tricks(seating, scene._replace(notice=notice))
    return DealScore(
        tuple((unbid_line(taken),) for taken in tricks),
        scene.with_tricks(tricks),
        say("without bids"),
        briefs=contract_briefs(tricks, tricks, Announced.BID),
        left=bags,
    )


def _nils(
    seating: Seating, scene: Scene, bids: Bids, tricks: tuple[int, ...]
) -> Generator[Step, object, dict[Seat, Bidder]]:
    """Return the nil bidders with their tricks, by seat.

    A bidder's tricks are asked for unless they follow from those of the side.
    """
    bidders: dict[Seat, Bidder] = {}
    for index, side in enumerate(seating.sides):
        nils = [seat for seat in side if is_nil(bids[seat])]
        left = tricks[index]
        for seat in nils:
            last = seat == nils[-1] and len(nils) == len(side)
            taken: object = left
            if left and not last:
                taken = yield PlayerTricksStep(seat, left, scene)
            assert isinstance(taken, int)  # noqa: S101  (the step returned it)
            bidders[seat] = Bidder(seat, bids[seat] == BLIND, taken)
            left -= taken
    return bidders


SPADES = Spades()
