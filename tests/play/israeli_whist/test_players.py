"""Players: legal decisions, fair randomness, and sensible choices."""

from __future__ import annotations

from collections import Counter

import pytest

from scorekeeper.cards import Card, Denomination
from scorekeeper.games.israeli_whist.house_rules import PRESETS, IsraeliWhistRules
from scorekeeper.play.israeli_whist_player import (
    EASE,
    OPEN,
    OTHER,
    SensiblePlayer,
    bucket,
    estimate,
    level_of,
    policy,
)
from scorekeeper.play.notation import parse_hand
from scorekeeper.play.players import Player, RandomPlayer, View
from scorekeeper.play.position import Phase, Position
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import (
    TRICK,
    TRUMPED,
    Lanes,
    Turn,
    choose_card,
    lanes_of,
    wants_trick,
)
from scorekeeper.rules.bidding_steps import ContractStep
from tests.play.israeli_whist.kit import dealt

PLAYERS: list[Player] = [RandomPlayer(), SensiblePlayer()]


def walk(number: int, rules: IsraeliWhistRules, player: Player) -> list[Position]:
    draws = Draws.of(8, number)
    positions = [dealt(draws, number % 4, rules)]
    while (turn := positions[-1].turn) is not None:
        view = View.of(positions[-1], turn)
        positions.append(positions[-1].apply(player.decide(view, draws)))
    return positions


def test_the_random_player_chooses_evenly_among_the_legal_cards() -> None:
    """Chi-square over the index of the chosen card among four legal cards, 3 degrees of freedom."""
    position = next(p for p in walk(1, PRESETS[0].rules, RandomPlayer()) if p.phase is Phase.CARD)
    for number in range(52):
        if len(position.legal) == 4:
            break
        position = position.apply(position.legal[-1])
        assert number < 51
    assert position.turn is not None
    view = View.of(position, position.turn)
    chosen = Counter(RandomPlayer().decide(view, Draws.of(1, deal)) for deal in range(4000))
    assert set(chosen) == set(position.legal)
    assert sum((count - 1000) ** 2 / 1000 for count in chosen.values()) < 16.3


def lanes(text: str) -> Lanes:
    return lanes_of(parse_hand(text))


HEARTS, SPADES, NONE = 2, 3, -1


@pytest.mark.parametrize(
    ("own", "unseen", "trump", "led", "best", "last", "wins", "card"),
    [
        # The lead of a trump that nothing beats, then of a plain card that nothing beats.
        ("A2.K.4.", "K.A..", SPADES, NONE, "", False, True, "SA"),
        ("2.A3.4.", "K.K..", SPADES, NONE, "", False, True, "HA"),
        # Without such a card: low from the longest suit.
        ("32.9765.4.", "A.A.A.", SPADES, NONE, "", False, True, "H5"),
        # Losing the lead: the low card that most others beat.
        ("8.2.K.", "A.AKQ.A.", SPADES, NONE, "", False, False, "H2"),
        # Last to play: as cheaply as possible.
        (".AK3..", "...", SPADES, HEARTS, "HQ", True, True, "HK"),
        # Ducking: the highest losing card.
        (".AT73..", ".K..", SPADES, HEARTS, "HJ", False, False, "HT"),
        # No losing card: the highest if last to play, else the lowest.
        (".AT..", "...", SPADES, HEARTS, "H9", True, False, "HA"),
        (".AT..", ".K..", SPADES, HEARTS, "H9", False, False, "HT"),
        # Following cannot win a ruffed trick.
        (".A2..", "...", SPADES, HEARTS, "S3", True, True, "H2"),
        # Void and short of tricks: the lowest winning trump.
        ("T53..A.", "...", SPADES, HEARTS, "S4", True, True, "S5"),
        # Void with enough tricks: a lower trump, or the highest plain card.
        ("T3..A.", "...", SPADES, HEARTS, "S4", True, False, "S3"),
        ("T..A.K", "...", SPADES, HEARTS, "HA", True, False, "DA"),
    ],
)
def test_the_card_that_the_sensible_player_chooses(  # noqa: PLR0917
    own: str, unseen: str, trump: int, led: int, best: str, last: bool, wins: bool, card: str
) -> None:
    own, unseen = (".".join((text.split(".") + [""] * 4)[:4]) for text in (own, unseen))
    strength = 0
    if best:
        high = Card.parse(best)
        strength = lanes_of([high])[high.suit] | (TRUMPED if high.suit == trump else 0)
    turn = Turn(lanes(own), lanes(unseen), trump, led, strength, last, wins)
    suit, bit = choose_card(turn)
    assert (suit, bit) == (Card.parse(card).suit, lanes_of([Card.parse(card)])[suit])


@pytest.mark.parametrize(
    ("want", "left", "holder", "goes"),
    [
        (2, 5, 0, True),  # needs tricks
        (0, 5, 1, False),  # has enough
        (-1, 5, 1, True),  # over already: takes it from a player who needs it
        (-1, 5, 0, False),  # leaves it to a player who does not
        (6, 5, 2, True),  # cannot reach the contract any more
        (6, 5, -1, False),
    ],
)
def test_when_the_sensible_player_goes_for_a_trick(
    want: int, left: int, holder: int, goes: bool
) -> None:
    assert wants_trick(want, left, holder) is goes


@pytest.mark.parametrize(
    ("hand", "tricks", "number"),
    [
        ("A5432.J4.A432.32", 1.5, 0),  # two aces, each with low cards below it
        ("K9.J97.QT8.J9876", 1.5, 2),  # of equal worth, but always takes a trick
        ("AK32.2.AK32.5432", 2.7, 0),  # of higher worth, but easily without a trick
        ("T98.J97.QT8.J987", 0.8, 1),  # of little worth, but never without a trick
    ],
)
def test_low_cards_make_a_zero(hand: str, tricks: float, number: int) -> None:
    """Hearts are trumps, another player declares, and no number is barred."""
    lanes, tables = lanes_of(parse_hand(hand)), policy(PRESETS[0].rules)
    worth = estimate(lanes, Denomination.HEARTS, OTHER)
    ease = estimate(lanes, Denomination.HEARTS, EASE)
    assert round(worth / TRICK, 1) == tricks
    assert tables.otherwise[bucket(worth)][level_of(ease)][OPEN + 1] == number


def test_the_sensible_player_tells_how_easy_his_zero_is() -> None:
    """Covers exactly the positions of the walks in which the player contracts for zero."""
    sensible, zeros = SensiblePlayer(), []
    for number in range(6):
        for position in walk(number, PRESETS[0].rules, sensible):
            if position.turn is not None and isinstance(position.asking, ContractStep):
                view = View.of(position, position.turn)
                sentence = sensible.explain(view, position.asking)
                zeros.append(sensible.contract(view, position.asking) == 0)
                assert ("none is taken in " in sentence) is zeros[-1]
    assert {*zeros} == {True, False}
