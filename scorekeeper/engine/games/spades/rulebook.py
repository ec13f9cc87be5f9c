"""The rulebook of Spades: the questions, the endings, and the rules in words."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.spades.house_rules import BLIND, PRESETS, SpadesRules
from scorekeeper.engine.games.spades.player_statistics import SpadesStatistics
from scorekeeper.engine.games.spades.scoring import Bidder, SideHand, lines
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier, one_a_side
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, contract_briefs
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import (
    Announced,
    Choice,
    ContractStep,
    PlayerTricksStep,
    Scene,
    SideTricksStep,
    Step,
    TricksStep,
    over_or_under,
)
from scorekeeper.engine.rules.wording import Sentence, say, say_count

SUICIDE_LEAST = 4
TRICKS = {3: 17, 4: 13}

Bids = Mapping[Seat, object]
"""The bid of each seat: a number, 0 for nil, or `BLIND`."""


class Spades(Rulebook[SpadesRules], SpadesStatistics):
    """Spades; see `scoring` for the points."""

    key = "spades"
    name = say("Spades")
    line = say("Partners bid their tricks; tricks above the bid are bags.")
    players = range(3, 5)
    rules = SpadesRules
    presets = PRESETS
    play = "scorekeeper.engine.games.spades.whole:SpadesPlay"
    examples = ("3 4 4 1 7", "3 4 4 1 7 --left 9,0")
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=500), floor=True
    )
    announced = Announced.BID
    cell = say("bid / tricks")

    def seating(self, players: int, dealer: Seat, rules: SpadesRules) -> Seating:
        """Four play as partners across the table or alone; three play alone."""
        if players == 4 and not rules.solo:
            return Seating.partners(players, dealer)
        return Seating.alone(players, dealer)

    def carries(self, rules: SpadesRules) -> bool:
        return True

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """The bags of each side."""
        if min(numbers, default=0) < 0:
            raise ValueError("bags are counted from 0 on")
        return one_a_side(numbers, len(seating.sides))

    def contradictions(self, rules: SpadesRules) -> tuple[tuple[str, str], ...]:
        """Suicide needs nil, and with `no_full` the last bids could be forced."""
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
        bids: dict[Seat, object] = {}
        for seat in seating.clockwise(seating.eldest):
            bid = yield _bid_step(seat, seating, rules, earlier, scene=scene, bids=bids)
            bids[seat] = bid
            scene = scene.with_contract(seat, number_of_bid(bid))
            if not number_of_bid(bid):
                scene = scene.with_badge(seat, say("blind nil") if bid == BLIND else say("nil"))
        if len(seating.sides) == 2:
            tricks: tuple[int, ...] = yield SideTricksStep(seating, scene, 0)
        else:
            tricks = yield TricksStep(seating, scene)
        nils = yield from _nils(seating, scene, bids, tricks)
        rows, after, contracts = [], [], []
        for index, side in enumerate(seating.sides):
            contract = sum(number_of_bid(bids[seat]) for seat in side)
            mine = [nils[seat] for seat in side if seat in nils]
            hand = SideHand(contract, tricks[index], mine, before[index])
            own, bags = lines(hand, rules, scene.total)
            rows.append(own)
            after.append(bags)
            contracts.append(contract)
        return DealScore(
            tuple(rows),
            scene.with_tricks(tricks),
            over_or_under(scene.said, scene.total),
            briefs=contract_briefs(contracts, tricks, Announced.BID),
            left=tuple(after),
        )

    def describe(self, rules: SpadesRules) -> tuple[Section, ...]:
        sentences = house_rules.told(rules)
        bids = ("solo", "nil", "blind_nil", "blind_deficit", "double_nil", "suicide", "least",
                "no_full", "no_ones")  # fmt: skip
        return (
            Section(
                say("Bids"),
                (
                    say("Everyone bids a number of tricks, from the dealer's left."),
                    *(sentences[path] for path in bids),
                ),
            ),
            Section(
                say("Scoring"),
                (
                    say("A made bid scores ten a trick."),
                    *(sentence for path, sentence in sentences.items() if path not in bids),
                ),
            ),
        )


def number_of_bid(bid: object) -> int:
    """The tricks of a bid; 0 for a nil, blind or not."""
    return bid if isinstance(bid, int) else 0


def bags_of(seating: Seating, earlier: Earlier) -> tuple[int, ...]:
    """The bags of each side before the hand."""
    left = earlier.left
    return left if isinstance(left, tuple) else (0,) * len(seating.sides)


def _carried(bags: tuple[int, ...]) -> tuple[Sentence | None, ...]:
    """The bags of each side before the hand, in words."""
    return tuple(say_count("{count} bag", "{count} bags", many) if many else None for many in bags)


def _nils(
    seating: Seating, scene: Scene, bids: Bids, tricks: tuple[int, ...]
) -> Generator[Step, object, dict[Seat, Bidder]]:
    """The nil bidders with their tricks, asked if a partner may have taken some."""
    bidders: dict[Seat, Bidder] = {}
    for index, side in enumerate(seating.sides):
        nils = [seat for seat in side if not number_of_bid(bids[seat])]
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


def _bid_step(
    seat: Seat, seating: Seating, rules: SpadesRules, earlier: Earlier, *, scene: Scene, bids: Bids
) -> ContractStep:
    """The question for a bid, with the numbers that the house rules bar."""
    last = len(bids) == seating.players - 1
    partners = len(seating.sides) < seating.players
    hooked = rules.no_full and last and not (rules.suicide and partners)
    free = scene.total - scene.said if hooked else -1
    step = ContractStep(
        seat,
        scene,
        barred=free if free >= 0 else None,
        others=scene.said if last else None,
        bars=tuple(dict(_bars(seat, seating, rules, scene.total, bids)).items()),
        meanings=((0, say("nil")),),
        called=Announced.BID,
    )
    if not (rules.nil and rules.blind_nil):
        return step
    barred = step.reason(0) or _too_near(seating.side_of(seat), rules, earlier)
    sentence = say("{seat} bid blind nil", seat=seat)
    return step._replace(words=(Choice(BLIND, BLIND, say("Blind nil"), sentence, barred),))


def _bars(
    seat: Seat, seating: Seating, rules: SpadesRules, total: int, bids: Bids
) -> Generator[tuple[int, Sentence]]:
    """The numbers that may not be bid, with reasons; a later reason for a number overrides."""
    partner = next((other for other in seating.sides[seating.side_of(seat)] if other != seat), None)
    partners = None if partner is None or partner not in bids else number_of_bid(bids[partner])
    if rules.no_ones:
        yield 1, say("A bid of 1 is not allowed.")
    if not rules.nil:
        yield 0, say("Nil is not played.")
    if partners == 0 and (not rules.double_nil or rules.suicide):
        yield 0, say("{partner} already bid nil.", partner=partner)
    if partners is not None and rules.least:
        needed = max(rules.least - partners, 0)
        why = say("The side must bid {least}: at least {more}.", least=rules.least, more=needed)
        for number in range(needed):
            yield number, why
    if rules.suicide and partner is not None:
        if partners:
            for number in range(1, total + 1):
                yield number, say("{partner} bid, so {seat} bids nil.", partner=partner, seat=seat)
        least = max(
            SUICIDE_LEAST, rules.least
        )  # the whole bid of the side, because the other bids nil
        for number in range(1, least):
            yield number, say("Here a bid is nil, or {least} or more.", least=least)


def _too_near(side: int, rules: SpadesRules, earlier: Earlier) -> Sentence | None:
    """Why a side may not bid blind nil; None if it is far enough behind."""
    others = [total for index, total in enumerate(earlier.totals) if index != side]
    free = not rules.blind_deficit
    if not free and earlier.total(side) > max(others, default=0) - rules.blind_deficit:
        return say("Blind nil needs a side {points} behind.", points=rules.blind_deficit)
    return None


SPADES = Spades()
