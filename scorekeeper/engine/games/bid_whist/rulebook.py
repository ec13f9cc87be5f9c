"""The rulebook of Bid Whist: seating, endings, and the rules in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.engine.analysis.awards import Awards
from scorekeeper.engine.analysis.look_ahead import LookAhead
from scorekeeper.engine.analysis.needs import Prizes
from scorekeeper.engine.analysis.statistics import Case, Statistics
from scorekeeper.engine.cards.cards import Joker
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.bid_whist import player_statistics, scoring
from scorekeeper.engine.games.bid_whist.house_rules import PRESETS, BidWhistRules, JokersInNoTrump
from scorekeeper.engine.games.bid_whist.script import deal_script
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.points import PointsTable, Prize
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import AuctionStep, Fact, Json, Step
from scorekeeper.engine.rules.wording import Sentence, say


class BidWhist(Rulebook[BidWhistRules], Statistics, Awards, LookAhead, Prizes):
    """Bid Whist; see `script` for the questions and `scoring` for the points."""

    key = "bid-whist"
    name = say("Bid Whist")
    line = say("Partners bid high, low or no trump for the kitty.")
    players = range(4, 5)
    rules = BidWhistRules
    presets = PRESETS
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME),
        Ending(target=21, minus=True),
        minus=True,
        multiple=4,
    )
    announced = None
    cell = say("tricks")
    play = "scorekeeper.engine.games.bid_whist.whole:BidWhistPlay"
    examples = ("S:4H S 10",)
    figures = player_statistics.FIGURES
    awards = player_statistics.AWARDS

    def seating(self, players: int, dealer: Seat, rules: BidWhistRules) -> Seating:
        return Seating.partners(players, dealer)

    def script(
        self, seating: Seating, rules: BidWhistRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        return deal_script(seating, rules)

    def points_tables(self, rules: BidWhistRules) -> tuple[PointsTable, ...]:
        """See `scoring`."""
        return scoring.points_tables()

    def cases(self, deal: Deal, rules: BidWhistRules) -> Iterator[Case]:
        return player_statistics.cases(deal)

    def prizes(
        self, rules: BidWhistRules, seating: Seating | None = None
    ) -> tuple[tuple[Prize, ...], ...]:
        """The prizes of every deal: the house rules change none of them."""
        return scoring.prizes()

    def state_key(
        self, seating: Seating, rules: BidWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        """Before the auction, who deals; after it, the winning bid and who made it."""
        scene = step.scene
        if isinstance(step, AuctionStep):
            calls = [call.code for call in step.auction.calls]
            return [step.kind, int(seating.dealer), calls]
        if scene.bid is None or scene.declarer is None:
            return super().state_key(seating, rules, facts, step)
        return [step.kind, int(scene.declarer), scene.bid.code]

    def describe(self, rules: BidWhistRules) -> tuple[Section, ...]:
        return (
            Section(say("Cards and deal"), _cards()),
            Section(say("Bidding"), _bidding(rules)),
            Section(say("Kitty"), _kitty(rules)),
            Section(say("How the cards rank"), _ranks(rules)),
            Section(say("Play"), _play(rules)),
            Section(say("Scoring"), _scoring()),
        )


def _cards() -> tuple[Sentence, ...]:
    return (
        say("Four players; those who sit across are partners and score together."),
        say("54 cards, two of them jokers. Everyone gets 12, and 6 go to the centre: the kitty."),
        say("Play and deal go clockwise; the deal passes to the left."),
    )


def _bidding(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("The player on the dealer's left begins. Each speaks once: a higher bid or a pass."),
        say(
            "A bid is a number from 3 to 7 and high (uptown), low (downtown) or no trump; it is "
            "for six tricks more than its number."
        ),
        say(
            "A higher number outranks a lower one. At the same number high and low are equal, "
            "and no trump outranks both."
        ),
        *_all_passed(rules),
        say(
            "Whoever wins with high or low then names the trump suit; whoever wins with no trump "
            "says whether it is high or low."
        ),
    )


def _all_passed(rules: BidWhistRules) -> tuple[Sentence, ...]:
    if rules.dealer_must_bid:
        return (say("When the three others have passed, the dealer must bid."),)
    return (
        say("When all four pass, the cards are thrown in and nobody scores."),
        say("The same dealer deals again.")
        if rules.same_dealer
        else say("The deal moves on to the left."),
    )


def _kitty(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        *(
            (say("After a bid with trumps the kitty is shown to all before it is picked up."),)
            if rules.sport
            else ()
        ),
        say("The bid winner picks up the kitty and discards any six cards face down."),
        say("They count as the first trick won by their side: 12 tricks are played, 13 counted."),
    )


def _ranks(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("High: ace, king, queen, jack, 10, down to 2."),
        say("Low: ace, 2, 3, up to 10, jack, queen, king: the ace is best here too."),
        say("With trumps the jokers are the two highest trumps, the black one above the red.")
        if rules.higher_joker is Joker.BLACK
        else say("With trumps the jokers are the two highest trumps, the red one above the black."),
        say("In no trump a joker never wins a trick."),
    )


def _play(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("The bid winner leads. Follow suit if you can, else play any card."),
        say("The highest trump wins the trick, else the highest card of the suit led."),
        {
            JokersInNoTrump.UNABLE: say(
                "In no trump, a joker may be played only when you cannot follow suit."
            ),
            JokersInNoTrump.ANY_TIME: say(
                "In no trump, a joker may be played even when you can follow suit."
            ),
            JokersInNoTrump.MUST: say(
                "In no trump, a player who cannot follow suit must play a joker, if they hold one."
            ),
        }[rules.jokers],
        say("When a joker is led in no trump, the first card that is no joker sets the suit."),
    )


def _scoring() -> tuple[Sentence, ...]:
    return (
        say("High or low, made: the number of the bid, and 1 more for each further trick."),
        say("No trump, made: twice the number of the bid, and 2 more for each further trick."),
        say("Failed: as much is lost as the bid alone would have won."),
        say("The other side scores nothing."),
    )


BID_WHIST = BidWhist()
