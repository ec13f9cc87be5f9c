"""Situations described by a player: a hand, and the bids or contracts before their turn.

The player sits South. The missing calls are filled in: players not named as bidders have passed,
and the first bid won the auction before the contracts. Nothing is inferred from these passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from scorekeeper.engine.cards.bids import PASS, AnyBid, Call, Pass
from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.play.advice import Situation
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.records.notation import Word, field_of
from scorekeeper.engine.play.records.record import Record
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep
from scorekeeper.engine.rules.wording import say

OWN = SEATS[0]


class Decision(Enum):
    """A decision about a hand before it is played."""

    BID = "bid"
    CONTRACT = "contract"

    @property
    def asked_by(self) -> type[AuctionStep | ContractStep]:
        """The kind of question that asks for it."""
        return AuctionStep if self is Decision.BID else ContractStep


def before_a_bid(
    game: WholeGame[Any],
    rules: Any,
    hand: Cards,
    *,
    dealer: Seat,
    highest: AnyBid | None = None,
    bidder: Seat | None = None,
) -> Situation:
    """The player's next call, after the highest bid so far, if any.

    Raises IllegalEntry if the player is not asked then or the bid is impossible, and MalformedEntry
    for a hand of the wrong size or a bid without its bidder.
    """
    if highest is not None and bidder is None:
        raise MalformedEntry("no-winner", say("Who made the highest bid?"))
    words: tuple[Word, ...] = ()
    position = _start(game, rules, dealer)
    waited_for = None if highest is None else bidder
    while waited_for is not None or position.turn != OWN:
        turn = position.turn
        if turn is None or not isinstance(position.asking, AuctionStep):
            raise _not_asked()
        call: Call = PASS
        if highest is not None and turn == waited_for:
            call, waited_for = highest, None
        position, words = _after(position, words, call)
    if not isinstance(position.asking, AuctionStep) or position.exchanges:
        raise _not_asked()
    return _without_passes(Situation.of(game, hand, OWN, Record(rules, dealer, said=words)))


def before_a_contract(
    game: WholeGame[Any],
    rules: Any,
    hand: Cards,
    *,
    declarer: Seat,
    bid: AnyBid,
    contracts: Mapping[Seat, int],
) -> Situation:
    """The player's contract, after the winning bid and the contracts before it.

    contracts    of the other players, by seat; contracts announced later are ignored

    Raises like `before_a_bid`, and MalformedEntry if an earlier contract is missing.
    """
    dealer = _dealer_for(game, rules, declarer)
    words: tuple[Word, ...] = ()
    position = _start(game, rules, dealer)
    while isinstance(position.asking, AuctionStep):
        call: Call = bid if position.turn == declarer and not _has_bid(position) else PASS
        position, words = _after(position, words, call)
    if declarer == OWN and position.scene.contract_of(OWN) is not None:
        raise IllegalEntry("not-asked", say("Your bid is your contract: nothing is left to say."))
    while position.turn != OWN:
        turn = position.turn
        if turn is None or not isinstance(position.asking, ContractStep):
            raise _not_asked()
        if turn not in contracts:
            raise MalformedEntry(
                "no-number", say("{seat} speaks before you: choose that contract, too.", seat=turn)
            )
        position, words = _after(position, words, contracts[turn])
    if not isinstance(position.asking, ContractStep):
        raise _not_asked()
    return _without_passes(Situation.of(game, hand, OWN, Record(rules, dealer, said=words)))


def bids(game: WholeGame[Any], rules: Any) -> tuple[AnyBid, ...]:
    """Every bid that the first caller may make, lowest first; empty if there is no auction."""
    step = _start(game, rules, OWN).asking
    return step.auction.ladder.bids if isinstance(step, AuctionStep) else ()


def _without_passes(situation: Situation) -> Situation:
    """The situation without the passes that were filled in, which tell nothing."""
    return replace(
        situation,
        heard=tuple(word for word in situation.heard if not isinstance(word.what, Pass)),
    )


def _dealer_for(game: WholeGame[Any], rules: Any, declarer: Seat) -> Seat:
    """A dealer for whom the declarer calls first."""
    for dealer in SEATS[: game.book.players[0]]:
        if _start(game, rules, dealer).turn == declarer:
            return dealer
    raise _not_asked()


def _start(game: WholeGame[Any], rules: Any, dealer: Seat) -> Position:
    seating = replace(game.book.seating(game.book.players[0], dealer, rules), number=1)
    return Position.unseen(game, rules, seating)


def _has_bid(position: Position) -> bool:
    step = position.asking
    return isinstance(step, AuctionStep) and step.auction.highest is not None


def _after(
    position: Position, words: tuple[Word, ...], answer: Call | int
) -> tuple[Position, tuple[Word, ...]]:
    """The position after a call or a contract, and all words so far."""
    step, turn = position.asking, position.turn
    assert step is not None  # noqa: S101  (somebody is asked)
    after = position.apply(answer)
    return after, (*words, (turn, str(step.fact(answer)[field_of(step)])))


def _not_asked() -> IllegalEntry:
    return IllegalEntry("not-asked", say("After that you are not asked: change what was said."))
