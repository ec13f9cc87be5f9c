"""A walk through every page in every state, for tests that read them all."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

import pytest
from flask import Flask

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.play import simulated_games
from scorekeeper.play.win_probability import Forecaster
from scorekeeper.web import create_app, languages, standings
from scorekeeper.web.place import Place
from tests.doors import new_link
from tests.web.phone import Page
from tests.web.walk_advice import advice, advice_in_a_game, practice
from tests.web.walk_copies import copies
from tests.web.walk_games import more_games
from tests.web.walk_imports import documents, first_results, past_results
from tests.web.walk_in_browser import in_browser_alone
from tests.web.walk_own_games import own_games
from tests.web.walk_people import people
from tests.web.walk_results import (
    boards_without_chances,
    evenings,
    figures,
    pasted,
    printed,
    settings,
    story,
)
from tests.web.walk_rules import exchanges, house_rules
from tests.web.walk_troubles import crowded, doors, failures, files, flawed
from tests.web.walk_turning_points import turning_points
from tests.web.walk_two_phones import answered_meanwhile, late_taps
from tests.web.walker import NAMES, Walker, name_fields, number_of, own_game, trick_fields, whist

FEW = 1_000  # simulated deals, and stored ones
DAY = "7"  # every date on the walk: the names of months are not among our messages


PARTS = ("games", "evenings", "browser")
"""Parts of the walk, each over a score file of its own."""


def every_page(
    app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch, language: str, part: str
) -> list[Page]:
    """Every page of a part in every state, as a reader of this language sees it.

    The chances use few deals, because only their words are checked.
    """
    kept: list[Page] = []
    monkeypatch.setattr(standings, "forecaster", cache(Forecaster))
    monkeypatch.setattr(simulated_games, "BANKED", FEW)
    monkeypatch.setitem(app.jinja_env.globals, "day", lambda _: DAY)
    monkeypatch.setitem(app.jinja_env.globals, "month", lambda _: DAY)
    monkeypatch.setattr(languages, "day", lambda _: DAY)
    monkeypatch.setattr(languages, "clock", lambda *_: DAY)
    scorer, watcher = (Walker(app, language, kept) for _ in range(2))
    for phone, role in ((watcher, Role.WATCH), (scorer, Role.SCORE)):
        phone.open(new_link(store, role))
    if part == "browser":
        in_browser_alone(store.path.with_name("in-browser"), language, kept, monkeypatch)
    elif part == "games":
        _games(scorer, watcher, monkeypatch)
    else:
        _evenings(scorer, watcher, monkeypatch)
    return kept


def _games(scorer: Walker, watcher: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice, and every game with its rules."""
    advice(scorer)
    practice(scorer)
    advice_in_a_game(scorer, watcher, monkeypatch)
    exchanges(scorer)
    _bid_whist(scorer)
    _oh_hell(scorer)
    more_games(scorer)
    turning_points(scorer)
    house_rules(scorer)
    own_games(scorer)
    boards_without_chances(scorer)


def _evenings(scorer: Walker, watcher: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table from its first game to the end, with its files, its people and its troubles."""
    app, store, language, kept = (
        scorer.client.application,
        scorer.store,
        scorer.language,
        scorer.kept,
    )
    stranger, own = (Walker(app, language, kept) for _ in range(2))
    stranger.open("/")
    stranger.open("/join/no-such-key")
    for path in ("/?before=1", "/games/new", "/nowhere"):
        scorer.open(path)
    first_results(scorer)
    _sheets(scorer)
    _evening(scorer, watcher)
    late_taps(scorer)
    _corrections(scorer)
    _ends(scorer, watcher)
    own.open(new_link(store, Role.SCORE))
    _seats(scorer, watcher, own)
    answered_meanwhile(scorer)
    _removed(scorer)
    story(scorer, watcher, monkeypatch)
    printed(scorer, monkeypatch)
    pasted(scorer)
    evenings(scorer, monkeypatch)
    figures(scorer, monkeypatch)
    settings(scorer)
    people(scorer)
    files(scorer)
    documents(scorer)
    past_results(scorer)
    failures(scorer, monkeypatch)
    fresh, full = (create_app(Store.open(store.path), limited=limited) for limited in (False, True))
    for further_app in (fresh, full):
        monkeypatch.setitem(further_app.jinja_env.globals, "day", lambda _: DAY)
    flawed(scorer, Walker(fresh, language, kept), store)
    crowded(Walker(full, language, kept), store)
    kept_here = create_app(
        Store.open(store.path.with_name("kept.db")),
        keyless=True,
        place=Place(shell=True, phones=False, threads=False, forgets=True),  # noqa: S604  (no shell of the system)
    )
    for name in ("day", "month"):
        monkeypatch.setitem(kept_here.jinja_env.globals, name, lambda _: DAY)
    copies(Walker(kept_here, language, kept), monkeypatch)
    doors(app, store, [Walker(app, language, kept) for _ in range(3)], monkeypatch)


def _sheets(scorer: Walker) -> None:
    """The form of a new game: with its rules open, and with all its errors."""
    just_now = scorer.store.clock().astimezone() - timedelta(minutes=1)
    for game in ("israeli-whist", "bid-whist"):
        form = scorer.open(f"/games/new?game={game}").form("/new")
        for wrong in (
            {"names-0": "7" * 25, "names-2": "8", "names-3": "8"},
            {"dealer": "9", "ending.target": "1,5", "key": "?"},
            {"ending.goal": "schedule"},
            {"ending.goal": "deals", "ending.deals": "7" if game == "bid-whist" else "0"},
            {"ending.goal": "time", "ending.time": "8" * 20},
            {"ending.goal": "time", "ending.time": f"{just_now:%H:%M}"},
            {"ending.goal": "minutes", "ending.minutes": ""},
            {"ending.goal": "1", "names-3": "", "dealer": "3"},
            {"rules": "game-77"},
            {"names-4": "5", "names-0": " "},
        ):
            scorer.fill(form, name_fields() | {"start": "1"} | wrong)
    opened = scorer.send(scorer.open("/games/new?game=israeli-whist").form("/new"), change="1")
    incomplete = opened.form("/new")
    del incomplete.fields["rules.passes"]
    scorer.fill(incomplete, name_fields() | {"start": "1"})
    for wrong in (
        {"rules.lowest_bid": "", "rules.passes": "7"},
        {"rules.scheme": "own", "rules.scheme.name": ""},
        {"rules.scheme.bonus": "77"},
        {"rules.1": "2"},
    ):
        form = opened.form("/new")
        scorer.fill(form, name_fields() | {"start": "1"} | wrong)


def _evening(scorer: Walker, watcher: Walker) -> None:
    """Game 1: two hands with all refusals on the way, also seen by a watcher."""
    scorer.begin(NAMES)
    scorer.open("/games/1/sheet")
    for wrong in (
        {"bid": "4C", "winner": "1"},
        {"bid": "1,2", "winner": "1"},
        {"bid": "7C"},
        {"bid": ""},
        {"bid": "7C", "winner": "9"},
    ):
        scorer.answer(1, **wrong)
    scorer.open("/games/1/?record=calls")
    for call in ("7C", "6C", "1,2", "pass", "pass"):
        scorer.answer(call=call)
    scorer.answer(call="8C", seat="0")
    for result in ({"bid": "7C", "winner": "1"}, {"bid": "pass"}):
        scorer.answer(1, **result)
    scorer.answer(bid="7C", winner="0")
    for number in ("1,5", "-1", "77", "", "2", "3"):
        scorer.answer(number=number)
    scorer.answer(number="1", seat="0")
    watcher.open("/games/1/")
    watcher.open("/games/1/screen")
    scorer.answer(number="1")  # barred
    scorer.answer(number="0")
    watcher.open("/games/1/screen")
    scorer.answer(1, **trick_fields("1 4 8 2") | {"tricks_2": ""})
    scorer.answer(tricks="1,2")
    for taken in ("1 4 8 2", "0 3 8 1", "-1 4 8 2", "0 3 8 1,5", "7 3 3 0"):
        scorer.answer(1, **trick_fields(taken))
        scorer.open("/games/1/")
    for path in ("", "", "sheet", "board", "more", "hands/1/"):
        scorer.open(f"/games/1/{path}")
        watcher.open(f"/games/1/{path}")
    scorer.hand("9 3 3", "2 8 1 2", bid="5NT 2")
    scorer.answer(bid="pass")
    scorer.open("/games/1/?record=result")
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="9")
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="")
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="2")
    watcher.post("/games/1/stop")
    scorer.open("/")
    watcher.open("/")


def _corrections(scorer: Walker) -> None:
    """Answers of game 1 changed, and revokes fined."""
    page = scorer.open("/games/1/hands/1/")
    for question in ("auction-0-0", "contract-2", "tricks"):
        scorer.open(f"/games/1/hands/1/correct?question={question}")
    form = scorer.open("/games/1/hands/1/correct?question=contract-1").form("/correct")
    scorer.send(form, number="1,5")
    scorer.fill(form, {"revision": "1", "number": "5"})
    scorer.send(form, number="5")
    scorer.open("/games/1/")
    for revokes in ("1,5", "77", "2"):
        page = scorer.fill(page.form("/revokes"), {"revokes-0": revokes})
        page = scorer.open("/games/1/hands/1/")
    scorer.fill(page.form("/revokes"), {"revision": "1"})
    for note in ("7" * 121, "7", ""):
        scorer.send(page.form("/note"), note=note)
        page = scorer.open("/games/1/hands/1/")
    scorer.send(page.form("/note"), note="7")
    scorer.fill(page.form("/note"), {"revision": "1"})
    since = scorer.store.revision(1, 1)
    scorer.send(scorer.open("/games/1/hands/1/").form("/note"), note="8")
    scorer.open(f"/games/1/hands/1/?since={since}")
    scorer.open("/games/1/hands/77/")
    scorer.open("/games/1/sheet")
    scorer.open("/games/1/")


def _ends(scorer: Walker, watcher: Walker) -> None:
    """Games that end: stopped, too early, after a play-off, shared, long before."""
    page = scorer.send(scorer.open("/games/1/more").form("/stop"))
    since = scorer.store.revision(1, 1)
    scorer.send(page.form("/note"), note="7")
    scorer.open(f"/games/1/?since={since}")
    scorer.open("/games/1/history")
    scorer.send(page.form("/rematch"))
    scorer.open("/")
    for act in ("answers", "dealer", "stop"):
        late = scorer.open("/games/1/").form("/undo")
        late.action = f"/games/1/{act}"
        scorer.fill(late, {"bid": "7C", "dealer": "1"})
    early = number_of(scorer.begin(NAMES))
    for act in ("undo", "redo"):
        nothing = scorer.open(f"/games/{early}/").form("/answers")
        nothing.action = f"/games/{early}/{act}"
        scorer.send(nothing)
    deal = scorer.open(f"/games/{early}/more").form("/dealer")
    scorer.answer(early, call="pass")
    scorer.open(f"/games/{early}/hands/1/")
    scorer.send(deal, revision="1", dealer="2")
    scorer.post(f"/games/{early}/rematch", {"csrf_token": scorer.token()})
    scorer.send(scorer.open(f"/games/{early}/more").form("/stop"))
    tied = number_of(scorer.begin(NAMES, ending__target="10"))
    scorer.hand("3 3 3", "4 3 3 3", game=tied, bid="5C 0")
    for path in ("", "board"):
        scorer.open(f"/games/{tied}/{path}")
    scorer.hand("4 0 1", "9 3 0 1", game=tied, bid="9S 0")
    question = scorer.open(f"/games/{tied}/hands/1/correct?question=tricks").form("/correct")
    scorer.fill(question, {f"tricks-{seat}": took for seat, took in enumerate("5323")})
    for path in ("", "sheet", "board", "more", "hands/2/"):
        watcher.open(f"/games/{tied}/{path}")
    for answers in ({"ending__goal": "open"}, {"ending__goal": "deals", "ending__deals": "1"}):
        number = number_of(scorer.begin(NAMES, **answers))
        scorer.hand(game=number)
        scorer.open(f"/games/{number}/more")


def _bid_whist(scorer: Walker) -> None:
    """A game of Bid Whist: each kind of bid, made and failed."""
    rules = {"sport": "true", "dealer_must_bid": "true", "higher_joker": "1"}
    number = own_game(scorer, "bid-whist", rules)
    scorer.answer(number, bid="pass")
    scorer.answer(number, bid="1,2", winner="1")
    for call in ("pass", "3H", "3L", "pass", "4L", "4H", "pass"):
        scorer.open(f"/games/{number}/?record=calls")
        scorer.answer(number, call=call)
    for suit in ("", "H"):
        scorer.answer(number, choice=suit)
    for taken in ("77", "0", "", "10"):
        scorer.answer(number, number=taken)
    scorer.open(f"/games/{number}/?record=result")
    for bid, choice, tricks in (
        ("5NT", "low", "9"),
        ("4NT", "high", "12"),
        ("3H", "S", "8"),
        ("4H", "C", "12"),
        ("4H", "D", "10"),
        ("3L", "D", "1"),
    ):
        scorer.answer(number, bid=bid, winner="2")
        scorer.answer(number, choice=choice)
        scorer.answer(number, number=tricks)
    for path in ("", "sheet", "board", "more", "hands/2/", "hands/2/correct?question=tricks"):
        scorer.open(f"/games/{number}/{path}")
    number = own_game(scorer, "bid-whist", {"same_dealer": "true", "jokers": "must"})
    scorer.answer(number, bid="pass")
    scorer.answer(number, bid="3H", winner="2")
    scorer.answer(number, choice="S")
    scorer.open(f"/games/{number}/more")
    for pack in ("52-kitty-4", "52-no-kitty"):
        number = own_game(scorer, "bid-whist", {"pack": pack, "lowest": "1"})
        scorer.answer(number, bid="1H", winner="2")
        scorer.answer(number, choice="S")
        scorer.open(f"/games/{number}/more")


def _oh_hell(scorer: Walker) -> None:
    """A game of Oh Hell with rules of its own: up from one card to two, the last hand double."""
    opened = scorer.send(scorer.open("/games/new?game=oh-hell").form("/new"), change="1")
    own = {
        "schedule": "up", "largest": "2", "trumps": "rotation", "last_double": "true",
        "free_last": "true", "scheme": "basas",
    }  # fmt: skip
    rules = {f"rules.{path}": value for path, value in own.items()}
    agreed = {"dealer": "0", "ending.goal": "schedule", "start": "1"}
    number = number_of(scorer.fill(opened.form("/new"), name_fields() | rules | agreed))
    for bids, taken in (("0 0 0 2", ""), ("0 0 0 0", "0 1 0 0"), ("1 0 1 0", "1 0 1 0")):
        for bid in bids.split():
            scorer.answer(number, number=bid)
        if taken:
            scorer.answer(number, **trick_fields(taken))
    for path in ("", "sheet", "more", "hands/1/", "hands/2/"):
        scorer.open(f"/games/{number}/{path}")


def _seats(scorer: Walker, watcher: Walker, own: Walker) -> None:
    """A claimed phone: not asked, asked, asked with all; the tally; a look-ahead."""
    number = whist(scorer)
    sit = own.open(f"/games/{number}/more").form("/seat")
    own.send(sit, sits="9")
    own.send(sit, sits="3")
    own.open(f"/games/{number}/more")
    scorer.look_ahead(number)
    own.open(f"/games/{number}/?record=calls")
    scorer.answer(number, call="pass")
    own.open(f"/games/{number}/")
    own.open(f"/games/{number}/?record=result")
    scorer.answer(number, bid="7C", winner="2")
    own.answer(number, number="0")
    for query in ("", "&for=0"):
        own.open(f"/games/{number}/{query}")
    for contract in ("2", "3"):
        scorer.answer(number, number=contract)
    watcher.open(f"/games/{number}/?since=1")
    scorer.answer(number, **trick_fields("0 3 8 2"))
    own.send(sit, sits="")
    form = scorer.open(f"/games/{number}/hands/1/correct?question=auction-0-0").form("/correct")
    page = scorer.send(form, bid="8S", winner="1")
    page = scorer.send(page.form("/correct"), number="1")
    scorer.press(page.form("/correct"))
    scorer.send(scorer.open(f"/games/{number}/").form("/undo"))
    scorer.send(scorer.open(f"/games/{number}/").form("/redo"))
    scorer.open(f"/games/{number}/?since=5")
    scorer.open(f"/games/{number}/history")
    scorer.look_ahead(own_game(scorer, "bid-whist", {}))


def _removed(scorer: Walker) -> None:
    """A game without hands and one with hands, taken off the list and restored."""
    number = whist(scorer)
    question = scorer.question(number)
    page = scorer.send(scorer.open(f"/games/{number}/more").form("/remove"))
    scorer.fill(question, {"bid": "7C", "winner": "1"})
    scorer.open(f"/games/{number}/")
    scorer.send(page.form("/bring-back"))
    scorer.post("/games/1/remove", {"csrf_token": scorer.token()})
    taken = scorer.open("/data").form("/imports/bring-back")
    scorer.send(taken, moment=taken.buttons[0][1])
