"""The judge of a recorded deal: who won each trick, the points, and everything irregular.

A record is read to its end whatever it holds. What was not allowed is reported, and then taken
like this:

- a call out of turn does not count; a bid that may not be made counts as a pass;
- contracts stand as they were said, a barred one too;
- cards stand as they were played: a revoke, or a card from nowhere, wins what it wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.errors import MalformedEntry
from scorekeeper.engine.israeli_whist.rules import PLAYERS
from scorekeeper.engine.israeli_whist.scoring import TRICKS
from scorekeeper.engine.israeli_whist.whole.check_bidding import BiddingJudge
from scorekeeper.engine.israeli_whist.whole.check_play import PlayVerdict, judge_play
from scorekeeper.engine.israeli_whist.whole.reading import from_json, parse_record
from scorekeeper.engine.israeli_whist.whole.record import Record
from scorekeeper.engine.israeli_whist.whole.talk import check_dealt
from scorekeeper.engine.pbn import seat_letter
from scorekeeper.engine.points import DealScore
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import Scene, TricksStep
from scorekeeper.engine.whole.irregularity import Irregularity
from scorekeeper.engine.whole.record import records
from scorekeeper.engine.wording import Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one deal.

    irregularities   in order, what was said before what was played
    scene            the bid, the declarer and the contracts
    winners          who took each trick that was completed
    score            the points by the rules, without fines; None for a deal that has no end
    unfinished       what is missing for the points; None where nothing is
    """

    irregularities: tuple[Irregularity, ...]
    scene: Scene | None
    winners: tuple[Seat, ...] = ()
    score: DealScore | None = None
    unfinished: Sentence | None = None

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat took."""
        return tuple(self.winners.count(Seat(seat)) for seat in range(PLAYERS))

    @property
    def fines(self) -> tuple[int, ...]:
        """What each seat is fined, as points lost."""
        return tuple(
            sum(found.fine for found in self.irregularities if found.seat == seat)
            for seat in range(PLAYERS)
        )

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each seat, fines deducted; None for a deal that has no end."""
        if self.score is None:
            return None
        return tuple(
            points - fine for points, fine in zip(self.score.points, self.fines, strict=True)
        )

    def lines(self) -> Iterator[str]:
        """The verdict as text, a line at a time."""
        if self.scene and self.scene.bid is not None:
            said = ", ".join(f"{seat} {number}" for seat, number in self.scene.contracts)
            yield f"{self.scene.declarer} declares {self.scene.bid}; contracts: {said or 'none'}"
        if self.winners:
            yield "tricks won by: " + " ".join(seat_letter(winner) for winner in self.winners)
        if self.score is not None and self.points is not None:
            told = (f"{Seat(seat)} {Points(points)}" for seat, points in enumerate(self.points))
            yield f"points ({self.score.label}): " + ", ".join(told)
        if self.unfinished:
            yield f"no points: {self.unfinished}"
        for found in self.irregularities:
            yield f"! {found}"

    def json(self) -> dict[str, Any]:
        """The verdict as plain values."""
        scene = self.scene
        declarer = scene.declarer if scene else None
        return {
            "declarer": None if declarer is None else seat_letter(declarer),
            "bid": scene.bid.code if scene and scene.bid else None,
            "contracts": {seat_letter(s): n for s, n in scene.contracts} if scene else {},
            "winners": [seat_letter(winner) for winner in self.winners],
            "taken": list(self.taken),
            "points": list(self.points) if self.points is not None else None,
            "fines": list(self.fines),
            "unfinished": str(self.unfinished) if self.unfinished else None,
            "irregularities": [found.json() for found in self.irregularities],
        }


@dataclass(frozen=True, slots=True)
class Checked:
    """One record of a file: its line, its verdict, or why it could not be read."""

    line: int
    verdict: Verdict | None
    flaw: Sentence | None = None

    @property
    def clean(self) -> bool:
        """Whether it could be read and nothing in it is irregular."""
        return self.verdict is not None and not self.verdict.irregularities


def check(record: Record) -> Verdict:
    """Judge one record; raises MalformedEntry where its hands are not the pack."""
    if record.hands is not None:
        check_dealt(record.hands)
    judge = BiddingJudge(record)
    judge.read()
    found = tuple(judge.found)
    step, score = judge.bookmark.step, judge.bookmark.score
    scene = score.scene if score else step.scene if step else None
    if score is not None or scene is None:
        return Verdict((*found, *_needless(record)), scene, score=score)
    if scene.declarer is None and not isinstance(step, TricksStep):
        missing = say("the auction is not over.")
        return Verdict((*found, *_needless(record)), scene, unfinished=missing)
    play = _play(record, judge, scene)
    verdict = Verdict((*found, *play.found), scene, tuple(t.winner for t in play.tricks))
    if not isinstance(step, TricksStep):
        return replace(verdict, unfinished=say("contracts are missing."))
    if len(play.tricks) < TRICKS:
        played = len(play.tricks)
        return replace(verdict, unfinished=say("{n} of 13 tricks were played.", n=played))
    return replace(verdict, score=judge.bookmark.answer(verdict.taken).score)


def check_text(text: str) -> Iterator[Checked]:
    """Judge every record of a file: one a line, or JSON: a record, or a list of them.

    Empty lines and lines that begin with `#` are skipped. Nothing is raised: a record that cannot
    be read says so, and the next one is judged. In a JSON list the records are numbered from 1.
    """
    for number, written in records(text):
        try:
            record = parse_record(written) if isinstance(written, str) else from_json(written)
            yield Checked(number, check(record))
        except MalformedEntry as error:
            yield Checked(number, None, error.sentence)


def _play(record: Record, judge: BiddingJudge, scene: Scene) -> PlayVerdict:
    eldest = Seating.alone(PLAYERS, record.dealer).eldest
    return judge_play(
        record.plays,
        judge.hands,
        eldest if scene.declarer is None else scene.declarer,
        trump=scene.suit_bid.denomination.trump if scene.suit_bid else None,
        tricks=TRICKS,
        fine=record.rules.revoke_fine,
    )


def _needless(record: Record) -> Iterator[Irregularity]:
    if record.plays:
        why = say("Cards were played although no auction was won.")
        yield Irregularity("no-declarer", say("play"), why)
