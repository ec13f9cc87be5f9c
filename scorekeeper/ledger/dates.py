"""Dates as people write them (15.3.2019, 3/15/19, 15 March 2019) and as the file stores them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from scorekeeper.errors import MalformedEntry
from scorekeeper.wording import Given, Sentence, say

EARLIEST = dt.date(1900, 1, 1)
SERIAL_ZERO = dt.date(1899, 12, 30)  # day 0 of Excel, Calc and Sheets, for days after February 1900
SERIAL_FROM = dt.date(1990, 1, 1)
LONGEST = 60  # characters of a date
CLOCK = re.compile(
    r"(?:(?<=\d)T| ?\b)\d{1,2}:\d\d(:\d\d(\.\d+)?)?\s*([ap]\.?m\.?|Z|uhr)?", re.IGNORECASE
)
PARTS = re.compile(r"\d+|[^\W\d_]+")
SIGNS = re.compile(r"\d\s*([./-])\s*\d")
SHORT_WORD = 3  # letters; words up to this length are ignored in a date: Fr, the, of
# Words beside a date or the name of a day: on, the day, in the evening.
FILLERS = (
    "on in at a an the of every day days evening evenings night nights afternoon",
    "am an im vom den der dem einem jeden tag tage abend abends nacht nachmittag nachmittags",
    "יום ביום מיום ליום ימי בימי ערב בערב לילה בלילה כל בכל של",
)
BASIC = 8  # digits of a date without signs: 20190315

MonthsNamed = Callable[[str], tuple[int, ...]]
"""The numbers of the months that a word may name."""


class DayOrder(Enum):
    """Whether the day or the month comes first, as in 3/4/2019."""

    DAY = "day"
    MONTH = "month"


class AmbiguousDate(Exception):
    """Raised for a date that means two different days, depending on the `DayOrder`."""


def date_in(
    text: str,
    today: dt.date,
    months_named: MonthsNamed,
    order: DayOrder | None = None,
    year: int | None = None,
) -> dt.date:
    """Return the date in a text; a time of day after it is ignored.

    year    the year of a date that has none

    Raises AmbiguousDate if the date depends on the order and `order` is None; MalformedEntry if the
    text is not a date from 1900 to tomorrow.
    """
    numbers, month = _parts(text, months_named)
    years = [number for number in numbers if len(number) == 4]
    if len(years) > 1 or not numbers or len(numbers) > 3:
        raise _no_date(text)
    if year is not None and not years and len(numbers) == (2 if month is None else 1):
        numbers.append(str(year))
        years = numbers[-1:]
    if month is not None:
        day, written = _day_and_year(text, numbers)
        return _date(text, written, month, day, today)
    if len(numbers) == 2 and not years:
        raise _no_date(text, say("the year is missing"))
    if len(numbers) != 3:
        raise _no_date(text)
    if len(numbers[0]) == 4:
        written, number, day = numbers
        return _date(text, written, int(number), day, today)
    if len(numbers[1]) == 4:
        raise _no_date(text)
    first, second, written = numbers
    sign = SIGNS.search(text)
    dotted = sign is not None and sign[1] == "."
    if not dotted and int(first) <= 12 and int(second) <= 12 and first != second and order is None:
        raise AmbiguousDate
    month_first = not dotted and (
        int(second) > 12 or (order is DayOrder.MONTH and int(first) <= 12)
    )
    day, number = (second, first) if month_first else (first, second)
    return _date(text, written, int(number), day, today)


def serial_date(text: str, today: dt.date) -> dt.date | None:
    """Return the day from 1990 to today whose number in a spreadsheet this is; otherwise None.

    A part of a day may follow: 43539.8
    """
    match = re.fullmatch(r"(\d{5})(?:[.,]\d+)?", text.strip(), re.ASCII)
    date = SERIAL_ZERO + dt.timedelta(int(match[1])) if match else dt.date.min
    return date if SERIAL_FROM <= date <= today else None


def parts_of(word: str) -> tuple[str, ...]:
    """Return the parts of ISO dates that a word of a search may mean; empty if it is no date.

    parts_of("15.3.2019")   ("2019-03-15",)
    parts_of("3/4/2019")    ("2019-04-03", "2019-03-04")
    parts_of("15.3.")       ("-03-15",)
    parts_of("03/2019")     ("2019-03-",)
    """
    plain = word.strip(",")
    if re.fullmatch(r"\d{1,4}([./-]\d{1,4}){1,2}\.?", plain, re.ASCII) is None:
        return ()
    numbers = [part for part in re.split(r"[./-]", plain) if part]
    iso = len(numbers[0]) == 4
    if iso:
        numbers.reverse()  # the year last
    *first, last = numbers
    if len(first) == 2:
        year = f"{last:0>2}"
        year = year if len(year) == 4 else f"20{year}" if len(year) == 2 else ""
        pairs = [tuple(first)] if iso or "." in plain else [tuple(first), tuple(reversed(first))]
        return tuple(
            f"{year}-{int(month):02}-{int(day):02}"
            for day, month in dict.fromkeys(pairs)
            if year and 1 <= int(month) <= 12 and 1 <= int(day) <= 31
        )
    if len(last) == 4:
        return (f"{last}-{int(first[0]):02}-",) if len(first[0]) <= 2 else ()
    pairs = [(first[0], last)] if "." in plain else [(first[0], last), (last, first[0])]
    return tuple(
        f"-{int(month):02}-{int(day):02}"
        for day, month in dict.fromkeys(pairs)
        if 1 <= int(month) <= 12 and 1 <= int(day) <= 31
    )


def _parts(text: str, months_named: MonthsNamed) -> tuple[list[str], int | None]:
    """Return the numbers in a date, and its month if a word names one, otherwise None."""
    if len(text) > LONGEST:
        raise _no_date(text)
    numbers: list[str] = []
    month: int | None = None
    for part in PARTS.findall(CLOCK.sub(" ", text)):
        if part.isdecimal() and part.isascii() and len(part) in {1, 2, 4}:
            numbers.append(part)
        elif len(part) == BASIC and part.isdecimal() and part.isascii():
            numbers += [part[:4], part[4:6], part[6:]]
        elif part[0].isdecimal():
            raise _no_date(text)
        elif len(named := months_named(part)) == 1 and month is None:
            month = named[0]
        elif len(part) > SHORT_WORD and not _is_filler(part.casefold()):
            raise _no_date(text)
    return numbers, month


def _day_and_year(text: str, numbers: list[str]) -> tuple[str, str]:
    """Return the day and the year from the numbers of a date whose month is a word."""
    if len(numbers) == 1 and len(numbers[0]) < 4:
        raise _no_date(text, say("the year is missing"))
    if len(numbers) != 2:
        raise _no_date(text)
    first, second = numbers
    return (second, first) if len(first) == 4 else (first, second)


def _date(text: str, year: str, month: int, day: str, today: dt.date) -> dt.date:
    written = int(year)
    if len(year) < 4:
        written += 2000 if 2000 + written <= today.year + 1 else 1900
    try:
        date = dt.date(written, month, int(day))
    except ValueError:
        raise _no_date(text) from None
    if date < EARLIEST:
        raise _no_date(text)
    if date > today + dt.timedelta(days=1):  # in another time zone it may be tomorrow already
        raise _no_date(text, say("That day is still to come."))
    return date


def _no_date(text: str, reason: Sentence | None = None) -> MalformedEntry:
    shown = Given(text.strip()[:20])
    if reason is not None:
        return MalformedEntry("no-date", say("“{text}”: {reason}", text=shown, reason=reason))
    return MalformedEntry("no-date", say("“{text}” is no date.", text=shown))


# Days of the week

WEEKDAYS = (
    "monday montag שני",
    "tuesday dienstag שלישי",
    "wednesday mittwoch רביעי",
    "thursday donnerstag חמישי",
    "friday freitag שישי",
    "saturday samstag שבת sonnabend",
    "sunday sonntag ראשון",
)
SHORT_DAYS = ("mo", "tu di", "we mi", "th do", "fr", "sa", "su so")
HEBREW_LETTERS = "בגדהושא"  # the letters of the days, from Monday on
LETTERED = re.compile(r"\bיום\s+([א-וש])\b|\b([א-וש])['’׳]")  # יום ו, ו׳
FRIDAY_EVENING = re.compile(r"\b(?:ערב|ליל) שבת\b")
NO_DAYS = {"mit"}  # German for “with”, which begins the name of a day
LEAST_LETTERS = 3  # of the name of a day in a search
PREPOSITIONS = tuple("בלהמשוכ")  # letters of Hebrew that stand before a word: in, to, the, from
ENDINGS = ("s", "abend", "abends", "nachmittag", "nacht")  # freitags, Fridays, Freitagabend


def weekdays_named(word: str) -> tuple[int, ...]:
    """Return the days of the week that a folded word may name in any language, 0 for Monday."""
    for form in forms_of(word):
        days = [
            number
            for number, names in enumerate(WEEKDAYS)
            if any(name.startswith(form) for name in names.split())
        ]
        if len(form) >= LEAST_LETTERS and days:
            return tuple(days)
    return ()


def is_other_weekday(text: str, date: dt.date) -> bool:
    """Return whether a text names a day of the week that is not that of the date."""
    plain = FRIDAY_EVENING.sub("שישי", text.casefold())
    named: list[tuple[int, ...]] = [
        (HEBREW_LETTERS.index(match[1] or match[2]),) for match in LETTERED.finditer(plain)
    ]
    for word in re.findall(r"\b[^\W\d_]+", plain):
        short = (number for number, names in enumerate(SHORT_DAYS) if word in names.split())
        named.append(() if word in NO_DAYS else tuple(short) or weekdays_named(word))
    return any(days and date.weekday() not in days for days in named)


def without_fillers(words: Sequence[str], is_date: Callable[[str], bool]) -> list[str]:
    """Return the words of a search without those that only belong to its date: on, the, day.

    If no word is a date, all words are kept.

    without_fillers(["on", "Friday"], …)    ["Friday"]
    without_fillers(["יום", "שישי"], …)     ["שישי"]
    """
    if not any(map(is_date, words)):
        return list(words)
    return [word for word in words if is_date(word) or not _is_filler(word.casefold())]


def forms_of(word: str) -> Iterator[str]:
    """Yield a folded word, then without a Hebrew preposition, then without an ending.

    forms_of("במרץ")        "במרץ", "מרץ"
    forms_of("freitags")    "freitags", "freitag"
    """
    bare = word.strip(".,")
    yield bare
    if bare[:1] in PREPOSITIONS:
        yield bare[1:]
    if bare[1:2] in PREPOSITIONS and bare[:1] in PREPOSITIONS:
        yield bare[2:]
    for ending in ENDINGS:
        if bare.endswith(ending):
            yield bare.removesuffix(ending)


def _is_filler(word: str) -> bool:
    """Return whether a word of a date may be ignored: a weekday, or “evening”."""
    fillers = " ".join(FILLERS).split()
    return word.strip(".,") in fillers or bool(weekdays_named(word))


# Dates as the file stores them


def timestamp(moment: dt.datetime) -> str:
    """Return a moment in the form in which the file stores it."""
    return moment.isoformat(timespec="milliseconds")


def day_of(moment: dt.datetime) -> dt.date:
    """Return the date of a moment in the local time zone."""
    return moment.astimezone().date()
