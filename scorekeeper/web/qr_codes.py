"""QR codes: links that a camera reads from a page or from the terminal."""

from __future__ import annotations

from typing import Any

import segno
from markupsafe import Markup
from segno import consts

CORRECTION = "m"  # level of error correction: a code can be read with 15 % of it covered
BORDER = 4  # white modules around the code

# A game may fill a code as far as a phone can show it. With its border, one of version 32 is 153
# modules wide: 2.2 CSS pixels or 0.4 mm for each on a phone of 360 pixels. A decoder (ZXing) read
# every version from blurred, noisy and slanted pictures with two pixels for each module; a camera
# that sees 10 cm has a dozen. A game of 14 hands takes version 31 at most with eight players, and
# version 28 with four.
LARGEST_OF_GAME = 32


def as_svg(link: str) -> Markup:
    """Draw a link's QR code as an SVG element, black on white in every theme."""
    return _as_svg(_code(link))


def of_game(head: str, text: str) -> Markup | None:
    """Draw the code of a link that holds a game; None if it is too long for a code.

    `head` is the link up to the text, which consists of the signs of the alphanumeric mode. The
    code has the least error correction: nothing covers a part of a screen.
    """
    parts: Any = [(head, consts.MODE_BYTE), (text, consts.MODE_ALPHANUMERIC)]
    try:
        code = segno.make_qr(parts, error="l", boost_error=False)
    except segno.DataOverflowError:
        return None
    if int(code.version) > LARGEST_OF_GAME:
        return None
    return _as_svg(code)


def print_in_terminal(link: str) -> None:
    """Print a link's QR code; raises UnicodeEncodeError if the terminal lacks the characters."""
    _code(link).terminal(compact=True, border=BORDER)


def _as_svg(code: segno.QRCode) -> Markup:
    svg = code.svg_inline(omitsize=True, border=BORDER, dark="#000", light="#fff")
    return Markup(svg)  # noqa: S704  (drawn by segno)


def _code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error=CORRECTION)
