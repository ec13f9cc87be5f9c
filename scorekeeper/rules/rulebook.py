"""Rulebooks: what every game supplies, and its house rules as somebody enters them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby
from typing import Any, Generic, TypeVar

from scorekeeper.errors import MalformedEntry
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Announced
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import ExtensionPoints
from scorekeeper.rules.partial_hand import Partial
from scorekeeper.rules.points import DealScore, Line, PointsTable
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script, mend
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH, Names, Seat, Seating
from scorekeeper.wording import Formula, Listed, Points, Sentence, say, say_count

R = TypeVar("R")


class KindOfGame(Enum):
    """The kinds of games, in the order in which games are offered."""

    BIDS = "bids"
    TRICKS = "tricks"
    RUMMY = "rummy"
    SHEDDING = "shedding"
    OWN = "own"

    @property
    def title(self) -> Sentence:
        match self:
            case KindOfGame.BIDS:
                return say("Bid your tricks")
            case KindOfGame.TRICKS:
                return say("Other trick games")
            case KindOfGame.RUMMY:
                return say("Rummy and the like")
            case KindOfGame.SHEDDING:
                return say("Get rid of cards")
            case KindOfGame.OWN:
                return say("Own games")


@dataclass(frozen=True, slots=True)
class Preset(Generic[R]):
    """A set of house rules from a source, named by what it does at the table.

    ending    the ending that the source gives; None for the game's usual one
    like      the key of an equivalent preset, which tables are offered instead of this one
    """

    key: str
    name: Sentence
    source: Sentence
    description: Sentence
    rules: R
    ending: Ending | None = None
    like: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A few sentences of a game's rules under a heading."""

    title: Sentence
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class WorkedHand:
    """A hand that explains the scoring.

    A game may have several, in case the house rules forbid the first ones.

    number     which hand of the game it is
    answers    the recorded answers, by the key of their question
    """

    number: int
    answers: Mapping[str, Fact]


class Rulebook(ExtensionPoints, ABC, Generic[R]):
    """A kind of game; the parts beyond its rules are in `ExtensionPoints`.

    key         its name in files and URLs
    name        its name at the table
    also        further names by which a search finds it, in any language
    kind        the kind of game under which it is offered
    summary     a description in one line, or None
    players     the possible numbers of players
    rules       the dataclass of its house rules (see `house_rules`)
    presets     sets of house rules, the usual one first
    endings     the endings it offers
    announced   the word for the number of tricks that each player announces; None if they announce
                none
    cell        what the cells of the score sheet show beside the points (see `Brief`), or None
    auction     whether players bid for a hand against one another; sheets have a column for the bid
    decimals    the digits of points after the decimal point: with 1 all points are whole numbers of
                tenths, and are shown with one decimal
    contracts_score
                whether contracts and tricks determine the points, without the auction
    examples    hands as arguments of the command `score`, for its help
    worked      example hands for the printed rules, of four players or the most that can play
    """

    key: str
    name: Sentence
    players: range
    rules: type[R]
    presets: tuple[Preset[R], ...]
    endings: Endings = Endings()
    announced: Announced | None = Announced.CONTRACT
    cell: Sentence | None = say("contract / tricks")
    auction: bool = False
    decimals: int = 0
    contracts_score: bool = False
    also: tuple[str, ...] = ()
    kind: KindOfGame = KindOfGame.OWN
    summary: Sentence | None = None
    examples: tuple[str, ...] = ()
    worked: tuple[WorkedHand, ...] = ()

    def seating(self, players: int, dealer: Seat, rules: R) -> Seating:  # noqa: ARG002  (as below)
        """Return the seats and sides of a deal. By default everyone plays alone."""
        return Seating.alone(players, dealer)

    @abstractmethod
    def script(self, seating: Seating, rules: R, earlier: Earlier = NOTHING_EARLIER) -> Script:
        """Ask the questions of one deal and return its points.

        earlier    the deals before it, in a game whose deals depend on them (see `carries`)
        """

    def questions(self, seating: Seating, rules: R, earlier: Earlier = NOTHING_EARLIER) -> Script:
        """Ask the questions of the script, then those of the bonuses; return all the points."""
        score = yield from self.script(seating, rules, earlier)
        if score.thrown_in or not self.bonuses.asked(rules):
            return score
        more = yield from self.bonuses.questions(seating, rules, score.scene)
        lines = tuple((*own, *added) for own, added in zip(score.lines, more, strict=True))
        return replace(score, lines=lines)

    def carries(self, rules: R) -> bool:  # noqa: ARG002  (subclasses use it)
        """Return whether the questions or points of a deal depend on the earlier deals."""
        return False

    def points_suffice(self, rules: R) -> bool:
        """Return whether a deal leaves nothing but its points to the next, or to the end.

        Then a deal can be recorded of which only the points are known.
        """
        return not self.carries(rules)

    def after_points(
        self,
        score: DealScore,
        seating: Seating,  # noqa: ARG002  (subclasses use them)
        rules: R,  # noqa: ARG002
        earlier: Earlier,  # noqa: ARG002
    ) -> DealScore:
        """Return the score of a deal of which only the points are known, with what it ends."""
        return score

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:  # noqa: ARG002
        """Return the value of `Earlier.left` for numbers that a person enters.

        Raises ValueError if deals of this game pass nothing on, or if the numbers do not fit.
        """
        raise ValueError(f"the hands of {self.name} leave nothing to later ones")

    def score_partial(
        self,
        seating: Seating,
        rules: R,
        known: Partial,
    ) -> DealScore:
        """Return the points of a deal whose tricks are known, but not the whole auction.

        Implemented if `contracts_score` is true. Raises EntryError for what the rules forbid.
        """
        raise NotImplementedError

    def can_score(
        self,
        seating: Seating,  # noqa: ARG002  (subclasses use them)
        rules: R,  # noqa: ARG002
        points: Sequence[int],  # noqa: ARG002
    ) -> bool:
        """Return whether a deal can have these points, one number per side; True if unknown.

        Fines and the deals before it are left aside.
        """
        return True

    def divisor(self, rules: R, players: int) -> int:  # noqa: ARG002  (subclasses use them)
        """Return a number that divides the sum of all totals of a game; 1 if none is known."""
        return 1

    def unit(self, rules: R, players: int) -> int:  # noqa: ARG002  (as above)
        """Return a number that divides the total of each side; 1 if none is known."""
        return 1

    @abstractmethod
    def describe(self, rules: R) -> tuple[Section, ...]:
        """Return the rules in force, for players who do not know the game; scoring comes last."""

    def points_tables(self, rules: R) -> tuple[PointsTable, ...]:  # noqa: ARG002  (as below)
        """Return tables of the possible points, computed by the scoring; may be empty."""
        return ()

    def contradictions(self, rules: R) -> tuple[tuple[str, str], ...]:  # noqa: ARG002  (as above)
        """Return the pairs of house rules, by path, that can leave a question without answers.

        Such rules cannot be set (see `check_rules`). A stored game that has them can
        still be read.
        """
        return ()

    def fine(self, rules: R) -> int:  # noqa: ARG002  (subclasses use it)
        """Return the cost of a revoke in points, as a positive number; 0 if it is free."""
        return 0

    def length(self, rules: R, players: int) -> int | None:  # noqa: ARG002  (as above)
        """Return the number of deals in a game; None if the rules do not fix it."""
        return None

    def agreed(self, ending: Ending, rules: R, players: int) -> Ending:
        """Return an ending completed by the rules: the game's length and which total wins."""
        ending = replace(ending, low=self.low(rules), start=self.start(rules))
        length = self.length(rules, players)
        if ending.goal is not Goal.SCHEDULE or length is None:
            return ending
        return replace(ending, deals=length)

    def usual_ending(self, rules: R) -> Ending:
        """Return the default ending under these rules."""
        preset = self.preset_of(rules)
        return self.endings.usual if preset is None or preset.ending is None else preset.ending

    def until(self, rules: R) -> Sentence | None:  # noqa: ARG002  (subclasses use it)
        """Return until when a game with `Goal.RULES` goes on, as in “until one player is left”.

        None if the game does not offer that goal.
        """
        return None

    def low(self, rules: R) -> bool:  # noqa: ARG002  (as above)
        """Return whether the lowest total wins."""
        return False

    def start(self, rules: R) -> int:  # noqa: ARG002  (as above)
        """Return the points that every side begins with."""
        return 0

    def preset(self, key: str) -> Preset[R]:
        """Return the preset with this key; raises KeyError."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        raise KeyError(key)

    def preset_of(self, rules: R, ending: Ending | None = None) -> Preset[R] | None:
        """Return the preset with exactly these rules, or None.

        ending    tells presets apart that differ only in the end of the game
        """
        alike = [preset for preset in self.presets if preset.rules == rules]
        until = self.until(rules)
        for preset in alike:
            usual = preset.ending or self.endings.usual
            if ending is not None and ending.brief(until) == usual.brief(until):
                return preset
        return alike[0] if alike else None

    def title(self, rules: R, ending: Ending | None = None) -> Sentence:
        """Return the name of a set of rules: that of its preset, or “House rules”."""
        preset = self.preset_of(rules, ending)
        return preset.name if preset else say("House rules")

    def likeness(self, rules: R) -> Sentence | None:
        """Return the differences from the nearest preset in words.

        None for a preset's own rules.
        """
        if self.preset_of(rules):
            return None
        candidates = [
            (preset.name, house_rules.differences(rules, preset.rules)) for preset in self.presets
        ]
        name, differences = min(candidates, key=lambda candidate: len(candidate[1]))
        if not differences:
            return say("Like “{preset}”.", preset=name)
        return say(
            "Like “{preset}”, but: {differences}.", preset=name, differences=Listed(differences)
        )

    def rules_from_json(self, data: dict[str, Any]) -> R:
        """Read the rules stored with a game; raises MalformedEntry."""
        return house_rules.from_json(self.rules, data)


# Rules that many games share


def everyone_alone(players: range) -> Sentence:
    """Return how many play, each alone, and the rank of the cards, in words."""
    return say(
        "{least} to {most} players, each for themselves, with 52 cards: ace high, two low.",
        least=players[0],
        most=players[-1],
    )


def revoke_fine(default: int) -> Any:
    """Declare the house rule of what a revoke costs."""
    return house_rules.number(
        default,
        say("Fine for a revoke"),
        0,
        1000,
        says=lambda value: say("A revoke costs {value}", value=value),
        off=say("A revoke costs nothing"),
    )


def revoke_rules(fine: int) -> tuple[Sentence, ...]:
    """Return what a revoke is and costs, in words; nothing if it is free."""
    if not fine:
        return ()
    return (
        say_count(
            "A player who could follow suit but plays another suit has revoked, and loses {count} "
            "point.",
            "A player who could follow suit but plays another suit has revoked, and loses {count} "
            "points.",
            fine,
        ),
    )


def trick_rules(*, trumps: bool = True) -> tuple[Sentence, ...]:
    """Return the rules about winning a trick, in words."""
    return (
        say("The highest trump wins the trick, else the highest card of the suit led.")
        if trumps
        else say("The highest card of the suit led wins the trick; there are no trumps."),
        say("Whoever wins a trick leads to the next."),
    )


def eldest_leads() -> Sentence:
    """Return the rule about the first lead and following suit, in words."""
    return say(
        "The player on the dealer's left leads to the first trick. Follow suit if you can, else "
        "play any card."
    )


def by_players(players: range, number: Callable[[int], int]) -> Listed:
    """Return a number that depends on how many play, as in “10 with 2–5 players”."""
    parts = []
    for value, group in groupby(players, number):
        first, *_, last = (*group,) * 2
        many = str(first) if first == last else f"{first}–{last}"
        parts.append(say("{number} with {players} players", number=value, players=Formula(many)))
    return Listed(parts)


# The worked example

USUAL_PLAYERS = 4


def worked_example(book: Rulebook[R], rules: R) -> Section | None:
    """Return an example hand of the game with its points, computed by these house rules.

    None if the game has no example hand or the rules forbid all of them. The first player deals.
    """
    for hand in book.worked:
        seating = book.seating(min(USUAL_PLAYERS, book.players[-1]), SOUTH, rules)
        script = book.questions(seating.numbered(hand.number), rules)
        reading = mend(script, tuple(hand.answers.items()))
        if reading.score is None:
            continue
        told = (answered.sentence for answered in reading.trail)
        answers = Listed((say("{seat} deals", seat=SOUTH), *told))
        return Section(
            say("Example"),
            (
                say("{answers}.", answers=answers),
                *(
                    _with_reasons(Names(side), lines, book.decimals)
                    for side, lines in zip(seating.sides, reading.score.lines, strict=True)
                ),
            ),
        )
    return None


def _with_reasons(side: Names, lines: Sequence[Line], decimals: int) -> Sentence:
    reasons = Listed(line.reason for line in lines)
    if len(lines) == 1:
        return say("{side}: {reason}", side=side, reason=reasons)
    total = Points(sum(line.points for line in lines), decimals)
    return say("{side}: {reasons}; together {points}", side=side, reasons=reasons, points=total)


# House rules that somebody enters


def rules_named(book: Rulebook[R], name: str) -> R:
    """Return the rules of a preset, as in `pagat`, or of a preset with a scheme, `pagat+elhanani`.

    Raises ValueError for an unknown name; its message lists the known ones.
    """
    key, *others = (part.strip() for part in name.split("+"))
    rules = next((preset.rules for preset in book.presets if preset.key == key), None)
    if rules is None:
        known = ", ".join(preset.key for preset in book.presets)
        raise ValueError(f"“{key}” is no set of rules of {book.name}: {known}.")
    for other in others:
        rules = _combined(book, rules, other)
    check_rules(book, rules)
    return rules


def rules_given(book: Rulebook[R], given: Mapping[str, Any], besides: R | None = None) -> R:
    """Return house rules with the values in `given`; all other values come from `besides`.

    If `besides` is None, they come from the preset that `given["preset"]` names, or else from the
    game's first preset. Raises MalformedEntry or ValueError; the message names the key.
    """
    named = {key: value for key, value in given.items() if key != "preset"}
    rules = besides
    if rules is None:
        rules = rules_named(book, str(given.get("preset", book.presets[0].key)))
    for part in house_rules.parts(book.rules):
        if isinstance(named.get(part.path), str):
            rules = _combined(book, rules, named.pop(part.path))
    form = dict(house_rules.to_form(rules))
    try:
        chosen = house_rules.from_form(book.rules, form | dict(house_rules.flattened(named)))
    except MalformedEntry as error:
        raise ValueError(f"{error.field}: {error}{_allowed(book, error.field)}") from None
    check_rules(book, chosen)
    return chosen


def _allowed(book: Rulebook[Any], path: str | None) -> str:
    """Return the choices of a house rule, or the rules of the game if it has none with this key."""
    asked = {question.path: question for question in house_rules.questions(book.rules)}
    question = asked.get(path or "")
    if question is None:
        return f" Those of {book.name} are: {', '.join(asked)}."
    choices = [house_rules.code(value) for value, _ in question.options]
    return f" They are: {', '.join(choices)}." if choices else ""


def check_rules(book: Rulebook[R], rules: R) -> None:
    """Raise MalformedEntry if two of the rules contradict each other; it names both.

    Call it only for rules that somebody sets now. The rules of a stored game are not checked.
    """
    for path, other in book.contradictions(rules):
        sentences = house_rules.describe(rules)
        raise MalformedEntry(
            "rules-contradict",
            say(
                "These two rules contradict one another: “{one}” and “{other}”. "
                "Change one of them.",
                one=sentences[path],
                other=sentences[other],
            ),
            path,
        )


def _combined(book: Rulebook[R], rules: R, key: str) -> R:
    """Return the rules with one part replaced by the ready-made one called `key`."""
    ready = {
        scheme.key: (part.path, scheme.value)
        for part in house_rules.parts(book.rules)
        for scheme in part.ready
    }
    if key not in ready:
        known = ", ".join(ready) or "none"
        raise ValueError(f"“{key}” is no scheme of {book.name}: {known}.")
    path, value = ready[key]
    changed: Any = replace(rules, **{path: value})  # type: ignore[type-var]
    return changed  # type: ignore[no-any-return]
