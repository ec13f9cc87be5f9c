"""The judge of a recorded deal of any game: trick winners, points, and everything irregular.

A record is read to its end whatever it holds. What was not allowed is reported, and then taken
like this:

- what was said out of turn, or is no answer at all, does not count; a bid that may not be made
  counts as a pass; a contract stands as it was said;
- cards stand as they were played: a revoke, or a card from nowhere, wins what it wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.bids import PASS
from scorekeeper.engine.cards import AnyCard
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.points import DealScore
from scorekeeper.engine.seating import Names, Seat
from scorekeeper.engine.steps import AuctionStep, ContractStep, Step
from scorekeeper.engine.whole.irregularity import Irregularity
from scorekeeper.engine.whole.position import Position, WholeGame
from scorekeeper.engine.whole.record import Record, parse_record, records, seat_text
from scorekeeper.engine.wording import Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one deal.

    irregularities   in order
    end              the deal as far as the record goes
    unfinished       what is missing for the points; None where nothing is
    """

    irregularities: tuple[Irregularity, ...]
    end: Position
    unfinished: Sentence | None = None

    @property
    def score(self) -> DealScore | None:
        """The points by the rules, without fines; None for a deal that has no end."""
        return self.end.score

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who took each trick that was completed."""
        return tuple(trick.winner for trick in self.end.tricks)

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each side, fines deducted; None for a deal that has no end."""
        if self.score is None:
            return None
        fines = [0] * len(self.score.points)
        for found in self.irregularities:
            if found.seat is not None:
                fines[self.end.seating.side_of(found.seat)] += found.fine
        return tuple(won - fine for won, fine in zip(self.score.points, fines, strict=True))

    def lines(self) -> Iterator[str]:
        """The verdict as text, a line at a time."""
        scene = self.end.scene
        if scene.declared is not None:
            yield f"{scene.declarer} plays {scene.declared}"
        if scene.contracts:
            yield "contracts: " + ", ".join(f"{seat} {number}" for seat, number in scene.contracts)
        if self.winners:
            yield "tricks won by: " + " ".join(map(seat_text, self.winners))
        if self.score is not None and self.points is not None:
            sides = zip(self.end.seating.sides, self.points, strict=True)
            told = ", ".join(f"{Names(side)} {Points(points)}" for side, points in sides)
            yield f"points ({self.score.label}): {told}"
        if self.unfinished:
            yield f"no points: {self.unfinished}"
        for found in self.irregularities:
            yield f"! {found}"

    def json(self) -> dict[str, Any]:
        """The verdict as plain values."""
        scene = self.end.scene
        return {
            "declarer": None if scene.declarer is None else seat_text(scene.declarer),
            "bid": scene.bid.code if scene.bid else None,
            "contracts": {seat_text(seat): number for seat, number in scene.contracts},
            "winners": [seat_text(winner) for winner in self.winners],
            "taken": list(self.end.taken),
            "points": None if self.points is None else list(self.points),
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


def check_text(game: WholeGame[Any], text: str) -> Iterator[Checked]:
    """Judge every record of a file; a record that cannot be read says so."""
    for number, written in records(text):
        try:
            yield Checked(number, check(game, parse_record(game, written)))
        except MalformedEntry as error:
            yield Checked(number, None, error.sentence)


def check(game: WholeGame[Any], record: Record) -> Verdict:
    """Judge one record; raises MalformedEntry where it cannot be read."""
    judge = _Judge(record.start(game))
    for place, (seat, word) in enumerate(record.said, 1):
        judge.hear(say("call {place}, {word}", place=place, word=word), seat, word)
    for card in record.away:
        judge.put_away(card)
    for seat, card in record.play:
        judge.play(seat, card)
    return judge.verdict()


@dataclass
class _Judge:
    position: Position
    found: list[Irregularity] = field(default_factory=list)

    def hear(self, where: Sentence, seat: Seat | None, word: str) -> None:
        step, turn = self.position.asking, self.position.turn
        if step is None or turn is None:
            self._note("not-asked", where, say("Nobody was asked for it."), seat)
        elif seat not in (None, turn):
            self._out_of_turn(where, turn, seat)
        else:
            self._answer(where, step, turn, word)

    def put_away(self, card: AnyCard) -> None:
        where, turn = say("put away, {card}", card=card), self.position.turn
        if not self.position.putting_away:
            self._note("not-due", where, say("No card is to be put away here."), None)
            return
        try:
            self.position = self.position.apply(card)
        except IllegalEntry as refusal:
            self._note(refusal.code, where, refusal.sentence, turn)

    def play(self, seat: Seat | None, card: AnyCard) -> None:
        trick, turn = self.position.trick, self.position.turn
        where = say("trick {trick}, {card}", trick=len(self.position.tricks) + 1, card=card)
        if trick is None or turn is None:
            self._note("not-due", where, say("No card is to be played here."), seat)
            return
        if seat not in (None, turn):
            self._out_of_turn(where, turn, seat)
        try:
            self.position = self.position.apply(card)
        except IllegalEntry as refusal:
            fine = 0
            if refusal.code == "revoke":
                fine = self.position.game.book.fine(self.position.rules)
            self._note(refusal.code, where, refusal.sentence, turn, fine)
            forced = trick._replace(cards=(*trick.cards, card))
            self.position = self.position.lay(forced, turn, card)

    def verdict(self) -> Verdict:
        position, missing = self.position, None
        if position.asking is not None:
            missing = say("something is still to be said.")
        elif position.putting_away:
            missing = say("cards are still to be put away.")
        elif position.score is None:
            total = position.game.cards_each(position.seating)
            missing = say("{n} of {total} tricks were played.", n=len(position.tricks), total=total)
        return Verdict(tuple(self.found), position, missing)

    def _answer(self, where: Sentence, step: Step, turn: Seat, word: str) -> None:
        try:
            self.position = self.position.apply(step.parse({_field_of(step): word}))
        except MalformedEntry as refusal:
            self._note(refusal.code, where, refusal.sentence, turn)
        except IllegalEntry as refusal:
            self._note(refusal.code, where, refusal.sentence, turn)
            if isinstance(step, ContractStep) and 0 <= int(word) <= step.scene.total:
                bookmark = self.position.bookmark.answer(int(word))
                self.position = self.position.led_to(bookmark)
            elif PASS in self.position.legal:
                self.position = self.position.apply(PASS)

    def _out_of_turn(self, where: Sentence, turn: Seat, seat: Seat | None) -> None:
        why = say("It is {turn}'s turn, not {seat}'s.", turn=turn, seat=seat)
        self._note("out-of-turn", where, why, seat)

    def _note(
        self, code: str, where: Sentence, why: Sentence, seat: Seat | None, fine: int = 0
    ) -> None:
        self.found.append(Irregularity(code, where, why, seat, fine))


def _field_of(step: Step) -> str:
    """The field of a fact in which a word answers a question."""
    if isinstance(step, AuctionStep):
        return "call"
    return "number" if isinstance(step, ContractStep) else "choice"
