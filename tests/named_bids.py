"""Example game whose bids are words (solo, misère, abundance), without number or suit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.auction import AnyBid, Auction, AuctionRules, Ladder
from scorekeeper.cards import AnyCard, Suit, pack
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import hold
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import Preset, Rulebook, Section
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Scene
from scorekeeper.seating import Seating
from scorekeeper.wording import Given, Sentence, say

TRICKS = 13
AIMS = {"solo": 5, "misere": 0, "abundance": 9}


@dataclass(frozen=True, slots=True)
class NamedBid(AnyBid):
    """Bid with a name."""

    code: str

    @property
    def level(self) -> int:
        """All bids have the same level."""
        return 1

    @property
    def rank(self) -> tuple[int, ...]:
        """Rank by the order of the list."""
        return (list(AIMS).index(self.code),)

    @property
    def short(self) -> Sentence:
        """The name."""
        return say("{name}", name=Given(self.code))

    def __str__(self) -> str:
        return self.code


LADDER = Ladder(tuple(map(NamedBid, AIMS)), NamedBid)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloRules:
    """House rules of one table."""

    worth: int = house_rules.number(10, say("A bid is worth"), 1, 100)


class Solo(Rulebook[SoloRules]):
    """The rulebook."""

    key = "solo"
    name = say("Solo")
    players = range(4, 5)
    rules = SoloRules
    presets = (Preset("usual", say("Usual"), say("us"), say("One bid stands."), SoloRules()),)
    play = "tests.named_bids:SoloPlay"
    endings = Endings((Goal.TARGET, Goal.OPEN), Ending(target=100))

    def script(
        self, seating: Seating, rules: SoloRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for the bid and the tricks."""
        scene = Scene(TRICKS)
        won = yield from hold(
            Auction(seating.clockwise(seating.eldest), LADDER, AuctionRules(passes=3)), scene
        )
        if won is None:
            return DealScore.all_passed(seating.sides, scene, False)
        scene = scene._replace(declarer=won.winner, bid=won.bid)
        tricks: tuple[int, ...] = yield TricksStep(seating, scene)
        aim = AIMS[won.bid.code]
        made = tricks[won.winner] >= aim if aim else not tricks[won.winner]
        lines = tuple(
            (Line(rules.worth * (1 if made else -1), say("bid"), made=made),)
            if seat == won.winner
            else (Line(0, say("did not bid")),)
            for seat in range(4)
        )
        return DealScore(lines, scene.with_tricks(tricks), say("made") if made else say("failed"))

    def describe(self, rules: SoloRules) -> tuple[Section, ...]:
        """The rules in words."""
        return (Section(say("Scoring"), (say("A bid is worth {n}.", n=rules.worth),)),)


class SoloPlay(WholeGame[SoloRules]):
    """Card play: thirteen cards each, hearts are trumps."""

    pack = pack()

    def cards_each(self, seating: Seating, rules: SoloRules) -> int:
        """The whole pack."""
        return TRICKS

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The eldest leads."""
        return TrickOf(position.seating.eldest, 4, Suit.HEARTS)

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """The tricks of each player."""
        return {"tricks": list(taken)}


SOLO = Solo()
