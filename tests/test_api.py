"""Public API: `import scorekeeper`, its examples, error codes and imports."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper import new_game
from scorekeeper.errors import ILLEGAL, IRREGULAR, MALFORMED, MalformedEntry

ROOT = Path(__file__).parents[1]
KINDS = {"MalformedEntry": MALFORMED, "IllegalEntry": ILLEGAL, "Irregularity": IRREGULAR}


@pytest.mark.parametrize(
    ("document", "least"), [("docs/engine.md", 31), ("README.md", 6), ("docs/research.md", 9)]
)
@pytest.mark.slow
def test_the_examples_of_the_documentation_come_out_as_written(document: str, least: int) -> None:
    result = doctest.testfile(str(ROOT / document), module_relative=False)
    assert (result.failed, result.attempted >= least) == (0, True)


def test_importing_it_brings_in_neither_web_nor_database_nor_numpy() -> None:
    """Scoring and playing a deal import none of them either."""
    program = """
import sys, scorekeeper
light = set(sys.modules)
for name in scorekeeper.__all__:
    getattr(scorekeeper, name)
scorekeeper.score("israeli-whist", ["S:6H", 3, 1, 2, [6, 4, 1, 2]])
scorekeeper.play_deal(scorekeeper.deal("bid-whist"))
heavy = {"flask", "sqlite3", "sqlite_utils", "numpy", "click"}
print(sorted(heavy & set(sys.modules)), any(m.startswith("scorekeeper.") for m in light))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[] False"


def engine_modules() -> list[Path]:
    package = ROOT / "scorekeeper"
    others = {"ledger", "exchange", "sheets", "web", "commands"}
    return [
        path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in others
    ]


def used_codes() -> dict[str, set[str]]:
    """The codes that the engine's modules raise or report, by kind."""
    used: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for path in engine_modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
                kind, code = node.func.id, node.args[0]
                if kind in KINDS:
                    used[kind] |= _words(code)
                elif kind == "Codes":
                    used["IllegalEntry"] |= set.union(*map(_words, node.args))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "self._note":
                used["Irregularity"] |= _words(node.args[0]) if node.args else set()
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "code":
                used["IllegalEntry"] |= {word for word in _words(node.value) if "-" in word}
            elif isinstance(node, ast.FunctionDef) and node.name == "code":
                returned = [
                    statement.value
                    for statement in ast.walk(node)
                    if isinstance(statement, ast.Return)
                ]
                words = set.union(set(), *(_words(value) for value in returned if value))
                used["IllegalEntry"] |= {word for word in words if "-" in word}
    return used


def _words(code: ast.expr) -> set[str]:
    parts = ast.walk(code)
    return {str(part.value) for part in parts if isinstance(part, ast.Constant)}


def test_every_error_code_is_listed_once_with_its_meaning() -> None:
    used = used_codes()
    assert not set(MALFORMED) & set(ILLEGAL)
    assert not set(ILLEGAL) & set(IRREGULAR)
    assert used["MalformedEntry"] - set(MALFORMED) - set(ILLEGAL) == set()
    every = set.union(*used.values())
    listed = set(scorekeeper.ERROR_CODES)
    assert (every - listed, listed - every) == (set(), set())


def test_an_answer_may_be_a_fact_and_undo_goes_back_over_deals() -> None:
    game = scorekeeper.new_game("bid-whist", deals=4)
    first = game.answer({"call": "pass"}).answer("3H").answer("pass").answer("pass").answer("S")
    scored = first.answer(9)
    assert (scored.totals, scored.dealer, len(scored.scores)) == ((3, 0), "W", 1)
    next_deal = scored.answer("N:4L")
    assert next_deal.undo().totals == scored.totals
    assert next_deal.undo().undo() == first
    assert game.undo() == game
    assert scorekeeper.new_game("bid-whist").why_not("2H") is not None


@pytest.mark.parametrize(("scheme", "sign"), [("exact", -1), ("golf", 1)])
def test_a_fine_is_bad_whichever_total_wins(scheme: str, sign: int) -> None:
    rules = {"scheme": scheme, "revoke_fine": 50, "schedule": "down", "largest": 1}
    game = scorekeeper.new_game("oh-hell", rules, players=2, dealer="W")
    for answer in (1, 1, [1, 0]):
        game = game.answer(answer)
    fined = game.fined("S")
    assert (fined.totals[0] - game.totals[0], fined.winners) == (50 * sign, (1,))


@pytest.mark.slow
def test_odds_ask_the_rules_who_wins_and_who_scores_together() -> None:
    totals = [90, 10, 20, 30]
    for odds in (
        scorekeeper.odds(new_game("hearts", target=100), totals, games=500),
        scorekeeper.odds(new_game("hearts", deals=10), totals, played=9, games=500),
    ):
        assert (odds.chances[0] < 0.05, odds.chances[1] > 0.5) == (True, True)
    assert len(scorekeeper.odds(new_game("spades", "solo"), games=100).chances) == 4
    with pytest.raises(ValueError, match="4 totals, one for each side, not 2"):
        scorekeeper.odds(new_game("spades", "solo"), [0, 0])
    near = scorekeeper.odds(new_game("spades", "short"), [190, 60], games=500).chances[0]
    far = scorekeeper.odds(new_game("spades"), [190, 60], games=500).chances[0]
    assert near > far  # 200 and 500 points


def test_odds_count_the_bags() -> None:
    none, nine = (
        scorekeeper.odds(new_game("spades"), [460, 440], left=left, games=2000).chances[0]
        for left in ((0, 0), (9, 0))
    )
    assert (nine < 0.4, none > 0.6) == (True, True)
    with pytest.raises(ValueError, match="2 numbers, one for each side"):
        scorekeeper.odds(new_game("spades"), [460, 440], left=[9])
    with pytest.raises(ValueError, match="leave nothing to later ones"):
        scorekeeper.odds(new_game("hearts"), left=[9])


def test_a_game_ends_only_as_its_page_offers() -> None:
    with pytest.raises(scorekeeper.MalformedEntry, match="10 cannot be divided by 4"):
        scorekeeper.new_game("bid-whist", deals=10)
    with pytest.raises(scorekeeper.MalformedEntry, match="does not end like that"):
        scorekeeper.new_game("wizard", target=100)
    assert scorekeeper.new_game("bid-whist", deals=12).game.setup.ending.deals == 12


@pytest.mark.parametrize(
    ("players", "dealer", "seats"), [(3, "E", "S, W, N"), (6, "7", "S, W, N, E, 5, 6")]
)
def test_a_dealer_who_is_not_at_the_table_is_refused_with_its_seats(
    players: int, dealer: str, seats: str
) -> None:
    with pytest.raises(MalformedEntry) as refused:
        scorekeeper.new_game("wizard", players=players, dealer=dealer)
    assert (refused.value.code, str(refused.value)) == (
        "no-such-seat",
        f"“{dealer}” is not a seat at this table. Its seats are {seats}.",
    )


def test_the_tenth_seat_of_ten_has_a_name() -> None:
    game = scorekeeper.new_game("points", players=10, dealer="10")
    assert (game.dealer, game.game.current.dealer) == ("10", 9)
    with pytest.raises(MalformedEntry, match="is not a seat"):
        scorekeeper.new_game("points", players=10, dealer="4")
