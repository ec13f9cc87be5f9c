"""The script of a partly known hand: parts of the auction are missing, or all but the points.

It asks one question and scores what is known as far as the game allows.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.rules.errors import IllegalEntry
from scorekeeper.engine.rules.points import DealScore, Line
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import AuctionStep, Fact, Scene
from scorekeeper.engine.rules.steps.partial import PARTIAL, Partial, PartialStep
from scorekeeper.engine.rules.wording import say


def is_partial(facts: Sequence[Fact]) -> bool:
    """Whether these answers are those of a partly known hand."""
    return bool(facts) and PARTIAL in facts[0]


def partial_script(
    book: Rulebook[Any], rules: object, seating: Seating, ordinary: Script
) -> Generator[PartialStep, Partial, DealScore]:
    """Ask for the known parts and score them; `ordinary` is the script of a whole hand."""
    first = next(ordinary)
    scene = Scene(first.scene.total)
    ladder = first.auction.ladder if isinstance(first, AuctionStep) else None
    ordinary.close()

    def score(known: Partial) -> DealScore:
        return _score(book, rules, seating, scene, known)

    known = yield PartialStep(
        seating, scene, book.contracts_score, score, ladder if book.contracts_score else None
    )
    return score(known)


def _score(
    book: Rulebook[Any], rules: object, seating: Seating, scene: Scene, known: Partial
) -> DealScore:
    """The points of a partly known hand; raises IllegalEntry if they do not follow from it."""
    if book.carries(rules):
        raise IllegalEntry(
            "hand-carries",
            say("In this game, a hand leaves more than points to the next: all of it is needed."),
        )
    if known.points is not None:
        lines = tuple((Line(points, say("points alone")),) for points in known.points)
        scene = scene._replace(declarer=known.declarer, bid=known.bid)
        return DealScore(lines, scene, say("points alone"))
    if not book.contracts_score or known.tricks is None:
        raise IllegalEntry(
            "tricks-alone", say("In this game, contracts and tricks alone do not give the points.")
        )
    return book.score_partial(seating, rules, known)
