"""Addresses that a stranger may give as the way back, and their targets in a browser."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlencode

FORM = "application/x-www-form-urlencoded"
OURS = ("/", "/games/1/more", "/games/1/?hand=2", "/sessions/?text=a%2Fb%25", "/games/1/#hand-3")
ELSEWHERE = (
    *("https://evil.example/", "//evil.example/", "///evil.example/", "////evil.example/x"),
    *("/\\evil.example/", "\\\\evil.example/", "/\t/evil.example/", "/\n/evil.example/"),
    *("/\r/evil.example/", "\t//evil.example/", " //evil.example/", "/\u00a0/evil.example/"),
    *("/%2fevil.example/", "/%5Cevil.example/", "/%09/evil.example/", "/%0d%0aX-Odd:1", "/%7f"),
    *("/%252fevil.example/", "/.//evil.example/", "/..//evil.example/", "/a//evil.example/"),
    *("javascript:alert(1)", "data:text/html,x", "evil.example", "games", "?x", "#x", ""),
    *("//[", "///[::1", "//[::1]x/", "//evil.example:99999/", "//\ud800/", "/\x00"),
    *("https:evil.example", "https:/evil.example", "//user@evil.example", "/" + "x" * 3000),
)


def leads_elsewhere(address: str) -> bool:
    """Whether a browser leaves this site for an address, by WHATWG's URL standard."""
    plain = re.sub(r"[\t\n\r]", "", address).strip("".join(map(chr, range(0x21))))
    plain = plain.replace("\\", "/")
    decoded = unquote(plain).replace("\\", "/")  # as a careless proxy may
    scheme = re.match(r"[a-z][a-z0-9+.-]*:", plain, re.IGNORECASE)
    return bool(scheme) or plain.startswith("//") or decoded.startswith("//")


def query(**fields: str) -> str:
    """Fields as a form sends them, even lone surrogates."""
    return urlencode(fields, encoding="utf-8", errors="surrogatepass")
