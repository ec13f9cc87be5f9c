"""Caches: a dictionary of limited length, and functions that remember their latest results.

`cache_latest` compares a sequence of games with those of earlier calls. This is fast because games
that have not changed are the same objects (see `ledger/game_results.py`): comparing 10,000 of them
takes 0.1 ms. Until the next game is finished, the list of players takes half the time with it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LimitedDict(OrderedDict[K, V]):
    """A dictionary that drops its oldest entries beyond `most`.

    An entry is as old as its last assignment; `move_to_end` makes it new again.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Set a value and make it the newest."""
        self.pop(key, None)  # makes it last; each step is atomic for other threads
        super().__setitem__(key, value)
        while len(self) > self.most:
            self.popitem(last=False)


G = TypeVar("G")

MOST_ANSWERS = 4  # results per function, e.g. for all games and one year, in two rulebooks


def cache_latest(work: Callable[[Sequence[G]], V]) -> Callable[[Sequence[G]], V]:
    """Add a cache of its latest results to a function; callers must not change the results."""
    kept: deque[tuple[tuple[G, ...], V]] = deque(maxlen=MOST_ANSWERS)

    @wraps(work)
    def answered(games: Sequence[G]) -> V:
        asked = tuple(games)
        for before, answer in tuple(kept):
            if before == asked:
                return answer
        answer = work(asked)
        kept.append((asked, answer))
        return answer

    return answered
