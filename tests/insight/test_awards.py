"""Awards at the end of a game: each to one player alone, not all to the same player."""

from __future__ import annotations

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules.awards import BEST_HAND, MOST, ROLLER_COASTER, awards
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.figures import Award, By, Count
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST
from scorekeeper.wording import say

# The worked example of pagat.com's German page: North declares, all but West miss.
EXAMPLE = DealRecord(
    (
        {"bid": "7C", "winner": 2},
        {"number": 0, "seat": 3},
        {"number": 2, "seat": 0},
        {"number": 3, "seat": 1},
        {"tricks": [0, 3, 8, 2]},
    )
)


def game_of(hands: int, *, deals: int = 3) -> Game:
    setup = Setup(
        ISRAELI_WHIST,
        ISRAELI_WHIST.presets[0].rules,
        Ending(goal=Goal.DEALS, deals=deals),
        4,
        SOUTH,
    )
    return read_game(setup, [EXAMPLE] * hands)


def test_a_running_game_has_none() -> None:
    assert awards(game_of(2)) == ()


def test_each_goes_to_whom_the_hands_name() -> None:
    given = {str(award.title): (award.holder, str(award.reason)) for award in awards(game_of(3))}
    assert given == {
        "Swiss watch": (WEST, "3 contracts made"),
        "The optimist": (SOUTH, "3 hands with too few"),
        "Backed into a corner – and out again": (
            WEST,
            "3 contracts made as the last to speak, with a number barred",
        ),
        "Hand of the game": (WEST, "+19 in one hand"),
    }


def test_what_two_have_earned_alike_goes_to_nobody() -> None:
    """North and East both took too many three times."""
    assert "Trick magnet" not in {str(award.title) for award in awards(game_of(3))}
    assert {NORTH, EAST}.isdisjoint(award.holder for award in awards(game_of(3)))


def test_nobody_has_a_second_before_others_have_their_first() -> None:
    seats = [award.holder for award in awards(game_of(3))]
    assert seats == [WEST, SOUTH, WEST, WEST]
    assert len(seats) <= MOST


def test_too_little_is_no_award() -> None:
    """One made contract in one hand earns no award."""
    assert {str(award.title) for award in awards(game_of(1, deals=1))} == {"Hand of the game"}


def test_what_is_compared() -> None:
    count = Count(cases=4, total=7, low=-50, high=35, run=2)
    worth = {
        by: Award("points", say("Best"), lambda n: say("{n}", n=n), by).worth(count) for by in By
    }
    assert worth == {By.TOTAL: 7, By.RUN: 2, By.HIGH: 35, By.SPREAD: 85}
    assert (BEST_HAND.worth(count), ROLLER_COASTER.worth(count)) == (35, 85)
