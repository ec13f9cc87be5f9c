"""Game files: a game as its file describes it, and the error for a file that cannot be used.

`docs/own-games.md` is the reference of the fields. `game_file_reader` reads the text of a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from scorekeeper.rules.expressions import Expression
from scorekeeper.rules.rulebook import KindOfGame
from scorekeeper.wording import Sentence, Written, say


class GameFileError(ValueError):
    """Raised for a game file that cannot be used; `reason` says why, `line` says where."""

    def __init__(self, line: int, reason: Sentence) -> None:
        self.line = line
        self.reason = reason
        self.sentence = say("{place}: {reason}", place=say("line {line}", line=line), reason=reason)
        super().__init__(str(self.sentence))


class ForWhom(Enum):
    """For whom an expression is computed: the whole table, each player, or each side."""

    HAND = "hand"
    PLAYER = "player"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Text:
    """A text with blanks; the pattern names them b0, b1 and so on."""

    pattern: Written
    blanks: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """One of the words of a question or option; in a question it counts as a number."""

    key: str
    name: Text
    value: int = 0


@dataclass(frozen=True, slots=True)
class FileOption:
    """A house rule: a number from `low` to `high`, yes or no, or one of some words."""

    key: str
    name: Text
    default: int | bool | str
    low: int = 0
    high: int = 0
    words: tuple[Word, ...] = ()


class Form(Enum):
    """The form of an answer."""

    NUMBER = "number"
    CHOICE = "choice"
    WORDS = "words"
    TICK = "tick"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question of the hand.

    each      whether it is for the whole table, each player or each side; of a choice, whether a
              player or a side is chosen
    nobody    whether nobody may be chosen
    low, high, step, sum
              the numbers that are allowed, and what they must add up to
    usual     the answer that stands there already: a number, or "nobody"; None without one
    when      asked only then; None for always
    value     worked out from the answers before it, instead of being asked
    """

    key: str
    form: Form
    each: ForWhom
    ask: Text
    name: Text
    nobody: bool = False
    low: Expression | None = None
    high: Expression | None = None
    step: int = 1
    sum: Expression | None = None
    words: tuple[Word, ...] = ()
    when: Expression | None = None
    value: Expression | None = None
    line: int = 0
    usual: str | None = None

    @property
    def has_button(self) -> bool:
        """Whether a button records the answer, because it may be the one that stands there."""
        if self.form is Form.CHOICE:
            return self.usual is not None
        return self.form is Form.TICK or (
            self.form is not Form.PLACES and self.each is not ForWhom.HAND
        )


@dataclass(frozen=True, slots=True)
class Page:
    """Questions in a row that may be asked together, with the values worked out between them."""

    asked: tuple[FileQuestion, ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(each.key for each in self.asked)

    def takes(self, asked: FileQuestion) -> bool:
        """Return whether a question may stand below those of this page.

        Its bounds must be known, and the other questions not be recorded by a tap on the answer.
        """
        bounds = [each for each in (asked.low, asked.high, asked.sum) if each is not None]
        is_open = any(bound.words & self.keys for bound in bounds)
        return self.asked[0].has_button and asked.has_button and not is_open


def pages_of(questions: Iterable[FileQuestion]) -> tuple[Page, ...]:
    """Return the questions of a file, page by page."""
    pages: list[Page] = []
    values: list[FileQuestion] = []  # worked out after the last question
    for asked in questions:
        if asked.value is not None:
            values.append(asked)
            continue
        if pages and (page := Page((*pages[-1].asked, *values))).takes(asked):
            pages[-1] = Page((*page.asked, asked))
        else:
            pages += (Page((each,)) for each in (*values, asked))
        values = []
    return (*pages, *(Page((each,)) for each in values))


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition with what follows: a sentence, or a value with its name.

    line     the line of its expression in the file
    after    of a refusal, the key of the last question that it depends on; empty without one
    """

    each: ForWhom
    when: Expression | None = None
    say: Text | None = None
    value: Expression | None = None
    line: int = 0
    after: str = ""


@dataclass(frozen=True, slots=True)
class CarriedRule:
    """A value that each side carries from hand to hand, beside its total."""

    key: str
    name: Text
    start: int
    value: Expression
    line: int = 0


@dataclass(frozen=True, slots=True)
class Ends:
    """How a game ends: the goals it offers, the usual one first, and a condition of its own.

    first    a number of each side: the side with the highest wins, whatever the totals
    until    the condition in words, as in “until one player is left”
    """

    goals: tuple[str, ...]
    target: int | None = None
    hands: int | None = None
    when: Expression | None = None
    first: Expression | None = None
    share: bool = False
    bonus: tuple[Rule, ...] = ()
    until: tuple[Rule, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of options, with the ending that belongs to it."""

    key: str
    name: Text
    description: Text
    source: Text
    options: Mapping[str, int | bool | str]
    ends: Ends


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: the answers by question, what was before, and the points that follow.

    winners    the letters of the sides that win if the game ends here; empty if it does not say
    """

    players: int
    answers: Mapping[str, Any]
    points: tuple[int, ...]
    options: Mapping[str, int | bool | str]
    totals: tuple[int, ...] = ()
    carried: Mapping[str, Sequence[int]] | None = None
    winners: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as its file describes it.

    text, digest    the file itself, and a short digest of it, which tells versions apart
    also, kind      as in `Rulebook`
    alone           whether everyone plays alone; else the players opposite one another are a side
    pairs_if_even   whether sides are only formed by an even number of players, four or more
    work            the values that a hand computes at most
    draws, drawn    the random answers that are tried before one may be refused, and the values
                    that this computes at most
    carries         whether hands depend on earlier ones
    questions       those of `asked` by key
    pages           those of `asked` page by page
    """

    key: str
    text: str
    digest: str
    name: Text
    also: tuple[str, ...]
    kind: KindOfGame
    line: Text | None
    players: range
    alone: bool
    pairs_if_even: bool
    low_wins: bool
    options: tuple[FileOption, ...]
    asked: tuple[FileQuestion, ...]
    refusals: tuple[Rule, ...]
    notices: tuple[Rule, ...]
    points: tuple[Rule, ...]
    becomes: tuple[Rule, ...]
    out: Expression | None
    carried: tuple[CarriedRule, ...]
    ends: Ends
    variants: tuple[Variant, ...]
    play: tuple[Rule, ...]
    scoring: tuple[Rule, ...]
    examples: tuple[Example, ...]
    out_line: int = 1
    work: int = 0
    draws: int = 1
    drawn: int = 0
    carries: bool = False
    questions: Mapping[str, FileQuestion] = field(default_factory=dict)
    pages: tuple[Page, ...] = ()

    def points_suffice(self) -> bool:
        """Return whether a hand of which only the points are known leaves nothing else.

        What decides between equal totals at the end is left aside.
        """
        ends = (self.ends.when, self.out, *(each for rule in self.ends.bonus
                for each in (rule.when, rule.value)))  # fmt: skip
        at_end = {word for each in ends if each for word in each.words}
        later = {word for each in self.expressions() for word in each.words}
        carried = {each.key for each in self.carried}
        return not at_end & ({*self.questions} | carried) and not later & carried

    def expressions(self) -> Iterator[Expression]:
        """Yield the expressions on which the questions and points of a hand depend."""
        for rule in (*self.refusals, *self.notices, *self.points):
            yield from (each for each in (rule.when, rule.value) if each)
            yield from (blank for _, blank in (rule.say.blanks if rule.say else ()))
        for asked in self.asked:
            parts = (asked.low, asked.high, asked.sum, asked.when, asked.value)
            yield from (each for each in parts if each)
