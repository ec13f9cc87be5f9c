"""The ends of games that are files: every end that a table can choose comes, with its winner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import scorekeeper
from scorekeeper.api import ScoredGame
from scorekeeper.games.registry import ready_files
from scorekeeper.insight.what_if import rescore
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from scorekeeper.testing import random_game

READY = {book.key: book for book in ready_files()}
MOST_HANDS = 400  # of a random game to its target
FIRST = {"phase-10", "rummikub"}  # the file says who wins, whatever the end is


def endings(book: Rulebook[Any], rules: object, players: int) -> Iterable[Ending]:
    """Yield each end that a game offers: its usual target, a small one, and two hands."""
    for goal in book.endings.goals:
        usual = replace(book.usual_ending(rules), goal=goal, deals=2)
        for target in {usual.target, 50} if goal is Goal.TARGET else {usual.target}:
            yield book.agreed(replace(usual, target=target), rules, players)


@pytest.mark.parametrize("key", READY)
def test_every_end_of_every_variant_comes_and_has_the_winner_that_it_should(key: str) -> None:
    book = READY[key]
    for preset in book.presets:
        players = book.players[len(book.players) // 2]
        for ending in endings(book, preset.rules, players):
            setup = Setup(book, preset.rules, ending, players, SOUTH)
            hands = 3 if ending.by_table else MOST_HANDS
            played = random_game(setup, Random(preset.key), hands)
            assert played.over or ending.by_table, (preset.key, ending)
            records = [deal.record for deal in played.deals]
            game = read_game(setup, records, stopped=not played.over)
            best = max if not ending.low else min
            out = game.complete[-1].score.out if game.complete[-1].score else ()
            left = [side for side, seats in enumerate(game.sides) if not {*seats} & {*out}]
            if key not in FIRST and ending.goal is not Goal.TARGET:
                top = best(game.totals[side] for side in left)
                assert game.winners == tuple(s for s in left if game.totals[s] == top), ending
            elif ending.goal is Goal.TARGET and not ending.low:
                assert all(game.totals[side] >= ending.target for side in game.winners), ending


def test_who_went_out_later_ranks_before_who_went_out_earlier() -> None:
    game = scorekeeper.new_game("yaniv", "last-left", players=3)
    for hand in [[3, 67, 51], [3, 67, 51], [3, 67, 51], [3, 0, 99]]:
        game = game.answer("0").answer(hand)
    ended = game.game
    assert (ended.totals, ended.places) == ((0, 201, 252), (1, 3, 2))
    assert [deal.plays(1) for deal in ended.deals] == [True, True, True, False]


# What is written into a rule follows the end that the table chose

BIG = "rosen", "1/nobody/50,0/90,67"  # Schieber: 140 for A, 87 for B
LATE = "rosen", "nobody/nobody/0,0/50,107"
GIN = "0", "gin", [0, 40]
LEAVE = [("0", [1, 0]), ("1", [0, 1]), ("0", [3, 99]), ("0", [7, 7])]  # both with the last hand
MELDS = "0", "310,330/0,0"
OUT = {"first": "out"}
ROWS = [
    # Schieber: a side that says so first wins only where somebody has reached the target.
    ("schieber", "twelve", {}, [BIG] * 12, (1680, 1044), (0,)),
    ("schieber", "to-1000", {"deals": 2}, [BIG] * 2, (280, 174), (0,)),
    ("schieber", "to-1000", {"goal": Goal.OPEN}, [BIG] * 13, (1820, 1131), ()),
    ("schieber", "to-1000", {"target": 200}, [BIG] * 2, (280, 174), (0,)),
    ("schieber", "to-1000", {"target": 150}, [BIG, (*LATE, "1")], (190, 194), (1,)),
    ("schieber", "to-1000", {"target": 150}, [BIG, (*LATE, "0")], (190, 194), (0,)),
    # Gin: what is added at the end of the game is added once, and only if it ends as agreed.
    ("gin-rummy", None, {}, [GIN, GIN], (130 * 2 + 100 + 50, 0), (0,)),
    ("gin-rummy", None, {"target": 66}, [GIN, GIN], (410, 0), (0,)),
    ("gin-rummy", None, {"deals": 1}, [GIN], (65 * 2 + 100 + 25, 0), (0,)),
    ("gin-rummy", None, {"goal": Goal.OPEN}, [GIN] * 4, (260, 0), ()),
    ("gin-rummy", None, {"goal": Goal.OPEN, "stop": True}, [GIN] * 4, (720, 0), (0,)),
    ("gin-rummy", None, {"target": 200, "stop": True}, [GIN], (65, 0), (0,)),
    # Rummy 500: who went out wins only with the target.
    ("rummy-500", OUT, {"target": 300, "players": 2}, [MELDS], (310, 330), (0,)),
    ("rummy-500", OUT, {"target": 320, "players": 2}, [MELDS], (310, 330), (1,)),
    ("rummy-500", OUT, {"deals": 2, "players": 2}, [MELDS] * 2, (620, 660), (1,)),
    # Yaniv: the last one left wins, and so does the better of two who leave together.
    ("yaniv", "last-left", {"players": 3, "target": 300}, [("0", [3, 90, 90])] * 3,
     (0, 270, 270), (0,)),
    ("yaniv", "last-left", {"players": 2, "goal": Goal.OPEN}, [("0", [3, 90])] * 3,
     (0, 270), (0,)),
    ("yaniv", {"penalty": 100}, {"players": 2}, LEAVE, (208, 207), (1,)),
    ("yaniv", "first-over", {"players": 2, "goal": Goal.RULES}, [("0", [3, 70])] * 3,
     (0, 210), (0,)),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_rule_follows_the_end_that_the_table_chose(row: Any) -> None:
    key, rules, ends, hands, totals, winners = row
    given = dict(ends)
    goal, stop = given.pop("goal", None), given.pop("stop", False)
    game = scorekeeper.new_game(key, rules, **given)
    setup = game.game.setup
    ending = replace(setup.ending, goal=goal or setup.ending.goal)
    game = ScoredGame(read_game(replace(setup, ending=ending), ()))
    for answers in hands:
        for answer in answers:
            game = game.answer(answer)
    records = [deal.record for deal in game.game.deals]
    ended = read_game(game.game.setup, records, stopped=stop, known=game.game)
    assert (ended.totals, ended.winners, ended.over) == (totals, winners, bool(winners))
    again = read_game(ended.setup, records, stopped=False, known=ended)
    assert again.totals == game.totals, "a stop that is undone takes its bonuses back"
    assert rescore(ended, ended.setup.rules).totals == totals
