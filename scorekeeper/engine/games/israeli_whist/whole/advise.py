"""What a bid or a contract is worth, by dealing the hidden cards many times and playing on.

The hidden hands are dealt evenly: what the others have said is not read as a hint of what they
hold. Everybody plays sensibly from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.cards.auction import Auction
from scorekeeper.engine.cards.bids import PASS, Bid, Call
from scorekeeper.engine.cards.cards import Card, Denomination
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.bulk.auction import Won, auctions
from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import contract_and_play, points_of
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.hidden import deal_hidden
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.record import Record, check_turn, field_of
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep, Scene
from scorekeeper.engine.rules.wording import say

SENSIBLE = (False,) * PLAYERS
Lanes = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Option:
    """A call or a contract with its expected points, and the half width of the 95 % interval.

    A bid is judged as if it stood; a pass by what the others then make of the auction.
    """

    choice: Call | int
    points: float
    half: float
    made: float

    @property
    def name(self) -> str:
        """`7C`, `pass` or `3`."""
        return str(self.choice) if isinstance(self.choice, int) else self.choice.code


@dataclass(frozen=True, slots=True)
class Advice:
    """What a hand is worth.

    tricks     for each denomination, the chance of each number of tricks when the hand declares
               and goes for all of them; for a contract, of the denomination that was bid, when it
               plays for the best number
    options    every open call or contract, in order
    best       the option with the most expected points
    """

    tricks: tuple[tuple[Denomination, tuple[float, ...]], ...]
    options: tuple[Option, ...]
    best: Option

    def lines(self) -> Iterator[str]:
        """The advice as tables."""
        most = max(n for _, row in self.tricks for n, share in enumerate(row) if share >= 0.005)
        yield "tricks    " + "".join(f"{number:>5}" for number in range(most + 1)) + "   mean"
        for denomination, row in self.tricks:
            mean = sum(number * share for number, share in enumerate(row))
            shares = "".join(f"{share:5.0%}" if share >= 0.005 else "    ." for share in row)
            yield f"{denomination!s:10}{shares[: 5 * most + 5]}{mean:7.1f}"
        yield ""
        yield "choice     points           made"
        for option in self.options:
            mark = "  <- best" if option is self.best else ""
            made = "" if option.choice == PASS else f"{option.made:6.0%}"
            yield f"{option.name:9}{option.points:+8.1f} ± {option.half:.1f}  {made}{mark}"

    def json(self) -> dict[str, Any]:
        """The advice as plain values."""
        return {
            "tricks": {denomination.code: list(row) for denomination, row in self.tricks},
            "options": [
                {"choice": o.name, "points": o.points, "half": o.half, "made": o.made}
                for o in self.options
            ],
            "best": self.best.name,
        }


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand, its seat, and what has been said."""

    hand: tuple[Card, ...]
    seat: Seat
    seating: Seating
    rules: IsraeliWhistRules
    step: AuctionStep | ContractStep

    @classmethod
    def of(cls, hand: tuple[Card, ...], seat: Seat, record: Record) -> Situation:
        """Where a record without hands stands, for the player who is to speak.

        Raises MalformedEntry for a hand that is not thirteen cards, and IllegalEntry where the
        record is against the rules or it is not this seat's turn.
        """
        if len(hand) != TRICKS:
            raise MalformedEntry(
                "wrong-number-of-cards", say("A hand is 13 cards, not {n}.", n=len(hand))
            )
        position = record.start(WHOLE)
        for named, word in record.said:
            position = _heard(position, named, word)
        step, turn = position.asking, position.turn
        if not isinstance(step, AuctionStep | ContractStep) or turn is None:
            raise IllegalEntry("nothing-to-say", say("Nothing is left to be said."))
        check_turn(position, seat)
        return cls(tuple(sorted(hand)), seat, position.seating, record.rules, step)

    @classmethod
    def seen(cls, view: View, step: AuctionStep | ContractStep) -> Situation:
        """What a player is asked who sees the deal so."""
        hand = tuple(card for card in view.hand if isinstance(card, Card))
        return cls(hand, view.seat, view.seating, view.rules, step)

    def deal(self, samples: int, rng: np.random.Generator) -> Lanes:
        """All four hands as they may lie, shape (seats, suits, samples)."""
        others = {seat: TRICKS for seat in range(PLAYERS) if seat != self.seat}
        return deal_hidden(
            self.hand,
            self.seat,
            seen=frozenset(),
            sizes=others,
            voids=frozenset(),
            samples=samples,
            rng=rng,
        )


def advise(situation: Situation, samples: int = 500, seed: int = 1) -> Advice:
    """Judge every open call or contract of a situation by so many samples."""
    hands = situation.deal(samples, np.random.default_rng(seed))
    step = situation.step
    if isinstance(step, AuctionStep):
        options = call_options(situation, step.auction, step.auction.legal, hands)
        tricks = tuple((d, _declaring(situation, d, hands)) for d in Denomination)
    else:
        numbers = [option.value for option in step.options if option.barred is None]
        played = {number: _contracting(situation, step.scene, number, hands) for number in numbers}
        options = tuple(
            _option(number, points, taken == number) for number, (points, taken) in played.items()
        )
        best = max(options, key=lambda option: option.points)
        bid = step.scene.suit_bid
        assert bid is not None  # noqa: S101  (contracts follow an auction)
        taken = played[int(best.name)][1]
        tricks = ((bid.denomination, _distribution(taken)),)
    return Advice(tricks, options, max(options, key=lambda option: option.points))


def call_options(
    situation: Situation, auction: Auction, calls: Sequence[Call], hands: Lanes
) -> tuple[Option, ...]:
    """The expected points of some calls that are open."""
    found = []
    for call in calls:
        if isinstance(call, Bid):
            won = _won(hands, situation.seat, call.tricks, call.denomination)
            points, taken, said = _played(situation, won, hands)
            found.append(_option(call, points, taken == said))
        else:
            points, taken, said = _played(situation, _passing(situation, auction, hands), hands)
            found.append(_option(call, points, taken == said))
    return tuple(found)


def contract_options(
    situation: Situation, scene: Scene, numbers: Sequence[int], hands: Lanes
) -> tuple[Option, ...]:
    """The expected points of some contracts that are open."""
    played = ((number, _contracting(situation, scene, number, hands)) for number in numbers)
    return tuple(_option(number, points, taken == number) for number, (points, taken) in played)


def _passing(situation: Situation, auction: Auction, hands: Lanes) -> Won:
    """How the auction ends when the player passes now and from now on."""
    after = auction.call(PASS)
    deals = hands.shape[2]
    if after.over:
        highest = after.highest
        if not isinstance(highest, Bid) or after.bidder is None:
            return _won(hands, -1, 0, 0)
        return _won(hands, after.bidder, highest.tricks, highest.denomination)
    return auctions(
        hands,
        np.full(deals, situation.seating.dealer, np.int16),
        np.zeros(deals, np.uint64),
        situation.rules,
        random=SENSIBLE,
        exchange=situation.step.scene.exchange,
        so_far=after,
        silent=situation.seat,
    )


def _declaring(situation: Situation, denomination: int, hands: Lanes) -> tuple[float, ...]:
    won = _won(hands, situation.seat, TRICKS, denomination)
    return _distribution(_played(situation, won, hands)[1])


def _contracting(
    situation: Situation, scene: Scene, number: int, hands: Lanes
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The points and the tricks of the player with one contract, the others' as they were said."""
    declarer, bid = scene.declarer, scene.suit_bid
    assert declarer is not None  # noqa: S101  (contracts follow an auction)
    assert bid is not None  # noqa: S101
    said = {**dict(scene.contracts), situation.seat: number}
    known = {(seat - declarer) % PLAYERS: number for seat, number in said.items()}
    won = _won(hands, declarer, bid.tricks, bid.denomination)
    points, taken, _ = _played(situation, won, hands, known)
    return points, taken


def _played(
    situation: Situation, won: Won, hands: Lanes, known: dict[int, int] | None = None
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The points, the tricks and the contract of the player; nothing where all have passed."""
    deals = hands.shape[2]
    declared = np.flatnonzero(won.declarer >= 0)
    said, taken = np.zeros((2, PLAYERS, deals), np.int16)
    if len(declared):
        part = Won(won.declarer[declared], won.tricks[declared], won.denomination[declared])
        said[:, declared], taken[:, declared] = contract_and_play(
            hands[:, :, declared],
            part,
            np.full(len(declared), situation.seating.dealer, np.int16),
            np.zeros(len(declared), np.uint64),
            situation.rules,
            random=SENSIBLE,
            known=known,
        )
    points = points_of(said, taken, won.declarer >= 0, situation.rules)
    points[:, won.declarer < 0] = 0
    return points[situation.seat], taken[situation.seat], said[situation.seat]


def _won(hands: Lanes, declarer: int, tricks: int, denomination: int) -> Won:
    deals = hands.shape[2]
    return Won(
        np.full(deals, declarer, np.int16),
        np.full(deals, tricks, np.int16),
        np.full(deals, denomination, np.int16),
    )


def _option(
    choice: Call | int, points: npt.NDArray[np.int16], made: npt.NDArray[np.bool_]
) -> Option:
    half = 1.96 * float(points.std()) / len(points) ** 0.5
    return Option(choice, float(points.mean()), half, float(made.mean()))


def _distribution(taken: npt.NDArray[np.int16]) -> tuple[float, ...]:
    counts = np.bincount(taken.astype(np.int64), minlength=TRICKS + 1)
    return tuple(float(count) / len(taken) for count in counts)


def _heard(position: Position, named: Seat | None, word: str) -> Position:
    """The position after a word; an exchange of cards that are not known goes by in silence."""
    if position.giving is not None:
        if "," in word:
            return position
        position = replace(position, giving=None, exchanges=(*position.exchanges, ((),) * PLAYERS))
    step = position.asking
    if step is None or (isinstance(step, ContractStep) is not word.isdigit()):
        raise IllegalEntry("not-asked", say("Nobody was asked for {what}.", what=word))
    if named is not None:
        check_turn(position, named)
    return position.apply(step.parse({field_of(step): word}))
