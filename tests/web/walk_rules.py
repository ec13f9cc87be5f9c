"""The walk through exchanges, calls one by one, and own house rules."""

from __future__ import annotations

from datetime import UTC, timedelta

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from tests.web.walk_games import every_preset
from tests.web.walker import Walker, begun, name_fields, own_game, trick_fields


def exchanges(scorer: Walker) -> None:
    """A game in which all pass, exchange in every direction and play a bonus round."""
    rules = {
        "passes": "4",
        "own_raise": "false",
        "reentry": "false",
        "exchanges": "3",
        "exchange_direction": "round",
        "passed_out": "bonus",
        "declarer_contract": "at-least",
        "first_speaker": "left",
    }
    number = own_game(scorer, "israeli-whist", rules)
    for _ in range(4):
        scorer.answer(number, bid="pass")
    scorer.answer(number, **trick_fields("0 1 5 7"))
    for call in ("5C", "pass", "pass", "pass", "6C"):
        scorer.open(f"/games/{number}/?record=calls")
        scorer.answer(number, call=call)
    scorer.answer(number, bid="7C", winner="3")
    scorer.open(f"/games/{number}/?record=result")
    scorer.answer(number, call="pass")
    for contract in ("3", "7", "3", "2", "9"):
        scorer.answer(number, number=contract)
    for path in ("more", "sheet", "print?what=rules"):
        scorer.open(f"/games/{number}/{path}")


def house_rules(scorer: Walker) -> None:
    """The rules in words: every preset, and rules that no preset has."""
    for book in (ISRAELI_WHIST, BID_WHIST):  # Oh Hell is among the further games
        every_preset(scorer, book)
    own = {"scheme": "own", "scheme.name": "77", "exchanges": "0"}
    for numbers in (
        {"made": "linear", "all_missed": "doubled", "failed_cap": "0", "failed_next": "50"},
        {"made": "linear", "bonus": "0", "all_missed": "void", "failed_over": "-30"},
        {"made": "square", "bonus": "0"},
    ):
        scheme = {f"scheme.{name}": value for name, value in numbers.items()}
        number = own_game(scorer, "israeli-whist", own | scheme | {"redealer": "next"})
        scorer.hand("0 2 3", "4 4 2 3", game=number, bid="5C 0")
        scorer.hand("0 3 3", "0 1 10 2", game=number, bid="8C 1")
        for path in ("more", "hands/1/", "hands/2/"):
            scorer.open(f"/games/{number}/{path}")
    form = scorer.open("/games/new?game=oh-hell").form("/new")
    form = scorer.send(form, change="1", rules="nomination").form("/new")
    scorer.fill(form, name_fields() | {"start": "1", "rules.sizes": "1 " * 61})  # too many
    largest = scorer.fill(form, name_fields() | {"start": "1", "rules.largest": ""})
    scorer.open(f"{largest.address}more")
    form = scorer.open("/games/new?game=kachuful").form("/new")
    scorer.send(form, change="1")
    form = scorer.open("/games/new?game=israeli-whist").form("/new")
    scorer.fill(form, name_fields() | {"start": "1", "rules": "game-1", "names-0": ""})
    page = scorer.open("/games/new?game=spades")  # with rules that contradict one another
    page = scorer.fill(page.form("/new"), name_fields() | {"rules": "suicide", "change": "1"})
    scorer.fill(page.form("/new"), {"start": "1", "rules.nil": "false"})
    form = scorer.open("/games/new?game=bid-whist").form("/new")
    timed = scorer.fill(form, name_fields() | {"start": "1", "ending.goal": "time"})
    scorer.open(f"{timed.address}more")
    soon = (scorer.store.clock() + timedelta(minutes=30)).astimezone(UTC)
    for time in ("", "2020-03-06T22:00:00+00:00", f"{soon:%Y-%m-%dT%H:%M:%S}+00:00"):
        for game in ("bid-whist", "hearts"):
            number = begun(scorer, game, goal="time", time=time)
            scorer.open(f"/games/{number}/more")
        number = begun(scorer, "bid-whist", goal="time", time=time)
        scorer.answer(number, bid="3H", winner="2")
    number = own_game(scorer, "israeli-whist", {"exchanges": "1", "passed_out": "bonus"})
    scorer.open(f"/games/{number}/more")
    number = own_game(scorer, "israeli-whist", {"exchanges": "0", "passed_out": "bonus"})
    scorer.open(f"/games/{number}/more")
