"""The rules of Israeli Whist written a second time, as plainly as the sources.

Nothing here uses the engine's auction, script or schemes: players are numbers from 0 clockwise,
calls are `None` for a pass or a pair (tricks, rank of the denomination). Tests check that the
engine and this module agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules

PlainBid = tuple[int, int]
PlainCall = PlainBid | None


@dataclass(frozen=True)
class Variant:
    """How a table conducts an auction."""

    passes: int
    own_raise: bool = True
    reentry: bool = True


@dataclass(frozen=True)
class Round:
    """The state of an auction: the next speaker, or its end, and the highest bidder."""

    turn: int | None
    bidder: int | None
    highest: PlainBid | None


def listen(opener: int, calls: Sequence[PlainCall], variant: Variant) -> Round:
    """Follow the calls of an auction around the table, player by player.

    A bid wins once each of the other players has declined to go above it; if four passes are
    needed, once the bidder has declined as well. A player declines by passing after the bid, or by
    having passed at any time if players who passed are out.
    """
    spoken = iter(calls)
    declined: set[int] = set()
    out: set[int] = set()
    bidder: int | None = None
    highest: PlainBid | None = None
    for place in count(opener):
        player = place % 4
        must_decline = {0, 1, 2, 3}
        if bidder is not None and variant.passes == 3:
            must_decline -= {bidder}
        if must_decline <= declined:
            return Round(None, bidder, highest)
        if player in out and player != bidder:
            declined.add(player)
            continue
        try:
            call = next(spoken)
        except StopIteration:
            return Round(player, bidder, highest)
        if call is None:
            declined.add(player)
            if not variant.reentry:
                out.add(player)
        else:
            bidder, highest, declined = player, call, set()
    raise AssertionError


def may_call(state: Round, call: PlainCall, lowest: PlainBid, variant: Variant) -> bool:
    """Whether the player whose turn it is may make this call."""
    if state.turn is None:
        return False
    if call is None:
        return True
    if state.turn == state.bidder and not variant.own_raise:
        return False
    if state.highest is None:
        return call >= lowest
    return call > state.highest


def barred_contract(others: int) -> int | None:
    """The number barred for the last speaker: 13 minus the sum so far; None above 13."""
    return None if others > 13 else 13 - others


def legal_contracts(
    contracts: dict[int, int], player: int, declarer: int, bid: int, at_least: bool
) -> set[int]:
    """The legal contracts of a player, given the sum of the others.

    A declarer who has not spoken yet counts with the bid.
    """
    heard = {declarer: bid} | contracts
    heard.pop(player, None)
    allowed = set(range(bid if at_least and player == declarer else 0, 14))
    if len(heard) == 3:
        allowed -= {barred_contract(sum(heard.values()))} - {None}
    return allowed


def contract_order(declarer: int, at_least: bool, declarer_first: bool) -> list[int]:
    """The order in which players announce contracts."""
    others = [(declarer + place) % 4 for place in (1, 2, 3)]
    if not at_least:
        return others
    return [declarer, *others] if declarer_first else [*others, declarer]


@dataclass(frozen=True)
class Formulas:
    """A column of the table of scoring schemes, for one player and then for all four."""

    made: Callable[[int], int]
    missed: Callable[[int], int]
    zero_under: int
    zero_over: int
    zero_failed: Callable[[int], int]
    nobody_scores_when_all_miss: bool

    def player(self, contract: int, tricks: int, over: bool) -> int:
        """One player's points, when somebody made their contract."""
        if contract:
            off = abs(contract - tricks)
            return self.missed(off) if off else self.made(contract)
        if tricks:
            return self.zero_failed(tricks)
        return self.zero_over if over else self.zero_under

    def deal(self, contracts: Sequence[int], tricks: Sequence[int]) -> tuple[int, ...]:
        """The points of all four."""
        if self.nobody_scores_when_all_miss and all(
            contract != taken for contract, taken in zip(contracts, tricks, strict=True)
        ):
            return (0, 0, 0, 0)
        over = sum(contracts) > 13
        return tuple(
            self.player(contract, taken, over)
            for contract, taken in zip(contracts, tricks, strict=True)
        )


FORMULAS = {
    "standard": Formulas(
        made=lambda n: n**2 + 10,
        missed=lambda off: -10 * off,
        zero_under=50,
        zero_over=30,
        zero_failed=lambda t: -50 + 10 * (t - 1),
        nobody_scores_when_all_miss=False,
    ),
    "pagat-german": Formulas(
        made=lambda n: n**2 + 10,
        missed=lambda off: -10 * off,
        zero_under=50,
        zero_over=30,
        zero_failed=lambda t: -60 + 10 * t,
        nobody_scores_when_all_miss=False,
    ),
    "wikipedia": Formulas(
        made=lambda n: n**2 + 10,
        missed=lambda off: -10 * off,
        zero_under=50,
        zero_over=25,
        zero_failed=lambda t: -50 + 10 * (t - 1),
        nobody_scores_when_all_miss=False,
    ),
    "elhanani": Formulas(
        made=lambda n: n**2,
        missed=lambda off: -5 * off,
        zero_under=50,
        zero_over=25,
        zero_failed=lambda t: -25 - 5 * t,
        nobody_scores_when_all_miss=True,
    ),
    "elhanani-german": Formulas(
        made=lambda n: n**2,
        missed=lambda off: -5 * off,
        zero_under=50,
        zero_over=25,
        zero_failed=lambda t: -30 + 5 * t,
        nobody_scores_when_all_miss=True,
    ),
}


@dataclass(frozen=True)
class Call:
    """One call was made."""

    call: PlainCall


@dataclass(frozen=True)
class Won:
    """Only the result of the auction was recorded."""

    winner: int
    bid: PlainBid


@dataclass(frozen=True)
class AllPassed:
    """Only that everyone passed was recorded."""


@dataclass(frozen=True)
class Contract:
    """A number of tricks was announced."""

    number: int


@dataclass(frozen=True)
class Tricks:
    """The tricks were counted."""

    taken: tuple[int, ...]


Answer = Call | Won | AllPassed | Contract | Tricks


@dataclass(frozen=True)
class AskAuction:
    """An auction is running."""

    exchange: int
    state: Round
    lowest: PlainBid
    variant: Variant
    spoken: int

    def may_call(self, call: PlainCall) -> bool:
        """Whether this call is legal next."""
        return may_call(self.state, call, self.lowest, self.variant)


@dataclass(frozen=True)
class AskContract:
    """A player has to announce a contract."""

    player: int
    legal: frozenset[int]


@dataclass(frozen=True)
class AskTricks:
    """The tricks have to be counted."""


@dataclass(frozen=True)
class Played:
    """The deal was played; contracts are empty in a bonus round."""

    contracts: tuple[int, ...]
    tricks: tuple[int, ...]


@dataclass(frozen=True)
class ThrownIn:
    """Everyone passed in every auction."""


Telling = AskAuction | AskContract | AskTricks | Played | ThrownIn


def tell(rules: IsraeliWhistRules, dealer: int, answers: Sequence[Answer]) -> Telling:
    """The next question in a deal with these answers, which must be legal."""
    given = iter(answers)
    opener = dealer if rules.opener.value == "dealer" else (dealer + 1) % 4
    won = None
    for exchange in range(rules.exchanges + 1):
        heard = _auction(rules, opener, exchange, given)
        if isinstance(heard, AskAuction):
            return heard
        if heard:
            won = heard
            break
    if won is None:
        if rules.passed_out.value == "redeal":
            return ThrownIn()
        tricks = next(given, None)
        return Played((), tricks.taken) if isinstance(tricks, Tricks) else AskTricks()
    return _play(rules, won, given)


def _auction(
    rules: IsraeliWhistRules, opener: int, exchange: int, given: Iterator[Answer]
) -> AskAuction | Won | None:
    variant = Variant(rules.passes, rules.own_raise, rules.reentry)
    lowest = (min(rules.lowest_bid + exchange * rules.exchange_raise, 13), 0)
    calls: list[PlainCall] = []
    while True:
        state = listen(opener, calls, variant)
        if state.turn is None:
            return (
                None
                if state.highest is None or state.bidder is None
                else Won(state.bidder, state.highest)
            )
        answer = next(given, None)
        match answer:
            case None:
                return AskAuction(exchange, state, lowest, variant, len(calls))
            case Won():
                return answer
            case AllPassed():
                return None
            case Call(call):
                calls.append(call)


def _play(
    rules: IsraeliWhistRules, won: Won, given: Iterator[Answer]
) -> AskContract | AskTricks | Played:
    at_least = rules.declarer_contract.value == "at-least"
    contracts: dict[int, int] = {} if at_least else {won.winner: won.bid[0]}
    first = rules.first_speaker.value == "declarer"
    for player in contract_order(won.winner, at_least, first):
        legal = legal_contracts(contracts, player, won.winner, won.bid[0], at_least)
        answer = next(given, None)
        if not isinstance(answer, Contract):
            return AskContract(player, frozenset(legal))
        contracts[player] = answer.number
    tricks = next(given, None)
    if not isinstance(tricks, Tricks):
        return AskTricks()
    return Played(tuple(contracts[player] for player in range(4)), tricks.taken)
