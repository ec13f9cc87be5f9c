"""Skull King: the printed examples, bonuses and who is asked for them, loot, wager, cannonballs."""

from __future__ import annotations

from typing import Any

import pytest

import scorekeeper
from scorekeeper.errors import IllegalEntry
from scorekeeper.games.skull_king import SKULL_KING, SkullKingRules, SkullScheme, most_bonus
from scorekeeper.games.skull_king import Schedule as Hands


@pytest.mark.parametrize(
    ("rascal", "bid", "taken", "cards", "points"),
    [
        (False, 3, 3, 5, 60),  # printed
        (False, 2, 4, 6, -20),
        (False, 0, 0, 7, 70),
        (False, 0, 3, 9, -90),  # whatever it took
        (False, 5, 1, 6, -40),  # 2013
        (True, 2, 2, 4, 40),
        (True, 2, 3, 4, 20),
        (True, 2, 4, 4, 0),
        (True, 0, 1, 4, 20),
    ],
)
def test_points_of_a_bid(rascal: bool, bid: int, taken: int, cards: int, points: int) -> None:
    assert SkullScheme(rascal=rascal).points(bid, taken, cards) == points


@pytest.mark.parametrize(
    ("rules", "players", "cards"),
    [
        (SkullKingRules(), 6, [*range(1, 11)]),
        (SkullKingRules(), 8, [*range(1, 9), 8, 8]),  # 70 cards
        (SkullKingRules(loot=True), 7, [*range(1, 11)]),
        (SkullKingRules(), 2, [*range(1, 11)]),
        (SkullKingRules(schedule=Hands.ODD), 4, [9, 7, 5, 3, 1]),
        (SkullKingRules(schedule=Hands.FIVE), 4, [5] * 5),
        (SkullKingRules(schedule=Hands.SAME), 7, [10] * 10),
    ],
)
def test_schedules(rules: SkullKingRules, players: int, cards: list[int]) -> None:
    assert [*SKULL_KING.schedule(rules, players)] == cards


@pytest.mark.parametrize(
    ("rules", "number", "answers", "points"),
    [
        # A yellow 14 and the Skull King taken by a mermaid: 10 + 40.
        ({}, 3, [2, 0, 0, [2, 1, 0], "0", 50, "nobody"], (90, -30, 30)),
        ({}, 3, [2, 1, 1, [0, 0, 3]], (-20, -10, -20)),  # nobody hit: nobody is asked
        ({"rascal": True}, 3, [1, 0, 3, [2, 1, 0], "0", 20, "nobody"], (25, 15, 0)),  # black 14
        ({"rascal": True}, 4, [1, 0, 0, [2, 2, 0], "nobody"], (20, 0, 40)),
        ({"rascal": True, "cannon": True}, 6, [6, 0, 0, [6, 0, 0], "0", "nobody", "nobody"],
         (90, 60, 60)),
        ({"rascal": True, "cannon": True}, 6, [5, 0, 0, [6, 0, 0], "0", "nobody", "nobody"],
         (0, 60, 60)),
        # A zero bidder shares loot; a missed wager is lost.
        ({"loot": True}, 2, [2, 0, 1, [2, 0, 0], "nobody", "0", "1", "nobody"], (60, 40, -10)),
        ({"wager": True}, 2, [2, 0, 1, [2, 0, 0], "nobody", "2", "10"], (40, 20, -20)),
        ({"wager": True}, 2, [2, 0, 1, [2, 0, 0], "nobody", "0", "20"], (60, 20, -10)),
        ({"destroyed": 2}, 3, [1, 0, 0, {"tricks": [1, 0, 0], "nobody": 2}, "nobody"],
         (20, 30, 30)),
    ],
)  # fmt: skip
def test_hands(
    rules: dict[str, Any], number: int, answers: list[Any], points: tuple[int, ...]
) -> None:
    agreed = SkullKingRules(**rules)
    score = scorekeeper.score("skull-king", answers, agreed, players=3, number=number, dealer="N")
    assert score.points == points


def test_two_taps_for_a_bonus_and_none_without() -> None:
    """After the tricks: the player, the points, and once for the table that this was all."""
    game = scorekeeper.new_game("skull-king", players=3)
    for bid in (0, 0, 1, [1, 0, 0]):
        game = game.answer(bid)
    game = game.answer("0").answer(30).answer("nobody")
    assert game.totals == (50, 10, 10)
    reasons = [str(line.reason) for line in game.scores[0].lines[0]]
    assert reasons == ["1 made: 20 x 1 = 20", "bonus: +30"]


def test_a_bonus_is_a_multiple_of_ten_and_fits_into_the_tricks() -> None:
    game = scorekeeper.new_game("skull-king", players=3)
    for answer in (0, 0, 1, [1, 0, 0]):
        game = game.answer(answer)
    assert game.why_not("1") == "West took no card with a bonus."
    game = game.answer("0")
    for bonus in (35, 70):
        assert game.why_not(bonus) == "A bonus is 10, 20, 30 and so on, here up to 60."


@pytest.mark.parametrize(
    ("tricks", "hands", "old", "most"),
    [
        (0, 8, False, 0),
        (1, 3, False, 60),  # the Skull King and two pirates
        (1, 8, False, 200),  # six pirates, and the black 14
        (2, 3, False, 120),  # two pirates in one trick, both mermaids and the black 14 in the other
        (10, 8, False, 240),  # five pirates, both mermaids of the sixth, all 14s
        (10, 8, True, 180),  # only pirates count
    ],
)
def test_the_most_that_bonuses_can_be_worth(tricks: int, hands: int, old: bool, most: int) -> None:
    assert most_bonus(SkullKingRules(old_bonuses=old), tricks, hands) == most


def test_all_bonuses_together_fit_into_the_tricks() -> None:
    """Two pirates and both mermaids are gone: the 14s are left for the other player."""
    answers: list[Any] = [2, 2, 0, [2, 2, 0], "0", 120, "1", 40]
    with pytest.raises(IllegalEntry, match=r"here up to 30"):
        scorekeeper.score("skull-king", answers, SkullKingRules(), players=3, number=4, dealer="N")


def test_a_ghost_takes_the_tricks_of_a_third_hand() -> None:
    game = scorekeeper.new_game("skull-king", players=2)
    for answer in (0, 0, {"tricks": [0, 0], "nobody": 1}, "nobody"):
        game = game.answer(answer)
    assert game.totals == (10, 10)
