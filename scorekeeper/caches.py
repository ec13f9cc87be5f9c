"""Caches: a dictionary of limited length, and functions that remember their last answers.

Games that were read before are the same objects (see `ledger/game_results.py`), so that comparing
10,000 of them takes 0.1 ms. The list of players takes half the time with it, until a game is
finished.
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

MOST_ANSWERS = 4  # such as all games and those of a year, by two rulebooks


def cache_latest(work: Callable[[Sequence[G]], V]) -> Callable[[Sequence[G]], V]:
    """Return the function with a cache of its latest results, which callers must not change."""
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
