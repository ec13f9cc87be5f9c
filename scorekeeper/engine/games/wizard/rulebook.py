"""The rulebook of Wizard: what a hand asks, how a game ends, and the rules in words."""

from __future__ import annotations

from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.games.wizard.house_rules import PACK, PRESETS, WizardRules
from scorekeeper.engine.games.wizard.scoring import EACH, MADE, OFF, line
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, contract_briefs
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Announced, Scene, TricksStep, bids_in_turn, over_or_under
from scorekeeper.engine.rules.wording import Sentence, say, say_count


class Wizard(Rulebook[WizardRules]):
    """The rulebook of the game."""

    key = "wizard"
    name = say("Score for Wizard")
    line = say("Exact bids; one card in the first hand, one more in each.")
    players = range(3, 7)
    rules = WizardRules
    presets = PRESETS
    companions = "scorekeeper.engine.games.wizard.companions"
    examples = ("--players 3 --number 8 0 3 3 0,3,5",)
    endings = Endings((Goal.SCHEDULE, Goal.OPEN), Ending(goal=Goal.SCHEDULE), ties=Goal.SCHEDULE)
    announced = Announced.BID
    cell = say("bid / tricks")

    def length(self, rules: WizardRules, players: int) -> int:
        """Until the pack is dealt out, or as many hands as the table plays."""
        return min(rules.hands or PACK, PACK // players)

    def script(self, seating: Seating, rules: WizardRules) -> Script:
        """Ask for everyone's bid, the dealer's last, and for the tricks."""
        full = PACK // seating.players
        cards = min(seating.number, full)
        scene = Scene(cards, notice=_notice(cards, no_trumps=cards == full))
        scene = yield from bids_in_turn(seating, scene, hooked=rules.hooked)
        tricks: tuple[int, ...] = yield TricksStep(seating, scene, int(rules.bomb))
        bids = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        return DealScore(
            tuple((line(bid, taken),) for bid, taken in zip(bids, tricks, strict=True)),
            scene.with_tricks(tricks),
            over_or_under(scene.said, cards),
            briefs=contract_briefs(bids, tricks, Announced.BID),
        )

    def describe(self, rules: WizardRules) -> tuple[Section, ...]:
        """The rules in force, in words."""
        sentences = house_rules.told(rules)
        return (
            Section(
                say("Cards and deal"),
                (
                    say("One card in the first hand, one more in each; the last has no trumps."),
                    sentences["hands"],
                    sentences["bomb"],
                ),
            ),
            Section(
                say("Bids"),
                (
                    say("Everyone bids a number of tricks, from the dealer's left."),
                    sentences["hooked"],
                ),
            ),
            Section(
                say("Scoring"),
                (
                    say("A made bid scores {made} and {each} a trick.", made=MADE, each=EACH),
                    say("A missed bid loses {off} for each trick over or under.", off=OFF),
                ),
            ),
        )


def _notice(cards: int, *, no_trumps: bool) -> Sentence:
    dealt = say_count("Everyone gets one card.", "Everyone gets {count} cards.", cards)
    return say("{cards} No trumps.", cards=dealt) if no_trumps else dealt


WIZARD = Wizard()
