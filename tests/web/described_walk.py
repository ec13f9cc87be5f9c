"""A walk through the look-ahead beside the engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask, g

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.house_rules import (
    DeclarerContract,
    FirstSpeaker,
    IsraeliWhistRules,
    PassedOut,
    Redealer,
)
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import AllMissed, Made, Scheme
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.game import DealRecord, Setup, read_game
from scorekeeper.web.look_ahead_json import description, position
from scorekeeper.web.table import game_context

NAMES = ("Anna", "Ben", "<Chaim>", "Dana")


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
    """The look-ahead as a phone walks through it, written a second time."""

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
        """Go on with an answer; return it in words."""
        assert self.place
        self.ended = None
        if "worth" in self.place:
            took = code.partition(":")[2].split(",")
            sentence = self.text(self.place["told"])
            self._end(self.all["ends"][self.place["end"]], self._worth(list(map(int, took))))
            for side, number in enumerate(took):
                sentence = sentence.replace(f"{{{side}}}", number)
            return sentence
        codes, effects, goals = self.place["moves"]
        at = self.all["codes"][codes].index(code)
        sentence, _, _, contracts, _ = self.all["effects"][effects[at]]
        self.said |= contracts
        goal = goals[at]
        if goal is None:
            self.place = None
        elif goal >= 0:
            self.place = self.all["places"][goal]
        else:
            end = self.all["ends"][-1 - goal]
            self._end(end, end["lines"])
        return self.text(sentence)

    def _worth(self, took: list[int]) -> list[Any]:
        assert self.place
        lines, missed = self.all["worths"][self.place["worth"]]
        contracts = [
            sum(self.said.get(str(seat), 0) for seat in side) for side in self.all["sides"]
        ]
        side_lines = [lines[number][taken] for number, taken in zip(contracts, took, strict=True)]
        if not missed or any(made for _, made, *_ in side_lines):
            return side_lines
        return [missed[number][taken] for number, taken in zip(contracts, took, strict=True)]

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


@pytest.fixture
def describe(app: Flask) -> Callable[[GameRecord], Mapping[str, Any]]:
    """The description as a phone receives it."""

    def tell(record: GameRecord) -> Mapping[str, Any]:
        with app.test_request_context("/games/1/ahead"):
            g.role = Role.SCORE
            shown = game_context(record) | {"action": "/games/1/answers"}
            described: Mapping[str, Any] = json.loads(json.dumps(description(record, shown)))
            return described

    return tell


def where(record: GameRecord) -> Mapping[str, Any]:
    at: Mapping[str, Any] = json.loads(json.dumps(position(record)))
    return at
