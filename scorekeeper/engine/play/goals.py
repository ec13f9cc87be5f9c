"""Goals: when a player goes for a trick, looked up in a table that was learnt by playing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

WANTS, HOLDERS, LEFT, SPARE = range(-1, 6), range(-1, 2), range(1, 14), range(-2, 3)
PLACES, KINDS = 3, 2
_LETTERS = 32


class Aim(NamedTuple):
    """What bears on whether to go for a trick.

    place     0 who leads, 2 who plays last, 1 the others
    plain     whether there are no trumps
    want      how many tricks the player is short of; below 0: has too many
    holder    what the player wants who has the trick so far; 0 for a lead
    left      how many tricks are to be played, this one included
    sure      how many cards the player holds that no unseen card of their suit beats
    """

    place: int
    plain: bool
    want: int
    holder: int
    left: int
    sure: int


@dataclass(frozen=True, slots=True)
class Goals:
    """The table: for each aim whether to go for the trick.

    rows    a number for each place, kind, want, holder and number of tricks left, in this order;
            its bits tell for two sure cards fewer than wanted or less, for one, and so on to two
            more
    """

    rows: bytes

    @classmethod
    def parse(cls, text: str) -> Goals:
        """Read words of thirteen letters, 0 to V, each letter a row.

        Raises ValueError where these are not all rows.
        """
        rows = bytes(int(letter, _LETTERS) for letter in "".join(text.split()))
        if len(rows) != PLACES * KINDS * len(WANTS) * len(HOLDERS) * len(LEFT):
            raise ValueError(f"{len(rows)} rows")
        return cls(rows)

    def goes(self, aim: Aim) -> bool:
        """Whether to go for the trick."""
        want = min(max(aim.want, WANTS[0]), WANTS[-1]) - WANTS[0]
        holder = (aim.holder > 0) - (aim.holder < 0) - HOLDERS[0]
        row = (aim.place * KINDS + aim.plain) * len(WANTS) + want
        row = (row * len(HOLDERS) + holder) * len(LEFT) + aim.left - 1
        spare = min(max(aim.sure - aim.want, SPARE[0]), SPARE[-1]) - SPARE[0]
        return bool(self.rows[row] >> spare & 1)
