"""Records of earlier versions: still readable, with the same points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.registry import rulebooks
from scorekeeper.play.irregularities import check, check_text
from scorekeeper.play.position import WholeGame
from scorekeeper.play.record import parse_record

RECORDS = Path(__file__).parent / "records"


def game_of(file: Path) -> WholeGame[Any]:
    game = WholeGame[Any].find(rulebooks()[file.stem.rsplit("-", 1)[0]])
    assert game is not None
    return game


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.txt")), ids=lambda file: file.name)
@pytest.mark.slow
def test_a_line_comes_to_what_is_noted_above_it(file: Path) -> None:
    game, lines = game_of(file), file.read_text(encoding="utf-8").splitlines()
    for noted, line in zip(lines[::2], lines[1::2], strict=True):
        verdict = check(game, parse_record(game, line))
        points = None if verdict.points is None else list(verdict.points)
        irregularities = [str(irregularity) for irregularity in verdict.irregularities]
        assert [points, irregularities] == json.loads(noted.removeprefix("# "))


def test_a_rule_that_came_later_has_its_default() -> None:
    """Oh Hell stored its rules with 12 cards and a turned-up card when asked for 13."""
    for words, cards in (('"largest": 13', 12), ('"blind": false', 10)):
        line = f"{{{words}}}; dealer S; deal -"
        game = WholeGame[Any].of(OH_HELL)
        assert OH_HELL.schedule(parse_record(game, line).rules, 4)[0] == cards


@pytest.mark.slow
def test_json_comes_to_the_same_as_the_lines() -> None:
    for file in RECORDS.glob("*.json"):
        verdicts = [
            [
                checked.verdict
                for checked in check_text(game_of(file), path.read_text(encoding="utf-8"))
            ]
            for path in (file, file.with_suffix(".txt"))
        ]
        assert verdicts[0] == verdicts[1]
        assert len(verdicts[0]) > 5
