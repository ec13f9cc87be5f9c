"""The goals of many deals at once: `play.goals` in columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine.optional_numpy import np
from scorekeeper.engine.play.bulk.arrays import Column, is_some
from scorekeeper.engine.play.goals import HOLDERS, KINDS, LEFT, SPARE, WANTS, Goals

_SPARE_BITS = 3


@dataclass(frozen=True, slots=True)
class Aims:
    """`play.goals.Aim` for each deal; `place` and `left` are the same in all of them.

    plain    1 if there are no trumps, otherwise 0
    """

    place: int
    plain: Column
    want: Column
    holder: Column
    left: int
    sure: Column


def goes(goals: Goals, aims: Aims) -> Column:
    """`Goals.goes` for each deal, as a mask."""
    return _table(goals).take(rows_of(aims))


def rows_of(aims: Aims) -> Column:
    """Indices into the table: the row, with the spare in its lowest three bits."""
    row = aims.plain + np.int16(aims.place * KINDS)
    row *= np.int16(len(WANTS))
    row += np.clip(aims.want, WANTS[0], WANTS[-1])
    row *= np.int16(len(HOLDERS))
    row += (aims.holder >> 15) - is_some(aims.holder)
    row *= np.int16(len(LEFT) << _SPARE_BITS)
    row += np.clip(aims.sure - aims.want, SPARE[0], SPARE[-1])
    first = (-WANTS[0] * len(HOLDERS) - HOLDERS[0]) * len(LEFT) + aims.left - 1
    row += np.int16((first << _SPARE_BITS) - SPARE[0])
    return row


@lru_cache(maxsize=4)
def _table(goals: Goals) -> Column:
    """[row << 3 | spare + 2]: a mask."""
    rows = np.frombuffer(goals.rows, np.uint8).astype(np.int16)
    bits = rows[:, None] >> np.arange(1 << _SPARE_BITS, dtype=np.int16) & 1
    masks: Column = (-bits).astype(np.int16).reshape(-1)
    return masks
