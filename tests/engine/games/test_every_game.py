"""Every bundled game goes through the kit that is offered to all rulebooks, and so do odd ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.engine.cards.auction import Auction, AuctionRules
from scorekeeper.engine.cards.bids import AnyBid, Ladder
from scorekeeper.engine.cards.cards import AnyCard, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.registry import BUNDLED
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, Line
from scorekeeper.engine.rules.rulebook import Preset, Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Scene, TricksStep, hold
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.testing import check_rulebook

NAMED = ("ask", "misère", "solo", "abundance")


@dataclass(frozen=True, slots=True)
class Named(AnyBid):
    """A bid that is a word."""

    code: str

    @property
    def level(self) -> int:
        return NAMED.index(self.code)

    @property
    def rank(self) -> tuple[int, ...]:
        return (self.level,)

    @property
    def said(self) -> Sentence:
        return say("{bid}", bid=self.code)


LADDER = Ladder(tuple(map(Named, NAMED)), Named)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloRules:
    worth: int = house_rules.number(5, say("A trick is worth"), 1, 9)


class Solo(Rulebook[SoloRules]):
    """A game whose bids are words, as in Solo Whist."""

    key = "solo"
    name = say("Solo")
    players = range(4, 5)
    rules = SoloRules
    presets = (Preset("usual", say("Usual"), say("here"), say("Five a trick."), SoloRules()),)
    endings = Endings((Goal.OPEN,), Ending(goal=Goal.OPEN))
    companions = __name__

    def script(self, seating: Seating, rules: SoloRules) -> Script:
        scene = Scene(13)
        auction = Auction(seating.clockwise(seating.eldest), LADDER, AuctionRules(passes=3))
        won = yield from hold(auction, scene)
        if won is None:
            nothing = (Line(0, say("all passed")),)
            return DealScore((nothing,) * 4, scene, say("all passed"), thrown_in=True)
        scene = scene._replace(declarer=won.winner, bid=won.bid)
        tricks: tuple[int, ...] = yield TricksStep(seating, scene)
        lines = tuple(
            (Line(rules.worth * taken, say("{n}", n=taken), taken > 4),) for taken in tricks
        )
        return DealScore(lines, scene.with_tricks(tricks), say("{n}", n=max(tricks)))

    def describe(self, rules: SoloRules) -> tuple[Section, ...]:
        return (Section(say("Scoring"), (say("{n} a trick.", n=rules.worth),)),)


SOLO = Solo()


class WholeSolo(WholeGame[SoloRules]):
    book = SOLO
    pack = pack()

    def cards_each(self, seating: Seating, rules: SoloRules) -> int:
        return 13

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        return TrickOf(position.seating.eldest, 4, None)


COMPANIONS = (WholeSolo(),)


@pytest.mark.parametrize("book", [*BUNDLED, SOLO], ids=lambda book: book.key)
def test_a_game_holds_what_every_rulebook_has_to_hold(book: Rulebook[Any]) -> None:
    check_rulebook(book, tables=1)
