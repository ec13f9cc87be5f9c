"""Call Break of Nepal and India, Lakdi, and Call Bridge of Bangladesh: calls in tenths of a point.

Sources: callbreak.xyz, realcallbreak.com, a23.com, winzogames.com, 1103.in, cardrulesplus.com;
texts of apps after pagat.com; TashZone and TrentuQuiyum/call-bridge-counter on GitHub.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scorekeeper.games.exact_bids import AWARDS, BIGGEST_BID, MADE
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Announced, ContractStep, over_or_under
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import (
    Deeds,
    LookAhead,
    Statistics,
    Worth,
    contract_deed,
    sum_of_bids,
)
from scorekeeper.rules.figures import Case, Figure, Measure
from scorekeeper.rules.points import DealScore, Line, contract_briefs
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import (
    KindOfGame,
    Preset,
    Rulebook,
    Section,
    WorkedHand,
    trick_rules,
)
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Points, Sentence, say, say_count

TRICKS = 13
POINT = 10  # tenths
HIGH = 8  # a call that Call Bridge pays more for
HIGH_PAYS, HOUSE_PAYS = 13 * POINT, 16 * POINT


class CallScoring(Enum):
    """The scoring of calls."""

    NEPAL = "nepal"
    BRIDGE = "call-bridge"
    HOUSE = "call-bridge-house"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallBreakRules:
    """House rules of Call Break; `overtrick` is in tenths of a point."""

    scoring: CallScoring = house_rules.choice(
        CallScoring.NEPAL,
        say("Scoring"),
        {
            CallScoring.NEPAL: say("Call Break (a call is made by as many tricks or more)"),
            CallScoring.BRIDGE: say(
                "Call Bridge (by as many or one more; 8 or more made score 13)"
            ),
            CallScoring.HOUSE: say(
                "Call Bridge at home (by fewer than twice as many; a made 8 scores 16; no calls in "
                "the first hand)"
            ),
        },
        says=house_rules.scoring_called,
    )
    overtrick: int = house_rules.number(
        1,
        say("Tenths of a point for each trick over the call, in Call Break"),
        0,
        10,
        says=lambda value: say(
            "In Call Break the tenths of a point for each trick over the call are {value}",
            value=value,
        ),
        off=say("In Call Break tricks over the call score nothing"),
    )
    shortfall: bool = house_rules.toggle(
        False, say("In Call Break a missed call loses only the tricks that are missing")
    )
    least: int = house_rules.number(
        1,
        say("The lowest call"),
        0,
        TRICKS,
        says=lambda value: say("The lowest call is {value}", value=value),
    )
    most: int = house_rules.number(
        8,
        say("The highest call"),
        1,
        TRICKS,
        says=lambda value: say("The highest call is {value}", value=value),
    )
    hands: int = house_rules.number(
        5,
        say("Hands"),
        1,
        60,
        says=lambda value: say("The number of hands is {value}", value=value),
    )
    clockwise: bool = house_rules.toggle(False, say("Deal and turn pass to the left"))

    @property
    def first_uncalled(self) -> bool:
        """Whether nobody calls in the first hand, in which each trick scores a point."""
        return self.scoring is CallScoring.HOUSE

    def made(self, call: int, taken: int) -> bool:
        """Return whether a call is made by these tricks."""
        if self.scoring is CallScoring.NEPAL:
            return taken >= call
        most = call + 1 if self.scoring is CallScoring.BRIDGE else 2 * call - 1
        return call <= taken <= max(most, call)

    def points(self, call: int, taken: int) -> int:
        """Return the points of one player, in tenths."""
        if not self.made(call, taken):
            is_short = self.scoring is CallScoring.NEPAL and self.shortfall
            return -POINT * (call - taken if is_short else call)
        if self.scoring is CallScoring.NEPAL:
            return POINT * call + self.overtrick * (taken - call)
        if self.scoring is CallScoring.BRIDGE:
            return HIGH_PAYS if call >= HIGH else POINT * call
        return HOUSE_PAYS if call == HIGH else POINT * call


PRESETS: tuple[Preset[CallBreakRules], ...] = (
    Preset(
        "nepal",
        say("Call Break"),
        say("callbreak.xyz, realcallbreak.com"),
        say("Calls from 1 to 8; each trick over the call scores a tenth."),
        CallBreakRules(),
    ),
    Preset(
        "shortfall",
        say("Missing tricks cost"),
        say("a23.com"),
        say("Calls from 1 to 13; a missed call loses only the missing tricks."),
        CallBreakRules(shortfall=True, most=TRICKS),
    ),
    Preset(
        "whole-points",
        say("No tenths"),
        say("TashZone, on GitHub"),
        say("Calls from 2 to 13; tricks over the call score nothing."),
        CallBreakRules(overtrick=0, least=2, most=TRICKS),
    ),
    Preset(
        "lakdi",
        say("Lakdi"),
        say("texts of apps after pagat.com"),
        say("As Call Break, but deal and turn pass to the left."),
        CallBreakRules(clockwise=True),
    ),
    Preset(
        "call-bridge",
        say("Call Bridge"),
        say("cardrulesplus.com"),
        say("A call is made by as many tricks or one more; 8 or more made score 13."),
        CallBreakRules(scoring=CallScoring.BRIDGE, least=2, most=12),
    ),
    Preset(
        "call-bridge-house",
        say("Call Bridge at home"),
        say("call-bridge-counter, on GitHub"),
        say("Nobody calls in the first hand; twice the call is too much; a made 8 scores 16."),
        CallBreakRules(scoring=CallScoring.HOUSE, least=2),
    ),
)


class CallBreakStatistics(Statistics):
    """Statistics of calls made, their size, and the tricks over them."""

    figures = (
        Figure("made", say("All calls"), MADE),
        Figure("own", say("Own call, in tricks"), MADE, Measure.MEAN),
        Figure("over", say("Overtricks per made call"), MADE, Measure.MEAN),
    )

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        assert deal.score is not None  # noqa: S101  (only deals that count)
        scene = deal.score.scene
        for (seat,), taken, made in zip(
            deal.seating.sides, scene.tricks, deal.score.made, strict=True
        ):
            call = scene.contract_of(seat)
            if call is None:
                continue
            yield Case(seat, "made", int(bool(made)))
            yield Case(seat, "own", call)
            if made:
                yield Case(seat, "over", taken - call)
                yield Case(seat, BIGGEST_BID.key, call)


class CallBreakDeeds(Deeds):
    """Words for a call that was made or missed."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        assert deal.score is not None  # noqa: S101  (it counts)
        (seat,) = deal.seating.sides[side]
        call = deal.score.scene.contract_of(seat)
        if call is None:
            return None
        return contract_deed(Names((seat,)), call, made=bool(deal.score.made[side]))


class CallBreakLookAhead(LookAhead):
    """Deals are alike if the calls so far have the same sum."""

    def state_key(
        self, seating: Seating, rules: CallBreakRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        return sum_of_bids(seating, step)

    def worth(self, rules: CallBreakRules, step: Step) -> Worth | None:
        if not isinstance(step, TricksStep):
            return None
        taken = range(TRICKS + 1)
        if not step.scene.contracts:
            return Worth((tuple((_uncalled(tricks),) for tricks in taken),))
        return Worth(
            tuple(tuple((_line(rules, call, tricks),) for tricks in taken) for call in taken)
        )


class CallBreak(Rulebook[CallBreakRules]):
    """Call Break; points are tenths."""

    key = "call-break"
    name = say("Call Break")
    also = ("Lakdi", "Call Bridge")
    kind = KindOfGame.BIDS
    summary = say("Also Lakdi and Call Bridge: calls of tricks, spades are trumps.")
    players = range(4, 5)
    rules = CallBreakRules
    presets = PRESETS
    decimals = 1
    endings = Endings(
        (Goal.SCHEDULE, Goal.TIME, Goal.OPEN), Ending(goal=Goal.SCHEDULE), ties=Goal.SCHEDULE
    )
    announced = Announced.CALL
    cell = say("call / tricks")
    examples = ("4 2 3 3 5,2,2,4",)
    worked = (
        WorkedHand(
            2,
            {
                **{f"contract-{seat}": {"number": n} for seat, n in enumerate((4, 5, 2, 2))},
                "tricks": {"tricks": [5, 3, 2, 3]},
            },
        ),
    )
    statistics = CallBreakStatistics()
    deeds = CallBreakDeeds()
    look_ahead = CallBreakLookAhead()
    awards = (AWARDS[0], BIGGEST_BID)

    def seating(self, players: int, dealer: Seat, rules: CallBreakRules) -> Seating:
        return replace(Seating.alone(players, dealer), step=1 if rules.clockwise else -1)

    def length(self, rules: CallBreakRules, players: int) -> int:
        return rules.hands

    def contradictions(self, rules: CallBreakRules) -> tuple[tuple[str, str], ...]:
        return (("least", "most"),) if rules.least > rules.most else ()

    def script(
        self, seating: Seating, rules: CallBreakRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for everyone's call and for the tricks."""
        scene = Scene(TRICKS)
        if rules.first_uncalled and seating.number == 1:
            tricks = yield TricksStep(seating, scene._replace(notice=say("Nobody calls.")))
            return DealScore(
                tuple((_uncalled(taken),) for taken in tricks),
                scene.with_tricks(tricks),
                say("without calls"),
            )
        why = say("A call is a number from {least} to {most}.", least=rules.least, most=rules.most)
        open_calls = range(rules.least, rules.most + 1)
        bars = tuple((call, why) for call in range(TRICKS + 1) if call not in open_calls)
        for seat in seating.in_turn(seating.eldest):
            call = yield ContractStep(seat, scene, bars=bars, announced=Announced.CALL)
            scene = scene.with_contract(seat, call)
        tricks = yield TricksStep(seating, scene)
        calls = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        return DealScore(
            tuple((_line(rules, *hand),) for hand in zip(calls, tricks, strict=True)),
            scene.with_tricks(tricks),
            over_or_under(scene.contract_sum, TRICKS),
            briefs=contract_briefs(calls, tricks, Announced.CALL),
        )

    def describe(self, rules: CallBreakRules) -> tuple[Section, ...]:
        uncalled = say("Nobody calls in the first hand: each trick scores a point.")
        turn = (
            say("Play and deal go clockwise; the deal passes to the left.")
            if rules.clockwise
            else say("Play and deal go counter-clockwise; the deal passes to the right.")
        )
        return (
            Section(
                say("Cards and deal"),
                (
                    say(
                        "Four players, each for themselves, with 52 cards: ace high, two low. "
                        "Everyone gets 13."
                    ),
                    turn,
                    *house_rules.in_force(rules, "hands"),
                    say(
                        "Agree whether the cards are dealt again if a player has no spade or no "
                        "court card, or if the calls add up to too little."
                    ),
                ),
            ),
            Section(
                say("Calls"),
                (
                    say("Everyone calls a number of tricks, first the player after the dealer."),
                    say("The calls may add up to any number."),
                    say(
                        "A call is a number from {least} to {most}.",
                        least=rules.least,
                        most=rules.most,
                    ),
                    *((uncalled,) if rules.first_uncalled else ()),
                ),
            ),
            Section(
                say("Play"),
                (
                    say("Spades are always trumps. Follow suit if you can."),
                    say(
                        "The player after the dealer leads to the first trick. Agree whether a "
                        "higher card, or a trump, must be played if you have one."
                    ),
                    *trick_rules(),
                ),
            ),
            Section(
                say("Scoring"),
                tuple(_describe_scoring(rules)),
            ),
        )


def _describe_scoring(rules: CallBreakRules) -> Iterator[Sentence]:
    nepal = rules.scoring is CallScoring.NEPAL
    yield {
        CallScoring.NEPAL: say("A call is made by as many tricks or more."),
        CallScoring.BRIDGE: say("A call is made by exactly as many tricks or one more."),
        CallScoring.HOUSE: say(
            "A call is made by as many tricks or more, but by fewer than twice as many; a call of "
            "1 by exactly one."
        ),
    }[rules.scoring]
    yield say("A made call scores as many points as tricks called.")
    if rules.scoring is CallScoring.BRIDGE:
        yield say(
            "But a made call of {high} or more scores {points}.",
            high=HIGH,
            points=HIGH_PAYS // POINT,
        )
    if rules.scoring is CallScoring.HOUSE:
        yield say(
            "But a made call of {high} scores {points}.", high=HIGH, points=HOUSE_PAYS // POINT
        )
    if not nepal or not rules.overtrick:
        yield say("Tricks over the call score nothing.")
    else:
        yield say(
            "Each trick over the call scores {points}.",
            points=Points(rules.overtrick, CallBreak.decimals),
        )
    if nepal and rules.shortfall:
        yield say("A missed call loses a point for each trick that is missing.")
    else:
        yield say("A missed call loses as many points as tricks called.")


def _line(rules: CallBreakRules, call: int, taken: int) -> Line:
    points = rules.points(call, taken)
    why = say(
        "said {contract}, took {tricks}: {points}",
        contract=call,
        tricks=taken,
        points=Points(points, CallBreak.decimals),
    )
    return Line(points, why, rules.made(call, taken))


def _uncalled(taken: int) -> Line:
    points = Points(POINT * taken, CallBreak.decimals)
    why = say_count(
        "{count} trick without a call: {points}",
        "{count} tricks without a call: {points}",
        taken,
        points=points,
    )
    return Line(int(points), why)


CALL_BREAK = CallBreak()
