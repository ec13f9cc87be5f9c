"""Whose phone this is: a player may sit down with it, and is then asked when it is their turn.

The phone keeps who it belongs to in its cookie, for each table and by the player, not by the seat:
so it holds for the next game of the same people, wherever they sit, and through another name.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import g, session

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.steps import AuctionStep, Step
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.people.names import folded
from scorekeeper.ledger.tables.access_keys import Role

COOKIE = "sits"


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom a question asks, as seen from this phone.

    mine        the seat of the phone's owner; None for a phone that lies on the table
    asked       the seat that is asked; None where the whole table is
    entering    the phone answers in place of somebody else
    """

    mine: Seat | None
    asked: Seat | None
    entering: bool = False

    @property
    def waiting(self) -> bool:
        """Whether somebody else is to answer on their own phone."""
        return self.mine is not None and self.asked not in (None, self.mine) and not self.entering

    @property
    def my_turn(self) -> bool:
        """Whether the phone's owner is asked, and nobody else."""
        return self.mine is not None and self.asked == self.mine

    @property
    def shared(self) -> bool:
        """Whether this phone is asked together with all the others."""
        return self.mine is not None and self.asked is None


def mine(record: GameRecord) -> Seat | None:
    """Where the owner of this phone sits in a game; None where nobody of it owns the phone."""
    if g.get("role") is not Role.SCORE:
        return None
    owner = session.get(COOKIE, {}).get(str(record.table_id))
    if owner is None:
        return None
    sitting = record.log.sitting.at(record.game.current.number)
    for seat, (player, name) in enumerate(zip(sitting, record.players, strict=True)):
        if isinstance(owner, int):
            if record.people.person(player) == record.people.person(owner):
                return Seat(seat)
        elif folded(name) == owner:  # a cookie from before the number was kept
            return Seat(seat)
    return None


def sit(record: GameRecord, seat: Seat | None) -> None:
    """Note whose phone this is; None makes it the table's again."""
    others = {
        table: player
        for table, player in session.get(COOKIE, {}).items()
        if table != str(record.table_id)
    }
    sitting = record.log.sitting.at(record.game.current.number)
    own = {} if seat is None else {str(record.table_id): sitting[seat]}
    session[COOKIE] = others | own


def asked(step: Step | None, by_call: bool) -> Seat | None:
    """Whom a question asks; where the auction is recorded call by call, the first call too."""
    if by_call and isinstance(step, AuctionStep):
        return step.auction.turn
    return step.asked if step else None
