"""The rulebook of Israeli Whist: players, endings, and the rules in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from scorekeeper.games.israeli_whist.house_rules import (
    BONUS_ROUND_EACH,
    BONUS_ROUND_NONE,
    PLAYERS,
    PRESETS,
    AfterAllPass,
    DeclarerContract,
    Direction,
    FirstSpeaker,
    IsraeliWhistRules,
    Opener,
    Redealer,
)
from scorekeeper.games.israeli_whist.scoring_schemes import NOTES, SCHEMES, TRICKS, Scheme
from scorekeeper.games.israeli_whist.scoring_schemes import prizes as scoring_prizes
from scorekeeper.games.israeli_whist.script import bonus_line, can_score, deal_script, partial_score
from scorekeeper.games.israeli_whist.statistics import AWARDS, ContractStatistics
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.extension_points import LookAhead, Prizes, Worth
from scorekeeper.rules.partial_hand import Partial
from scorekeeper.rules.points import DealScore, Line, PointsTable, Prize
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import (
    KindOfGame,
    Rulebook,
    Section,
    WorkedHand,
    revoke_rules,
    trick_rules,
)
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import Seating
from scorekeeper.wording import Points, Sentence, say, say_count

# Tables of points


def points_tables(rules: IsraeliWhistRules) -> tuple[PointsTable, ...]:
    """Return tables for contracts of 1 or more, for zeros, and for the bonus round, if any."""
    bonus = (_bonus_round(),) if rules.passed_out is AfterAllPass.BONUS else ()
    return _contracts(rules.scheme, tuple(_notes(rules))), _zeros(rules.scheme), *bonus


def _contracts(scheme: Scheme, notes: tuple[Sentence, ...]) -> PointsTable:
    rows = tuple(
        (
            say("{tricks}", tricks=tricks),
            (
                Points(scheme.line(tricks, tricks, over=False).points),
                Points(scheme.line(TRICKS, TRICKS - tricks, over=False).points),
            ),
        )
        for tricks in range(1, TRICKS + 1)
    )
    return PointsTable(
        say("Contract of 1 or more"), (say("tricks"), say("made"), say("missed by")), rows, notes
    )


def _zeros(scheme: Scheme) -> PointsTable:
    rows = tuple(
        (
            say("{tricks}", tricks=tricks),
            tuple(Points(scheme.line(0, tricks, over).points) for over in (False, True)),
        )
        for tricks in range(TRICKS + 1)
    )
    return PointsTable(
        say("Zero, and tricks taken"), (say("tricks"), say("under"), say("over")), rows
    )


def _bonus_round() -> PointsTable:
    rows = tuple(
        (say("{tricks}", tricks=tricks), (Points(bonus_line(tricks).points),))
        for tricks in range(TRICKS + 1)
    )
    return PointsTable(say("Bonus round"), (say("tricks"), say("points")), rows)


def _notes(rules: IsraeliWhistRules) -> Iterator[Sentence]:
    yield rules.scheme.when_all_miss
    if rules.revoke_fine:
        yield say("A revoke is fined {points} points.", points=rules.revoke_fine)


# The rulebook


WORKED = (
    WorkedHand(
        1,
        {
            "auction-0-0": {"bid": "6H", "winner": 1},
            "contract-1": {"number": 6},
            "contract-2": {"number": 3},
            "contract-3": {"number": 2},
            "contract-0": {"number": 0},
            "tricks": {"tricks": [0, 6, 4, 3]},
        },
    ),
)


class ContractPrizes(Prizes):
    """The contracts that a player can make, with their points."""

    def all_of(
        self, rules: IsraeliWhistRules, seating: Seating | None = None
    ) -> tuple[tuple[Prize, ...], ...]:
        return scoring_prizes(rules.scheme)


class WhistLookAhead(LookAhead):
    """Deals are alike if declarer, bid and the sum of the contracts are the same."""

    def state_key(
        self, seating: Seating, rules: IsraeliWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        known = state_key(step)
        return super().state_key(seating, rules, facts, step) if known is None else known

    def worth(self, rules: IsraeliWhistRules, step: Step) -> Worth | None:
        return worth(rules, step)


class IsraeliWhist(Rulebook[IsraeliWhistRules]):
    """Israeli Whist; `deal_script` asks the questions, a `Scheme` computes the points."""

    key = "israeli-whist"
    name = say("Israeli Whist")
    kind = KindOfGame.BIDS
    summary = say("Four alone: an auction, exact contracts, over or under 13.")
    players = range(PLAYERS, PLAYERS + 1)
    rules = IsraeliWhistRules
    presets = PRESETS
    contracts_score = True
    auction = True
    worked = WORKED
    play = "scorekeeper.play.israeli_whist:IsraeliWhistPlay"
    statistics = ContractStatistics()
    awards = AWARDS
    prizes = ContractPrizes()
    look_ahead = WhistLookAhead()
    examples = (
        "S:6H 3 1 2 6,4,1,2",
        "--contracts 2,3,7,0 --tricks 0,3,8,2",
        "--contracts 2,3,7,0 --tricks 0,3,8,2 --scheme elhanani --json",
    )

    def script(
        self, seating: Seating, rules: IsraeliWhistRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        return deal_script(seating, rules)

    def score_partial(
        self,
        seating: Seating,
        rules: IsraeliWhistRules,
        known: Partial,
    ) -> DealScore:
        return partial_score(seating, rules, known)

    def can_score(self, seating: Seating, rules: IsraeliWhistRules, points: Sequence[int]) -> bool:
        return can_score(rules, points)

    def fine(self, rules: IsraeliWhistRules) -> int:
        """Return the cost of a revoke in points (WP and HT: 100)."""
        return rules.revoke_fine

    def points_tables(self, rules: IsraeliWhistRules) -> tuple[PointsTable, ...]:
        return points_tables(rules)

    def title(self, rules: IsraeliWhistRules, ending: Ending | None = None) -> Sentence:
        """Return the name of the preset, or of the scoring scheme if the rules are no preset."""
        preset = self.preset_of(rules, ending)
        if preset:
            return preset.name
        return say("House rules, scoring {scheme}", scheme=rules.scheme.title)

    def describe(self, rules: IsraeliWhistRules) -> tuple[Section, ...]:
        return (
            Section(say("Cards and deal"), _cards()),
            Section(say("Auction"), _auction(rules)),
            Section(say("When all pass"), _passed_out(rules)),
            Section(say("Contracts"), _describe_contracts(rules)),
            Section(say("Play"), _play(rules)),
            Section(say("Scoring: {scheme}", scheme=rules.scheme.title), _scoring(rules)),
        )


def _cards() -> tuple[Sentence, ...]:
    return (
        say(
            "Four players, each for themselves, with 52 cards: ace high, two low. Everyone gets 13."
        ),
        say("Play and deal go clockwise; the deal passes to the left."),
    )


def _auction(rules: IsraeliWhistRules) -> tuple[Sentence, ...]:
    opens = {
        Opener.DEALER: say("The dealer makes the first call."),
        Opener.ELDEST: say("The player on the dealer's left makes the first call."),
    }[rules.opener]
    stands = (
        say("A bid stands when all four have passed after it.")
        if rules.passes == PLAYERS
        else say("A bid stands when the three others have passed after it.")
    )
    own = (
        (
            say("The highest bidder may raise their own bid.")
            if rules.own_raise
            else say("Nobody raises their own bid."),
        )
        if rules.passes == PLAYERS
        else ()
    )
    return (
        opens,
        say(
            "A bid is a number of tricks, from {lowest} to 13, and a suit or no trump. More tricks "
            "outrank fewer; at the same number, clubs rank lowest, then diamonds, hearts, spades "
            "and no trump.",
            lowest=rules.lowest_bid,
        ),
        say("Calls go clockwise: a bid that outranks the last one, or a pass."),
        stands,
        *own,
        say("A player who has passed may bid later.")
        if rules.reentry
        else say("A player who has passed is out of the auction."),
        say(
            "The highest bidder is the declarer, and the suit of the bid is trumps; in no trump "
            "there are none."
        ),
    )


def _passed_out(rules: IsraeliWhistRules) -> tuple[Sentence, ...]:
    sentences: list[Sentence] = []
    if rules.exchanges:
        sentences.append(
            say_count(
                "Everyone chooses three cards, passes them face down, then takes up the three "
                "received and the auction begins again: at most once.",
                "Everyone chooses three cards, passes them face down, then takes up the three "
                "received and the auction begins again: at most {count} times.",
                rules.exchanges,
            )
        )
        sentences.append(
            say("The cards go to the left.")
            if rules.exchange_direction is Direction.LEFT
            else say("The cards go to the left the first time, then across, then to the right.")
        )
        lows = ", ".join(str(rules.lowest(number + 1)) for number in range(rules.exchanges))
        sentences.append(say("The lowest bid after each exchange: {lows}.", lows=lows))
    if rules.passed_out is AfterAllPass.BONUS:
        if rules.exchanges:
            sentences.append(say("When all pass after the last exchange, a bonus round follows."))
        sentences.append(
            say(
                "A bonus round is played without trumps or contracts: {none} for no trick, "
                "else {each} for each trick. Agree who leads to the first.",
                none=Points(BONUS_ROUND_NONE),
                each=Points(BONUS_ROUND_EACH),
            )
        )
    else:
        sentences.append(
            say("When all pass after the last exchange, the cards are thrown in: nobody scores.")
            if rules.exchanges
            else say("The cards are thrown in and nobody scores.")
        )
        sentences.append(
            say("The same dealer deals again.")
            if rules.redealer is Redealer.SAME
            else say("The deal moves on to the left.")
        )
    return tuple(sentences)


def _describe_contracts(rules: IsraeliWhistRules) -> tuple[Sentence, ...]:
    fixed = rules.declarer_contract is DeclarerContract.FIXED
    left_first = fixed or rules.first_speaker is FirstSpeaker.LEFT
    return (
        say("A contract is the number of tricks that a player has to take, no more and no fewer."),
        say("The declarer's contract is the winning bid.")
        if fixed
        else say("The declarer contracts for the winning bid or more."),
        say("Each of the others names a contract from 0 to {total}.", total=TRICKS),
        say("The player on the declarer's left speaks first, then clockwise.")
        if left_first
        else say("The declarer speaks first, then clockwise."),
        say(
            "The player on the declarer's right may not make the four contracts add up to {total}.",
            total=TRICKS,
        ),
        *(
            (
                say(
                    "Until the declarer speaks, last of all, the winning bid counts as their "
                    "contract; they may not make {total} either.",
                    total=TRICKS,
                ),
            )
            if left_first and not fixed
            else ()
        ),
        say("More than {total} in all is “over”, less is “under”.", total=TRICKS),
    )


def _play(rules: IsraeliWhistRules) -> tuple[Sentence, ...]:
    return (
        say("The declarer leads to the first trick. Follow suit if you can, else play any card."),
        *trick_rules(),
        *revoke_rules(rules.revoke_fine),
    )


def _scoring(rules: IsraeliWhistRules) -> tuple[Sentence, ...]:
    """Return the scheme in words, with the remark of its source."""
    known = tuple(NOTES[key] for key, scheme in SCHEMES.items() if scheme == rules.scheme)
    return rules.scheme.describe() + known


ISRAELI_WHIST = IsraeliWhist()


# Look-ahead
#
# After the auction the questions depend on the declarer, on the bid until the declarer has spoken,
# and on the sum of the contracts. The points of each player depend on their own contract and
# tricks, on whether the contracts total more than 13, and on whether anybody made theirs.

Lines = tuple[tuple[tuple[Line, ...], ...], ...]


def state_key(step: Step) -> Json:
    """Return the part of a deal that affects its rest, for `LookAhead`; None for all of it."""
    scene = step.scene
    match step:
        case AuctionStep() if not step.auction.calls:
            return ["auction", scene.exchange]
        case ContractStep():
            return ["contract", int(step.seat), scene.contract_sum, *_declarer(scene)]
        case TricksStep() if scene.contracts:
            return ["tricks", scene.contract_sum]
        case TricksStep():
            return ["bonus round"]
    return None


def worth(rules: IsraeliWhistRules, step: Step) -> Worth | None:
    """Return a table of points by contract and tricks for `LookAhead.worth`.

    None unless the question asks for tricks.
    """
    if not isinstance(step, TricksStep):
        return None
    if not step.scene.contracts:
        return Worth((tuple((bonus_line(taken),) for taken in range(TRICKS + 1)),))
    return _worth(rules.scheme, step.scene.contract_sum > TRICKS)


def _declarer(scene: Scene) -> list[Json]:
    """Return the declarer and the bid as a list for `state_key`; empty before there is a bid.

    The bid is None once the declarer has announced a contract.
    """
    if scene.declarer is None or scene.bid is None:
        return []
    spoken = scene.contract_of(scene.declarer) is not None
    return [int(scene.declarer), None if spoken else scene.bid.code]


@lru_cache(maxsize=32)
def _worth(scheme: Scheme, over: bool) -> Worth:
    return Worth(_lines(scheme, over, others_made=True), _lines(scheme, over, others_made=False))


def _lines(scheme: Scheme, over: bool, *, others_made: bool) -> Lines:
    """Return one player's points, indexed by contract and tricks.

    The other three get equal contracts and tricks, such that the deal is over or under and they all
    make their contracts or all miss them.
    """
    other = TRICKS if over else 0
    took = other if others_made else TRICKS - other
    return tuple(
        tuple(
            scheme.score((contract, other, other, other), (taken, took, took, took))[0]
            for taken in range(TRICKS + 1)
        )
        for contract in range(TRICKS + 1)
    )
