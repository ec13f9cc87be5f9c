"""Needs of each side, compared with the engine's points."""

from __future__ import annotations

from dataclasses import replace

import pytest

import scorekeeper
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES, AllMissed
from scorekeeper.games.oh_hell import OH_HELL, OhHellRules, Schedule
from scorekeeper.insight.needs import needs
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH
from tests.sample_games import PASSED, bid_whist, game, hand, south_makes


def sentences_of(played: Game) -> list[str]:
    return [str(need.sentence) for need in needs(played)]


def to(target: int) -> Ending:
    return Ending(target=target)


def test_nobody_is_near() -> None:
    """A made 13 scores 179, the maximum of a hand."""
    assert sentences_of(game(south_makes(7))) == [
        "needs 241 more: at least 2 hands",
        "needs 270 more: at least 2 hands",
        "needs 310 more: at least 2 hands",
        "needs 289 more: at least 2 hands",
    ]
    assert sentences_of(game()) == ["needs 300 more: at least 2 hands"] * 4


def test_a_made_contract_wins_where_nobody_can_pass() -> None:
    """After 59, 30, -10 and 11 to a target of 100: 41 more, and a made 6 scores 46."""
    south, west, north, east = needs(game(south_makes(7), ending=to(100)))
    # West could reach 30 + 59 with the seven tricks left: 105 is more
    assert str(south.sentence) == "a made 6 wins it now; a made zero (under) reaches 100"
    assert (south.missing, [prize.points for prize in south.win]) == (41, [46])
    # 70 more: a made 8 is 74, and South has five tricks left at most: 59 + 50 for a zero is more
    assert str(west.sentence) == "a made 9 wins it now; a made 8 reaches 100"
    assert str(north.sentence) == "a made 11 wins it now; a made 10 reaches 100"
    assert str(east.sentence) == "a made 10 wins it now; a made 9 reaches 100"


def test_both_zeros_where_either_reaches() -> None:
    """59 needs 11 for 70: a made 1 scores 11, a zero at least 30."""
    need = needs(game(south_makes(7), ending=to(70)))[0]
    assert str(need.sentence).endswith("a made 1 or a made zero reaches 70")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_said_to_win_does_win(scheme: str) -> None:
    """Holds for all contracts and tricks of the others, within the tricks left."""
    rules = IsraeliWhistRules(scheme=SCHEMES[scheme])
    for ending in (to(80), to(120), to(170)):
        played = game(south_makes(7), rules=rules, ending=ending)
        for need in needs(played):
            for prize in need.win:
                total = played.totals[need.side] + prize.points
                assert total >= ending.target
                number = int(str(prize.sentence).split()[-1]) if prize.sentence.blanks else 0
                for other in set(range(4)) - {need.side}:
                    most = max(
                        rules.scheme.line(contract, taken, over).points
                        for contract in range(14)
                        for taken in range(14 - number)
                        for over in (False, True)
                    )
                    assert played.totals[other] + most < total


def test_prizes_are_the_points_of_the_scheme() -> None:
    made, zeros = ISRAELI_WHIST.prizes.all_of(IsraeliWhistRules())
    assert [prize.points for prize in made] == [n * n + 10 for n in range(1, 14)]
    assert [(str(prize.sentence), prize.points) for prize in zeros] == [
        ("a made zero", 30),
        ("a made zero (under)", 50),
        ("a made zero (over)", 30),
    ]
    assert [prize.others for prize in made[:3]] == [12 * 12 + 10, 11 * 11 + 10, 10 * 10 + 10]
    assert made[-2].others == 50  # a trick is left, which another may miss: 12 and three zeros
    assert made[-1].others == 30  # no trick is left, and 13 are over with any other contract


def test_a_failed_zero_that_pays_counts_for_the_others() -> None:
    """A house rule makes each further trick of a failed zero worth 100."""
    scheme = replace(SCHEMES["standard"], failed_next=100, all_missed=AllMissed.SCORED)
    made, _ = ISRAELI_WHIST.prizes.all_of(IsraeliWhistRules(scheme=scheme))
    assert made[5].others == -50 + 6 * 100  # seven tricks are left beside a made six


def test_a_game_of_so_many_hands_tells_what_is_left() -> None:
    ending = Ending(goal=Goal.DEALS, deals=3)
    assert sentences_of(game(south_makes(7), ending=ending)) == [
        "29 ahead, 2 hands left",
        "29 behind, 2 hands left",
        "69 behind, 2 hands left",
        "48 behind, 2 hands left",
    ]
    assert sentences_of(game(PASSED, ending=ending)) == ["level at the top, 3 hands left"] * 4


def test_the_last_of_so_many_hands_tells_what_wins() -> None:
    """After 59, 30, -10 and 11: those behind may take the lead, or win whatever others do."""
    ending = Ending(goal=Goal.DEALS, deals=2)
    assert sentences_of(game(south_makes(7), ending=ending)) == [
        "29 ahead, 1 hand left: a made 6 wins it now",
        "29 behind, 1 hand left: a made 9 wins it now; a made 5 or a made zero takes the lead",
        "69 behind, 1 hand left: a made 11 wins it now; a made 8 takes the lead",
        "48 behind, 1 hand left: a made 10 wins it now; a made 7 or a made zero (under) "
        "takes the lead",
    ]


def test_the_last_hand_of_oh_hell_has_one_card() -> None:
    """0 to 2, then one card each, worth 11 or 10: a zero takes the lead and may win."""
    ending = Ending(goal=Goal.SCHEDULE, deals=2)
    rules = OhHellRules(schedule=Schedule.DOWN, largest=2, hooked=False)
    setup = Setup(OH_HELL, rules, ending, 2, SOUTH)
    first: tuple[Fact, ...] = ({"number": 2}, {"number": 0}, {"tricks": [0, 2]})
    assert sentences_of(read_game(setup, [DealRecord(first)])) == [
        "2 behind, 1 hand left: a made 1 or a made zero takes the lead",
        "2 ahead, 1 hand left: a made 1 or a made zero wins it now",
    ]


def test_bid_whist_names_its_bids() -> None:
    """Four high with eleven tricks scores 5; three no trump with nine scores 6."""
    assert sentences_of(bid_whist(("4H", 0, "S", 11), ending=Ending(target=9, minus=True))) == [
        "a made 4 or a made 3 no trump wins it now",
        "a made 5 no trump wins it now",
    ]
    assert sentences_of(bid_whist(("4H", 0, "S", 11)))[1] == "needs 21 more: at least 2 hands"


@pytest.mark.parametrize(
    "played",
    [
        game(south_makes(7), ending=Ending(goal=Goal.OPEN)),
        game(south_makes(7), ending=to(50)),  # over
        game(south_makes(7), stopped=True),
        game(hand("5C", 0, (3, 3, 3), (5, 3, 3, 2)), ending=to(10)),  # over: 35 against 19
    ],
)
def test_nothing_is_needed_where_nothing_can_be_said(played: Game) -> None:
    assert sentences_of(played) == []


def test_a_play_off_tells_what_wins_the_next_hand() -> None:
    tied = game(hand("5C", 0, (5, 4, 0), (5, 5, 2, 1)), ending=to(30))
    assert tied.totals == (35, 35, -20, -50)
    assert tied.course.play_off
    both = "level at the top: a made 7 wins it now; a made 1 or a made zero takes the lead"
    assert sentences_of(tied) == [
        both,
        both,
        "55 behind: a made 10 wins it now; a made 7 takes the lead",
        "85 behind: a made 12 wins it now; a made 9 takes the lead",
    ]


def test_where_the_lowest_wins_the_end_is_that_of_whoever_is_nearest_to_it() -> None:
    to_100 = scorekeeper.new_game("points", {"wins": "low"}, target=100)
    assert sentences_of(to_100.answer([29, 33, 72, 74]).game) == [
        "4 ahead; the game ends with 26 more for East",
        "4 behind; the game ends with 26 more for East",
        "43 behind; the game ends with 26 more for East",
        "45 behind; the game ends with 26 more for East",
    ]
    from_501 = scorekeeper.new_game("points", "down-501", players=2)
    assert sentences_of(from_501.answer([20, 30]).game) == [
        "10 behind; the game ends with 471 more for West",
        "10 ahead; the game ends with 471 more for West",
    ]
    tied = scorekeeper.new_game("points", {"wins": "low"}, players=3, target=10)
    assert sentences_of(tied.answer([5, 5, 10]).game) == [
        "level at the top", "level at the top", "5 behind",
    ]  # fmt: skip


BIDDING: Fact = {"bid": "7C", "winner": 0}


@pytest.mark.parametrize(
    ("facts", "needs_of_side"),
    [
        ((), (0, "a made 6 wins it now; a made zero (under) reaches 100")),
        ((BIDDING,), (0, "a made 7 wins it now")),  # the declarer says 7 or more
        ((BIDDING, {"number": 0}), (1, "needs 70 more: at least 2 hands")),  # a zero scores 50
        ((BIDDING, {"number": 8}), (1, "a made 8 reaches 100")),  # no 9 any more
        ((BIDDING, {"number": 8}), (2, "a made 11 wins it now; a made 10 reaches 100")),
        ((BIDDING, {"number": 4}, {"number": 1}), (2, "needs 110 more: at least 2 hands")),
        # all have spoken, and the zero is over, which scores 30: South misses 41
        ((BIDDING, {"number": 9}, {"number": 1}, {"number": 0}),
         (3, "needs 89 more: at least 2 hands")),
    ],
)  # fmt: skip
def test_what_is_fixed_in_the_running_hand_counts(
    facts: tuple[Fact, ...], needs_of_side: tuple[int, str]
) -> None:
    side, told = needs_of_side
    played = game(south_makes(7), facts, ending=to(100))
    assert sentences_of(played)[side] == told


def test_a_bid_that_was_won_fixes_what_both_sides_can_make() -> None:
    played = bid_whist(("4H", 0, "S", 11), ending=Ending(target=9, minus=True))
    running = DealRecord(({"bid": "5H", "winner": 1},))
    assert sentences_of(read_game(played.setup, [played.deals[0].record, running])) == [
        "needs 4 more: at least 2 hands",
        "needs 9 more: at least 2 hands",
    ]
