"""Cells of pasted tables: numbers, dates, names, bids and suits as people write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from scorekeeper.auction import split_bid
from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.ledger.people import folded
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.steps import MOST_DIGITS, TOO_LARGE, no_points
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, Listed, Sentence, say

MONTHS = (
    *("jan ינו", "feb פבר", "mar mär mrz מרץ מרס", "apr אפר", "may mai מאי", "jun יונ", "jul יול"),
    *("aug אוג", "sep ספט", "oct okt אוק", "nov נוב", "dec dez דצמ"),
)
PASSED = {"pass", "passed", "allpass", "allpassed", "passe", "passen", "gepasst", "allepassen",
          "allegepasst", "פאס", "כולםפאס", "-", "–"}  # fmt: skip
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
WORDS = (
    (
        "NT",
        "notrump notrumps nt ot sa sans sansatout ohnetrumpf ohneatout ohne "
        "ללאשליט ללא לש בלישליט סאנס",
    ),
    ("C", "clubs club kreuz treff eichel תלתן טרף"),
    ("D", "diamonds diamond karo יהלום קארו"),
    ("H", "hearts heart herz cœur לב הרט"),
    ("S", "spades spade pik עלה פיק"),
    ("HIGH", "hoch גבוה"),
    ("LOW", "tief נמוך"),
)
TURNED = re.compile(r"([^\W\d_]{1,12})(\d{1,2})")
Translations = Callable[[Sentence], Iterable[str]]
"""A sentence in every language that a table may be written in."""


def in_english(sentence: Sentence) -> tuple[str]:
    return (str(sentence),)


YES = {"yes", "y", "ja", "j", "כן", "x", "✓", "✔", "1"}
NO = {"no", "n", "nein", "לא", "-", "–", "0", "✗"}
MINUS = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"  # also dashes of word processors
DECORATION = re.compile(r"[*★☆✓✔🏆🥇🥈🥉👑\ufe0f\ufe0e]")
NAMED_MONTH = re.compile(r"(\d{1,2})(\.?)[ -]?([^\W\d_]{3,5})\.?")  # 3-Mar, 03. Mrz
WHOLE_DATE = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})")  # 3/3/2026, 03.03.2026
PLACE = re.compile(r"[=T]?\s*(\d{1,3})\s*(?:st|nd|rd|th)?[.=)]?", re.IGNORECASE | re.ASCII)
NUMBER = re.compile(  # 46, -20, +5, 46,0, 1.250, 20-, 3 pts
    rf"(?P<sign>[{MINUS}+]?)\s*"
    r"(?P<whole>[1-9]\d{0,2}(?:[.,'\u2019 ]\d{3})+|\d{1,9})(?:[.,](?P<part>\d{1,4}))?"
    r"(?:\s*(?:pts?|points?|p|punkte|pkt|נק|נקודות))?[.']?"
    rf"(?P<after>\s*[{MINUS}])?",
    re.IGNORECASE | re.ASCII,
)
THIN = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f", " "))  # blanks between thousands
LONGEST_NUMBER = 40  # characters; longer cells are no number
SHOWN = 20  # characters of a cell


def word_of(text: str) -> str:
    """Return a word in lower case, without spaces and punctuation.

    If nothing else is left, as in “?”, the punctuation stays.
    """
    bare = "".join(sign for sign in folded(text) if sign.isalnum())
    return bare or folded(text).strip()


def number_in(text: str) -> int:
    """Parse a whole number, as `whole_number` does; raises MalformedEntry."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise MalformedEntry(
            "not-a-number", say("“{text}” is not a whole number.", text=Given(digits[:20]))
        )
    return int(digits) if len(digits) <= MOST_DIGITS else TOO_LARGE


def decimal_in(text: str) -> Decimal | None:
    """Return the number in a cell, such as “46,5”, “+5”, “−20” or “1.250 pts”; None if it has none.

    A number in brackets or with a minus after it is negative, as accountants write it; a plus
    before it in the brackets keeps it positive.
    """
    if len(text.strip()) > LONGEST_NUMBER:
        return None
    bare = DECORATION.sub("", text).translate(THIN).strip()
    bracketed = len(bare) > 1 and bare[0] + bare[-1] == "()"
    match = NUMBER.fullmatch(bare[1:-1].strip() if bracketed else bare)
    if match is None or (match["after"] and (bracketed or match["sign"])):
        return None
    part = f".{match['part']}" if match["part"] else ""
    number = Decimal(re.sub(r"\D", "", match["whole"]) + part)
    is_negative = match["sign"] != "+" and (bracketed or match["sign"] or match["after"])
    return -number if is_negative else number


def points_of(text: str, decimals: int = 0) -> int:
    """Return the number in a cell of points (see `decimal_in`); raises MalformedEntry.

    decimals    those of the game's points: with 1, “2,1” is 21 and “2” is 20
    """
    number, shown = points_in(text, decimals), text.strip()[:SHOWN]
    if number is not None:
        return number
    reason = say("“{text}” is no number.", text=Given(shown))
    if is_number(text):
        reason = say("“{text}” is not a whole number.", text=Given(shown))
        reason = no_points(shown, decimals) if decimals else reason
    raise MalformedEntry("not-a-number", reason)


def points_in(text: str, decimals: int = 0) -> int | None:
    """Return the number in a cell of points, as `points_of` does; None if it has none."""
    number = decimal_in(text)
    units = None if number is None else number.scaleb(decimals)
    return None if units is None or units != int(units) else int(units)


def place_in(text: str) -> int | None:
    """Return the place in a cell, such as “2”, “2.”, “2nd”, “2=” or “T2”; None if it has none."""
    match = PLACE.fullmatch(DECORATION.sub("", text[:LONGEST_NUMBER]).strip())
    return int(match[1]) if match else None


def is_number(text: str) -> bool:
    return decimal_in(text) is not None


def may_have_decimals(text: str, point: str) -> bool:
    """Return whether the thousands of a number, as in “46,000”, may be three decimals.

    point    the decimal point of the reader's language
    """
    if not point or not is_number(text):
        return False
    found = re.search(rf"(?<![\d{point}])\d{{1,3}}[{point}]\d{{3}}(?![\d{point}])", text)
    return found is not None


def begins_number(text: str) -> bool:
    """Return whether a cell may be meant as a number, as “310 (fast)” or “#REF!”."""
    return re.match(rf"[{MINUS}+(]?\s*\d|#", text) is not None or is_number(text)


def day_and_month_in(cell: str) -> tuple[int, int, bool] | None:
    """Return (day, month, whether the day came first); None if a cell is no date.

    A spreadsheet may have turned two numbers, such as 3/2, into a date. The numbers are not
    checked: a month may be 0 or more than 12.
    """
    text = cell.strip()
    named = NAMED_MONTH.fullmatch(text)
    if named:
        word = folded(named[3])
        months = [at for at, names in enumerate(MONTHS, 1) if word.startswith(tuple(names.split()))]
        return (int(named[1]), months[0], bool(named[2])) if months else None
    whole = WHOLE_DATE.fullmatch(text)
    if whole is None:
        return None
    first, sign, second, last = whole.groups()
    if len(first) == 4 and len(last) <= 2:
        return int(last), int(second), False
    if len(last) != 4 or len(first) > 2:
        return None
    return int(first), int(second), sign == "."


def player_in(text: str, players: Sequence[str]) -> Seat:
    """Return the seat of the player with this name or its beginning; raises MalformedEntry."""
    wanted = folded(text.strip())
    names = [folded(name) for name in players]
    seats = [seat for seat, name in enumerate(names) if name == wanted]
    seats = seats or [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(seats) != 1:
        raise MalformedEntry(
            "no-such-player",
            say("“{name}” is not one of the players: {players}.", name=Given(text[:24]),
                players=Listed(map(Given, players))),
        )  # fmt: skip
    return Seat(seats[0])


def bid_in(text: str, step: AuctionStep, denomination: str = "") -> str:
    """Return a bid as the game writes it, whatever its spelling; “pass” if all passed.

    A bare number takes its denomination from another column. Text that is not a bid is returned
    unchanged, and the game refuses it.
    """
    if word_of(text) in PASSED:
        return "pass"
    tries = [text, _spelt(text)]
    if text.strip().isdecimal() and denomination:
        tries = [text + denomination, _spelt(text + denomination), *tries]
    for spelling in tries:
        try:
            return step.auction.ladder.parse(spelling).code
        except EntryError:
            continue
    return text


def bid_in_part(text: str) -> str:
    """Return a bid that may lack its number or suit; “pass” if all passed."""
    return "pass" if word_of(text) in PASSED else _spelt(text)


def option_in(text: str, options: Iterable[tuple[str, Iterable[str]]]) -> str | None:
    """Return the code of the option that a text names, or None; each code has its spellings."""
    wanted = {word_of(text), word_of(_spelt(text))}
    for code, spellings in options:
        more = YES if code == "yes" else NO if code == "no" else ()
        if not wanted.isdisjoint({*map(word_of, spellings), *more}):
            return code
    return None


def _spelt(text: str) -> str:
    """Return a bid or suit with letters in place of suit symbols and words: `7C` for “7 ♣”."""
    spelt = "".join(SIGNS.get(sign, sign) for sign in text if sign not in "\ufe0e\ufe0f ")
    turned = TURNED.fullmatch(spelt)
    if turned:  # NT7
        spelt = f"{turned[2]}{turned[1]}"
    number, trumps = split_bid(spelt)
    for letter, words in WORDS:
        if word_of(trumps) in words.split():
            return f"{number}{letter}"
    return spelt
