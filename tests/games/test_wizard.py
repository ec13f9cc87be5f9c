"""Wizard: points, numbers of hands, and the last hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.cards import Card, Suit
from scorekeeper.errors import EntryError
from scorekeeper.games.wizard import PACK, WIZARD, WizardRules
from scorekeeper.play.position import WholeGame
from scorekeeper.play.tricks import TrickOf
from scorekeeper.play.wizard import WizardOrder, trump_of
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SEATS, SOUTH, Seating
from tests.terminal import run


@pytest.mark.parametrize(
    ("players", "rules", "cards"),
    [
        (3, WizardRules(), range(1, 21)),
        (4, WizardRules(), range(1, 16)),
        (5, WizardRules(), range(1, 13)),
        (6, WizardRules(), range(1, 11)),
        (3, WizardRules(hands=7), range(1, 8)),
        (6, WizardRules(hands=20), range(1, 11)),
        (4, WizardRules(sizes=(1, 3, 5, 7, 9, 11, 13, 15)), range(1, 16, 2)),  # German finals
        (6, WizardRules(sizes=(2, 20), hands=1), (2,)),
    ],
)
def test_hands_and_their_cards(players: int, rules: WizardRules, cards: Sequence[int]) -> None:
    assert WIZARD.length(rules, players) == len(cards)
    numbers = range(1, len(cards) + 1)
    assert [WIZARD.cards_of(rules, number, players) for number in numbers] == [*cards]


def test_the_last_hand_has_no_trumps() -> None:
    first = scorekeeper.new_game("wizard", players=3).question
    assert first is not None
    assert str(first.scene.notice) == "Everyone gets one card."
    last = scorekeeper.score("wizard", [6, 7, 7, [7, 6, 7]], players=3, number=20)
    assert last.points == (90, 80, 90)


def test_a_game_of_two_hands() -> None:
    game = scorekeeper.new_game("wizard", WizardRules(hands=2), players=3)
    game = game.answer(1).answer(0).answer(0).answer([0, 1, 0])
    question = game.question
    assert question is not None
    assert str(question.scene.notice) == "Everyone gets 2 cards."
    game = game.answer(0).answer(2).answer(1).answer([1, 1, 0])
    assert (game.totals, game.over, game.winners) == ((10, 60, 40), True, (1,))


@pytest.mark.parametrize(
    ("bomb", "tricks", "why"),
    [
        (False, [1, 0, 0], "1 trick still to assign"),
        (True, [1, 0, 0], None),
        (True, [1, 1, 0], None),  # never played
        (True, [0, 0, 0], "1 trick still to assign"),
        (True, {"tricks-0": "1", "tricks-1": "0", "tricks-2": "0"}, "1 trick still to assign"),
        (True, {"tricks-0": "1", "tricks-1": "0", "tricks-2": "0", "nobody": "1"}, None),
        (True, {"tricks-0": "0", "tricks-1": "0", "tricks-2": "0", "nobody": "2"},
         "1 trick still to assign"),
    ],
)  # fmt: skip
def test_a_bomb_leaves_a_trick_to_nobody(bomb: bool, tricks: Any, why: str | None) -> None:
    game = scorekeeper.new_game("wizard", WizardRules(bomb=bomb), players=3)
    game = game.answer(0).answer(0).answer(0).answer([1, 0, 0]).answer(1).answer(0).answer(0)
    assert game.why_not(tricks) == why


def test_the_trick_of_nobody_is_told_and_kept() -> None:
    step = TricksStep(Seating.alone(3, SOUTH), Scene(2), unclaimed=1)
    answer = step.parse({"tricks": "1,0,0"})
    assert step.fact(answer) == {"tricks": [1, 0, 0], "nobody": 1}
    assert step.parse(step.fact(answer)) == answer
    assert str(step.describe(answer)).replace("\u00a0", " ") == (
        "tricks: South 1, West 0, North 0, nobody 1"
    )


def cards(text: str) -> tuple[Card, ...]:
    """Cards as a record has them: `CW` is a Wizard, `CN` a Jester."""
    card_of = {str(card): card for card in PACK}
    return tuple(card_of[word] for word in text.split())


@pytest.mark.parametrize(
    ("trump", "played", "winner"),
    [
        ("S", "H5 HK H2 HA", 3),  # the highest of the suit led
        ("S", "H5 S2 HA S3", 3),  # a higher trump
        ("S", "H5 DA CA H6", 3),  # other suits do not count
        ("S", "H5 CW SA DW", 1),  # the first Wizard
        ("S", "CN H5 DA H6", 3),  # a Jester is led: the next card names the suit
        ("S", "CN DN HN SN", 0),  # only Jesters: the first
        ("S", "CN DN H2 SN", 2),
        (None, "H5 SA CN H4", 0),
        ("S", "CN DW S2 SA", 1),
    ],
)
def test_who_takes_a_trick(trump: str | None, played: str, winner: int) -> None:
    suit = None if trump is None else Suit("CDHS".index(trump))
    assert TrickOf(SEATS[0], 4, suit, cards(played), WizardOrder()).winner == winner


@pytest.mark.parametrize(
    ("hand", "laid", "legal"),
    [
        ("H5 D2 CW SN", "HA", "H5 CW SN"),  # the suit, or a card without one
        ("D2 CW SN S3", "HA", "D2 CW SN S3"),
        ("H5 D2", "CW HA", "H5 D2"),  # a Wizard is led: any card
        ("H5 D2", "CN HA", "H5"),
        ("H5 D2", "CN", "H5 D2"),
        ("H5 D2", "CN DW HA", "H5 D2"),  # the first card that is no Jester is a Wizard
        ("H5 D2", "", "H5 D2"),
    ],
)
def test_what_may_be_played(hand: str, laid: str, legal: str) -> None:
    trick = TrickOf(SEATS[0], 4, Suit.SPADES, cards(laid), WizardOrder())
    assert trick.legal(cards(hand)) == cards(legal)


@pytest.mark.parametrize(
    ("stock", "shown", "trump"),
    [
        ("H5 SA", "H5", Suit.HEARTS),
        ("CN SA", "CN", None),
        ("CW DW S2 H3", "CW DW S2", Suit.SPADES),  # the dealer's suit, or the next card's
        ("CW DN S2", "CW DN", None),
        ("CW", "CW", None),
        ("", "", None),
    ],
)
def test_what_is_turned_up(stock: str, shown: str, trump: Suit | None) -> None:
    seating, rules = Seating.alone(4, SOUTH), WizardRules()
    assert WholeGame[WizardRules].of(WIZARD).shown(cards(stock), seating, rules) == cards(shown)
    assert trump_of(cards(shown)) is trump


@pytest.mark.parametrize(("players", "number", "is_said"), [(5, 10, False), (6, 10, True)])
def test_a_record_says_how_many_play_where_the_hands_do_not(
    players: int, number: int, is_said: bool
) -> None:
    """Five hands of ten with ten cards left look like six hands of ten."""
    end = scorekeeper.play_deal(scorekeeper.deal("wizard", players=players, number=number))
    line = scorekeeper.write(end)
    assert (f"; players {players};" in line) is is_said
    verdict = scorekeeper.check("wizard", line)
    assert (len(verdict.taken), verdict.irregularities) == (players, ())
    with pytest.raises(EntryError, match="not for 9 players"):
        scorekeeper.check("wizard", line.replace("; deal", "; players 9; deal"))


def test_a_wizard_is_played_by_its_name_and_a_revoke_is_reported() -> None:
    hands = "H5 CW / HA H2 / D3 CN / S2 S3"
    rest = [str(card) for card in PACK if str(card) not in hands.split()]
    line = f"printed; dealer E; number 2; deal {hands} / {' '.join(rest)}; said 1 1 0 0"
    position = scorekeeper.load("wizard", line)
    position = position.apply(scorekeeper.action(position, "H5"))
    assert [*map(str, position.legal)] == ["H2", "HA"]
    assert scorekeeper.why_not(position, "XX") == "“XX” is no card of this game."
    wrong = f"{line}; play S:H5 W:HA N:D3 E:S2 / W:H2 N:CN E:S3 S:CW"
    verdict = scorekeeper.check("wizard", wrong)
    assert (verdict.irregularities, verdict.winners) == ((), (1, 0))
    verdict = scorekeeper.check("wizard", f"{line}; play S:CW W:HA N:D3 E:S2 / S:H5 W:H2 N:CN E:S3")
    assert (verdict.irregularities, verdict.winners, verdict.points) == (
        (),
        (0, 0),
        (-10, -10, 20, 20),
    )


@pytest.mark.parametrize("shown", ["H3", "DW H3", "DW CW H3", "DW"])
def test_a_hand_with_a_wizard_gets_advice_whatever_is_turned_up(shown: str) -> None:
    hand = "CW" if "CW" not in shown else "SW"
    options = ["--number", "4", "--of", "4", "--seat", "W", "--samples", "2", "--shown", shown]
    result = run("advise", "--game", "wizard", f"{hand} H7 D3 SN", *options)
    assert (result.exit_code, "<- best" in result.stdout) == (0, True), result.stderr


def test_a_made_zero_a_made_three_and_two_off() -> None:
    score = scorekeeper.score("wizard", [0, 3, 3, [0, 3, 5]], players=3, dealer="N", number=8)
    assert score.points == (20, 50, -20)


def test_the_last_hand_of_three_players() -> None:
    """Twenty cards each and no trumps."""
    end = scorekeeper.play_deal(scorekeeper.deal("wizard", players=3, number=20))
    assert ([len(hand) for hand in end.dealt], end.stock) == ([20, 20, 20], ())
    assert end.trick is not None
    assert end.trick.trump is None
