"""Hearts: three to six players, each alone; every heart counts 1, the queen of spades 13."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from math import gcd
from typing import Any

from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Choice, ChoiceStep
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import Deeds, LookAhead, Statistics
from scorekeeper.rules.figures import Award, Case, Figure, Measure
from scorekeeper.rules.points import Brief, DealScore, Line
from scorekeeper.rules.result_steps import Counted, SharesStep
from scorekeeper.rules.rulebook import (
    KindOfGame,
    Preset,
    Rulebook,
    Section,
    WorkedHand,
    by_players,
    everyone_alone,
    trick_rules,
)
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import SEATS, Names, Seat, Seating
from scorekeeper.wording import Formula, Points, Sentence, say, say_count

# House rules
#
# Sources: Wikipedia, “Hearts (card game)”; bicyclecards.com, “Omnibus Hearts”; qcsalon.net,
# “Hearts”; howthingsworks.com (six players); OpenSpiel.

QUEEN = 13


class Moon(Enum):
    """The score of a player who takes every heart and the queen of spades."""

    OTHERS = "others"
    SELF = "self"
    CHOICE = "choice"
    NONE = "none"


class Passing(Enum):
    """The deals in which cards are passed before the play."""

    USUAL = "usual"
    ALWAYS = "always"
    NEVER = "never"


class Floor(Enum):
    """The limit below which the jack of diamonds may not reduce a score."""

    NONE = "none"
    HAND = "hand"
    TOTAL = "total"


class Exact(Enum):
    """The totals that lose 50 points if they are hit exactly."""

    NONE = "none"
    HUNDRED = "100"
    BOTH = "50-and-100"

    @property
    def totals(self) -> tuple[int, ...]:
        return {Exact.NONE: (), Exact.HUNDRED: (100,), Exact.BOTH: (50, 100)}[self]


class HeartsEntry(Enum):
    """The way in which the points of a hand are recorded."""

    CARDS = "cards"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeartsRules:
    """House rules of Hearts."""

    moon: Moon = house_rules.choice(
        Moon.OTHERS,
        say("All hearts and the queen of spades"),
        {
            Moon.OTHERS: say("count for everybody else"),
            Moon.SELF: say("are taken off the total"),
            Moon.CHOICE: say("are one or the other, as the player chooses"),
            Moon.NONE: say("count as they are"),
        },
    )
    jack_value: int = house_rules.number(
        0,
        say("Points that the jack of diamonds takes off"),
        0,
        100,
        says=lambda value: say(
            "The jack of diamonds takes {value} off the points of its taker", value=value
        ),
        off=say("The jack of diamonds takes nothing off"),
    )
    jack_in_moon: bool = house_rules.toggle(
        False, say("Shooting the moon needs that jack too, which then takes nothing off")
    )
    jack_floor: Floor = house_rules.choice(
        Floor.NONE,
        say("By the jack of diamonds"),
        {
            Floor.NONE: say("a hand and a total may fall below zero"),
            Floor.HAND: say("no hand may fall below zero"),
            Floor.TOTAL: say("no total may fall below zero"),
        },
    )
    exact: Exact = house_rules.choice(
        Exact.NONE,
        say("A total that is hit exactly"),
        {
            Exact.NONE: say("loses nothing"),
            Exact.HUNDRED: say("loses 50 if it is 100"),
            Exact.BOTH: say("loses 50 if it is 50 or 100"),
        },
    )
    no_trick: int = house_rules.number(
        0,
        say("Points that a player without a trick takes off"),
        0,
        100,
        says=lambda value: say("A player without a trick has {value} taken off", value=value),
        off=say("A player without a trick has nothing taken off"),
    )
    passing: Passing = house_rules.choice(
        Passing.USUAL,
        say("Cards are passed"),
        {
            Passing.USUAL: say("left, right, across, then no passing"),
            Passing.ALWAYS: say("in every hand"),
            Passing.NEVER: say("never"),
        },
    )
    pass_two: bool = house_rules.toggle(False, say("Five players or more pass two cards"))
    entry: HeartsEntry = house_rules.choice(
        HeartsEntry.CARDS,
        say("After each hand you enter"),
        {
            HeartsEntry.CARDS: say("who took the queen of spades, and the hearts"),
            HeartsEntry.POINTS: say("the points as they were taken"),
        },
    )

    def hearts(self, players: int) -> int:
        """Return the number of hearts; six players play without the twos."""
        return 12 if players == 6 else 13

    def cards_passed(self, players: int) -> int:
        """Return the number of cards that everyone passes on."""
        return 2 if self.pass_two and players > 4 else 3

    def passed(self, number: int, players: int) -> int | None:
        """Return how many places to the left cards are passed in deal `number`.

        None if no cards are passed in that deal.
        """
        ways: list[int | None] = [1, players - 1]
        if players in {4, 6}:
            ways.append(players // 2)
        if self.passing is Passing.NEVER:
            return None
        if self.passing is Passing.USUAL:
            ways.append(None)
        return ways[(number - 1) % len(ways)]


PRESETS: tuple[Preset[HeartsRules], ...] = (
    Preset(
        "classic",
        say("Classic"),
        say("Wikipedia, “Hearts (card game)”"),
        say("Shooting the moon gives all points to the others."),
        HeartsRules(),
    ),
    Preset(
        "new-moon",
        say("New moon"),
        say("Wikipedia, “Hearts (card game)”"),
        say("Shooting the moon takes the points off."),
        HeartsRules(moon=Moon.SELF),
    ),
    Preset(
        "jack",
        say("Jack of diamonds"),
        say("OpenSpiel"),
        say("The jack of diamonds takes off ten."),
        HeartsRules(jack_value=10),
    ),
    Preset(
        "omnibus",
        say("Omnibus"),
        say("bicyclecards.com, “Omnibus Hearts”"),
        say("The jack of diamonds takes off ten and is part of the moon, which is taken off."),
        HeartsRules(jack_value=10, jack_in_moon=True, moon=Moon.SELF),
    ),
    Preset(
        "rickety-kate",
        say("Rickety Kate"),
        say("Wikipedia, as played in Australia"),
        say("Nobody can shoot the moon."),
        HeartsRules(moon=Moon.NONE),
    ),
)


# Scoring


@dataclass(frozen=True, slots=True)
class Taken:
    """The scoring cards that each player took, or the points if only these were recorded.

    cards      the number of hearts of each player; the points if only these were recorded
    queen      the player who took the queen of spades; None if points were recorded
    jack       the player who took the jack of diamonds; None if it does not count
    all        the sum of the points of a hand, without the jack
    seats      the seats of the players, in the order of `cards`
    """

    cards: tuple[int, ...]
    queen: Seat | None
    jack: Seat | None
    all: int
    seats: tuple[Seat, ...] = SEATS

    def points(self, seat: int) -> int:
        """Return the points of the cards that a player took, without the jack."""
        return self.cards[self.place(seat)] + (QUEEN if self.queen == seat else 0)

    def place(self, seat: int) -> int:
        """Return the place of a seat in `cards`."""
        return self.seats.index(Seat(seat))

    def shooter(self, rules: HeartsRules) -> Seat | None:
        """Return the player who took all points, and the jack if it is needed.

        None if nobody did.
        """
        for seat, _ in zip(self.seats, self.cards, strict=False):
            if self.points(seat) == self.all and (not rules.jack_in_moon or self.jack == seat):
                return seat
        return None


def lines(
    taken: Taken, rules: HeartsRules, earlier: Earlier, moon: Seat | None, *, off: bool
) -> tuple[tuple[Line, ...], ...]:
    """Return the points of each player with their reasons, in the order of the seats.

    moon    the player who shot the moon, or None
    off     whether the moon is taken off that player's total

    Source: Wikipedia; the jack as at bicyclecards.com.
    """
    rows: list[list[Line]] = []
    for seat, _ in zip(taken.seats, taken.cards, strict=False):
        if moon is None:
            rows.append([_counted(taken, seat)])
        elif moon == seat:
            rows.append([_shot(-taken.all if off else 0)])
        else:
            rows.append([_by_another(0 if off else taken.all, moon)])
    if taken.jack is not None and not (rules.jack_in_moon and moon is not None):
        place = taken.place(taken.jack)
        own = rows[place]
        own.append(_jack(own[0].points, rules, earlier.total(place)))
    return tuple(map(tuple, rows))


def no_trick(rules: HeartsRules) -> Line:
    """Return the points taken off for a player without a trick, with the reason."""
    return Line(-rules.no_trick, say("no trick: {points}", points=Points(-rules.no_trick)))


def hit_exactly(lines: Sequence[Line], rules: HeartsRules, total: int) -> tuple[Line, ...]:
    """Return the lines of a player who had `total` points before the hand.

    If the new total is exactly one of the limits of the rules, a line of -50 points is added.
    """
    total += sum(line.points for line in lines)
    if total not in rules.exact.totals:
        return tuple(lines)
    why = say("exactly {total}: {points}", total=total, points=Points(-50))
    return (*lines, Line(-50, why))


def _counted(taken: Taken, seat: int) -> Line:
    points, cards = taken.points(seat), taken.cards[taken.place(seat)]
    return Line(points, _why(points, cards, taken.queen is None, taken.queen == seat))


def _why(points: int, cards: int, summed: bool, queen: bool) -> Sentence:
    if summed:
        return say_count("{count} point taken", "{count} points taken", points)
    if queen:
        return say_count(
            "the queen of spades and {count} heart: {points}",
            "the queen of spades and {count} hearts: {points}",
            cards,
            points=Points(points),
        )
    return say_count(
        "{count} heart: {points}", "{count} hearts: {points}", cards, points=Points(points)
    )


def _shot(points: int) -> Line:
    return Line(points, say("shot the moon: {points}", points=Points(points)), True)


def _by_another(points: int, moon: Seat) -> Line:
    return Line(points, say("{seat} shot the moon: {points}", seat=moon, points=Points(points)))


def _jack(points: int, rules: HeartsRules, total: int) -> Line:
    """Return the points that the jack takes off, within its limit, with the reason."""
    most = rules.jack_value
    if rules.jack_floor is Floor.HAND:
        most = min(most, max(points, 0))
    elif rules.jack_floor is Floor.TOTAL:
        most = min(most, max(total + points, 0))
    return Line(-most, say("jack of diamonds: {points}", points=Points(-most)))


# Figures of players

_PART = say("Points taken")

AWARDS = (
    Award(
        "moon",
        say("Moonwalker"),
        lambda number: say_count("the moon, {count} time", "the moon, {count} times", number),
        least=1,
    ),
    Award(
        "clean",
        say("Clean hands"),
        lambda number: say_count("no point in {count} hand", "no point in {count} hands", number),
    ),
    Award(
        "queen",
        say("The queen's favourite"),
        lambda number: say_count("the queen, {count} time", "the queen, {count} times", number),
    ),
    Award(
        "jack",
        say("Jack of all trades"),
        lambda number: say_count("the jack, {count} time", "the jack, {count} times", number),
    ),
    Award(
        "hearts",
        say("A heart for everyone"),
        lambda number: say_count("{count} heart in all", "{count} hearts in all", number),
        least=10,
    ),
)


class HeartsStatistics(Statistics):
    """Statistics of the cards taken; the jack and hearts only if they are recorded."""

    figures = (
        Figure("queen", say("Took the queen of spades"), _PART),
        Figure("clean", say("Took no point"), _PART),
        Figure("moon", say("Shot the moon"), _PART),
        Figure("jack", say("Took the jack of diamonds"), _PART),
        Figure("hearts", say("Hearts per hand"), _PART, Measure.MEAN),
    )

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        answers = {answered.step.key: answered.answer for answered in deal.reading.trail}
        assert deal.score is not None  # noqa: S101  (only deals that count)
        hearts = answers.get("hearts")
        for side, lines in enumerate(deal.score.lines):
            (seat,) = deal.seating.sides[side]
            for card in ("queen", "jack"):
                if card in answers:
                    yield Case(seat, card, int(answers[card] == seat))
            if isinstance(hearts, tuple):
                yield Case(seat, "hearts", hearts[side])
            clean = not any(line.points for line in lines) and lines[0].made is None
            yield Case(Seat(seat), "clean", int(clean))
            yield Case(seat, "moon", int(bool(lines[0].made)))


class HeartsDeeds(Deeds):
    """Words for the moon, and for the queen of spades."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        """Return the moon shot by or against a side, or the queen that it took, as a phrase.

        None if the side took only hearts.
        """
        assert deal.score is not None  # noqa: S101  (only deals that count)
        own = Names(deal.seating.sides[side])
        moon = next((index for index, lines in enumerate(deal.score.lines) if lines[0].made), None)
        if moon is not None and moon != side:
            shooter = Names(deal.seating.sides[moon])
            return say("{shooter}'s moon against {side}", shooter=shooter, side=own)
        if moon == side:
            return say("{side}'s moon", side=own)
        queen = deal.reading.answered("queen")
        if queen is not None and queen.answer == deal.seating.sides[side][0]:
            return say("{side}'s queen of spades", side=own)
        return None


# The rulebook

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


WORKED = (
    WorkedHand(
        1,
        {
            "queen": {"choice": "2"},
            "jack": {"choice": "1"},
            "hearts": {"shares": [2, 5, 0, 6]},
            "trick-of-2": {"choice": "no"},
        },
    ),
    WorkedHand(1, {"jack": {"choice": "1"}, "taken": {"shares": [2, 18, 0, 6]}}),
)
"""West takes the queen and five hearts, entered card by card and as points."""


class HeartsLookAhead(LookAhead):
    """Deals are alike if the cards are passed the same way, whoever deals."""

    def state_key(
        self, seating: Seating, rules: HeartsRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        return [rules.passed(seating.number, seating.players), list(facts)]


class Hearts(Rulebook[HeartsRules]):
    """The rulebook of Hearts; the method `lines` computes the points of a hand."""

    key = "hearts"
    name = say("Hearts")
    also = ("Black Lady", "Rickety Kate", "Omnibus")
    kind = KindOfGame.TRICKS
    summary = say("Everyone alone: avoid the hearts and the queen of spades.")
    players = range(3, 7)
    rules = HeartsRules
    presets = PRESETS
    play = "scorekeeper.play.hearts:HeartsPlay"
    statistics = HeartsStatistics()
    awards = AWARDS
    deeds = HeartsDeeds()
    look_ahead = HeartsLookAhead()
    examples = ("1 5,8,0,0",)
    worked = WORKED
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=100), ties=Goal.TARGET
    )
    cell = say("hearts + queen")

    def low(self, rules: HeartsRules) -> bool:
        return True

    def carries(self, rules: HeartsRules) -> bool:
        """Return whether deals depend on earlier ones, because the totals affect the score."""
        return rules.jack_floor is Floor.TOTAL or rules.exact is not Exact.NONE

    def can_score(self, seating: Seating, rules: HeartsRules, points: Sequence[int]) -> bool:
        if rules.jack_floor is not Floor.NONE or rules.exact is not Exact.NONE or rules.no_trick:
            return True
        every = rules.hearts(seating.players) + QUEEN
        seats = seating.seats
        for jack in seats if rules.jack_value else (None,):
            cards = tuple(
                number + (rules.jack_value if seat == jack else 0)
                for seat, number in zip(seats, points, strict=True)
            )
            taken = Taken(cards, None, jack, every, seats)
            is_moon = rules.moon is not Moon.NONE and taken.shooter(rules) is not None
            if min(cards) >= 0 and sum(cards) == every and max(cards) >= QUEEN and not is_moon:
                return True
        return tuple(points) in _moons(seats, rules, every)

    def divisor(self, rules: HeartsRules, players: int) -> int:
        """Return the points of a hand, which a moon gives several times or takes off."""
        if rules.jack_floor is not Floor.NONE or rules.exact is not Exact.NONE or rules.no_trick:
            return 1
        return gcd(rules.hearts(players) + QUEEN, rules.jack_value)

    def script(
        self, seating: Seating, rules: HeartsRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask who took the queen and the hearts, and anything else that the rules need."""
        scene = Scene(CARDS[seating.players], notice=_notice(seating, rules))
        taken = yield from _taken(seating, rules, scene)
        moon = None if rules.moon is Moon.NONE else taken.shooter(rules)
        off = rules.moon is Moon.SELF
        if moon is not None and rules.moon is Moon.CHOICE:
            off = yield _moon_step(moon, taken.all, scene._replace(notice=None))
        scored = list(lines(taken, rules, earlier, moon, off=off))
        if rules.no_trick:
            for place, seat in enumerate(seating.seats):
                if not taken.points(seat) and taken.jack != seat:
                    none = yield _trick_step(seat, scene)
                    if none:
                        scored[place] = (*scored[place], no_trick(rules))
        scored = [hit_exactly(own, rules, earlier.total(side)) for side, own in enumerate(scored)]
        return DealScore(
            tuple(scored), scene._replace(notice=None), _label(taken, moon), briefs=_briefs(taken)
        )

    def describe(self, rules: HeartsRules) -> tuple[Section, ...]:
        return (
            Section(
                say("Cards and deal"),
                (
                    say("The queen of spades and the hearts are to be avoided."),
                    everyone_alone(self.players),
                    say(
                        "All cards are dealt. Three play without the 2♦, five without the 2♦ and "
                        "the 2♣, six without the twos."
                    ),
                    say(
                        "Cards of each player: {cards}.",
                        cards=by_players(self.players, lambda many: 52 // many),
                    ),
                    say("Play and deal go clockwise; the deal passes to the left."),
                    *(
                        (
                            say(
                                "Before the play everyone passes on three cards, face down, then "
                                "looks at those received."
                            ),
                        )
                        if rules.passing is not Passing.NEVER
                        else ()
                    ),
                    *_passing_in_words(rules),
                    *house_rules.in_force(rules, "pass_two"),
                ),
            ),
            Section(
                say("Play"),
                (
                    say(
                        "Whoever holds the lowest club leads it. Follow suit if you can, else play "
                        "any card."
                    ),
                    say(
                        "To the first trick nobody plays a heart or the queen of spades, unless "
                        "they have nothing else."
                    ),
                    say(
                        "Hearts may be led only after one has been played, or by a player who has "
                        "nothing else."
                    ),
                    *trick_rules(trumps=False),
                    *house_rules.in_force(rules, "entry"),
                ),
            ),
            Section(
                say("Scoring"),
                (
                    say("Every heart counts 1, the queen of spades {queen}.", queen=QUEEN),
                    _moon_in_words(rules),
                    *house_rules.in_force(rules, *_rules_of_scoring(rules)),
                ),
            ),
        )


def _passing_in_words(rules: HeartsRules) -> tuple[Sentence, ...]:
    """Return in which direction cards are passed; see `HeartsRules.passed`."""
    if rules.passing is Passing.NEVER:
        return house_rules.in_force(rules, "passing")
    return (
        say("They go to the left in the first hand, then to the right, then across."),
        *(
            (say("In the hand after that no cards are passed, and it begins again."),)
            if rules.passing is Passing.USUAL
            else ()
        ),
        say("Three or five players leave out the hand in which cards go across."),
    )


def _moon_in_words(rules: HeartsRules) -> Sentence:
    """Return the rule for a player who takes all hearts and the queen; the points are for four."""
    everything = say(
        "{points} (with six players {fewer})",
        points=rules.hearts(4) + QUEEN,
        fewer=rules.hearts(6) + QUEEN,
    )
    match rules.moon:
        case Moon.OTHERS:
            return say(
                "Whoever takes all of them shoots the moon: 0, and {all} for everybody else.",
                all=everything,
            )
        case Moon.SELF:
            return say(
                "Whoever takes all of them shoots the moon: {all} are taken off their total.",
                all=everything,
            )
        case Moon.CHOICE:
            return say(
                "Whoever takes all of them shoots the moon and chooses: {all} for everybody else, "
                "or {all} off their own total.",
                all=everything,
            )
        case Moon.NONE:
            return say("Whoever takes all of them has {all} points.", all=everything)


def _rules_of_scoring(rules: HeartsRules) -> Iterator[str]:
    """Yield the paths of the house rules that the scoring mentions besides the moon."""
    if rules.jack_value:
        yield from ("jack_value", "jack_in_moon")
    if rules.jack_value and rules.jack_floor is not Floor.NONE:
        yield "jack_floor"
    if rules.exact is not Exact.NONE:
        yield "exact"
    yield "no_trick"


def _moons(seats: Sequence[Seat], rules: HeartsRules, every: int) -> set[tuple[int, ...]]:
    """Return the possible points of a hand in which somebody shoots the moon."""
    if rules.moon is Moon.NONE:
        return set()
    ways = {Moon.OTHERS: (False,), Moon.SELF: (True,)}.get(rules.moon, (False, True))
    jacks = seats if rules.jack_value else (None,)
    found = set()
    for moon, jack, off in product(seats, jacks, ways):
        cards = tuple(every if seat == moon else 0 for seat in seats)
        taken = Taken(cards, None, jack, every, tuple(seats))
        if taken.shooter(rules) == moon:
            scored = lines(taken, rules, NOTHING_EARLIER, moon, off=off)
            found.add(tuple(sum(line.points for line in own) for own in scored))
    return found


def _taken(seating: Seating, rules: HeartsRules, scene: Scene) -> Generator[Step, object, Taken]:
    """Ask for the scoring cards, or for the points, and return them.

    Only the first question, which stands on the page during the play, says how cards are passed.
    """
    hearts = rules.hearts(seating.players)
    queen: object = None
    jack: object = None
    if rules.entry is HeartsEntry.CARDS:
        queen = yield _who("queen", say("Who took the queen of spades?"), seating, scene)
        scene = scene._replace(notice=None)
    if rules.jack_value:
        jack = yield _who("jack", say("Who took the jack of diamonds?"), seating, scene)
        scene = scene._replace(notice=None)
    if rules.entry is HeartsEntry.CARDS:
        shares = yield SharesStep("hearts", seating, scene, HEARTS_TAKEN, hearts)
    else:
        because = say("Somebody took the queen: one player has 13 or more.")
        shares = yield SharesStep(
            "taken", seating, scene, POINTS_TAKEN, hearts + QUEEN, (), QUEEN, because
        )
    assert isinstance(shares, tuple)  # noqa: S101  (the step returned it)
    return Taken(shares, _seat(queen), _seat(jack), hearts + QUEEN, seating.seats)


def _seat(answer: object) -> Seat | None:
    return answer if isinstance(answer, Seat) else None


def _who(key: str, question: Sentence, seating: Seating, scene: Scene) -> ChoiceStep:
    choices = tuple(
        Choice(str(int(seat) + 1), seat, say("{seat}", seat=seat), _WHO[key](seat))
        for seat in seating.clockwise()
    )
    return ChoiceStep(key, None, question, choices, scene, label=_CARD[key])


_CARD = {"queen": say("queen"), "jack": say("jack")}
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
    return ChoiceStep(f"trick-of-{int(seat)}", None, asked, choices, scene, label=say("a trick"))


def _notice(seating: Seating, rules: HeartsRules) -> Sentence:
    """Return a sentence with the direction in which cards are passed."""
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
    for seat, cards in zip(taken.seats, taken.cards, strict=False):
        sum_ = Formula(f"{cards}+{QUEEN}" if taken.queen == seat else str(cards))
        shown = say("{sum}", sum=sum_)
        briefs.append(Brief(shown, shown))
    return tuple(briefs)


HEARTS = Hearts()
