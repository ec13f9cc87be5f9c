"""The words of each game: for numbers, badges, and good and bad points."""

from __future__ import annotations

import re

import pytest

from scorekeeper.rules.bidding_steps import Announced
from scorekeeper.seating import SOUTH
from tests.web.phone import Page, Phone, dashed
from tests.web.test_third_game import begin


def cards(page: Page) -> list[str]:
    """The words about each player, or each side."""
    board = page.html.split('<ol class="players')[1].split("</ol>")[0]
    elements = re.split(r'<li class="(?:player|side)[ "]', board)[1:]
    return [" ".join(re.sub(r"^[^>]*>|<[^>]*>", " ", element).split()) for element in elements]


def coloured(page: Page) -> list[tuple[str, str]]:
    """The points of the last hand beside the players: good, bad or neither, and the number."""
    found = re.findall(r'<span class="player__points([^"]*)">(.*?)</span>\n', page.html, re.DOTALL)
    return [(kind.strip(), re.sub(r"<[^>]*>|\s|took.*", "", words)) for kind, words in found]


@pytest.mark.parametrize(
    ("game", "players", "before", "said"),
    [
        ("israeli-whist", 4, {"bid": "7C", "winner": "2"}, ("Di's contract?", "Contracts so far")),
        ("oh-hell", 3, {"number": "4"}, ("Cy's bid?", "Bids so far: 4 of 10.")),
        ("spades", 4, {"number": "4"}, ("Cy's bid?", "Bids so far: 4 of 13.")),
        ("wizard", 3, {"number": "0"}, ("Cy's bid?", "Bids so far: 0 of 1.")),
        ("romanian-whist", 3, {"number": "1"}, ("Cy's bid?", "Bids so far: 1 of 1.")),
        ("estimation", 4, {"bid": "6S", "winner": "2"}, ("'s call?", "Calls so far: 6 of 13.")),
    ],
)
def test_a_game_calls_a_number_by_its_own_word(
    scorer: Phone, game: str, players: int, before: dict[str, str], said: tuple[str, str]
) -> None:
    begin(scorer, players, game)
    if game == "estimation":
        scorer.answer(choice="none")
    page = scorer.fill(scorer.question(), before)
    assert [words in page.words for words in said] == [True, True]


@pytest.mark.parametrize(
    ("announced", "sentence"),
    [
        (Announced.CONTRACT, "contract of South: 3 (was 2)"),
        (Announced.BID, "bid of South: 3 (was 2)"),
        (Announced.CALL, "call of South: 3 (was 2)"),
    ],
)
def test_a_corrected_number_has_the_word_of_its_game(announced: Announced, sentence: str) -> None:
    assert str(announced.changed(SOUTH, 3, 2)) == sentence


def test_partners_have_each_bid_beside_its_player_and_the_sum_on_their_line(scorer: Phone) -> None:
    begin(scorer, 4, "spades")
    for number in ("5", "4", "6", "1", "6"):  # one trick above the bids of Ann and Cy is a bag
        scorer.answer(number=number)
    page = scorer.open("/games/1/")
    assert "1 bag" in cards(page)[0]
    for number in ("4", "0", "5"):
        page = scorer.answer(number=number)
    ann, bo = cards(page)
    assert ann.endswith("needs 9 1 bag Ann bids 5 Cy bids 4")
    assert bo.endswith("place 2nd −110 Bo dealer D Di nil bids 0")  # a nil needs no trick
    screen = scorer.open("/screen")
    assert all(words in screen.words for words in ("1 bag", "nil", "bids 5"))


def test_a_choice_that_is_barred_says_why_without_a_tap(scorer: Phone) -> None:
    begin(scorer, 4, "spades")
    assert "Blind nil Blind nil needs a side 100 behind." in scorer.open("/games/1/").words


def test_a_side_whose_nil_failed_has_missed(scorer: Phone) -> None:
    begin(scorer, 4, "spades")
    for number in ("3", "0", "4", "5", "8"):
        scorer.answer(number=number)
    page = scorer.answer(number="2")  # Cy, who said nil: 50 and a bag for 6 tricks, and 100 lost
    assert coloured(page)[0] == ("lost", "✗−47")


def test_caller_with_risk_and_dash_stand_beside_the_players(scorer: Phone) -> None:
    begin(scorer, 4, "estimation")
    for answers in (
        {"choice": "2"},
        {"bid": "6S", "winner": "0"},
        {"number": "6"},
        {"number": "2"},
    ):
        page = scorer.fill(scorer.question(), answers)
    words = [re.findall(r"\b(?:caller|with|risk|dash)\b", card.replace("declarer with", ""))
             for card in cards(page)]  # fmt: skip
    assert words == [["caller"], ["dash"], ["risk"], ["with"]]


@pytest.mark.parametrize(
    ("game", "answers", "expected"),
    [
        (
            "hearts",  # Bo shoots the moon
            [{"choice": "2"}, {"shares-0": "0", "shares-1": "13", "shares-2": "0"}],
            [("lost", "+26"), ("", "✓0"), ("lost", "+26")],
        ),
        (
            "points",
            [{"points-0": "40", "points-1": "0", "points-2": "-5"}],
            [("won", "+40"), ("", "0"), ("lost", "−5")],
        ),
    ],
)
def test_colours_know_which_total_wins(
    scorer: Phone, game: str, answers: list[dict[str, str]], expected: list[tuple[str, str]]
) -> None:
    begin(scorer, 3, game)
    for fields in answers:
        page = scorer.fill(scorer.question(), dashed(fields))
    assert coloured(page) == expected
