"""The sampling player: every choice is played out over many deals of the hidden cards.

It works in every game whose kernel can begin deals with given hands (`Bulk.sampled`). Everybody
is assumed to play as the sensible player does, the player too after the choice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self, cast

from scorekeeper.cards import AnyCard, Suit
from scorekeeper.play.advice import (
    Advice,
    CostlyDecision,
    Review,
    Share,
    advice,
    holding_of,
    moves,
    name_of,
)
from scorekeeper.play.kernel.arrays import Column, Keys, Rows, keys_of, left_of
from scorekeeper.play.kernel.bids import Bids
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.dealing import RANKS, deal_hidden
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import Player, Players, View
from scorekeeper.play.position import Action, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import NONE, Bulk
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.bidding_steps import ContractStep
from scorekeeper.seating import SEATS, Seat

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SampledDeals(ABC):
    """Deals before their first card, such as those in which everything is as one player sees it.

    hands    lanes, shape (seats, lanes, deals)
    said     by seat, the bids so far; -1 for none
    rules    the house rules
    keys     for the random numbers
    dealer   by deal, the seat
    """

    hands: Rows
    said: Column
    rules: Any
    keys: Keys
    dealer: Column

    @classmethod
    def seen_by(cls, view: View, hands: Rows, *more: Any) -> Self:
        """Return deals with these hands that are otherwise as a player sees them.

        more    the other fields of the game's deals
        """
        many = hands.shape[2]
        dealer = np.full(many, view.seating.dealer, np.int16)
        return cls(
            hands, said_by_seat(view), view.rules, keys_of(0, np.arange(many)), dealer, *more
        )

    @property
    def eldest(self) -> Column:
        """The seat after the dealer."""
        return left_of(self.dealer, 1, len(self.hands))

    @abstractmethod
    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        """Return the bids; `random` says by seat who bids so.

        known    by seat, bids that do not depend on the hands; -1 for none
        """

    @abstractmethod
    def tables(self, bids: Rows, random: Sequence[bool]) -> Tables:
        """Return the tables at the first lead."""

    @abstractmethod
    def points(self, bids: Rows, left: Rows) -> Rows:
        """Return the points by side; `left` is what the tables return (see `Tables.finish`)."""

    def played(self, random: Sequence[bool], known: Rows | None = None) -> tuple[Rows, Rows]:
        """Return the bids, and what the tables return after the last trick."""
        bids = self.bids(random, known).said
        return bids, self.tables(bids, random).finish()

    def made(self, bids: Rows, left: Rows) -> npt.NDArray[np.bool_]:
        """Return whether each side has made its bid: by default, whether it needs no trick."""
        made: npt.NDArray[np.bool_] = left == 0
        return made

    def after(self, seat: int, numbers: Column) -> tuple[SampledDeals, Rows]:
        """Return the deals after a player has announced these numbers, and all bids so far."""
        known = np.repeat(self.said[:, None], len(numbers), axis=1)
        known[seat] = numbers
        return self, known

    def likelihood(self, listener: int) -> Floats | None:
        """Return how well each deal fits what the others said; None if they said nothing."""
        heard = [seat for seat, bid in enumerate(self.said) if bid >= 0 and seat != listener]
        if not heard:
            return None
        known = np.repeat(self.said[:, None], self.hands.shape[2], axis=1)
        said, sensible = self.bids((False,) * len(known), known)
        off = np.minimum(np.abs(said - sensible), len(OFF) - 1)[heard]
        likelihood: Floats = OFF.take(off).prod(axis=0)
        return likelihood


def said_by_seat(view: View) -> Column:
    """Return the bids and contracts so far, by seat; -1 for none."""
    said = [view.scene.contract_of(seat) for seat in SEATS[: view.seating.players]]
    return np.array([NONE if bid is None else bid for bid in said], np.int16)


# The likelihood of hidden hands after what was said
#
# A sensible player says what the hand suggests. So a deal is more likely if sensible players would
# have said in it what the players said. A word that does not fit makes a deal less likely but never
# impossible, because people are not always sensible.

OFF = np.array([1.0, 0.35, 0.08, 0.02])
"""The likelihood of a number, indexed by its distance from the sensible number. The last entry is
for anything farther, for another denomination, and for a bid instead of a sensible pass."""
EFFECTIVE = 50
_POWERS = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15)


def tempered(likelihood: Floats) -> Floats:
    """Return likelihoods that are evened out as far as needed to keep enough different deals.

    If hardly any deal fits, the calls say more about the speakers than about their cards.
    """
    for power in _POWERS:
        weights: Floats = likelihood**power
        if effective(weights) >= min(EFFECTIVE, len(weights)):
            return weights
    return np.ones_like(likelihood)


def effective(likelihood: Floats) -> float:
    """Return the effective sample size of deals with these likelihoods."""
    return float(likelihood.sum() ** 2 / (likelihood**2).sum())


def chosen(likelihood: Floats, count: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Return the indices of `count` deals, drawn by likelihood with systematic sampling."""
    up_to = np.cumsum(likelihood)
    steps = (np.arange(count) + rng.random()) * (up_to[-1] / count)
    places: npt.NDArray[np.intp] = np.searchsorted(up_to, steps, side="right")
    return places.clip(max=len(likelihood) - 1)


def likely(
    hands: Rows, likelihood: Floats | None, samples: int, rng: np.random.Generator
) -> tuple[Rows, float]:
    """Return `samples` deals drawn from `hands` by likelihood, and their effective sample size."""
    if likelihood is None:
        return hands[:, :, :samples], samples
    weights = tempered(likelihood)
    return hands[:, :, chosen(weights, samples, rng)], min(effective(weights), samples)


# What a player knows


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The cards whose place a player knows, and how many cards everybody was dealt.

    places    the index in the whole pack of every card that is dealt
    played    by seat, the cards that it has played
    voids     pairs of a seat and a suit that it has shown not to hold
    passed    by seat, the cards that the player has passed to it and that it still holds
    """

    view: View
    places: dict[AnyCard, int]
    played: tuple[tuple[AnyCard, ...], ...]
    voids: frozenset[tuple[int, Suit]]
    passed: dict[int, tuple[AnyCard, ...]]

    @classmethod
    def of(cls, game: WholeGame[Any], view: View) -> Knowledge:
        """Return what a player knows before a bid or a card."""
        players = view.seating.players
        played: list[list[AnyCard]] = [[] for _ in range(players)]
        voids = set()
        for trick in (*view.tricks, *([view.trick] if view.trick else [])):
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + trick.step * place) % players
                played[seat].append(card)
                if trick.led is not None and not _may_hold(trick.led, card, trick):
                    voids.add((seat, trick.led))
        passed = {}
        if view.given:
            exchange = game.exchange(view.seating, view.rules, len(view.given))
            assert exchange is not None  # noqa: S101  (the exchange took place)
            seat = (view.seat + exchange.steps) % players
            passed[seat] = tuple(card for card in view.given[-1] if card not in played[seat])
        places = {card: game.pack.index(card) for card in game.cards(view.seating, view.rules)}
        return cls(view, places, tuple(map(tuple, played)), frozenset(voids), passed)

    def hands(self, samples: int, rng: np.random.Generator) -> Rows:
        """Return sampled hands before the first trick."""
        view, lanes = self.view, self.lanes
        each = len(view.hand) + len(view.tricks)
        sizes = {
            seat: each - len(played) for seat, played in enumerate(self.played) if seat != view.seat
        }
        hands = deal_hidden(
            view.hand, view.seat, seen={*view.shown, *view.away, *sum(self.played, ())},
            sizes=sizes, voids=self.voids, samples=samples, rng=rng, places=self.places,
            known=self.passed, suits=self.suits,
        )  # fmt: skip
        hands |= np.stack([lanes(played) for played in self.played])[:, :, None]
        return hands

    @property
    def suits(self) -> dict[AnyCard, Suit | None]:
        """The suit of each card that is dealt; None for a card of no suit, and before the play."""
        trick = self.view.trick
        if trick is None:
            return dict.fromkeys(self.places)
        return {card: trick.order.suit(card, trick.trump) for card in self.places}

    def lanes(self, cards: Sequence[AnyCard]) -> npt.NDArray[np.int16]:
        """Return cards as lanes, those of no suit in the last one."""
        lanes = np.zeros(max(self.places.values()) // RANKS + 1, np.int16)
        for card in cards:
            lane, bit = divmod(self.places[card], RANKS)
            lanes[lane] |= 1 << bit
        return lanes


def _may_hold(suit: Suit, card: AnyCard, trick: TrickOf[AnyCard]) -> bool:
    """Return whether a card may be played to a trick from a hand with a card of the suit led."""
    follows = next(c for c in trick.cards if trick.order.suit(c, trick.trump) is suit)
    return card in trick.order.legal((card, follows), suit, trick.trump)


# The player

NEAR = 2
SPOKEN = 1_000
SAMPLING_POOL = 3_000
BLOCK = 1 << 15  # deals played at once


class Outcomes(NamedTuple):
    """The results of the player, each of shape (choices, deals).

    points    of the side, negated where low points win
    left      the tricks that the player still needs, in the form of the game's tables
    made      whether the side has made what it had bid or contracted for
    """

    points: npt.NDArray[Any]
    left: npt.NDArray[Any]
    made: npt.NDArray[Any]


class Judged(NamedTuple):
    """Choices, and the points of each on the same deals.

    points       shape (choices, deals)
    effective    the effective sample size; some deals occur more than once
    """

    choices: tuple[Action, ...]
    points: npt.NDArray[Any]
    effective: float


Shares = tuple[tuple[str, tuple[float, ...]], ...]
"""Codes of denominations, each with the probability of each number of tricks."""


@dataclass(frozen=True, slots=True)
class SamplingPlayer:
    """Chooses the action with the highest mean of points over sampled deals.

    If the kernel cannot play on, it decides as the sensible player does.

    samples    the number of sampled deals for a card; for a bid, at least `SPOKEN`
    listens    whether deals that fit what was said are preferred (see `likely`)
    pool       the number of deals from which the likely ones are chosen
    """

    game: WholeGame[Any]
    samples: int = 100
    listens: bool = True
    pool: int = SAMPLING_POOL

    @property
    def sensible(self) -> Player:
        """The player that everybody is assumed to be."""
        return Players.of(self.game.book).named("sensible")

    def decide(self, view: View, draws: Draws) -> Action:
        """Return the best action; among equal ones, the sensible one."""
        judged, sensible = self.judge(view, draws), self.sensible.decide(view, draws)
        if judged is None:
            only = self.choices(view, sensible)
            return only[0] if only else sensible
        pairs = zip(judged.points.mean(axis=1).tolist(), judged.choices, strict=True)
        return max(pairs, key=lambda pair: (pair[0], pair[1] == sensible))[1]

    def judge(self, view: View, draws: Draws, also: Action = None) -> Judged | None:
        """Judge the plausible choices and `also`; None if there is at most one."""
        choices = self.choices(view, self.sensible.decide(view, draws), also)
        if len(choices) < 2:
            return None
        rng = np.random.default_rng([draws.half(view.slot), view.slot])
        samples = self.samples if view.trick is not None else max(self.samples, SPOKEN)
        sampled = self.hands(view, samples, rng)
        if sampled is None:
            return None
        hands, independent = sampled
        return Judged(choices, self.outcomes(view, choices, hands).points, independent)

    def choices(self, view: View, near: Action, also: Action = None) -> tuple[Action, ...]:
        """Return the choices worth judging: every card, or zero and the numbers near `near`.

        Other questions have no choice that can be judged.
        """
        if view.trick is not None:
            return view.legal
        if not isinstance(view.asking, ContractStep) or not isinstance(near, int):
            return ()
        numbers = [number for number in view.legal if isinstance(number, int)]
        return tuple(n for n in numbers if abs(n - near) <= NEAR or n in {0, also})

    def number_of(self, choice: Action) -> int | None:
        """Return the number by which the kernel knows a choice; None for one that it does not."""
        return choice if isinstance(choice, int) else None

    def hands(
        self, view: View, samples: int, rng: np.random.Generator
    ) -> tuple[Rows, float] | None:
        """Return likely hands before the first trick, and their effective sample size.

        None if the kernel cannot play on.
        """
        many = max(self.pool, samples) if self.listens else samples
        hands = self.dealt(view, many, rng)
        deals = self.deals(view, hands)
        if deals is None:
            return None
        return likely(hands, deals.likelihood(view.seat) if self.listens else None, samples, rng)

    def dealt(self, view: View, samples: int, rng: np.random.Generator) -> Rows:
        """Return sampled hands before the first trick, without regard to the bids."""
        return Knowledge.of(self.game, view).hands(samples, rng)

    def deals(self, view: View, hands: Rows) -> SampledDeals | None:
        """Return deals with these hands as a player sees them; None if the kernel has none."""
        deals: SampledDeals | None = Bulk.of(self.game.book).sampled(view, hands)
        return deals

    def outcomes(self, view: View, choices: Sequence[Action], hands: Rows) -> Outcomes:
        """Play every deal out after each of these choices of the player, block by block."""
        size = max(BLOCK // len(choices), 1)
        blocks = [
            self._played(view, choices, hands[:, :, first : first + size])
            for first in range(0, hands.shape[2], size)
        ]
        return Outcomes(*(np.concatenate(rows, axis=1) for rows in zip(*blocks, strict=True)))

    def tricks(
        self, view: View, hands: Rows, choices: Sequence[Action], outcomes: Outcomes
    ) -> Shares:
        """Return the chances of each number of tricks, by denomination; a game may have some."""
        return ()

    def _played(self, view: View, choices: Sequence[Action], hands: Rows) -> Outcomes:
        each, seat = hands.shape[2], view.seat
        many, everybody = each * len(choices), (False,) * view.seating.players
        deals = self.deals(view, np.tile(hands, len(choices)))
        assert deals is not None  # noqa: S101  (`hands` has asked)
        known = np.repeat(deals.said[:, None], many, axis=1)
        if view.trick is None:
            numbers = np.array([self.number_of(choice) for choice in choices], np.int16)
            deals, known = deals.after(seat, np.repeat(numbers, each))
        bids = deals.bids(everybody, known).said
        tables = deals.tables(bids, everybody)
        if view.trick is not None:
            lanes = Knowledge.of(self.game, view).lanes
            for card in (card for trick in (*view.tricks, view.trick) for card in trick.cards):
                tables.lay(tables.held([np.full(many, lane) for lane in lanes([card])]))
            laid = np.stack([lanes([cast("AnyCard", card)]) for card in choices])
            tables.lay(tables.held([*np.repeat(laid, each, axis=0).T.copy()]))
        left = tables.finish()
        side, sign = view.seating.side_of(seat), _sign(self.game, view.rules)
        rows = (sign * deals.points(bids, left)[side], left[seat], deals.made(bids, left)[side])
        return Outcomes(*(row.reshape(len(choices), each) for row in rows))


def _sign(game: WholeGame[Any], rules: Any) -> int:
    """Return -1 where low points win, otherwise 1."""
    return -1 if game.book.low(rules) else 1


# Advice

ADVICE_POOL = 12_000


def advise(player: SamplingPlayer, view: View, samples: int, seed: int) -> Advice | None:
    """Judge every card that may be played, or every number or call that may be announced.

    None if the kernel cannot play on. Blind bids are left out: they are made before the cards are
    seen.
    """
    step = view.asking
    if step is None:
        choices: Sequence[Action] = view.legal
        names = [*map(str, choices)]
    else:
        choices = [choice for choice in view.legal if player.number_of(choice) is not None]
        names = [name_of(step, choice) for choice in choices]
    sampled = player.hands(view, samples, np.random.default_rng(seed))
    if sampled is None or not choices:
        return None
    hands, independent = sampled
    outcomes, sign = player.outcomes(view, choices, hands), _sign(player.game, view.rules)
    judged = advice(
        choices,
        names,
        outcomes.points.tolist(),
        outcomes.made.tolist(),
        holding=None if step is None else holding_of(view.hand),
        tricks=player.tricks(view, hands, choices, outcomes),
        effective=independent,
    )
    options = tuple(replace(option, points=sign * option.points) for option in judged.options)
    return replace(judged, options=options, best=options[judged.options.index(judged.best)])


# Review of a deal
#
# One half of the sampled deals finds the best choice, the other half measures the cost of the
# actual one. With the same deals for both, the luck of the best of many choices would count against
# the player.

REVIEW_POOL = 12_000


def review(end: Position, player: SamplingPlayer, seed: int) -> Review:
    """Judge every decision by what its player could see and had heard."""
    expected: dict[Seat, float] = {}
    decisions, draws, sign = [], Draws.of(seed, 0), _sign(end.game, end.rules)
    for position, action in moves(end):
        turn = position.turn
        assert turn is not None  # noqa: S101  (every action has a player)
        judged = player.judge(View.of(position, turn), draws, action)
        if judged is not None and action in judged.choices:
            expected.setdefault(turn, sign * float(_fresh(judged)[_best(judged)].mean()))
            decisions.append(_decision(position, turn, action, judged))
    costly = tuple(decision for decision in decisions if decision.cost > decision.within)
    assert end.score is not None  # noqa: S101  (the deal has been played out)
    shares = tuple(
        Share(
            seat,
            end.score.points[end.seating.side_of(seat)],
            expected[seat],
            sign * sum(decision.cost for decision in costly if decision.seat == seat),
        )
        for seat in sorted(expected)
    )
    return Review(player.samples, costly, shares)


def _decision(position: Position, seat: Seat, action: Action, judged: Judged) -> CostlyDecision:
    best, points = _best(judged), _fresh(judged)
    lost = points[best] - points[judged.choices.index(action)]
    half = 1.96 * float(lost.std()) / (judged.effective / 2) ** 0.5
    trick = 0 if position.trick is None else len(position.tricks) + 1
    chosen, better = (_named(position, choice) for choice in (action, judged.choices[best]))
    return CostlyDecision(seat, trick, chosen, better, float(np.mean(lost)), half)


def _best(judged: Judged) -> int:
    """Return the index of the choice with the highest mean in every second deal, from the first."""
    return int(judged.points[:, ::2].mean(axis=1).argmax())


def _fresh(judged: Judged) -> npt.NDArray[Any]:
    """Return the points in the other deals, which `_best` does not use."""
    fresh: npt.NDArray[Any] = judged.points[:, 1::2]
    return fresh


def _named(position: Position, action: Action) -> str:
    return str(action) if position.asking is None else name_of(position.asking, action)
