"""Pages and PDF files to be printed: score sheets, blank sheets and house rules.

A browser prints the page as it is shown. PDF files need an optional extra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.utils import secure_filename

from scorekeeper.ledger import sessions
from scorekeeper.ledger.evening_rule import begun_on
from scorekeeper.ledger.game_files import books_of
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import sheet_notes
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.sheets import pdf
from scorekeeper.sheets.blank_sheet import blank_sheet, usual_setup
from scorekeeper.sheets.document import A4, LETTER, PAPERS, Document, Paper, page_number
from scorekeeper.sheets.language import WORDS, Speech
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.score_sheet import PrintedGame, score_sheet
from scorekeeper.web import languages, table
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import totals_on_paper
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.page_cache import cached
from scorekeeper.wording import Sentence, say

LETTER_COUNTRIES = {"US", "CA", "MX", "PH"}
WITH_NAMES = "yes"
FIELDS = ("what", "paper", "names", "game", "rules", "players")

pages = Blueprint("printing", __name__)


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document: its key in the URL, and its name."""

    key: str
    name: Sentence


SHEET = DocumentKind("sheet", say("Score sheet"))
BLANK = DocumentKind("blank", say("Blank sheet"))
RULES = DocumentKind("rules", say("House rules"))


Makers = dict[DocumentKind, Callable[[Paper], Document]]


@dataclass(frozen=True, slots=True)
class DocumentAddress:
    """The URL of a document, and the choices on its page.

    endpoint    the endpoint of the page; with "_pdf" at the end, that of the PDF file
    address     the arguments of the endpoint for `url_for`
    books       for a document without a game, the games to choose from; otherwise empty
    book, preset, players    the choice for such a document
    """

    endpoint: str
    address: dict[str, Any] = field(default_factory=dict)
    books: tuple[Rulebook[Any], ...] = ()
    book: Rulebook[Any] | None = None
    preset: str = ""
    players: int = 0


@pages.get("/games/<int:game_id>/print", endpoint="game")
@pages.get("/games/<int:game_id>/print.pdf", endpoint="game_pdf")
@cached
def print_game(game_id: int) -> ResponseReturnValue:
    """Show a document of a game: its score sheet, a blank sheet for the next game, or its rules."""
    record = table.load(game_id)
    date = sessions.session_of_game(open_store(), g.table.id, game_id).date
    setup, names = record.game.setup, record.players if _with_names() else ()
    makers: Makers = {
        SHEET: lambda paper: games_document([record], paper),
        BLANK: lambda paper: blank_sheet(setup, names, paper, speech()),
        RULES: lambda paper: rules_page(setup, paper, speech(), names),
    }
    file = f"{setup.book.key}-{date.isoformat()}"
    return _answer(makers, file, DocumentAddress("printing.game", {"game_id": game_id}))


@pages.get("/print", endpoint="any")
@pages.get("/print.pdf", endpoint="any_pdf")
@cached
def print_any() -> ResponseReturnValue:
    """Show a document without a game: a blank sheet, or the rules of a preset."""
    books = books_of(open_store().db, g.table.id)
    book = books.get(request.args.get("game", "")) or next(iter(books.values()))
    chosen = request.args.get("rules")
    preset = next((preset for preset in book.presets if preset.key == chosen), book.presets[0])
    setup = usual_setup(book, preset.rules, request.args.get("players", type=int))
    makers: Makers = {
        BLANK: lambda paper: blank_sheet(setup, (), paper, speech()),
        RULES: lambda paper: rules_page(setup, paper, speech()),
    }
    place = DocumentAddress(
        "printing.any", {}, tuple(books.values()), book, preset.key, setup.players
    )
    return _answer(makers, f"{book.key}-{preset.key}", place)


def print_games(
    records: Sequence[GameRecord], title: str, date: str, place: DocumentAddress
) -> ResponseReturnValue:
    """Show the score sheets of several games, such as those of an evening."""
    makers: Makers = {SHEET: lambda paper: games_document(records, paper, title, date)}
    return _answer(makers, f"{title} {date}", place)


def games_document(
    records: Sequence[GameRecord], paper: Paper, title: str | None = None, date: str = ""
) -> Document:
    """Return the score sheets of one or more games."""
    played = [_played(record) for record in records]
    return score_sheet(played, paper, speech(), title, date)


def _played(record: GameRecord) -> PrintedGame:
    names = tuple(" / ".join(names) for names in record.seat_names)
    then = record.names if record.log.sitting.changes else None
    chart = totals_on_paper(record.game, Teller(names, decimals=record.game.setup.book.decimals))
    notes = sheet_notes(record)
    note = next(iter(notes.get(0, [])), None)
    return PrintedGame(record.game, names, _when(record), then, notes, chart, note)


def speech() -> Speech:
    """Return the reader's language for the sheets."""
    language = languages.current()
    return Speech(language.code, language.direction, translated, languages.point())


def _when(record: GameRecord) -> str:
    """Return the date of a game; with the time, unless it was entered on a later day."""
    date = sessions.session_of_game(open_store(), g.table.id, record.id).date
    if begun_on(date, record.started):
        return languages.moment(record.started)
    return languages.day(date)


def _paper() -> Paper:
    """Return the chosen paper size, otherwise that of the country in the browser's language."""
    chosen = PAPERS.get(request.args.get("paper", ""))
    if chosen:
        return chosen
    first = next(iter(request.accept_languages.values()), "")
    return LETTER if first.replace("_", "-").split("-")[-1].upper() in LETTER_COUNTRIES else A4


def _answer(makers: Makers, file: str, place: DocumentAddress) -> ResponseReturnValue:
    """Return the chosen document, as PDF if the URL ends with ".pdf", otherwise as a page."""
    key = request.args.get("what")
    what = next((choice for choice in makers if choice.key == key), next(iter(makers)))
    document = makers[what](_paper())
    if not request.path.endswith(".pdf"):
        return _page(document, what, tuple(makers), place)
    try:
        content = pdf.pdf(document)
    except pdf.NoTypst:
        return _page(document, what, tuple(makers), place), 501
    name = secure_filename(f"{file}-{what.key}.pdf")
    return Response(
        content,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


def _page(
    document: Document,
    what: DocumentKind,
    choices: tuple[DocumentKind, ...],
    place: DocumentAddress,
) -> str:
    query = {name: request.args[name] for name in FIELDS if name in request.args}
    pages = document.pages
    return render_template(
        "print/document.html",
        document=document,
        pages=pages,
        number=page_number,
        words=WORDS,
        telling=[Teller(page.names) for page in pages],
        papers=tuple(PAPERS.values()),
        what=what,
        choices=choices,
        place=place,
        with_names=_with_names(),
        names_matter=place.book is None and what is not SHEET,
        action=url_for(place.endpoint, **place.address),
        file_address=url_for(f"{place.endpoint}_pdf", **(query | place.address)),
    )


def _with_names() -> bool:
    """Return whether to print names: True unless the form was sent with the box unticked."""
    return "what" not in request.args or request.args.get("names") == WITH_NAMES
