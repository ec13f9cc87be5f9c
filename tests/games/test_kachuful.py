"""Kachuful: schedules, trumps that go round, the hook, and the sources' examples."""

from __future__ import annotations

import pytest

import scorekeeper
from scorekeeper.cards import Denomination
from scorekeeper.games.kachuful import KACHUFUL, SCHEMES, KachufulRules, Schedule, TrumpOrder


@pytest.mark.parametrize(
    ("scheme", "bid", "taken", "points"),
    [
        ("plus-ten", 3, 3, 13),
        ("plus-ten", 0, 0, 10),
        ("plus-ten", 3, 2, 0),
        ("times-ten", 3, 3, 30),
        ("times-ten", 1, 1, 10),  # the same as zero
        ("times-ten", 0, 0, 10),
        ("times-ten", 2, 4, 0),
        ("plus-five-each", 5, 5, 35),  # the app's own examples
        ("plus-five-each", 4, 1, -15),
        ("plus-five-each", 0, 0, 10),
        ("tens-off", 4, 4, 40),
        ("tens-off", 0, 0, 0),
        ("tens-off", 4, 1, -30),
    ],
)
def test_points(scheme: str, bid: int, taken: int, points: int) -> None:
    assert SCHEMES[scheme].points(bid, taken, 8) == points


@pytest.mark.parametrize(
    ("rules", "players", "cards"),
    [
        (KachufulRules(), 4, [*range(1, 9)]),
        (KachufulRules(), 6, [*range(1, 9)]),  # Wikipedia: six players, eight hands
        (KachufulRules(), 7, [*range(1, 8)]),  # 52 cards are enough for seven
        (KachufulRules(), 10, [*range(1, 6)]),
        (KachufulRules(largest=26), 5, [*range(1, 11)]),
        (KachufulRules(schedule=Schedule.DOWN, largest=10), 4, [*range(10, 0, -1)]),
        (KachufulRules(schedule=Schedule.DOWN_UP, largest=7), 4, [*range(7, 0, -1), *range(2, 8)]),
    ],
)
def test_schedules(rules: KachufulRules, players: int, cards: list[int]) -> None:
    assert [*KACHUFUL.schedule(rules, players)] == cards


@pytest.mark.parametrize(
    ("trumps", "letters"), [(TrumpOrder.SDCH, "SDCHSDCH"), (TrumpOrder.SDCHN, "SDCHNSDC")]
)
def test_trumps_go_round(trumps: TrumpOrder, letters: str) -> None:
    rules = KachufulRules(trumps=trumps)
    order = [KACHUFUL.trump_of(rules, number) for number in range(1, 9)]
    assert order == [Denomination("CDHSN".index(letter)) for letter in letters]


def test_a_card_turned_up_decides_trumps() -> None:
    start = scorekeeper.deal("kachuful", KachufulRules(trumps=TrumpOrder.TURN_UP), number=5)
    assert (len(start.shown), KACHUFUL.trump_of(KachufulRules(trumps=TrumpOrder.TURN_UP), 5)) == (
        1,
        None,
    )


def test_hand_six_has_diamonds_as_trumps_and_the_last_may_not_make_the_bids_fit() -> None:
    start = scorekeeper.deal("kachuful", number=6)
    assert start.asking is not None
    assert str(start.asking.scene.notice) == "Everyone gets 6 cards. Trumps: diamonds."
    game = scorekeeper.new_game("kachuful")
    for cards in range(1, 6):
        for bid in (0, 0, 0, 0):
            game = game.answer(bid)
        game = game.answer([cards, 0, 0, 0])
    for bid in (2, 2, 0):
        game = game.answer(bid)
    assert game.why_not(2) == "West can't say 2: that would make 6."
