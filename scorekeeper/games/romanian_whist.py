"""Romanian Whist: three to six players, hands of one to eight cards, bids that do not fit.

Sources: pagat.com, “Romanian Whist”; whist.live; goobix.com; Romanian score keepers on GitHub.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import gcd

from scorekeeper.cards import Denomination
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.exact_bids import (
    AS_DEALER,
    MADE,
    WORKED_BIDS,
    BidOutcome,
    ExactBidDeeds,
    ExactBids,
    ExactBidStatistics,
    describe_sizes,
    describe_sum,
    own_sizes,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.figures import Award, By, Figure
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.rulebook import Preset
from scorekeeper.rules.script import Earlier, one_a_side
from scorekeeper.seating import Names, Seating
from scorekeeper.wording import Points, Sentence, say, say_count

MOST = 8  # the cards of the largest deals, which have no trumps
FOREHEAD = (1, 1)  # cards of two more deals, a house rule (source: an engine on GitHub)
RUN = 5  # the number of bids made or missed in a row that is paid for
SCHEME = BidScheme(made=5, each=1, zero=5, missed_off=-1)


class Schedule(Enum):
    """The numbers of cards in the hands of a game."""

    ONE_EIGHT_ONE = "1-8-1"
    EIGHT_ONE_EIGHT = "8-1-8"
    SHORT = "short"


class Streak(Enum):
    """The pay for five deals in a row, made or missed."""

    NONE = "none"
    RESTART = "restart"
    ONCE = "once"


@dataclass(frozen=True, slots=True, kw_only=True)
class RomanianWhistRules:
    """House rules of Romanian Whist."""

    schedule: Schedule = house_rules.choice(
        Schedule.ONE_EIGHT_ONE,
        say("The hands go"),
        {
            Schedule.ONE_EIGHT_ONE: say("from one card to eight and back"),
            Schedule.EIGHT_ONE_EIGHT: say("from eight cards to one and back"),
            Schedule.SHORT: say("from one card to eight, each once"),
        },
    )
    sizes: tuple[int, ...] = own_sizes(MOST)
    forehead: bool = house_rules.toggle(
        False, say("Two more hands at the end: one card each, on the forehead or unseen")
    )
    streak: Streak = house_rules.choice(
        Streak.NONE,
        say("Five hands in a row made or missed"),
        {
            Streak.NONE: say("change nothing"),
            Streak.RESTART: say("are paid for, and the count begins again"),
            Streak.ONCE: say("are paid for, once a run"),
        },
    )
    bonus: int = house_rules.number(
        5,
        say("What such a run wins or costs"),
        1,
        100,
        says=lambda value: say("Five in a row win or cost {value}", value=value),
    )


PRESETS: tuple[Preset[RomanianWhistRules], ...] = (
    Preset(
        "usual",
        say("Runs bring nothing"),
        say("pagat.com, “Romanian Whist”"),
        say("From one card to eight and back; runs of hands bring nothing."),
        RomanianWhistRules(),
    ),
    Preset(
        "runs-of-five",
        say("Runs of five pay 5"),
        say("score keepers on GitHub"),
        say("Five hands in a row made win 5, missed they cost 5; the count begins again."),
        RomanianWhistRules(streak=Streak.RESTART),
    ),
    Preset(
        "runs-of-ten",
        say("Runs of five pay 10"),
        say("an engine on GitHub"),
        say("Five hands in a row made win 10, missed they cost 10, once a run."),
        RomanianWhistRules(streak=Streak.ONCE, bonus=10),
    ),
    Preset(
        "short",
        say("Eight hands"),
        say("a score keeper on GitHub"),
        say("From one card to eight, each once."),
        RomanianWhistRules(schedule=Schedule.SHORT),
    ),
)


class RomanianWhistStatistics(ExactBidStatistics):
    """Statistics of exact bids, in hands of one card and of eight, and of dealers."""

    figures = (
        *ExactBidStatistics.figures,
        Figure("made-one", say("Hands of one card"), MADE),
        Figure("made-eight", say("Hands of eight cards, no trumps"), MADE),
        AS_DEALER,
    )

    def count(self, bid: BidOutcome) -> Iterator[tuple[str, int]]:
        yield from super().count(bid)
        if bid.cards == 1:
            yield "made-one", int(bid.made)
        if bid.cards == MOST:
            yield "made-eight", int(bid.made)
        if bid.dealer:
            yield AS_DEALER.key, int(bid.made)


class RomanianWhistDeeds(ExactBidDeeds):
    """Words for a bid, and for the fifth in a row."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        """Return a player's bid as a phrase; it names the fifth in a row if a run was paid for."""
        if deal.score is None or len(deal.score.lines[side]) < 2:
            return super().describe(deal, side)
        names = Names(deal.seating.sides[side])
        if deal.score.lines[side][0].made:
            return say("{side}'s fifth made bid in a row", side=names)
        return say("{side}'s fifth missed bid in a row", side=names)


class RomanianWhist(ExactBids[RomanianWhistRules]):
    """Romanian Whist; see `ExactBids` for the rules that it shares."""

    key = "romanian-whist"
    name = say("Romanian Whist")
    summary = say("Exact bids over hands of one card to eight and back.")
    players = range(3, 7)
    rules = RomanianWhistRules
    presets = PRESETS
    play = "scorekeeper.play.romanian_whist:RomanianWhistPlay"
    examples = ("--number 9 2 2 1 0 0,3,2,1",)
    worked = WORKED_BIDS
    statistics = RomanianWhistStatistics()
    deeds = RomanianWhistDeeds()
    awards = (
        Award(
            "made",
            say("In full flow"),
            lambda number: say_count(
                "{count} bid made in a row", "{count} bids made in a row", number
            ),
            By.RUN,
            least=4,
        ),
        *ExactBids.awards,
    )

    def schedule(self, rules: RomanianWhistRules, players: int) -> tuple[int, ...]:
        up = tuple(range(2, MOST))
        ones, eights = (1,) * players, (MOST,) * players
        schedule: tuple[int, ...] = {
            Schedule.ONE_EIGHT_ONE: (*ones, *up, *eights, *up[::-1], *ones),
            Schedule.EIGHT_ONE_EIGHT: (*eights, *up[::-1], *ones, *up, *eights),
            Schedule.SHORT: (1, *up, MOST),
        }[rules.schedule]
        schedule = rules.sizes or schedule
        return (*schedule, *FOREHEAD) if rules.forehead else schedule

    def cards_in_play(self, rules: RomanianWhistRules, players: int) -> int:
        """Return the size of the pack: eight cards a player, the highest of the pack."""
        return MOST * players

    def scheme(self, rules: RomanianWhistRules) -> BidScheme:
        """Return the scoring: 5 and 1 a trick for a made bid, -1 for each trick over or under."""
        return SCHEME

    def carries(self, rules: RomanianWhistRules) -> bool:
        """Return whether a deal depends on earlier ones: whether runs of deals are paid for."""
        return rules.streak is not Streak.NONE

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """Return the lengths of the players' runs as `Earlier.left`; negative for missed bids."""
        return one_a_side(numbers, seating.players)

    def unit(self, rules: RomanianWhistRules, players: int) -> int:
        return gcd(super().unit(rules, players), rules.bonus if self.carries(rules) else 0)

    def finish(self, score: DealScore, rules: RomanianWhistRules, earlier: Earlier) -> DealScore:
        """Return the score with the pay for runs of five.

        Deals of one card neither count nor break a run.
        """
        runs = _runs(earlier, len(score.lines))
        if rules.streak is Streak.NONE or score.scene.total == 1:
            return replace(score, left=runs)
        lines, after = list(score.lines), []
        for side, made in enumerate(score.made):
            run = max(runs[side], 0) + 1 if made else min(runs[side], 0) - 1
            if abs(run) == RUN:
                points = rules.bonus if made else -rules.bonus
                reason = say("fifth in a row: {points}", points=Points(points))
                lines[side] += (Line(points, reason),)
                run = 0 if rules.streak is Streak.RESTART else run
            after.append(run)
        return replace(score, lines=tuple(lines), left=tuple(after))

    def notice(
        self,
        rules: RomanianWhistRules,
        seating: Seating,
        trump: Denomination | None,
        earlier: Earlier,
    ) -> Sentence:
        """Return a sentence with the number of cards and the players close to a run of five.

        It also says if the cards stay unseen.
        """
        sentence = super().notice(rules, seating, trump, earlier)
        cards = self.cards_in(rules, seating)
        if cards == MOST:
            return sentence
        last = len(self.schedule(rules, seating.beginners))
        if rules.forehead and seating.number > last - len(FOREHEAD):
            return say("{cards} Nobody looks at their own.", cards=sentence)
        runs = zip(seating.sides, _runs(earlier, seating.players), strict=True)
        near = [seat for (seat,), run in runs if abs(run) == RUN - 1]
        if near and cards > 1:
            return say("{cards} Four in a row: {players}.", cards=sentence, players=Names(near))
        return sentence

    def describe_cards(self, rules: RomanianWhistRules) -> tuple[Sentence, ...]:
        return (
            say(
                "{least} to {most} players, each for themselves. The pack has eight cards for each "
                "player, from the ace down: the lowest is the nine with three players, the seven "
                "with four, the five with five, the three with six.",
                least=self.players[0],
                most=self.players[-1],
            ),
            say("Play and deal go clockwise; the deal passes to the left."),
            *(
                describe_sizes(rules)
                if rules.sizes
                else (*house_rules.in_force(rules, "schedule"), *self.describe_schedule(rules))
            ),
            *(
                ()
                if rules.sizes or rules.schedule is Schedule.SHORT
                else (
                    say(
                        "One card, and eight, are dealt as many times in a row as there are "
                        "players."
                    ),
                )
            ),
            *house_rules.in_force(rules, "forehead"),
            say("Hands of eight cards have no trumps."),
            say("In the others the next card is turned up, and its suit is trumps."),
        )

    def describe_bids(self, rules: RomanianWhistRules) -> tuple[Sentence, ...]:
        return (describe_sum(hooked=True),)

    def describe_scoring(self, rules: RomanianWhistRules) -> tuple[Sentence, ...]:
        scoring = super().describe_scoring(rules)
        if not self.carries(rules):
            return scoring
        ones = say("Hands of one card neither count for that nor break it.")
        return (*scoring, *house_rules.in_force(rules, "streak", "bonus"), ones)


def _runs(earlier: Earlier, players: int) -> tuple[int, ...]:
    """Return each player's run of made bids before the deal; negative for missed bids."""
    return earlier.left_of_each(0, players)


ROMANIAN_WHIST = RomanianWhist()
