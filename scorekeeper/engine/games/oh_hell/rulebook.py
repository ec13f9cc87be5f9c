"""The rulebook of Oh Hell: what a hand asks, how a game ends, and the rules in words."""

from __future__ import annotations

from typing import Any

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.oh_hell.deal import (
    BLIND,
    bid_step,
    blind_word,
    notice,
    points_lines,
    trumps_step,
)
from scorekeeper.engine.games.oh_hell.house_rules import PRESETS, OhHellRules
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, Prize, contract_briefs
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Announced, Scene, TricksStep, over_or_under
from scorekeeper.engine.rules.wording import Sentence, say

MOST_WITH_CARD = 12
"""The most cards a hand if a card must be left, with as many players as can share all cards."""


class OhHell(Rulebook[OhHellRules]):
    """The rulebook of the game."""

    key = "oh-hell"
    name = say("Oh Hell")
    line = say("Exact bids over hands that shrink and grow.")
    players = range(2, 8)
    rules = OhHellRules
    presets = PRESETS
    companions = "scorekeeper.engine.games.oh_hell.companions"
    examples = ("--number 4 2 2 1 1 2,2,1,2",)
    endings = Endings(
        (Goal.SCHEDULE, Goal.TARGET, Goal.OPEN),
        Ending(goal=Goal.SCHEDULE, target=100),
        ties=Goal.SCHEDULE,
    )
    announced = Announced.BID
    cell = say("bid / tricks")

    def length(self, rules: OhHellRules, players: int) -> int | None:
        """As many deals as there are numbers of cards; None where all deals are alike."""
        return rules.length(players)

    def carries(self, rules: OhHellRules) -> bool:
        """Where whoever is far behind may bid blind."""
        return rules.blind

    def low(self, rules: OhHellRules) -> bool:
        """Where the scoring counts misses alone."""
        return rules.scheme.low

    def fine(self, rules: OhHellRules) -> int:
        """What a revoke costs."""
        return rules.revoke_fine

    def rules_from_json(self, data: dict[str, Any]) -> OhHellRules:
        """Read the rules that a game keeps; earlier versions always left a card to turn up."""
        if "whole_pack" not in data and (data.get("largest") or 0) > MOST_WITH_CARD:
            data = data | {"whole_pack": False}
        return super().rules_from_json(data)

    def script(self, seating: Seating, rules: OhHellRules) -> Script:
        """A hand by itself."""
        return self.script_after(seating, rules, NOTHING_EARLIER)

    def script_after(self, seating: Seating, rules: OhHellRules, earlier: Earlier) -> Script:
        """Ask for everyone's bid, the dealer's last, and for the tricks."""
        total = rules.cards_of(seating.number, seating.players)
        trump = rules.trump_of(seating.number)
        scene = Scene(total, notice=notice(rules, seating, trump))
        if rules.asks_trumps(seating.number, seating.players):
            trump = yield trumps_step(scene)
            scene = scene._replace(notice=notice(rules, seating, trump))
        blind: set[Seat] = set()
        for seat in seating.clockwise(seating.eldest):
            step = bid_step(seat, scene, seating, rules)
            if rules.blind:
                step = step._replace(words=(blind_word(seat, rules, earlier),))
            number = yield step
            if number == BLIND:
                number = yield step._replace(words=(), blind=True)
                blind.add(seat)
            scene = scene.with_contract(seat, number)
        tricks = yield TricksStep(seating, scene)
        bids = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        lines = tuple(
            points_lines(
                rules.scheme.line(bid, taken, total), rules, seating, trump, blind=seat in blind
            )
            for (seat,), bid, taken in zip(seating.sides, bids, tricks, strict=True)
        )
        return DealScore(
            lines,
            scene.with_tricks(tricks),
            over_or_under(scene.said, total),
            briefs=contract_briefs(bids, tricks, Announced.BID),
        )

    def describe(self, rules: OhHellRules) -> tuple[Section, ...]:
        """The rules in force, in words."""
        pairs = [*_told(rules)]
        scoring = [sentence for path, sentence in pairs if path.startswith("scheme.")]
        return (
            Section(
                say("Cards and deal"),
                (
                    say("Play and deal go clockwise; the deal passes to the left."),
                    *(sentence for path, sentence in pairs if path in _CARDS),
                ),
            ),
            Section(
                say("Bids"),
                (
                    say("Everyone bids a number of tricks, from the dealer's left."),
                    *(sentence for path, sentence in pairs if path in _BIDS),
                ),
            ),
            Section(
                say("Scoring"),
                (say("{rule}: {value}", rule=say("Scoring"), value=rules.scheme.title), *scoring),
            ),
        )


_CARDS = {"schedule", "largest", "trumps", "rotation", "whole_pack"}
_BIDS = {
    "hooked", "free_last", "simultaneous", "blind", "blind_deficit", "blind_bonus",
    "spades_double", "last_double", "revoke_fine",
}  # fmt: skip
_OF_BLIND = {"blind_deficit", "blind_bonus"}


def _told(rules: OhHellRules) -> list[tuple[str, Sentence]]:
    """Each rule with its value, by path."""
    pairs = []
    for question in house_rules.questions(OhHellRules):
        value = house_rules.value_at(rules, question.path)
        wording = dict(question.options).get(value, value)
        applies = value or not question.path.startswith("scheme.")  # of a scheme, what it has
        applies = applies and (rules.blind or question.path not in _OF_BLIND)
        if applies and wording is not None and not question.text:
            pairs.append(
                (question.path, say("{rule}: {value}", rule=question.label, value=wording))
            )
    return pairs


def prizes(rules: OhHellRules, seating: Seating) -> tuple[tuple[Prize, ...], ...]:
    """What a player can win in a deal: a made bid of so many tricks, or a made zero.

    Where spades may be turned up, a prize is told for other trumps: with spades it is worth twice
    as much, and so is what the others can score.
    """
    total = rules.cards_of(seating.number, seating.players)
    trump = rules.trump_of(seating.number)
    may_double = rules.asks_trumps(seating.number, seating.players)

    def points(bid: int, taken: int, *, blind: bool = False) -> int:
        line = rules.scheme.line(bid, taken, total)
        own = points_lines(line, rules, seating, trump, blind=blind)
        return sum(part.points for part in own)

    def most(left: int) -> int:
        best = max(
            points(bid, taken, blind=rules.blind)
            for bid in range(total + 1)
            for taken in range(left + 1)
        )
        return best * (2 if may_double and best > 0 else 1)

    made = tuple(
        Prize(say("a made {number}", number=bid), points(bid, bid), most(total - bid))
        for bid in range(1, total + 1)
    )
    return made, (Prize(say("a made zero"), points(0, 0), most(total)),)


OH_HELL = OhHell()
