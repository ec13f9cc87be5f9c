"""Reader processes as slow as a test needs them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.web.expensive_reads import Job, Message, Reader, ReaderLost, ResponseHead

SOON = 30.0  # seconds to wait for an expected event


class Slow(Reader):
    """A process whose jobs end when the test allows it."""

    def __init__(self, works: Works) -> None:
        self._works = works

    @property
    def pid(self) -> int:
        return 0

    def ask(self, job: Job) -> Iterator[Message]:
        self._works.begun.append(job)
        assert self._works.allowed.wait(SOON)
        if self._works.losses:
            self._works.losses.pop()
            raise ReaderLost
        headers = [("Content-Type", "text/plain")]
        yield ResponseHead("200 OK", headers, self._works.personal, self._works.counting)
        yield f"page {len(self._works.begun)}".encode()

    def end(self) -> None:
        self._works.ended += 1


class Works:
    """The shared state of the slow processes of a test."""

    def __init__(self) -> None:
        self.begun: list[Job] = []
        self.allowed = threading.Event()
        self.personal = False
        self.counting: int | None = None
        self.losses: list[str] = []
        self.ended = 0

    def make(self) -> Reader:
        return Slow(self)


@pytest.fixture
def works() -> Works:
    return Works()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(32) as pool:
        yield pool


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    assert condition()
