"""Addresses: where phones find the pages, and links as codes for a camera."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import socket
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import ifaddr
import segno
from markupsafe import Markup

from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import preference, set_preference
from scorekeeper.web.access import is_loopback

# The last address of a score file

SETTING = "served"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the pages are, as the options of serving say it."""

    host: str
    port: int
    behind_proxy: bool = False
    trusted_hosts: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which phones call the machine, or the proxy before it."""
        return tuple(name for name in self.trusted_hosts if not name.startswith("."))


def note(store: Store, place: Place) -> None:
    """Keep where the pages are; where the file takes nothing at the moment, it stays as it was."""
    fresh = json.dumps(asdict(place))
    with contextlib.suppress(sqlite3.Error):
        if preference(store, SETTING) != fresh:
            set_preference(store, SETTING, fresh)


def noted(store: Store) -> Place | None:
    """Where the file was served last; None where that is not known."""
    kept = preference(store, SETTING)
    if kept is None:
        return None
    try:
        given = json.loads(kept)
        return Place(**given | {"trusted_hosts": tuple(given["trusted_hosts"])})
    except (ValueError, TypeError, KeyError):  # of another version
        return None


# This machine's addresses

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


# Codes for a camera

CORRECTION = "m"  # the level of error correction: a code of which 15 % is covered is still read
BORDER = 4  # modules, which are white


def as_svg(link: str) -> Markup:
    """The code as an SVG element, black on white in every theme."""
    svg = _code(link).svg_inline(omitsize=True, border=BORDER, dark="#000", light="#fff")
    return Markup(svg)  # noqa: S704  (drawn by segno)


def print_in_terminal(link: str) -> None:
    """Print the code; raises UnicodeEncodeError where the terminal lacks the characters."""
    _code(link).terminal(compact=True, border=BORDER)


def _code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error=CORRECTION)
