"""The walk through the pages of advice: every reason, every refusal, hidden and allowed."""

from __future__ import annotations

import pytest

from tests.web.places import without_chances
from tests.web.walker import Walker, own_game

LONG_SPADES = "AKQ54.T98.765.32"
SHORT = "AKQ54.T9876.765."
WEAK = "A5432.T9.765.432"
ONE_AND_SHORT = "A65432.T9876.76."


def advice(scorer: Walker) -> None:
    """Before the first game: the cards, bids, contracts, and impossible input."""
    for query in ("", f"hand={LONG_SPADES}", f"hand={LONG_SPADES}&card=S6&ask=bid", "ask=bid"):
        scorer.open(f"/advice/?{query}")
    for hand, heard in (
        (LONG_SPADES, ""),
        (ONE_AND_SHORT, "bid=7C&by=1"),
        (SHORT, "bid=8H&by=3&dealer=2"),
        (WEAK, "bid=7C"),
    ):
        scorer.open(f"/advice/?hand={hand}&ask=bid&{heard}")
    for hand, heard in (
        (WEAK, ""),
        (SHORT, "bid=6H&declarer=0"),
        (LONG_SPADES, "bid=6H&declarer=1"),
        (LONG_SPADES, "bid=6H&declarer=3"),
        (ONE_AND_SHORT, "bid=6H&declarer=2&said-3=2"),
    ):
        scorer.open(f"/advice/?hand={hand}&ask=contract&{heard}")
    for query in (  # games without an auction
        "game=oh-hell",
        "game=oh-hell&ask=contract",
        "game=oh-hell&card=SA&card=H2&ask=contract&players=7",
        "game=oh-hell&card=SA&card=H2&ask=contract&dealer=0&up=D5",
        "game=wizard&card=SW&ask=contract",
        f"game=spades&hand={LONG_SPADES}&ask=contract",
    ):
        scorer.open(f"/advice/?{query}")
    for during in ("allowed", "hidden"):
        scorer.send(scorer.open("/advice/").forms[-1], during=during)


def practice(scorer: Walker) -> None:
    """Exercises with every verdict, refusals, and the record before and after them."""
    scorer.open("/practice/")
    for deal in (0, 3):
        scorer.open(f"/practice/bid/{deal}")
        scorer.open(f"/practice/contract/{deal}")
    for choice in ("5C", "nonsense", "pass", "7NT"):
        scorer.open(f"/practice/bid/2?choice={choice}")
        scorer.open("/practice/")
    for number in (0, 5, 7):
        scorer.open(f"/practice/contract/{number % 3}?choice={number}")
    for number in (4, 5):  # as good as one another
        scorer.open(f"/practice/contract/11?choice={number}")
    for game, practice, choices in (
        ("hearts", "card/3", ("", "&choice=SA")),
        ("hearts", "card/8", ("",)),
        ("wizard", "contract/9", ("", "&choice=2")),
        ("wizard", "contract/12", ("",)),
        ("estimation", "contract/1", ("",)),
        ("spades", "card/2", ("", "&choice=nonsense")),
        ("bid-whist", "card/23", ("", "&choice=JR")),
    ):
        scorer.open(f"/practice/?game={game}")
        for choice in choices:
            scorer.open(f"/practice/{practice}?game={game}{choice}")
    page = scorer.open("/practice/")
    scorer.send(page.form("/practice/record/"))


def advice_in_a_game(scorer: Walker, watcher: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """During a game: hidden, allowed, out of reach, and rules without a question."""
    own_game(scorer, "israeli-whist", {"reentry": "false"})
    for phone in (scorer, watcher):
        phone.open("/advice/")
    scorer.send(scorer.open("/advice/").form("/advice/"), during="allowed")
    for phone in (scorer, watcher):
        phone.open("/advice/")
    scorer.open(f"/advice/?hand={WEAK}&ask=bid&bid=7C&by=1")
    with monkeypatch.context() as bare:
        without_chances(scorer, bare)
        scorer.open("/advice/")
        scorer.open("/practice/")
    scorer.post("/advice/", {"csrf_token": scorer.token(), "during": "hidden"})
