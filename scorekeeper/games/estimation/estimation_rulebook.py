"""Estimation as a game: its questions, and the values that hands pass on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.auction import Auction, AuctionRules, Bid, ladder
from scorekeeper.cards import Denomination
from scorekeeper.games.estimation.caller_figures import (
    CALLER_AWARDS,
    EstimationDeeds,
    EstimationStatistics,
)
from scorekeeper.games.estimation.described_rules import describe_rules
from scorekeeper.games.estimation.scoring import (
    HIGH,
    MOST_TIMES,
    Hand,
    calls_of,
    doubled,
    lines,
    multiple,
    times_after,
)
from scorekeeper.games.estimation.variants import (
    HIGHEST,
    LOWEST,
    PRESETS,
    TRICKS,
    AllPassed,
    EstimationRules,
    FastCaller,
    FirstBidder,
    PlayDirection,
)
from scorekeeper.rules.bidding_steps import (
    Announced,
    Choice,
    ChoiceStep,
    ContractStep,
    hold,
    over_or_under,
)
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import LookAhead, sum_of_bids
from scorekeeper.rules.points import DealScore, contract_briefs
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import KindOfGame, Rulebook, Section, WorkedHand
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import SEATS, Names, Seat, Seating
from scorekeeper.wording import Sentence, say

MOST_DASHES = 2

Dashes = tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """The values that a hand passes to the next one.

    times     the multiplier of the next hand
    caller    the winner of the last auction; None if there was none
    """

    times: int = 1
    caller: Seat | None = None


DASHES = (
    Choice("none", (), say("Nobody"), say("no dash call")),
    *(
        Choice(
            "".join(str(int(seat) + 1) for seat in seats),
            seats,
            say("{names}", names=Names(seats)),
            say("dash call: {names}", names=Names(seats)),
        )
        for many in range(1, MOST_DASHES + 1)
        for seats in combinations(SEATS[:4], many)
    ),
)
"""The players who may make a dash call: none, one or two."""
TOO_HIGH = {
    (seat, most): tuple(
        (
            number,
            say(
                "{seat} can't say {number}: the call is {most}.",
                seat=seat,
                number=number,
                most=most,
            ),
        )
        for number in range(most + 1, TRICKS + 1)
    )
    for seat in SEATS[:4]
    for most in range(LOWEST, TRICKS + 1)
}
"""The numbers that a player may not call, with reasons, by the player and the caller's number."""
WORKED = (
    WorkedHand(
        1,
        {
            "dash": {"choice": "none"},
            "auction-0-0": {"bid": "5S", "winner": 1},
            "contract-0": {"number": 3},
            "contract-2": {"number": 4},
            "contract-3": {"number": 2},
            "tricks": {"tricks": [3, 5, 4, 1]},
        },
    ),
)


class EstimationLookAhead(LookAhead):
    """The questions of deals are alike if caller, bid and the sum of the calls are the same."""

    def question_key(
        self, seating: Seating, rules: EstimationRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        """Return the dash calls, the caller and the sum of the calls.

        In a fast hand also the highest callers: the first of them may choose the trumps.
        """
        if not isinstance(step, ContractStep | TricksStep):
            return None
        scene = step.scene
        dashes = [fact["choice"] for fact in facts if "choice" in fact]
        if scene.declarer is not None and scene.suit_bid is not None:
            high: Json = [int(scene.declarer), scene.suit_bid.tricks]
        else:
            top = max(calls_so_far(scene), default=0)
            high = [top, [int(seat) for seat, number in scene.contracts if number == top]]
        return [sum_of_bids(seating, step), dashes, high]


class Estimation(Rulebook[EstimationRules]):
    """Estimation; `lines` computes the points."""

    key = "estimation"
    name = say("Estimation")
    kind = KindOfGame.BIDS
    summary = say("Four alone: an auction, exact calls that never add up to 13.")
    players = range(4, 5)
    rules = EstimationRules
    presets = PRESETS
    play = "scorekeeper.play.estimation:EstimationPlay"
    statistics = EstimationStatistics()
    awards = CALLER_AWARDS
    deeds = EstimationDeeds()
    look_ahead = EstimationLookAhead()
    examples = ("none S:5H 3 2 4 5,3,1,4",)
    endings = Endings(
        (Goal.SCHEDULE, Goal.TIME, Goal.OPEN),
        Ending(goal=Goal.SCHEDULE),
        ties=Goal.SCHEDULE,
        bids=True,
    )
    announced = Announced.CALL
    cell = say("call / tricks")
    auction = True
    worked = WORKED

    def seating(self, players: int, dealer: Seat, rules: EstimationRules) -> Seating:
        """Return the seating; by default the deal and the turn pass to the right."""
        step = -1 if rules.direction is PlayDirection.RIGHT else 1
        return replace(Seating.alone(players, dealer), step=step)

    def length(self, rules: EstimationRules, players: int) -> int:
        return rules.hands

    def carries(self, rules: EstimationRules) -> bool:
        # A hand that nobody made doubles the next one.
        return True

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """Return the multiplier of the next hand as `Earlier.left`.

        Raises ValueError unless the number is 1, 2, 4 or 8.
        """
        if [*numbers] not in [[1], [2], [4], [8]]:
            raise ValueError("a hand counts 1, 2, 4 or 8 times")
        return Carried(numbers[0])

    def script(
        self, seating: Seating, rules: EstimationRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for dash calls, auction, calls and tricks; fast hands have no auction."""
        before = earlier.left if isinstance(earlier.left, Carried) else Carried()
        times = min(before.times, MOST_TIMES[rules.scheme])
        trump = rules.fast(seating.number)
        scene = Scene(TRICKS, notice=_notice(trump, times))
        dashes: Dashes = ()
        order = seating.in_turn(first_speaker(seating, rules, before))
        if trump is None:
            if rules.dashes:
                dashes = yield ChoiceStep(
                    "dash", None, say("Dash calls?"), DASHES, scene, label=say("Dash calls")
                )
            for seat in dashes:
                scene = scene.with_contract(seat, 0).with_badge(seat, say("dash"))
            order = tuple(seat for seat in order if seat not in dashes)
            won = yield from hold(auction_of(order), scene)
            if won is None:
                return _thrown_in(seating, rules, scene, before)
            assert isinstance(won.bid, Bid)  # noqa: S101  (the ladder has no others)
            scene = scene._replace(declarer=won.winner, bid=won.bid)
            scene = scene.with_contract(won.winner, won.bid.tricks)
            scene = scene.with_badge(won.winner, say("caller"))
            turns = seating.in_turn(won.winner)[1:]
            order = tuple(seat for seat in turns if seat not in dashes)
        scene = yield from _calls(order, scene.with_badge(order[-1], say("risk")))
        if rules.fast_change and trump is not None and max(calls_so_far(scene)) >= HIGH:
            trump = yield _trumps_step(scene)
            scene = scene._replace(notice=_notice(trump, times))
        numbers = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        top = None if trump is not None and rules.fast_caller is FastCaller.NONE else max(numbers)
        if scene.declarer is None:
            for seat, number in scene.contracts:
                scene = scene.with_badge(seat, say("caller")) if number == top else scene
        tricks: tuple[int, ...] = yield TricksStep(seating, scene)
        hand = Hand(calls_of(numbers, tricks, dashes, top, order[-1]), times, trump is not None)
        return DealScore(
            lines(hand, rules),
            scene.with_tricks(tricks),
            over_or_under(scene.contract_sum, TRICKS),
            briefs=contract_briefs(numbers, tricks, Announced.CALL),
            left=Carried(times_after(hand, rules), _caller(scene, before)),
        )

    def describe(self, rules: EstimationRules) -> tuple[Section, ...]:
        return describe_rules(rules)


def first_speaker(seating: Seating, rules: EstimationRules, before: Carried) -> Seat:
    """Return the first player to speak."""
    if rules.first_bidder is FirstBidder.BEFORE:
        return seating.in_turn(seating.dealer)[-1]
    if rules.first_bidder is FirstBidder.CALLER and before.caller is not None:
        return before.caller
    return seating.eldest


def _caller(scene: Scene, before: Carried) -> Seat | None:
    """Return the winner of this hand's auction, or else of the last one; None if there was none."""
    return before.caller if scene.declarer is None else scene.declarer


def calls_so_far(scene: Scene) -> tuple[int, ...]:
    """Return the numbers called so far, in the order of the calls."""
    return tuple(number for _, number in scene.contracts)


def highest_caller(scene: Scene) -> Seat:
    """Return the first player who made the highest call."""
    return max(scene.contracts, key=lambda contract: contract[1])[0]


def _trumps_step(scene: Scene) -> ChoiceStep:
    """Return the question for the trumps that the highest caller of a fast hand chooses."""
    seat = highest_caller(scene)
    choices = tuple(
        Choice(
            denomination.code,
            denomination,
            say("{denomination}", denomination=denomination),
            say("trumps: {suit}", suit=denomination),
        )
        for denomination in reversed(Denomination)
    )
    asked = say("{seat}'s trumps?", seat=seat)
    return ChoiceStep("trumps", seat, asked, choices, scene, label=say("trumps"))


def auction_of(order: tuple[Seat, ...]) -> Auction:
    """Return the auction of the players who made no dash call, before its first call."""
    return Auction(order, ladder(LOWEST, HIGHEST), AuctionRules(max(len(order) - 1, 1)))


def _calls(order: Sequence[Seat], scene: Scene) -> Generator[Step, int, Scene]:
    """Ask for each call in turn, and return the public state of the deal with all calls.

    The last call may not make them total 13.
    """
    most = scene.suit_bid.tricks if scene.suit_bid else TRICKS
    for seat in order:
        last = seat == order[-1]
        free = TRICKS - scene.contract_sum if last else -1
        number = yield ContractStep(
            seat,
            scene,
            barred=free if 0 <= free <= most else None,
            others=scene.contract_sum if last else None,
            bars=TOO_HIGH[seat, most],
            announced=Announced.CALL,
        )
        scene = scene.with_contract(seat, number)
        if scene.declarer is not None and number == most:
            scene = scene.with_badge(seat, say("with"))
    return scene


def _thrown_in(
    seating: Seating, rules: EstimationRules, scene: Scene, before: Carried
) -> DealScore:
    """Return the score after all passed: the hand does not count, and may double the next one."""
    stays = rules.all_passed is AllPassed.REDEAL
    left = before if stays else replace(before, times=doubled(before.times, rules))
    return replace(DealScore.all_passed(seating.sides, scene, stays), left=left)


def _notice(trump: Denomination | None, times: int) -> Sentence | None:
    if trump is not None and times > 1:
        return say(
            "Fast hand: trumps {trump}. It counts {multiple}.",
            trump=trump,
            multiple=multiple(times),
        )
    if trump is not None:
        return say("Fast hand: trumps {trump}.", trump=trump)
    if times > 1:
        return say("This hand counts {multiple}.", multiple=multiple(times))
    return None


ESTIMATION = Estimation()
