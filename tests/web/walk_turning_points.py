"""The walk through turning points: their words in each game, with awards and figures."""

from __future__ import annotations

from tests.web.walk_games import all_said, all_taken, numbers, visited
from tests.web.walker import Walker, begun


def turning_points(scorer: Walker) -> None:
    """Three or more hands of each game, each with an event that has a name."""
    spades(scorer)
    hearts(scorer)
    oh_hell(scorer)
    estimation(scorer)
    romanian_whist(scorer)
    points(scorer)
    for game in ("spades", "hearts", "oh-hell", "estimation", "romanian-whist", "points"):
        for player in range(1, 5):
            scorer.open(f"/players/{player}/?game={game}")


def stopped(scorer: Walker, number: int) -> None:
    """The pages of a running game, which the table stops then."""
    visited(scorer, number)
    scorer.send(scorer.open(f"/games/{number}/more").form("/stop"))


def spades(scorer: Walker) -> None:
    """Nils of all kinds, and bags that cost points."""
    rules = {"blind_deficit": "0"}
    number = begun(scorer, "spades", rules, target="5000")
    all_said(scorer, number, "3 4 3 0 5 0")  # South's nil
    all_said(scorer, number, "blind 3 4 3 4 0")  # North's blind nil
    all_said(scorer, number, "4 5 2 0 5 2")  # North's nil takes two
    stopped(scorer, number)
    number = begun(scorer, "spades", rules, target="5000")
    all_said(scorer, number, "3 blind 3 4 6 2")
    all_said(scorer, number, "1 3 1 3 13")  # eleven bags
    all_said(scorer, number, "3 3 3 3 7")
    stopped(scorer, number)


def hearts(scorer: Walker) -> None:
    """The queen, and the moon both ways."""
    number = begun(scorer, "hearts", {"moon": "choice", "jack_value": "10"}, target="200")
    for queen, taken, moon in (("1", "5 0 8 0", ""), ("3", "0 0 13 0", "add"),
                               ("4", "0 0 0 13", "off")):  # fmt: skip
        scorer.answer(number, choice=queen)
        scorer.answer(number, choice="2")
        numbers(scorer, number, "shares", taken)
        if moon:
            scorer.answer(number, choice=moon)
    stopped(scorer, number)


def oh_hell(scorer: Walker) -> None:
    """A blind bid that is made, and one that is missed."""
    rules = {"blind": "true", "blind_deficit": "0", "schedule": "down", "largest": "3",
             "scheme": "ten-and-off"}  # fmt: skip
    number = begun(scorer, "oh-hell", rules)
    for bids, taken in (("blind 3 0 0 1", "0 3 0 0"), ("blind 2 0 0 1", "0 1 0 1"),
                        ("0 0 0 0", "1 0 0 0")):  # fmt: skip
        all_said(scorer, number, bids)
        numbers(scorer, number, "tricks", taken)
    visited(scorer, number)
    large = begun(scorer, "oh-hell")
    all_said(scorer, large, "5 4 2 0")
    numbers(scorer, large, "tricks", "0 5 4 1")


def estimation(scorer: Walker) -> None:
    """Dash calls, and a call that nobody else makes."""
    number = begun(scorer, "estimation")
    for dash, bid, calls, taken in (
        ("2", "7H", "2 1", "7 0 3 3"),
        ("3", "7H", "2 1", "6 1 4 2"),
        ("none", "6S", "2 2 1", "6 3 3 1"),
    ):
        scorer.answer(number, choice=dash)
        scorer.answer(number, bid=bid, winner="0")
        all_said(scorer, number, calls)
        numbers(scorer, number, "tricks", taken)
    stopped(scorer, number)
    high = begun(scorer, "estimation")
    scorer.answer(high, choice="none")
    scorer.answer(high, bid="8S", winner="0")
    all_said(scorer, high, "8 0 0")
    numbers(scorer, high, "tricks", "8 0 0 5")


def romanian_whist(scorer: Walker) -> None:
    """Five in a row missed, and four made."""
    rules = {"schedule": "short", "streak": "restart", "bonus": "50"}
    missing = begun(scorer, "romanian-whist", rules)
    for cards in range(1, 7):
        odd = cards % 2
        _spoken(scorer, missing, (0, odd, odd, int(cards == 2) + int(cards == 4)), cards)
    stopped(scorer, missing)
    making = begun(scorer, "romanian-whist", rules)
    for cards in range(1, 5):
        _spoken(scorer, making, (cards, 1, 1, 1), cards)
    stopped(scorer, making)


def _spoken(scorer: Walker, number: int, bids: tuple[int, ...], cards: int) -> None:
    """A hand with these bids by seat, in which the first takes every trick."""
    all_said(scorer, number, " ".join(str(bids[(place + cards) % 4]) for place in range(4)))
    all_taken(scorer, number, f"{cards} 0 0 0")


def points(scorer: Walker) -> None:
    """Three rounds that the same player wins."""
    number = begun(scorer, "points", target="500")
    for _ in range(3):
        numbers(scorer, number, "points", "10 5 0 0")
    stopped(scorer, number)
