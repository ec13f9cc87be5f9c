"""Romanian Whist: schedules, points, and runs of hands."""

from __future__ import annotations

from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST, RomanianWhistRules, Schedule, Streak
from scorekeeper.rules.script import Earlier
from tests.terminal import run


@pytest.mark.parametrize(
    ("rules", "players", "cards"),
    [
        (
            {"schedule": Schedule.ONE_EIGHT_ONE},
            4,
            [1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1],
        ),
        (
            {"schedule": Schedule.EIGHT_ONE_EIGHT},
            3,
            [8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8],
        ),
        ({"schedule": Schedule.SHORT}, 5, [1, 2, 3, 4, 5, 6, 7, 8]),
        ({"sizes": (2, 4, 6, 8), "forehead": True}, 4, [2, 4, 6, 8, 1, 1]),
    ],
)
def test_schedules(rules: dict[str, Any], players: int, cards: list[int]) -> None:
    agreed = RomanianWhistRules(**rules)
    assert [*ROMANIAN_WHIST.schedule(agreed, players)] == cards
    assert ROMANIAN_WHIST.length(agreed, players) == len(cards)


@pytest.mark.parametrize(
    ("streak", "bonus", "cards", "bid", "taken", "run", "points", "after"),
    [
        ("none", 5, 3, 3, 3, 0, 8, 0),
        ("none", 5, 3, 3, 1, 0, -2, 0),
        ("once", 10, 3, 2, 2, 4, 17, 5),  # the fifth in a row
        ("once", 10, 3, 2, 2, 5, 7, 6),  # the bonus counts once
        ("once", 10, 3, 2, 3, -4, -11, -5),
        ("restart", 5, 3, 0, 0, 4, 10, 0),
        ("restart", 5, 3, 0, 0, 3, 5, 4),
        ("restart", 5, 3, 0, 1, 4, -1, -1),  # the run breaks
        ("restart", 5, 1, 1, 1, 4, 6, 4),  # a hand of one card leaves the run unchanged
        ("restart", 5, 1, 1, 0, 4, -1, 4),
    ],
)
def test_runs(  # noqa: PLR0917
    streak: str, bonus: int, cards: int, bid: int, taken: int, run: int, points: int, after: int
) -> None:
    """Others bid 0, except a dealer who may not; West takes South's remaining tricks."""
    rules = RomanianWhistRules(schedule=Schedule.SHORT, streak=Streak(streak), bonus=bonus)
    others = 1 if bid == cards - 1 else 0  # the dealer may not let the bids fit
    dealer_bid = 1 if bid + others == cards else 0
    answers: list[Any] = [bid, others, dealer_bid, [taken, cards - taken, 0]]
    score = scorekeeper.score(
        "romanian-whist", answers, rules, players=3, number=cards, dealer="N",
        earlier=Earlier((0, 0, 0), (run, 0, 0)),
    )  # fmt: skip
    assert isinstance(score.left, tuple)
    assert (score.points[0], score.left[0]) == (points, after)


def test_a_run_goes_on_from_hand_to_hand() -> None:
    """Six hands: South bids and takes all, West bids none, North misses by one each time.

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
        end = scorekeeper.play_deal(start)
        assert end.trick is not None
        assert end.trick.trump == (start.shown[0].suit if start.shown else None)  # type: ignore[union-attr]


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


def test_four_cards_of_which_three_are_bid() -> None:
    """Bids of two and one: the dealer may not bid 1."""
    game = scorekeeper.new_game("romanian-whist", "short", players=3, dealer="S")
    for answer in (0, 0, 0, [1, 0, 0], 0, 0, 0, [2, 0, 0], 0, 0, 0, [3, 0, 0]):
        game = game.answer(answer)
    game = game.answer(2).answer(1)
    assert game.why_not(1) == "South can't say 1: that would make 4."


def test_a_made_three_and_two_off() -> None:
    score = scorekeeper.score(
        "romanian-whist", [3, 3, 1, [3, 1, 1]], players=3, number=7, dealer="N"
    )
    assert score.points == (8, -2, 6)


def test_two_last_hands_that_nobody_looks_at() -> None:
    """One card each, after the schedule; the bids do not fit, and one card is left for trumps."""
    rules = RomanianWhistRules(forehead=True)
    assert ROMANIAN_WHIST.schedule(rules, 3)[-5:] == (1, 1, 1, 1, 1)
    assert len(ROMANIAN_WHIST.schedule(rules, 3)) == 3 * 3 + 12 + 2
    game = scorekeeper.new_game("romanian-whist", rules, players=3)
    assert game.game.setup.ending.deals == 23
    start = scorekeeper.deal("romanian-whist", rules, players=3, number=23)
    assert start.asking is not None
    assert str(start.asking.scene.notice) == "Everyone gets one card. Nobody looks at their own."
