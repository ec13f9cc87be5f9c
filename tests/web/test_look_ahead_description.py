"""The look-ahead of a phone agrees with the engine: both are walked side by side."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import DealRecord, Setup
from scorekeeper.rules.points import made_of
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SEATS
from scorekeeper.web.formatting import Teller
from tests.deep import DEEP
from tests.web.described_walk import GAMES, OWN, Walk, describe, record_of, where

__all__ = ["describe"]  # fixtures

FINED = (1, 0, 2, 0, 0, 0)  # in the hand that the phone starts from
HANDS = 5 if DEEP else 2  # with each dealer


def random_answer(step: Step, rng: random.Random) -> tuple[str, Fact]:
    """An answer, legal or not, as a form sends it."""
    match step:
        case AuctionStep():
            if rng.random() < 0.25:
                return "bid:pass", {"bid": "pass"}
            bid, seat = rng.choice(step.auction.ladder.bids), rng.choice(step.auction.callers)
            return f"bid:{bid.code},{int(seat)}", {"bid": bid.code, "winner": int(seat)}
        case ChoiceStep():
            choice = rng.choice(step.choices)
            return f"choice:{choice.code}", {"choice": choice.code}
        case TricksStep():
            tricks = list(step.expected)
            if rng.random() < 0.7:
                tricks = [0] * len(tricks)
            while sum(tricks) < step.scene.total:
                tricks[rng.randrange(len(tricks))] += 1
            while sum(tricks) > step.scene.total:
                tricks[rng.choice([n for n, taken in enumerate(tricks) if taken])] -= 1
            return f"tricks-0:{','.join(map(str, tricks))}", {"tricks": tricks}
    number = rng.randrange(min(rng.choice((3, 99)), step.scene.total + 1))
    return f"number:{number}", {"number": number}


@pytest.mark.parametrize(("book", "rules", "players"), GAMES)
def test_random_answers_lead_to_the_same_questions_and_points(
    describe: Callable[[GameRecord], Mapping[str, Any]],
    book: Rulebook[Any],
    rules: Any,
    players: int,
) -> None:
    rng = random.Random(book.key)
    ending = Ending(goal=Goal.OPEN)
    for first in range(players):
        setup = Setup(book, rules, ending, players, SEATS[first])
        deals = [DealRecord(revokes=FINED[:players])]
        walk = Walk(describe(record_of(setup, deals)), where(record_of(setup, deals)))
        ended = asked_again = 0
        while ended < HANDS:
            record = record_of(setup, deals)
            if walk.place is None:  # too much may come next: the phone asks again
                walk, asked_again = Walk(describe(record), where(record)), asked_again + 1
            assert_same_question(walk, record)
            ended += go_on(walk, deals, setup, rng)
        assert asked_again == 0 or rules == OWN["declarer speaks last"]


def go_on(walk: Walk, deals: list[DealRecord], setup: Setup, rng: random.Random) -> bool:
    """Give both one legal answer, and compare; return whether it was the last of the deal."""
    record = record_of(setup, deals)
    tell = Teller(record.players)
    step = record.game.step
    assert step
    assert walk.place
    code, given = random_answer(step, rng)
    barred = walk.place["barred"]
    why = barred.get(code, barred.get(code.partition(",")[0]))
    if why is not None:
        with pytest.raises(EntryError) as refusal:
            step.parse(given)
        assert walk.text(why) == tell.plain(refusal.value.sentence)
        return False
    answer = step.parse(given)
    assert walk.answer(code) == tell(step.describe(answer))
    deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, step.fact(answer)))
    after = record_of(setup, deals).game
    deal = after.deals[-1]
    assert (walk.ended is None) == (deal.score is None)
    assert walk.totals == list(after.totals)
    if deal.score is None or walk.ended is None:
        return False
    assert walk.text(walk.ended["label"]) == tell(deal.score.label)
    assert walk.lines == [
        (points, made_of(lines), [tell(line.reason) for line in lines])
        for points, lines in zip(deal.score.points, deal.score.lines, strict=True)
    ]
    assert walk.dealer == after.current.dealer
    deals.append(DealRecord())
    return True


def assert_same_question(walk: Walk, record: GameRecord) -> None:
    tell = Teller(record.players)
    step = record.game.step
    assert step
    assert walk.place
    assert walk.place["key"] == step.key
    assert walk.text(walk.place["question"]) == tell(step.question)
    assert [walk.text(hint) for hint in walk.place["hints"]] == [tell(hint) for hint in step.hints]
    notice = walk.place.get("notice")
    assert (None if notice is None else walk.text(notice)) == (
        step.scene.notice and tell(step.scene.notice)
    )
    assert walk.place["seat"] == step.asked
    assert walk.said == {str(int(seat)): number for seat, number in step.scene.contracts}
    options = getattr(step, "options", ())
    assert walk.place["notes"].keys() == {str(option.value) for option in options if option.note}
    for option in options:
        if option.note:
            assert walk.text(walk.place["notes"][str(option.value)]) == tell(option.note)
        why = walk.place["barred"].get(f"number:{option.value}")
        assert (None if why is None else walk.text(why)) == (
            option.barred and tell.plain(option.barred)
        )


@pytest.mark.parametrize("players", [3, 5])
def test_a_game_that_says_nothing_is_looked_into_as_far_as_it_stays_small(
    describe: Callable[[GameRecord], Mapping[str, Any]], players: int
) -> None:
    """Beyond that the phone gets no description, instead of a wrong one."""
    rng = random.Random(players)
    setup = Setup(OH_HELL, OH_HELL.presets[0].rules, Ending(goal=Goal.OPEN), players, SEATS[0])
    deals = [DealRecord()]
    seen = unseen = ended = 0
    while ended < 3:
        record = record_of(setup, deals)
        walk = Walk(describe(record), where(record))
        steps = 0
        while walk.place and steps < 4 and ended < 3:
            assert_same_question(walk, record_of(setup, deals))
            step = record_of(setup, deals).game.step
            if isinstance(step, TricksStep) and not walk.place["moves"][1]:
                break
            ended += go_on(walk, deals, setup, rng)
            steps += 1
        seen += steps
        unseen += walk.place is None
        if steps == 0:  # only the server can read these tricks
            record = record_of(setup, deals)
            assert record.game.step
            _, given = random_answer(record.game.step, rng)
            fact = record.game.step.fact(record.game.step.parse(given))
            deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
            deals.append(DealRecord())
            ended += 1
    assert (seen > 3, unseen > 0) == (True, True)
