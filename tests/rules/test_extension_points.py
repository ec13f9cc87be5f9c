"""Extension points: the list is complete, games name their parts, and bonuses work everywhere."""

from __future__ import annotations

import inspect
import re
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

import scorekeeper.play.advice
import scorekeeper.play.simulated_games  # noqa: F401
from scorekeeper.games.registry import BUNDLED, rulebooks
from scorekeeper.play.batch_environment import BatchGame
from scorekeeper.play.card_play_parts import CARD_PLAY_PARTS, CardPlayPart, play_of
from scorekeeper.play.exact_bids import ExactBidsPlay
from scorekeeper.play.position import Position, WholeGame, Won
from scorekeeper.play.simulation import Run
from scorekeeper.rules import extension_points
from scorekeeper.rules.extension_points import Bonuses, ExtensionPoints
from scorekeeper.rules.points import Line
from scorekeeper.rules.result_steps import PointsStep
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact, Scene, Step
from scorekeeper.seating import Seating
from scorekeeper.testing import check_example, check_rulebook
from scorekeeper.wording import say
from tests.deep import DEEP
from tests.nines import Nines, NinesRules

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
INTERFACES: list[type] = [
    kind
    for _, kind in inspect.getmembers(extension_points, inspect.isclass)
    if kind.__module__ == extension_points.__name__ and kind is not ExtensionPoints
]


@pytest.mark.parametrize("book", BUNDLED, ids=lambda book: book.key)
def test_a_game_inherits_none_of_its_parts(book: Rulebook[Any]) -> None:
    bases = {*type(book).__mro__, *type(play_of(book)).__mro__}
    assert bases & {*INTERFACES, *CardPlayPart.__subclasses__()} == set()
    for point in CARD_PLAY_PARTS:
        interface = next(kind for kind in CardPlayPart.__subclasses__() if kind.point == point)
        part = getattr(play_of(book), point, None)
        assert part is None or isinstance(part, interface), (book.key, point)


def test_nobody_asks_for_a_class_to_find_out_what_a_game_offers() -> None:
    names = {kind.__name__ for kind in (*INTERFACES, *CardPlayPart.__subclasses__(), WholeGame)}
    asked = re.compile(rf"isinstance\(.*, \(?[^()]*\b({'|'.join(names)})\b")
    asking = [path for path in PACKAGE.rglob("*.py") if asked.search(path.read_text("utf-8"))]
    assert asking == []


# Bonuses


class Hats(Bonuses):
    """Ten points for each hat that a player wears."""

    def asked(self, rules: NinesRules) -> bool:
        return not rules.spades

    def questions(
        self, seating: Seating, rules: NinesRules, scene: Scene
    ) -> Generator[Step, Any, Sequence[tuple[Line, ...]]]:
        step = PointsStep(
            seating, scene, None, 10, "hats", say("Who wears hats?"), label=say("hats")
        )
        points: tuple[int, ...] = yield step
        reason = say("hats")
        return [(Line(number, reason),) if number else () for number in points]


class NinesWithHats(Nines):
    """Nines with a question after the tricks."""

    key = "nines-with-hats"
    bonuses = Hats()
    play = f"{__name__}:HatsPlay"


class HatsPlay(ExactBidsPlay):
    """Card play in which nobody wears a hat."""

    def answer(self, step: Step, position: Position, won: Won) -> Fact:
        if step.key == "hats":
            return {"points": [0] * position.seating.players}
        return super().answer(step, position, won)


HATS = NinesWithHats()


@pytest.mark.slow
def test_a_game_with_bonuses_is_complete() -> None:
    check_rulebook(HATS, tables=2 if DEEP else 1)


def test_bonuses_are_asked_after_the_tricks_and_added_to_the_points() -> None:
    bids = ["2", "3", "0"]
    check_example(HATS, [*bids, "0,2,7", "0,20,10"], (9, 33, -2))
    check_example(HATS, [*bids, "0,2,7"], (9, 13, -12), NinesRules(spades=True))


def test_deals_with_bonuses_are_not_played_in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = WholeGame[Any].of(HATS)
    runs = [Run(whole, NinesRules(spades=spades), 4, ("random",) * 3) for spades in (False, True)]
    assert [run.bulk is None for run in runs] == [True, False]
    monkeypatch.setitem(rulebooks(), HATS.key, HATS)
    assert BatchGame(HATS.key, NinesRules(spades=True), players=3).tables
    with pytest.raises(ValueError, match="not played at many tables"):
        BatchGame(HATS.key, players=3)
