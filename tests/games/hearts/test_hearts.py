"""Hearts: points against handwritten numbers; the moon, the jack, and refusals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import scorekeeper
from scorekeeper.cards import any_cards
from scorekeeper.games.hearts import HeartsEntry, HeartsRules, Passing
from scorekeeper.play.hearts_player import SENSIBLE
from scorekeeper.play.players import View
from scorekeeper.play.random_streams import Draws
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import SEATS


@pytest.mark.parametrize(
    ("rules", "answers", "points"),
    [
        ("classic", ["2", [2, 5, 0, 6]], (2, 18, 0, 6)),
        ("classic", ["2", "8,5,,"], (8, 18, 0, 0)),  # nothing is left for the others
        ("classic", ["3", [0, 0, 13, 0]], (26, 26, 0, 26)),
        ("new-moon", ["3", [0, 0, 13, 0]], (0, 0, -26, 0)),
        ("rickety-kate", ["3", [0, 0, 13, 0]], (0, 0, 26, 0)),
        ({"moon": "choice"}, ["3", [0, 0, 13, 0], "add"], (26, 26, 0, 26)),
        ({"moon": "choice"}, ["3", [0, 0, 13, 0], "off"], (0, 0, -26, 0)),
        ({}, ["3", [2, 5, None, 2]], (2, 5, 17, 2)),  # one number may be left out: it is the rest
        ("classic", ["1", [0, 0, 13, 0]], (13, 0, 13, 0)),  # all hearts without the queen
        ("jack", ["2", "1", [3, 0, 4, 6]], (-7, 13, 4, 6)),
        ("jack", ["3", "1", [0, 0, 13, 0]], (16, 26, 0, 26)),  # the jack counts separately
        ("omnibus", ["3", "3", [0, 0, 13, 0]], (0, 0, -26, 0)),  # the jack is part of it
        ("omnibus", ["3", "1", [0, 0, 13, 0]], (-10, 0, 26, 0)),  # no moon without the jack
        ({"jack_value": 10, "jack_floor": "hand"}, ["2", "1", [3, 0, 4, 6]], (0, 13, 4, 6)),
        ({"entry": "points"}, [[2, 18, 0, 6]], (2, 18, 0, 6)),
        ({"entry": "points"}, [[0, 0, 26, 0]], (26, 26, 0, 26)),
        ({"no_trick": 5}, ["2", [2, 5, 0, 6], "no"], (2, 18, -5, 6)),
        ({"no_trick": 5}, ["2", [2, 5, 0, 6], "yes"], (2, 18, 0, 6)),
    ],
)
def test_points(rules: Any, answers: list[Any], points: Sequence[int]) -> None:
    assert scorekeeper.score("hearts", answers, rules).points == points


@pytest.mark.parametrize(
    ("players", "hearts", "points"),
    [(3, [5, 5, 3], (18, 5, 3)), (5, [5, 5, 3, 0, 0], (18, 5, 3, 0, 0)),
     (6, [6, 3, 3, 0, 0, 0], (19, 3, 3, 0, 0, 0)),
     (6, [12, 0, 0, 0, 0, 0], (0, 25, 25, 25, 25, 25))],
)  # fmt: skip
def test_three_to_six_play(players: int, hearts: list[int], points: Sequence[int]) -> None:
    assert scorekeeper.score("hearts", ["1", hearts], players=players).points == points


@pytest.mark.parametrize(
    ("rules", "answers", "refused", "why"),
    [
        ({"entry": "points"}, [], [10, 9, 7, 0],
         "Somebody took the queen: one player has 13 or more."),
        ({"entry": "points"}, [], [13, 9, 1, 0], "3 points still to assign"),
        ({"entry": "points"}, [], [13, 9, 6, 0], "2 points too many"),
        ({}, ["1"], [5, 5, 0, 0], "3 hearts still to assign"),
        ({}, ["1"], [5, 5, 4, 0], "1 heart too many"),
        ({}, ["1"], [14, 0, 0, -1], "South took between 0 and 13."),
        ({}, ["1"], [5, 9, None, 0], "1 heart too many"),
        ({}, ["1"], [5, None, None, 0], "The number of West is missing."),
        ({}, [], "5", "Who took the queen of spades?"),
    ],
)  # fmt: skip
def test_what_is_refused(rules: Any, answers: list[Any], refused: Any, why: str) -> None:
    game = scorekeeper.new_game("hearts", rules)
    for answer in answers:
        game = game.answer(answer)
    assert game.why_not(refused) == why


@pytest.mark.parametrize(
    ("rules", "totals", "answers", "points"),
    [
        ({"exact": "100"}, (90, 0, 0, 0), ["2", [10, 3, 0, 0]], (-40, 16, 0, 0)),
        ({"exact": "100"}, (40, 0, 0, 0), ["2", [10, 3, 0, 0]], (10, 16, 0, 0)),
        ({"exact": "50-and-100"}, (40, 0, 0, 0), ["2", [10, 3, 0, 0]], (-40, 16, 0, 0)),
        ({"exact": "100", "no_trick": 5}, (97, 105, 0, 0), ["3", [3, 0, 10, 0], "no", "yes"],
         (-47, -55, 23, 0)),  # 100 without a trick's 5 off; 105 with it
        ({"exact": "100", "no_trick": 5}, (0, 100, 0, 0), ["3", [3, 0, 10, 0], "no", "yes"],
         (3, -5, 23, 0)),  # 95 is not 100
        ({"jack_value": 10, "jack_floor": "total"}, (4, 0, 0, 0), ["2", "1", [3, 4, 6, 0]],
         (-4, 17, 6, 0)),
        ({"jack_value": 10, "jack_floor": "total"}, (40, 0, 0, 0), ["2", "1", [3, 4, 6, 0]],
         (-7, 17, 6, 0)),
    ],
)  # fmt: skip
def test_totals_that_count(
    rules: Any, totals: tuple[int, ...], answers: list[Any], points: Sequence[int]
) -> None:
    assert scorekeeper.score("hearts", answers, rules, earlier=Earlier(totals)).points == points


def test_the_lowest_wins_and_a_tie_plays_on() -> None:
    game = scorekeeper.new_game("hearts", target=60)
    for queen, hearts in (("1", [13 - 3, 3, 0, 0]), ("1", [13, 0, 0, 0]), ("1", [8, 5, 0, 0])):
        game = game.answer(queen).answer(hearts)
    assert (game.totals, game.over) == ((44, 34, 26, 26), False)
    game = game.answer("1").answer([7, 6, 0, 0])
    assert (game.totals, game.over, game.game.course.play_off) == ((64, 40, 26, 26), False, True)
    game = game.answer("1").answer([7, 0, 6, 0])
    assert (game.winners, game.game.places) == ((3,), (4, 3, 2, 1))


@pytest.mark.parametrize(
    ("players", "passing", "directions"),
    [
        (4, Passing.USUAL, ["left", "right", "across", "no", "left"]),
        (4, Passing.ALWAYS, ["left", "right", "across", "left"]),
        (3, Passing.USUAL, ["left", "right", "no", "left"]),
        (6, Passing.USUAL, ["left", "right", "across", "no"]),
        (4, Passing.NEVER, ["no", "no"]),
    ],
)
def test_to_whom_cards_are_passed(players: int, passing: Passing, directions: list[str]) -> None:
    rules = HeartsRules(passing=passing)
    words = {1: "left", players - 1: "right", None: "no"}
    ways = [rules.passed(number, players) for number in range(1, len(directions) + 1)]
    assert [words.get(way, "across") for way in ways] == directions


# South holds the lowest clubs, West diamonds, North and East the rest; hand 4 passes nothing
HELD = "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK H2 / CA D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK"
HELD += " / DA H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA / S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA"


@pytest.mark.parametrize(
    ("number", "rest", "irregularities", "unfinished"),
    [
        (4, "play S:C2 W:CA N:DA E:SA", [], "1 of 13 tricks were played."),
        (4, "play S:C3", [("card-barred", "South", "C2 leads to the first trick.")], None),
        (4, "play W:CA", [("out-of-turn", "West", "It is South's turn, not West's.")], None),
        (
            4,
            "play S:C2 W:D2 N:H3 E:SQ",
            [
                ("revoke", "West", "A revoke: West played D2 but held CA."),
                ("card-barred", "North", "H3 may not be played to the first trick."),
                ("card-barred", "East", "SQ may not be played to the first trick."),
            ],
            None,
        ),
        (
            4,
            "play S:C2 W:CA N:DA E:SA / W:D2 N:H3 E:SK S:H2 / W:D3",
            [],  # hearts are broken now
            None,
        ),
        (
            4,
            "play S:C2 W:CA N:DA E:SK / W:D2 N:H3 E:SJ S:C3",
            [],
            None,
        ),
        (
            4,
            "play S:C2 W:D2 N:DA E:SA / S:H2",
            [
                ("revoke", "West", "A revoke: West played D2 but held CA."),
                ("card-barred", "South", "South led hearts too early."),
            ],
            None,
        ),
        (4, "said S:C2,C3,C4", [("exchange-not-due", "None", "None is due here.")], None),
        (1, "", [], "cards are still to be passed on."),
        (1, "said S:C2,C3,C4", [("gave-nothing", "West", "West gave nothing.")], None),
        (1, "play S:C2", [("no-exchange", "None", "it is not written down.")], None),
    ],
)
def test_the_judge_knows_the_first_trick(
    number: int, rest: str, irregularities: list[tuple[str, str, str]], unfinished: str | None
) -> None:
    line = f"classic; dealer E; number {number}; deal {HELD}; {rest}"
    verdict = scorekeeper.check("hearts", line)
    reported = [
        (irregularity.code, str(irregularity.seat), str(irregularity.why))
        for irregularity in verdict.irregularities
    ]
    assert reported[: len(irregularities) or None] == irregularities
    assert unfinished in {None, str(verdict.unfinished)}


def test_a_queen_that_nobody_played_leaves_the_hand_without_points() -> None:
    """East plays the king of spades twice and never the queen."""
    end = scorekeeper.play_deal(scorekeeper.deal("hearts", "classic", number=4), "random")
    written = scorekeeper.write(end)
    head, _, play = written.partition("play")
    verdict = scorekeeper.check("hearts", head + "play" + play.replace("SQ", "SK"))
    assert "card-not-held" in [irregularity.code for irregularity in verdict.irregularities]
    assert str(verdict.unfinished) == "Who took the queen of spades?"
    assert verdict.points is None


def test_cards_are_passed_the_way_the_notice_says() -> None:
    """The first hand passes to the left: South's three lowest clubs go to West."""
    start = scorekeeper.deal("hearts", "classic", dealer="E")
    assert (start.turn, start.exchange and start.exchange.steps) == (0, 1)
    gifts = []
    position = start
    for seat in range(4):
        gifts.append(position.hands[seat][:3])
        position = position.apply(gifts[-1])
    assert {*gifts[0]} <= {*position.hands[1]}
    assert {*gifts[3]} <= {*position.hands[0]}
    assert position.exchange is None
    assert position.trick is not None
    assert [*map(str, position.legal)] == ["C2"]
    assert position.turn == next(s for s in range(4) if position.legal[0] in position.hands[s])


@pytest.mark.parametrize(("players", "cards", "out"), [
    (3, 17, ["D2"]),
    (4, 13, []),
    (5, 10, ["C2", "D2"]),
    (6, 8, ["C2", "D2", "H2", "S2"]),
])  # fmt: skip
def test_twos_are_left_out(players: int, cards: int, out: list[str]) -> None:
    start = scorekeeper.deal("hearts", players=players)
    dealt = {str(card) for hand in start.hands for card in hand}
    assert [len(hand) for hand in start.hands] == [cards] * players
    assert sorted({str(card) for card in start.game.pack} - dealt) == out


@pytest.mark.parametrize(
    ("hand", "trick", "played"),
    [
        ("S2 SQ SA", "S:SK", "SQ"),  # under the king
        ("S2 SA", "S:SK", "S2"),  # a low card under the king
        ("SQ SA HA D2", "S:CK", "SQ"),  # discarded
        ("SA HA D2", "S:CK", "SA"),  # could still catch the queen
        ("D3 DK", "E:D5 S:D4 W:D2", "DK"),  # last, and the trick costs nothing
        ("D3 DK", "E:D5 S:H4 W:D2", "D3"),
        ("D6 DK", "S:D5", "DK"),  # early, while all can follow
        ("S3 SJ SK", "S:S2", "SJ"),  # early, but below the queen
        ("H6 HK", "S:H5", "H6"),  # two players follow
    ],
)
def test_what_a_sensible_player_plays(hand: str, trick: str, played: str) -> None:
    """North's card to a trick in the middle of a hand."""
    start = scorekeeper.deal("hearts", "classic", number=4)
    laid = [word.split(":") for word in trick.split()]
    leader = {"S": 0, "E": 3}[laid[0][0]]
    while len(laid) < (2 - leader) % 4:  # West discards a low club
        laid.append(["W", "C3"])
    cards = tuple(any_cards(card)[0] for _, card in laid)
    assert start.trick is not None
    later = start.trick.order.after(())  # a trick after the first
    running = start.trick._replace(leader=SEATS[leader], cards=cards, order=later)
    held = tuple(any_cards(hand))
    hands = tuple(held if seat == 2 else () for seat in range(4))
    position = replace(start, hands=hands, trick=running, tricks=())
    view = View.of(position, SEATS[2])
    assert str(SENSIBLE.decide(view, Draws.of(1, 1))) == played


def test_a_tie_for_the_lowest_is_played_off() -> None:
    """103 87 61 61 after twelve hands: play on; 128 88 61 61 too; then East is lowest alone."""
    game = scorekeeper.new_game("hearts", HeartsRules(entry=HeartsEntry.POINTS), target=100)
    twelve = [
        [18, 3, 0, 5], [16, 0, 5, 5], [16, 5, 0, 5], [16, 0, 5, 5], [0, 18, 3, 5], [5, 16, 0, 5],
        [5, 16, 5, 0], [0, 16, 5, 5], [5, 5, 13, 3], [3, 0, 18, 5], [3, 5, 5, 13], [16, 3, 2, 5],
    ]  # fmt: skip
    for hand in twelve:
        assert not game.over
        game = game.answer(hand)
    assert (game.totals, game.over) == ((103, 87, 61, 61), False)
    game = game.answer([25, 1, 0, 0])
    assert (game.totals, game.over) == ((128, 88, 61, 61), False)
    game = game.answer([0, 0, 16, 10])
    assert (game.totals, game.over, game.winners) == ((128, 88, 77, 71), True, (3,))


def test_who_passes_a_card_not_held_is_reported_and_nobody_else() -> None:
    """The lowest club may have been passed; its holder then leads."""
    for seed in range(60):
        rng = random.Random(seed)
        players = rng.choice((3, 4, 5, 6))
        deal = scorekeeper.deal("hearts", players=players, seed=seed + 1)
        end = scorekeeper.play_deal(deal, "random", seed=seed)
        giver, others = rng.randrange(players), [*range(players)]
        others.remove(giver)
        given = list(end.exchanges[0][giver])
        given[rng.randrange(3)] = rng.choice(end.dealt[rng.choice(others)])
        exchanges = list(end.exchanges[0])
        exchanges[giver] = tuple(given)
        line = scorekeeper.write(replace(end, exchanges=(tuple(exchanges),)))
        verdict = scorekeeper.check("hearts", line)
        found = [(fault.code, fault.seat) for fault in verdict.irregularities]
        assert found == [("card-not-held", giver)], line
        assert (verdict.points, verdict.winners) == (end.score and end.score.points, end.winners)
