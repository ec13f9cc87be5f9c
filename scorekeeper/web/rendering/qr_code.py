"""A link as a code for a camera (QR code): a picture on a page, or signs in a terminal."""

from __future__ import annotations

import segno
from markupsafe import Markup

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
