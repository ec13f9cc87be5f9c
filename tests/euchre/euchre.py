"""Euchre for four players in two partnerships, as a package of its own.

Source: “Euchre” at pagat.com: five cards each of a pack of 24. The side that made trumps scores 1
point for three or four tricks and 2 for all five, or 4 if the maker took them alone; with fewer
than three it is euchred, and the other side scores 2. The game is to 10, 5 or 11 points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.cards import Suit
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Choice, ChoiceStep
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import Statistics
from scorekeeper.rules.figures import Case, Figure, Measure
from scorekeeper.rules.points import Brief, DealScore, Line
from scorekeeper.rules.result_steps import SideTricksStep
from scorekeeper.rules.rulebook import Preset, Rulebook, Section, trick_rules
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Sentence, say, say_count

TRICKS = 5
NEEDED = 3  # tricks of the side that made trumps
ALONE = say("alone")


@dataclass(frozen=True, slots=True, kw_only=True)
class EuchreRules:
    """House rules; the defaults are the source's."""

    stuck: bool = house_rules.toggle(False, say("If all others pass, the dealer names trumps"))
    march_alone: int = house_rules.number(4, say("All five tricks alone are worth"), 2, 5)
    euchred_alone: int = house_rules.number(2, say("Against a euchred lone player"), 2, 4)

    def points(self, taken: int, alone: bool) -> tuple[int, int]:
        """The points of the makers and of their opponents for the makers' tricks."""
        if taken < NEEDED:
            return 0, self.euchred_alone if alone else 2
        if taken < TRICKS:
            return 1, 0
        return self.march_alone if alone else 2, 0


PAGAT = say("pagat.com, “Euchre”")
PRESETS = (
    Preset("pagat", say("Usual"), PAGAT, say("When all pass, the next deals."), EuchreRules()),
    Preset(
        "stuck",
        say("Stick the dealer"),
        PAGAT,
        say("The same; when all others pass, the dealer must make trumps."),
        EuchreRules(stuck=True),
    ),
)


class EuchreStatistics(Statistics):
    """Statistics of the maker."""

    figures = (
        Figure("trumps-made", say("Made trumps and took three tricks"), say("Trumps")),
        Figure("tricks-alone", say("Tricks taken alone"), say("Trumps"), Measure.MEAN),
    )

    def cases(self, deal: Deal, rules: EuchreRules) -> Iterator[Case]:
        scene = deal.score.scene if deal.score else Scene(TRICKS)
        maker, tricks = scene.declarer, scene.tricks
        if maker is None or tricks is None:
            return
        taken = tricks[deal.seating.side_of(maker)]
        yield Case(maker, "trumps-made", int(taken >= NEEDED))
        if ALONE in scene.badges_of(maker):
            yield Case(maker, "tricks-alone", taken)


class Euchre(Rulebook[EuchreRules]):
    """Makers, trumps, with or without a partner, and their tricks."""

    key = "euchre"
    name = say("Euchre")
    summary = say("Five cards, partners, and jacks above the ace of trumps.")
    players = range(4, 5)
    rules = EuchreRules
    presets = PRESETS
    endings = Endings((Goal.TARGET, Goal.OPEN, Goal.TIME), Ending(target=10))
    statistics = EuchreStatistics()

    def seating(self, players: int, dealer: Seat, rules: EuchreRules) -> Seating:
        return Seating.partners(players, dealer)

    def script(
        self, seating: Seating, rules: EuchreRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        scene = Scene(TRICKS)
        maker = yield ChoiceStep("maker", None, say("Who made trumps?"), _makers(rules), scene)
        if maker is None:
            return DealScore.all_passed(seating.sides, scene, dealer_stays=False)
        trumps = yield ChoiceStep(
            "trumps",
            maker,
            say("{seat}'s trumps?", seat=maker),
            tuple(_trumps(maker, suit) for suit in reversed(Suit)),
            scene._replace(declarer=maker),
        )
        scene = scene._replace(declarer=maker, announced=say("{suit}", suit=trumps))
        alone = yield ChoiceStep(
            "alone", maker, say("Does {seat} play alone?", seat=maker), _ways(maker), scene
        )
        scene = scene.with_badge(maker, ALONE) if alone else scene
        side = seating.side_of(maker)
        tricks = yield SideTricksStep(seating, scene, side)
        won, against = rules.points(tricks[side], alone)
        label = _label(tricks[side])
        makers = Line(won, label, won > 0)
        others = Line(against, say("euchred them") if against else label)
        return DealScore(
            tuple((makers if place == side else others,) for place in range(2)),
            scene.with_tricks(tricks),
            label,
            briefs=tuple(
                Brief(say("{n}", n=n), say_count("{count} trick", "{count} tricks", n))
                for n in tricks
            ),
        )

    def describe(self, rules: EuchreRules) -> tuple[Section, ...]:
        thrown_in = say("When all have passed twice, the cards are thrown in.")
        stuck = say("When all others have passed twice, the dealer must name a suit.")
        bidding = (
            say("In turn, each may order the suit of the turned-up card; the dealer takes it."),
            say("If all pass, each in turn may name another suit."),
            stuck if rules.stuck else thrown_in,
            say("Who makes trumps may play alone: the partner's cards stay on the table."),
        )
        ranks = (
            say("The jack of trumps is highest, then the other jack of the same colour."),
            say("That jack belongs to trumps; then come ace, king, queen, 10, 9."),
        )
        scoring = (
            say("The makers score 1 for three or four tricks, 2 for five."),
            say("All five alone score {points}.", points=rules.march_alone),
            say("With fewer than three tricks they are euchred: the others score 2."),
            say("A euchred lone player costs {points}.", points=rules.euchred_alone),
        )
        return (
            Section(say("Cards and deal"), (say("Five of 24 cards each; one is turned up."),)),
            Section(say("Trumps"), bidding),
            Section(say("How the cards rank"), ranks),
            Section(say("Play"), (say("The player on the dealer's left leads."), *trick_rules())),
            Section(say("Scoring"), scoring),
        )


def _makers(rules: EuchreRules) -> tuple[Choice, ...]:
    players = tuple(
        Choice(
            str(seat),
            Seat(seat),
            say("{seat}", seat=Seat(seat)),
            say("{seat} made trumps", seat=Seat(seat)),
        )
        for seat in range(4)
    )
    passed = Choice("pass", None, say("All passed"), say("all passed"))
    return players if rules.stuck else (*players, passed)


def _trumps(maker: Seat, suit: Suit) -> Choice:
    sentence = say("{seat} made {suit} trumps", seat=maker, suit=suit)
    return Choice(suit.letter, suit, say("{suit}", suit=suit), sentence)


def _ways(maker: Seat) -> tuple[Choice, Choice]:
    return (
        Choice("no", False, say("With partner"), say("{seat} plays with partner", seat=maker)),
        Choice("yes", True, say("Alone"), say("{seat} plays alone", seat=maker)),
    )


def _label(taken: int) -> Sentence:
    if taken < NEEDED:
        return say("euchred")
    return say("march") if taken == TRICKS else say("made")


EUCHRE = Euchre()
