"""Whole deals: checked decisions, equal recorded hands, and notation."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.auction import PASS, Bid
from scorekeeper.cards import Card, Denomination, cards, pack
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.games.israeli_whist.house_rules import (
    PRESETS,
    AfterAllPass,
    DeclarerContract,
    Direction,
    FirstSpeaker,
    IsraeliWhistRules,
    Redealer,
)
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.position import Action, Phase, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import Record, record_of, replay
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.seating import SOUTH, WEST
from tests.deep import DEEP
from tests.play.israeli_whist.kit import dealt, parse_record, start

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

OWN_RULES = IsraeliWhistRules(
    exchanges=5,
    exchange_direction=Direction.ROUND,
    passed_out=AfterAllPass.BONUS,
    redealer=Redealer.NEXT,
    declarer_contract=DeclarerContract.AT_LEAST,
    first_speaker=FirstSpeaker.LEFT,
    reentry=False,
    own_raise=False,
    revoke_fine=30,
)
STRIDE = 1 if DEEP else 4  # of the positions of a deal
ALL_RULES = [*(pytest.param(preset.rules, id=preset.key) for preset in PRESETS)]
ALL_RULES.append(pytest.param(OWN_RULES, id="own"))


def calling(position: Position) -> bool:
    return position.phase is Phase.SAY and isinstance(position.asking, AuctionStep)


def walk(number: int, rules: IsraeliWhistRules, passes: int = 0) -> list[Position]:
    """Every position of a deal played at random; the first `passes` auctions are passed out."""
    rng = random.Random(number)
    positions = [dealt(Draws.of(1, number), number % 4, rules)]
    while legal := positions[-1].legal:
        waiting = len(positions[-1].exchanges) < passes and calling(positions[-1])
        action: Action = PASS if waiting else rng.choice(legal)
        positions.append(positions[-1].apply(action))
    return positions


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.slow
def test_every_position_comes_back_from_its_line_and_its_json(rules: IsraeliWhistRules) -> None:
    """Two auctions are passed out, so that cards are exchanged where the rules have it."""
    for number in range(4 if DEEP else 1):
        for position in walk(number, rules, passes=2)[::STRIDE]:
            written = record_of(position)
            assert "\n" not in written.line(WHOLE.book)
            assert parse_record(written.line(WHOLE.book)) == written
            assert parse_record(json.dumps(written.fields(WHOLE.book))) == written
            assert replay(WHOLE, written) == position


@pytest.mark.parametrize("rules", ALL_RULES)
def test_legal_is_exactly_what_apply_takes(rules: IsraeliWhistRules) -> None:
    calls: list[Action] = [PASS, *(Bid(t, d) for t in range(1, 15) for d in Denomination)]
    every: list[Action] = [*calls, *range(-2, 16), *pack()]
    for position in walk(3, rules)[::STRIDE]:
        if position.phase is Phase.GIVE:
            continue
        taken = [action for action in every if _takes(position, action)]
        assert sorted(map(str, taken)) == sorted(map(str, position.legal))


def _takes(position: Position, action: Action) -> bool:
    try:
        position.apply(action)
    except EntryError:
        return False
    return True


def test_a_position_is_a_value_that_can_be_left_in_two_directions() -> None:
    position = dealt(Draws.of(1, 1), SOUTH, IsraeliWhistRules())
    low, high = position.apply(Bid.parse("5C")), position.apply(Bid.parse("9S"))
    assert (low.scene, low.turn) == (high.scene, WEST)
    assert [len(position.legal), len(low.legal), len(high.legal)] == [46, 45, 22]
    assert low.apply(Bid.parse("6C")).bookmark.facts() == (
        {"call": "5C", "seat": 0},
        {"call": "6C", "seat": 1},
    )
    again = position.apply(Bid.parse("5C"))
    assert (again == low, again != low, hash(again.bookmark)) == (True, False, hash(low.bookmark))
    assert (high == low, high != low) == (False, True)


def test_three_cards_move_to_the_left_then_across_then_to_the_right() -> None:
    position = dealt(Draws.of(2, 2), SOUTH, replace(OWN_RULES, reentry=True))
    for steps in (1, 2, 3, 1):
        while calling(position):
            position = position.apply(PASS)
        before = position.hands
        while position.phase is Phase.GIVE:
            assert position.turn is not None
            position = position.apply(before[position.turn][:3])
        for seat in range(4):
            assert set(before[seat][:3]) <= set(position.hands[(seat + steps) % 4])
            assert len(position.hands[seat]) == 13
    assert position.dealt == dealt(Draws.of(2, 2), SOUTH, OWN_RULES).hands


def test_a_decision_of_another_kind_is_malformed_and_an_illegal_one_says_why() -> None:
    position = dealt(Draws.of(1, 1), SOUTH, IsraeliWhistRules())
    for other in (5, Card.parse("C2")):
        with pytest.raises(MalformedEntry, match="Something else is to be said"):
            position.apply(other)
    with pytest.raises(IllegalEntry, match="4 spades cannot be bid"):
        position.apply(Bid.parse("4S"))
    end = walk(1, IsraeliWhistRules())[-1]
    for late in (PASS, 5, Card.parse("C2")):
        with pytest.raises(IllegalEntry, match="complete"):
            end.apply(late)


@pytest.mark.parametrize(
    ("played", "card", "code", "reason"),
    [
        ("C2", "D2", "revoke", "West played D2 but still held clubs."),
        ("C2", "CA", "card-not-held", "West does not hold CA."),
        ("C2 C3 C4 C5", "C6", "card-not-held", "East does not hold C6."),  # the five won
    ],
)
def test_a_card_that_may_not_be_played_says_why(
    played: str, card: str, code: str, reason: str
) -> None:
    hands = tuple(pack()[seat::4] for seat in range(4))  # all suits in every hand
    position = start(hands, SOUTH, IsraeliWhistRules()).apply(Bid.parse("5NT"))
    while position.phase is not Phase.CARD:
        position = position.apply(position.legal[0])
    for before in cards(played):
        position = position.apply(before)
    with pytest.raises(IllegalEntry) as refusal:
        position.apply(Card.parse(card))
    assert (refusal.value.code, str(refusal.value)) == (code, reason)


def test_deals_are_fair() -> None:
    """Chi-square over many deals: each card goes equally often to each seat (156 degrees)."""
    deals = 4000 if DEEP else 1000
    owners = Counter(
        (card, seat)
        for number in range(deals)
        for seat, hand in enumerate(dealt(Draws.of(5, number), SOUTH, IsraeliWhistRules()).hands)
        for card in hand
    )
    expected = deals / 4
    chi_square = sum((owners[card, seat] - expected) ** 2 for card in pack() for seat in range(4))
    assert len(owners) == 52 * 4
    assert 95 < chi_square / expected < 225  # far beyond the 0.1 % tails on either side


def test_a_record_without_hands_cannot_be_replayed() -> None:
    with pytest.raises(MalformedEntry, match="does not tell the hands"):
        replay(WHOLE, Record(IsraeliWhistRules(), SOUTH))
