"""Addresses of this machine in the network."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import socket
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import ifaddr

from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import preference, set_preference
from scorekeeper.web.access import is_loopback

# The last address of a score file

SETTING = "served"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where the pages are served: host, port and proxy settings, from the options of `serve`."""

    host: str
    port: int
    behind_proxy: bool = False
    trusted_hosts: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The host names that phones use for the machine, or for the proxy before it."""
        return tuple(name for name in self.trusted_hosts if not name.startswith("."))


def remember(store: Store, place: ServerAddress) -> None:
    """Store in the score file where the pages are served."""
    fresh = json.dumps(asdict(place))
    with contextlib.suppress(sqlite3.Error):  # a locked or read-only file keeps the old address
        if preference(store, SETTING) != fresh:
            set_preference(store, SETTING, fresh)


def last_served(store: Store) -> ServerAddress | None:
    """Return where the file was last served; None if that is not known."""
    stored = preference(store, SETTING)
    if stored is None:
        return None
    try:
        values = json.loads(stored)
        return ServerAddress(**values | {"trusted_hosts": tuple(values["trusted_hosts"])})
    except (ValueError, TypeError, KeyError):  # written by another version
        return None


# This machine's addresses

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones on the local network are meant to reach it)
HERE = "127.0.0.1"
EVERYWHERE_6, HERE_6 = "::", "::1"
VIRTUAL = ("docker", "br-", "veth", "virbr", "tun", "tap", "wg", "utun", "zt", "vmnet")


def addresses(host: str) -> list[str]:
    """Return the IP addresses at which phones may reach the machine, the likeliest first."""
    if host == EVERYWHERE_6:
        return _interfaces(6) or [HERE_6]
    if host != EVERYWHERE:
        return [host]
    return list(dict.fromkeys([*_outgoing(), *_interfaces(4)])) or [HERE]


def origins(place: ServerAddress) -> list[str]:
    """Return the base URLs of the pages, as "http://host:port", the likeliest first."""
    if place.behind_proxy and place.names:
        return [f"https://{name}" for name in place.names]
    hosts = [*place.names, *map(bracketed, addresses(normal_host(place.host)))]
    return [f"http://{host}:{place.port}" for host in hosts]


def is_local_only(place: ServerAddress) -> bool:
    """Return whether no other machine can open the pages."""
    return not place.behind_proxy and is_loopback(normal_host(place.host))


def _outgoing() -> Iterator[str]:
    """Yield the address of the interface to the internet, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; nothing is sent
        except OSError:
            return
        address = probe.getsockname()[0]
    if not is_loopback(address):
        yield address


def _interfaces(version: int) -> list[str]:
    """Return the addresses of all interfaces: private ones first, virtual ones last.

    IPv6 addresses of link-local scope are left out, because no browser accepts their zone.
    """
    ranked: list[tuple[bool, bool, str]] = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            address = ipaddress.ip_address(text.partition("%")[0])
            here = address.is_loopback or (version == 6 and address.is_link_local)
            if address.version == version and not here:
                virtual = adapter.nice_name.startswith(VIRTUAL)
                ranked.append((virtual, not address.is_private, text))
    return [text for *_, text in sorted(ranked)]


def normal_host(host: str) -> str:
    """Normalise an address to listen on, which may have brackets; "*" and "0" are all addresses."""
    host = host.strip().removeprefix("[").removesuffix("]")
    if host in {"*", "0"}:
        return EVERYWHERE
    with contextlib.suppress(ValueError):
        return str(ipaddress.ip_address(host))
    return host


def bracketed(host: str) -> str:
    """Return a host as a URL has it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host
