"""QR codes: links that a camera reads from a page or from the terminal."""

from __future__ import annotations

import segno
from markupsafe import Markup

CORRECTION = "m"  # level of error correction: a code can be read with 15 % of it covered
BORDER = 4  # white modules around the code


def as_svg(link: str) -> Markup:
    """Draw a link's QR code as an SVG element, black on white in every theme."""
    svg = _code(link).svg_inline(omitsize=True, border=BORDER, dark="#000", light="#fff")
    return Markup(svg)  # noqa: S704  (drawn by segno)


def print_in_terminal(link: str) -> None:
    """Print a link's QR code; raises UnicodeEncodeError if the terminal lacks the characters."""
    _code(link).terminal(compact=True, border=BORDER)


def _code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error=CORRECTION)
