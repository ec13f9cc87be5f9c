"""Tables that are played step by step, thousands at once: one action at each table in a step.

Tables are rows of arrays, and each may be at another moment of its deal. A hand is a 64-bit word
with a bit for each card, in the order of the pack. The plain Python code is the reference: masks,
points and observations are compared with it (see `batch_environment`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.errors import IllegalEntry
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.kernel.arrays import mix
from scorekeeper.play.kernel.dealing import deal_lots, shuffled
from scorekeeper.play.observation import NO_TRUMPS, REPEATS, Actions, Layout
from scorekeeper.play.position import WholeGame
from scorekeeper.play.random_streams import STEP
from scorekeeper.rules.ending import Ending
from scorekeeper.seating import SEATS
from scorekeeper.wording import say

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Shorts = npt.NDArray[np.int16]
Rows = npt.NDArray[np.intp]
"""The indices of some tables."""

RANKS, SUITS = 13, 4
SAY, GIVE, PUT_AWAY, CARD = range(4)  # as in `observation.PHASES`
NOBODY = UNKNOWN = -1
ONE = np.uint64(1)
SUIT = [np.uint64((2**RANKS - 1) << RANKS * suit) for suit in range(SUITS)]
OF_SUIT = np.array([*SUIT, 0], np.uint64)  # at NO_TRUMPS, and at -1, no card


def bits(words: Words, count: int) -> npt.NDArray[np.uint8]:
    """Return the lowest bits of words of any shape as numbers, in one more dimension."""
    flat = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(flat.reshape(-1), bitorder="little").reshape(*words.shape, 64)[..., :count]


def marks(places: Ints, count: int) -> npt.NDArray[np.int16]:
    """Return rows of zeros with a 1 at a place, or without it if the place is negative."""
    return np.eye(count + 1, count, dtype=np.int16).take(places, axis=0, mode="wrap")


def nth_bit(words: Words, place: Ints) -> Ints:
    """Return the index of bit number `place` of each word, counted from 0 at its lowest bit."""
    split = words.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8)
    upto = np.bitwise_count(split).cumsum(axis=1, dtype=np.int16)
    byte = (upto <= place.astype(np.int16)[:, None]).sum(axis=1)
    byte = np.minimum(byte, 7)  # an empty word
    at = 8 * np.arange(len(words)) + byte
    own = split.reshape(-1).take(at)
    before = upto.reshape(-1).take(at) - np.bitwise_count(own)
    found: Ints = 8 * byte + NTH.take(8 * own.astype(np.int64) + np.clip(place - before, 0, 7))
    return found


NTH = np.array(
    [([place for place in range(8) if byte >> place & 1] + [0] * 8)[:8] for byte in range(256)]
)
"""The index of each bit of a byte, from its lowest bit on."""


# Any game


@dataclass(frozen=True)
class Table:
    """The settings that all tables share.

    ending    the end of a game; None if each deal stands for itself
    most      the number of deals after which a game is broken off
    """

    game: WholeGame[Any]
    rules: Any
    players: int
    actions: Actions
    layout: Layout
    ending: Ending | None
    most: int


class Tables(ABC):
    """The tables of one game; a subclass has its bids, its trumps and its points.

    turn         the seat that has to decide
    phase        what is due
    legal        the legal cards
    said         the legal words, in a row for each table
    spoken       the number of bids and contracts so far in this deal
    exchange     the number of exchanges so far; `gave` seats have given in the running one
    thrown_in    whether the deal has ended without counting
    last_taken   the tricks of each seat in the deal that ended with the last step
    """

    breaking: int = NOBODY  # the suit that may not be led before a card of it has been played

    def __init__(self, table: Table, seeds: npt.NDArray[np.int64]) -> None:
        self.table, self.seeds = table, seeds
        self.streams = mix(seeds.astype(np.uint64) * np.uint64(STEP) + ONE)
        many, players = len(seeds), table.players
        cards, words = len(table.game.pack), len(table.actions.words)
        exchanges = table.game.most_exchanges(table.rules, players)
        self.all = np.arange(many)
        self.first = players * self.all  # the index of seat 0 in arrays by table and seat
        self.clockwise = np.arange(players)[:, None] + np.arange(players)[None, :]
        self.clockwise %= players
        self.episode, self.number, self.dealer, self.scored = np.zeros((4, many), np.int64)
        self.cards, self.trick, self.place = np.zeros((3, many), np.int64)
        self.turn, self.leader, self.winner, self.best, self.led = np.zeros((5, many), np.int64)
        self.phase, self.trump, self.declarer, self.exchange = np.zeros((4, many), np.int64)
        self.gave, self.spoken = np.zeros((2, many), np.int64)
        self.broken, self.met, self.thrown_in = np.zeros((3, many), bool)
        self.up, self.giving, self.legal = np.zeros((3, many), np.uint64)
        self.hands, self.running, self.played, self.gifts = np.zeros((4, many, players), np.uint64)
        self.given, self.received = np.zeros((2, many, players, exchanges), np.uint64)
        self.taken, self.contract, self.last_taken = np.zeros((3, many, players), np.int64)
        self.voids = np.zeros((many, players), np.uint8)
        self.totals, self.left = np.zeros((2, many, players), np.int64)
        self.order = np.zeros((many, cards), np.uint8)
        self.words = np.zeros((many, players, words), np.uint8)
        self.said = np.zeros((many, words), np.uint8)
        seating = table.game.book.seating(players, SEATS[0], table.rules)
        self.sides = seating.sides
        self.side_of = [seating.side_of(seat) for seat in SEATS[:players]]
        self.length = table.game.book.length(table.rules, players)
        dealt = table.game.cards(seating, table.rules)
        self.pack = np.array([table.game.pack.index(card) for card in dealt])
        self.prepare()
        self.begin(self.all)
        self.find_legal()

    @abstractmethod
    def prepare(self) -> None:
        """Work out what the rules say for every deal."""

    # Dealing

    def begin(self, rows: Rows) -> None:
        """Deal at these tables, which begin a game or have ended one."""
        if not len(rows):
            return
        first = (self.seeds[rows] + self.episode[rows]) % self.table.players
        if self.table.ending is None:
            turn = self.seeds[rows] + self.episode[rows]
            self.number[rows] = turn % (self.length or REPEATS) + 1
        else:
            self.number[rows], self.met[rows], self.scored[rows] = 1, False, 0
            first = self.seeds[rows] % self.table.players
        self.totals[rows] = self.left[rows] = 0
        self.dealer[rows] = first
        self.deal(rows)

    def deal(self, rows: Rows) -> None:
        """Shuffle and deal the next deal at these tables."""
        for array in (self.running, self.played, self.taken, self.voids, self.order, self.words):
            array[rows] = 0
        self.given[rows] = self.received[rows] = self.gifts[rows] = 0
        for column in (self.trick, self.place, self.exchange, self.gave, self.spoken, self.up):
            column[rows] = 0
        self.broken[rows] = self.thrown_in[rows] = False
        self.declarer[rows], self.trump[rows] = NOBODY, UNKNOWN
        self.giving[rows], self.contract[rows] = 0, UNKNOWN
        keys = mix(self.streams[rows] + self.episode[rows].astype(np.uint64) * np.uint64(STEP))
        self.episode[rows] += 1
        each = self.cards[rows] = self.cards_each(rows)
        left_over = each * self.table.players < len(self.pack)
        for stock in (False, True):
            part = np.flatnonzero(left_over == stock)
            if len(part) and stock:
                self._deal_some(rows[part], keys[part], each[part])
            elif len(part):
                lanes, _ = deal_lots(keys[part], self.table.players, int(each[part[0]]), self.pack)
                shifts = np.arange(0, RANKS * SUITS, RANKS, dtype=np.uint64)[None, :, None]
                words = np.bitwise_or.reduce(lanes.astype(np.uint64) << shifts, axis=1)
                self.hands[rows[part]] = words.T
        self.turn[rows] = self.eldest(rows)
        self.open(rows)

    def _deal_some(self, rows: Rows, keys: Words, each: Ints) -> None:
        """Deal hands of `each` cards; the next card is turned up."""
        players = self.table.players
        for part, order in shuffled(keys, len(self.pack)):
            cards = self.pack[order]
            owner = np.arange(cards.shape[1])[None, :] // each[part, None]
            word = ONE << cards.astype(np.uint64)
            for seat in range(players):
                own = np.where(owner == seat, word, np.uint64(0))
                self.hands[rows[part], seat] = np.bitwise_or.reduce(own, axis=1)
            next_card = (each[part] * players)[:, None]
            self.up[rows[part]] = np.take_along_axis(word, next_card, axis=1)[:, 0]

    def eldest(self, rows: Rows) -> Ints:
        return (self.dealer[rows] + 1) % self.table.players

    @abstractmethod
    def cards_each(self, rows: Rows) -> Ints:
        """Return the cards of each player in the deals that begin."""

    @abstractmethod
    def open(self, rows: Rows) -> None:
        """Set phase, turn and trumps after the deal."""

    # Steps

    def step(self, actions: Ints) -> tuple[npt.NDArray[np.float32], Flags]:
        """Take an action at each table; return the rewards by seat, and whether the episode ended.

        Raises IllegalEntry for an action that is not legal; then nothing has changed.
        """
        cards = len(self.table.game.pack)
        is_card = actions < cards
        at = np.where(is_card, actions, 0).astype(np.uint64)
        ok = np.where(is_card, self.legal >> at & ONE, 0).astype(bool)
        spoken = np.flatnonzero(~is_card)
        ok[spoken] = self.said[spoken, actions[spoken] - cards] > 0
        if not ok.all():
            first = int(np.flatnonzero(~ok)[0])
            name = self.table.actions.name(int(actions[first]))
            raise IllegalEntry(
                "not-asked",
                say("Table {number}: {action} is not legal now.", number=first, action=name),
            )
        self.last_taken[:] = 0
        rewards = np.zeros((len(actions), self.table.players), np.float32)
        done = np.zeros(len(actions), bool)
        phase = self.phase.copy()
        for kind, act in ((SAY, self._speak), (GIVE, self._give), (CARD, self._play)):
            rows = np.flatnonzero(phase == kind)
            if len(rows):
                act(rows, actions[rows] - (cards if kind == SAY else 0))
        over = np.flatnonzero((self.phase == CARD) & (self.trick == self.cards) | self.thrown_in)
        if len(over):
            self._end(over, rewards, done)
        self.find_legal()
        return rewards, done

    def _speak(self, rows: Rows, words: Ints) -> None:
        self.words[rows, self.turn[rows], words] = 1
        self.say(rows, words)

    def say(self, rows: Rows, words: Ints) -> None:
        """Record the words of the seats in turn, and set the next phase."""
        raise NotImplementedError

    def legal_words(self, rows: Rows) -> npt.NDArray[np.uint8]:
        """Return the legal words at tables in the phase of speaking, in a row for each table."""
        return np.zeros((len(rows), self.said.shape[1]), np.uint8)

    def _give(self, rows: Rows, cards: Ints) -> None:
        """Choose a card to pass on; the cards change hands once everyone has chosen."""
        players = self.table.players
        self.giving[rows] |= ONE << cards.astype(np.uint64)
        rows = rows[np.bitwise_count(self.giving[rows]) == self.cards_given]
        self.gifts[rows, self.turn[rows]] = self.giving[rows]
        self.giving[rows] = 0
        self.turn[rows] = (self.turn[rows] + 1) % players
        self.gave[rows] += 1
        rows = rows[self.gave[rows] == players]
        if not len(rows):
            return
        self.gave[rows] = 0
        gifts, steps = self.gifts[rows], self.steps(rows)
        givers = (np.arange(players)[None, :] - steps[:, None]) % players
        received = np.take_along_axis(gifts, givers, axis=1)
        self.hands[rows] = self.hands[rows] ^ gifts | received
        number = self.exchange[rows]
        self.given[rows, :, number], self.received[rows, :, number] = gifts, received
        self.exchange[rows] += 1
        self.turn[rows] = self.eldest(rows)
        self.exchanged(rows)

    cards_given = 0  # the cards that each player passes on in an exchange

    def steps(self, rows: Rows) -> Ints:
        """Return how many places to the left the cards of the running exchange go."""
        raise NotImplementedError

    def exchanged(self, rows: Rows) -> None:
        """Set the phase after an exchange."""
        raise NotImplementedError

    def lead(self, rows: Rows, leader: Ints) -> None:
        """Begin the play; the trumps are known."""
        self.phase[rows], self.leader[rows], self.turn[rows] = CARD, leader, leader

    def _play(self, rows: Rows, cards: Ints) -> None:
        players, seat, place = self.table.players, self.turn.take(rows), self.place.take(rows)
        suit, bit = cards // RANKS, ONE << cards.astype(np.uint64)
        own = players * rows + seat
        self.hands.reshape(-1)[own] ^= bit
        self.running.reshape(-1)[own] = bit
        trick = self.trick.take(rows)
        self.order.reshape(-1)[rows * self.order.shape[1] + cards] = trick + 1
        is_lead = place == 0
        led = np.where(is_lead, suit, self.led.take(rows))
        self.led[rows] = led
        follows = suit == led
        void = np.flatnonzero(~follows)
        self.voids.reshape(-1)[own[void]] |= np.uint8(1) << led[void].astype(np.uint8)
        strength = cards - RANKS * suit + 16 * follows + 32 * (suit == self.trump.take(rows))
        best, winner = self.best.take(rows), self.winner.take(rows)
        better = is_lead | (strength > best)
        self.best[rows] = np.where(better, strength, best)
        self.winner[rows] = np.where(better, seat, winner)
        if self.breaking != NOBODY:
            self.broken[rows[suit == self.breaking]] = True
        self.place[rows] = place + 1
        self.turn[rows] = np.where(seat == players - 1, 0, seat + 1)
        rows = rows[place == players - 1]
        if len(rows):
            winner = self.winner.take(rows)
            self.take_trick(rows, winner)
            self.played[rows] |= self.running[rows]
            self.running[rows] = 0
            self.place[rows] = 0
            self.turn[rows] = self.leader[rows] = winner
            self.trick[rows] += 1

    def take_trick(self, rows: Rows, winner: Ints) -> None:
        """Count a trick for its winner; `running` still has its cards."""
        self.taken.reshape(-1)[self.table.players * rows + winner] += 1

    # The end of a deal, and of a game

    @abstractmethod
    def points(self, rows: Rows) -> Ints:
        """Return the points by side of deals that are over; changes `left` for the next deal."""

    def _end(self, rows: Rows, rewards: npt.NDArray[np.float32], done: Flags) -> None:
        points = self.points(rows)
        self.last_taken[rows] = self.taken[rows]
        counts = ~self.thrown_in[rows]
        by_seat = points[:, self.side_of] * counts[:, None]
        rewards[rows] = by_seat
        ending = self.table.ending
        if ending is None:
            done[rows] = True
            self.begin(rows)
            return
        self.totals[rows] += by_seat
        self.scored[rows] += counts
        totals = self.totals[rows][:, [side[0] for side in self.sides]]
        decided = self._decided(rows, totals, ending)
        decided |= self.scored[rows] >= self.table.most
        done[rows] = decided
        self.begin(rows[decided])
        rows, counts = rows[~decided], counts[~decided]
        self.number[rows] += counts
        self.dealer[rows] = (self.dealer[rows] + (counts | self.moves_on)) % self.table.players
        if len(rows):
            self.deal(rows)

    moves_on = True  # whether another player deals after a deal that was thrown in

    def _decided(self, rows: Rows, totals: Ints, ending: Ending) -> Flags:
        """Return whether each game is decided, as `ending.Course` says."""
        high, low, most = ending.limits
        met = self.met[rows]
        if high is not None:
            met |= totals.max(axis=1) >= high
        if low is not None:
            met |= totals.min(axis=1) <= low
        if most is not None:
            met |= self.scored[rows] >= most
        self.met[rows] = met
        first = totals.min(axis=1) if ending.low else totals.max(axis=1)
        alone = (totals == first[:, None]).sum(axis=1) == 1
        decided: Flags = met & (ending.shares | alone)
        return decided

    # Legal actions

    def find_legal(self) -> None:
        """Find the legal cards and words of the seats in turn."""
        own = self.hands.reshape(-1).take(self.first + self.turn)
        lane = own & OF_SUIT.take(self.led)
        follow = np.where(lane, lane, self.discards(own))
        cards = np.where(self.place == 0, self.leads(own), follow)
        speaking = self.phase == SAY
        giving = self.phase == GIVE
        self.legal = np.where(speaking, np.uint64(0), np.where(giving, own & ~self.giving, cards))
        rows = np.flatnonzero(speaking)
        if len(rows) < len(self.all):
            self.said[:] = 0
        if len(rows):
            self.said[rows] = self.legal_words(rows)

    def leads(self, own: Words) -> Words:
        """Return the cards that may be led."""
        if self.breaking == NOBODY:
            return own
        others = own & ~SUIT[self.breaking]
        return np.where(self.broken | (others == 0), own, others)

    def discards(self, own: Words) -> Words:
        """Return the cards that may be played by those who cannot follow suit."""
        return own

    def mask(self) -> npt.NDArray[np.uint8]:
        """Return a row for each table with 1 for each legal action."""
        cards = len(self.table.game.pack)
        mask = np.empty((len(self.all), cards + self.said.shape[1]), np.uint8)
        mask[:, :cards] = bits(self.legal, cards)
        mask[:, cards:] = self.said
        return mask

    def sample(self, rng: np.random.Generator) -> Ints:
        """Return a legal action for each table, uniform among the legal ones."""
        shares = rng.random(len(self.all))
        actions = nth_bit(self.legal, (shares * np.bitwise_count(self.legal)).astype(np.int64))
        rows = np.flatnonzero(self.phase == SAY)
        if len(rows):
            upto = self.said[rows].cumsum(axis=1, dtype=np.int64)
            place = (shares[rows] * upto[:, -1]).astype(np.int64)
            actions[rows] = (upto > place[:, None]).argmax(axis=1) + len(self.table.game.pack)
        return actions

    # Observations

    def observe(self) -> Shorts:
        """Return what each seat in turn sees, in the order of the layout."""
        players, cards, layout = self.table.players, len(self.table.game.pack), self.table.layout
        turn, many = self.turn, len(self.all)
        own = self.first + turn
        around = (self.first[:, None] + self.clockwise.take(turn, axis=0)).reshape(-1)

        def of_seats(by_seat: npt.NDArray[Any]) -> npt.NDArray[Any]:
            """Return the rows of all seats, from the seat in turn on."""
            flat = by_seat.reshape(many * players, -1)
            return flat.take(around, axis=0).reshape(many, -1)

        seen = np.empty((many, layout.size), np.int16)
        sets = np.empty((many, layout.sets), np.uint64)
        sets[:, 0] = self.hands.reshape(-1).take(own)
        place = 1
        for name, words in (("giving", self.giving), ("shown", self.up)):
            if name in layout:
                sets[:, place] = words
                place += 1
        for passed in (self.given, self.received) if "given-1" in layout else ():
            lots = passed.reshape(many * players, -1).take(own, axis=0)
            sets[:, place : place + lots.shape[1]] = lots
            place += lots.shape[1]
        sets[:, place : place + players] = of_seats(self.running)
        sets[:, place + players :] = of_seats(self.played)
        wide, narrow = seen.strides
        shape, strides = (many, layout.sets, cards), (wide, cards * narrow, narrow)
        places = np.lib.stride_tricks.as_strided(seen, shape, strides)
        for start in range(0, many, BLOCK):
            part = slice(start, start + BLOCK)
            places[part] = bits(sets[part], cards)
        seen[:, layout["order"]] = self.order
        seen[:, layout["words"]] = of_seats(self.words)
        self._observe_facts(seen[:, layout["voids"].start :], of_seats)
        return seen

    def _observe_facts(self, seen: Shorts, of_seats: Callable[[npt.NDArray[Any]], Any]) -> None:
        """Write the last parts of the layout; in a small array first, which is faster."""
        players, turn, layout = self.table.players, self.turn, self.table.layout
        playing, first = self.phase == CARD, layout["voids"].start
        leader = np.where(playing, self._from(self.leader), NOBODY)
        facts = np.empty(seen.shape, np.int16)
        for name, numbers in (
            ("voids", VOIDS.take(of_seats(self.voids), axis=0).reshape(len(turn), -1)),
            ("dealer", marks(self._from(self.dealer), players)),
            ("leader", marks(leader, players)),
            ("declarer", marks(self._from(self.declarer), players)),
            ("taken", of_seats(self.taken)),
            ("totals", 0 if self.table.ending is None else self._totals(of_seats)),
            ("left", 0 if self.table.ending is None else of_seats(self.left)),
            ("trump", marks(self.trump, NO_TRUMPS + 1)),
            ("phase", marks(self.phase, CARD + 1)),
            ("number", self.number[:, None]),
            ("cards", self.cards[:, None]),
            ("trick", np.where(playing, self.trick + 1, 0)[:, None]),
        ):
            part = layout[name]
            facts[:, part.start - first : part.stop - first] = numbers
        seen[...] = facts

    def _totals(self, of_seats: Callable[[npt.NDArray[Any]], Any]) -> Ints:
        totals: Ints = np.clip(of_seats(self.totals), -(2**15), 2**15 - 1)
        return totals

    def _from(self, seats: Ints) -> Ints:
        """Return how many places clockwise from the seat in turn seats are; -1 for nobody."""
        places = seats - self.turn
        places += np.where(places < 0, self.table.players, 0)
        places[seats == NOBODY] = NOBODY
        return places


BLOCK = 256  # tables whose observations fit the cache
VOIDS = (np.arange(1 << SUITS)[:, None] >> np.arange(SUITS) & 1).astype(np.int16)
"""By the bits of suits, a number for each suit."""


# Bids in turn


class BiddingTables(Tables):
    """Tables at which everyone says one number in turn; the words begin with the numbers from 0."""

    def open(self, rows: Rows) -> None:
        self.phase[rows] = SAY

    def say(self, rows: Rows, words: Ints) -> None:
        seat = self.turn[rows]
        self.contract[rows, seat] = self.number_of(words)
        self.spoken[rows] += 1
        self.turn[rows] = (seat + 1) % self.table.players
        rows = rows[self.spoken[rows] == self.table.players]
        self.lead(rows, self.eldest(rows))

    def number_of(self, words: Ints) -> Ints:
        """Return the numbers that words stand for."""
        return words
