"""Demo: its season and games, without traces."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.commands.demo_season import Season, make, playable
from scorekeeper.exchange.exporting import Scope, export_games, reading
from scorekeeper.ledger.game_document import plain
from scorekeeper.ledger.game_log import Kind
from scorekeeper.rules.game import Game
from tests.commands.command_runs import path

__all__ = ["path"]  # fixtures


ENDS = datetime(2026, 6, 30, 20, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season that the tests only read."""
    path = tmp_path_factory.mktemp("season") / "demo.db"
    make(path, Season(6, 3, ENDS))
    return path


def test_a_season_is_one_that_a_table_could_have_played(season: Path) -> None:
    with reading(season) as db:
        played = list(export_games(db, Scope(1)))
        (evenings,) = db.execute("select count(*) from sessions").fetchone()
    logs = [game.replayed() for game in played]  # every entry is legal at its time
    assert evenings == 6
    assert [log.game.over for log in logs] == [True] * (len(logs) - 1) + [False]
    assert {game.rulebook for game in played} == {"israeli-whist", "bid-whist", "oh-hell"}
    assert len({game.players for game in played}) > 3
    kinds = {act.entry.kind for game in played for act in game.entries}
    assert {Kind.ANSWER, Kind.UNDO, Kind.CORRECTION} >= kinds > {Kind.ANSWER}
    last = max(act.at for game in played for act in game.entries)
    assert "2026-06-30T19" <= last <= ENDS.isoformat()


@pytest.mark.slow
def test_the_demo_plays_every_game_that_the_engine_plays(tmp_path: Path) -> None:
    """Each game ends; its winner has most points, or fewest if points are bad."""
    path = tmp_path / "demo.db"
    make(path, Season(3 * len(playable()), 2))
    with reading(path) as db:
        played = list(export_games(db, Scope(1)))
    ends: dict[str, Game] = {}
    for record in played[:-1]:
        ends.setdefault(record.rulebook, record.replayed().game)
    assert {*ends} == {book.key for book in playable()}
    for key, game in ends.items():
        best = min if key == "hearts" else max
        assert game.over
        assert {game.totals[side] for side in game.winners} == {best(game.totals)}, key


def test_no_hand_stands_in_two_games(season: Path) -> None:
    """The presets of a game have different cards."""
    with reading(season) as db:
        played = [game.replayed().game for game in export_games(db, Scope(1))]
    hands = Counter(
        json.dumps([dict(fact) for fact in deal.record.facts])
        for game in played
        if game.setup.book.key == "israeli-whist"
        for deal in game.complete
        if deal.counts
    )
    assert len(hands) > 20
    assert max(hands.values()) == 1


def test_the_same_seed_is_the_same_season(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        make(tmp_path / name, Season(1, 7, ENDS))
        with reading(tmp_path / name) as db:
            texts.append([plain(game) for game in export_games(db, Scope(1))])
    assert texts[0] == texts[1]


WITHOUT_NUMPY = (
    "import sys; sys.modules['numpy'] = None\n"
    "from scorekeeper.commands.main import main; main(sys.argv[1:])"
)


@pytest.mark.slow
def test_the_demo_serves_its_season_without_numpy_and_leaves_nothing(tmp_path: Path) -> None:
    options = ("--no-key", "--port", "0", "--evenings", "2")
    served = subprocess.Popen(
        [*(sys.executable, "-c", WITHOUT_NUMPY, "demo"), *options],
        stdout=subprocess.PIPE,
        text=True,
        env={"PATH": "", "TMPDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    try:
        assert served.stdout
        printed = ""
        for line in served.stdout:
            printed += line
            if "No key" in line:
                break
        address = re.search(r"http://127\.0\.0\.1:\d+/", printed)
        assert address
        with urllib.request.urlopen(address[0]) as answer:
            page = answer.read().decode()
    finally:
        served.send_signal(signal.SIGTERM)
        code = served.wait(60)
    assert "Game in progress" in page
    assert "First evening of the season" in page
    assert (code, list(tmp_path.iterdir())) == (0, [])
