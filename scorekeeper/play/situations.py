"""Situations that a player describes to get advice on, and exercises for practice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from scorekeeper.auction import PASS, AnyBid, Call, Pass
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.play.advice import Situation
from scorekeeper.play.notation import Word
from scorekeeper.play.players import Players, View, players_named
from scorekeeper.play.position import Cards, Phase, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import Record
from scorekeeper.play.simulation import dealt
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import say

# Situations
#
# The player sits South. The missing calls are filled in: players not named as bidders have passed,
# and the first bid won the auction before the contracts. Nothing is inferred from these passes.

OWN = SEATS[0]


class Decision(Enum):
    """A decision of a player: a call in the auction, a number of tricks, or a card to play."""

    BID = "bid"
    CONTRACT = "contract"
    CARD = "card"

    def is_due(self, position: Position, tricks: int) -> bool:
        """Return whether a position asks for it; for a card, only after `tricks` tricks or more."""
        match self:
            case Decision.BID:
                return isinstance(position.asking, AuctionStep)
            case Decision.CONTRACT:
                return isinstance(position.asking, ContractStep)
        is_choice = position.phase is Phase.CARD and len(position.legal) > 1
        return is_choice and len(position.tricks) >= tricks


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
    position = _start(game, rules, _seating(game, rules, dealer))
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
    contracts: Mapping[Seat, int],
    declarer: Seat | None = None,
    bid: AnyBid | None = None,
    seating: Seating | None = None,
    shown: Cards = (),
) -> Situation:
    """Return the situation before the player's contract, or before the bid if there is no auction.

    contracts    the contracts of other players, by seat; those announced later are ignored
    declarer     the winner of the auction, if there was one, with the winning bid
    seating      without an auction, the players, the dealer and the number of the deal
    shown        the cards that are turned up

    Raises like `before_a_bid`, and MalformedEntry if an earlier contract is missing.
    """
    if seating is None:
        assert declarer is not None  # noqa: S101  (one of both is given)
        seating = _seating(game, rules, _dealer_for(game, rules, declarer))
    words: tuple[Word, ...] = ()
    position = _start(game, rules, seating, shown)
    while position.auction is not None:
        call: Call = PASS
        if bid is not None and position.turn == declarer and not _has_bid(position):
            call = bid
        position, words = _after(position, words, call)
    if declarer == OWN and position.scene.contract_of(OWN) is not None:
        raise IllegalEntry("not-asked", say("Your bid is your contract: nothing is left to say."))
    while position.turn != OWN or isinstance(position.asking, ChoiceStep):
        turn, step = position.turn, position.asking
        if isinstance(step, ChoiceStep) and len(position.legal) == 1:  # the cards answer it
            position, words = _after(position, words, position.legal[0])
            continue
        if turn is None or not isinstance(step, ContractStep):
            raise _not_asked()
        if turn not in contracts:
            raise MalformedEntry(
                "no-number", say("{seat} speaks before you: choose that contract, too.", seat=turn)
            )
        position, words = _after(position, words, contracts[turn])
    if not isinstance(position.asking, ContractStep):
        raise _not_asked()
    record = Record(rules, seating.dealer, number=seating.number, said=words)
    return _without_passes(
        Situation.of(game, hand, OWN, record, players=seating.players, shown=shown)
    )


def opening_bids(game: WholeGame[Any], rules: Any) -> tuple[AnyBid, ...]:
    """Return every bid that the first caller may make, lowest first; empty without an auction."""
    auction = _start(game, rules, _seating(game, rules, OWN)).auction
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
        if _start(game, rules, _seating(game, rules, dealer)).turn == declarer:
            return dealer
    raise _not_asked()


def _seating(game: WholeGame[Any], rules: Any, dealer: Seat) -> Seating:
    return game.book.seating(game.book.players[0], dealer, rules).numbered(1)


def _start(game: WholeGame[Any], rules: Any, seating: Seating, shown: Cards = ()) -> Position:
    return replace(Position.unseen(game, rules, seating), stock=shown)


def _has_bid(position: Position) -> bool:
    return position.auction is not None and position.auction.highest is not None


def _after(
    position: Position, words: tuple[Word, ...], answer: object
) -> tuple[Position, tuple[Word, ...]]:
    """Return the position after an answer, and all words (calls, contracts) so far."""
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


def exercise(
    game: WholeGame[Any], rules: Any, decision: Decision, number: int, many: int = 0
) -> View:
    """Return what the player sees in the exercise with this number, from 0; the player sits South.

    many    the number of players; the lowest that the game has by default

    Raises LookupError if the rules never ask the player for this decision.
    """
    book = game.book
    many = many or book.players[0]
    players = players_named(book, Players.of(book).names[:1] * many)
    deals = book.length(rules, many) or 1
    for turn_of in range(number, number + MOST_TRIED):
        draws = Draws.of(number, turn_of - number)
        seating = book.seating(many, SEATS[turn_of % many], rules).numbered(turn_of % deals + 1)
        position = dealt(game, rules, seating, draws)
        tricks = turn_of % game.cards_each(seating, rules)
        while (turn := position.turn) is not None:
            view = View.of(position, turn)
            if turn == OWN and decision.is_due(position, tricks):
                return view
            if decision is not Decision.CARD and position.phase is not Phase.SAY:
                break  # after an exchange no bid is judged
            position = position.apply(players[turn].decide(view, draws))
    raise LookupError(decision.value)
