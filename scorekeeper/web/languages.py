"""The languages of the pages: which there are, and which one a phone reads.

The words of a language are in `scorekeeper/translations`, in one `.po` file, which is compiled in
memory when it is first needed; English is what the code itself says. A phone reads what was
chosen on it, else what its browser asks for, else English.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time, get_datetime_format, get_month_names
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from flask import Blueprint, Flask, Response, abort, has_request_context, redirect, request, session
from flask.typing import ResponseReturnValue
from flask_babel import Babel, Domain, get_domain, get_locale
from werkzeug.datastructures import LanguageAccept
from werkzeug.local import LocalProxy

from scorekeeper.ledger.people import folded
from scorekeeper.sheets.language import ordinal_of
from scorekeeper.web.settings import own_path

FOLDER = Path(__file__).resolve().parents[1] / "translations"
FORMER_CODES = {"iw": "he"}  # what old browsers call a language
LEAST_LETTERS = 3  # of the name of a month in a search

pages = Blueprint("languages", __name__)


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the pages.

    name    what those who speak it call it
    day     how its dates are written: one of the formats of CLDR
    """

    code: str
    name: str
    direction: str = "ltr"
    day: Literal["medium", "long"] = "medium"


ENGLISH = Language("en", "English")
LANGUAGES = (ENGLISH, Language("he", "עברית", "rtl", day="long"), Language("de", "Deutsch"))
BY_CODE = {language.code: language for language in LANGUAGES}


def install(app: Flask) -> None:
    """Let the pages speak the language of whoever reads them."""
    babel = Babel(app, locale_selector=_chosen)
    babel.domain_instance = Catalogs()
    app.jinja_env.globals.update(
        language=LocalProxy(current),
        languages=LANGUAGES,
        moment=moment,
        day=day,
        clock=clock,
        ordinal=ordinal,
        back_here=_back_here,
    )
    app.register_blueprint(pages)
    app.after_request(_headers)


def current() -> Language:
    """The language in which this request is answered; English outside of one."""
    locale = get_locale()
    return BY_CODE[locale.language] if locale else ENGLISH


def translated(pattern: str, plural: str | None = None, count: int | None = None) -> str:
    """The words in the reader's language, in the form that fits the count."""
    words = get_domain().get_translations()
    if plural is None or count is None:
        return str(words.ugettext(pattern))
    return str(words.ungettext(pattern, plural, count))


def moment(when: dt.datetime) -> str:
    """A date with its time, as this machine's clock shows it."""
    both = str(get_datetime_format("medium", region()))
    return both.replace("{1}", day(when.astimezone().date())).replace("{0}", clock(when))


def day(date: dt.date) -> str:
    """A day with the name of its month."""
    return format_date(date, current().day, region())


def region() -> Locale:
    """The reader's language as it is written where their browser is at home: en-GB, en-US."""
    code = current().code
    if has_request_context():
        for wanted in request.accept_languages.values():
            if FORMER_CODES.get(wanted.split("-")[0], wanted.split("-")[0]) == code:
                return _region(code, wanted)
    return Locale(code)


@lru_cache(256)
def _region(code: str, wanted: str) -> Locale:
    try:
        return Locale(code, Locale.parse(wanted, sep="-").territory)
    except (UnknownLocaleError, ValueError):
        return Locale(code)


@lru_cache(256)
def months_named(word: str) -> tuple[int, ...]:
    """The numbers of the months that a word may name, in any language of the pages."""
    plain = folded(word).strip(".,")
    forms = {plain, plain.removeprefix("ב")}  # Hebrew: in November
    return tuple(
        number
        for number, names in _names_of_months().items()
        if any(
            len(form) >= LEAST_LETTERS and name.startswith(form) for form in forms for name in names
        )
    )


@cache
def _names_of_months() -> dict[int, set[str]]:
    """What each month is called, in full and for short."""
    names: dict[int, set[str]] = {}
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, "format", language.code).items():
                names.setdefault(number, set()).add(folded(name).strip("."))
    return names


def clock(when: dt.datetime, width: str = "short") -> str:
    """The time of day, as this machine's clock shows it."""
    return format_time(when.astimezone(), width, locale=region())


def number(value: int | Decimal, pattern: str | None = None) -> str:
    """A number of zero or more, its thousands parted as the reader's language has it."""
    return _formatted(value, pattern, current().code)


def ordinal(place: int) -> str:
    """A place as it is said: 1st, 2nd, 3rd."""
    return ordinal_of(place).render(translated, str)


@lru_cache(4096, typed=True)
def _formatted(value: int | Decimal, pattern: str | None, code: str) -> str:
    """A page has hundreds of numbers, and few that no page had before."""
    return format_decimal(value, pattern, locale=code)


@pages.post("/language")
def choose() -> ResponseReturnValue:
    """Keep the language that was chosen on this phone, and go back to the page."""
    code = request.form.get("language", "")
    if code not in BY_CODE:
        abort(400)
    session["language"] = code
    session.permanent = True
    return redirect(own_path(request.form.get("back", "")), 303)


class Catalogs(Domain):  # type: ignore[misc]  # flask_babel is not typed
    """The words of all languages, from the files in the package."""

    def get_translations(self) -> NullTranslations:
        """The words of the reader's language."""
        return words_of(current().code)


@cache
def words_of(code: str) -> NullTranslations:
    """The words of one language; none for English."""
    path = FOLDER / f"{code}.po"
    return compiled(path) if code != ENGLISH.code else NullTranslations()


def compiled(path: Path) -> Translations:
    """The words of a `.po` file, ready to be looked up."""
    with path.open("rb") as file:
        catalog = read_po(file)
    machine_readable = BytesIO()
    write_mo(machine_readable, catalog)
    machine_readable.seek(0)
    return Translations(machine_readable)


def _chosen() -> str:
    return wanted(session.get("language"), request.accept_languages)


def wanted(chosen: object, accepted: LanguageAccept) -> str:
    """The code that was chosen on a phone, else that of the first language its browser accepts."""
    if chosen in BY_CODE:
        return str(chosen)
    for tag, quality in accepted:  # the dearest first
        code = tag.split("-")[0].lower()
        code = FORMER_CODES.get(code, code)
        if code in BY_CODE and quality > 0:
            return code
    return ENGLISH.code


def _headers(response: Response) -> Response:
    if response.mimetype == "text/html" and not response.location:
        response.content_language.add(current().code)
        response.vary.update(("Accept-Language", "Cookie"))
    return response


def _back_here() -> str:
    """The address of the present page, to come back to."""
    return request.full_path.rstrip("?")
