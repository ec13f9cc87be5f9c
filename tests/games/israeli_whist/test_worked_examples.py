"""Worked examples of the sources, entered as a table would enter them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES
from scorekeeper.rules.bidding_steps import ContractStep
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat
from tests import kit

EN_AUCTION = "pass 5H 6C pass pass 6H 7C pass pass pass pass"
DE_AUCTION = "pass 5H 6C pass 6D 6H 7C pass pass pass pass"
AUCTIONS = {
    "EN, call by call": kit.heard(EN_AUCTION),
    "DE, call by call": kit.heard(DE_AUCTION),
    "the winning bid alone": (kit.won(NORTH, "7C"),),
}
EN_CONTRACTS = kit.said(2, 0, 3)  # East, South, West
DE_CONTRACTS = kit.said(0, 2, 3)


def contract_step(*facts: Fact) -> ContractStep:
    step = kit.reading(*facts).step
    assert isinstance(step, ContractStep)
    return step


@pytest.mark.parametrize("auction", AUCTIONS.values(), ids=AUCTIONS)
def test_north_declares_seven_clubs(auction: tuple[Fact, ...]) -> None:
    step = contract_step(*auction)
    assert (step.scene.declarer, str(step.scene.bid)) == (NORTH, "7 clubs")
    assert step.scene.contracts == ((NORTH, 7),)
    assert step.seat == EAST  # on the declarer's left


@pytest.mark.parametrize(
    ("text", "callers"),
    [
        # EN prints eleven calls, three of them after North's second bid, and then North's pass
        (EN_AUCTION, "South West North East South West North East South West North"),
        (DE_AUCTION, "South West North East South West North East South West North"),
    ],
)
def test_the_auctions_go_around_as_printed(text: str, callers: str) -> None:
    trail = kit.reading(*kit.heard(text)).trail
    sentences = [str(answered.sentence) for answered in trail]
    heard = zip(callers.split(), text.split(), strict=True)
    words = {"5H": "5 hearts", "6C": "6 clubs", "6D": "6 diamonds", "6H": "6 hearts"}
    assert sentences == [
        f"{who} passed" if call == "pass" else f"{who} bid {words.get(call, '7 clubs')}"
        for who, call in heard
    ]


@pytest.mark.parametrize("auction", AUCTIONS.values(), ids=AUCTIONS)
@pytest.mark.parametrize("contracts", [EN_CONTRACTS, DE_CONTRACTS], ids=["EN", "DE"])
def test_west_may_not_say_four_and_the_total_is_twelve_under(
    auction: tuple[Fact, ...], contracts: tuple[Fact, ...]
) -> None:
    step = contract_step(*auction, *contracts[:2])
    assert step.seat == WEST
    assert {option.value: str(option.barred) for option in step.options if option.barred} == {
        4: "West can't say 4: that would make 13."
    }
    after = kit.reading(*auction, *contracts).step
    assert after is not None
    assert after.scene.contract_sum == 12
    score = kit.reading(*auction, *contracts, kit.took(2, 3, 6, 2)).score
    assert score is not None
    assert str(score.label) == "1 under"


@pytest.mark.parametrize("auction", AUCTIONS.values(), ids=AUCTIONS)
@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        # South 2 took 0, West 3 took 3, North 7 took 8, East 0 took 2
        ("standard", (-20, 19, -10, -40)),
        ("pagat-german", (-20, 19, -10, -40)),  # printed: -20 +19 -10 -40
        ("wikipedia", (-20, 19, -10, -40)),
        ("elhanani", (-10, 9, -5, -35)),  # -25 and 5 more for each of two tricks
        ("elhanani-german", (-10, 9, -5, -20)),  # printed: -10 +9 -5 -20
    ],
)
def test_the_points_of_the_german_example(
    auction: tuple[Fact, ...], scheme: str, points: tuple[int, ...]
) -> None:
    rules = replace(kit.EN, scheme=SCHEMES[scheme])
    score = kit.reading(*auction, *DE_CONTRACTS, kit.took(0, 3, 8, 2), rules=rules).score
    assert score is not None
    assert score.points == points


@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        # EN's auction with East 2, South 0, West 3: South's zero is made, under
        ("standard", (50, 19, 59, -10)),
        ("pagat-german", (50, 19, 59, -10)),
        ("wikipedia", (50, 19, 59, -10)),
        ("elhanani", (50, 9, 49, -5)),
        ("elhanani-german", (50, 9, 49, -5)),
    ],
)
def test_a_made_zero_after_the_english_auction(scheme: str, points: tuple[int, ...]) -> None:
    rules = replace(kit.EN, scheme=SCHEMES[scheme])
    facts = (*AUCTIONS["EN, call by call"], *EN_CONTRACTS, kit.took(0, 3, 7, 3))
    score = kit.reading(*facts, rules=rules).score
    assert score is not None
    assert score.points == points


@pytest.mark.parametrize(
    ("preset", "asked"),
    [
        ("pagat", [EAST, SOUTH, WEST]),
        ("pagat-german", [EAST, SOUTH, WEST]),
        ("vax", [EAST, SOUTH, WEST]),
        ("wikipedia", [NORTH, EAST, SOUTH, WEST]),  # the declarer says seven first
        ("wikipedia-web", [NORTH, EAST, SOUTH, WEST]),
    ],
)
def test_every_preset_reads_the_example(preset: str, asked: list[Seat]) -> None:
    rules = ISRAELI_WHIST.preset(preset).rules
    numbers = {NORTH: 7, EAST: 2, SOUTH: 0, WEST: 3}
    facts: list[Fact] = [kit.won(NORTH, "7C")]
    for seat in asked:
        step = kit.reading(*facts, rules=rules, dealer=SOUTH).step
        assert isinstance(step, ContractStep)
        assert step.seat == seat
        assert step.barred == (4 if step.seat == WEST else None)
        facts.append(kit.contract(numbers[step.seat]))
