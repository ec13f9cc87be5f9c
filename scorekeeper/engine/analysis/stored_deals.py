"""Stored deals: simulated deals in a file, for the chances of a game that is not played in bulk.

A file has the answers that a table would have recorded, a deal a line, as JSON that is packed with
gzip. They say what was bid and taken and not what it scored, so that tables whose rules differ in
the scoring alone share a file. `make stored-deals` writes them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.simulation import Run
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import Fact

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.carry import Carry

SEED = 1


class StoredDeals(Companion):
    """The companion that keeps deals between the usual players of a game.

    folder     where the files are, each called after a preset and the number of players
    tables     the presets and numbers of players of which deals are kept
    scoring    the house rules that change nothing but points: no question, no bid and no card
    deals      how many deals a file has; more in a game whose deals differ by their number
    """

    folder: Path = Path()
    tables: tuple[tuple[str, int], ...] = ()
    scoring: frozenset[str] = frozenset()
    deals: int = 2_000

    def kind(self, rules: Any, number: int) -> int:  # noqa: ARG002  (a game may ask)
        """The kind of deal that has this number in a game; those of a kind are like one another."""
        return number

    def carry(self, rules: Any) -> Carry | None:  # noqa: ARG002  (a game may ask)
        """What deals leave to later ones; None in a game whose deals leave nothing."""
        return None

    def path(self, preset: str, players: int) -> Path:
        """The file of a table."""
        return self.folder / f"{preset}-{players}.jsonl.gz"

    def find_run(self, book: Rulebook[Any], rules: Any, players: int) -> tuple[Path, Run] | None:
        """The file of deals that fit these rules, and the run that they are of; None for none.

        The rules of the run are the table's own: only what is scored may differ.
        """
        whole = WholeGame[Any].find(book)
        for key, many in self.tables:
            preset = book.preset(key).rules
            if whole and many == players and self._plays_alike(rules, preset):
                usual = Players.of(book).names[:1]
                return self.path(key, many), Run(whole, rules, self.deals, usual * players, SEED)
        return None

    def _plays_alike(self, rules: Any, preset: Any) -> bool:
        names = {field.name for field in fields(rules)} - self.scoring
        return all(getattr(rules, name) == getattr(preset, name) for name in names)


def read_deals(path: Path) -> Iterator[list[Fact]]:
    """The answers of each deal of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
