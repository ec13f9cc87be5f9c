"""Oh Hell: schedules, hooks, and the points of every scheme by its source's examples."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import scorekeeper
from scorekeeper.engine.cards.cards import pack
from scorekeeper.engine.cards.seating import SOUTH
from scorekeeper.engine.games.oh_hell import OH_HELL
from scorekeeper.engine.games.oh_hell.house_rules import OhHellRules, Schedule, Trumps
from scorekeeper.engine.games.oh_hell.scoring import SCHEMES, Scheme
from scorekeeper.engine.games.oh_hell.whole import WHOLE
from scorekeeper.engine.play.simulation import Run, played
from scorekeeper.engine.rules import house_rules


@pytest.mark.parametrize(
    ("key", "bid", "tricks", "cards", "points"),
    [
        ("exact", 3, 3, 10, 13),
        ("exact", 4, 3, 10, 0),
        ("basic", 3, 5, 10, 5),
        ("basic", 0, 0, 10, 10),
        ("five", 2, 2, 10, 7),
        ("reduced-zero", 0, 0, 10, 5),
        ("adjusted-zero", 0, 0, 6, 11),  # 5, and 1 for each of six cards
        ("get-fred", 4, 2, 10, -2),
        ("oy-vey", 4, 4, 10, 26),
        ("progressive", 4, 2, 10, 2),
        ("squares", 5, 2, 10, -9),
        ("squares", 3, 3, 10, 19),
        ("ten-and-off", 3, 2, 10, -11),  # mrpikes.com's own example
        ("basas", 2, 4, 10, -6),
        ("montreal", 3, 3, 10, 16),
        ("tens", 3, 3, 10, 30),
        ("tens", 0, 0, 10, 5),
        ("tens-penalty", 3, 1, 10, -30),
        ("tens-penalty", 0, 1, 10, -5),
        ("minus-bid", 3, 4, 10, -3),
        ("minus-bid", 0, 2, 10, 0),
        ("mirror", 2, 3, 10, -12),
        ("less-five", 3, 2, 10, -3),
        ("progressive-penalty", 4, 3, 10, -14),  # Wikipedia's examples
        ("progressive-penalty", 4, 6, 10, -24),
        ("over-counts", 2, 3, 10, 3),
        ("over-counts", 3, 2, 10, 0),
        ("binary", 5, 5, 10, 10),
        ("golf", 3, 3, 10, 0),
        ("golf", 3, 6, 10, 6),  # 1, 2 and 3
        ("golf-squares", 3, 6, 10, 9),
        ("golf-cards", 3, 2, 8, 8),
        ("golf-cards", 0, 0, 8, 0),
    ],
)
def test_points(key: str, bid: int, tricks: int, cards: int, points: int) -> None:
    line = SCHEMES[key].line(bid, tricks, cards)
    assert (line.points, line.made) == (points, bid == tricks)


def test_a_table_may_score_by_its_own_numbers() -> None:
    own = Scheme(name="Ours", made=20, each=5, missed_off=-4, zero=15)
    assert [own.points(*hand, 7) for hand in ((3, 3), (3, 1), (0, 0), (0, 2))] == [35, -8, 15, -8]
    line = scorekeeper.house_rules("oh-hell", scheme={"made": 20}).scheme.line(2, 2, 5)
    assert str(line.reason) == "2 made: 20 + 2 = 22"


@pytest.mark.parametrize(
    ("rules", "players", "cards"),
    [
        (OhHellRules(), 7, [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]),
        (OhHellRules(largest=3), 4, [3, 2, 1, 2, 3]),
        (OhHellRules(schedule=Schedule.UP_DOWN, largest=2), 3, [1, 2, 1]),
        (OhHellRules(schedule=Schedule.UP, largest=13), 4, [*range(1, 14)]),
        (
            OhHellRules(schedule=Schedule.UP, largest=13, whole_pack=False),
            4,
            [*range(1, 13)],  # one is turned up
        ),
        (OhHellRules(schedule=Schedule.UP, largest=13), 5, [*range(1, 11)]),
        (
            OhHellRules(schedule=Schedule.UP, largest=13, trumps=Trumps.SPADES),
            4,
            [*range(1, 14)],
        ),
        (OhHellRules(schedule=Schedule.CAPPED_DOWN, largest=10), 6, [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_schedules(rules: OhHellRules, players: int, cards: list[int]) -> None:
    assert [*rules.cards(players)] == cards
    assert OH_HELL.length(rules, players) == len(cards)


def test_pagats_example_of_a_first_hand() -> None:
    """Four players, ten cards, East deals: who can't say 1 and says 2, one over."""
    game = scorekeeper.new_game("oh-hell", dealer="E")
    for bid in (3, 2, 4):
        game = game.answer(bid)
    assert game.why_not(1) == "East can't say 1: that would make 10."
    game = game.answer(2).answer([3, 2, 2, 3])
    assert (game.totals, str(game.scores[0].label)) == ((13, 12, 0, 0), "1 over")
    assert game.dealer == "S"
    assert str(game.question and game.question.scene.notice) == "Everyone gets 9 cards."


@pytest.mark.parametrize(
    ("rules", "barred"),
    [("pagat", 10), ("fists", None), ("pagat+ten-and-off", 10)],
)
def test_the_hook(rules: str, barred: int | None) -> None:
    game = scorekeeper.new_game("oh-hell", rules)
    for _ in range(3):
        game = game.answer(0)
    refused = [number for number in range(11) if game.why_not(number)]
    assert refused == ([] if barred is None else [barred])


def test_the_last_hand_may_be_free_and_count_double() -> None:
    rules = OhHellRules(schedule=Schedule.DOWN, largest=2, free_last=True, last_double=True)
    first = scorekeeper.score("oh-hell", [0, 0, 0, 1, [1, 0, 0, 1]], rules, number=1)
    last = scorekeeper.score("oh-hell", [0, 0, 0, 1, [1, 0, 0, 0]], rules, number=2)
    assert (first.points, last.points) == ((11, 10, 10, 0), (22, 20, 20, 20))
    assert [str(line.reason) for line in last.lines[0]] == [
        "1 made: 10 + 1 = 11",
        "last hand: doubled, +11 more",
    ]


def test_golf_is_won_by_the_lowest_total_and_a_tie_may_be_played_off() -> None:
    from dataclasses import replace  # noqa: PLC0415

    from scorekeeper.engine.rules.ending import Tie  # noqa: PLC0415
    from scorekeeper.engine.rules.game import read_game  # noqa: PLC0415

    rules = OhHellRules(schedule=Schedule.DOWN, largest=2, scheme=SCHEMES["golf"])
    game = scorekeeper.new_game("oh-hell", rules, players=2)
    for answer in (2, 2, [1, 1], 0, 0, [1, 0]):  # both miss by 1; then South does
        game = game.answer(answer)
    assert (game.totals, game.winners) == ((2, 1), (1,))
    ending = replace(game.game.setup.ending, tie=Tie.PLAY_ON, deals=1)
    first = [game.game.deals[0].record]  # both have 1
    tied = read_game(replace(game.game.setup, ending=ending), first)
    assert (tied.over, tied.course.play_off) == (False, True)
    assert rules.cards_of(3, 2) == 2  # after the schedule, the largest hand


def test_trumps_go_round() -> None:
    rules = OH_HELL.preset("contract-whist").rules
    question = scorekeeper.new_game("oh-hell", "contract-whist").question
    assert question is not None
    assert str(question.scene.notice) == "Everyone gets 10 cards. Trumps: clubs."
    trumps = [rules.trump_of(number) for number in range(1, 7)]
    assert " ".join(str(trump) for trump in trumps) == (
        "clubs diamonds hearts spades no trump clubs"
    )


@pytest.mark.parametrize(("scheme", "points"), [("golf", (53, 0)), ("exact", (-50, 12))])
def test_a_judged_revoke_is_fined_whichever_total_wins(
    scheme: str, points: tuple[int, int]
) -> None:
    """Two cards each, hearts are trumps. South revokes; both bid 2, West takes both tricks."""
    rules = scorekeeper.house_rules(
        "oh-hell", scheme=scheme, revoke_fine=50, schedule="down", largest=2
    )
    left = [card for card in map(str, pack()) if card not in {"C2", "D3", "C5", "CA", "HK"}]
    house = json.dumps(house_rules.to_json(rules))
    line = f"{house}; dealer S; players 2; deal C2 D3 / C5 CA / HK {' '.join(left)}; "
    line += "said 2 2; play W:CA S:D3 / W:C5 S:C2"
    verdict = scorekeeper.check("oh-hell", line)
    assert [irregularity.code for irregularity in verdict.irregularities] == ["revoke"]
    assert (verdict.fines, verdict.points) == ((50, 0), points)


@pytest.mark.parametrize(
    ("players", "largest", "notices"),
    [
        (4, 13, ["Everyone gets 13 cards. No trumps.", "Everyone gets 12 cards."]),
        (2, 26, ["Everyone gets 26 cards. No trumps.", "Everyone gets 25 cards."]),
        (3, 26, ["Everyone gets 17 cards.", "Everyone gets 16 cards."]),
    ],
)
def test_a_hand_that_takes_all_cards_has_no_trumps(
    players: int, largest: int, notices: list[str]
) -> None:
    """Whether spades are turned up is asked only if a card is left for it."""
    rules = OhHellRules(schedule=Schedule.DOWN, largest=largest, spades_double=True)
    for number, notice in enumerate(notices, 1):
        seating = replace(OH_HELL.seating(players, SOUTH), number=number)
        step = next(OH_HELL.script(seating, rules))
        start = scorekeeper.deal("oh-hell", rules, players=players, number=number)
        left = "No trumps" not in notice
        assert (str(step.scene.notice), step.key == "trumps") == (notice, left)
        assert (len(start.shown), start.asking and start.asking.key) == (int(left), step.key)
        assert scorekeeper.play(start).score is not None


def test_a_game_of_an_earlier_version_keeps_its_hands() -> None:
    """Four players then had 12 cards at most, whatever the rules said."""
    kept = house_rules.to_json(OhHellRules(schedule=Schedule.DOWN, largest=13))
    del kept["whole_pack"]
    assert OH_HELL.rules_from_json(kept).cards(4)[0] == 12
    kept["largest"] = None
    assert OH_HELL.rules_from_json(kept) == OhHellRules(schedule=Schedule.DOWN)


@pytest.mark.parametrize(
    "rules",
    [
        OhHellRules(blind=True, blind_deficit=0, largest=3),
        OhHellRules(largest=13, schedule=Schedule.SAME, spades_double=True),
        OhHellRules(largest=26, schedule=Schedule.DOWN, spades_double=True),
    ],
)
@pytest.mark.parametrize("names", [("random",) * 4, ("sensible", "random") * 2])
def test_many_deals_at_once_are_those_one_after_another(
    rules: OhHellRules, names: tuple[str, ...]
) -> None:
    run = Run(WHOLE, rules, 40, names, seed=5)
    one_by_one = played(replace(run, records=True), 0, 40)
    assert [*played(run, 0, 40).rows()] == [*one_by_one.rows()]
