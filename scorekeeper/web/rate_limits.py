"""Rate limits: failed keys per address, writes per phone and per link.

What is remembered is one number for each phone or address, and of the latest of these alone; each
process counts for itself.
"""

from __future__ import annotations

import ipaddress
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from flask import Flask, current_app, request, session
from werkzeug.exceptions import TooManyRequests

from scorekeeper.caches import LimitedDict
from scorekeeper.web.cookies import claim_of

MOST_REMEMBERED = 10_000
PHONES_OF_A_LINK = 4  # that may write as fast as they can at the same time
KEYS, WRITES = "KEY_ATTEMPTS", "WRITES"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and then one each so many seconds."""

    burst: int
    every: float

    def times(self, count: int) -> Limit:
        """What so many may do together."""
        return Limit(self.burst * count, self.every / count)


class Buckets:
    """A bucket of tokens for each of those who come, which fills up again by itself.

    A bucket is kept as the moment at which it will be full: what lies in the past is as good as
    nothing and may be forgotten.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at = LimitedDict[str, float](MOST_REMEMBERED)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, who: str, limit: Limit) -> float:
        """The seconds until there is a token; 0 where there is one."""
        with self._lock:
            return self._wait(who, limit)

    def take(self, who: str, limit: Limit) -> float:
        """Take a token and return 0; or the seconds until there is one."""
        with self._lock:
            wait = self._wait(who, limit)
            if not wait:
                now = self._clock()
                self._full_at[who] = max(now, self._full_at.get(who, now)) + limit.every
            return wait

    def _wait(self, who: str, limit: Limit) -> float:
        if who in self._full_at:
            self._full_at.move_to_end(who)
        spare = (limit.burst - 1) * limit.every  # what may be missing from a bucket with a token
        return max(0.0, self._full_at.get(who, -math.inf) - self._clock() - spare)


def install(app: Flask) -> None:
    """Count what is sent, before anything reads it."""
    app.config.setdefault(KEYS, Limit(10, 6.0))
    app.config.setdefault(WRITES, Limit(60, 0.2))
    app.extensions["limits"] = {KEYS: Buckets(), WRITES: Buckets()}
    app.before_request(_count_writes)


def wrong_key() -> None:
    """Note that a wrong key has come from this address.

    Raises TooManyRequests where too many have come from it of late.
    """
    _refuse(_buckets(KEYS).take(_address(), current_app.config[KEYS]))


def _count_writes() -> None:
    """Phones that were let in count one by one, all others by their address.

    Whoever follows a link anew is a new phone, so all phones of a link count together, too.
    """
    if request.method in SAFE_METHODS:
        return
    limit: Limit = current_app.config[WRITES]
    device, claim = session.get("device"), claim_of(session)
    who = f"phone {device}" if device else f"address {_address()}"
    _refuse(_buckets(WRITES).take(who, limit))
    if claim is not None:
        _refuse(_buckets(WRITES).take(f"link {claim.link}", limit.times(PHONES_OF_A_LINK)))


def _refuse(wait: float) -> None:
    if wait:
        raise TooManyRequests(retry_after=math.ceil(wait))


def _buckets(name: str) -> Buckets:
    buckets: Buckets = current_app.extensions["limits"][name]
    return buckets


def _address() -> str:
    return household(request.remote_addr or "")


@lru_cache(1000)
def household(given: str) -> str:
    """Where a request comes from; of the newer addresses the part that one household has."""
    try:
        address = ipaddress.ip_address(given.partition("%")[0])
    except ValueError:
        return given
    if address.version == 4:
        return given
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
