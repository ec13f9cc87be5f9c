"""Goals: a learnt table that says when a player goes for a trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

WANTS, HOLDERS, LEFT, SPARE = range(-1, 6), range(-1, 2), range(1, 14), range(-2, 3)
PLACES, KINDS = 3, 2
_LETTERS = 32


class Aim(NamedTuple):
    """The inputs of the decision whether to go for a trick.

    place     0 for the leader, 2 for the last player, 1 for the others
    plain     whether there are no trumps
    want      the number of tricks that the player still needs; negative for too many
    holder    the number that the player who is winning the trick still needs; 0 for a lead
    left      the number of tricks to be played, this one included
    sure      the number of the player's cards that no unseen card of their suit beats
    """

    place: int
    plain: bool
    want: int
    holder: int
    left: int
    sure: int


@dataclass(frozen=True, slots=True)
class Goals:
    """The table: for each aim, whether to go for the trick.

    rows    a number for each place, kind, want, holder and number of tricks left, in this order;
            bit n is for `sure - want` equal to n - 2, limited to -2 to 2
    """

    rows: bytes

    @classmethod
    def parse(cls, text: str) -> Goals:
        """Read words of thirteen letters, 0 to V; each letter is a row.

        Raises ValueError if the number of rows is wrong.
        """
        rows = bytes(int(letter, _LETTERS) for letter in "".join(text.split()))
        if len(rows) != PLACES * KINDS * len(WANTS) * len(HOLDERS) * len(LEFT):
            raise ValueError(f"{len(rows)} rows")
        return cls(rows)

    def goes(self, aim: Aim) -> bool:
        want = min(max(aim.want, WANTS[0]), WANTS[-1]) - WANTS[0]
        holder = (aim.holder > 0) - (aim.holder < 0) - HOLDERS[0]
        row = (aim.place * KINDS + aim.plain) * len(WANTS) + want
        row = (row * len(HOLDERS) + holder) * len(LEFT) + aim.left - 1
        spare = min(max(aim.sure - aim.want, SPARE[0]), SPARE[-1]) - SPARE[0]
        return bool(self.rows[row] >> spare & 1)
