"""Batch environment: thousands of tables at once, one action at each of them in a step.

    from scorekeeper.play.batch_environment import BatchGame
    game = BatchGame(key, tables=4096)  # the key of a game
    seen = game.reset(range(4096))
    while training:
        seen = game.step(choose(seen.observation, seen.mask))

Everything is an array with a row for each table. A table plays deal after deal of its seed. If a
deal ends, the next one begins in the same step.
Needs NumPy, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorekeeper.api import ending_named, player_count, rulebook, rules_from
from scorekeeper.arguments import an_object, whole_number
from scorekeeper.play.api import card_play_of
from scorekeeper.play.deal_bank import PREDICTABLE_GOALS
from scorekeeper.play.kernel.batch_tables import BatchTables, Settings
from scorekeeper.play.observation import Actions, Layout
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.simulation import Bulk

MOST_DEALS = 100  # after which a game is broken off
MOST_SEED = 2**31
MOST_TABLES = 10_000_000


class Seen(NamedTuple):
    """The state of every table after a reset or a step.

    observation    what the seat in turn sees, int16, shape (tables, `layout.size`)
    mask           1 for each legal action, uint8, shape (tables, number of actions)
    turn           the seat that has to decide, shape (tables)
    rewards        the points that each seat has just got, shape (tables, players)
    done           whether an episode has just ended; the observation is that of the next one
    tricks         the tricks of each seat if a deal has just ended, otherwise 0; as `rewards`
    """

    observation: npt.NDArray[np.int16]
    mask: npt.NDArray[np.uint8]
    turn: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]
    tricks: npt.NDArray[np.int64]


class BatchGame:
    """Many tables of a game; see the module's docstring.

    actions    the numbers of all actions: `len(actions)`, `actions.name(number)`
    layout     the places of all parts of an observation: `layout["hand"]` is a slice
    """

    def __init__(
        self,
        game: str,
        rules: Any = None,
        players: int | None = None,
        *,
        tables: int = 4096,
        whole: bool = False,
        target: int | None = None,
        deals: int | None = None,
    ) -> None:
        """Set up the tables of a game.

        whole            whether an episode is a whole game, instead of one deal; then the points
                         of each deal are a reward, and totals are seen
        target, deals    the end of whole games, as in `new_game`; a game is broken off after 100
                         deals

        Raises ValueError for a game or rules that are not played so (see docs/research.md).
        """
        tables = whole_number(tables, "tables", 1, MOST_TABLES)
        whole = an_object(whole, bool, "whole", "True or False")
        book = rulebook(game)
        whole_game, chosen = card_play_of(book), rules_from(book, rules)
        seats = player_count(book, players)
        whole_game.check_players(seats)
        ending = ending_named(book, rules, seats, target, deals)
        if not whole and (target, deals) != (None, None):
            raise ValueError("“target” and “deals” end whole games: with them, whole=True.")
        if whole and ending.goal not in PREDICTABLE_GOALS:
            raise ValueError(f"these games of {book.name} end when the table stops them")
        kind: type[BatchTables] | None = None
        if not book.bonuses.asked(chosen):
            kind = Bulk.of(book).step_tables(chosen, seats, whole=whole)
        if kind is None:
            episodes = "whole games" if whole else "hands"
            raise ValueError(
                f"{book.name}: {episodes} by these rules are not played at many tables at once; "
                "scorekeeper.play.environment plays them at one."
            )
        self._kind = kind
        self.actions = Actions.of(whole_game, chosen, seats)
        self.layout = Layout.of(self.actions, chosen, seats)
        self.players, self.tables = seats, tables
        most = MOST_DEALS
        self._settings = Settings(
            whole_game, chosen, seats, self.actions, self.layout, ending if whole else None, most
        )
        self._running: BatchTables | None = None

    def reset(self, seeds: Sequence[int] | npt.NDArray[Any]) -> Seen:
        """Begin again at every table; the same seeds give the same deals.

        The table with seed s begins with deal s of a game, so that different seeds meet every
        dealer and every size of a hand. Whole games begin with their first deal, dealt by seat s.
        """
        given = self._one_each(seeds, "seed", MOST_SEED - 1)
        self._running = self._kind(self._settings, given)
        nothing = np.zeros((self.tables, self.players), np.float32)
        return self._seen(nothing, np.zeros(self.tables, bool))

    def step(self, actions: Sequence[int] | npt.NDArray[Any]) -> Seen:
        """Take one action at each table.

        Raises IllegalEntry for an action outside the mask, and ValueError unless there is a whole
        number for each table, or before `reset`; then nothing has changed.
        """
        tables = self._tables
        rewards, done = tables.step(self._one_each(actions, "action", len(self.actions) - 1))
        return self._seen(rewards, done)

    def sample(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Return a legal action for each table, uniform among the legal ones.

        Raises ValueError before `reset`.
        """
        tables, allowed = self._tables, "a generator of NumPy, such as np.random.default_rng(1)"
        return tables.sample(an_object(rng, np.random.Generator, "rng", allowed))

    @property
    def totals(self) -> npt.NDArray[np.int64]:
        """The total of each seat's side before the running deal, shape (tables, players)."""
        return self._tables.totals.copy()

    @property
    def _tables(self) -> BatchTables:
        if self._running is None:
            raise ValueError("call reset(seeds) first: no cards have been dealt yet.")
        return self._running

    def _one_each(self, values: object, noun: str, most: int) -> npt.NDArray[np.int64]:
        """Return a whole number from 0 to `most` for each table; raises ValueError otherwise."""
        try:
            given = np.asarray(values)
        except ValueError:  # rows of different lengths
            given = np.zeros(0)
        if given.shape != (self.tables,) or given.dtype.kind not in "iu":
            raise ValueError(f"there is one {noun} for each of {self.tables} tables: whole numbers")
        if given.min() < 0 or given.max() > most:
            raise ValueError(f"each {noun} is a whole number from 0 to {most:,}.")
        return given.astype(np.int64)

    def _seen(self, rewards: npt.NDArray[np.float32], done: npt.NDArray[np.bool_]) -> Seen:
        tables = self._tables
        return Seen(
            tables.observe(),
            tables.mask(),
            tables.turn.copy(),
            rewards,
            done,
            tables.last_taken.copy(),
        )
