"""Tally: its sentence for each side after every trick."""

from __future__ import annotations

import pytest

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep
from scorekeeper.rules.script import read
from scorekeeper.rules.steps import Fact, Tally, standing
from scorekeeper.seating import SOUTH


@pytest.mark.parametrize(
    ("contract", "taken", "sentence"),
    [
        (3, 0, "0 of 3: needs 3 more"),
        (3, 2, "2 of 3: needs 1 more"),
        (3, 3, "3 of 3: has them"),
        (3, 4, "said 3, took 4"),
        (0, 0, "0 of 0: must take none"),
        (0, 2, "said 0, took 2"),
        (None, 1, "1 trick"),  # a bonus round has no contracts
        (None, 2, "2 tricks"),
    ],
)
def test_a_side_is_told_how_it_stands(contract: int | None, taken: int, sentence: str) -> None:
    assert str(standing(contract, taken)) == sentence


def tally_of(step: object) -> Tally:
    assert isinstance(step, TricksStep | SideTricksStep)
    return step.tally


def test_everyone_for_himself_begins_with_none() -> None:
    rules = ISRAELI_WHIST.presets[0].rules
    script = ISRAELI_WHIST.script(ISRAELI_WHIST.seating(4, SOUTH, rules), rules)
    facts: tuple[Fact, ...] = ({"bid": "7C", "winner": 2}, *({"number": n} for n in (0, 2, 3)))
    tally = tally_of(read(script, facts).step)
    assert (tally.start, [str(sentences[1]) for sentences in tally.sentences]) == (
        (0, 0, 0, 0),
        ["1 of 2: needs 1 more", "1 of 3: needs 2 more", "1 of 7: needs 6 more", "said 0, took 1"],
    )


def test_the_kitty_is_the_first_trick_of_the_side_that_bid() -> None:
    rules = BID_WHIST.presets[0].rules
    script = BID_WHIST.script(BID_WHIST.seating(4, SOUTH, rules), rules)
    tally = tally_of(read(script, ({"bid": "4H", "winner": 1}, {"choice": "S"})).step)
    assert (tally.start, str(tally.sentences[0][3]), str(tally.sentences[1][9])) == (
        (0, 1),
        "3 tricks",
        "9 of 10: needs 1 more",
    )
