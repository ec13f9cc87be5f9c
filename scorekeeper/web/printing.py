"""Printing: score sheets, blank sheets and house rules, as a page and as PDF.

The page is as good as the paper: a browser prints it as it stands. The PDF needs an optional extra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.utils import secure_filename

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import sessions
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.ledger.history import seat_notes
from scorekeeper.ledger.identifiers import begun_on
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.sheets import pdf
from scorekeeper.sheets.blank_sheet import blank_sheet, usual_setup
from scorekeeper.sheets.document import A4, LETTER, PAPERS, Document, Paper, page_number
from scorekeeper.sheets.language import WORDS, Speech
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.score_sheet import Played, score_sheet
from scorekeeper.web import languages, table
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import totals_on_paper
from scorekeeper.web.expensive_reads import expensive
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.wording import Sentence, say

LETTER_COUNTRIES = {"US", "CA", "MX", "PH"}
WITH_NAMES = "yes"
ASKED = ("what", "paper", "names", "game", "rules", "players")

pages = Blueprint("printing", __name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be printed: its key in an address, and what it is called."""

    key: str
    name: Sentence


SHEET = Choice("sheet", say("Score sheet"))
BLANK = Choice("blank", say("Blank sheet"))
RULES = Choice("rules", say("House rules"))


Makers = dict[Choice, Callable[[Paper], Document]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where documents are asked for: an endpoint, and one named like it with `_pdf` for the file.

    Before any game is played, the rest is what can be chosen there.
    """

    endpoint: str
    address: dict[str, Any] = field(default_factory=dict)
    books: tuple[Rulebook[Any], ...] = ()
    book: Rulebook[Any] | None = None
    preset: str = ""
    players: int = 0


@pages.get("/games/<int:game_id>/print", endpoint="game")
@pages.get("/games/<int:game_id>/print.pdf", endpoint="game_pdf")
@expensive()
def of_game(game_id: int) -> ResponseReturnValue:
    """What belongs to a game: its score sheet, a blank one for the next, and its rules."""
    record = table.load(game_id)
    date = sessions.session_of_game(open_store(), g.table.id, game_id).date
    setup, names = record.game.setup, record.players if _with_names() else ()
    makers: Makers = {
        SHEET: lambda paper: games_document([record], paper),
        BLANK: lambda paper: blank_sheet(setup, names, paper, speech()),
        RULES: lambda paper: rules_page(setup, paper, speech(), names),
    }
    file = f"{setup.book.key}-{date.isoformat()}"
    return _answer(makers, file, Place("printing.game", {"game_id": game_id}))


@pages.get("/print", endpoint="any")
@pages.get("/print.pdf", endpoint="any_pdf")
@expensive()
def of_any() -> ResponseReturnValue:
    """What can be printed before any game is played: a blank sheet, and the rules of a preset."""
    books = rulebooks()
    book = books.get(request.args.get("game", "")) or next(iter(books.values()))
    asked = request.args.get("rules")
    preset = next((preset for preset in book.presets if preset.key == asked), book.presets[0])
    setup = usual_setup(book, preset.rules, request.args.get("players", type=int))
    makers: Makers = {
        BLANK: lambda paper: blank_sheet(setup, (), paper, speech()),
        RULES: lambda paper: rules_page(setup, paper, speech()),
    }
    place = Place("printing.any", {}, tuple(books.values()), book, preset.key, setup.players)
    return _answer(makers, f"{book.key}-{preset.key}", place)


def of_several(
    records: Sequence[GameRecord], title: str, date: str, place: Place
) -> ResponseReturnValue:
    """The sheets of several games, such as those of an evening, at an address of its own."""
    makers: Makers = {SHEET: lambda paper: games_document(records, paper, title, date)}
    return _answer(makers, f"{title} {date}", place)


def games_document(
    records: Sequence[GameRecord], paper: Paper, title: str | None = None, date: str = ""
) -> Document:
    """The score sheets of some games, one at least."""
    played = [_played(record) for record in records]
    return score_sheet(played, paper, speech(), title, date)


def _played(record: GameRecord) -> Played:
    names = tuple(" / ".join(names) for names in record.seat_names)
    then = record.names if record.log.sitting.changes else None
    chart = totals_on_paper(record.game, Teller(names))
    return Played(record.game, names, _when(record), then, seat_notes(record), chart)


def speech() -> Speech:
    """The language of the reader."""
    language = languages.current()
    return Speech(language.code, language.direction, translated)


def _when(record: GameRecord) -> str:
    """When a game was played: its day, and the time if it was begun then."""
    date = sessions.session_of_game(open_store(), g.table.id, record.id).date
    if begun_on(date, record.started):
        return languages.moment(record.started)
    return languages.day(date)


def _paper() -> Paper:
    """The paper asked for; else that of the country that the browser names."""
    asked = PAPERS.get(request.args.get("paper", ""))
    if asked:
        return asked
    first = next(iter(request.accept_languages.values()), "")
    return LETTER if first.replace("_", "-").split("-")[-1].upper() in LETTER_COUNTRIES else A4


def _answer(makers: Makers, file: str, place: Place) -> ResponseReturnValue:
    """The document asked for, as PDF where the address ends so, else as a page to be printed."""
    wanted = request.args.get("what")
    what = next((choice for choice in makers if choice.key == wanted), next(iter(makers)))
    document = makers[what](_paper())
    if not request.path.endswith(".pdf"):
        return _page(document, what, tuple(makers), place)
    try:
        made = pdf.pdf(document)
    except pdf.NoTypst:
        return _page(document, what, tuple(makers), place), 501
    name = secure_filename(f"{file}-{what.key}.pdf")
    return Response(
        made,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


def _page(document: Document, what: Choice, choices: tuple[Choice, ...], place: Place) -> str:
    asked = {name: request.args[name] for name in ASKED if name in request.args}
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
        file_address=url_for(f"{place.endpoint}_pdf", **(asked | place.address)),
        pdf_possible=pdf.available(),
        pdf_needs=pdf.EXTRA,
    )


def _with_names() -> bool:
    """Whether names are wanted; they are, until the form is sent without the tick."""
    return "what" not in request.args or request.args.get("names") == WITH_NAMES
