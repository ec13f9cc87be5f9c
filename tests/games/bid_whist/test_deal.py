"""Bid Whist: one deal question by question, and whole games."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

import scorekeeper
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.games.bid_whist import BID_WHIST, BidWhistRules, Pack
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.result_steps import SideTricksStep
from scorekeeper.rules.script import Reading, read
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat
from tests import kit

RULES = BidWhistRules()
MUST_BID = BidWhistRules(dealer_must_bid=True)


def reading(*facts: Fact, rules: BidWhistRules = RULES, dealer: Seat = SOUTH) -> Reading:
    return read(BID_WHIST.script(BID_WHIST.seating(4, dealer, rules), rules), facts)


def hand(bid: str, winner: Seat, announced: str, tricks: int) -> tuple[Fact, ...]:
    return kit.won(winner, bid), {"choice": announced}, {"number": tricks}


def test_a_hand_asks_for_bid_announcement_and_tricks() -> None:
    facts = hand("4H", WEST, "S", 11)
    first, second, third, end = (reading(*facts[:n]) for n in range(4))
    assert isinstance(first.step, AuctionStep)
    assert isinstance(second.step, ChoiceStep)
    assert str(second.step.question) == "West's trumps?"
    assert [choice.code for choice in second.step.choices] == ["S", "H", "D", "C"]
    assert isinstance(third.step, SideTricksStep)
    assert str(third.step.question) == "How many tricks did West and East take?"
    assert str(third.step.scene.declared) == "4 high spades"
    assert end.score is not None
    assert (end.score.points, end.score.scene.tricks) == ((0, 5), (2, 11))
    assert [str(brief.shown) for brief in end.score.briefs] == ["2", "11"]
    assert [str(answered.sentence) for answered in end.trail] == [
        "West won the auction with 4 high",
        "West made spades trumps",
        "West and East took 11 tricks",
    ]


def test_no_trump_announces_the_direction() -> None:
    step = reading(kit.won(NORTH, "5NT")).step
    assert isinstance(step, ChoiceStep)
    assert [choice.code for choice in step.choices] == ["high", "low"]
    score = reading(*hand("5NT", NORTH, "low", 9)).score
    assert score is not None
    assert (score.points, str(score.scene.declared)) == ((-10, 0), "5 no trump low")


def test_one_round_of_calls_from_the_dealers_left() -> None:
    """South deals: West, North, East and South speak once each."""
    heard = reading(*kit.heard("3L pass 3NT pass"))
    assert isinstance(heard.step, ChoiceStep)
    assert heard.step.scene.declarer == EAST
    assert heard.trail[2].step.asked == EAST


@pytest.mark.parametrize(
    ("calls", "code"),
    [
        ("3H 3L", "bid-not-higher"),  # high and low are equals
        ("3L 3H", "bid-not-higher"),
        ("4NT 4H", "bid-not-higher"),
        ("3H 2NT", "bid-off-ladder"),
        ("8H", "bid-off-ladder"),
    ],
)
def test_a_call_must_be_higher(calls: str, code: str) -> None:
    with pytest.raises(IllegalEntry) as refusal:
        reading(*kit.heard(calls))
    assert refusal.value.code == code


def test_who_has_spoken_cannot_have_won_with_another_bid() -> None:
    with pytest.raises(IllegalEntry) as refusal:
        reading(*kit.heard("pass 3H"), kit.won(WEST, "4H"))
    assert refusal.value.code == "too-late-to-bid"
    assert reading(*kit.heard("pass 3H"), kit.won(SOUTH, "4H")).step is not None
    assert reading(*kit.heard("pass 3H"), kit.won(NORTH, "3H")).step is not None


@pytest.mark.parametrize("facts", [(kit.ALL_PASSED,), kit.heard("pass pass pass pass")])
def test_all_passed_is_thrown_in(facts: tuple[Fact, ...]) -> None:
    for same_dealer in (True, False):
        score = reading(*facts, rules=BidWhistRules(same_dealer=same_dealer)).score
        assert score is not None
        assert (score.thrown_in, score.dealer_stays) == (True, same_dealer)
        assert score.points == (0, 0)


@pytest.mark.parametrize("facts", [(kit.ALL_PASSED,), kit.heard("pass pass pass pass")])
def test_the_dealer_must_bid(facts: tuple[Fact, ...]) -> None:
    with pytest.raises(IllegalEntry) as refusal:
        reading(*facts, rules=MUST_BID)
    assert refusal.value.code == "must-bid"
    assert str(refusal.value) == "All the others have passed: South must bid."
    bid = reading(*kit.heard("pass pass pass 3L"), rules=MUST_BID).step
    assert isinstance(bid, ChoiceStep)
    free = reading(*kit.heard("pass pass 3H pass"), rules=MUST_BID).step
    assert isinstance(free, ChoiceStep)


@pytest.mark.parametrize(
    ("fact", "error", "code"),
    [
        ({"number": 0}, IllegalEntry, "too-few-tricks"),  # the kitty counts
        ({"number": 14}, IllegalEntry, "tricks-out-of-range"),
        ({"number": -1}, IllegalEntry, "tricks-out-of-range"),
        ({"number": "x"}, MalformedEntry, "not-a-number"),
        ({}, MalformedEntry, "no-number"),
    ],
)
def test_tricks_that_cannot_be(fact: Fact, error: type[EntryError], code: str) -> None:
    with pytest.raises(error) as refusal:
        reading(*hand("4H", WEST, "S", 11)[:2], fact)
    assert refusal.value.code == code


@pytest.mark.parametrize("fact", [{"choice": "NT"}, {"choice": ""}, {}, {"choice": ["S"]}])
def test_an_announcement_that_is_none(fact: Fact) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        reading(kit.won(WEST, "4H"), fact)
    assert refusal.value.code == "no-choice"


@pytest.mark.parametrize(
    ("pack", "bid", "announced", "tricks", "points"),
    [
        (Pack.KITTY, "1H", "S", 7, (0, 1)),
        (Pack.KITTY, "1H", "S", 6, (0, -1)),
        (Pack.KITTY, "2NT", "low", 9, (0, 6)),  # twice 2, and 2 for the ninth
        (Pack.KITTY, "1NT", "high", 1, (0, -2)),  # the kitty is a trick
        (Pack.WHOLE, "1L", "D", 13, (0, 7)),
        (Pack.WHOLE, "2L", "D", 0, (0, -2)),  # without a kitty none is theirs
        (Pack.JOKERS, "1H", "S", 8, (0, 2)),
    ],
)
def test_bids_from_one_and_52_cards(
    pack: Pack, bid: str, announced: str, tricks: int, points: tuple[int, int]
) -> None:
    rules = BidWhistRules(pack=pack, lowest=1)
    score = reading(*hand(bid, WEST, announced, tricks), rules=rules).score
    assert score is not None
    assert (score.points, score.scene.tricks) == (points, (13 - tricks, tricks))


@pytest.mark.parametrize(
    ("pack", "notice", "least"),
    [
        (Pack.JOKERS, "West picks up the kitty, discards 6 (they count as trick 1), and leads.", 1),
        (Pack.KITTY, "West picks up the kitty, discards 4 (they count as trick 1), and leads.", 1),
        (Pack.WHOLE, "West leads.", 0),
    ],
)
def test_the_kitty_is_a_trick_if_there_is_one(pack: Pack, notice: str, least: int) -> None:
    rules = BidWhistRules(pack=pack, sport=True)
    step = reading(*hand("4NT", WEST, "low", 1)[:2], rules=rules).step
    assert isinstance(step, SideTricksStep)
    assert (str(step.scene.notice), step.least) == (notice, least)


@pytest.mark.parametrize(("lowest", "bid"), [(2, "1NT"), (4, "3NT"), (5, "4NT")])
def test_the_lowest_bid_is_a_house_rule(lowest: int, bid: str) -> None:
    rules = BidWhistRules(lowest=lowest)
    with pytest.raises(IllegalEntry) as refusal:
        reading(kit.won(WEST, bid), rules=rules)
    assert refusal.value.code == "bid-off-ladder"
    assert f"the lowest bid is {lowest} high and the highest 7 no trump" in str(refusal.value)
    assert reading(kit.won(WEST, f"{lowest}L"), rules=rules).step is not None
    first = [table.rows[0][0] for table in BID_WHIST.points_tables(rules)]
    assert list(map(str, first)) == [str(lowest)] * 2
    assert [len(prizes) for prizes in BID_WHIST.prizes.all_of(rules)] == [8 - lowest] * 2
    assert f"from {lowest} to 7" in str(BID_WHIST.describe(rules)[1].sentences[1])


@pytest.mark.parametrize(("pack", "cards", "away"), [(Pack.KITTY, 12, 4), (Pack.WHOLE, 13, 0)])
def test_deals_without_jokers_are_played_written_and_judged(
    pack: Pack, cards: int, away: int
) -> None:
    start = scorekeeper.deal("bid-whist", BidWhistRules(pack=pack, dealer_must_bid=True))
    assert ([len(held) for held in start.hands], len(start.stock)) == ([cards] * 4, away)
    end = scorekeeper.play_deal(start)
    assert (len(end.away), len(end.tricks)) == (away, cards)
    verdict = scorekeeper.check("bid-whist", scorekeeper.write(end))
    assert end.score is not None
    assert (verdict.irregularities, verdict.points) == ((), end.score.points)


def test_only_the_bid_winner_announces() -> None:
    with pytest.raises(IllegalEntry) as refusal:
        reading(kit.won(WEST, "4H"), {"choice": "S", "seat": int(NORTH)})
    assert refusal.value.code == "out-of-turn"


def test_the_tiles_say_what_they_come_to() -> None:
    step = reading(*hand("4NT", WEST, "low", 11)[:2]).step
    assert isinstance(step, SideTricksStep)
    notes = [str(option.note) for option in step.options]
    assert notes == ["-8"] * 10 + ["+8", "+10", "+12", "+14"]
    barred = [option.value for option in step.options if option.barred]
    assert barred == [0]


@pytest.mark.parametrize(
    ("sport", "bid", "announced", "shown"),
    [(True, "4H", "S", True), (True, "4NT", "low", False), (False, "4H", "S", False)],
)
def test_a_sported_kitty_is_shown_after_a_bid_with_trumps(
    sport: bool, bid: str, announced: str, shown: bool
) -> None:
    step = reading(*hand(bid, WEST, announced, 1)[:2], rules=BidWhistRules(sport=sport)).step
    assert step is not None
    assert ("shows the kitty, picks" in str(step.scene.notice)) == shown


def game(ending: Ending, *deals: tuple[Fact, ...], rules: BidWhistRules = RULES) -> Game:
    setup = Setup(BID_WHIST, rules, ending, 4, SOUTH)
    return read_game(setup, [DealRecord(facts) for facts in deals])


TO_21 = BID_WHIST.endings.usual


def test_a_game_to_21() -> None:
    seven = hand("7NT", WEST, "low", 13)  # +14
    played = game(TO_21, seven, seven)
    assert (played.totals, played.winners) == ((0, 28), (1,))


def test_a_game_to_minus_21_is_won_by_the_others() -> None:
    lost = hand("7NT", WEST, "low", 9)  # -14
    once = game(TO_21, lost)
    twice = game(TO_21, lost, lost)
    assert (once.over, once.totals) == (False, (0, -14))
    assert (twice.totals, twice.winners) == ((0, -28), (0,))
    plus_only = game(replace(TO_21, minus=False), lost, lost)
    assert plus_only.over is False


def test_the_deal_moves_on_and_stays_where_the_house_says_so() -> None:
    passed: tuple[Fact, ...] = (kit.ALL_PASSED,)
    four = hand("4H", WEST, "S", 11)
    assert [deal.dealer for deal in game(TO_21, passed, four, four).deals] == [SOUTH, WEST, NORTH]
    stays = game(TO_21, passed, four, four, rules=BidWhistRules(same_dealer=True))
    assert [deal.dealer for deal in stays.deals] == [SOUTH, SOUTH, WEST]


NOON = datetime(2026, 3, 6, 12).astimezone()


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"goal": "deals", "deals": "10"}, "deals"),  # not divisible by four
        ({"goal": "schedule"}, "goal"),
        ({"goal": "target", "target": "0"}, "target"),
    ],
)
def test_endings_that_the_game_does_not_know(form: dict[str, str], field: str) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        BID_WHIST.endings.read(form, NOON)
    assert refusal.value.field == field


def test_the_three_ways_to_end() -> None:
    read_form = BID_WHIST.endings.read
    assert read_form({}, NOON) == Ending(target=21, minus=True)
    assert read_form({"goal": "deals", "deals": "8"}, NOON).reached((0, 0), 8)
    until = read_form({"goal": "time", "time": "22:30"}, NOON)
    assert (str(until.brief()), until.reached((99, 0), 99)) == ("until 22:30", False)
    asked = [question.path for question, _ in BID_WHIST.endings.questions()]
    assert asked == ["goal", "target", "minus", "deals", "time", "minutes"]


def test_a_stored_ending_that_lacks_a_field_has_its_default() -> None:
    kept = {"goal": "target", "target": 300, "deals": 12}
    assert house_rules.from_json(Ending, kept) == Ending(goal=Goal.TARGET, target=300, deals=12)


def test_every_house_rule_changes_what_is_said_about_the_rules() -> None:
    descriptions = {str(BID_WHIST.describe(RULES))}
    for question in house_rules.questions(BidWhistRules):
        for value in [value for value, _ in question.options] or [question.low]:
            if value != house_rules.value_at(RULES, question.path):
                descriptions.add(str(BID_WHIST.describe(replace(RULES, **{question.path: value}))))
    options = [len(question.options) for question in house_rules.questions(BidWhistRules)]
    count = sum(number - 1 if number else 1 for number in options)
    assert len(descriptions) == count + 1


@pytest.mark.parametrize("place", [0, 3, 6])
def test_a_discard_not_held_is_reported_and_the_right_ones_are_not(place: int) -> None:
    """The wrong discard comes in addition to six right ones, or replaces one."""
    end = scorekeeper.play_deal(scorekeeper.deal("bid-whist", "dealer-must-bid", seed=4), "random")
    assert end.scene.declarer is not None
    wrong = end.dealt[end.seating.left_of(end.scene.declarer)][0]
    right = list(end.away)
    line = scorekeeper.write(replace(end, away=(*right[:place], wrong, *right[place:])))
    verdict = scorekeeper.check("bid-whist", line)
    codes = [irregularity.code for irregularity in verdict.irregularities]
    assert codes == (["card-not-held"] if place < 6 else ["not-due"])
    assert verdict.points == (end.score and end.score.points)
    instead = scorekeeper.write(replace(end, away=(wrong, *right[1:])))
    codes = [fault.code for fault in scorekeeper.check("bid-whist", instead).irregularities]
    assert codes == ["card-not-held"]
