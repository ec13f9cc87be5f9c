"""Pages that import the results of past games from a pasted table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange import importing
from scorekeeper.exchange.importing import numbers_by_name
from scorekeeper.exchange.pasted_results import (
    NEW,
    GameKind,
    NameQuestion,
    Prepared,
    kinds_of,
    name_questions,
    prepare,
)
from scorekeeper.exchange.pasted_table import Flaw, Meaning, Numbers, Use
from scorekeeper.exchange.results_table import ResultsTable, TableReading, read_results
from scorekeeper.ledger import game_results
from scorekeeper.ledger.dates import DayOrder, day_of
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_files import books_of
from scorekeeper.ledger.game_results import Span
from scorekeeper.ledger.tables import players_at
from scorekeeper.web import access, languages, previews
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.formatting import Teller
from scorekeeper.web.paste_form import Options, choices_in, column_fields, posted_form
from scorekeeper.wording import Given, Sentence, say

pages = Blueprint("results", __name__, url_prefix="/data/results")


@dataclass(frozen=True, slots=True)
class ResultsPreview:
    """A pasted table of results, with everything that the page shows before the import.

    problem    the error of the pasted table as a whole; None if there is none
    as_written whether somebody has confirmed the doubts
    """

    results: ResultsTable | None = None
    questions: tuple[NameQuestion, ...] = ()
    prepared: Prepared | None = None
    problem: Sentence | None = None
    as_written: bool = False

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """The errors in the pasted lines."""
        if self.prepared is not None and not (self.results and self.results.is_doubtful):
            return self.prepared.flaws
        return tuple(self.results.flaws) if self.results else ()

    @property
    def wrong(self) -> int:
        """The number of lines with an error."""
        return len({flaw.line for flaw in self.flaws})

    @property
    def doubts(self) -> tuple[Flaw, ...]:
        """The pasted lines that somebody must confirm."""
        return self.prepared.doubts if self.prepared else ()

    @property
    def unanswered(self) -> bool:
        """Whether a question about the pasted table has no answer yet."""
        return self.results is not None and (
            self.results.is_unclear
            or (bool(self.doubts) and not self.as_written)
            or any(question.chosen is None for question in self.questions)
        )

    @property
    def is_ready(self) -> bool:
        """Whether the games can be imported: no errors, no open question, at least one game."""
        prepared = self.prepared
        return (
            self.problem is None
            and prepared is not None
            and bool(prepared.new)
            and not self.flaws
            and not self.unanswered
        )

    @property
    def value(self) -> str:
        """The value that the form carries once the games can be imported."""
        assert self.prepared is not None  # noqa: S101  (see `is_ready`)
        games = [
            (game.rulebook, game.rules, game.players, *(entry.fact for entry in game.entries))
            for game in self.prepared.new
        ]
        days = [session.date for session in self.prepared.sessions.values()]
        return previews.sealed(None, [games, days, self.prepared.tally])


@pages.get("/")
def ask() -> ResponseReturnValue:
    """Show a field to paste a table into."""
    only_scorers()
    return _page({})


@pages.post("/")
def take() -> ResponseReturnValue:
    """Show the results, errors and questions of a pasted table, or import it."""
    form, problem = posted_form()
    if problem is not None:
        return _page(form, 422, ResultsPreview(problem=problem))
    kind = _kinds().get(form.get("kind", "")) or _usual_kind()
    preview = _preview(form, kind)
    if not preview.is_ready or preview.prepared is None:
        wrong = preview.problem is not None or preview.flaws or preview.unanswered
        return _page(form, 422 if wrong else 200, preview)
    if "record" not in form:
        return _page(form, 200, preview)
    try:
        previews.check(preview.value)
    except EntryError as error:
        return _page(form, 409, preview, notice=error.sentence)
    try:
        survey = importing.survey_document(open_store(), g.table.id, preview.prepared)
        line = importing.bring_in(open_store(), g.table.id, survey, access.author())
    except Unreadable as error:
        return _page(form, 409 if error.clash else 422, ResultsPreview(problem=error.sentence))
    return redirect(url_for("imports.imported", number=line), 303)


def _preview(form: Mapping[str, str], kind: GameKind) -> ResultsPreview:
    store = open_store()
    known = [player.name for player in players_at(store, g.table.id)]
    reading = TableReading(
        day_of(store.clock()),
        languages.months_named,
        choices_in(form, _options(), MEANINGS),
        known,
        kind.book.decimals,
        languages.point(),
    )
    try:
        results = read_results(form.get("table", ""), reading)
    except EntryError as error:
        return ResultsPreview(problem=error.sentence)
    answers = {
        called: form.get(f"player-{field.removeprefix('called-')}", "")
        for field, called in form.items()
        if field.startswith("called-")
    }
    answers = {name: answer for name, answer in answers.items() if answer != UNANSWERED}
    answers = {name: NEW if answer == "+" else answer for name, answer in answers.items()}
    taken = numbers_by_name(store.db, g.table.id)
    questions = name_questions(results.names, known, taken, answers)
    names = {name: name for name in results.names}
    names |= {question.name: question.chosen or question.name for question in questions}
    prepared = prepare(store, g.table.id, results, kind, names)
    return ResultsPreview(results, tuple(questions), prepared, as_written="as-written" in form)


def _options() -> Options:
    """Return the uses that somebody may choose for a column."""
    tell = Teller()
    return {
        Use(meaning): (meaning.value, tell.plain(words))
        for meaning, words in COLUMN_MEANINGS.items()
    }


UNANSWERED = ""


def _kinds() -> dict[str, GameKind]:
    """Return all games that results can be imported for, by key."""
    kinds = [
        kind for book in books_of(open_store().db, g.table.id).values() for kind in kinds_of(book)
    ]
    return {kind.key: kind for kind in kinds}


def _usual_kind() -> GameKind:
    return kinds_of(game_results.most_played(open_store(), g.table.id, Span()))[0]


def _kind_name(kind: GameKind) -> str:
    """Return the name of a game, with its preset if results depend on the preset."""
    tell, book = Teller(), kind.book
    if len(kinds_of(book)) == 1:
        return tell.plain(book.name)
    return f"{tell.plain(book.name)}: {tell.plain(book.title(kind.rules))}"


def _page(
    form: Mapping[str, str],
    status: int = 200,
    preview: ResultsPreview | None = None,
    notice: Sentence | None = None,
) -> ResponseReturnValue:
    kinds, tell = _kinds(), Teller()
    shown: dict[str, Any] = {
        "form": form,
        "preview": preview,
        "notice": notice,
        "kind_names": [(key, _kind_name(kind)) for key, kind in kinds.items()],
        "kind": form.get("kind") if form.get("kind") in kinds else _usual_kind().key,
        "meanings": [(meaning.value, tell.plain(words)) for meaning, words in MEANINGS.items()],
        "players": players_at(open_store(), g.table.id),
    }
    shown["decimals"] = kinds[shown["kind"]].book.decimals
    results = preview.results if preview else None
    shown["orders"] = [(order.value, tell.plain(_order_words(order, results))) for order in ORDERS]
    shown |= column_fields(results.pasted.shown if results else (), _options())
    return render_template("files/results.html", **shown), status


def _order_words(order: DayOrder, results: ResultsTable | None) -> Sentence:
    """Return an order of day and month in words, with the date that an example is in it."""
    day = results.days.get(order) if results else None
    if results is None or day is None:
        return ORDERS[order]
    return say(
        "{order}: {text} is {date}", order=ORDERS[order], text=Given(results.example), date=day
    )


ORDERS = {
    DayOrder.DAY: say("day, month, year"),
    DayOrder.MONTH: say("month, day, year"),
}
MEANINGS = {
    Numbers.POINTS: say("points of each game"),
    Numbers.RUNNING: say("totals of all games so far"),
    Numbers.PLACES: say("places"),
}
COLUMN_MEANINGS = {
    Meaning.PLAIN: say("numbers of this player"),
    Meaning.UNUSED: say("something to leave out"),
    Meaning.DATE: say("date"),
    Meaning.NAME: say("names of players"),
    Meaning.POINTS: say("points"),
    Meaning.PLACE: say("places"),
    Meaning.NUMBER: say("number of the game"),
    Meaning.WINNER: say("name of the winner"),
}
