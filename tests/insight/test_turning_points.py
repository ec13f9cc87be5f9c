"""Turning points of a game, in words."""

from __future__ import annotations

import pytest

import scorekeeper
from scorekeeper.insight.turning_points import turning_points
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Game, read_game
from tests.sample_games import PASSED, bid_whist, game, hand, south_makes

EVEN = (0.25,) * 4
NORTH_ZERO_FAILS = hand("6C", 0, (4, 0, 2), (6, 4, 3, 0))  # South made 6, West 4, North 0 with 3


def turns_of(played: Game, *chances: tuple[float, ...]) -> list[tuple[int, str]]:
    turns = turning_points(played, chances)
    return [(turn.deal.number, str(turn.sentence)) for turn in turns]


def test_a_game_has_no_story_before_three_hands() -> None:
    assert turns_of(game()) == []
    assert turns_of(game(south_makes(7), PASSED, south_makes(8))) == []


def test_without_chances_the_lead_and_the_widest_swings_count() -> None:
    west = hand("9C", 1, (2, 0, 3), (2, 9, 0, 2))
    played = game(south_makes(5), west, south_makes(5), south_makes(6))
    assert turns_of(played) == [
        (1, "South's made 5 brought 35 and the lead"),
        (2, "West's made 9 brought 91 and the lead"),
        (4, "South's made 6 brought 46"),
    ]


def test_a_miss_that_costs_the_lead() -> None:
    missed = hand("8C", 0, (0, 4, 2), (0, 0, 9, 4))
    played = game(south_makes(5), south_makes(5), missed)
    assert played.deals[2].score is not None
    assert played.deals[2].score.points[:2] == (-80, 30)
    chances = (EVEN, (0.4, 0.3, 0.15, 0.15), (0.6, 0.2, 0.1, 0.1), (0.2, 0.6, 0.1, 0.1))
    # West gained as much as South lost: the sentence names the first of equals
    assert turns_of(played, *chances) == [
        (1, "South's made 5 brought 35 and the lead"),
        (2, "South's made 5 brought 35"),
        (3, "South's missed 8 cost 80 and the lead"),
    ]


def test_with_chances_the_greatest_changes_count_and_small_ones_do_not() -> None:
    played = game(south_makes(5), south_makes(6), south_makes(5))
    chances = (EVEN, (0.34, 0.22, 0.22, 0.22), (0.6, 0.2, 0.1, 0.1), (0.62, 0.18, 0.1, 0.1))
    (turn,) = turning_points(played, chances)
    assert (turn.deal.number, str(turn.sentence)) == (2, "South's made 6 brought 46")
    assert (turn.before, turn.after, turn.side) == (0.34, 0.6, 0)


def test_whoever_moved_it_is_named_and_not_who_was_moved() -> None:
    """North's chance falls furthest, but North's points rose: South's contract caused the fall."""
    played = game(south_makes(5), south_makes(5), hand("9C", 0, (0, 1, 2), (9, 0, 1, 3)))
    chances = (EVEN, EVEN, (0.2, 0.1, 0.6, 0.1), (0.5, 0.1, 0.3, 0.1))
    assert turns_of(played, *chances) == [(3, "South's made 9 brought 91")]


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        (hand("5C", 0, (2, 0, 4), (2, 3, 0, 8)), "North's made zero brought 50"),
        (NORTH_ZERO_FAILS, "North's missed zero cost 30"),
    ],
)
def test_a_zero_is_called_a_zero(last: tuple[object, ...], sentence: str) -> None:
    played = game(south_makes(5), south_makes(5), last)  # type: ignore[arg-type]
    chances = (EVEN, EVEN, EVEN, (0.25, 0.25, 0.55, 0.05))
    if "missed" in sentence:
        chances = (*chances[:3], (0.35, 0.3, 0.0, 0.35))
    assert turns_of(played, *chances) == [(3, sentence)]


def test_the_hand_that_decides_brings_the_game() -> None:
    played = game(*[south_makes(5)] * 3, ending=Ending(target=100))
    assert played.over
    assert turns_of(played)[-1] == (3, "South's made 5 brought 35 and the game")


def test_a_fine_is_part_of_the_hand_and_no_contract_is_blamed() -> None:
    plain = game(*[south_makes(5)] * 3)
    records = [deal.record for deal in plain.deals]
    records[2] = DealRecord(records[2].facts, (1, 0, 0, 0))
    fined = read_game(plain.setup, records)
    assert fined.totals[0] == 3 * 35 - 100
    chances = (EVEN, EVEN, EVEN, (0.05, 0.35, 0.3, 0.3))
    assert turns_of(fined, *chances) == [(3, "South's hand cost 65 and the lead")]


def test_partners_are_named_together_with_their_bid() -> None:
    played = bid_whist(("4H", 0, "S", 11), ("3NT", 1, "high", 8), ("5L", 2, "H", 11))
    assert turns_of(played) == [
        (1, "South and North's made 4 high spades brought 5 and the lead"),
        (2, "West and East's missed 3 no trump high cost 6"),
        (3, "South and North's made 5 low hearts brought 5"),
    ]


def test_hands_after_the_end_and_hands_thrown_in_turn_nothing() -> None:
    played = game(*[south_makes(7)] * 2, PASSED, south_makes(7), ending=Ending(target=100))
    assert [deal.surplus for deal in played.deals] == [False, False, True, True]
    assert turns_of(played) == []  # only two hands count


@pytest.mark.parametrize(
    ("wins", "rounds", "sentences"),
    [
        (  # West draws level, which takes nothing from South; then South is alone again
            "high",
            ([10, 0, 0], [0, 10, 0], [5, 0, 0]),
            ["South's round 1 brought 10 and the lead", "West's round 2 brought 10",
             "South's round 3 brought 5 and the lead"],
        ),
        (  # South's own loss lets West draw level; then South falls behind
            "high",
            ([10, 5, 0], [-5, 0, 0], [-7, 0, 0]),
            ["South's round 1 brought 10 and the lead", "South's round 2 cost 5",
             "South's round 3 cost 7"],
        ),
        (
            "high",
            ([10, 5, 0], [-6, 0, 0], [0, 0, 1]),
            ["South's round 1 brought 10 and the lead", "South's round 2 cost 6 and the lead",
             "North's round 3 brought 1"],
        ),
        (
            "low",
            ([-10, 0, 0], [0, -10, 0], [-5, 0, 0]),
            ["South's round 1 took off 10 and brought the lead", "West's round 2 took off 10",
             "South's round 3 took off 5 and brought the lead"],
        ),
    ],
)  # fmt: skip
def test_the_lead_is_that_of_one_alone(
    wins: str, rounds: tuple[list[int], ...], sentences: list[str]
) -> None:
    game = scorekeeper.new_game("points", {"wins": wins}, players=3, target=1000)
    for points in rounds:
        game = game.answer(points)
    assert [sentence for _, sentence in turns_of(game.game)] == sentences
