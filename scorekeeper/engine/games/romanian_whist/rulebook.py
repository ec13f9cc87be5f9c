"""The rulebook of Romanian Whist: what a hand asks, how a game ends, and the rules in words."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.cards.seating import Names, Seating
from scorekeeper.engine.games.romanian_whist.house_rules import PRESETS, RomanianWhistRules, Streak
from scorekeeper.engine.games.romanian_whist.scoring import MADE, RUN, scored
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier, one_a_side
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, contract_briefs
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Announced, Scene, TricksStep, bids_in_turn, over_or_under
from scorekeeper.engine.rules.wording import Sentence, say, say_count


class RomanianWhist(Rulebook[RomanianWhistRules]):
    """The rulebook of the game."""

    key = "romanian-whist"
    name = say("Romanian Whist")
    line = say("Exact bids over hands of one card to eight and back.")
    players = range(3, 7)
    rules = RomanianWhistRules
    presets = PRESETS
    companions = "scorekeeper.engine.games.romanian_whist.companions"
    examples = ("--number 9 2 2 1 0 0,3,2,1",)
    endings = Endings((Goal.SCHEDULE, Goal.OPEN), Ending(goal=Goal.SCHEDULE), ties=Goal.SCHEDULE)
    announced = Announced.BID
    cell = say("bid / tricks")

    def length(self, rules: RomanianWhistRules, players: int) -> int:
        """As many deals as there are numbers of cards."""
        return len(rules.cards(players))

    def carries(self, rules: RomanianWhistRules) -> bool:
        """Where runs of hands are paid for."""
        return rules.streak is not Streak.NONE

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """How many hands in a row each player has made; below zero, missed."""
        return one_a_side(numbers, seating.players)

    def script(self, seating: Seating, rules: RomanianWhistRules) -> Script:
        """A hand by itself."""
        return self.script_after(seating, rules, NOTHING_EARLIER)

    def script_after(self, seating: Seating, rules: RomanianWhistRules, earlier: Earlier) -> Script:
        """Ask for everyone's bid, the dealer's last, and for the tricks."""
        cards = rules.cards_of(seating.number, seating.players)
        before = earlier.left if isinstance(earlier.left, tuple) else (0,) * seating.players
        scene = Scene(cards, notice=_notice(seating, rules, cards, before))
        scene = yield from bids_in_turn(seating, scene, hooked=True)
        tricks: tuple[int, ...] = yield TricksStep(seating, scene)
        bids = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        lines, after = [], []
        for bid, taken, run in zip(bids, tricks, before, strict=True):
            own, more = scored(bid, taken, run, rules, counts=cards > 1)
            lines.append(own)
            after.append(more)
        return DealScore(
            tuple(lines),
            scene.with_tricks(tricks),
            over_or_under(scene.said, cards),
            briefs=contract_briefs(bids, tricks, Announced.BID),
            left=tuple(after),
        )

    def describe(self, rules: RomanianWhistRules) -> tuple[Section, ...]:
        """The rules in force, in words."""
        sentences = house_rules.told(rules)
        bonus = (
            (sentences["streak"], sentences["bonus"])
            if self.carries(rules)
            else (sentences["streak"],)
        )
        return (
            Section(
                say("Cards and deal"),
                (
                    sentences["schedule"],
                    sentences["forehead"],
                    say("Hands of eight cards have no trumps."),
                ),
            ),
            Section(
                say("Bids"),
                (
                    say("Everyone bids a number of tricks, from the dealer's left."),
                    say("The dealer bids last and may not make the bids fit."),
                ),
            ),
            Section(
                say("Scoring"),
                (
                    say("A made bid scores {made} and 1 a trick.", made=MADE),
                    say("A missed bid loses {off} for each trick over or under.", off=1),
                    *bonus,
                ),
            ),
        )


def _notice(
    seating: Seating, rules: RomanianWhistRules, cards: int, runs: tuple[int, ...]
) -> Sentence:
    dealt = say_count("Everyone gets one card.", "Everyone gets {count} cards.", cards)
    if cards == rules.most:
        return say("{cards} No trumps.", cards=dealt)
    if rules.unseen(seating.number, seating.players):
        return say("{cards} Nobody looks at their own.", cards=dealt)
    near = [seat for (seat,), run in zip(seating.sides, runs, strict=True) if abs(run) == RUN - 1]
    if near and cards > 1:
        return say("{cards} Four in a row: {players}.", cards=dealt, players=Names(near))
    return dealt


ROMANIAN_WHIST = RomanianWhist()
