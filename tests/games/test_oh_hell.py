"""Oh Hell: schedules, hooks, blind bids, doubling, and the sources' examples of each scheme."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import scorekeeper
from scorekeeper.cards import pack
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.oh_hell import OH_HELL, SCHEMES, OhHellRules, Schedule, Trumps
from scorekeeper.play.environment import CardGame
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run, played
from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Goal, Tie
from scorekeeper.rules.game import read_game
from scorekeeper.rules.script import Earlier, read
from scorekeeper.seating import SOUTH, Seat

TEN_OF_ONE_CARD = f"pagat; dealer S; number 10; players 10; deal {' / '.join(['C2'] * 10)}"


@pytest.mark.parametrize(
    ("preset", "lines"),
    [
        ("pagat", ["A made bid scores 10 plus 1 for each trick bid.", "A made zero scores 10.",
                   "A missed bid scores nothing."]),
        ("ten-a-trick", ["A made bid scores 10 for each trick bid.", "A made zero scores 5.",
                         "A missed bid scores -10 for each trick bid.",
                         "A missed zero scores -5 in addition."]),
    ],
)  # fmt: skip
def test_the_printed_scoring_can_be_read_without_the_form(preset: str, lines: list[str]) -> None:
    sections = OH_HELL.describe(OH_HELL.preset(preset).rules)
    assert [str(sentence) for sentence in sections[-1].sentences][1:-1] == lines
    assert "The dealer bids last and may not make the bids add up to the number of tricks." in map(
        str, sections[1].sentences
    )


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
        ("under-counts", 3, 2, 10, 2),
        ("under-counts", 1, 2, 10, 0),
        ("binary", 5, 5, 10, 10),
        ("ten-a-card", 3, 3, 5, 50),
        ("ten-a-card", 0, 0, 5, 50),  # as much as any other
        ("ten-a-card", 1, 1, 1, 10),
        ("ten-a-card", 2, 3, 5, 0),
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
    own = BidScheme(name="Ours", made=20, each=5, missed_off=-4, zero=15)
    assert [own.points(*hand, 7) for hand in ((3, 3), (3, 1), (0, 0), (0, 2))] == [35, -8, 15, -8]
    line = scorekeeper.house_rules("oh-hell", scheme={"made": 20}).scheme.line(2, 2, 5)
    assert str(line.reason) == "2 made: 20 + 2 = 22"
    mixed = replace(own, square=True, made_cards=10)
    assert str(mixed.line(2, 2, 7).reason) == "2 made: 20 + 5 x 2 x 2 + 10 x 7 = 110"
    assert str(SCHEMES["ten-a-card"].line(0, 0, 7).reason) == "0 made: 10 x 7 = 70"


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
            [*range(1, 13)],  # one card is turned up
        ),
        (OhHellRules(schedule=Schedule.UP, largest=13), 5, [*range(1, 11)]),
        (
            OhHellRules(schedule=Schedule.UP, largest=13, trumps=Trumps.SPADES),
            4,
            [*range(1, 14)],
        ),
        (OhHellRules(schedule=Schedule.CAPPED_DOWN, largest=10), 6, [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]),
        (OhHellRules(), 10, [*range(10, 0, -1), *range(2, 11)]),  # two packs: 104 cards
        (OhHellRules(schedule=Schedule.UP, largest=26), 8, [*range(1, 14)]),
        (OhHellRules(schedule=Schedule.UP, largest=26, whole_pack=False), 8, [*range(1, 13)]),
        (OhHellRules(schedule=Schedule.UP, largest=26), 9, [*range(1, 12)]),
        (OhHellRules(schedule=Schedule.CAPPED_DOWN, largest=12), 10, [10, 10, *range(10, 0, -1)]),
        (OhHellRules(sizes=(1, 13, 12)), 9, [1, 11, 11]),
        (OhHellRules(sizes=(1, 3, 5, 7, 9, 7)), 6, [1, 3, 5, 7, 8, 7]),  # 52 cards: no more than 8
        (OhHellRules(schedule=Schedule.SAME, sizes=(2, 4)), 4, [2, 4]),
    ],
)
def test_schedules(rules: OhHellRules, players: int, cards: list[int]) -> None:
    assert [*OH_HELL.schedule(rules, players)] == cards
    assert OH_HELL.length(rules, players) == len(cards)


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
    rules = OhHellRules(schedule=Schedule.DOWN, largest=2, scheme=SCHEMES["golf"])
    game = scorekeeper.new_game("oh-hell", rules, players=2)
    for answer in (2, 2, [1, 1], 0, 0, [1, 0]):  # both miss by 1; then South misses
        game = game.answer(answer)
    assert (game.totals, game.winners) == ((2, 1), (1,))
    ending = replace(game.game.setup.ending, tie=Tie.PLAY_ON, deals=1)
    first = [game.game.deals[0].record]  # both have 1
    tied = read_game(replace(game.game.setup, ending=ending), first)
    assert (tied.over, tied.course.play_off) == (False, True)
    assert OH_HELL.cards_of(rules, 3, 2) == 2  # after the schedule, the largest hand


def test_trumps_go_round() -> None:
    rules = OH_HELL.preset("contract-whist").rules
    question = scorekeeper.new_game("oh-hell", "contract-whist").question
    assert question is not None
    assert str(question.scene.notice) == "Everyone gets 10 cards. Trumps: clubs."
    trumps = [OH_HELL.trump_of(rules, number) for number in range(1, 7)]
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
        (
            3,
            26,
            ["Everyone gets 17 cards. There are too few for 26.", "Everyone gets 16 cards."],
        ),
    ],
)
def test_a_hand_that_takes_all_cards_has_no_trumps(
    players: int, largest: int, notices: list[str]
) -> None:
    """The question whether spades are turned up needs a card left for it."""
    rules = OhHellRules(schedule=Schedule.DOWN, largest=largest, spades_double=True)
    for number, notice in enumerate(notices, 1):
        seating = OH_HELL.seating(players, SOUTH, rules).numbered(number)
        step = next(OH_HELL.script(seating, rules))
        start = scorekeeper.deal("oh-hell", rules, players=players, number=number)
        left = "No trumps" not in notice
        assert (str(step.scene.notice), step.key == "trumps") == (notice, left)
        assert (len(start.shown), start.asking and start.asking.key) == (int(left), step.key)
        assert scorekeeper.play_deal(start).score is not None


@pytest.mark.parametrize(
    "act",
    [
        lambda: scorekeeper.deal("oh-hell", players=10),
        lambda: scorekeeper.simulate("oh-hell", 1, seats=10),
        lambda: scorekeeper.odds(scorekeeper.new_game("oh-hell", players=10)),
        lambda: CardGame("oh-hell", players=10),
        lambda: scorekeeper.check("oh-hell", TEN_OF_ONE_CARD),
        lambda: scorekeeper.load("oh-hell", TEN_OF_ONE_CARD),
    ],
)
def test_hands_with_two_packs_are_scored_only(act: Callable[[], object]) -> None:
    """A card is known by its name, of which there are two."""
    with pytest.raises(ValueError, match=r"With 10 players .* needs 2 to 7 players"):
        act()


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
    run = Run(WholeGame[OhHellRules].of(OH_HELL), rules, 40, names, seed=5)
    one_by_one = played(replace(run, records=True), 0, 40)
    assert [*played(run, 0, 40).rows()] == [*one_by_one.rows()]


def test_four_players_and_ten_cards() -> None:
    """East deals, may not bid 1 and bids 2: one over; 13, 12, 0, 0; then nine cards from South."""
    game = scorekeeper.new_game("oh-hell", "pagat", dealer="E")
    for bid in (3, 2, 4):
        game = game.answer(bid)
    assert game.why_not(1) == "East can't say 1: that would make 10."
    game = game.answer(2).answer([3, 2, 2, 3])
    assert (str(game.scores[0].label), game.scores[0].points) == ("1 over", (13, 12, 0, 0))
    assert (game.dealer, game.question and game.question.scene.total) == ("S", 9)


BEHIND = Earlier((40, 20, 21, 60))  # South is 20 behind, West 40, North 39; East leads


ASKED = "South's blind bid?"


@pytest.mark.parametrize(
    ("rules", "earlier", "why"),
    [
        ({"blind": True}, BEHIND, ASKED),
        ({"blind": True}, Earlier((41, 0, 0, 60)), "A blind bid needs a player 20 behind."),
        ({"blind": True, "blind_deficit": 0}, Earlier((60, 0, 0, 0)), ASKED),
        ({"blind": True, "blind_deficit": 30}, BEHIND, "A blind bid needs a player 30 behind."),
        ({"blind": True, "scheme": SCHEMES["golf"]}, Earlier((9, 0, 0, 0)),
         "A blind bid needs a player 20 behind."),  # the lowest leads
        ({"blind": True, "scheme": SCHEMES["golf"]}, Earlier((20, 0, 0, 0)), ASKED),
        ({}, BEHIND, "“blind” is not a whole number."),  # rules without blind bids
    ],
)  # fmt: skip
def test_who_may_bid_before_looking(rules: Any, earlier: Earlier, why: str) -> None:
    """The first bidder South may look at the hand; then the number is asked."""
    chosen = OhHellRules(**rules)
    script = OH_HELL.script(OH_HELL.seating(4, Seat(3), chosen), chosen, earlier)
    try:
        step = read(script, [{"number": "blind"}]).step
        message = str(step and step.question)
    except scorekeeper.EntryError as refusal:
        message = str(refusal)
    assert message == why


def test_a_made_blind_bid_scores_ten_more() -> None:
    """20 instead of the scheme's 10; a missed blind bid scores like any other."""
    rules = {"blind": True}
    answers: list[Any] = ["blind", 3, "blind", 2, 4, 2, [3, 1, 4, 2]]
    score = scorekeeper.score("oh-hell", answers, rules, dealer="E", earlier=BEHIND)
    assert score.points == (23, 0, 14, 12)
    assert [str(line.reason) for line in score.lines[0]] == [
        "3 made: 10 + 3 = 13",
        "bid blind: +10",
    ]


def test_a_blind_dealer_who_is_barred_bids_one_more() -> None:
    """The number that would fit stays barred; the next one is open."""
    game = scorekeeper.new_game("oh-hell", {"blind": True, "blind_deficit": 0}, dealer="E")
    for bid in (3, 2, 4, "blind"):
        game = game.answer(bid)
    assert str(game.question and game.question.question) == "East's blind bid?"
    assert game.why_not(1) == "East can't say 1: that would make 10."
    assert game.answer(2).answer([3, 2, 3, 2]).totals == (13, 12, 0, 22)


def test_a_blind_bid_stands_though_a_correction_would_bar_it_now() -> None:
    game = scorekeeper.new_game("oh-hell", {"blind": True, "blind_deficit": 10})
    for answer in (0, 0, 5, 6, [5, 5, 0, 0], 0, 4, "blind", 1, 5, [4, 0, 4, 1]):
        game = game.answer(answer)
    first, second = (deal.record.facts for deal in game.game.deals)
    assert game.game.deals[1].flaw is None
    corrected = read_game(
        game.game.setup, [DealRecord((*first[:4], {"tricks": [6, 0, 4, 0]})), DealRecord(second)]
    )
    assert corrected.deals[1].flaw is None


@pytest.mark.parametrize(
    ("answers", "rules", "points"),
    [
        (["S", 3, 2, 4, 2, [3, 2, 2, 3]], {"spades_double": True}, (26, 24, 0, 0)),
        (["H", 3, 2, 4, 2, [3, 2, 2, 3]], {"spades_double": True}, (13, 12, 0, 0)),
        ([3, 2, 4, 2, [3, 2, 2, 3]], {"spades_double": True, "trumps": Trumps.SPADES},
         (26, 24, 0, 0)),
        ([3, 2, 4, 2, [3, 2, 2, 3]], {"trumps": Trumps.SPADES}, (13, 12, 0, 0)),
    ],
)  # fmt: skip
def test_spades_double_all_points(
    answers: list[Any], rules: dict[str, Any], points: Sequence[int]
) -> None:
    score = scorekeeper.score("oh-hell", answers, OhHellRules(**rules), dealer="E")
    assert score.points == points


def test_a_spade_that_is_turned_up_is_said_for_the_dealer() -> None:
    """In whole deals the card sets the trumps, and spades count twice."""
    rules = OhHellRules(spades_double=True)
    doubled = 0
    for seed in range(12):
        start = scorekeeper.deal("oh-hell", rules, seed=seed)
        assert [str(option) for option in start.legal] == [_suit(str(start.shown[0]))]
        end = scorekeeper.play_deal(start, "sensible")
        assert end.score is not None
        once = [SCHEMES["exact"].points(end.scene.contract_of(s) or 0, end.taken[s], 10)
                for s, in end.seating.sides]  # fmt: skip
        times = 2 if str(end.shown[0]).startswith("S") else 1
        doubled += times == 2
        assert end.score.points == tuple(times * points for points in once)
        assert scorekeeper.load("oh-hell", scorekeeper.write(end)) == end
    assert doubled > 0


def _suit(card: str) -> str:
    return {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[card[0]]


def test_fists() -> None:
    """All bid at once: the bids may fit, and no option shows how far they are off."""
    game = scorekeeper.new_game("oh-hell", "fists", dealer="E")
    for bid in (3, 2, 4):
        game = game.answer(bid)
    question = game.question
    assert question is not None
    assert question.scene.notice is not None
    assert str(question.scene.notice) == "Everyone gets 10 cards. All bid at once."
    assert [option.note for option in question.options] == [None] * 11  # type: ignore[attr-defined]
    assert game.answer(1).answer([3, 2, 4, 1]).totals == (13, 12, 14, 11)


def test_ten_cards_in_every_hand_to_101() -> None:
    game = scorekeeper.new_game("oh-hell", "ten-cards", dealer="E")
    ending = game.game.setup.ending
    assert (ending.goal, ending.target) == (Goal.TARGET, 101)
    hands = 0  # South scores 20, but 10 as the dealer, who may not bid 10
    while (question := game.question) is not None:
        assert question.scene.total == 10
        game = game.answer(game.legal[-1 if question.asked == 0 else 0])  # South bids all
        if game.question and game.question.kind == "tricks":
            game, hands = game.answer([10, 0, 0, 0]), hands + 1
    assert (game.over, hands, game.winners) == (True, 7, (0,))
    assert max(game.totals) >= 101
