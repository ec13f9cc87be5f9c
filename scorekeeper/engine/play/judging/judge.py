"""The judge of a recorded deal of any game: trick winners, points and irregularities.

A record is read to its end even if it has errors. Each error is reported once, at the seat that
made it; its consequences are not reported. The judge continues as follows:

- an illegal bid counts as a pass; a contract stands as it was announced, even a barred one;
- a call out of turn waits for its turn, unless the player then speaks again;
- cards stand as they were played, by the player who played them (see `judge_play`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.seating import SEATS, Names, Seat
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.judging.irregularity import Irregularity
from scorekeeper.engine.play.judging.judge_bidding import BiddingJudge
from scorekeeper.engine.play.judging.judge_play import judge_play
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.records.notation import seat_text
from scorekeeper.engine.play.records.read_record import parse_record, records
from scorekeeper.engine.play.records.record import Record
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.steps import Scene
from scorekeeper.engine.rules.wording import Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one deal.

    irregularities   those of the bidding, then those of the play
    end              the deal as far as the record goes
    winners          the winner of each trick that was played
    unfinished       what is missing for the points; None if nothing is
    """

    irregularities: tuple[Irregularity, ...]
    end: Position
    winners: tuple[Seat, ...] = ()
    unfinished: Sentence | None = None

    @property
    def scene(self) -> Scene:
        """The bid, the declarer and the contracts."""
        return self.end.scene

    @property
    def score(self) -> DealScore | None:
        """The points by the rules, without fines; None if the deal is not finished."""
        return self.end.score

    @property
    def taken(self) -> tuple[int, ...]:
        """The number of tricks that each seat took."""
        return tuple(self.winners.count(seat) for seat in SEATS[: self.end.seating.players])

    @property
    def fines(self) -> tuple[int, ...]:
        """The fine of each seat in points, as a positive number even if the lowest total wins."""
        return tuple(
            sum(
                irregularity.fine
                for irregularity in self.irregularities
                if irregularity.seat == seat
            )
            for seat in SEATS[: self.end.seating.players]
        )

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each side, fines included; None if the deal is not finished."""
        if self.score is None:
            return None
        sign = 1 if self.end.game.book.low(self.end.rules) else -1
        return tuple(
            won + sign * sum(self.fines[seat] for seat in side)
            for won, side in zip(self.score.points, self.end.seating.sides, strict=True)
        )

    def lines(self) -> Iterator[str]:
        scene = self.scene
        if scene.declared is not None:
            yield f"{scene.declarer} plays {scene.declared}"
        if scene.contracts:
            contracts = ", ".join(f"{seat} {number}" for seat, number in scene.contracts)
            yield f"contracts: {contracts}; {scene.said} of {scene.total}"
        if self.winners:
            yield "tricks won by: " + " ".join(map(seat_text, self.winners))
        if self.score is not None and self.points is not None:
            sides = zip(self.end.seating.sides, self.points, strict=True)
            scores = ", ".join(f"{Names(side)} {Points(points)}" for side, points in sides)
            yield f"points ({self.score.label}): {scores}"
        if self.unfinished:
            yield f"no points: {self.unfinished}"
        for irregularity in self.irregularities:
            yield f"! {irregularity}"

    def json(self) -> dict[str, Any]:
        """The verdict as plain values; `points` has one number for each of `sides`.

        `sum` is the sum of the contracts and `over` the sum minus the number of tricks. Both are
        None unless everybody has a contract.
        """
        scene, sides = self.scene, self.end.seating.sides
        complete = len(scene.contracts) == self.end.seating.players
        return {
            "declarer": None if scene.declarer is None else seat_text(scene.declarer),
            "bid": scene.bid.code if scene.bid else None,
            "contracts": {seat_text(seat): number for seat, number in scene.contracts},
            "sum": scene.said if complete else None,
            "over": scene.said - scene.total if complete else None,
            "winners": [seat_text(winner) for winner in self.winners],
            "taken": list(self.taken),
            "sides": [[seat_text(seat) for seat in side] for side in sides],
            "points": None if self.points is None else list(self.points),
            "fines": list(self.fines),
            "unfinished": str(self.unfinished) if self.unfinished else None,
            "irregularities": [irregularity.json() for irregularity in self.irregularities],
        }


@dataclass(frozen=True, slots=True)
class Checked:
    """One record of a file: its line number, and its verdict or why it could not be read."""

    line: int
    verdict: Verdict | None
    flaw: Sentence | None = None

    @property
    def clean(self) -> bool:
        """Whether the record could be read and has no irregularity."""
        return self.verdict is not None and not self.verdict.irregularities


def check_text(game: WholeGame[Any], text: str) -> Iterator[Checked]:
    """Judge every record of a file."""
    for number, written in records(text):
        try:
            yield Checked(number, check(game, parse_record(game, written)))
        except EntryError as error:
            yield Checked(number, None, error.sentence)


def check(game: WholeGame[Any], record: Record) -> Verdict:
    """Judge one record; raises MalformedEntry if it cannot be read."""
    bidding = BiddingJudge(record.start(game), record)
    bidding.read()
    position, irregularities = bidding.position, bidding.irregularities
    if not bidding.playable:
        if record.play or record.away:
            why = say("Cards were played although no auction was won.")
            irregularities.append(Irregularity("no-declarer", say("play"), why))
        missing = None if position.score else bidding.missing
        return Verdict(tuple(irregularities), position, (), missing)
    position, too_many = _put_away(position, record, irregularities)
    taker = game.taker(position)
    if taker is not None and len(position.away) < len(position.stock) and not record.play:
        missing = say("cards are still to be put away.")
        return Verdict(tuple(irregularities), position, (), missing)
    total = game.cards_each(position.seating, position.rules)
    play = judge_play(
        record.play,
        position.hands or None,
        game.opening(position),
        tricks=total,
        fine=game.book.fine(record.rules),
        missing=too_many,
    )
    irregularities.extend(play.irregularities)
    verdict = Verdict(tuple(irregularities), position, play.winners)
    if bidding.missing is not None:
        return replace(verdict, unfinished=bidding.missing)
    if (played := len(play.winners)) < total:
        missing = say("{n} of {total} tricks were played.", n=played, total=total)
        return replace(verdict, unfinished=missing)
    try:
        done = game.settled(position, play.won(position.seating.players))
    except EntryError as error:  # the cards do not add up because one is recorded twice
        return replace(verdict, unfinished=error.sentence)
    return replace(verdict, end=replace(position, bookmark=done))


def _put_away(
    position: Position, record: Record, irregularities: list[Irregularity]
) -> tuple[Position, dict[Seat, int]]:
    """The position after the discard, and the number of cards that each seat then has too many."""
    taker, due = position.game.taker(position), len(position.stock)
    if taker is None or not position.hands:
        if record.away and taker is None:
            why = say("No card is to be put away here.")
            irregularities.append(Irregularity("not-due", say("put away"), why))
        return position, {}
    right: list[AnyCard] = []
    wrong: list[AnyCard] = []
    for card in record.away:
        where = say("put away, {card}", card=card)
        if len(right) == due:
            why = say("No card is to be put away here.")
            irregularities.append(Irregularity("not-due", where, why, taker))
            break
        if card in right or card not in position.hands[taker]:
            why = say("{seat} does not hold {card}.", seat=taker, card=card)
            irregularities.append(Irregularity("card-not-held", where, why, taker))
            wrong.append(card)
        else:
            right.append(card)
    away = (*right, *wrong)[:due]  # a wrong card counts as one of those required
    kept: Cards = tuple(card for card in position.hands[taker] if card not in right)
    hands = tuple(kept if seat == taker else hand for seat, hand in enumerate(position.hands))
    too_many = len(kept) - position.game.cards_each(position.seating, position.rules)
    if record.play and len(away) < due:
        why = say("{n} of {total} cards were put away.", n=len(away), total=due)
        irregularities.append(Irregularity("not-put-away", say("put away"), why, taker))
    done = replace(position, hands=hands, away=away)
    if len(away) < due and not record.play:
        return done, {}
    return done, {taker: too_many}
