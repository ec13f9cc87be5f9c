"""Many deals of Estimation at once: dash calls, auction, calls, tricks and points.

Seats are counted in the direction in which the turn passes, from seat 0 of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any

from scorekeeper.cards import Denomination
from scorekeeper.games.estimation.estimation_rulebook import (
    Carried,
    auction_of,
    first_speaker,
)
from scorekeeper.games.estimation.scoring import (
    HIGH,
    Call,
    Hand,
    additions,
    is_void,
    points_of,
    risk_of,
    shared_top,
)
from scorekeeper.games.estimation.variants import (
    HIGHEST,
    LOWEST,
    TRICKS,
    AllPassed,
    EstimationRules,
    FastCaller,
)
from scorekeeper.play.carried_values import CarryByCall
from scorekeeper.play.estimation_player import (
    BASE,
    DASH_WORTH,
    LONG,
    LONG_FROM,
    LOW,
    PLAIN,
    RUFF,
    SIDE,
    TRUMP,
)
from scorekeeper.play.kernel.arrays import (
    LANE,
    Column,
    Keys,
    Rows,
    is_some,
    keys_of,
    left_of,
    where_set,
)
from scorekeeper.play.kernel.auctions import (
    DENOMINATIONS,
    NO_BIDDER,
    Auctions,
    AuctionTables,
    Worths,
    best_denomination,
    lane_values,
    worth_in_each,
    worth_table,
)
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    SAY,
    UNKNOWN,
    Bytes,
    Ints,
    TableNumbers,
    allow_numbers,
)
from scorekeeper.play.kernel.bids import Bids, Masks, announced, bids_in_turn, numbers, numbers_but
from scorekeeper.play.kernel.card_play import Tables, tricks_taken
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import PLAYERS, deal_lanes
from scorekeeper.play.kernel.sampling import SampledDeals
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import FIRST_CALL_SLOT, FIRST_CONTRACT_SLOT, View
from scorekeeper.play.sensible_player import TRICK
from scorekeeper.play.simulation import NONE, Run
from scorekeeper.seating import SEATS

Places = npt.NDArray[np.intp]
CODES = tuple(bid.code for bid in auction_of(SEATS[:PLAYERS]).ladder.bids)


def play(run: Run, first: int, count: int, mark: Callable[[int, int], int]) -> Columns:
    """Play `count` deals from deal `first` on, each scored as if there were no earlier ones.

    `mark` returns the mark of a player (see `Carry`), by call and tricks.
    """
    rules, start, length = run.rules, run.seating(0), run.length or 1
    deals = np.arange(first, first + count, dtype=np.int64)
    step = start.step
    seats = np.arange(PLAYERS) * step % PLAYERS  # those of the table, and from there the same way
    keys, dealer = keys_of(run.seed, deals), (deals % PLAYERS).astype(np.int16)
    fixed = [rules.fast(number) for number in range(1, length + 1)]
    ahead = step * (first_speaker(start, rules, Carried()) - start.eldest) % PLAYERS
    bidding = _Bidding(
        rules,
        keys,
        deal_lanes(keys)[seats],
        left_of(dealer * np.int16(step), 1, PLAYERS),
        ahead,
        seats,
        np.array(run.random)[seats],
        np.array([NONE if each is None else each for each in fixed], np.int16)[deals % length],
    )
    bidding.bid()
    numbers, tricks = bidding.numbers, np.zeros((PLAYERS, count), np.int16)
    playing = where_set(bidding.leader >= 0)
    tricks[:, playing] = tricks_taken(
        bidding.hands[:, :, playing],
        bidding.leader[playing],
        bidding.denomination[playing],
        keys[playing],
        bidding.random.tolist(),
        wants=numbers[:, playing],
    )
    made = numbers == tricks
    points = np.zeros((PLAYERS, count), np.int16)
    points[:, playing] = points_of_calls(
        rules, numbers[:, playing], tricks[:, playing], bidding.dash[:, playing],
        bidding.fixed[playing] >= 0, bidding.last[playing],
    )  # fmt: skip
    marks = marks_of_calls(mark, numbers, tricks)
    declarer = bidding.declarer
    return Columns.of(
        first, dealer, tricks[seats], points[seats], contracts=numbers[seats],
        made=np.where(bidding.leader < 0, NONE, made)[seats], codes=CODES,
        thrown_in=bidding.leader < 0, marks=marks[seats], cards=TRICKS, bid=bidding.rung,
        declarer=np.where(declarer < 0, NONE, seats[declarer]),
    )  # fmt: skip


# The worth of a hand


@cache
def _worth_table() -> Worths:
    lanes = np.arange(LANE + 1, dtype=np.int16)
    long = np.bitwise_count(lanes).astype(np.int64) - LONG_FROM
    low = np.bitwise_count(lanes & np.int16(LOW)).astype(np.int64)
    trump = lane_values(TRUMP) + LONG * np.minimum(low, np.maximum(long, 0))
    return worth_table(trump, lane_values(SIDE), lane_values(PLAIN))


def worths(hands: Rows) -> Rows:
    """Return what `estimation_player.worth_in` returns, shape (denominations, seats, deals)."""
    seats = []
    for hand in hands:
        lengths = [np.bitwise_count(lane).astype(np.int16) for lane in hand]
        short = [np.maximum(np.int16(2) - held, np.int16(0)) for held in lengths]
        twice, once = sum(short), sum(np.minimum(each, np.int16(1)) for each in short)
        each = worth_in_each([*hand], _worth_table())
        for suit, held in enumerate(lengths):
            ruffs = np.where(held > 1, twice, np.where(held == 1, once - np.int16(1), 0))
            each[suit] += np.int16(RUFF) * ruffs
        seats.append(each)
    return np.stack([np.stack(row) for row in zip(*seats, strict=True)]) + np.int16(BASE)


# Calls


@dataclass(eq=False)
class _Bidding:
    """The calls of many deals; arrays are by deal, or have shape (seats, deals).

    eldest          the seat after the dealer
    ahead           the first player to speak, as a number of places after the eldest
    seats           the number of each seat at the table
    random          for each seat, whether it plays at random
    fixed           the denomination of a fast hand; -1 for a hand with an auction
    numbers         the calls; -1 for none
    dash            whether the call is a dash call
    declarer, rung  the winner and the bid of an auction; -1 for none
    leader          the seat that leads to the first trick; -1 in a hand that is thrown in
    last            the seat that calls last
    """

    rules: EstimationRules
    keys: Keys
    hands: Rows
    eldest: Column
    ahead: int
    seats: Places
    random: npt.NDArray[np.bool_]
    fixed: Column

    def __post_init__(self) -> None:
        deals = len(self.keys)
        self.worths = np.zeros((0, 0, 0), np.int16) if self.random.all() else worths(self.hands)
        self.numbers = np.full((PLAYERS, deals), NONE, np.int16)
        self.dash = np.zeros((PLAYERS, deals), bool)
        self.declarer, self.rung, self.leader, self.last = np.full((4, deals), NONE, np.int16)
        self.denomination = self.fixed.copy()

    def bid(self) -> None:
        """Make every call that comes before the first card."""
        fast = self.fixed >= 0
        if fast.any():
            self._fast(np.flatnonzero(fast))
        here = np.flatnonzero(~fast)
        dashed = self._dashes(here) if self.rules.dashes else np.zeros(len(here), bool)
        for callers, group in ((PLAYERS, here[~dashed]), (PLAYERS - 1, here[dashed])):
            order = [left_of(self.eldest[group], self.ahead + n, PLAYERS) for n in range(PLAYERS)]
            if callers < PLAYERS:
                del order[-self.ahead % PLAYERS]
            self._auction(group, np.stack(order))

    def _dashes(self, here: Places) -> npt.NDArray[np.bool_]:
        """Ask the eldest for a dash call, and return whether it is made."""
        eldest = self.eldest[here]
        legal = np.full(len(here), 0b11, np.int32)
        dashed = self._say(
            here,
            eldest,
            legal,
            lambda: (self.worths[:, eldest, here].max(axis=0) <= DASH_WORTH).astype(np.int16),
        )
        made = dashed > 0
        self.dash[eldest[made], here[made]] = True
        self.numbers[eldest[made], here[made]] = 0
        return made

    def _auction(self, here: Places, order: Rows) -> None:
        """Hold the auction of the seats in `order`, and ask for the calls of the others."""
        many, random = len(order), self.random[order]
        judged = [[*self.worths[:, seat, here]] for seat in order] if not random.all() else []
        mixed = [-each.astype(np.int16) for each in random] if random.any() and judged else []
        start, keys = auction_of(SEATS[:many]), self.keys[here]
        rung, place = Auctions(start, keys, FIRST_CALL_SLOT, _judge, judged, mixed).finish()
        bid = np.flatnonzero(place != NO_BIDDER)
        here, order, rung, place = here[bid], order[:, bid], rung[bid], place[bid]
        turns = [order[(place + n) % many, np.arange(len(bid))] for n in range(many)]
        self.declarer[here] = self.leader[here] = turns[0]
        self.rung[here], self.denomination[here] = rung, rung % DENOMINATIONS
        number = rung // DENOMINATIONS + np.int16(LOWEST)
        self.numbers[turns[0], here] = number
        self._calls(here, turns[1:], number, number)

    def _fast(self, here: Places) -> None:
        """Ask for the calls of fast hands, and for other trumps if the rules allow them."""
        turns = [left_of(self.eldest[here], self.ahead + n, PLAYERS) for n in range(PLAYERS)]
        most = np.full(len(here), TRICKS, np.int16)
        self._calls(here, turns, most, np.zeros_like(most))
        numbers = np.stack([self.numbers[seat, here] for seat in turns])
        highest = np.stack(turns)[numbers.argmax(axis=0), np.arange(len(here))]
        lead = turns[0] if self.rules.fast_caller is FastCaller.NONE else highest
        self.leader[here] = lead
        if self.rules.fast_change:
            high = np.flatnonzero(numbers.max(axis=0) >= HIGH)
            self._change(here[high], highest[high])

    def _change(self, here: Places, seats: Column) -> None:
        """Ask these seats for trumps; the choices are the denominations, the highest first."""
        top, legal = np.int16(DENOMINATIONS - 1), np.full(len(here), 0b11111, np.int32)
        choice = self._say(
            here,
            seats,
            legal,
            lambda: top - best_denomination([*self.worths[:, seats, here]])[0],
        )
        self.denomination[here] = top - choice

    def _calls(self, here: Places, turns: Sequence[Column], most: Column, total: Column) -> None:
        """Ask the seats in `turns` for calls up to `most`; `total` is the sum of the calls so far.

        The last call may not make them total 13.
        """
        for place, seats in enumerate(turns):
            free = np.int16(TRICKS) - total
            last = place == len(turns) - 1
            legal = numbers_but(most, free if last else np.full_like(free, NONE))
            number = self._say(here, seats, legal, partial(self._nearest, here, seats, legal))
            self.numbers[seats, here] = number
            total = total + number
        self.last[here] = turns[-1]

    def _nearest(self, here: Places, seats: Column, legal: Masks) -> Column:
        """Return the legal numbers nearest to the worth of the hands."""
        return numbers(self.worths[self.denomination[here], seats, here], legal)

    def _say(
        self, here: Places, seats: Column, legal: Masks, sensible: Callable[[], Column]
    ) -> Column:
        slots = (FIRST_CONTRACT_SLOT + self.seats[seats]).astype(np.int16)
        return announced(self.keys[here], slots, legal, self.random[seats], sensible)


@dataclass(frozen=True, slots=True, eq=False)
class EstimationDeals(SampledDeals):
    """Deals after the auction or in a fast hand, as a player sees them.

    turns           the seats at the table in turn, from the first caller or the winner on
    dash            whether each of them made a dash call
    denomination    of the trumps
    fast            whether the hand has no auction
    most            the highest number that may be called
    """

    rules: EstimationRules
    turns: Places
    dash: npt.NDArray[np.bool_]
    denomination: int
    fast: bool
    most: int

    @classmethod
    def seen(cls, view: View, hands: Rows) -> EstimationDeals:
        """Return deals with these hands that are otherwise as a player sees them."""
        scene, first = view.scene, view.scene.declarer
        if first is None:
            first = scene.contracts[0][0] if scene.contracts else view.seat
        turns = view.seating.in_turn(first)
        dashed = {seat for word in view.said if isinstance(word.what, tuple) for seat in word.what}
        trump = Denomination.NO_TRUMP if view.trump is None else Denomination(view.trump)
        most = TRICKS if scene.suit_bid is None else scene.suit_bid.tricks
        dash = np.array([seat in dashed for seat in turns])
        fast = scene.declarer is None
        return cls.seen_by(view, hands, np.array(turns), dash, int(trump), fast, most)

    @property
    def last(self) -> int:
        """The place in turn of the player who calls last."""
        return int(np.flatnonzero(~self.dash)[-1])

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        """Return the calls; dash calls and the bid of the auction are known."""
        many = self.hands.shape[2]

        def legal(place: int, _: Column, said: Rows) -> Masks:
            free = np.int16(TRICKS) - said.sum(axis=0, dtype=np.int16)
            barred = free if place == self.last else np.full_like(free, NONE)
            return numbers_but(self.most, barred)

        def sensible(hand: Sequence[Column], masks: Masks, _: int, __: Rows) -> Column:
            return numbers(worths(np.stack(hand)[None])[self.denomination, 0], masks)

        hands, eldest = self.hands[self.turns], np.zeros(many, np.int16)
        turned = None if known is None else known[self.turns]
        bids = bids_in_turn(hands, eldest, self.keys, random, legal, sensible, turned)
        places = np.argsort(self.turns)
        return Bids(bids.said[places], bids.chosen[places])

    def tables(self, bids: Rows, random: Sequence[bool]) -> Tables:
        calls = bids[self.turns]
        by_highest = self.fast and self.rules.fast_caller is not FastCaller.NONE
        leader = calls.argmax(axis=0) if by_highest else np.zeros(calls.shape[1])
        trump = np.full(calls.shape[1], self.denomination, np.int16)
        hands = self.hands[self.turns]
        return Tables.of(hands, calls, leader.astype(np.int16), trump, random=random)

    def points(self, bids: Rows, left: Rows) -> Rows:
        calls = bids[self.turns]
        ones = np.ones(calls.shape[1], np.int16)
        points = points_of_calls(
            self.rules, calls, calls - left, np.repeat(self.dash[:, None], len(ones), axis=1),
            ones * self.fast > 0, ones * np.int16(self.last),
        )  # fmt: skip
        by_seat: Rows = points[np.argsort(self.turns)]
        return by_seat


def _judge(worths: Sequence[Column], highest: Column) -> tuple[Column, Column]:
    """Return the sensible player's bids (see `Auctions.judge`).

    A key is the worth of the hand in a denomination, with the lowest rung first if two are equal.
    """
    many, best = np.int16(DENOMINATIONS), np.full_like(highest, -1)
    for denomination, worth in enumerate(worths):
        level = (highest - np.int16(denomination) + many) // many
        above = level * many + np.int16(denomination) - highest  # 1 to 5 rungs
        most = (worth + np.int16(TRICK // 2)) // np.int16(TRICK) - np.int16(LOWEST)
        borne = level <= np.minimum(most, np.int16(HIGHEST - LOWEST))
        best = np.maximum(best, np.where(borne, worth << 3 | many - above, np.int16(-1)))
    return is_some(best), highest + many - (best & np.int16(7))


# Points
#
# A call scores points of its own, and additions, which are lost if it is missed. The addition for
# risk is a number of the hand, times 1 or 0.

_KINDS = (
    Call(0, 0),
    Call(0, 0, caller=True),
    Call(0, 0, risk=True),
    Call(0, 0, caller=True, risk=True),
    Call(0, 0, dash=True),
)
_DASH = len(_KINDS) - 1
_NEAR, _FAR = (TRICKS + 1, TRICKS - 1), (TRICKS + 4, TRICKS - 4)
"""Totals of calls, over and under, without an addition for risk and with one."""
_BOTH, _NUMBERS = (False, True), range(TRICKS + 1)


@dataclass(frozen=True, slots=True, eq=False)
class _PointTables:
    """The points of calls and of hands; tables of several indices are flattened.

    own           the points of a call alone, by dash call, under, number, taken
    more          its additions if it is made, by kind, only one, under, number
    risk          how often the risk of the hand is among them, by kind, under, number
    under, risks  whether a hand is under, and its risk, by the sum of the calls
    shared        the factor if three share the highest call, by fast
    void          whether a hand in which nobody made the call scores nothing
    """

    own: Column
    more: Column
    risk: Column
    under: Column
    risks: Column
    shared: Column
    void: bool


@lru_cache(maxsize=16)
def _tables(rules: EstimationRules) -> _PointTables:
    def own(dash: bool, total: int, number: int, taken: int) -> int:
        call = Call(number, taken, dash=dash)
        return points_of(_hand(call, total), call, rules)

    def more(kind: Call, only: bool, total: int, number: int) -> int:
        call = replace(kind, number=number, taken=number)
        return sum(line.points for line in additions(_hand(call, total, only), call, rules))

    def risk(kind: Call, totals: tuple[int, int], number: int) -> int:
        near, far = (more(kind, False, total, number) for total in totals)
        return (far - near) // risks[totals[1]]

    hands = [Hand((Call(total, 0),)) for total in range(PLAYERS * TRICKS + 1)]
    risks = [risk_of(hand, rules.scheme) for hand in hands]
    three = [Hand((Call(1, 1),) * 3, fast=fast) for fast in _BOTH]
    return _PointTables(
        _cells(own, _BOTH, _NEAR, _NUMBERS, _NUMBERS),
        _cells(more, _KINDS, _BOTH, _NEAR, _NUMBERS),
        _cells(risk, _KINDS, [*zip(_NEAR, _FAR, strict=True)], _NUMBERS),
        np.array([hand.under for hand in hands], np.int16),
        np.array(risks, np.int16),
        np.array([shared_top(hand, rules.scheme) for hand in three], np.int16),
        is_void(Hand((Call(1, 0),)), rules),
    )


def _cells(value: Callable[..., int], *indices: Iterable[Any]) -> Column:
    """Return the values for every combination of some indices, flattened."""
    return np.array([value(*cell) for cell in product(*indices)], np.int16)


def _hand(call: Call, total: int, only: bool = False) -> Hand:
    """Return a hand with a call, and with others that bring the calls to `total`.

    `only` says whether it is the only call that was made, or the only one that was missed.
    """
    others = (not call.made, not call.made) if only else (call.made, not call.made)
    numbers = (total - call.number, 0)
    made = [Call(n, n if made else n + 1) for n, made in zip(numbers, others, strict=True)]
    return Hand((call, *made))


def marks_of_calls(mark: Callable[[int, int], int], numbers: Rows, tricks: Rows) -> Rows:
    """Return the mark of each player (see `Carry`), by call and tricks."""
    return _cells(mark, _NUMBERS, _NUMBERS).take(numbers * np.int16(len(_NUMBERS)) + tricks)


def points_of_calls(  # noqa: PLR0917
    rules: EstimationRules,
    numbers: Rows,
    taken: Rows,
    dashed: npt.NDArray[np.bool_],
    fast: npt.NDArray[np.bool_],
    last: npt.NDArray[np.integer[Any]],
) -> Rows:
    """Return the points of some deals; arrays have shape (seats, deals) or (deals).

    dashed    whether the call is a dash call
    fast      whether the hand has no auction
    last      the seat that called last
    """
    tables, many = _tables(rules), np.int16(len(_NUMBERS))
    dash, made = dashed.astype(np.int16), numbers == taken
    total, top, makers = numbers.sum(axis=0), numbers.max(axis=0), made.sum(axis=0)
    under, risk, highest = tables.under.take(total), tables.risks.take(total), numbers == top
    named = ~fast | (rules.fast_caller is not FastCaller.NONE)
    risky = last == np.arange(PLAYERS)[:, None]
    kind = np.where(dash, _DASH, (highest & named) + 2 * risky).astype(np.int16)
    only = np.where(made, makers == 1, makers == PLAYERS - 1)
    more = tables.more.take(((kind * 2 + only) * 2 + under) * many + numbers)
    more += risk * tables.risk.take((kind * 2 + under) * many + numbers)
    points: Rows = tables.own.take(((dash * 2 + under) * many + numbers) * many + taken)
    points += np.where(made, more, -more)
    points *= np.where(highest.sum(axis=0) > 2, tables.shared.take(fast), np.int16(1))
    if tables.void:
        points[:, makers == 0] = 0
    return points


# Step by step

CALLS, DASH, TRUMPS = range(1, 4)  # further stages of the bidding, beside `AUCTION`


class EstimationBatch(AuctionTables):
    """Tables of Estimation: a dash call, the auction, calls, and trumps of fast hands.

    fast    whether the hand has no auction
    dash    by seat, whether its call is a dash call
    last    the seat that called last
    """

    def prepare(self) -> None:
        rules, many, players = self.settings.rules, len(self.all), self.settings.players
        self.prepare_auction(
            auction_of(SEATS[:players]),
            (self._allow_numbers, self._number),
            (self._allow_dashes, self._dash),
            (self._allow_trumps, self._change),
        )
        self.dash, self.fast = np.zeros((many, players), bool), np.zeros(many, bool)
        self.last = np.zeros(many, np.int64)
        self.dashes = self.words_of("choice", ["none", *(str(seat + 1) for seat in range(players))])
        self.trumps = self.words_of("choice", [trumps.code for trumps in Denomination])
        fixed = [rules.fast(number + 1) for number in range(rules.hands)]
        self.fixed = np.array([UNKNOWN if trump is None else int(trump) for trump in fixed])
        seating = self.settings.game.book.seating(players, SEATS[0], rules)
        self.ahead = int(first_speaker(seating, rules, Carried())) - int(seating.dealer)
        self.moves_on = rules.all_passed is AllPassed.DOUBLE

    def open(self, rows: TableNumbers) -> None:
        self.trump[rows] = fixed = self.fixed[(self.number[rows] - 1) % len(self.fixed)]
        self.phase[rows], self.dash[rows], self.absent[rows] = SAY, False, NOBODY
        self.fast[rows] = fast = fixed != UNKNOWN
        self._ask(rows[fast], self._speaker(rows[fast]))
        rows = rows[~fast]
        if self.settings.rules.dashes:
            self.stage[rows], self.turn[rows] = DASH, self.eldest(rows)
        else:
            self.hold(rows, self._speaker(rows))

    def _speaker(self, rows: TableNumbers) -> Ints:
        """Return the first seat to speak."""
        return (self.dealer[rows] + self.ahead) % self.settings.players

    def _allow_dashes(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        legal[here, self.dashes[0]] = legal[here, self.dashes[1 + self.turn[rows]]] = 1

    def _dash(self, rows: TableNumbers, words: Ints) -> None:
        made = rows[words != self.dashes[0]]
        self.absent[made] = seat = self.turn[made]
        self.dash[made, seat], self.contract[made, seat] = True, 0
        self.hold(rows, self._speaker(rows))

    def won(self, rows: TableNumbers) -> None:
        declarer, rung = self.declarer[rows], self.rung[rows]
        self.trump[rows] = rung % len(Denomination)
        self.contract[rows, declarer] = rung // len(Denomination) + LOWEST
        self._ask(rows, self.next_seat[declarer])

    def _ask(self, rows: TableNumbers, seat: Ints) -> None:
        """Ask a seat for its call, or the next one if it has called."""
        called = self.contract[rows, seat] != UNKNOWN
        self.stage[rows], self.turn[rows] = CALLS, np.where(called, self.next_seat[seat], seat)

    def _allow_numbers(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        contract, rung = self.contract[rows], self.rung[rows]
        most = np.where(self.fast[rows], TRICKS, rung // len(Denomination) + LOWEST)
        last = (contract == UNKNOWN).sum(axis=1) == 1
        left = TRICKS - np.maximum(contract, 0).sum(axis=1)
        allow_numbers(legal, here, numbers_but(most, np.where(last, left, NOBODY)))

    def _number(self, rows: TableNumbers, numbers: Ints) -> None:
        self.last[rows] = seat = self.turn[rows]
        self.contract[rows, seat] = numbers
        self._ask(rows, self.next_seat[seat])
        rows = rows[(self.contract[rows] != UNKNOWN).all(axis=1)]
        if self.settings.rules.fast_change:
            changes = self.fast[rows] & (self.contract[rows].max(axis=1) >= HIGH)
            choosing, rows = rows[changes], rows[~changes]
            self.stage[choosing], self.turn[choosing] = TRUMPS, self._highest(choosing)
        self._begin(rows)

    def _highest(self, rows: TableNumbers) -> Ints:
        """Return the first seat with the highest call of fast hands."""
        seats = self._speaker(rows)[:, None] + self.step_on * np.arange(self.settings.players)
        seats %= self.settings.players
        called = np.take_along_axis(self.contract[rows], seats, axis=1)
        highest: Ints = seats[np.arange(len(rows)), called.argmax(axis=1)]
        return highest

    def _allow_trumps(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        legal[here[:, None], self.trumps] = 1

    def _change(self, rows: TableNumbers, words: Ints) -> None:
        self.trump[rows] = (words[:, None] == self.trumps).argmax(axis=1)
        self._begin(rows)

    def _begin(self, rows: TableNumbers) -> None:
        none = self.settings.rules.fast_caller is FastCaller.NONE
        first = self._speaker(rows) if none else self._highest(rows)
        self.lead(rows, np.where(self.fast[rows], first, self.declarer[rows]))

    def points(self, rows: TableNumbers, said: Rows, taken: Rows) -> tuple[Rows, Rows | None]:
        rules, dash, fast, last = (
            self.settings.rules,
            self.dash[rows].T,
            self.fast[rows],
            self.last[rows],
        )
        points = points_of_calls(rules, said, taken, dash, fast, last)
        if not isinstance(self.carry, CarryByCall):
            return points, None
        return points, marks_of_calls(self.carry.mark, said, taken) * ~self.thrown_in[rows]
