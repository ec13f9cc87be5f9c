"""Oh Hell: two to seven players, hands that shrink and grow, exact bids, a hooked dealer.

Source: pagat.com, “Oh Hell!”: the bids may not come to the number of tricks, an exact bid scores 10
and its tricks, any other scores nothing; the cards a hand go down to one and up again.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, Line, contract_briefs
from scorekeeper.engine.rules.rulebook import Preset, Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import ContractStep, Scene, TricksStep, over_or_under
from scorekeeper.engine.rules.wording import Formula, say, say_count

MOST_CARDS = {6: 8, 7: 7}  # ten, where there are fewer players


@dataclass(frozen=True, slots=True, kw_only=True)
class OhHellRules:
    """One table's house rules."""

    hooked: bool = house_rules.toggle(True, say("The bids may not come to the number of tricks"))


def cards_each(players: int) -> tuple[int, ...]:
    """How many cards everyone gets, deal by deal: down to one and up again."""
    down = range(MOST_CARDS.get(players, 10), 0, -1)
    return (*down, *reversed(down[:-1]))


class OhHell(Rulebook[OhHellRules]):
    """The rulebook; see the package."""

    key = "oh-hell"
    name = say("Oh Hell")
    players = range(2, 8)
    rules = OhHellRules
    presets = (
        Preset(
            "pagat",
            say("Pagat"),
            say("pagat.com, “Oh Hell!”"),
            say("The dealer bids last and may not make the bids fit."),
            OhHellRules(),
        ),
    )
    companions = "oh_hell.whole"
    endings = Endings((Goal.SCHEDULE, Goal.OPEN), Ending(goal=Goal.SCHEDULE))

    def seating(self, players: int, dealer: Seat) -> Seating:
        """Everyone for himself."""
        return Seating.alone(players, dealer)

    def length(self, rules: OhHellRules, players: int) -> int:
        """As many deals as there are numbers of cards."""
        return len(cards_each(players))

    def script(self, seating: Seating, rules: OhHellRules) -> Script:
        """Ask for everyone's bid, the dealer's last, and for the tricks."""
        schedule = cards_each(seating.players)
        total = schedule[(seating.number - 1) % len(schedule)]
        notice = say_count("Everyone gets one card.", "Everyone gets {count} cards.", total)
        scene = Scene(total, notice=notice)
        for seat in seating.clockwise(seating.eldest):
            last = seat == seating.dealer
            free = total - scene.said if last and rules.hooked else -1
            number = yield ContractStep(
                seat,
                scene,
                barred=free if free >= 0 else None,
                others=scene.said if last else None,
            )
            scene = scene.with_contract(seat, number)
        tricks = yield TricksStep(seating, scene)
        bids = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        lines = tuple((line(*pair),) for pair in zip(bids, tricks, strict=True))
        label = over_or_under(scene.said, total)
        briefs = contract_briefs(bids, tricks)
        return DealScore(lines, scene.with_tricks(tricks), label, briefs=briefs)

    def describe(self, rules: OhHellRules) -> tuple[Section, ...]:
        """The rules in force, in words."""
        return (
            Section(
                say("Bids"),
                (
                    say("Everyone bids a number of tricks, from the dealer's left."),
                    say("The dealer may not make the bids come to the number of tricks.")
                    if rules.hooked
                    else say("The dealer may bid any number."),
                ),
            ),
            Section(say("Scoring"), (say("An exact bid scores 10 and its tricks, else nothing."),)),
        )


def line(bid: int, tricks: int) -> Line:
    """The points of one player."""
    if bid != tricks:
        return Line(0, say("{bid} bid, {tricks} taken: 0", bid=bid, tricks=tricks), False)
    formula = Formula(f"10 + {bid} = {10 + bid}")
    return Line(10 + bid, say("{bid} made: {formula}", bid=bid, formula=formula), True)


OH_HELL = OhHell()
