"""The look ahead that a phone goes on by says what the engine says: walked side by side."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask, g

from scorekeeper.engine.analysis.look_ahead import look_ahead, name_of
from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.games.bid_whist import BID_WHIST
from scorekeeper.engine.games.israeli_whist import ISRAELI_WHIST
from scorekeeper.engine.games.israeli_whist.rules import (
    DeclarerContract,
    FirstSpeaker,
    IsraeliWhistRules,
    PassedOut,
    Redealer,
)
from scorekeeper.engine.games.israeli_whist.scoring import AllMissed, Made, Scheme
from scorekeeper.engine.games.oh_hell import OH_HELL
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.game import DealRecord, Game, Setup, read_game
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import AuctionStep, ChoiceStep, Fact, Step, TricksStep
from scorekeeper.ledger.entries.game_log import Log
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.table.look_ahead_description import description, position
from scorekeeper.web.table.table_page import game_context
from tests.web.phone import Phone

NAMES = ("Anna", "Ben", "<Chaim>", "Dana")
FINED = (1, 0, 2, 0, 0, 0)  # in the hand from which the phone goes on
OWN = {
    "linear, capped, doubled": IsraeliWhistRules(
        scheme=Scheme(
            name="Ours",
            made=Made.LINEAR,
            each=7,
            failed_over=-20,
            failed_cap=-15,
            all_missed=AllMissed.DOUBLED,
        )
    ),
    "declarer speaks last": IsraeliWhistRules(
        declarer_contract=DeclarerContract.AT_LEAST,
        first_speaker=FirstSpeaker.LEFT,
        lowest_bid=11,
        exchanges=1,
        passed_out=PassedOut.BONUS,
    ),
    "the deal moves on, nobody scores": IsraeliWhistRules(
        redealer=Redealer.NEXT, scheme=Scheme(zero_over=17, all_missed=AllMissed.VOID)
    ),
}
GAMES: list[Any] = [
    *(
        pytest.param(book, preset.rules, 4, id=f"{book.key} {preset.key}")
        for book in (ISRAELI_WHIST, BID_WHIST)
        for preset in book.presets
    ),
    *(pytest.param(ISRAELI_WHIST, rules, 4, id=name) for name, rules in OWN.items()),
]


@dataclass
class Walk:
    """The look ahead as a phone walks through it, written a second time."""

    all: Mapping[str, Any]
    at: Mapping[str, Any]
    place: Mapping[str, Any] | None = None
    said: dict[str, int] = field(default_factory=dict)
    totals: list[int] = field(default_factory=list)
    ended: Mapping[str, Any] | None = None
    lines: list[tuple[int, bool | None, list[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.place = self.all["places"][self.all["index"][self.at["at"]]]
        self.said = dict(self.at["said"])
        self.totals = list(self.at["totals"])
        self.dealer, self.deal = self.at["dealer"], self.at["deal"]
        self.fined, self.unfined = self.at["fined"], [[0]] * len(self.totals)

    def text(self, number: int) -> str:
        return str(self.all["texts"][number])

    def answer(self, code: str) -> str | None:
        """Go on with an answer; what it says in words."""
        assert self.place
        self.ended = None
        if "worth" in self.place:
            took = code.partition(":")[2].split(",")
            told = self.text(self.place["told"])
            self._end(self.all["ends"][self.place["end"]], self._worth(list(map(int, took))))
            for side, number in enumerate(took):
                told = told.replace(f"{{{side}}}", number)
            return told
        codes, effects, goals = self.place["moves"]
        at = self.all["codes"][codes].index(code)
        told_, _, _, said = self.all["effects"][effects[at]]
        self.said |= said
        goal = goals[at]
        if goal is None:
            self.place = None
        elif goal >= 0:
            self.place = self.all["places"][goal]
        else:
            end = self.all["ends"][-1 - goal]
            self._end(end, end["lines"])
        return self.text(told_)

    def _worth(self, took: list[int]) -> list[Any]:
        assert self.place
        lines, missed = self.all["worths"][self.place["worth"]]
        said = [sum(self.said.get(str(seat), 0) for seat in side) for side in self.all["sides"]]
        found = [lines[number][taken] for number, taken in zip(said, took, strict=True)]
        if not missed or any(made for _, made, *_ in found):
            return found
        return [missed[number][taken] for number, taken in zip(said, took, strict=True)]

    def _end(self, end: Mapping[str, Any], lines: Sequence[Any]) -> None:
        self.ended = end
        self.lines = [
            (points + fine, made, [*map(self.text, reasons), *fines])
            for (points, made, *reasons), (fine, *fines) in zip(
                lines, self.fined if end["fined"] else self.unfined, strict=True
            )
        ]
        self.fined = self.unfined
        self.totals = [total + line[0] for total, line in zip(self.totals, self.lines, strict=True)]
        if not end["stays"]:
            self.dealer = self.all["next"][self.dealer]
        self.deal += not end["thrownIn"]
        start = self.all["starts"].get(f"{self.dealer}.{self.deal}")
        self.place = None if start is None else self.all["places"][start]
        self.said = {}


def record_of(setup: Setup, deals: Sequence[DealRecord]) -> GameRecord:
    game = read_game(setup, deals)
    log = replace(Log.of(setup), game=game, records=tuple(deals))
    names = (NAMES * 2)[: setup.players]
    return GameRecord(1, 1, "key", names, datetime(2026, 1, 1, tzinfo=UTC), log)


def random_answer(step: Step, rng: random.Random) -> tuple[str, Fact]:
    """Some answer, legal or not, as a form sends it."""
    match step:
        case AuctionStep():
            if rng.random() < 0.25:
                return "bid:pass", {"bid": "pass"}
            bid, seat = rng.choice(step.auction.ladder.bids), rng.choice(step.auction.callers)
            return f"bid:{bid.code},{int(seat)}", {"bid": bid.code, "winner": int(seat)}
        case ChoiceStep():
            choice = rng.choice(step.choices)
            return f"choice:{choice.code}", {"choice": choice.code}
        case TricksStep():
            tricks = list(step.expected)
            if rng.random() < 0.7:
                tricks = [0] * len(tricks)
            while sum(tricks) < step.scene.total:
                tricks[rng.randrange(len(tricks))] += 1
            while sum(tricks) > step.scene.total:
                tricks[rng.choice([n for n, taken in enumerate(tricks) if taken])] -= 1
            return f"tricks-0:{','.join(map(str, tricks))}", {"tricks": tricks}
    number = rng.randrange(min(rng.choice((3, 99)), step.scene.total + 1))
    return f"number:{number}", {"number": number}


@pytest.fixture
def told(app: Flask) -> Callable[[GameRecord], Mapping[str, Any]]:
    """The description as a phone receives it."""

    def tell(record: GameRecord) -> Mapping[str, Any]:
        with app.test_request_context("/games/1/ahead"):
            g.role = Role.SCORE
            shown = game_context(record) | {"action": "/games/1/answers"}
            found: Mapping[str, Any] = json.loads(json.dumps(description(record, shown)))
            return found

    return tell


def where(record: GameRecord) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(json.dumps(position(record)))
    return found


@pytest.mark.parametrize(("book", "rules", "players"), GAMES)
def test_random_answers_lead_to_the_same_questions_and_points(
    told: Callable[[GameRecord], Mapping[str, Any]], book: Rulebook[Any], rules: Any, players: int
) -> None:
    rng = random.Random(book.key)
    ending = Ending(goal=Goal.OPEN)
    for first in range(players):
        setup = Setup(book, rules, ending, players, SEATS[first])
        deals = [DealRecord(revokes=FINED[:players])]
        walk = Walk(told(record_of(setup, deals)), where(record_of(setup, deals)))
        ended = asked_again = 0
        while ended < 5:
            record = record_of(setup, deals)
            if walk.place is None:  # too much may come next: the phone asks again
                walk, asked_again = Walk(told(record), where(record)), asked_again + 1
            assert_same_question(walk, record)
            ended += go_on(walk, deals, setup, rng)
        assert asked_again == 0 or rules == OWN["declarer speaks last"]


def go_on(walk: Walk, deals: list[DealRecord], setup: Setup, rng: random.Random) -> bool:
    """Give one legal answer to both, and compare; whether that was the deal's last."""
    record = record_of(setup, deals)
    tell = Teller(record.players)
    step = record.game.step
    assert step
    assert walk.place
    code, given = random_answer(step, rng)
    barred = walk.place["barred"]
    why = barred.get(code, barred.get(code.partition(",")[0]))
    if why is not None:
        with pytest.raises(EntryError) as refusal:
            step.parse(given)
        assert walk.text(why) == tell.plain(refusal.value.sentence)
        return False
    answer = step.parse(given)
    assert walk.answer(code) == tell(step.told(answer))
    deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, step.fact(answer)))
    after = record_of(setup, deals).game
    deal = after.deals[-1]
    assert (walk.ended is None) == (deal.score is None)
    assert walk.totals == list(after.totals)
    if deal.score is None or walk.ended is None:
        return False
    assert walk.text(walk.ended["label"]) == tell(deal.score.label)
    assert walk.lines == [
        (points, lines[0].made, [tell(line.reason) for line in lines])
        for points, lines in zip(deal.score.points, deal.score.lines, strict=True)
    ]
    assert walk.dealer == after.current.dealer
    deals.append(DealRecord())
    return True


def assert_same_question(walk: Walk, record: GameRecord) -> None:
    tell = Teller(record.players)
    step = record.game.step
    assert step
    assert walk.place
    assert walk.place["key"] == step.key
    assert walk.text(walk.place["question"]) == tell(step.question)
    assert [walk.text(hint) for hint in walk.place["hints"]] == [tell(hint) for hint in step.hints]
    notice = walk.place.get("notice")
    assert (None if notice is None else walk.text(notice)) == (
        step.scene.notice and tell(step.scene.notice)
    )
    assert walk.place["seat"] == step.asked
    assert walk.said == {str(int(seat)): number for seat, number in step.scene.contracts}
    options = getattr(step, "options", ())
    assert walk.place["notes"].keys() == {str(one.value) for one in options if one.note}
    for option in options:
        if option.note:
            assert walk.text(walk.place["notes"][str(option.value)]) == tell(option.note)
        why = walk.place["barred"].get(f"number:{option.value}")
        assert (None if why is None else walk.text(why)) == (
            option.barred and tell.plain(option.barred)
        )


@pytest.mark.parametrize("players", [3, 5])
def test_a_game_that_says_nothing_is_looked_into_as_far_as_it_stays_small(
    told: Callable[[GameRecord], Mapping[str, Any]], players: int
) -> None:
    """Beyond that the phone is told nothing, rather than something that might be wrong."""
    rng = random.Random(players)
    setup = Setup(OH_HELL, OH_HELL.presets[0].rules, Ending(goal=Goal.OPEN), players, SEATS[0])
    deals = [DealRecord()]
    seen = unseen = ended = 0
    while ended < 3:
        record = record_of(setup, deals)
        walk = Walk(told(record), where(record))
        steps = 0
        while walk.place and steps < 4 and ended < 3:
            assert_same_question(walk, record_of(setup, deals))
            step = record_of(setup, deals).game.step
            if isinstance(step, TricksStep) and not walk.place["moves"][1]:
                break
            ended += go_on(walk, deals, setup, rng)
            steps += 1
        seen += steps
        unseen += walk.place is None
        if steps == 0:  # the server alone can take these tricks
            record = record_of(setup, deals)
            assert record.game.step
            _, given = random_answer(record.game.step, rng)
            fact = record.game.step.fact(record.game.step.parse(given))
            deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
            deals.append(DealRecord())
            ended += 1
    assert (seen > 3, unseen > 0) == (True, True)


@pytest.mark.parametrize(
    ("book", "rules", "players"), [game for game in GAMES if game.id != "declarer speaks last"]
)
def test_every_answer_of_an_agreed_game_leads_somewhere(
    book: Rulebook[Any], rules: Any, players: int
) -> None:
    """But for a declarer who speaks last and above the bid, where the whole bid counts for long."""
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
    told: Callable[[GameRecord], Mapping[str, Any]],
) -> None:
    """Also where the auction was recorded call by call, which is not looked into from afar."""
    setup = Setup(ISRAELI_WHIST, IsraeliWhistRules(), Ending(goal=Goal.OPEN), 4, SEATS[0])
    facts: tuple[Fact, ...] = ({"call": "pass"}, {"call": "6H"})
    record = record_of(setup, [DealRecord(facts)])
    walk = Walk(told(record), where(record))
    assert walk.place
    assert walk.text(walk.place["barred"]["bid:5C"]) == "5 clubs is not higher than 6 hearts."
    walk.answer("bid:7C,2")
    assert walk.place
    question = '<bdi class="name">Dana</bdi>&#39;s contract?'
    assert walk.text(walk.place["question"]) == question


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
    scorer.begin()
    first = json.loads(scorer.open("/games/1/ahead").html)
    for _ in range(3):
        for answers in ({"bid": "7C", "winner": "2"}, {"number": "0"}, {"number": "2"}):
            page = scorer.fill(scorer.question(), answers)
            at = json.loads(page.html.split("data-position='")[1].split("'")[0])
            assert at["at"] in first["index"]
        scorer.answer(number="3")
        scorer.answer(tricks_0="0", tricks_1="3", tricks_2="8", tricks_3="2")
    assert len(json.dumps(first)) < 400_000


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
