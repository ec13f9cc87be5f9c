"""Needs of each side, compared with the engine's points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

import scorekeeper
from scorekeeper.errors import IllegalEntry
from scorekeeper.games.bid_whist import BID_WHIST, BidKind, HighLowBid
from scorekeeper.games.israeli_whist.house_rules import AfterAllPass, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES, AllMissed
from scorekeeper.games.oh_hell import OH_HELL, OhHellRules, Schedule
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight.needs import needs
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.extension_points import Prizes
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.points import Prize
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Bookmark
from scorekeeper.rules.steps import Content, Fact, Scene
from scorekeeper.seating import SOUTH, Side
from scorekeeper.testing import random_answer
from tests.deep import DEEP
from tests.sample_games import PASSED, bid_whist, game, hand, south_makes


def sentences_of(played: Game) -> list[str]:
    return [str(need.sentence) for need in needs(played)]


def to(target: int) -> Ending:
    return Ending(target=target)


def test_nobody_is_near() -> None:
    """A made 13 scores 179, the maximum of a hand."""
    assert sentences_of(game(south_makes(7))) == [
        "241 to go: at least 2 hands",
        "270 to go: at least 2 hands",
        "310 to go: at least 2 hands",
        "289 to go: at least 2 hands",
    ]
    assert sentences_of(game()) == ["300 to go: at least 2 hands"] * 4


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
    assert sentences_of(bid_whist(("4H", 0, "S", 11)))[1] == "21 to go: at least 2 hands"


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
    level = scorekeeper.new_game("points", {"wins": "low"}, players=3, target=100)
    assert sentences_of(level.answer([29, 74, 74]).game)[0] == (
        "45 ahead; the game ends with 26 more for West and North"
    )
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
        ((BIDDING, {"number": 0}), (1, "70 to go: at least 2 hands")),  # a zero scores 50
        ((BIDDING, {"number": 8}), (1, "a made 8 reaches 100")),  # no 9 any more
        ((BIDDING, {"number": 8}), (2, "a made 11 wins it now; a made 10 reaches 100")),
        ((BIDDING, {"number": 4}, {"number": 1}), (2, "110 to go: at least 2 hands")),
        # all have spoken, and the zero is over, which scores 30: South misses 41
        ((BIDDING, {"number": 9}, {"number": 1}, {"number": 0}),
         (3, "89 to go: at least 2 hands")),
    ],
)  # fmt: skip
def test_what_is_fixed_in_the_running_hand_counts(
    facts: tuple[Fact, ...], needs_of_side: tuple[int, str]
) -> None:
    side, told = needs_of_side
    played = game(south_makes(7), facts, ending=to(100))
    assert sentences_of(played)[side] == told


BONUS = AfterAllPass.BONUS


@pytest.mark.parametrize(
    ("scheme", "facts", "start", "needs_of_side"),
    [
        # eight would make thirteen
        ("standard", ({"bid": "5C", "winner": 3}, {"number": 0}, {"number": 0}),
         (107, 81, 139, 103), (2, "a made 9 wins it now")),
        # zero would make thirteen, so the hand is over
        ("standard", ({"bid": "5C", "winner": 3}, {"number": 4}, {"number": 4}),
         (88, 105, 159, 102), (2, "a made 6 wins it now")),
        # fourteen are said, so a zero is over and scores 25, not 50
        ("elhanani", ({"bid": "5C", "winner": 1}, {"number": 5}, {"number": 4}),
         (160, 90, 90, 90), (0, "a made 7 wins it now")),
        # a bonus round has no contracts
        ("standard", ({"bid": "pass"},), (190, 0, 0, 0),
         (0, "10 to go: at least 2 hands")),
    ],
)  # fmt: skip
def test_a_need_can_still_be_met(
    scheme: str,
    facts: tuple[Fact, ...],
    start: tuple[int, ...],
    needs_of_side: tuple[int, str],
) -> None:
    """The declarer's bid counts as a contract until they speak."""
    rules = IsraeliWhistRules(scheme=SCHEMES[scheme], exchanges=0, passed_out=BONUS)
    setup = Setup(ISRAELI_WHIST, rules, to(200), 4, SOUTH, start=start)
    side, told = needs_of_side
    assert sentences_of(read_game(setup, [DealRecord(facts)]))[side] == told


BEFORE_PLAY = {Content.BID, Content.CHOICE, Content.CONTRACT}
GAMES = [book for book in rulebooks().values() if type(book.prizes) is not Prizes]


@pytest.mark.parametrize("seed", range(60 if DEEP else 8))
@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_what_is_needed_is_what_legal_bids_can_lead_to(book: Rulebook[Any], seed: int) -> None:
    """In the last hand, with so few bids left that all continuations can be tried."""
    rng = Random(f"{book.key} {seed}")
    setup = random_setup(book, rng)
    bids = [*random_bids(setup, rng)]
    most = min(2, len(bids) - 1) if book is ISRAELI_WHIST else len(bids)
    said = bids[: len(bids) - rng.randint(0, most)]
    played = read_game(setup, [DealRecord(tuple(said))])
    deal = played.current  # the next one if this one was thrown in
    seating = deal.seating
    ends = [*all_bids(Bookmark.at_start(partial(setup.script, seating)), deal.record.facts)]
    for need in needs(played):
        leads, wins = [], []
        for kind in book.prizes.all_of(setup.rules, seating):
            side = seating.sides[need.side]
            prizes = [prize for prize in kind if any(is_made(prize, side, end) for end in ends)]
            leads += [prize for prize in prizes if prize.points > need.missing >= 0][:1]
            wins += [prize for prize in prizes if prize.points > need.missing + prize.others][:1]
        assert need.reach == once(leads)
        assert need.win == once(wins)


def random_setup(book: Rulebook[Any], rng: Random) -> Setup:
    """A game of one hand, in which every side may still win."""
    rules = rng.choice(book.presets).rules
    if isinstance(rules, IsraeliWhistRules):
        rules = replace(rules, lowest_bid=rng.choice((5, 9, 13)), exchanges=0, passed_out=BONUS)
    elif isinstance(rules, OhHellRules):
        rules = replace(rules, schedule=Schedule.DOWN, largest=rng.choice((1, 2, 3)), sizes=())
    players = rng.choice([many for many in book.players if many <= 4])
    sides = len(book.seating(players, SOUTH, rules).sides)
    start = tuple(rng.randrange(6 if book is BID_WHIST else 60) for _ in range(sides))
    return Setup(book, rules, Ending(goal=Goal.DEALS, deals=1), players, SOUTH, start=start)


def random_bids(setup: Setup, rng: Random) -> Iterator[Fact]:
    """The answers of one hand until the cards are played; some auctions of few calls, too."""
    calls = setup.book is BID_WHIST and rng.random() < 0.5
    step = (mark := Bookmark.at_start(partial(setup.script, setup.seating(SOUTH)))).step
    while step is not None and step.fields[0].content in BEFORE_PLAY:
        yield (fact := random_answer(step, rng, calls=calls))
        step = (mark := mark.parse(fact)).step


def all_bids(mark: Bookmark, facts: Sequence[Fact]) -> Iterator[Scene]:
    """What everybody can see when the cards are played, after every legal continuation."""
    step = mark.step
    if facts:
        yield from all_bids(mark.parse(facts[0]), facts[1:])
    elif step is not None and step.fields[0].content not in BEFORE_PLAY:
        yield step.scene
    elif step is not None:
        for fact in step.answers:
            if "call" not in fact:
                with suppress(IllegalEntry):
                    yield from all_bids(mark.parse(fact), ())


def is_made(prize: Prize, side: Side, end: Scene) -> bool:
    """Whether this side makes this prize if it takes as many tricks as it must."""
    if isinstance(end.bid, HighLowBid):
        return end.declarer in side and str(prize.sentence) in {
            f"a made {end.bid.number}{' no trump' if end.bid.kind is BidKind.NO_TRUMP else ''}"
        }
    is_over = end.contract_sum > end.total
    return end.sum_of(side) == prize.number and prize.over in {None, is_over}


def once(prizes: Sequence[Prize]) -> tuple[Prize, ...]:
    """The first prize for each number of points."""
    return tuple({prize.points: prize for prize in reversed(prizes)}.values())[::-1]


def test_a_bid_that_was_won_fixes_what_both_sides_can_make() -> None:
    played = bid_whist(("4H", 0, "S", 11), ending=Ending(target=9, minus=True))
    running = DealRecord(({"bid": "5H", "winner": 1},))
    assert sentences_of(read_game(played.setup, [played.deals[0].record, running])) == [
        "4 to go: at least 2 hands",
        "9 to go: at least 2 hands",
    ]
