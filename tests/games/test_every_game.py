"""Every bundled game, and some odd ones, through the test kit for rulebooks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.registry import BUNDLED, rulebooks
from scorekeeper.rules.rulebook import Preset, Rulebook, worked_example
from scorekeeper.seating import SOUTH
from scorekeeper.testing import check_rulebook
from tests.deep import DEEP
from tests.named_bids import SOLO


@pytest.mark.parametrize("book", [*BUNDLED, SOLO], ids=lambda book: book.key)
@pytest.mark.slow
@pytest.mark.usefixtures("near_look_ahead")
def test_a_game_holds_what_every_rulebook_has_to_hold(book: Rulebook[Any]) -> None:
    check_rulebook(book, hands=6 if DEEP else 2, tables=1)


@pytest.mark.parametrize(
    ("book", "preset"),
    [pytest.param(book, preset, id=f"{book.key}-{preset.key}")
     for book in BUNDLED for preset in book.presets],
)  # fmt: skip
def test_the_printed_rules_say_how_to_play_with_an_example(
    book: Rulebook[Any], preset: Preset[Any]
) -> None:
    sections = book.describe(preset.rules)
    assert "Play" in [str(section.title) for section in sections]
    assert str(sections[-1].title).startswith("Scoring")
    example = worked_example(book, preset.rules)
    assert example is not None
    hand, *sides = map(str, example.sentences)
    assert hand.startswith("South deals, ")
    assert len(sides) == len(book.seating(4, SOUTH, preset.rules).sides)


NEEDED = {
    "israeli-whist": (
        "highest bidder is the declarer",
        "suit of the bid is trumps",
        "the number of tricks that a player has to take, no more and no fewer",
    ),
    "bid-whist": (
        "names the trump suit",
        "six tricks more than its number",
    ),
    "oh-hell": (
        "104 cards",
        "trumps",
        "taking exactly as many",
        "the first one played is higher",
        "10 with 2–5 players, 8 with 6 players, 7 with 7 players, 10 with 8–10 players",
    ),
    "spades": (
        "Spades are always trumps",
        "taking that many tricks or more",
    ),
    "hearts": (
        "there are no trumps",
        "to the left in the first hand",
        "West took the queen of spades",
        "South: 2 hearts: +2",
        "West: the queen of spades and 5 hearts: +18",
    ),
    "wizard": (
        "its suit is trumps",
        "taking exactly as many",
        "20 with 3 players, 15 with 4 players, 12 with 5 players, 10 with 6 players",
        "on the publisher's site",
    ),
    "romanian-whist": (
        "its suit is trumps",
        "taking exactly as many",
    ),
    "estimation": (
        "suit of the bid is trumps",
        "taking exactly that number",
        "made +10 and 1 for each trick called",
    ),
    "call-break": (
        "Spades are always trumps",
        "as many tricks or more",
        "South: said 4, took 5: +4.1",
        "West: said 5, took 3: -5.0",
    ),
    "skull-king": (
        "taking exactly as many",
        "bonus: +30",
        "An exact bid scores 20 a trick",
        "West: 0 made: 10 x 5 = 50",
        "on the publisher's site",
        "a mermaid beats the Skull King",
        "An escape never wins",
    ),
    "kachuful": (
        "Trumps are spades, diamonds, clubs, hearts in turn",
        "taking exactly as many",
        "3 made 13, 0 made 10",
    ),
    "points": ("play by that game's own rules", "enter a number for every side"),
}
"""What somebody who knows cards has to read of each game before the first hand, besides what every
game of tricks says (`TO_BE_ANSWERED`): the trumps, the meaning of a bid, and the points."""


@pytest.mark.parametrize("book", BUNDLED, ids=lambda book: book.key)
def test_the_printed_rules_are_enough_for_a_first_hand(book: Rulebook[Any]) -> None:
    rules = book.presets[0].rules
    example = worked_example(book, rules)
    assert example is not None
    sections = (*book.describe(rules), example)
    text = " ".join(str(sentence) for section in sections for sentence in section.sentences)
    assert [words for words in NEEDED[book.key] if words not in text] == []


@pytest.mark.parametrize(
    ("changed", "words", "absent"),
    [
        ({}, "from 1 to 14", "Kraken"),
        ({"destroyed": 1}, "Kraken: nobody gets the trick", "loot"),
        ({"loot": True}, "A loot card counts as an escape", "Kraken"),
        ({"wager": True}, "with the pirate called Rascal may wager", "Kraken"),
        ({"rascal": True}, "Bonuses count in full if exact, half", "only for an exact bid"),
        ({"rascal": True, "cannon": True}, "announced with the bid", "only for an exact bid"),
        ({"old_bonuses": True}, "Scary Mary is a pirate or an escape", "Tigress"),
    ],
)
def test_skull_king_tells_of_the_cards_that_are_in_play(
    changed: dict[str, Any], words: str, absent: str
) -> None:
    book = rulebooks()["skull-king"]
    rules = replace(book.presets[0].rules, **changed)
    text = " ".join(str(line) for section in book.describe(rules) for line in section.sentences)
    assert words in text
    assert absent not in text


@pytest.mark.parametrize("game", ["oh-hell", "kachuful", "skull-king"])
def test_players_who_bid_at_once_bid_in_no_order(game: str) -> None:
    book = rulebooks()[game]
    rules = book.presets[0].rules
    if game != "skull-king":
        rules = replace(rules, simultaneous=True)
    bids = " ".join(map(str, book.describe(rules)[1].sentences))
    assert "at once" in bids
    assert "from the dealer's left" not in bids


@pytest.mark.parametrize(
    ("game", "preset", "lines"),
    [
        # A house rule changes the points of the same hand.
        ("oh-hell", "pagat", "South: 2 made: 10 + 2 = 12"),
        ("oh-hell", "ten-a-trick", "South: 2 made: 20"),
        ("spades", "pagat", "South and North: said 7, took 8: +70, 1 bag: +1; together +71"),
        (
            "spades",
            "suicide",
            "South and North: said 4, took 4: +40, nil of South: +100; together +140",
        ),
        ("hearts", "classic", "West: the queen of spades and 5 hearts: +18"),
        ("estimation", "federation-2026", "North: said 4, took 4: +17"),
        ("israeli-whist", "pagat", "West: 6 made: 6 x 6 + 10 = 46"),
        ("bid-whist", "house", "West and East: 4 high made: 4 + 1 x 1 = 5"),
    ],
)
def test_the_example_is_computed_by_the_rules_in_force(game: str, preset: str, lines: str) -> None:
    book = rulebooks()[game]
    example = worked_example(book, book.preset(preset).rules)
    assert example is not None
    assert lines in [str(sentence) for sentence in example.sentences]


def test_house_rules_that_forbid_every_worked_hand_leave_the_example_out() -> None:
    book = rulebooks()["spades"]
    rules = replace(book.presets[0].rules, least=13, nil=False)
    assert worked_example(book, rules) is None
