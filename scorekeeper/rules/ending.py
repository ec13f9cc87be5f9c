"""The end of a game: at a target, after a number of deals, or when the table stops."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import Enum

from scorekeeper.errors import MalformedEntry
from scorekeeper.rules import house_rules
from scorekeeper.wording import Formula, Given, Points, Sentence, TimeOfDay, say, say_count

TARGETS = 1, 10_000  # the least and the most points to which a game may be played
MINUTES = "minutes"  # in a form, the goal of a game that ends that long after its beginning
USUAL_MINUTES = 90
CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)", re.ASCII)
A_DAY = timedelta(days=1)
# A time of day that is farther ahead has just passed: nobody means the one of tomorrow.
FARTHEST = timedelta(hours=18)
LIKELY = timedelta(hours=2)  # from the beginning of a game to its end, if nothing is known
HALF_AN_HOUR = 30  # minutes


class Goal(Enum):
    """The event that ends a game, such as a target or a number of deals."""

    TARGET = "target"
    DEALS = "deals"
    SCHEDULE = "schedule"
    TIME = "time"
    OPEN = "open"
    RULES = "rules"


class Tie(Enum):
    """The effect of equal totals in first place."""

    USUAL = "usual"
    PLAY_ON = "play-on"
    SHARE = "share"
    BIDS = "bids"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a game ends, as agreed at the table. Only the fields that its goal needs are used.

    `deals` is also the length of a game whose rules fix it. `low` (the lowest total wins) and
    `start` (the points that every side begins with) are set by the rules, not asked (see
    `Rulebook.agreed`). `time` is the moment of the end, if one was agreed; `minutes` only says that
    it was agreed as a number of minutes. Source: the target is pagat.com's; a number of deals and
    an open end are common at tables.
    """

    goal: Goal = house_rules.choice(
        Goal.TARGET,
        say("The game ends"),
        {
            Goal.TARGET: say("at a number of points"),
            Goal.DEALS: say("after a number of hands"),
            Goal.SCHEDULE: say("after the last hand of the schedule"),
            Goal.TIME: say("at an agreed time"),
            Goal.OPEN: say("when the table stops"),
            Goal.RULES: say("as the rules of the game say"),
        },
    )
    target: int = house_rules.number(300, say("Points to reach"), *TARGETS)
    minus: bool = house_rules.toggle(False, say("Also ends at minus that many"))
    deals: int = house_rules.number(12, say("Hands to play"), 1, 200)
    floor: int | None = house_rules.number(
        None, say("Also ends at this total or less (empty: never)"), -10_000, 0, optional=True
    )
    tie: Tie = house_rules.choice(
        Tie.USUAL,
        say("Tie for first place"),
        {
            Tie.USUAL: say("default"),
            Tie.PLAY_ON: say("play on until one is first alone"),
            Tie.SHARE: say("share the win"),
            Tie.BIDS: say("the most bids made win, else share"),
        },
    )
    low: bool = house_rules.toggle(False, say("{rule}", rule="low"))
    start: int = house_rules.number(0, say("{rule}", rule="start"), 0, 100_000)
    time: str = house_rules.moment(say("The agreed time"))
    minutes: int | None = house_rules.number(
        None, say("Minutes from now"), 1, 24 * 60, optional=True
    )

    @property
    def moment(self) -> TimeOfDay | None:
        """The moment at which the game ends; None if it does not end by the clock."""
        if self.goal is not Goal.TIME or not self.time:
            return None
        return TimeOfDay.fromisoformat(self.time)

    def again(self, now: datetime) -> Ending:
        """Return the ending for another game with the same agreements that begins now.

        A number of minutes begins again. A time of day that has just passed stays as it was.
        """
        if self.moment is None:
            return self
        if self.minutes:
            return replace(self, time=_stored(now + timedelta(minutes=self.minutes)))
        coming = _coming(self.moment, now)
        return self if coming - now > FARTHEST else replace(self, time=_stored(coming))

    def form(self, now: datetime) -> dict[str, str]:
        """Return the fields of a form that offers this ending for a game that begins now."""
        form = house_rules.to_form(self)
        time = self.again(now).moment
        if time is None or time <= now:
            likely = (now + LIKELY).astimezone()
            half = timedelta(minutes=likely.minute % HALF_AN_HOUR)
            time = _shown(likely - half)
        if self.moment and self.minutes:
            form["goal"] = MINUTES
        return form | {"time": str(time), MINUTES: form[MINUTES] or str(USUAL_MINUTES)}

    def reached(self, totals: Sequence[int], deals: int) -> bool:
        """Return whether the goal is met by these totals after this number of scored deals."""
        high, low, most = self.limits
        return (
            (high is not None and max(totals) >= high)
            or (low is not None and min(totals) <= low)
            or (most is not None and deals >= most)
        )

    @property
    def limits(self) -> tuple[int | None, int | None, int | None]:
        """The high total, the low total and the number of deals that end the game, each or None."""
        match self.goal:
            case Goal.TARGET if self.start:
                return None, 0, None
            case Goal.TARGET:
                return self.target, -self.target if self.minus else self.floor, None
            case Goal.DEALS | Goal.SCHEDULE:
                return None, None, self.deals
            case Goal.TIME | Goal.OPEN | Goal.RULES:
                return None, None, None

    @property
    def by_table(self) -> bool:
        """Whether the game is over when the table stops it, and not before."""
        return self.goal in {Goal.TIME, Goal.OPEN}

    @property
    def shares(self) -> bool:
        """Whether the game ends with equal totals in first place, instead of being played on."""
        if self.tie is not Tie.USUAL and not self.by_table:
            return self.tie is not Tie.PLAY_ON
        return self.by_table or self.goal in {Goal.SCHEDULE, Goal.RULES}

    @property
    def bids_decide(self) -> bool:
        """Whether the side with the most bids made wins if several are first at the end."""
        return self.tie is Tie.BIDS and not self.by_table

    def first(self, totals: Sequence[int]) -> int:
        """Return the best of these totals."""
        return min(totals) if self.low else max(totals)

    def gains(self, points: int) -> bool | None:
        """Return whether these points help the side that scores them; None for 0."""
        return (points < 0) == self.low if points else None

    def describe(self, until: Sentence | None = None) -> Sentence:
        """Return the end of the game and who wins; `until` as `Rulebook.until` returns it."""
        if self.low:
            return say("{end}; the lowest total wins.", end=self._end(until))
        match self.goal:
            case Goal.TARGET if self.floor is not None:
                return say(
                    "The game ends once a total is {target} or more, or {minus} or less; "
                    "the highest total wins.",
                    target=self.target,
                    minus=Points(self.floor),
                )
            case Goal.TARGET if self.minus:
                return say(
                    "The game ends once a total is {target} or more, or {minus} or less; "
                    "the highest total wins.",
                    target=self.target,
                    minus=Points(-self.target),
                )
            case Goal.TARGET:
                return say(
                    "The game ends once a total is {target} or more; the highest total wins.",
                    target=self.target,
                )
            case Goal.DEALS | Goal.SCHEDULE:
                return say_count(
                    "The game ends after {count} hand; the highest total wins.",
                    "The game ends after {count} hands; the highest total wins.",
                    self.deals,
                )
            case Goal.TIME:
                if self.moment is None:
                    return say(
                        "The hand that is running at the agreed time is the last: the table then "
                        "stops the game, and the highest total wins."
                    )
                return say(
                    "The hand that is running at the agreed time, {time}, is the last: the table "
                    "then stops the game, and the highest total wins.",
                    time=self.moment,
                )
            case Goal.OPEN:
                return say("The game ends when the table stops it; the highest total wins.")
            case Goal.RULES:
                return say("{end}; the highest total wins.", end=self._end(until))

    def _end(self, until: Sentence | None) -> Sentence:
        """Return the end of the game in words, without the winner."""
        match self.goal:
            case Goal.TARGET if self.start:
                return say(
                    "Everyone begins with {start} points, and the game ends when somebody has none "
                    "left",
                    start=self.start,
                )
            case Goal.TARGET:
                return say(
                    "The game ends when somebody has {target} points or more", target=self.target
                )
            case Goal.DEALS | Goal.SCHEDULE:
                return say_count(
                    "The game ends after {count} hand", "The game ends after {count} hands",
                    self.deals,
                )  # fmt: skip
            case Goal.TIME:
                if self.moment is None:
                    return say("The hand that is running at the agreed time is the last")
                return say(
                    "The hand that is running at the agreed time, {time}, is the last",
                    time=self.moment,
                )
            case Goal.OPEN:
                return say("The game ends when the table stops it")
            case Goal.RULES:
                return say("The game goes on {until}", until=_said(until))

    def tied(self) -> Sentence:
        """Return how a tie for first place is resolved, in words."""
        if self.bids_decide:
            return say(
                "If the totals tie at the top, the most bids made win; if they are equal too, the "
                "win is shared."
            )
        if self.shares:
            return say("Equal totals share the win.")
        return say("If the totals tie at the top, play on until one leads alone.")

    def brief(self, until: Sentence | None = None) -> Sentence:
        """Return the goal in a few words, as in “to 300”; `until` as in `describe`."""
        match self.goal:
            case Goal.TARGET if self.minus:
                return say("to {target}", target=Formula(f"±{self.target}"))
            case Goal.TARGET if self.start:
                return say("down from {start}", start=self.start)
            case Goal.TARGET:
                return say("to {target}", target=self.target)
            case Goal.DEALS | Goal.SCHEDULE:
                return say_count("{count} hand", "{count} hands", self.deals)
            case Goal.TIME:
                if self.moment is None:
                    return say("until an agreed time")
                return say("until {time}", time=self.moment)
            case Goal.OPEN:
                return say("open end")
            case Goal.RULES:
                return _said(until)


def _stored(moment: datetime) -> str:
    """Return a moment as `Ending.time` has it."""
    return moment.astimezone(UTC).replace(microsecond=0).isoformat()


def _shown(moment: datetime) -> TimeOfDay:
    return TimeOfDay.fromisoformat(_stored(moment))


def _coming(time: datetime, now: datetime) -> datetime:
    """Return the next moment after `now` with this time of day, in this machine's time zone."""
    clock = time.astimezone().time()
    coming = datetime.combine(now.astimezone(), clock).astimezone()
    if coming <= now:
        coming = datetime.combine(now.astimezone() + A_DAY, clock).astimezone()
    return coming


def _said(until: Sentence | None) -> Sentence:
    if until is None:
        raise ValueError("a game with the goal RULES says until when it goes on (Rulebook.until)")
    return until


ASKED = {
    Goal.TARGET.value: ("target", "minus", "floor", "tie"),
    Goal.DEALS.value: ("deals",),
    Goal.SCHEDULE.value: ("tie",),
    Goal.TIME.value: ("time",),
    MINUTES: ("minutes",),
}
"""The fields of `Ending` that a form asks for each goal, by its code there."""


@dataclass(frozen=True, slots=True)
class Endings:
    """The endings that a game offers.

    goals      the goals to choose from
    usual      the default ending
    minus      whether a game may also end at minus the target
    multiple   the number of deals must be divisible by this, so that everyone deals equally often
    floor      whether a game may also end at a low total that the table chooses
    ties       the goal for which a table may choose the tie rule; None for no choice
    bids       whether the bids made may decide a tie: the game says of each bid if it was made
    """

    goals: tuple[Goal, ...] = (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN)
    usual: Ending = field(default_factory=Ending)
    minus: bool = False
    multiple: int = 1
    floor: bool = False
    ties: Goal | None = None
    bids: bool = False

    def questions(self) -> Iterator[tuple[house_rules.Question, str | None]]:
        """Yield the questions about the ending, each with the code of its goal in a form.

        The code is None if every goal asks the question.
        """
        codes = [goal.value for goal in self.goals]
        if Goal.TIME in self.goals:
            codes.append(MINUTES)
        owners = {
            name: goal for goal in codes for name in ASKED.get(goal, ()) if self._knows(name, goal)
        }
        for question in house_rules.questions(Ending):
            if question.path == "goal":
                goals = []
                for goal, words in question.options:
                    if goal in self.goals:
                        goals.append((goal, words))
                        if goal is Goal.TIME:
                            goals.append((MINUTES, say("after a number of minutes")))
                yield replace(question, options=tuple(goals)), None
            elif question.path == "tie" and question.path in owners and not self.bids:
                offered = tuple(pair for pair in question.options if pair[0] != Tie.BIDS)
                yield replace(question, options=offered), owners[question.path]
            elif question.path in owners:
                yield question, owners[question.path]

    def read(self, form: Mapping[str, str], now: datetime) -> Ending:
        """Read an ending from a form; fields that the chosen goal does not use get defaults.

        A time of day is the next one after `now`, and minutes count from `now`, unless the form has
        the fields of `resolved`. Raises MalformedEntry with the name of the field.
        """
        goal = form.get("goal", self.usual.goal.value)
        asked = {
            question.path for question, owner in self.questions() if owner is None or owner == goal
        }
        given = {name: text for name, text in form.items() if name in asked}
        if goal in {MINUTES, Goal.TIME.value}:
            given |= {"goal": Goal.TIME.value, "time": form.get("until", "")}
        ending = house_rules.from_form(Ending, house_rules.to_form(self.usual) | given)
        self.check(ending)
        if ending.goal is Goal.TIME and not ending.time:
            by_clock = _after if goal == MINUTES else _next
            ending = replace(ending, time=by_clock(form.get(goal, ""), now))
        return ending

    def check(self, ending: Ending) -> None:
        """Raise MalformedEntry if this game cannot end like this."""
        if ending.goal not in self.goals:
            raise MalformedEntry("no-such-goal", say("This game does not end like that."), "goal")
        if ending.tie is Tie.BIDS and not self.bids:
            raise MalformedEntry("no-such-tie", say("Bids decide no tie in this game."), "tie")
        if ending.goal is Goal.DEALS and ending.deals % self.multiple:
            raise MalformedEntry(
                "deals-not-divisible",
                say(
                    "Hands to play: {deals} cannot be divided by {multiple}, so that not everyone "
                    "would deal as often.",
                    deals=ending.deals,
                    multiple=self.multiple,
                ),
                "deals",
            )

    def _knows(self, name: str, goal: str) -> bool:
        ties = self.ties is not None and self.ties.value == goal
        offered = {"minus": self.minus, "floor": self.floor, "tie": ties}
        return offered.get(name, True)


def resolved(ending: Ending) -> dict[str, str]:
    """Return the field of a form that fixes the moment of the end, whenever the form is read."""
    return {"until": ending.time} if ending.moment else {}


def _after(minutes: str, now: datetime) -> str:
    """Return the moment `minutes` after `now`, as stored; raises MalformedEntry if it is empty."""
    if not minutes.strip():
        raise MalformedEntry("no-minutes", say("How many minutes?"), MINUTES)
    return _stored(now + timedelta(minutes=int(minutes)))


def _next(time: str, now: datetime) -> str:
    """Return the next moment with a typed time of day, as stored; raises MalformedEntry."""
    typed = CLOCK.fullmatch(time.strip())
    hour, minute = (int(part) for part in typed.groups()) if typed else (24, 0)
    if hour > 23 or minute > 59:
        raise MalformedEntry(
            "no-time",
            say(
                "“{text}” is not a time of day, as in {example}.",
                text=Given(time[:20]),
                example="21:30",
            ),
            "time",
        )
    coming = _coming(now.astimezone().replace(hour=hour, minute=minute, second=0), now)
    if coming - now > FARTHEST:
        raise MalformedEntry(
            "time-over",
            say("It is past {time}: choose a later time.", time=_shown(coming)),
            "time",
        )
    return _stored(coming)


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game: whether it has met its goal, and whether it is decided.

    Once the goal is met, the game is decided as soon as one side leads alone, even if its total
    has fallen below the target again (pagat.com: further hands are played until there is a single
    player with the highest score). If ties share the win, it is decided when the goal is met. It is
    also decided if no other deal can follow, because at most one side is left.
    """

    met: bool = False
    decided: bool = False

    def after(
        self,
        ending: Ending,
        totals: Sequence[int],
        deals: int,
        *,
        ends: bool = False,
        final: bool = False,
        first: Sequence[int] = (),
    ) -> Course:
        """Return the course after one more deal.

        `totals` and `deals` (scored so far) include it; for the others see `DealScore`.
        """
        met = self.met or ending.reached(totals, deals) or (ends and ending.goal is Goal.RULES)
        if final:
            return Course(met=True, decided=True)
        if not met:
            return Course()
        alone = places(totals, low=ending.low, first=first).count(1) == 1
        return Course(met, ending.shares or alone)

    @property
    def play_off(self) -> bool:
        """Whether the goal is met but first place is tied."""
        return self.met and not self.decided


def places(
    totals: Sequence[int],
    *,
    low: bool = False,
    first: Sequence[int] = (),
    behind: Collection[int] = (),
) -> tuple[int, ...]:
    """Return the place of each side, 1 for the first; equal totals share a place.

    low      whether the lowest total is first
    first    a number of each side that decides before its total, the highest first; may be empty
    behind   the sides that come after all others
    """
    ranks = [
        (side in behind, -before, total if low else -total)
        for side, (before, total) in enumerate(zip(first or [0] * len(totals), totals, strict=True))
    ]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
