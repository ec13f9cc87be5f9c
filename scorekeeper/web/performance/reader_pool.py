"""The reader processes of a server: started when they are needed, ended when they are not.

At most two work at a time, and watchers never hold the last one, so that those who score find one
free. Who waits is served in this order: those who score, watchers, figures that are counted in
advance; among watchers the link that was served least recently.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from scorekeeper.web.performance.reader_messages import End, Job, Message, Start, receive, send

MOST = 2  # at a time
IDLE = 1800.0  # seconds after which a process that nobody needs is ended
LONGEST = 120.0  # seconds for one job; a file may take longer, as long as it goes on
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from scorekeeper.web.app.reader_process import main; main()"
)


class ReaderLost(Exception):
    """A reader process ended in the middle of a job."""


class CannotRead(Exception):
    """No reader process can be started."""


class Rank(IntEnum):
    """Who comes first."""

    SCORER = 0
    WATCHER = 1
    COUNTING = 2


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: by which link, and with which phone."""

    rank: Rank
    link: str = ""
    phone: str = ""


class Reader:
    """One process."""

    def __init__(self, start: Start) -> None:
        """Raises CannotRead."""
        try:
            self._process = subprocess.Popen(  # noqa: S603  (our own program)
                [sys.executable or "python3", "-P", "-c", PROGRAM, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except OSError as error:
            raise CannotRead(str(error)) from error
        assert self._process.stdin  # noqa: S101
        assert self._process.stdout  # noqa: S101
        self._jobs, self._answers = self._process.stdin, self._process.stdout
        with contextlib.suppress(ReaderLost):  # the first job meets it again
            self._send(start)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, job: Job) -> Iterator[Message]:
        """The messages that answer a job; raises ReaderLost."""
        self._send(job)
        while True:
            message = self._receive()
            yield message
            if isinstance(message, End):
                return

    def kept(self, written: bool) -> None:
        """Answer to Keep."""
        self._send(written)

    def end(self) -> None:
        """End the process; whatever it was at is lost."""
        self._process.kill()
        for stream in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                stream.close()
        self._process.wait()

    def _send(self, message: object) -> None:
        try:
            send(self._jobs, message)
        except (OSError, ValueError) as error:
            raise ReaderLost(str(error)) from error

    def _receive(self) -> Message:
        watch = threading.Timer(LONGEST, self._process.kill)
        watch.daemon = True
        watch.start()
        try:
            message: Message = receive(self._answers)
        except (OSError, ValueError, EOFError) as error:
            raise ReaderLost(str(error)) from error
        else:
            return message
        finally:
            watch.cancel()


@dataclass(eq=False, slots=True)
class _Ticket:
    asker: Asker
    number: int


class Readers:
    """The processes, and the order in which jobs have their turn."""

    def __init__(self, make: Callable[[], Reader], most: int = MOST) -> None:
        """`make` starts a process; raises CannotRead."""
        self._make = make
        self._most = most
        self._changed = threading.Condition()
        self._idle: list[Reader] = []
        self._busy: dict[int, tuple[Rank, Reader | None]] = {}
        self._waiting: list[_Ticket] = []
        self._served: dict[str, int] = {}
        self._count = 0
        self._ending: threading.Timer | None = None

    @contextmanager
    def turn(self, asker: Asker) -> Iterator[Reader]:
        """A process, when it is the asker's turn; one that failed or was left early is ended.

        Raises CannotRead.
        """
        ticket = self._wait(asker)
        reader: Reader | None = None
        sound = False
        try:
            with self._changed:
                reader = self._idle.pop() if self._idle else None
            reader = reader or self._make()
            with self._changed:
                self._busy[ticket.number] = asker.rank, reader
            yield reader
            sound = True
        finally:
            if reader is not None and not sound:
                reader.end()
            with self._changed:
                del self._busy[ticket.number]
                if reader is not None and sound:
                    self._idle.append(reader)
                    self._end_later()
                self._changed.notify_all()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        with self._changed:
            busy = [reader for _, reader in self._busy.values() if reader is not None]
            return [reader.pid for reader in [*self._idle, *busy]]

    @property
    def waiting(self) -> list[Asker]:
        """Who waits for a turn."""
        with self._changed:
            return [ticket.asker for ticket in self._waiting]

    def close(self) -> None:
        """End every process, at once."""
        with self._changed:
            readers = self._idle + [
                reader for _, reader in self._busy.values() if reader is not None
            ]
            self._idle = []
            if self._ending is not None:
                self._ending.cancel()
        for reader in readers:
            reader.end()

    def _wait(self, asker: Asker) -> _Ticket:
        with self._changed:
            self._count += 1
            ticket = _Ticket(asker, self._count)
            self._waiting.append(ticket)
            try:
                self._changed.wait_for(lambda: self._next() is ticket)
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()
            self._busy[ticket.number] = asker.rank, None
            self._served.pop(asker.link, None)
            self._served[asker.link] = ticket.number
            while len(self._served) > 1000:
                del self._served[next(iter(self._served))]
            return ticket

    def _next(self) -> _Ticket | None:
        """Whose turn it is; None while there is nothing for anybody."""
        others = sum(rank is not Rank.SCORER for rank, _ in self._busy.values())
        free = self._most - len(self._busy)
        may_others = others < max(1, self._most - 1)
        able = [
            ticket for ticket in self._waiting if ticket.asker.rank is Rank.SCORER or may_others
        ]
        return min(able, key=self._order) if able and free > 0 else None

    def _order(self, ticket: _Ticket) -> tuple[int, int, int]:
        asker = ticket.asker
        return asker.rank, self._served.get(asker.link, 0), ticket.number

    def _end_later(self) -> None:
        """End what is idle after a while; called with the lock held."""
        if self._ending is not None:
            self._ending.cancel()
        self._ending = threading.Timer(IDLE, self._end_idle)
        self._ending.daemon = True
        self._ending.start()

    def _end_idle(self) -> None:
        with self._changed:
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.end()
