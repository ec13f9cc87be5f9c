"""The page around the app reads links as the program does, before the program is there."""

from __future__ import annotations

import json

from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.game_link import link_text
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.store import Store
from tests.exchange.bad_links import (
    CUT,
    FAULTS,
    FOREIGN,
    LONG,
    NEWER,
    parts,
    text_of,
    with_white_space,
)
from tests.exchange.exported_file import exported
from tests.exchange.tapped_games import HEBREW, tapped
from tests.scripts.node import outcome

CODES = {CUT: "link_cut", FOREIGN: "link_foreign", LONG: "link_long", NEWER: "link_newer"}
ODD: tuple[object, ...] = (
    {"sides": [["Anna"]], "hands": [["1"]], "totals": [1], "decimals": 0},
    {"sides": [[1]], "hands": [], "totals": [], "decimals": 0},
    {"sides": ["Anna"], "hands": [], "totals": [], "decimals": 0},
    {"sides": [], "hands": {}, "totals": [], "decimals": 0},
    {"sides": [], "hands": [[]] * 501, "totals": [], "decimals": 0},
    {"sides": [], "hands": [], "totals": [], "decimals": 99},
    {"sides": [], "hands": [], "totals": [1e300], "decimals": 0},
    None,
    [],
)


def test_it_draws_what_stands_in_the_link_or_says_what_is_wrong(store: Store) -> None:
    tapped(store, rulebooks()["israeli-whist"], HEBREW[:4], hands=3)
    record, document = store.game(1, 1), exported(store, Scope(1, game_id=1))
    link = link_text(document, record.game, record.players)
    odd = [text_of(parts(link) | {"shown": shown}) for shown in ODD]
    broken = with_white_space(link)
    faults = [change(link) for change, _ in FAULTS]
    first, second, *rest = outcome("shown_links.js", [link, broken, *faults, *odd])
    assert second == first
    assert first["sides"] == [[name] for name in HEBREW[:4]]
    assert first["hands"] == [list(deal.score.points) for deal in record.game.deals if deal.score]
    assert first["totals"] == list(record.game.totals)
    assert first["made"].startswith(json.loads(document)["exported"][:19])
    assert rest[: len(FAULTS)] == [CODES[sentence] for _, sentence in FAULTS]
    assert rest[len(FAULTS) :] == ["link_foreign"] * len(ODD)
