"""Expressions of game files: values with reasons, refusals, and random texts that do nothing."""

from __future__ import annotations

import re
from random import Random

import pytest

from scorekeeper.rules.expressions import (
    LARGEST,
    MOST_CHARACTERS,
    MOST_DEPTH,
    ExpressionError,
    Value,
    ValueKind,
    parse,
)
from tests.deep import DEEP

NAMES = {
    "hand": ValueKind.NUMBER,
    "penalty": ValueKind.NUMBER,
    "loss": ValueKind.NUMBER,
    "others.hand": ValueKind.NUMBERS,
    "me.caller": ValueKind.TRUTH,
    "caller": ValueKind.WHO,
    "caller.side": ValueKind.WHO,
    "first": ValueKind.WHO,
    "players": ValueKind.NUMBER,
}
VALUES: dict[str, Value] = {
    "hand": 24,
    "penalty": 30,
    "loss": -5,
    "others.hand": (3, 9, 24),
    "me.caller": True,
    "caller": (1,),
    "caller.side": (1, 3),
    "first": (),
    "players": 4,
}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hand + penalty", "24 + 30 = 54"),
        ("0 if not me.caller else hand + penalty", "24 + 30 = 54"),  # only the branch taken
        ("hand", "24"),
        ("hand + loss", "24 + (-5) = 19"),
        ("loss - hand * 2", "-5 - 24 x 2 = -53"),
        ("(hand + penalty) * 2", "(24 + 30) x 2 = 108"),
        ("hand - (penalty - loss)", "24 - (30 - (-5)) = -11"),
        ("-(hand + 1)", "-(24 + 1) = -25"),
        ("sum(others.hand)", "3 + 9 + 24 = 36"),
        ("min(others.hand) + 1", "3 + 1 = 4"),
        ("max(hand, penalty)", "30"),
        ("count(others.hand <= 9)", "2"),
        ("sum(others.hand - 3)", "6 + 21 = 27"),  # no zero
        ("hand // 5", "⌊24 ÷ 5⌋ = 4"),
        ("loss // 2", "⌊(-5) ÷ 2⌋ = -3"),  # rounded down
        ("abs(loss)", "5"),
        ("pick(2, 10, 20, 30)", "20"),
        ("pick(9, 10, 20, 0)", "0"),  # the last for every later place
        ("1 if caller and not first else 2", "1"),
        ("1 if caller == caller.side else 2", "1"),  # a player of the side
        ("1 if first == caller else 2", "2"),
        ("1 if yes and no or me.caller else 2", "1"),
        ("hand \N{MULTIPLICATION SIGN} 2", "24 x 2 = 48"),  # as people write it
        ("999999 * 999999", f"999999 x 999999 = {LARGEST}"),  # numbers stop there
    ],
)
def test_a_value_has_its_reason(text: str, reason: str) -> None:
    assert parse(text, NAMES, ValueKind.NUMBER).work(VALUES.__getitem__).reason == reason


WRONG = [
    ("", "ends too early"),
    ("hand +", "ends too early"),
    ("hnd", "did you mean “hand”"),
    ("zzz", "known are caller, caller.side"),
    ("hand hand", "“hand” does not fit"),
    ("hand / 2", "whole division is //"),
    ("hand // 0", "divided by zero"),
    ("hand // loss", "divided by zero"),  # it might be 0
    ("1234567", "more than 6 digits"),
    ("9" * 100_000, "characters"),
    ("(" * 30 + "1" + ")" * 30, "nested"),
    ("-" * 30 + "1", "nested"),
    ("not " * 30 + "me.caller", "nested"),
    ("+".join(["1"] * 250), "more than 200 parts"),
    ("hand ** 9", "is needed, not “*”"),
    ("hand.__class__", "there is no “hand.__class__”"),
    ("__import__('os')", "not part of an expression"),
    ("open(1)", "there is no function"),
    ("min()", "is needed, not “)”"),
    ("abs(1, 2)", "takes 1 to 1 values"),
    ("abs(others.hand)", "takes a number, not a list"),
    ("caller + 1", "needs numbers"),
    ("me.caller", "needed is a number"),
    ("1 if hand else 2", "need yes or no"),
    ("1 if me.caller", "“else” is needed"),
    ("1 if me.caller else caller", "one kind"),
    ("hand = 3", "a comparison is =="),
    ("“hand”", "not part of an expression"),
    ("lambda", "known are"),
    ("Hand", "small letters"),
    ("hand; 1", "not part of an expression"),
    ("[1]", "not part of an expression"),
    ("(hand hand", "“)” is needed, not “hand”"),
    ("others.hand > 3", "is a list of yes or no; needed is a number"),
    ("min(me.caller)", "takes a number or a list of numbers, not yes or no"),
]


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_a_wrong_expression_is_refused(text: str, says: str) -> None:
    with pytest.raises(ExpressionError, match=re.escape(says)):
        parse(text, NAMES, ValueKind.NUMBER)


def test_random_texts_are_refused_or_computed() -> None:
    """Whatever stands in an expression, reading it ends, and what was read can be computed."""
    rng = Random(7)
    words = "+ - * // ( ) , < == != if else and or not min( sum( pick( abs( count( 0 7 999999 ' é"
    pieces = [*NAMES, *words.split()]
    read = 0
    for _ in range(200_000 if DEEP else 3_000):
        text = " ".join(rng.choices(pieces, k=rng.randint(1, 9)))
        try:
            expression = parse(text, NAMES, ValueKind.NUMBER)
        except ExpressionError:
            continue
        assert abs(expression.number(VALUES.__getitem__)) <= LARGEST, text
        read += 1
    assert read > 50, "too few of them could be read"


def test_the_limits_leave_room() -> None:
    deep = "(" * (MOST_DEPTH - 1) + "hand" + ")" * (MOST_DEPTH - 1)
    assert parse(deep, NAMES, ValueKind.NUMBER).number(VALUES.__getitem__) == 24
    long = "hand" + " " * (MOST_CHARACTERS - 4)
    assert parse(long, NAMES, ValueKind.NUMBER).number(VALUES.__getitem__) == 24
