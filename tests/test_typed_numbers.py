"""Typed numbers: a true minus sign, as our pages print it, and a dash are read as a minus."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from scorekeeper.commands.options import Number, NumberList
from scorekeeper.commands.score import score
from scorekeeper.errors import MalformedEntry
from scorekeeper.exchange.hand_rows import SIGNED
from scorekeeper.exchange.table_cells import points_in, points_of
from scorekeeper.ledger.amendments import start_in
from scorekeeper.rules.house_rules import Question, _value
from scorekeeper.rules.steps import listed, whole_number
from scorekeeper.wording import say

RANGE = Question(say("Points"), low=-50, high=50)


@pytest.mark.parametrize(
    "typed", ["-20", "\N{MINUS SIGN}20", "\N{EN DASH}20", " \N{MINUS SIGN} 20 "]
)
@pytest.mark.parametrize(
    "read",
    [
        lambda typed: whole_number(typed, "points-0"),
        lambda typed: whole_number(listed({"points": f"{typed},5"}, "points", 2)[0], "points"),
        lambda typed: _value(RANGE, typed, "minus"),
        lambda typed: start_in({"start-0": typed, "start-1": ""}, 2)[0],
        points_in,
        lambda typed: points_in(re.findall(SIGNED, f"5, {typed.strip().replace(' ', '')} 3")[1]),
        points_of,
        lambda typed: Number(-50).convert(typed, None, None),
        lambda typed: NumberList().convert(f"3,{typed}", None, None)[1],
    ],
)
def test_every_minus_is_read(read: Callable[[str], object], typed: str) -> None:
    assert read(typed) == -20


def test_the_command_reads_them_too() -> None:
    typed = ["--game", "points", "\N{MINUS SIGN}20,5,\N{EN DASH}3,18", "--json"]
    assert json.loads(CliRunner().invoke(score, typed).output)["points"] == [-20, 5, -3, 18]


@pytest.mark.parametrize("typed", ["\N{EM DASH}20", "--20", "2\N{MINUS SIGN}0", "\N{MINUS SIGN}"])
def test_what_is_no_minus_is_refused(typed: str) -> None:
    with pytest.raises(MalformedEntry):
        whole_number(typed, "points")
