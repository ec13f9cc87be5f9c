"""This machine's addresses: where phones in the network find the pages."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterator

import ifaddr

from scorekeeper.web.access.access_control import is_loopback
from scorekeeper.web.app.server_address import Place

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones on the local network are meant to reach it)
HERE = "127.0.0.1"
EVERYWHERE_6, HERE_6 = "::", "::1"
VIRTUAL = ("docker", "br-", "veth", "virbr", "tun", "tap", "wg", "utun", "zt", "vmnet")


def addresses(host: str) -> list[str]:
    """The addresses at which phones reach a server, the likeliest first."""
    if host == EVERYWHERE_6:
        return _interfaces(6) or [HERE_6]
    if host != EVERYWHERE:
        return [host]
    return list(dict.fromkeys([*_outward(), *_interfaces(4)])) or [HERE]


def origins(place: Place) -> list[str]:
    """The addresses of the pages as phones open them, the likeliest first."""
    if place.behind_proxy and place.names:
        return [f"https://{name}" for name in place.names]
    hosts = [*place.names, *map(bracketed, addresses(plain(place.host)))]
    return [f"http://{host}:{place.port}" for host in hosts]


def only_here(place: Place) -> bool:
    """Whether no other machine can open the pages."""
    return not place.behind_proxy and is_loopback(plain(place.host))


def _outward() -> Iterator[str]:
    """The address from which this machine would leave its network, if there is a way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; nothing is sent
        except OSError:
            return
        address = probe.getsockname()[0]
    if not is_loopback(address):
        yield address


def _interfaces(version: int) -> list[str]:
    """The addresses of all interfaces: private ones first, virtual ones last.

    Addresses of version 6 that hold on one link alone are left out: a browser cannot be told
    which link.
    """
    ranked: list[tuple[bool, bool, str]] = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            given = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            address = ipaddress.ip_address(given.partition("%")[0])
            here = address.is_loopback or (version == 6 and address.is_link_local)
            if address.version == version and not here:
                virtual = adapter.nice_name.startswith(VIRTUAL)
                ranked.append((virtual, not address.is_private, given))
    return [given for *_, given in sorted(ranked)]


def plain(host: str) -> str:
    """An address as it is listened on: without brackets, and every address by one name."""
    host = host.strip().removeprefix("[").removesuffix("]")
    if host in {"*", "0"}:
        return EVERYWHERE
    with contextlib.suppress(ValueError):
        return str(ipaddress.ip_address(host))
    return host


def bracketed(host: str) -> str:
    """A host as it stands in an address of a page: version 6 in brackets."""
    return f"[{host}]" if ":" in host else host
