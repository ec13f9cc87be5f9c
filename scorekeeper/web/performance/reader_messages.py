"""Reader messages: what the server and its reader processes send each other, and how."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from scorekeeper.ledger.database.change import Change

LENGTH = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Start:
    """What the process serves."""

    path: Path
    config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A request to be carried out, as WSGI has it."""

    environ: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Counting:
    """Figures to be counted, of one table."""

    table_id: int


@dataclass(frozen=True, slots=True)
class Head:
    """The head of an answer. What is `personal` holds something that is made for one phone."""

    status: str
    headers: list[tuple[str, str]]
    personal: bool


@dataclass(frozen=True, slots=True)
class End:
    """The end of an answer, and the table of which figures are still to be counted."""

    counting: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """What the other process should write; it is told whether that was done."""

    changes: Sequence[Change]


Job = Request | Counting
Message = Head | bytes | Keep | End


def send(stream: IO[bytes], message: object) -> None:
    """Write one message."""
    packed = pickle.dumps(message)
    stream.write(LENGTH.pack(len(packed)) + packed)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message of our own processes; raises EOFError at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    packed = stream.read(length)
    if len(packed) < length:
        raise EOFError
    return pickle.loads(packed)  # noqa: S301  (written by our own process)
