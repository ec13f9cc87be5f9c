"""Answers that were made last, so that they are not made again while nothing was written."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from scorekeeper.ledger.database.score_file import Stamp

MOST_ANSWERS = 500
MOST_BYTES = 16 * 1024 * 1024  # of all answers together
LARGEST = 2 * 1024 * 1024  # of one

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was made.

    personal    it holds something that is made for one phone
    unfinished  it says that there is more to come
    """

    status: str
    headers: list[tuple[str, str]]
    body: bytes
    personal: bool = False
    unfinished: bool = False

    @property
    def may_be_kept(self) -> bool:
        """Whether it is right for others, later."""
        return self.status.startswith("200") and not self.personal and not self.unfinished


class AnswerCache:
    """The pages that were made last, with the stamp of the file that they were made from."""

    def __init__(self, most: int = MOST_ANSWERS, most_bytes: int = MOST_BYTES) -> None:
        self._most = most, most_bytes
        self._answers: OrderedDict[Key, tuple[Stamp, float, Answer]] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def size(self) -> int:
        """The bytes of all pages."""
        return self._size

    def get(self, key: Key, stamp: Stamp, oldest: float) -> Answer | None:
        """A page of this state of the file, or one that is no older than so many seconds."""
        with self._lock:
            kept = self._answers.get(key)
            if kept is None or (kept[0] != stamp and time.monotonic() - kept[1] > oldest):
                return None
            self._answers.move_to_end(key)
            return kept[2]

    def put(self, key: Key, stamp: Stamp, page: Answer) -> None:
        """Keep a page, and forget those that were not asked for for longest."""
        if len(page.body) > LARGEST:
            return
        with self._lock:
            self._drop(key)
            self._answers[key] = stamp, time.monotonic(), page
            self._size += len(page.body)
            while len(self._answers) > self._most[0] or self._size > self._most[1]:
                self._drop(next(iter(self._answers)))

    def _drop(self, key: Key) -> None:
        kept = self._answers.pop(key, None)
        if kept is not None:
            self._size -= len(kept[2].body)
