"""Survey of what would be imported, shown before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.engine.rules.wording import Sentence
from scorekeeper.ledger.statistics.game_results import Outcome


@dataclass(slots=True)
class Survey:
    """What is in a document, and what of it would be new at a table.

    sources    the file of each game, where the document was made of files of another form
    new        games that are not here yet
    longer     games that are here, and went on elsewhere
    known      games that are here with all that the document says of them
    strange    by their key, how many games cannot be brought in because their rules are not here
    entries    how many entries would be written
    outcomes   what games came to, by their keys
    first, last    the days between which its sessions were
    notes      what to look at before it is brought in
    """

    path: Path
    sources: Sequence[Sentence] = ()
    new: int = 0
    longer: int = 0
    known: int = 0
    strange: dict[str, int] = field(default_factory=dict)
    entries: int = 0
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    players: set[str] = field(default_factory=set)
    sessions: int = 0
    first: str = ""
    last: str = ""
    notes: tuple[Sentence, ...] = ()

    @property
    def games(self) -> int:
        """How many games are in it."""
        return self.new + self.longer + self.known + sum(self.strange.values())

    @property
    def nothing_new(self) -> bool:
        """Whether no game of it would be written."""
        return not self.new and not self.longer
