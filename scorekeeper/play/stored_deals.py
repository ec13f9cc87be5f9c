"""Values that deals pass on, and stored deals for the chances of games that no kernel plays."""

from __future__ import annotations

import gzip
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.play.players import Players
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.rulebook import PlayExtra, Rulebook
from scorekeeper.rules.steps import Fact

if TYPE_CHECKING:
    from scorekeeper.optional_numpy import np, npt


# Values that deals carry over

if TYPE_CHECKING:
    Rows = npt.NDArray[np.int32]


class Carry(ABC):
    """The rule by which values such as bags pass from deal to deal, for many games at once.

    The state is an integer array with a column for each game. It corrects the points of deals that
    were each scored as if nothing came before them.
    """

    @abstractmethod
    def marks(self, score: DealScore) -> tuple[int, ...]:
        """Return for each side the number with which a deal changes the state."""

    @abstractmethod
    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """Return the state after a deal with this `left` (see `Earlier`).

        `left` is None before the first deal.
        """

    @abstractmethod
    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """Return the points of a deal that starts from this state, and the state after it.

        points    of the deal scored alone, shape (sides, games); `marks` has the same shape
        """


class CarriedValues(PlayExtra):
    """An optional part of a game's card play: the values other than points that deals pass on."""

    def carry(self, rules: Any) -> Carry | None:
        """Return how values pass from deal to deal; None if none do, or if that is not modelled."""
        return None


# Files of deals
#
# A file holds the answers that a table would have recorded, one deal per line, as gzipped JSON.
# They contain bids and tricks but no points. `make stored-deals` writes them.

SEED = 1


class StoredDeals(PlayExtra):
    """An optional part of a game's card play: stored deals between its default players.

    folder     the folder of the files, each named after a preset and the number of players
    tables     the presets and numbers of players that have a file
    deals      the number of deals in a file; higher in games whose deals are of many kinds
    """

    folder: Path = Path()
    tables: tuple[tuple[str, int], ...] = ()
    deals: int = 2_000

    def path(self, preset: str, players: int) -> Path:
        return self.folder / f"{preset}-{players}.jsonl.gz"

    def find_run(self, book: Rulebook[Any], rules: Any, players: int) -> tuple[Path, Run] | None:
        """Return the file of deals for these rules, and the run that simulated them, or None."""
        whole = WholeGame[Any].find(book)
        for key, many in self.tables:
            if whole and many == players and rules == book.preset(key).rules:
                usual = Players.of(book).names[:1]
                return self.path(key, many), Run(whole, rules, self.deals, usual * players, SEED)
        return None


def read_deals(path: Path) -> Iterator[list[Fact]]:
    """Yield the answers of each deal in a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
