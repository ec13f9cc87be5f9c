"""Encodings of text files: UTF-8, UTF-16, and those of older programs for Hebrew and the West."""

from __future__ import annotations

import re

HEBREW = "cp1255"  # Windows-1255; the letters of ISO-8859-8 have the same bytes
WESTERN = "cp1252"
WORD = re.compile(rb"[A-Za-z\x80-\xff]+")
HEBREW_WORD = re.compile(rb"[\xe0-\xfa]{2,}")
MOST_ZEROS = 2  # bytes of text in UTF-16 for each zero byte, about

# Western letters stand among ASCII letters. In another encoding two of them meet, or become signs
# that are no letters.
STRANGE = re.compile(
    r"[À-ÿ][À-Þà-ÿ]|[ŠšŽžƒˆ˜\ufffd]|[A-Za-zÀ-ÿ][€‚„…†‡‰‹›‘”•™¡-©«-¿×÷]|[¡-©«-¿×÷][A-Za-zÀ-ÿ]"
)
BETWEEN = re.compile(r"[\s;,|]+")
LONGEST_SHOWN = 24  # characters of a word


def decode(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file, and the words in it that may be wrong.

    There are such words if the file is neither UTF-8 nor UTF-16 and its bytes fit neither Hebrew
    nor a Western language.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace"), ()
    zeros = content.count(0)
    if zeros and zeros * 2 * MOST_ZEROS >= len(content):
        is_little = content[1::2].count(0) > content[::2].count(0)
        return content.decode("utf-16-le" if is_little else "utf-16-be", errors="replace"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        pass
    foreign = [word for word in WORD.findall(content) if not word.isascii()]
    hebrew = [word for word in foreign if HEBREW_WORD.fullmatch(word)]
    if 2 * len(hebrew) >= len(foreign):
        return content.decode(HEBREW, errors="replace"), ()
    text = content.decode(WESTERN, errors="replace")
    strange = [word for word in BETWEEN.split(text) if STRANGE.search(word)]
    return text, tuple(dict.fromkeys(word[:LONGEST_SHOWN] for word in strange))
