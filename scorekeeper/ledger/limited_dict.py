"""A dictionary of limited length, for caches: the newest entries stay."""

from __future__ import annotations

from collections import OrderedDict
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
        """Keep a value as the newest."""
        self.pop(key, None)  # so that it comes last; each step holds for other threads, too
        super().__setitem__(key, value)
        while len(self) > self.most:
            self.popitem(last=False)
