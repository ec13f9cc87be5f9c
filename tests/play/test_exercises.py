"""Exercises: fixed by their number, aimed at a skill, and independent of hidden cards."""

from __future__ import annotations

from types import NoneType
from typing import Any

import pytest

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.position import WholeGame
from scorekeeper.play.situations import Decision, exercise
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.seating import SOUTH

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

ASKED = {Decision.BID: AuctionStep, Decision.CONTRACT: ContractStep, Decision.CARD: NoneType}


@pytest.mark.parametrize("decision", list(Decision))
@pytest.mark.parametrize("preset", [preset.key for preset in ISRAELI_WHIST.presets])
def test_the_player_is_asked_what_they_practise(decision: Decision, preset: str) -> None:
    """The rules of every preset, including exchanges."""
    rules = ISRAELI_WHIST.preset(preset).rules
    for number in range(8):
        view = exercise(WHOLE, rules, decision, number)
        assert isinstance(view.asking, ASKED[decision])
        assert (view.seat, len(view.hand) + len(view.tricks)) == (SOUTH, 13)
        assert len(view.legal) > 1


def test_a_number_is_the_same_exercise_again() -> None:
    rules = ISRAELI_WHIST.preset("pagat").rules
    first, again, other = (exercise(WHOLE, rules, Decision.BID, number) for number in (7, 7, 8))
    assert first == again
    assert first.hand != other.hand


def test_rules_by_which_nobody_is_asked_are_refused() -> None:
    """The sensible players never bid thirteen, so no contract is ever asked."""
    with pytest.raises(LookupError):
        exercise(WHOLE, IsraeliWhistRules(lowest_bid=13), Decision.CONTRACT, 0)
