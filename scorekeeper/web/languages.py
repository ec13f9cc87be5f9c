"""Languages of the pages: translations, dates and numbers, and the language of a request.

The translations of a language are a `.po` file in `scorekeeper/translations`, which is compiled in
memory when it is first needed; the archive of a site has it compiled. The code holds the English
texts. The language is the one chosen on the phone, otherwise the first one that its browser
accepts, otherwise English.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache, partial
from io import BytesIO
from pathlib import Path
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time, get_datetime_format, get_month_names
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from flask import Blueprint, Flask, Response, abort, has_request_context, redirect, request, session
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import LanguageAccept
from werkzeug.local import LocalProxy

from scorekeeper.ledger.dates import forms_of
from scorekeeper.ledger.people import folded
from scorekeeper.sheets.language import ordinal_of
from scorekeeper.web.settings import own_path
from scorekeeper.wording import Sentence, Written

FOLDER = Path(__file__).resolve().parents[1] / "translations"
FORMER_CODES = {"iw": "he"}  # codes of languages in old browsers
LEAST_LETTERS = 3  # letters of a month's name that a search needs

CHOSEN = "scorekeeper.language"  # the language of a request, in its environment

pages = Blueprint("languages", __name__)


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the pages.

    name         the name of the language in the language itself
    day          the CLDR format of its dates
    separator    what separates the cells of a CSV file where it is spoken
    """

    code: str
    name: str
    direction: str = "ltr"
    day: Literal["medium", "long"] = "medium"
    separator: str = ","


ENGLISH = Language("en", "English")
LANGUAGES = (
    ENGLISH,
    Language("he", "עברית", "rtl", day="long"),
    Language("de", "Deutsch", separator=";"),
)
BY_CODE = {language.code: language for language in LANGUAGES}


def install(app: Flask) -> None:
    """Answer each request in the reader's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # of the extension
        translated, translated, newstyle=True
    )
    app.jinja_env.globals.update(
        language=LocalProxy(current),
        languages=LANGUAGES,
        moment=moment,
        day=day,
        month=month,
        clock=clock,
        ordinal=ordinal,
    )
    app.register_blueprint(pages)
    app.after_request(_headers)


def current() -> Language:
    """Return the language of this request; English outside of a request."""
    if not has_request_context():
        return ENGLISH
    known: dict[str, Language] = request.environ
    if CHOSEN not in known:
        known[CHOSEN] = BY_CODE[preferred_code(session.get("language"), request.accept_languages)]
    return known[CHOSEN]


def translated(pattern: str, plural: str | None = None, count: int | None = None) -> str:
    """Translate a text to the reader's language, in the plural form for the count."""
    return in_language(current().code, pattern, plural, count)


def in_language(code: str, pattern: str, plural: str | None, count: int | None) -> str:
    """Translate a text to a language; a text of a game file has its translations with it."""
    if isinstance(pattern, Written):
        return pattern.into(code)
    words = words_of(code)
    if plural is None or count is None:
        return str(words.ugettext(pattern))
    return str(words.ungettext(pattern, plural, count))


def in_every_language(sentence: Sentence) -> list[str]:
    """Return a sentence as each language of the pages has it."""
    return [sentence.render(partial(in_language, language.code), str) for language in LANGUAGES]


def moment(when: dt.datetime) -> str:
    """Format a date with its time, in this machine's time zone."""
    both = str(get_datetime_format("medium", region()))
    return both.replace("{1}", day(when.astimezone().date())).replace("{0}", clock(when))


def day(date: dt.date) -> str:
    """Format a date with the name of its month."""
    return format_date(date, current().day, region())


def month(number: int) -> str:
    """Return the name of a month, 1 to 12."""
    return str(get_month_names("wide", "stand-alone", current().code)[number])


def region() -> Locale:
    """Return the locale of the reader, with the country that their browser names: en-GB, en-US."""
    code = current().code
    if has_request_context():
        for tag in request.accept_languages.values():
            if FORMER_CODES.get(tag.split("-")[0], tag.split("-")[0]) == code:
                return _region(code, tag)
    return Locale(code)


@lru_cache(256)
def _region(code: str, tag: str) -> Locale:
    try:
        return Locale(code, Locale.parse(tag, sep="-").territory)
    except (UnknownLocaleError, ValueError):
        return Locale(code)


@lru_cache(256)
def months_named(word: str) -> tuple[int, ...]:
    """Return the numbers of the months that a word may mean, in any language of the pages."""
    for form in forms_of(folded(word)):
        months = [
            number
            for number, names in _names_of_months().items()
            if any(name.startswith(form) for name in names)
        ]
        if len(form) >= LEAST_LETTERS and months:
            return tuple(months)
    return ()


# Names of months that people write beside those of Babel.
MORE_MONTHS = {1: ("jänner",), 2: ("feber",), 3: ("mrz", "maerz", "מרס", "מארס"), 9: ("sept",)}


@cache
def _names_of_months() -> dict[int, set[str]]:
    """Return the names of each month in all languages, in full and abbreviated."""
    names = {number: set(map(folded, more)) for number, more in MORE_MONTHS.items()}
    for language in LANGUAGES:
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, "format", language.code).items():
                names.setdefault(number, set()).add(folded(name).strip("."))
    return names


def clock(when: dt.datetime, width: str = "short") -> str:
    """Format a time of day, in this machine's time zone."""
    return format_time(when.astimezone(), width, locale=region())


def point() -> str:
    """Return the decimal point of the reader's language."""
    return number(Decimal("0.5"), "0.0")[1]


def number(value: int | Decimal, pattern: str | None = None) -> str:
    """Format a number of zero or more, with the reader's separator of thousands."""
    return _format_decimal(value, pattern, current().code)


def ordinal(place: int) -> str:
    """Format a place as an ordinal number: 1st, 2nd, 3rd."""
    return ordinal_of(place).render(translated, str)


@lru_cache(4096, typed=True)
def _format_decimal(value: int | Decimal, pattern: str | None, code: str) -> str:
    # cached, because a page has hundreds of numbers, most of which earlier pages had too
    return format_decimal(value, pattern, locale=code)


@pages.post("/language")
def choose() -> ResponseReturnValue:
    """Store the chosen language in the phone's cookie, and go back to the page."""
    code = request.form.get("language", "")
    if code not in BY_CODE:
        abort(400)
    session["language"] = code
    session.permanent = True
    return redirect(own_path(request.form.get("back", "")), 303)


@cache
def words_of(code: str) -> NullTranslations:
    """Return the translations into a language; those for English leave each text unchanged."""
    if code == ENGLISH.code:
        return NullTranslations()
    ready = compiled_path(code)
    machine_readable = ready.read_bytes() if ready.is_file() else compile_po(po_path(code))
    return Translations(BytesIO(machine_readable))


def po_path(code: str) -> Path:
    return FOLDER / f"{code}.po"


def compiled_path(code: str) -> Path:
    """Return the path of the compiled translations, which only the archive of a site has."""
    return FOLDER / f"{code}.mo"


def compile_po(path: Path) -> bytes:
    """Compile a `.po` file to translations that can be looked up."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415  (not needed if all is compiled)
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with path.open("rb") as file:
        catalog = read_po(file)
    catalog.creation_date = dt.datetime.fromtimestamp(0, dt.UTC)  # else the time of compiling
    machine_readable = BytesIO()
    write_mo(machine_readable, catalog)
    return machine_readable.getvalue()


def preferred_code(chosen: object, accepted: LanguageAccept) -> str:
    """Return the code chosen on the phone, otherwise the first one that its browser accepts."""
    if chosen in BY_CODE:
        return str(chosen)
    for tag, quality in accepted:  # sorted by quality, the highest first
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
