"""Several games scored again: each player's points and wins in all of them."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.insight.what_if import Alternative, alternatives
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH
from scorekeeper.web.what_if import WhatIf, what_if
from tests.conftest import PLAYERS
from tests.sample_games import hand, south_makes

TO_60 = Ending(target=60)


def alternative(key: str) -> Alternative:
    return next(candidate for candidate in alternatives(ISRAELI_WHIST) if candidate.key == key)


def play(
    store: Store, players: Sequence[str], *hands: Sequence[Fact], preset: str = "pagat"
) -> GameRecord:
    table = tables.first(store)
    rules = ISRAELI_WHIST.preset(preset).rules
    setup = Setup(ISRAELI_WHIST, rules, TO_60, 4, SOUTH)
    game_id = new_game(store, table.id, f"{players}{hands}", setup, players)
    for fact in (fact for facts in hands for fact in facts):
        revision = store.revision(table.id, game_id)
        given = {"key": f"key-{revision}", "revision": revision, "kind": Kind.ANSWER}
        store.record(table.id, game_id, given=fact, **given)  # type: ignore[arg-type]
    return store.game(table.id, game_id)


def lines_of(rescored: WhatIf) -> list[tuple[str, int, int, int, int]]:
    return [
        (
            player.name,
            player.played.points,
            player.played.wins,
            player.other.points,
            player.other.wins,
        )
        for player in rescored.players
    ]


def test_an_evening_is_scored_again_by_player(store: Store) -> None:
    """Anna makes 8 and wins; then Ben sits there and does; without the bonus nobody has won yet."""
    turned = (*PLAYERS[1:], PLAYERS[0])
    records = [play(store, PLAYERS, south_makes(8)), play(store, turned, south_makes(8))]
    # 74, 30, -10 and 11 as played; 64, 25, -5 and 1 without the bonus
    assert lines_of(what_if(records, alternative("pagat"))) == [
        ("Ben", 104, 1, 104, 1),
        ("Anna", 85, 1, 85, 1),
        ("Chaim", 20, 0, 20, 0),
        ("Dana", 1, 0, 1, 0),
    ]
    again = what_if(records, alternative("scheme.elhanani"))
    assert lines_of(again) == [
        ("Ben", 104, 1, 89, 1),
        ("Anna", 85, 1, 65, 1),
        ("Chaim", 20, 0, 20, 0),
        ("Dana", 1, 0, -4, 0),
    ]
    assert [player.difference for player in again.players] == [-15, -20, 0, -5]


def test_games_of_different_rules_each_keep_what_is_not_changed(store: Store) -> None:
    """A scheme replaces only the scheme: the game with Frisch keeps its exchanges."""
    exchanged: tuple[Fact, ...] = ({"bid": "pass"}, {"bid": "6C", "winner": 0}, {"number": 6})
    facts = (*exchanged, *hand("6C", 0, (0, 7, 2), (6, 0, 7, 0))[1:])
    records = [
        play(store, PLAYERS, south_makes(8)),
        play(store, PLAYERS, facts, preset="wikipedia"),
    ]
    assert records[1].game.totals == (46, 25, 59, -20)
    rescored = what_if(records, alternative("scheme.standard"))
    assert [game.other.totals for game in rescored.games] == [(74, 30, -10, 11), (46, 30, 59, -20)]
    assert rescored.left_out == 0
    preset = what_if(records, alternative("pagat"))
    assert preset.left_out == 1
    assert [deal.number for deal in preset.games[1].left_out] == [1]
    assert preset.games[1].other.totals == (0, 0, 0, 0)
