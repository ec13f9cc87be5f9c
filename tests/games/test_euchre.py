"""Euchre: a game from another package, with partners, choices and one side's tricks."""

from __future__ import annotations

import pytest

from scorekeeper.testing import check_example, check_rulebook
from tests.euchre.euchre import EUCHRE, EuchreRules


def test_euchre_holds_what_every_rulebook_has_to_hold() -> None:
    check_rulebook(EUCHRE)


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        (("0", "H", "no", 3), (1, 0)),
        (("0", "H", "no", 5), (2, 0)),
        (("1", "S", "yes", 5), (0, 4)),
        (("1", "S", "yes", 4), (0, 1)),
        (("2", "C", "no", 2), (0, 2)),
        (("3", "D", "yes", 0), (2, 0)),
    ],
)
def test_points(answers: tuple[str | int, ...], points: tuple[int, int]) -> None:
    check_example(EUCHRE, answers, points)


def test_a_lone_player_may_cost_more() -> None:
    rules = EuchreRules(march_alone=5, euchred_alone=4)
    check_example(EUCHRE, ("0", "H", "yes", 1), (0, 4), rules)
    check_example(EUCHRE, ("0", "H", "yes", 5), (5, 0), rules)
