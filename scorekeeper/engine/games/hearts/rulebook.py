"""The rulebook of Hearts: the questions, the endings, and the rules in words."""

from __future__ import annotations

from collections.abc import Generator

from scorekeeper.engine.cards.seating import SEATS, Seat, Seating
from scorekeeper.engine.games.hearts.house_rules import (
    PRESETS,
    QUEEN,
    Entry,
    Exact,
    Floor,
    HeartsRules,
    Moon,
)
from scorekeeper.engine.games.hearts.player_statistics import HeartsStatistics
from scorekeeper.engine.games.hearts.scoring import Taken, hit_exactly, lines, no_trick
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import Brief, DealScore
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Choice, ChoiceStep, Scene, SharesStep, Step
from scorekeeper.engine.rules.steps.shares import Counted
from scorekeeper.engine.rules.wording import Formula, Sentence, say, say_count

CARDS = {3: 17, 4: 13, 5: 10, 6: 8}

HEARTS_TAKEN = Counted(
    say("How many hearts did each take?"),
    say("hearts"),
    lambda n: say_count("{count} heart still to assign", "{count} hearts still to assign", n),
    lambda n: say_count("{count} heart too many", "{count} hearts too many", n),
)
POINTS_TAKEN = Counted(
    say("How many points did each take?"),
    say("points"),
    lambda n: say_count("{count} point still to assign", "{count} points still to assign", n),
    lambda n: say_count("{count} point too many", "{count} points too many", n),
)


class Hearts(Rulebook[HeartsRules], HeartsStatistics):
    """Hearts; see `scoring` for the points."""

    key = "hearts"
    name = say("Hearts")
    line = say("Everyone alone: avoid the hearts and the queen of spades.")
    players = range(3, 7)
    rules = HeartsRules
    presets = PRESETS
    play = "scorekeeper.engine.games.hearts.whole:HeartsPlay"
    examples = ("1 5,8,0,0",)
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=100), ties=Goal.TARGET
    )
    cell = say("hearts + queen")

    def low(self, rules: HeartsRules) -> bool:
        return True

    def carries(self, rules: HeartsRules) -> bool:
        """Whether the totals affect the score of a hand."""
        return rules.jack_floor is Floor.TOTAL or rules.exact is not Exact.NONE

    def script(
        self, seating: Seating, rules: HeartsRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask who took the queen and the hearts, and anything else that the rules need."""
        scene = Scene(CARDS[seating.players], notice=_notice(seating, rules))
        taken = yield from _taken(seating, rules, scene)
        moon = None if rules.moon is Moon.NONE else taken.shooter(rules)
        off = rules.moon is Moon.SELF
        if moon is not None and rules.moon is Moon.CHOICE:
            off = yield _moon_step(moon, taken.all, scene)
        scored = list(lines(taken, rules, earlier, moon, off=off))
        if rules.no_trick:
            for seat in SEATS[: seating.players]:
                if not taken.points(seat) and taken.jack != seat:
                    none = yield _trick_step(seat, scene)
                    if none:
                        scored[seat] = (*scored[seat], no_trick(rules))
        scored = [hit_exactly(own, rules, earlier.total(seat)) for seat, own in enumerate(scored)]
        return DealScore(
            tuple(scored), scene._replace(notice=None), _label(taken, moon), briefs=_briefs(taken)
        )

    def describe(self, rules: HeartsRules) -> tuple[Section, ...]:
        sentences = house_rules.told(rules)
        scoring = [say("Every heart counts 1, the queen of spades {queen}.", queen=QUEEN)]
        return (
            Section(
                say("Cards and deal"),
                (
                    say("The queen and the hearts are to be avoided; the deal passes to the left."),
                    *(sentences[path] for path in ("passing", "pass_two", "entry")),
                ),
            ),
            Section(
                say("Scoring"),
                (
                    *scoring,
                    *(
                        sentence
                        for path, sentence in sentences.items()
                        if path not in {"passing", "pass_two", "entry"}
                        and house_rules.value_at(rules, path) not in _SILENT
                    ),
                ),
            ),
        )


_SILENT = (0, False, Floor.NONE, Exact.NONE)


def _taken(seating: Seating, rules: HeartsRules, scene: Scene) -> Generator[Step, object, Taken]:
    """Ask for the scoring cards, or for the points."""
    hearts = rules.hearts(seating.players)
    queen: object = None
    jack: object = None
    if rules.entry is Entry.CARDS:
        queen = yield _who("queen", say("Who took the queen of spades?"), seating, scene)
    if rules.jack_value:
        jack = yield _who("jack", say("Who took the jack of diamonds?"), seating, scene)
    if rules.entry is Entry.CARDS:
        shares = yield SharesStep("hearts", seating, scene, HEARTS_TAKEN, hearts)
    else:
        because = say("Somebody took the queen: one player has 13 or more.")
        shares = yield SharesStep(
            "taken", seating, scene, POINTS_TAKEN, hearts + QUEEN, (), QUEEN, because
        )
    assert isinstance(shares, tuple)  # noqa: S101  (the step returned it)
    return Taken(shares, _seat(queen), _seat(jack), hearts + QUEEN)


def _seat(answer: object) -> Seat | None:
    return answer if isinstance(answer, Seat) else None


def _who(key: str, question: Sentence, seating: Seating, scene: Scene) -> ChoiceStep:
    choices = tuple(
        Choice(str(int(seat) + 1), seat, say("{seat}", seat=seat), _WHO[key](seat))
        for seat in SEATS[: seating.players]
    )
    return ChoiceStep(key, None, question, choices, scene)


_WHO = {
    "queen": lambda seat: say("{seat} took the queen of spades", seat=seat),
    "jack": lambda seat: say("{seat} took the jack of diamonds", seat=seat),
}


def _moon_step(moon: Seat, points: int, scene: Scene) -> ChoiceStep:
    add, off = say("Add {points}", points=points), say("Take {points} off", points=points)
    choices = (
        Choice("add", False, add, say("{seat} gave the others {points}", seat=moon, points=points)),
        Choice("off", True, off, say("{seat} took {points} off", seat=moon, points=points)),
    )
    asked = say("Add {points} to the others, or take {points} off?", points=points)
    return ChoiceStep("moon", moon, asked, choices, scene)


def _trick_step(seat: Seat, scene: Scene) -> ChoiceStep:
    choices = (
        Choice("yes", False, say("yes"), say("{seat} took a trick", seat=seat)),
        Choice("no", True, say("no"), say("{seat} took no trick", seat=seat)),
    )
    asked = say("Did {seat} take a trick?", seat=seat)
    return ChoiceStep(f"trick-of-{int(seat)}", None, asked, choices, scene)


def _notice(seating: Seating, rules: HeartsRules) -> Sentence:
    """The direction in which cards are passed."""
    steps, players = rules.passed(seating.number, seating.players), seating.players
    cards = rules.cards_passed(players)
    if steps is None:
        return say("No cards are passed.")
    if steps == 1:
        return say("Pass {cards} cards to the left.", cards=cards)
    if steps == players - 1:
        return say("Pass {cards} cards to the right.", cards=cards)
    return say("Pass {cards} cards across.", cards=cards)


def _label(taken: Taken, moon: Seat | None) -> Sentence:
    if moon is not None:
        return say("{seat} shot the moon", seat=moon)
    if taken.queen is None:
        return say("{sum} in all", sum=taken.all)
    return say("queen: {seat}", seat=taken.queen)


def _briefs(taken: Taken) -> tuple[Brief, ...]:
    briefs = []
    for seat, cards in enumerate(taken.cards):
        sum_ = Formula(f"{cards}+{QUEEN}" if taken.queen == seat else str(cards))
        shown = say("{sum}", sum=sum_)
        briefs.append(Brief(shown, shown))
    return tuple(briefs)


HEARTS = Hearts()
