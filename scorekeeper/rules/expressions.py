"""Expressions of game files: parsed, checked for names and kinds, computed with their reasons.

An expression has whole numbers, names, `+ - * //`, comparisons, `and or not`, `A if B else C` and
the functions in `FUNCTIONS`. It has no loops, attributes, texts or other calls, so it always ends.
A name may have dots, as in `caller.hand`; the game file says which names exist (see `Names`).

Every fault is found when the expression is read. Computing it never fails: numbers stop at a
million, the lowest of no numbers is 0, and only written numbers divide.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Enum

from scorekeeper.wording import Given, Listed, Sentence, say

MOST_CHARACTERS = 500
MOST_PARTS = 200  # numbers, names and operators
MOST_DEPTH = 20
MOST_DIGITS = 6
LARGEST = 1_000_000  # larger numbers become this one


class ValueKind(Enum):
    """The kind of value that a name or an expression has."""

    NUMBER = say("a number")
    TRUTH = say("yes or no")
    WHO = say("a player or side")
    NUMBERS = say("a list of numbers")
    TRUTHS = say("a list of yes or no")


Names = Mapping[str, ValueKind]
Who = tuple[int, ...]  # the seats of the chosen player or side; empty for nobody
Value = int | bool | tuple[int, ...] | tuple[bool, ...]
Lookup = Callable[[str], Value]


class ExpressionError(ValueError):
    """Raised for an expression that cannot be read; the sentence says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Worked:
    """A value with the arithmetic that led to it; `level` is 1 for sums, 2 products, 3 the rest."""

    value: Value
    text: str
    level: int = 3

    @property
    def number(self) -> int:
        assert isinstance(self.value, int)  # noqa: S101  (the kind was checked)
        return int(self.value)

    @property
    def reason(self) -> str:
        """The arithmetic with its result, as in “24 + 30 = 54”, or only the number."""
        return self.text if self.text == str(self.value) else f"{self.text} = {self.value}"


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression: an operator, function, name or number, with the parts it joins."""

    word: str
    kind: ValueKind
    parts: tuple[Node, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked expression: its text and the kind of its value."""

    text: str
    node: Node

    @property
    def kind(self) -> ValueKind:
        return self.node.kind

    @property
    def names(self) -> frozenset[str]:
        """Every name in the expression."""
        return frozenset(_names_in(self.node))

    @property
    def words(self) -> frozenset[str]:
        """Every word of these names: “caller.hand” has “caller” and “hand”."""
        return frozenset(word for name in _names_in(self.node) for word in name.split("."))

    def parts(self, many: int) -> int:
        """Return how many numbers, names and operators are computed; a list counts as `many`."""
        return _count_parts(self.node, many)

    def work(self, lookup: Lookup) -> Worked:
        """Compute the value with its reason.

        lookup    a function from a name to its value
        """
        return _work(self.node, lookup)

    def value(self, lookup: Lookup) -> Value:
        return _work(self.node, lookup).value

    def holds(self, lookup: Lookup) -> bool:
        return bool(_work(self.node, lookup).value)

    def number(self, lookup: Lookup) -> int:
        return _work(self.node, lookup).number


def parse(text: str, names: Names, *wanted: ValueKind) -> Expression:
    """Read an expression of one of the wanted kinds; raises ExpressionError.

    A player or side stands for yes if somebody is chosen.
    """
    if len(text) > MOST_CHARACTERS:
        raise ExpressionError(
            say(
                "the expression has {count} characters; {most} are allowed",
                count=len(text),
                most=MOST_CHARACTERS,
            )
        )
    node = _Parser(text, names).whole()
    is_choice = ValueKind.TRUTH in wanted and node.kind is ValueKind.WHO
    if node.kind not in wanted and not is_choice:
        raise ExpressionError(
            say(
                "“{text}” is {kind}; needed is {needed}",
                text=Given(text),
                kind=node.kind.value,
                needed=_either(wanted),
            )
        )
    return Expression(text, node)


# Computing

_SIGNS = {"+": " + ", "-": " - ", "*": " x "}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def _work(node: Node, lookup: Lookup) -> Worked:
    match node.word, node.parts:
        case "#", ():
            is_truth = node.kind is ValueKind.TRUTH
            return Worked(bool(node.number) if is_truth else node.number, str(node.number))
        case "if", (condition, yes, no):
            return _work(yes if _work(condition, lookup).value else no, lookup)
        case "and" | "or", (left, right):
            first = bool(_work(left, lookup).value)
            if first is (node.word == "or"):
                return Worked(first, "")
            return Worked(bool(_work(right, lookup).value), "")
        case "not", (part,):
            return Worked(not _work(part, lookup).value, "")
        case "0-", (part,):
            return _minus(_work(part, lookup))
        case word, (left, right) if word in _ARITHMETIC or word in _COMPARISONS:
            return _joined(node, _work(left, lookup), _work(right, lookup))
        case "is", (left, right):
            return Worked(_same(_work(left, lookup).value, _work(right, lookup).value), "")
        case word, parts if parts:
            return FUNCTIONS[word].work([_work(part, lookup) for part in parts])
    value = lookup(node.word)
    return Worked(value, str(value), 1 if isinstance(value, int) and value < 0 else 3)


def _minus(part: Worked) -> Worked:
    text = f"({part.text})" if part.level == 1 else part.text
    return Worked(-part.number, f"-{text}", 1)


def _joined(node: Node, left: Worked, right: Worked) -> Worked:
    word = node.word
    if word in _COMPARISONS:
        return Worked(_each(_COMPARISONS[word], left.value, right.value), "")
    value = _each(_ARITHMETIC[word], left.value, right.value)
    if isinstance(value, tuple):
        return Worked(tuple(map(_limited, value)), str(value))
    value = _limited(value)
    if word == "//":
        return Worked(value, f"⌊{_in(left, 2)} ÷ {_in(right, 3)}⌋")
    if word == "*":
        return Worked(value, f"{_in(left, 2)} x {_in(right, 3)}", 2)
    least = 2 if word == "-" or right.text.startswith("-") else 1
    return Worked(value, f"{left.text}{_SIGNS[word]}{_in(right, least)}", 1)


def _each(join: Callable[[int, int], int], left: Value, right: Value) -> Value:
    """Join two values; a list is joined number by number, with a number or a list."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return tuple(join(one, other) for one, other in zip(left, right, strict=False))
    if isinstance(left, tuple):
        return tuple(join(one, right) for one in left)  # type: ignore[arg-type]  # a number
    if isinstance(right, tuple):
        return tuple(join(left, other) for other in right)
    return join(left, right)


def _same(one: Value, other: Value) -> bool:
    """Return whether two choices are the same; a player is the same as the player's side."""
    assert isinstance(one, tuple)  # noqa: S101  (the kind was checked)
    assert isinstance(other, tuple)  # noqa: S101
    if not one or not other:
        return one == other
    return set(one) <= set(other) or set(other) <= set(one)


def _in(part: Worked, least: int) -> str:
    """Return the text of a part, in brackets if it binds less than needed."""
    return part.text if part.level >= least else f"({part.text})"


def _limited(number: int) -> int:
    return min(max(number, -LARGEST), LARGEST)


def _flat(parts: list[Worked]) -> list[int]:
    numbers: list[int] = []
    for part in parts:
        if isinstance(part.value, tuple):
            numbers.extend(part.value)
        else:
            numbers.append(part.number)
    return numbers


def _least(parts: list[Worked]) -> Worked:
    return _extreme(min, parts)


def _most(parts: list[Worked]) -> Worked:
    return _extreme(max, parts)


def _extreme(choose: Callable[[list[int]], int], parts: list[Worked]) -> Worked:
    value = choose(_flat(parts) or [0])
    return Worked(value, str(value), 1 if value < 0 else 3)


def _sum(parts: list[Worked]) -> Worked:
    numbers = [number for number in _flat(parts) if number]
    value = _limited(sum(numbers))
    if len(numbers) < 2:
        return Worked(value, str(value), 1 if value < 0 else 3)
    terms = "".join(f" {'-' if number < 0 else '+'} {abs(number)}" for number in numbers[1:])
    return Worked(value, f"{numbers[0]}{terms}", 1)


def _count(parts: list[Worked]) -> Worked:
    number = sum(map(bool, _flat(parts)))
    return Worked(number, str(number))


def _abs(parts: list[Worked]) -> Worked:
    number = abs(parts[0].number)
    return Worked(number, str(number))


def _pick(parts: list[Worked]) -> Worked:
    place, *values = parts
    return values[min(max(place.number, 1), len(values)) - 1]


@dataclass(frozen=True, slots=True)
class Function:
    """A function: how it works, the kinds that it takes, and the least and most arguments."""

    work: Callable[[list[Worked]], Worked]
    takes: frozenset[ValueKind]
    least: int = 1
    most: int = 12


_OF_NUMBERS = frozenset({ValueKind.NUMBER, ValueKind.NUMBERS})
FUNCTIONS = {
    "min": Function(_least, _OF_NUMBERS),
    "max": Function(_most, _OF_NUMBERS),
    "sum": Function(_sum, _OF_NUMBERS),
    "abs": Function(_abs, frozenset({ValueKind.NUMBER}), most=1),
    "count": Function(_count, frozenset({ValueKind.TRUTH, ValueKind.TRUTHS})),
    "pick": Function(_pick, frozenset({ValueKind.NUMBER}), least=2, most=14),
}


# Parsing

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<name>[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*)"
    r"|(?P<sign>//|<=|>=|==|!=|[-+*<>(),]))"
)
_END = ""
WORDS = {"and", "or", "not", "if", "else", "yes", "no"}


class _Parser:
    """Reads one expression from left to right; each method reads what binds more than the last."""

    def __init__(self, text: str, names: Names) -> None:
        self.text, self.names = text, names
        self.tokens = [*_tokens(text)]
        self.place = self.depth = self.count = 0

    def whole(self) -> Node:
        node = self.choice()
        if self.token != _END:
            raise self.unfit(self.token)
        return node

    def error(self, reason: Sentence) -> ExpressionError:
        """Return the error for a reason whose blank `{text}` is the whole expression."""
        blanks = (("text", Given(self.text)), *reason.blanks)
        return ExpressionError(replace(reason, blanks=blanks))

    def unfit(self, word: str) -> ExpressionError:
        return self.error(say("“{word}” does not fit here in “{text}”", word=Given(word)))

    @property
    def token(self) -> str:
        return self.tokens[self.place]

    def take(self, *wanted: str) -> str | None:
        """Return the next token and go on if it is one of these; otherwise None."""
        token = self.token
        if token == _END or token not in wanted:
            return None
        self.place += 1
        return token

    def need(self, wanted: str) -> None:
        if self.take(wanted):
            return
        word = Given(wanted)
        raise self.error(
            say(
                "“{word}” is needed, not “{token}”, in “{text}”", word=word, token=Given(self.token)
            )
            if self.token
            else say("“{word}” is needed, but the expression ends, in “{text}”", word=word)
        )

    def node(self, word: str, kind: ValueKind, *parts: Node, number: int = 0) -> Node:
        self.count += 1
        if self.count > MOST_PARTS:
            raise self.error(say("the expression has more than {most} parts", most=MOST_PARTS))
        return Node(word, kind, parts, number)

    def deeper(self, read: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.error(say("the expression is nested more than {most} deep", most=MOST_DEPTH))
        node = read()
        self.depth -= 1
        return node

    def choice(self) -> Node:
        yes = self.either()
        if not self.take("if"):
            return yes
        condition = self.truth(self.either())
        self.need("else")
        no = self.deeper(self.choice)
        if yes.kind is not no.kind:
            raise self.error(
                say(
                    "“if” gives {yes} or {no} in “{text}”: both must be of one kind",
                    yes=yes.kind.value,
                    no=no.kind.value,
                )
            )
        return self.node("if", yes.kind, condition, yes, no)

    def either(self) -> Node:
        node = self.both()
        while self.take("or"):
            node = self.node("or", ValueKind.TRUTH, self.truth(node), self.truth(self.both()))
        return node

    def both(self) -> Node:
        node = self.negation()
        while self.take("and"):
            node = self.node("and", ValueKind.TRUTH, self.truth(node), self.truth(self.negation()))
        return node

    def negation(self) -> Node:
        if self.take("not"):
            return self.node("not", ValueKind.TRUTH, self.truth(self.deeper(self.negation)))
        return self.comparison()

    def comparison(self) -> Node:
        left = self.terms()
        sign = self.take(*_COMPARISONS)
        if not sign:
            return left
        right = self.terms()
        if left.kind is right.kind is ValueKind.WHO and sign in {"==", "!="}:
            return self.node("is", ValueKind.TRUTH, left, right) if sign == "==" else self.node(
                "not", ValueKind.TRUTH, self.node("is", ValueKind.TRUTH, left, right)
            )  # fmt: skip
        kind = self.joined(sign, left, right)
        return self.node(
            sign, ValueKind.TRUTHS if kind is ValueKind.NUMBERS else ValueKind.TRUTH, left, right
        )

    def terms(self) -> Node:
        node = self.factors()
        while sign := self.take("+", "-"):
            other = self.factors()
            node = self.node(sign, self.joined(sign, node, other), node, other)
        return node

    def factors(self) -> Node:
        node = self.signed()
        while sign := self.take("*", "//"):
            other = self.signed()
            if sign == "//" and other.word != "players" and not other.number:
                raise self.error(
                    say(
                        "behind “//” a number other than 0 must be written, in “{text}”: so "
                        "nothing is ever divided by zero"
                    )
                )
            node = self.node(sign, self.joined(sign, node, other), node, other)
        return node

    def signed(self) -> Node:
        if self.take("-"):
            part = self.deeper(self.signed)
            if part.kind is not ValueKind.NUMBER:
                raise self.needs_numbers("-", part.kind)
            return self.node("0-", ValueKind.NUMBER, part)
        return self.single()

    def single(self) -> Node:
        token = self.token
        if self.take("("):
            node = self.deeper(self.choice)
            self.need(")")
            return node
        if token == _END or (not token[0].isalnum() and token[0] != "_"):
            raise self.error(
                say("a number or name is needed, not “{token}”, in “{text}”", token=Given(token))
                if token
                else say("“{text}” ends too early")
            )
        self.place += 1
        if token.isdecimal():
            return self.node("#", ValueKind.NUMBER, number=int(token))
        if token in {"yes", "no"}:
            return self.node("#", ValueKind.TRUTH, number=("no", "yes").index(token))
        if self.take("("):
            return self.call(token)
        return self.named(token)

    def call(self, name: str) -> Node:
        function = FUNCTIONS.get(name)
        if function is None:
            raise self.error(
                say(
                    "there is no function “{name}”; there are {known}",
                    name=Given(name),
                    known=_list(FUNCTIONS),
                )
            )
        parts = [self.deeper(self.choice)]
        while self.take(","):
            parts.append(self.deeper(self.choice))
        self.need(")")
        if not function.least <= len(parts) <= function.most:
            raise self.error(
                say(
                    "“{name}” takes {least} to {most} values, not {count}",
                    name=Given(name),
                    least=function.least,
                    most=function.most,
                    count=len(parts),
                )
            )
        for part in parts:
            if part.kind not in function.takes:
                takes = _either([kind for kind in ValueKind if kind in function.takes])
                raise self.error(
                    say(
                        "“{name}” takes {kinds}, not {kind}",
                        name=Given(name),
                        kinds=takes,
                        kind=part.kind.value,
                    )
                )
        return self.node(name, ValueKind.NUMBER, *parts)

    def named(self, name: str) -> Node:
        if name in WORDS:
            raise self.unfit(name)
        kind = self.names.get(name)
        if kind is None:
            near = get_close_matches(name, self.names, 1)
            raise self.error(
                say(
                    "there is no “{name}” here; did you mean “{near}”?",
                    name=Given(name),
                    near=Given(near[0]),
                )
                if near
                else say(
                    "there is no “{name}” here; known are {known}",
                    name=Given(name),
                    known=_list(self.names),
                )
            )
        return self.node(name, kind)

    def truth(self, node: Node) -> Node:
        if node.kind not in {ValueKind.TRUTH, ValueKind.WHO}:
            raise self.error(
                say(
                    "“and”, “or”, “not” and “if” need yes or no, not {kind}, in “{text}”",
                    kind=node.kind.value,
                )
            )
        return node

    def joined(self, sign: str, left: Node, right: Node) -> ValueKind:
        """Return the kind that an operator gives; raises ExpressionError for other kinds."""
        kinds = (left.kind, right.kind)
        for kind in kinds:
            if kind not in _OF_NUMBERS:
                raise self.needs_numbers(sign, kind)
        return ValueKind.NUMBERS if ValueKind.NUMBERS in kinds else ValueKind.NUMBER

    def needs_numbers(self, sign: str, kind: ValueKind) -> ExpressionError:
        return self.error(
            say(
                "“{sign}” needs numbers, not {kind}, in “{text}”", sign=Given(sign), kind=kind.value
            )
        )


_HINTS = {
    "/": say("whole division is //"),
    "=": say("a comparison is =="),
    "&": say("write {word}", word=Given("and")),
    "|": say("write {word}", word=Given("or")),
    "!": say("write {word}", word=Given("not")),
}


def _tokens(text: str) -> list[str]:
    text = text.replace("\u2212", "-").replace("\u00d7", "*").replace("\u2013", "-").rstrip()
    tokens, place = [], 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if not found:
            sign = text[place:].lstrip()[0]
            reason = say("“{sign}” is not part of an expression", sign=Given(sign))
            hint = say("names are small letters") if sign.isalpha() else _HINTS.get(sign)
            raise ExpressionError(
                say("{reason}; {hint}", reason=reason, hint=hint) if hint else reason
            )
        if len(found["number"] or "") > MOST_DIGITS:
            raise ExpressionError(say("a number has more than {most} digits", most=MOST_DIGITS))
        tokens.append(found[0].strip())
        place = found.end()
    return [*tokens, _END]


def _names_in(node: Node) -> Iterator[str]:
    if not node.parts and node.word != "#":
        yield node.word
    for part in node.parts:
        yield from _names_in(part)


def _count_parts(node: Node, many: int) -> int:
    own = many if node.kind in {ValueKind.NUMBERS, ValueKind.TRUTHS} else 1
    return own + sum(_count_parts(part, many) for part in node.parts)


def _either(kinds: Sequence[ValueKind]) -> Sentence:
    """Return the kinds as a choice: “a number or a list of numbers”."""
    *others, last = (kind.value for kind in kinds)
    for other in reversed(others):
        last = say("{one} or {other}", one=other, other=last)
    return last


def _list(words: Iterable[str]) -> Sentence:
    named = sorted(words)
    shown = Listed(map(Given, named[:20]))
    if len(named) > 20:
        return say("{names} and {count} more", names=shown, count=len(named) - 20)
    return say("{names}", names=shown)
