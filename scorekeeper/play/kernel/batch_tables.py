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
from scorekeeper.play.carried_values import CarriedValues, Carry
from scorekeeper.play.kernel.arrays import LANE, Lanes, mask_of, mix
from scorekeeper.play.kernel.bids import Masks
from scorekeeper.play.kernel.card_play import lanes_of_places
from scorekeeper.play.kernel.dealing import RANKS, SUITS, deal_lots, shuffled
from scorekeeper.play.kernel.running_tricks import (
    NO_CARD,
    NO_SUIT,
    RunningTricks,
    suit_masks,
    suit_number,
)
from scorekeeper.play.observation import NO_TRUMPS, REPEATS, Actions, Layout
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.position import WholeGame
from scorekeeper.play.random_streams import STEP
from scorekeeper.rules.ending import Ending
from scorekeeper.seating import SEATS
from scorekeeper.wording import say

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Marks = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]
Shorts = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.uint8]
TableNumbers = npt.NDArray[np.intp]
"""The indices of some tables."""

SAY, GIVE, PUT_AWAY, CARD = range(4)  # as in `observation.PHASES`
NOBODY = UNKNOWN = -1
ONE = np.uint64(1)
SUIT = [np.uint64((2**RANKS - 1) << RANKS * suit) for suit in range(SUITS)]
LANE_BITS = np.arange(0, 5 * RANKS, RANKS, dtype=np.uint64)[:, None]


def lanes_of_words(words: Words, lanes: int) -> Lanes:
    """Return sets of cards, one word for each, as lanes."""
    return [*(words >> LANE_BITS[:lanes] & np.uint64(LANE)).astype(np.int16)]


def words_of_lanes(lanes: Lanes) -> Words:
    """Return sets of cards, given as lanes, as one word for each."""
    wide = np.stack(lanes).astype(np.uint64) << LANE_BITS[: len(lanes)]
    words: Words = np.bitwise_or.reduce(wide, axis=0)
    return words


def bits(words: Words, count: int) -> Bytes:
    """Return the lowest bits of words of any shape as numbers, in one more dimension."""
    flat = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(flat.reshape(-1), bitorder="little").reshape(*words.shape, 64)[..., :count]


def marks(places: npt.NDArray[np.integer[Any]], count: int) -> npt.NDArray[np.int16]:
    """Return rows of zeros with a 1 at a place, or without it if the place is negative."""
    return np.eye(count + 1, count, dtype=np.int16).take(places, axis=0, mode="wrap")


def nth_bit(words: Words, place: Ints) -> Ints:
    """Return the index of bit number `place` of each word, counted from 0 at its lowest bit.

    Each byte of `upto` has the number of bits in it and the bytes below. A byte of `passed` keeps
    its sign bit if that is not more than `place`.
    """
    wanted = place.astype(np.uint64)
    counts = np.bitwise_count(words.astype("<u8", copy=False).view(np.uint8)).view("<u8")
    upto = counts * _EACH
    passed = (wanted * _EACH | _SIGNS) - upto
    byte = np.minimum(np.bitwise_count(passed & _SIGNS), 7)  # 7 for an empty word
    shift = byte.astype(np.uint64) << np.uint64(3)
    within = np.clip(wanted - (upto << np.uint64(8) >> shift & _BYTE), 0, 7)
    found: Ints = (shift + NTH.take((words >> shift & _BYTE) << np.uint64(3) | within)).astype(int)
    return found


_EACH, _SIGNS = np.uint64(0x0101_0101_0101_0101), np.uint64(0x8080_8080_8080_8080)
_BYTE = np.uint64(0xFF)
NTH = np.array(
    [([place for place in range(8) if byte >> place & 1] + [0] * 8)[:8] for byte in range(256)],
    np.uint64,
)
"""The index of each bit of a byte, from its lowest bit on."""


# Any game


@dataclass(frozen=True)
class Settings:
    """The settings that all tables share.

    ending    the end of a game; None if each deal is an episode of its own
    most      the number of deals after which a game is broken off
    """

    game: WholeGame[Any]
    rules: Any
    players: int
    actions: Actions
    layout: Layout
    ending: Ending | None
    most: int


class BatchTables(ABC):
    """The tables of one game; a subclass has its bids, its trumps and its points.

    turn         the seat that has to decide
    phase        what is due
    legal        the legal cards
    said         the legal words, in a row for each table
    spoken       the number of bids and contracts so far in this deal
    exchange     the number of exchanges so far; `gave` seats have given in the running one
    thrown_in    whether the deal has ended without counting
    last_taken   the tricks of each seat in the deal that ended with the last step
    led          the number of the suit led (see `RunningTricks.led_number`)
    best         the strength of the best card of the running trick
    card_rules   the rules for the cards
    up           the cards turned up
    kitty        the cards for the winner of the auction, who puts the same number away
    sizes        the cards of each player, by the number of the deal; deal 1 is at index 0
    fresh        what the first deal of a game finds left, by seat; `carriers` are the seats whose
                 numbers are passed on
    """

    card_rules: type[RunningTricks] = RunningTricks
    cards_given = 0  # the cards that each player passes on in an exchange
    unplayed = 0  # the tricks of a deal that are won without being played
    turned_again = np.uint64(0)  # the cards after which another one is turned up
    moves_on = True
    """Whether a deal that was thrown in changes the dealer, and what is left to the next deal."""

    def __init__(self, settings: Settings, seeds: npt.NDArray[np.int64]) -> None:
        self.settings, self.seeds = settings, seeds
        self.streams = mix(seeds.astype(np.uint64) * np.uint64(STEP) + ONE)
        game, rules, players = settings.game, settings.rules, settings.players
        many, cards, words = len(seeds), len(game.pack), len(settings.actions.words)
        exchanges = game.most_exchanges(rules, players)
        self.all = np.arange(many)
        self.first = players * self.all  # the index of seat 0 in arrays by table and seat
        self.clockwise = np.arange(players)[:, None] + np.arange(players)[None, :]
        self.clockwise %= players
        ahead = (np.arange(players)[:, None] - np.arange(players)).reshape(-1) % players
        self.marked = marks(np.concatenate([np.full(players, NOBODY), ahead]), players)
        self.episode, self.number, self.dealer, self.scored = np.zeros((4, many), np.int64)
        self.cards, self.trick, self.place = np.zeros((3, many), np.int64)
        self.turn, self.leader, self.winner, self.phase = np.zeros((4, many), np.int64)
        self.declarer, self.exchange, self.gave, self.spoken = np.zeros((4, many), np.int64)
        self.trump, self.led, self.best, self.broken = np.zeros((4, many), np.int16)
        self.met, self.thrown_in = np.zeros((2, many), bool)
        self.up, self.kitty, self.away = np.zeros((3, many), np.uint64)
        self.giving, self.legal = np.zeros((2, many), np.uint64)
        self.hands, self.running, self.played, self.gifts = np.zeros((4, many, players), np.uint64)
        self.given, self.received = np.zeros((2, many, players, exchanges), np.uint64)
        self.taken, self.contract, self.last_taken = np.zeros((3, many, players), np.int64)
        self.voids = np.zeros((many, players), np.uint8)
        self.totals, self.left = np.zeros((2, many, players), np.int64)
        self.order = np.zeros((many, cards), np.uint8)
        self.words = np.zeros((many, players, words), np.uint8)
        self.said = np.zeros((many, words), np.uint8)
        self.lanes = -(-cards // RANKS)
        seating = game.book.seating(players, SEATS[0], rules)
        self.sides, self.step_on = seating.sides, seating.step
        self.next_seat = (np.arange(players) + seating.step) % players
        self.side_of = np.array([seating.side_of(seat) for seat in SEATS[:players]])
        self.length = game.book.length(rules, players)
        last = settings.most if settings.ending else self.length or REPEATS
        numbered = [seating.numbered(number) for number in range(1, last + 1)]
        self.sizes = np.array([game.cards_each(each, rules) for each in numbered])
        self.carry = CarriedValues.of(game.book).carry(rules) if settings.ending else None
        fresh = self.carry.state(None, len(self.sides)) if self.carry else (0,)
        self.fresh = np.broadcast_to(fresh, len(self.sides))[self.side_of]
        self.carriers = [side[0] for side in self.sides][: len(fresh)]
        self.pack = np.array([game.pack.index(card) for card in game.cards(seating, rules)])
        self.prepare()
        self.begin(self.all)
        self.find_legal()

    @abstractmethod
    def prepare(self) -> None:
        """Work out what the rules say for every deal."""

    # Dealing

    def begin(self, rows: TableNumbers) -> None:
        """Deal at these tables, which begin a game or have ended one."""
        if not len(rows):
            return
        first = (self.seeds[rows] + self.episode[rows]) % self.settings.players
        if self.settings.ending is None:
            turn = self.seeds[rows] + self.episode[rows]
            self.number[rows] = turn % (self.length or REPEATS) + 1
        else:
            self.number[rows], self.met[rows], self.scored[rows] = 1, False, 0
            first = self.seeds[rows] % self.settings.players
        self.totals[rows] = 0
        self.left[rows] = self.fresh
        self.dealer[rows] = first
        self.deal(rows)

    def deal(self, rows: TableNumbers) -> None:
        """Shuffle and deal the next deal at these tables."""
        for array in (self.running, self.played, self.taken, self.voids, self.order, self.words):
            array[rows] = 0
        self.given[rows] = self.received[rows] = self.gifts[rows] = 0
        for column in (self.trick, self.place, self.exchange, self.gave, self.spoken):
            column[rows] = 0
        self.up[rows] = self.kitty[rows] = self.away[rows] = 0
        self.broken[rows], self.thrown_in[rows] = 0, False
        self.led[rows], self.best[rows] = NO_SUIT, NO_CARD
        self.declarer[rows], self.trump[rows] = NOBODY, UNKNOWN
        self.giving[rows], self.contract[rows] = 0, UNKNOWN
        keys = mix(self.streams[rows] + self.episode[rows].astype(np.uint64) * np.uint64(STEP))
        self.episode[rows] += 1
        each = self.cards[rows] = self.sizes[self.index(rows)]
        left_over = each * self.settings.players < len(self.pack)
        for stock in (False, True):
            part = np.flatnonzero(left_over == stock)
            if len(part) and stock:
                self._deal_some(rows[part], keys[part], each[part])
            elif len(part):
                lanes, _ = deal_lots(
                    keys[part], self.settings.players, int(each[part[0]]), self.pack
                )
                hands = [words_of_lanes([*hand]) for hand in lanes]
                self.hands[rows[part]] = np.stack(hands, axis=1)
        self.turn[rows] = self.eldest(rows)
        self.open(rows)

    def _deal_some(self, rows: TableNumbers, keys: Words, each: Ints) -> None:
        """Deal hands of `each` cards; the next card is turned up."""
        players = self.settings.players
        for part, order in shuffled(keys, len(self.pack)):
            cards = self.pack[order]
            owner = np.arange(cards.shape[1])[None, :] // each[part, None]
            word = ONE << cards.astype(np.uint64)
            for seat in range(players):
                own = np.where(owner == seat, word, np.uint64(0))
                self.hands[rows[part], seat] = np.bitwise_or.reduce(own, axis=1)
            place, every = each[part] * players, np.arange(len(word))
            up = shown = word[every, place]
            while self.turned_again and (shown & self.turned_again).any():
                again = (shown & self.turned_again != 0) & (place < word.shape[1] - 1)
                place = place + again
                shown = np.where(again, word[every, place], np.uint64(0))
                up = up | shown
            self.up[rows[part]] = up

    def index(self, rows: TableNumbers) -> Ints:
        """Return the index of each deal among those of `sizes`."""
        return (self.number[rows] - 1) % len(self.sizes)

    def eldest(self, rows: TableNumbers) -> Ints:
        return self.next_seat[self.dealer[rows]]

    @abstractmethod
    def open(self, rows: TableNumbers) -> None:
        """Set phase, turn and trumps after the deal."""

    # Steps

    def step(self, actions: Ints) -> tuple[npt.NDArray[np.float32], Flags]:
        """Take an action at each table; return the rewards by seat, and whether the episode ended.

        Raises IllegalEntry for an action that is not legal; then nothing has changed.
        """
        cards = len(self.settings.game.pack)
        is_card = actions < cards
        at = np.where(is_card, actions, 0).astype(np.uint64)
        ok = np.where(is_card, self.legal >> at & ONE, 0).astype(bool)
        spoken = np.flatnonzero(~is_card)
        ok[spoken] = self.said[spoken, actions[spoken] - cards] > 0
        if not ok.all():
            first = int(np.flatnonzero(~ok)[0])
            name = self.settings.actions.name(int(actions[first]))
            raise IllegalEntry(
                "not-asked",
                say("Table {number}: {action} is not legal now.", number=first, action=name),
            )
        self.last_taken[:] = 0
        rewards = np.zeros((len(actions), self.settings.players), np.float32)
        done = np.zeros(len(actions), bool)
        phase = self.phase.copy()
        acts = (self._speak, self._give, self._put_away, self._play)
        for kind, act in enumerate(acts):
            rows = np.flatnonzero(phase == kind)
            if len(rows):
                act(rows, actions[rows] - (cards if kind == SAY else 0))
        over = np.flatnonzero((self.phase == CARD) & (self.trick == self.cards) | self.thrown_in)
        if len(over):
            self._end(over, rewards, done)
        self.find_legal()
        return rewards, done

    def _speak(self, rows: TableNumbers, words: Ints) -> None:
        self.words[rows, self.turn[rows], words] = 1
        self.say(rows, words)

    def say(self, rows: TableNumbers, words: Ints) -> None:
        """Record the words of the seats in turn, and set the next phase."""
        raise NotImplementedError

    def legal_words(self, rows: TableNumbers) -> Bytes:
        """Return the legal words at tables in the phase of speaking, in a row for each table."""
        return np.zeros((len(rows), self.said.shape[1]), np.uint8)

    def _give(self, rows: TableNumbers, cards: Ints) -> None:
        """Choose a card to pass on; the cards change hands once everyone has chosen."""
        players = self.settings.players
        self.giving[rows] |= ONE << cards.astype(np.uint64)
        rows = rows[np.bitwise_count(self.giving[rows]) == self.cards_given]
        self.gifts[rows, self.turn[rows]] = self.giving[rows]
        self.giving[rows] = 0
        self.turn[rows] = self.next_seat[self.turn[rows]]
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

    def steps(self, rows: TableNumbers) -> Ints:
        """Return how many places to the left the cards of the running exchange go."""
        raise NotImplementedError

    def exchanged(self, rows: TableNumbers) -> None:
        """Set the phase after an exchange."""
        raise NotImplementedError

    def take_up(self, rows: TableNumbers) -> None:
        """Give the kitty to the declarers, who put the same number of cards away, then lead."""
        declarer = self.declarer[rows]
        self.hands[rows, declarer] |= self.kitty[rows]
        self.phase[rows], self.turn[rows] = PUT_AWAY, declarer

    def _put_away(self, rows: TableNumbers, cards: Ints) -> None:
        bit = ONE << cards.astype(np.uint64)
        self.hands[rows, self.turn[rows]] ^= bit
        self.away[rows] |= bit
        rows = rows[np.bitwise_count(self.away[rows]) == np.bitwise_count(self.kitty[rows])]
        self.lead(rows, self.declarer[rows])

    def lead(self, rows: TableNumbers, leader: Ints) -> None:
        """Begin the play; the trumps are known."""
        self.phase[rows], self.leader[rows], self.turn[rows] = CARD, leader, leader

    def _play(self, rows: TableNumbers, cards: Ints) -> None:
        players, seat, place = self.settings.players, self.turn.take(rows), self.place.take(rows)
        bit, own = ONE << cards.astype(np.uint64), players * rows + seat
        self.hands.reshape(-1)[own] ^= bit
        self.running.reshape(-1)[own] = bit
        trick = self.trick.take(rows)
        self.order.reshape(-1)[rows * self.order.shape[1] + cards] = trick + 1
        running = self.running_at(rows)
        lanes = running.held(lanes_of_places(cards, self.lanes))
        better = running.follow(lanes) != 0
        self.best[rows], self.broken[rows] = running.best, running.broken
        none = np.full_like(running.best, NO_SUIT)
        led, suit = running.led_number, suit_number(running.suits(lanes), none)
        self.led[rows] = led
        void = np.flatnonzero((suit != led) & (suit < SUITS) & (led < SUITS))
        self.voids.reshape(-1)[own[void]] |= np.uint8(1) << led[void].astype(np.uint8)
        self.winner[rows] = np.where(better, seat, self.winner.take(rows))
        self.place[rows] = place + 1
        self.turn[rows] = self.next_seat.take(seat)
        rows = rows[place == players - 1]
        if len(rows):
            winner = self.winner.take(rows)
            self.take_trick(rows, winner)
            self.played[rows] |= self.running[rows]
            self.running[rows] = 0
            self.place[rows], self.led[rows], self.best[rows] = 0, NO_SUIT, NO_CARD
            self.turn[rows] = self.leader[rows] = winner
            self.trick[rows] += 1

    def running_at(self, rows: TableNumbers) -> RunningTricks:
        """Return the running tricks of some tables."""
        led = self.led.take(rows)
        running = self.card_rules(
            suit_masks(self.trump.take(rows)),
            led=suit_masks(led),
            open=mask_of(led == NO_SUIT),
            **self.rules_at(rows),
        )
        running.best, running.broken = self.best.take(rows), self.broken.take(rows)
        running.first = mask_of(self.trick.take(rows) == 0)
        return running

    def rules_at(self, rows: TableNumbers) -> dict[str, Any]:
        """Return the other fields of the running tricks, as the rules of the game need them."""
        return {}

    def take_trick(self, rows: TableNumbers, winner: Ints) -> None:
        """Count a trick for its winner; `running` still has its cards."""
        self.taken.reshape(-1)[self.settings.players * rows + winner] += 1

    # The end of a deal, and of a game

    @abstractmethod
    def points(self, rows: TableNumbers, said: Shorts, taken: Shorts) -> tuple[Marks, Marks | None]:
        """Return the points of deals that are over, shape (sides, tables), and their marks.

        There are no marks (see `Carry`) in a game that passes nothing on.

        said, taken    the numbers and the tricks of each seat, shape (seats, tables)
        """

    def _end(self, rows: TableNumbers, rewards: npt.NDArray[np.float32], done: Flags) -> None:
        said, taken = (each[rows].T.astype(np.int16) for each in (self.contract, self.taken))
        points, marks = self.points(rows, np.maximum(said, 0), taken)
        self.last_taken[rows] = self.taken[rows]
        counts = ~self.thrown_in[rows]
        if self.carry is not None and marks is not None:
            points = self._carried(self.carry, rows, points, marks)
        by_seat = points[self.side_of].T * counts[:, None]
        rewards[rows] = by_seat
        ending = self.settings.ending
        if ending is None:
            done[rows] = True
            self.begin(rows)
            return
        self.totals[rows] += by_seat
        self.scored[rows] += counts
        totals = self.totals[rows][:, [side[0] for side in self.sides]]
        decided = self._decided(rows, totals, ending)
        decided |= self.scored[rows] >= self.settings.most
        done[rows] = decided
        self.begin(rows[decided])
        rows, counts = rows[~decided], counts[~decided]
        self.number[rows] += counts
        self.dealer[rows] = np.where(counts | self.moves_on, self.eldest(rows), self.dealer[rows])
        if len(rows):
            self.deal(rows)

    def _carried(self, carry: Carry, rows: TableNumbers, points: Marks, marks: Marks) -> Marks:
        """Return the points of deals after earlier ones; changes what they leave to later ones."""
        before = self.left[rows].T.astype(np.int32)[self.carriers]
        scored, after = carry.after(before, points.astype(np.int32), marks.astype(np.int32))
        passes_on = self.moves_on | ~self.thrown_in[rows]
        by_seat = np.broadcast_to(after, (len(self.sides), len(rows)))[self.side_of]
        self.left[rows] = np.where(passes_on, by_seat, self.left[rows].T).T
        return scored

    def _decided(self, rows: TableNumbers, totals: Ints, ending: Ending) -> Flags:
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
        hands, leading = lanes_of_words(own, self.lanes), mask_of(self.place == 0)
        cards = words_of_lanes(self.running_at(self.all).legal(hands, leading))
        speaking = self.phase == SAY
        giving = self.phase == GIVE
        self.legal = np.where(speaking, np.uint64(0), np.where(giving, own & ~self.giving, cards))
        rows = np.flatnonzero(speaking)
        if len(rows) < len(self.all):
            self.said[:] = 0
        if len(rows):
            self.said[rows] = self.legal_words(rows)

    def mask(self) -> Bytes:
        """Return a row for each table with 1 for each legal action."""
        cards = len(self.settings.game.pack)
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
            actions[rows] = (upto > place[:, None]).argmax(axis=1) + len(self.settings.game.pack)
        return actions

    # Observations

    def observe(self) -> Shorts:
        """Return what each seat in turn sees, in the order of the layout."""
        players, cards = self.settings.players, len(self.settings.game.pack)
        layout, turn, many = self.settings.layout, self.turn, len(self.all)
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
        away = np.where(turn == self.declarer, self.away, np.uint64(0))
        for name, words in (("giving", self.giving), ("away", away), ("shown", self.up)):
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
        turn, layout, whole = self.turn, self.settings.layout, self.settings.ending is not None
        playing, first = self.phase == CARD, layout["voids"].start
        leader = np.where(playing, self.leader, NOBODY)
        facts = np.empty(seen.shape, np.int16)
        for name, numbers in (
            ("voids", VOIDS.take(of_seats(self.voids), axis=0).reshape(len(turn), -1)),
            ("dealer", self._marks(self.dealer)),
            ("leader", self._marks(leader)),
            ("declarer", self._marks(self.declarer)),
            ("taken", of_seats(self.taken)),
            ("totals", np.clip(of_seats(self.totals), -(2**15), 2**15 - 1) if whole else 0),
            ("left", of_seats(self.left) if whole else 0),
            ("trump", marks(self.trump, NO_TRUMPS + 1)),
            ("phase", marks(self.phase, CARD + 1)),
            ("number", self.number[:, None]),
            ("cards", self.cards[:, None] + self.unplayed),
            ("trick", np.where(playing, self.trick + 1, 0)[:, None]),
        ):
            part = layout[name]
            facts[:, part.start - first : part.stop - first] = numbers
        seen[...] = facts

    def _marks(self, seats: Ints) -> Shorts:
        """Return rows with a 1 where a seat is, clockwise from the seat in turn; none for -1."""
        rows: Shorts = self.marked.take((seats + 1) * self.settings.players + self.turn, axis=0)
        return rows


BLOCK = 256  # tables whose observations fit the cache
VOIDS = (np.arange(1 << SUITS)[:, None] >> np.arange(SUITS) & 1).astype(np.int16)
"""By the bits of suits, a number for each suit."""


# Bids in turn


def allow_numbers(legal: Bytes, here: TableNumbers, masks: Masks) -> None:
    """Mark the numbers of some masks in these rows of legal words."""
    numbers = np.arange(int(masks.max(initial=0)).bit_length())
    legal[here[:, None], numbers] = masks[:, None] >> numbers & 1


class BiddingTables(BatchTables):
    """Tables at which everyone says one number in turn; the words begin with the numbers from 0."""

    def open(self, rows: TableNumbers) -> None:
        self.phase[rows] = SAY

    def say(self, rows: TableNumbers, words: Ints) -> None:
        seat = self.turn[rows]
        self.contract[rows, seat] = self.number_of(words)
        self.spoken[rows] += 1
        self.turn[rows] = self.next_seat[seat]
        rows = rows[self.spoken[rows] == self.settings.players]
        self.lead(rows, self.eldest(rows))

    def number_of(self, words: Ints) -> Ints:
        """Return the numbers that words stand for."""
        return words
