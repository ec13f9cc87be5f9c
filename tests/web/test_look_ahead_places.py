"""The places of the look-ahead: targets of answers, size, and limits."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.file_rulebook import MOST_AHEAD, FileGame, game_of
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import PAGAT_GERMAN
from scorekeeper.games.registry import ready_files, rulebooks
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.look_ahead import _starts, look_ahead, name_of
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Bookmark
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS, Seat
from tests.deep import DEEP
from tests.web.described_games import GAMES, describe, record_of, where
from tests.web.phone import Phone

__all__ = ["describe"]  # fixtures


AGREED = [game for game in GAMES if game.id != "declarer speaks last"]


@pytest.mark.parametrize(("book", "rules", "players"), AGREED if DEEP else AGREED[::4])
def test_every_answer_of_an_agreed_game_leads_somewhere(
    book: Rulebook[Any], rules: Any, players: int
) -> None:
    """Except for a declarer who speaks last and above the bid: the whole bid counts for long."""
    setup = Setup(book, rules, Ending(goal=Goal.OPEN), players, SEATS[0])
    ahead = look_ahead(read_game(setup, ()))
    nowhere = [
        (name, code)
        for name, place in ahead.places.items()
        for code, move in place.moves.items()
        if move.score is None and move.place not in ahead.places
    ]
    assert nowhere == []


def test_the_place_of_a_running_deal_is_among_the_places(
    describe: Callable[[GameRecord], Mapping[str, Any]],
) -> None:
    """Also for an auction recorded call by call, which is not explored from afar."""
    setup = Setup(ISRAELI_WHIST, IsraeliWhistRules(), Ending(goal=Goal.OPEN), 4, SEATS[0])
    facts: tuple[Fact, ...] = ({"call": "pass"}, {"call": "6H"})
    record = record_of(setup, [DealRecord(facts)])
    ahead = describe(record)
    texts, places = ahead["texts"], ahead["places"]
    place = places[ahead["index"][where(record)["at"]]]
    assert texts[place["barred"]["bid:5C"]] == "5 clubs is not higher than 6 hearts."
    codes, _, goals = place["moves"]
    after = places[goals[ahead["codes"][codes].index("bid:7C,2")]]
    assert texts[after["question"]] == '<bdi class="name">Dana</bdi>&#39;s contract?'


def test_a_deal_is_told_by_the_rules_it_is_played_by(
    describe: Callable[[GameRecord], Mapping[str, Any]],
) -> None:
    """The table has agreed on other rules, which hold from the next deal on."""
    setup = Setup(ISRAELI_WHIST, IsraeliWhistRules(), Ending(goal=Goal.OPEN), 4, SEATS[0])
    deals = [DealRecord(({"bid": "7C", "winner": 2},))]
    later = setup.changed(2, rules=IsraeliWhistRules(scheme=PAGAT_GERMAN))
    record = record_of(later, deals)
    assert where(record)["at"] == where(record_of(setup, deals))["at"]
    assert where(record)["at"] in describe(record)["index"]


@pytest.mark.parametrize(
    ("ending", "limits"),
    [
        (Ending(target=300), (300, None, None)),
        (Ending(target=21, minus=True), (21, -21, None)),
        (Ending(goal=Goal.DEALS, deals=8), (None, None, 8)),
        (Ending(goal=Goal.TIME), (None, None, None)),
    ],
)
def test_a_phone_knows_from_when_on_it_must_ask_whether_the_game_is_over(
    ending: Ending, limits: tuple[int | None, ...]
) -> None:
    setup = Setup(ISRAELI_WHIST, IsraeliWhistRules(), ending, 4, SEATS[0])
    assert tuple(where(record_of(setup, ()))["limits"]) == limits


def test_in_a_play_off_every_hand_may_be_the_last() -> None:
    setup = Setup(ISRAELI_WHIST, IsraeliWhistRules(), Ending(target=10), 4, SEATS[0])
    facts: tuple[Fact, ...] = (
        {"bid": "5S", "winner": 1},
        *({"number": number} for number in (5, 1, 1)),
        {"tricks": [3, 5, 5, 0]},  # 35 each
    )
    assert tuple(where(record_of(setup, [DealRecord(facts)]))["limits"]) == (None, None, 0)


def test_the_look_ahead_is_small_and_fetched_once_a_game(scorer: Phone) -> None:
    """One description serves every hand: each question of the game is found in the first."""
    scorer.write_game()
    first = json.loads(scorer.open("/games/1/ahead").html)
    for _ in range(3):
        for answers in ({"bid": "7C", "winner": "2"}, {"number": "0"}, {"number": "2"}):
            page = scorer.fill(scorer.question(), answers)
            at = json.loads(page.html.split("data-position='")[1].split("'")[0])
            assert at["at"] in first["index"]
        scorer.answer(number="3")
        scorer.answer(tricks_0="0", tricks_1="3", tricks_2="8", tricks_3="2")
    assert len(json.dumps(first)) < 400_000


MANY = ", ".join(f"w{number} = {number}" for number in range(20))
COSTLY = (  # nearly as much work as a file may have, at once or for each answer
    'name = "x"\nplayers = [2, 10]\n'
    + "".join(f'[[ask]]\nkey = "c{n}"\nchoice = "player"\nask = "?"\n' for n in range(20))
    + f'[[refuse]]\nwhen = "{"1 + " * 5}1 > 90"\nsay = "no"\n' * 20
    + '[[points]]\nvalue = "1"\n'
)
MANY_ANSWERS = (
    'name = "x"\nplayers = [2, 2]\n'
    + "".join(
        f'[[ask]]\nkey = "q{n}"\neach = "player"\nwords = {{ {MANY} }}\nask = "?"\n' for n in (0, 1)
    )
    + f'[[points]]\neach = "player"\nvalue = "{"1 + " * 59}1"\n' * 20
)
MOST_STEPS = 25_000  # of scripts, replays included; those of a file are a third


@pytest.mark.parametrize(
    "book",
    [
        *(rulebooks().values() if DEEP else (ISRAELI_WHIST, BID_WHIST, HEARTS, *ready_files())),
        pytest.param(game_of(COSTLY, "own"), id="costly hand"),
        pytest.param(game_of(MANY_ANSWERS, "own"), id="many answers"),
    ],
    ids=lambda book: book.key,
)
def test_the_first_look_ahead_of_a_game_has_bounded_work(
    book: Rulebook[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every number of players; files have the values of their hands counted as well."""
    steps = 0
    answered = Bookmark.answer

    def counted(mark: Bookmark, answer: object) -> Bookmark:
        nonlocal steps
        steps += 1 if mark.running else 1 + len(mark.answers)
        return answered(mark, answer)

    monkeypatch.setattr(Bookmark, "answer", counted)
    rules = book.presets[0].rules
    for players in sorted({book.players[0], book.players[-1]}):
        setup = Setup(book, rules, book.endings.usual, players, SEATS[0])
        steps = 0
        _starts.cache_clear()
        look_ahead(read_game(setup, ()))
        assert steps <= MOST_STEPS
        if isinstance(book, FileGame):
            assert steps <= MOST_STEPS / 3
            assert steps * book.file.work <= 10 * MOST_AHEAD


MOST_CALLS = 1_000_000  # of functions, to look ahead once


def test_a_replayed_question_is_cheap() -> None:
    """What does not depend on the answers is not made again with every replay."""
    book = ESTIMATION
    game = read_game(Setup(book, book.presets[0].rules, book.endings.usual, 4, SEATS[0]), ())
    calls = 0

    def count(frame: object, event: str, given: object) -> None:
        nonlocal calls
        calls += event == "call"

    _starts.cache_clear()
    sys.setprofile(count)
    try:
        look_ahead(game)
    finally:
        sys.setprofile(None)
    assert calls <= MOST_CALLS


def test_names_of_places_tell_the_dealer_only_where_he_matters() -> None:
    agreed = Setup(ISRAELI_WHIST, IsraeliWhistRules(), Ending(), 4, SEATS[0])
    named = {name_at(agreed, seat) for seat in SEATS[:4]}
    other = {
        name_at(replace(agreed, book=BID_WHIST, rules=BID_WHIST.presets[0].rules), seat)
        for seat in SEATS[:4]
    }
    assert (len(named), len(other)) == (1, 4)


def name_at(setup: Setup, dealer: Seat) -> str:
    game: Game = read_game(replace(setup, first_dealer=dealer), ())
    assert game.step
    return name_of(setup, game.current.seating, (), game.step)
