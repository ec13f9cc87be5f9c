"""Situations that a player describes to get advice on, and exercises for practice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scorekeeper.auction import PASS, AnyBid, Call, Pass
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.play.advice import Situation
from scorekeeper.play.notation import Word
from scorekeeper.play.players import Players, View, players_named
from scorekeeper.play.position import Cards, Position, Said, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import Record
from scorekeeper.play.simulation import dealt
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import say

# Situations
#
# The player sits South. The missing calls are filled in: players not named as bidders have passed,
# and the first bid won the auction before the contracts. Nothing is inferred from these passes.

OWN = SEATS[0]


class Decision(Enum):
    """A decision about a hand before it is played."""

    BID = "bid"
    CONTRACT = "contract"

    @property
    def asked_by(self) -> type[AuctionStep | ContractStep]:
        """The kind of question that asks for this decision."""
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
    """Return the situation before the player's next call, after the highest bid so far, if any.

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
        if turn is None or position.auction is None:
            raise _not_asked()
        call: Call = PASS
        if highest is not None and turn == waited_for:
            call, waited_for = highest, None
        position, words = _after(position, words, call)
    if position.auction is None or position.exchanges:
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
    """Return the situation before the player's contract.

    bid          the winning bid
    contracts    the contracts of other players, by seat; those announced later are ignored

    Raises like `before_a_bid`, and MalformedEntry if an earlier contract is missing.
    """
    dealer = _dealer_for(game, rules, declarer)
    words: tuple[Word, ...] = ()
    position = _start(game, rules, dealer)
    while position.auction is not None:
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
    """Return every bid that the first caller may make, lowest first; empty without an auction."""
    auction = _start(game, rules, OWN).auction
    return () if auction is None else auction.ladder.bids


def _without_passes(situation: Situation) -> Situation:
    """Return the situation without the passes that were filled in, which carry no information."""
    return replace(
        situation,
        heard=tuple(word for word in situation.heard if not isinstance(word.what, Pass)),
    )


def _dealer_for(game: WholeGame[Any], rules: Any, declarer: Seat) -> Seat:
    """Return a dealer for whom the declarer calls first."""
    for dealer in SEATS[: game.book.players[0]]:
        if _start(game, rules, dealer).turn == declarer:
            return dealer
    raise _not_asked()


def _start(game: WholeGame[Any], rules: Any, dealer: Seat) -> Position:
    seating = replace(game.book.seating(game.book.players[0], dealer, rules), number=1)
    return Position.unseen(game, rules, seating)


def _has_bid(position: Position) -> bool:
    return position.auction is not None and position.auction.highest is not None


def _after(
    position: Position, words: tuple[Word, ...], answer: Call | int
) -> tuple[Position, tuple[Word, ...]]:
    """Return the position after a call or a contract, and all words (calls, contracts) so far."""
    step, turn = position.asking, position.turn
    assert step is not None  # noqa: S101  (somebody is asked)
    after = position.apply(answer)
    return after, (*words, (turn, str(step.fact(answer)[step.field])))


def _not_asked() -> IllegalEntry:
    return IllegalEntry("not-asked", say("After that you are not asked: change what was said."))


# Exercises
#
# The game's default players take the other seats, and the player's own seat until the decision. A
# deal in which the player does not have to make it is replaced by the next one.

MOST_TRIED = 1000
"""The most deals tried for one exercise; all fail only if the rules never ask the player."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """The player's situation, and the calls and contracts before it."""

    situation: Situation
    said: tuple[Said, ...]


def exercise(game: WholeGame[Any], rules: Any, decision: Decision, number: int) -> Exercise:
    """Return the exercise with this number, from 0; the player sits South.

    Raises LookupError if the rules never ask the player for this decision.
    """
    book = game.book
    many = book.players[0]
    players = players_named(book, Players.of(book).names[:1] * many)
    for tried in range(MOST_TRIED):
        draws = Draws.of(number, tried)
        dealer = SEATS[(number + tried) % many]
        position = dealt(game, rules, book.seating(many, dealer, rules), draws)
        while position.asking is not None and position.giving is None:
            turn = position.turn
            assert turn is not None  # noqa: S101  (somebody is asked)
            view = View.of(position, turn)
            if turn == OWN and isinstance(position.asking, decision.asked_by):
                return Exercise(Situation.seen(game, view), position.said)
            position = position.apply(players[turn].decide(view, draws))
    raise LookupError(decision.value)
