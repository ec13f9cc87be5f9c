"""Question for one contract; test_deal tests the order of the players and the barred numbers."""

from __future__ import annotations

import pytest

from scorekeeper.auction import Bid
from scorekeeper.errors import MALFORMED, EntryError, MalformedEntry
from scorekeeper.rules.bidding_steps import ContractStep, over_or_under
from scorekeeper.rules.steps import Fact, Scene
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST

SCENE = Scene(
    13, declarer=NORTH, bid=Bid.parse("7C"), contracts=((NORTH, 7), (EAST, 2), (SOUTH, 0))
)
WESTS = ContractStep(WEST, SCENE, barred=4, others=9)


@pytest.mark.parametrize("given", [3, "3", " 3 ", "03"])
def test_a_number_is_read_from_a_form_or_a_stored_entry(given: str | int) -> None:
    assert WESTS.parse({"number": given, "seat": 1}) == 3
    assert WESTS.fact(3) == {"number": 3, "seat": 1}
    assert str(WESTS.describe(3)) == "West said 3"


@pytest.mark.parametrize(
    ("fact", "code", "reason"),
    [
        ({}, "no-number", "West's contract?"),
        ({"number": " "}, "no-number", "West's contract?"),
        ({"number": "x"}, "not-a-number", "“x” is not a whole number."),
        ({"number": "2.5"}, "not-a-number", "“2.5” is not a whole number."),
        ({"number": 2.5}, "not-a-number", "“2.5” is not a whole number."),
        ({"number": True}, "not-a-number", "“True” is not a whole number."),
        ({"number": "²"}, "not-a-number", "“²” is not a whole number."),
        ({"number": "-"}, "not-a-number", "“-” is not a whole number."),
        ({"number": -1}, "number-out-of-range", "A contract is a number from 0 to 13."),
        ({"number": "14"}, "number-out-of-range", "A contract is a number from 0 to 13."),
        ({"number": 4}, "contract-barred", "West can't say 4: that would make 13."),
        ({"number": 3, "seat": 0}, "out-of-turn", "It is West's turn."),
        ({"number": 3, "seat": "x"}, "not-a-number", "“x” is not a whole number."),
    ],
)
def test_what_is_not_taken(fact: Fact, code: str, reason: str) -> None:
    with pytest.raises(EntryError) as refusal:
        WESTS.parse(fact)
    assert (refusal.value.code, str(refusal.value)) == (code, reason)
    assert isinstance(refusal.value, MalformedEntry) == (code in MALFORMED)


def test_the_question_names_who_is_asked() -> None:
    assert (WESTS.key, WESTS.asked) == ("contract-1", WEST)
    assert str(WESTS.question) == "West's contract?"


@pytest.mark.parametrize(
    ("contracts", "words"),
    [(12, "1 under"), (11, "2 under"), (13, "even"), (14, "1 over"), (0, "13 under")],
)
def test_over_and_under_come_with_the_distance(contracts: int, words: str) -> None:
    assert str(over_or_under(contracts, 13)) == words


def test_a_scene_adds_up_what_was_said() -> None:
    assert (SCENE.contract_sum, SCENE.contract_of(EAST), SCENE.contract_of(WEST)) == (9, 2, None)


def test_a_seat_that_spoke_before_is_heard_again() -> None:
    assert SCENE.with_contract(EAST, 5).contracts == ((NORTH, 7), (SOUTH, 0), (EAST, 5))
