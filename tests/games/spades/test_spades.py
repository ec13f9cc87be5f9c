"""Spades: points of a side against handwritten numbers, carried bags, barred bids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.spades.bidder_figures import bags_cost
from scorekeeper.games.spades.scoring import Bidder, SideHand, charged, lines
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.play.players import View
from scorekeeper.play.spades_player import bid
from scorekeeper.rules.game import Game
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import Seat
from tests.terminal import run

BAGS = (7, 0)
SIX = {"number": "blind-bid"}
FOUR = "East can't say 4: that would make 13."
FULL = "East can't say 0: that would make 13."


def play(
    bids: Sequence[object],
    tricks: object,
    *nil_tricks: int,
    rules: Any = "pagat",
    earlier: Earlier | None = None,
    **given: Any,
) -> tuple[tuple[int, ...], object]:
    """The points of a hand that East deals (South bids first), and the bags after it."""
    answers = [bid if isinstance(bid, int) else {"number": bid} for bid in bids]
    score = scorekeeper.score(
        "spades", [*answers, tricks, *nil_tricks], rules,  # type: ignore[list-item]
        dealer="E" if len(bids) == 4 else "N", earlier=earlier or Earlier(), **given,
    )  # fmt: skip
    return score.points, score.left


# unless noted, South and North bid 5 together, and so do West and East
@pytest.mark.parametrize(
    ("bids", "tricks", "nils", "rules", "points"),
    [
        ((3, 3, 2, 2), 7, (), {}, (52, 51)),  # two bags; one bag
        ((4, 3, 3, 2), 6, (), {}, (-70, 52)),  # 7 bid, 6 taken: no bags
        ((0, 3, 4, 2), 5, (0,), {}, (141, 53)),  # nil made, 4 bid, 5 taken
        ((0, 3, 5, 2), 5, (1,), {}, (-149, 53)),  # nil took 1, the partner 4 of 5; one bag
        ((0, 3, 5, 2), 5, (1,), {"failed_nil_helps": True}, (-50, 53)),
        ((0, 3, 0, 2), 1, (1,), {}, (1, 57)),  # both nil, one took one: +100, -100, a bag
        ((0, 5, 0, 5), 0, (), {}, (200, 103)),
        ((5, 3, 5, 2), 10, (), {"ten_for_200": True}, (200, -50)),
        ((5, 3, 5, 2), 9, (), {"ten_for_200": True}, (-200, -50)),
        ((7, 0, 6, 0), 13, (), {"boston": True}, (200, 200)),
        ((7, 0, 6, 0), 13, (), {}, (130, 200)),
        ((4, 3, 3, 2), 6, (), {"set_penalty": 0}, (0, 52)),
        ((3, 3, 2, 2), 7, (), {"bag_value": 0}, (50, 50)),
        ((3, 3, 2, 2), 7, (), {"bag_value": -1}, (48, 49)),
        ((0, 3, 4, 2), 5, (0,), {"nil_value": 50}, (91, 53)),
    ],
)
def test_the_points_of_partners(
    bids: Sequence[int],
    tricks: int,
    nils: Sequence[int],
    rules: dict[str, Any],
    points: Sequence[int],
) -> None:
    assert play(bids, tricks, *nils, rules=rules)[0] == points


@pytest.mark.parametrize(
    ("tricks", "total", "bags"),
    [(7, 389, 9), (8, 290, 0), (9, 291, 1)],  # pagat.com's own: 337 points, 7 bags, 5 bid
)
def test_ten_bags_cost_a_hundred(tricks: int, total: int, bags: int) -> None:
    earlier = Earlier((337, 0), BAGS)
    points, left = play((3, 3, 2, 2), tricks, earlier=earlier)
    assert (337 + points[0], left[0]) == (total, bags)  # type: ignore[index]


@pytest.mark.parametrize(
    ("rules", "points", "bags"),
    [
        ({}, 53 - 100, 1),  # 8 bags and 3 more
        ({"bag_cancel": True}, 53 - 110, 1),
        ({"bag_limit": 0}, 53, 11),
        ({"bag_limit": 5, "bag_penalty": 50}, 53 - 100, 1),  # twice five
    ],
)
def test_what_bags_cost(rules: dict[str, Any], points: int, bags: int) -> None:
    gained, left = play((3, 3, 2, 2), 8, rules=rules, earlier=Earlier((0, 0), (8, 0)))
    assert (gained[0], left[0]) == (points, bags)  # type: ignore[index]


@pytest.mark.parametrize(
    ("limit", "words"), [(1, ["1 bag: -20", "1 bag: -20"]), (2, ["2 bags: -20"])]
)
def test_the_cost_of_one_bag_is_named_in_the_singular(limit: int, words: list[str]) -> None:
    rules = SpadesRules(bag_limit=limit, bag_penalty=20)
    reasons, left = lines(SideHand(3, 5, (), 0), rules, 13)
    assert [str(line.reason) for line in reasons[2:]] == words
    assert (charged(reasons), left) == (-20 * len(words), 0)


@pytest.mark.parametrize(
    ("helps", "reason"),
    [
        (False, "said 4, took 4, 1 of them by a failed nil: -40"),
        (True, "said 4, took 4: +40"),
    ],
)
def test_a_bid_that_fails_with_enough_tricks_says_why(helps: bool, reason: str) -> None:
    hand = SideHand(4, 4, (Bidder(Seat(0), True, 1),), 0)
    assert str(lines(hand, SpadesRules(failed_nil_helps=helps), 13)[0][0].reason) == reason


def test_a_correction_scores_later_hands_again() -> None:
    game = scorekeeper.new_game("spades")
    for _ in range(4):  # three bags a hand for South and North
        for answer in (2, 2, 3, 3, 8):
            game = game.answer(answer)
    assert (game.totals, game.game.deals[-1].after.left) == ((112, 200), (2, 0))
    assert game.question is not None
    assert [words and str(words) for words in game.question.scene.carried] == ["2 bags", None]
    facts = [
        *[deal.record.facts for deal in game.game.deals[:1]],
        (*game.game.deals[1].record.facts[:4], {"number": 5}),  # now without bags
        *[deal.record.facts for deal in game.game.deals[2:]],
    ]
    corrected = _read(game.game, facts)
    assert corrected.totals == (209, 203)
    assert corrected.deals[-1].after.left == (9, 3)


def _read(game: Game, facts: Sequence[Any]) -> Game:
    from scorekeeper.rules.deal import DealRecord  # noqa: PLC0415
    from scorekeeper.rules.game import read_game  # noqa: PLC0415

    return read_game(
        game.setup, [DealRecord(tuple(deal_facts)) for deal_facts in facts], known=game
    )


@pytest.mark.parametrize(
    ("rules", "before", "bid", "why"),
    [
        ({}, (), {"number": "blind"}, "Blind nil needs a side 100 behind."),
        ({"blind_deficit": 0}, (), {"number": "blind"}, None),
        ({"nil": False}, (), 0, "Nil is not played."),
        ({"no_ones": True}, (), 1, "A bid of 1 is not allowed."),
        ({"double_nil": False}, (0, 3), 0, "South already bid nil."),
        ({}, (0, 3), 0, None),
        ({"least": 4}, (2, 3), 1, "The side must bid 4: at least 2."),
        ({"least": 4}, (2, 3), 0, "The side must bid 4: at least 2."),
        ({"least": 4}, (4, 3), 0, None),
        ({"least": 4}, (0, 3), 3, "The side must bid 4: at least 4."),
        ({"no_full": True}, (3, 3, 3), 4, FOUR),
        ({"suicide": True}, (), 3, "Here a bid is nil, or 4 or more."),
        ({"no_full": True, "blind_deficit": 0}, (5, 4, 4), {"number": "blind"}, FULL),
        ({"suicide": True, "least": 5}, (), 4, "Here a bid is nil, or 5 or more."),
        ({"suicide": True, "least": 5}, (5, 5), 0, None),  # at least five together
        ({"suicide": True, "least": 5}, (0, 5), 5, None),
        ({"suicide": True, "solo": True, "no_full": True}, (3, 3, 3), 4, FOUR),  # no partners
        ({"suicide": True}, (5, 4), 4, "South bid, so North bids nil."),
        ({"suicide": True}, (0, 4), 0, "South already bid nil."),
        ({}, (), 14, "A bid is a number from 0 to 13."),
        ({"blind_bid": 6}, (), SIX, "Blind 6 needs a side 100 behind."),
        ({"blind_bid": 6, "blind_deficit": 0}, (), SIX, None),
        (
            {"blind_bid": 6, "blind_deficit": 0},
            (3, 3),
            SIX,
            "South has bid: a blind 6 is for both.",
        ),
        ({"blind_bid": 3, "blind_deficit": 0, "least": 4}, (), SIX, "The side must bid 4."),
        ({"blind_bid": 4, "blind_deficit": 0, "no_full": True, "solo": True}, (3, 3, 3), SIX, FOUR),
        ({"blind_bid": 6, "blind_deficit": 0, "no_full": True}, (SIX, 3), 4, FOUR),
    ],
)
def test_barred_bids(rules: Any, before: Sequence[Any], bid: Any, why: str | None) -> None:
    game = scorekeeper.new_game("spades", rules, dealer="E")
    for number in before:
        game = game.answer(number)
    assert game.why_not(bid) == why


def test_a_side_far_enough_behind_may_bid_blind_nil() -> None:
    points, _ = play(("blind", 5, 4, 5), 4, 0, earlier=Earlier((0, 100), (0, 0)))
    assert points == (240, -100)


def test_a_blind_nil_stands_though_a_correction_would_bar_it_now() -> None:
    game = scorekeeper.new_game("spades", {"blind_deficit": 40})
    for answer in (5, 3, 5, 2, 3, {"number": "blind"}, 4, 4, 4, 5, 0):
        game = game.answer(answer)
    assert (game.game.deals[0].totals, game.game.deals[1].flaw) == ((-50, 100), None)
    first, second = (deal.record.facts for deal in game.game.deals)
    corrected = _read(game.game, [(*first[:4], {"number": 5}), second])
    assert (corrected.deals[0].totals, corrected.deals[1].flaw) == ((50, -100), None)


@pytest.mark.parametrize(
    ("bids", "tricks", "players", "points"),
    [
        ((0, 4, 4, 4), [0, 5, 4, 4], 4, (50, 41, 40, 40)),
        ((3, 0, 5, 4), [3, 2, 4, 4], 4, (30, -48, -50, 40)),  # the bags of a nil
        ((5, 5, 6), [5, 6, 6], 3, (50, 51, 60)),
    ],
)
def test_everyone_alone(
    bids: Sequence[int], tricks: list[int], players: int, points: Sequence[int]
) -> None:
    assert play(bids, tricks, rules="solo", players=players)[0] == points


def test_the_end_of_a_game() -> None:
    """The target, and a floor other than minus the target."""
    from dataclasses import replace  # noqa: PLC0415

    game = scorekeeper.new_game("spades", dealer="E", target=100)
    for answer in (5, 2, 5, 3, 3):  # South and North take 3: the others are far ahead
        game = game.answer(answer)
    assert (game.totals, game.over) == ((-100, 55), False)
    ending = replace(game.game.setup.ending, floor=-100)
    low = _read(
        Game(replace(game.game.setup, ending=ending), ()), [game.game.deals[0].record.facts]
    )
    assert (low.over, low.winners) == (True, (1,))


def of_spades(answers: str, play: str) -> list[tuple[str, str, str]]:
    """The irregularities in a deal in which the eldest, South, has spades and clubs."""
    deal = "C2 C3 C4 C5 C6 C7 S2 S3 S4 S5 S6 S7 S8 / C8 C9 CT CJ CQ CK CA D2 D3 D4 D5 D6 D7"
    deal += " / D8 D9 DT DJ DQ DK DA H2 H3 H4 H5 H6 H7 / H8 H9 HT HJ HQ HK HA S9 ST SJ SQ SK SA"
    line = f"pagat; dealer E; deal {deal}; said {answers}; play {play}"
    verdict = scorekeeper.check("spades", line)
    return [
        (irregularity.code, str(irregularity.seat), str(irregularity.why))
        for irregularity in verdict.irregularities
    ]


@pytest.mark.parametrize(
    ("answers", "play", "irregularities"),
    [
        ("3 3 3 3", "S:C2 W:C8 N:D8 E:H8 / W:D2 N:D9 E:S9 S:S2 / E:SA", []),  # a ruff breaks spades
        ("3 3 3 3", "S:S2", [("card-barred", "South", "South led spades too early.")]),
        (
            "3 3 3 3",
            "S:C2 W:D2 N:D8 E:H8",
            [("revoke", "West", "A revoke: West played D2 but held C8, C9, CT, CJ, CQ, CK, CA.")],
        ),
        ("blind 3 3 3", "", [("choice-barred", "South", "Blind nil needs a side 100 behind.")]),
    ],
)
def test_the_judge_knows_when_spades_are_broken(
    answers: str, play: str, irregularities: list[tuple[str, str, str]]
) -> None:
    assert of_spades(answers, play) == irregularities


def test_only_spades_are_left_to_lead() -> None:
    """A player with spades alone may lead one."""
    from scorekeeper.cards import Suit, cards  # noqa: PLC0415
    from scorekeeper.play.tricks import BreakingOrder  # noqa: PLC0415

    order = BreakingOrder()
    assert order.legal(cards("S2 C3 S4"), None, Suit.SPADES) == cards("C3")
    assert order.legal(cards("S2 S4"), None, Suit.SPADES) == cards("S2 S4")
    assert order.after(cards("C2 C3 S4")).legal(cards("S2 C3"), None, Suit.SPADES) == cards("S2 C3")


def test_a_blind_nil_is_said_written_and_judged() -> None:
    from scorekeeper.games.spades.variants import SpadesRules  # noqa: PLC0415

    start = scorekeeper.deal("spades", SpadesRules(blind_deficit=0), dealer="E")
    assert (start.legal[-1], start.asking and start.asking.asked) == ("blind", 0)
    end = scorekeeper.play_deal(start.apply("blind"))
    line = scorekeeper.write(end)
    verdict = scorekeeper.check("spades", line)
    assert "said S:blind W:" in line
    assert end.score is not None
    assert (verdict.irregularities, verdict.points) == ((), end.score.points)
    barred = scorekeeper.deal("spades", dealer="E")
    assert barred.legal == tuple(range(14))
    assert scorekeeper.why_not(barred, "blind") == "Blind nil needs a side 100 behind."


@pytest.mark.parametrize(
    ("rules", "partner", "bids"),
    [
        ("pagat", 13, {0}),  # all tricks are the partner's
        ("pagat", 12, {0, 1}),
        ({"nil": False}, 13, {1}),  # a bid that is too high, because there is no other
    ],
)
def test_a_sensible_player_bids_no_more_tricks_than_the_partner_leaves(
    rules: Any, partner: int, bids: set[int]
) -> None:
    deals = (scorekeeper.deal("spades", rules, seed=seed).apply(partner) for seed in range(60))
    said = (deal.apply(1) for deal in deals)
    asked = ((deal, deal.turn) for deal in said)
    assert {bid(View.of(deal, seat)) for deal, seat in asked if seat is not None} == bids


def test_chances_where_four_play_alone() -> None:
    totals, alone = (480, 0, 0, 0), scorekeeper.new_game("spades", "solo")
    chances = scorekeeper.odds(alone, totals, bank=60, games=200).chances
    assert (len(chances), chances[0] > 0.9) == (4, True)
    words = ("--rules", "solo", "--bank", "100", "--games", "200")
    printed = run("odds", "--game", "spades", *words, *map(str, totals))
    assert (printed.exit_code, len(printed.stdout.splitlines())) == (0, 4)
    assert "Spades takes 3 to 4 totals" in run("odds", "--game", "spades", *words, "1", "2").stderr


@pytest.mark.parametrize(
    ("rules", "bags", "cost"),
    [
        ({"bag_value": -10, "bag_limit": 6, "bag_penalty": 10}, 6, -10),  # beside the bags' own -60
        ({}, 10, -100),
        ({"bag_limit": 5}, 10, -200),  # twice
        ({}, 9, None),
        ({"bag_penalty": 0}, 10, None),
    ],
)
def test_the_figures_know_what_bags_cost(
    rules: dict[str, Any], bags: int, cost: int | None
) -> None:
    game = scorekeeper.new_game("spades", rules, dealer="E")
    for answer in (1, 1, 1, 1, bags + 2):
        game = game.answer(answer)
    assert [bags_cost(game.game.deals[0], side) for side in (0, 1)] == [cost, None]


def test_odds_say_how_many_games_have_no_end() -> None:
    """Simulated players lose most of their bids if one partner has to bid nil."""
    words = ("odds", "--game", "spades", "--rules", "suicide", "0", "0", "--bank", "100")
    given = json.loads(run(*words, "--games", "100", "--json").stdout)
    assert sum(given["chances"]) + given["unfinished"] == pytest.approx(1)
    assert given["unfinished"] > 0.5
    last = run(*words, "--games", "100").stdout.splitlines()[-1]
    assert last == f"{given['unfinished']:.1%} of the games had no end: nobody won them"
