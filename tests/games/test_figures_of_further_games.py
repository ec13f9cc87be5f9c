"""Statistics, awards and turning points of the further games, over written-out hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.insight.turning_points import turning_points
from scorekeeper.rules.awards import awards

SPADES_NILS: list[Any] = [
    *(3, 4, 3, 0, 5, 0),  # South's nil holds: 141
    *("blind", 3, 4, 3, 4, 0),  # North's blind nil: 240
    *(4, 5, 2, 0, 5, 2),  # North's nil takes two: -150
]
SPADES_BAGS: list[Any] = [3, "blind", 3, 4, 6, 2, 1, 3, 1, 3, 13, 3, 3, 3, 3, 7]
HEARTS: list[Any] = [
    *("1", "2", [5, 0, 8, 0]), *("3", "2", [0, 0, 13, 0], "add"), *("4", "2", [0, 0, 0, 13], "off"),
]  # fmt: skip
OH_HELL: list[Any] = [
    *("blind", 3, 0, 0, 1, [0, 3, 0, 0]), *("blind", 2, 0, 0, 1, [0, 1, 0, 1]),
    *(0, 0, 0, 0, [1, 0, 0, 0]),
]  # fmt: skip
BLIND = {
    "blind": True, "blind_deficit": 0, "schedule": "down", "largest": 3,
    "scheme": {"missed": -10, "missed_off": -1},
}  # fmt: skip
ESTIMATION: list[Any] = [
    *("2", "S:7H", 2, 1, [7, 0, 3, 3]),
    *("3", "S:7H", 2, 1, [6, 1, 4, 2]),
    *("none", "S:6S", 2, 2, 1, [6, 3, 3, 1]),
]
POINTS: list[Any] = [[10, 5, 0, 0]] * 3


def played(game: str, rules: Any, answers: Sequence[Any], **given: Any) -> Any:
    """A game after these answers."""
    current = scorekeeper.new_game(game, rules, **given)
    for answer in answers:
        current = current.answer(answer)
    return current.game


@pytest.mark.parametrize(
    ("game", "rules", "answers", "sentences"),
    [
        ("spades", {"blind_deficit": 0}, SPADES_NILS,
         ["South's nil brought 141 and the lead", "North's blind nil brought 240",
          "North's failed nil cost 148"]),
        ("spades", {"blind_deficit": 0}, SPADES_BAGS,
         ["North's failed blind nil cost 158", "bags of South and North cost 69",
          "South and North's made 6 brought 61"]),
        ("hearts", {"moon": "choice", "jack_value": 10}, HEARTS,
         ["South's queen of spades cost 18", "North's moon against South cost 26",
          "East's moon took off 26"]),
        ("oh-hell", BLIND, OH_HELL,
         ["West's made blind 3 brought 23 and the lead", "North's missed blind 2 cost 12",
          "South's missed zero cost 11"]),
        ("estimation", None, ESTIMATION,
         ["West's made dash call brought 33 and the lead", "North's missed dash call cost 33",
          "South's made 6 brought 36 and the lead"]),
        ("points", None, POINTS,
         ["South's round 1 brought 10 and the lead", "South's round 2 brought 10",
          "South's round 3 brought 10"]),
    ],
)  # fmt: skip
def test_turning_points(
    game: str, rules: Any, answers: Sequence[Any], sentences: list[str]
) -> None:
    turns = turning_points(played(game, rules, answers, target=None))
    assert [str(turn.sentence) for turn in turns] == sentences


def sums(game: Any, *keys: str) -> dict[str, list[tuple[int, int]]]:
    """The count of each seat, by figure."""
    counts: dict[str, dict[int, int]] = {key: {} for key in keys}
    for case in (case for deal in game.deals for case in game.cases_in(deal)):
        if case.key in counts:
            counts[case.key][int(case.seat)] = counts[case.key].get(int(case.seat), 0) + case.value
    return {key: sorted(by_seat.items()) for key, by_seat in counts.items()}


def test_figures_of_spades() -> None:
    """Seats: South 0, West 1, North 2, East 3."""
    game = played("spades", {"blind_deficit": 0}, SPADES_NILS)
    assert sums(game, "made", "set", "nil", "blind", "own") == {
        "made": [(0, 2), (1, 3), (2, 2), (3, 3)],
        "set": [(0, 0), (1, 1), (2, 0), (3, 1)],
        "nil": [(0, 1), (2, 0)],
        "blind": [(2, 1)],
        "own": [(0, 9), (1, 8), (2, 4), (3, 10)],
    }
    bags = played("spades", {"blind_deficit": 0}, SPADES_BAGS)
    assert sums(bags, "penalty") == {"penalty": [(0, 1), (1, 0), (2, 1), (3, 0)]}


def test_figures_of_hearts() -> None:
    game = played("hearts", {"moon": "choice", "jack_value": 10}, HEARTS)
    assert sums(game, "queen", "jack", "moon", "hearts", "clean") == {
        "queen": [(0, 1), (1, 0), (2, 1), (3, 1)],
        "jack": [(0, 0), (1, 3), (2, 0), (3, 0)],
        "moon": [(0, 0), (1, 0), (2, 1), (3, 1)],
        "hearts": [(0, 5), (1, 0), (2, 21), (3, 13)],
        "clean": [(0, 1), (1, 0), (2, 1), (3, 1)],
    }


def test_figures_of_estimation() -> None:
    game = played("estimation", None, ESTIMATION)
    assert sums(game, "made-caller", "dash", "made-last", "alone", "caller") == {
        "made-caller": [(0, 2)],
        "dash": [(1, 1), (2, 0)],
        "made-last": [(1, 1), (2, 0)],
        "alone": [(0, 1), (1, 0), (2, 0), (3, 0)],
        "caller": [(0, 3), (1, 0), (2, 0), (3, 0)],
    }


@pytest.mark.parametrize(
    ("wins", "rounds", "best", "behind"),
    [
        ("high", [(10, 5, 0), (3, 3, 1), (0, 0, 7)], [(0, 1), (1, 0), (2, 1)],
         [(0, 7), (1, 12), (2, 12)]),
        ("low", [(10, 5, 0), (3, 3, 1), (0, 0, 7)], [(0, 0), (1, 0), (2, 2)],
         [(0, 12), (1, 7), (2, 7)]),
    ],
)  # fmt: skip
def test_figures_of_the_plain_sheet(
    wins: str, rounds: list[Sequence[int]], best: list[Any], behind: list[Any]
) -> None:
    game = played("points", {"wins": wins}, rounds, players=3, target=1000)
    assert sums(game, "best", "behind") == {"best": best, "behind": behind}


@pytest.mark.parametrize(
    ("game", "rules", "answers", "players", "holders"),
    [
        ("points", "plain", [[10, 5], [10, 4], [80, 9]], 2,
         [("On a run", 0), ("Round after round", 0), ("Hand of the game", 0),
          ("Roller coaster", 0)]),
        ("oh-hell", BLIND, OH_HELL, 4,
         [("Eyes shut", 1), ("As good as their word", 1),
          ("Hand of the game", 1)]),
    ],
)  # fmt: skip
def test_awards(
    game: str, rules: Any, answers: Sequence[Any], players: int, holders: list[tuple[str, int]]
) -> None:
    awarded = awards(played(game, rules, answers, players=players))
    assert sorted((str(award.title), award.holder) for award in awarded) == sorted(holders)
