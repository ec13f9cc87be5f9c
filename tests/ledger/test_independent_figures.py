"""Independent statistics: all figures of three games of the demo, from its export."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from scorekeeper.commands.demo_season import Season, make
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight import player_records
from scorekeeper.ledger import game_results, player_figures
from scorekeeper.ledger.game_results import Span
from scorekeeper.ledger.player_figures import Counter
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from tests.ledger import independent_figures


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A season of the demo."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make(path, Season(12))
    store = Store.open(path)
    assert Counter(store).refresh(1, 600) == 0
    return store


@pytest.mark.parametrize(
    ("kind", "least"), [("israeli-whist", 30), ("bid-whist", 7), ("oh-hell", 7)]
)
@pytest.mark.slow
def test_every_figure_of_the_demo_is_what_its_export_says(
    demo: Store, kind: str, least: int
) -> None:
    book = rulebooks()[kind]
    document = json.loads("".join(as_json(demo.path, Scope(1), demo.now())))
    names = {player.id: player.name for player in players_at(demo, 1)}
    shown = {figure.key for figure in player_figures.known_figures(book)}
    counted = {
        (names[player], key): (count.cases, count.total, count.low, count.high, count.run)
        for player, keys in player_figures.counts(demo, 1, kind, Span()).items()
        for key, count in keys.items()
        if key in shown
    }
    due = independent_figures.figures_of(document, kind)
    assert counted == due
    assert len({key for _, key in due}) >= least


@pytest.mark.parametrize(
    ("kind", "players"), [("israeli-whist", 6), ("bid-whist", 4), ("oh-hell", 4)]
)
@pytest.mark.slow
def test_games_won_best_and_worst_of_the_demo_are_what_its_export_says(
    demo: Store, kind: str, players: int
) -> None:
    document = json.loads("".join(as_json(demo.path, Scope(1), demo.now())))
    names = {player.id: player.name for player in players_at(demo, 1)}
    games = game_results.played(demo, 1, rulebooks()[kind], Span())
    records = {
        names[player]: (record.games, record.wins, record.best, record.worst)
        for player, record in player_records.records(games).items()
    }
    assert records == independent_figures.records_of(document, kind)
    assert len(records) == players


def test_the_other_code_uses_nothing_of_the_product() -> None:
    tree = ast.parse(Path(independent_figures.__file__).read_text("utf-8"))
    imported = [
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert {name.partition(".")[0] for name in imported} == {"__future__", "collections", "typing"}
