"""Points tables: every number comes from the scoring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.house_rules import AfterAllPass
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES
from scorekeeper.rules.points import PointsTable
from scorekeeper.rules.rulebook import Rulebook


def numbers(table: PointsTable) -> dict[str, tuple[int | None, ...]]:
    return {str(name): tuple(points) for name, points in table.rows}


@pytest.mark.parametrize(
    ("scheme", "contract", "row"),
    [
        ("standard", "3", (19, -30)),
        ("standard", "8", (74, -80)),
        ("elhanani", "3", (9, -15)),
        ("elhanani", "13", (169, -65)),
    ],
)
def test_a_contract_of_one_or_more(scheme: str, contract: str, row: tuple[int, int]) -> None:
    rules = replace(ISRAELI_WHIST.presets[0].rules, scheme=SCHEMES[scheme])
    assert numbers(ISRAELI_WHIST.points_tables(rules)[0])[contract] == row


@pytest.mark.parametrize(
    ("scheme", "tricks", "row"),
    [
        ("standard", "0", (50, 30)),
        ("standard", "2", (-40, -40)),
        ("wikipedia", "0", (50, 25)),
        ("elhanani", "3", (-40, -40)),  # -30, and 5 more for each further trick
        ("elhanani-german", "3", (-15, -15)),
    ],
)
def test_a_zero_under_and_over(scheme: str, tricks: str, row: tuple[int, int]) -> None:
    rules = replace(ISRAELI_WHIST.presets[0].rules, scheme=SCHEMES[scheme])
    assert numbers(ISRAELI_WHIST.points_tables(rules)[1])[tricks] == row


def test_the_bonus_round_has_a_table_where_it_is_played() -> None:
    rules = ISRAELI_WHIST.presets[0].rules
    bonus = replace(rules, passed_out=AfterAllPass.BONUS)
    titles = [str(table.title) for table in ISRAELI_WHIST.points_tables(bonus)]
    assert titles == ["Contract of 1 or more", "Zero, and tricks taken", "Bonus round"]
    assert numbers(ISRAELI_WHIST.points_tables(bonus)[2])["4"] == (-40,)
    assert len(ISRAELI_WHIST.points_tables(rules)) == 2


def test_what_the_numbers_do_not_say_stands_below() -> None:
    rules = replace(ISRAELI_WHIST.presets[0].rules, scheme=SCHEMES["elhanani"])
    notes = [str(note) for note in ISRAELI_WHIST.points_tables(rules)[0].notes]
    assert notes == ["When all four miss, nobody scores.", "A revoke is fined 100 points."]


def test_bids_of_bid_whist_with_trumps_and_without() -> None:
    trumps, none = map(numbers, BID_WHIST.points_tables(BID_WHIST.presets[0].rules))
    assert trumps["4"] == (4, 1, -4)
    assert none["4"] == (8, 2, -8)
    assert trumps["7"] == (7, None, -7)  # needs all thirteen tricks


@pytest.mark.parametrize("book", [ISRAELI_WHIST, BID_WHIST])
def test_every_row_is_as_long_as_the_head(book: Rulebook[Any]) -> None:
    for preset in book.presets:
        for table in book.points_tables(preset.rules):
            assert {len(points) + 1 for _, points in table.rows} == {len(table.heads)}
