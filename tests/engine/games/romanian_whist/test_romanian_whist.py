"""Romanian Whist: schedules, points, and runs of hands."""

from __future__ import annotations

import pytest

import scorekeeper
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.engine.games.romanian_whist.house_rules import RomanianWhistRules, Schedule, Streak
from scorekeeper.engine.games.romanian_whist.scoring import scored
from tests.terminal import run


@pytest.mark.parametrize(
    ("schedule", "players", "cards"),
    [
        ("1-8-1", 4, [1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1]),
        ("8-1-8", 3, [8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]),
        ("short", 5, [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_schedules(schedule: str, players: int, cards: list[int]) -> None:
    rules = RomanianWhistRules(schedule=Schedule(schedule))
    assert [*rules.cards(players)] == cards
    assert ROMANIAN_WHIST.length(rules, players) == len(cards)


@pytest.mark.parametrize(
    ("streak", "bonus", "run", "bid", "taken", "counts", "points", "after"),
    [
        ("none", 5, 0, 3, 3, True, 8, 0),
        ("none", 5, 0, 3, 1, True, -2, 0),
        ("once", 10, 4, 2, 2, True, 17, 5),  # the fifth in a row
        ("once", 10, 5, 2, 2, True, 7, 6),  # paid once
        ("once", 10, -4, 2, 3, True, -11, -5),
        ("restart", 5, 4, 0, 0, True, 10, 0),
        ("restart", 5, 3, 0, 0, True, 5, 4),
        ("restart", 5, 4, 0, 1, True, -1, -1),  # the run breaks
        ("restart", 5, 4, 1, 1, False, 6, 4),  # a hand of one card: the run stands
        ("restart", 5, 4, 1, 0, False, -1, 4),
    ],
)
def test_points_and_runs(  # noqa: PLR0917
    streak: str, bonus: int, run: int, bid: int, taken: int, counts: bool, points: int, after: int
) -> None:
    rules = RomanianWhistRules(streak=Streak(streak), bonus=bonus)
    lines, left = scored(bid, taken, run, rules, counts=counts)
    assert (sum(line.points for line in lines), left) == (points, after)


def test_the_bids_may_never_fit() -> None:
    game = scorekeeper.new_game("romanian-whist", players=3)
    assert game.answer(0).answer(0).why_not(1) == "South can't say 1: that would make 1."
    assert game.answer(1).answer(0).why_not(0) == "South can't say 0: that would make 1."
    assert game.answer(1).answer(1).legal == (0, 1)


def test_a_run_goes_on_from_hand_to_hand() -> None:
    """Six hands: South takes all and said so, West said none, North misses one each time.

    The first hand, of one card, does not count for the run.
    """
    rules = RomanianWhistRules(schedule=Schedule.SHORT, streak=Streak.RESTART)
    game = scorekeeper.new_game("romanian-whist", rules, players=3)
    for cards in range(1, 7):
        for place in range(3):
            game = game.answer((cards, 0, 1)[(place + cards) % 3])
        game = game.answer([cards, 0, 0])
    assert game.totals == (51 + 5, 30 + 5, -6 - 5)
    assert [str(lines[-1].reason) for lines in game.scores[-1].lines] == [
        "fifth in a row: +5",
        "fifth in a row: +5",
        "fifth in a row: -5",
    ]
    assert game.game.deals[-1].after.left == (0, 0, 0)


@pytest.mark.parametrize(
    ("players", "lowest"), [(3, "9"), (4, "7"), (5, "5"), (6, "3")]
)  # eight cards a player, four of each rank
def test_the_pack_is_cut_and_hands_of_eight_have_no_trumps(players: int, lowest: str) -> None:
    eight = scorekeeper.deal("romanian-whist", "short", players=players, number=8)
    dealt = sorted(str(card) for hand in eight.hands for card in hand)
    assert len(dealt) == 8 * players
    assert min("23456789TJQKA".index(card[1]) for card in dealt) == "23456789TJQKA".index(lowest)
    assert (eight.stock, eight.shown) == ((), ())
    three = scorekeeper.deal("romanian-whist", "short", players=players, number=3)
    assert [len(hand) for hand in three.hands] == [3] * players
    assert (len(three.stock), len(three.shown)) == (5 * players, 1)
    for start in (eight, three):
        end = scorekeeper.play(start)
        assert end.trick is not None
        assert end.trick.trump == (start.shown[0].suit if start.shown else None)  # type: ignore[union-attr]


@pytest.mark.parametrize("players", [3, 6])
def test_the_points_of_whole_deals(players: int) -> None:
    """5 and the bid for a made one, 1 off for each trick over or under."""
    for number in range(1, 9):
        end = scorekeeper.play(
            scorekeeper.deal("romanian-whist", "short", players=players, number=number), "random"
        )
        contract_of = dict(end.scene.contracts)
        assert sum(contract_of.values()) != number
        assert end.score is not None
        for seat, points in enumerate(end.score.points):
            off = abs(contract_of[Seat(seat)] - end.taken[seat])
            assert points == (-off if off else 5 + contract_of[Seat(seat)])


@pytest.mark.parametrize(
    ("number", "hand", "shown"),
    [
        (11, "SA SK SQ HA HK DA CA C7", ""),  # all cards are dealt: none is turned up
        (10, "SA SK SQ HA HK DA CA", "D7"),
    ],
)
def test_advice_on_any_hand(number: int, hand: str, shown: str) -> None:
    words = ["--number", str(number), "--dealer", "E", "--samples", "4", "--shown", shown]
    result = run("advise", "--game", "romanian-whist", *words, hand)
    assert (result.exit_code, result.stderr) == (0, "")
    missing = run("advise", "--game", "romanian-whist", *words[:-1], "" if shown else "D7", hand)
    assert missing.exit_code == 2
