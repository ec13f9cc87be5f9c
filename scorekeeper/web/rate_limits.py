"""Rate limits: failed keys and typed codes per IP address, writes per phone and per link.

A household can try 20 keys in its first minute, and would otherwise try as many as it likes.

Each process has its own counts, one number for each of the latest phones, links and addresses.
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
PHONES_OF_A_LINK = 4  # phones of one link that may write at their own limit at the same time
KEYS, WRITES = "KEY_ATTEMPTS", "WRITES"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: `burst` requests at once, and then one request every `every` seconds."""

    burst: int
    every: float

    def times(self, count: int) -> Limit:
        """Return the limit of `count` clients together."""
        return Limit(self.burst * count, self.every / count)


class Buckets:
    """A token bucket for each client, which fills up again in time.

    A bucket is stored as the moment at which it will be full. A moment in the past means a full
    bucket, so it may be dropped.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full_at = LimitedDict[str, float](MOST_REMEMBERED)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, who: str, limit: Limit) -> float:
        """Return the seconds until there is a token; 0 if there is one now."""
        with self._lock:
            return self._wait(who, limit)

    def take(self, who: str, limit: Limit) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        with self._lock:
            wait = self._wait(who, limit)
            if not wait:
                now = self._clock()
                self._full_at[who] = max(now, self._full_at.get(who, now)) + limit.every
            return wait

    def _wait(self, who: str, limit: Limit) -> float:
        if who in self._full_at:
            self._full_at.move_to_end(who)
        spare = (limit.burst - 1) * limit.every  # a bucket this far from full has one token
        return max(0.0, self._full_at.get(who, -math.inf) - self._clock() - spare)


def install(app: Flask) -> None:
    """Count writes, before any code reads their body."""
    app.config.setdefault(KEYS, Limit(10, 6.0))
    app.config.setdefault(WRITES, Limit(60, 0.2))
    app.extensions["limits"] = {KEYS: Buckets(), WRITES: Buckets()}
    app.before_request(_count_writes)


def count_attempt() -> None:
    """Count a wrong key or any code from this IP address; raises TooManyRequests.

    A key cannot be guessed, so it is looked up first, and a right one is not counted. A code is
    counted before it is looked up: otherwise the right one would be found at any speed.
    """
    _refuse(_buckets(KEYS).take(_address(), current_app.config[KEYS]))


def _count_writes() -> None:
    """Count a write of a phone; of its IP address if the phone was never let in."""
    if request.method in SAFE_METHODS:
        return
    limit: Limit = current_app.config[WRITES]
    device, claim = session.get("device"), claim_of(session)
    who = f"phone {device}" if device else f"address {_address()}"
    _refuse(_buckets(WRITES).take(who, limit))
    if claim is not None:  # the phones of a link together: each visit to it can be a new phone
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
def household(text: str) -> str:
    """Return the IP address of a client; for IPv6, the /64 network that one household has."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if address.version == 4:
        return text
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)
