"""Agreed games, and their look-ahead as a phone receives it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask, g

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.house_rules import (
    AfterAllPass,
    DeclarerContract,
    FirstSpeaker,
    IsraeliWhistRules,
    Redealer,
)
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import AllMissed, Made, Scheme
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.web.look_ahead_json import description, phone_state
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
        passed_out=AfterAllPass.BONUS,
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
    at: Mapping[str, Any] = json.loads(json.dumps(phone_state(record)))
    return at
