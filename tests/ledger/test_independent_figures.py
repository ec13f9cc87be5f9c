"""Independent statistics: all figures of three games of the demo, from its export."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.commands.demo_season import Season, make
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight import player_records
from scorekeeper.ledger import game_results, player_figures
from scorekeeper.ledger.game_results import Span
from scorekeeper.ledger.player_figures import LEFT, FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from tests.ledger import independent_figures
from tests.ledger.test_player_statistics import margin_of_games


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A season of the demo."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    make(path, Season(12))
    store = Store.open(path)
    assert FigureCounter(store).refresh(1, 600) == 0
    return store


@pytest.fixture(scope="module")
def document(demo: Store) -> dict[str, Any]:
    exported: dict[str, Any] = json.loads("".join(as_json(demo.path, Scope(1), demo.now())))
    return exported


@pytest.mark.parametrize(
    ("kind", "least", "players"),
    [("israeli-whist", 30, 6), ("bid-whist", 7, 4), ("oh-hell", 7, 4)],
)
@pytest.mark.slow
def test_every_figure_and_record_of_the_demo_is_what_its_export_says(
    demo: Store, document: dict[str, Any], kind: str, least: int, players: int
) -> None:
    book = rulebooks()[kind]
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
    games = game_results.played(demo, 1, book, Span())
    records = {
        names[player]: (record.games, record.wins, record.best, record.worst, record.run)
        for player, record in player_records.records(games).items()
    }
    assert records == independent_figures.records_of(document, kind)
    assert len(records) == players


@pytest.mark.slow
def test_points_by_who_sits_on_the_left_and_their_margin_are_what_the_export_says(
    demo: Store, document: dict[str, Any]
) -> None:
    """The game that is still going on counts."""
    numbers = {player.name: player.id for player in players_at(demo, 1)}
    beside: dict[tuple[str, str], list[int]] = defaultdict(list)
    by_game: dict[str, list[list[int]]] = defaultdict(list)
    for game in independent_figures.games_of(document, "israeli-whist"):
        hands = [hand["points"] for hand in independent_figures.counted(game)]
        for seat, name in enumerate(game["players"]):
            own = [points[seat] for points in hands]
            beside[name, game["players"][(seat + 1) % 4]] += own
            by_game[name].append(own)
    counts = player_figures.counts(demo, 1, "israeli-whist", Span())
    for (name, other), points in beside.items():
        count = counts[numbers[name]][f"{LEFT}{numbers[other]}"]
        assert (count.cases, count.total) == (len(points), sum(points))
    for name, games in by_game.items():
        margin = margin_of_games([sum(game) for game in games], [len(game) for game in games])
        assert player_figures.margin(counts[numbers[name]]) == pytest.approx(margin)


def test_the_other_code_uses_nothing_of_the_product() -> None:
    tree = ast.parse(Path(independent_figures.__file__).read_text("utf-8"))
    imported = [
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert {name.partition(".")[0] for name in imported} == {"__future__", "collections", "typing"}
