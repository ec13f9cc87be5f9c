"""Pages that import the results of past games from a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from flask import Blueprint, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange import importing
from scorekeeper.exchange.result_columns import ResultChoices, Undated
from scorekeeper.exchange.result_games import NEW, GameKind, Prepared, kinds_of
from scorekeeper.exchange.result_import import Reader, ResultsPreview, preview
from scorekeeper.exchange.result_rows import Results
from scorekeeper.exchange.table_checks import SumRows
from scorekeeper.exchange.table_columns import Meaning, Numbers, Use
from scorekeeper.ledger import game_results
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_files import books_of
from scorekeeper.ledger.game_results import Span
from scorekeeper.ledger.tables import players_at
from scorekeeper.web import access, languages, previews
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.formatting import Teller
from scorekeeper.web.paste_form import (
    SUMS,
    Options,
    by_level,
    chosen,
    column_fields,
    posted_form,
    uses_in,
)
from scorekeeper.wording import Given, Sentence, say

ONE_OF_THEM = "+"  # the value of a field for a new player
YEAR_DIGITS = 4

pages = Blueprint("results", __name__, url_prefix="/data/results")


@pages.get("/")
def ask() -> ResponseReturnValue:
    """Show a field to paste a table into."""
    only_scorers()
    return _page({})


@pages.post("/")
def take() -> ResponseReturnValue:
    """Show what a table is taken for, with its errors and questions, or import it."""
    form, problem = posted_form()
    if problem is not None:
        return _page(form, 422, problem=problem)
    kinds = _kinds()
    kind = kinds.get(form.get("kind", "")) or _usual_kind()
    reader = Reader(languages.months_named, languages.in_every_language, languages.point())
    text, store = form.get("table", ""), open_store()
    try:
        shown = preview(
            store, g.table.id, text, _choices(form), kind=kind, kinds=kinds, reader=reader
        )
    except EntryError as error:
        return _page(form, 422, problem=error.sentence)
    if not shown.is_ready or "record" not in form:
        return _page(form, 200 if shown.is_settled else 422, shown)
    try:
        previews.check(_sealed(shown.prepared))
    except EntryError as error:
        return _page(form, 409, shown, notice=error.sentence)
    try:
        survey = importing.survey_document(store, g.table.id, shown.prepared)
        line = importing.bring_in(store, g.table.id, survey, access.author())
    except Unreadable as error:
        return _page(form, 409 if error.clash else 422, problem=error.sentence)
    return redirect(url_for("imports.imported", number=line), 303)


def _sealed(prepared: Prepared) -> str:
    """Return the value that the form carries once the games can be imported."""
    games = [
        (game.rulebook, game.rules, game.players, *(entry.fact for entry in game.entries))
        for game in prepared.new
    ]
    days = [session.date for session in prepared.sessions.values()]
    return previews.sealed(None, [games, days, prepared.tally])


def _choices(form: Mapping[str, str]) -> ResultChoices:
    """Return the choices about a table."""
    year = form.get("year", "").strip()
    return ResultChoices(
        uses_in(form, _options()),
        chosen(form, "numbers", MEANINGS),
        chosen(form, "order", DayOrder),
        int(year) if year.isascii() and year.isdigit() and len(year) == YEAR_DIGITS else None,
        chosen(form, "undated", Undated),
        chosen(form, "sums", SumRows),
        _day(form.get("day", "")),
        _answers(form, "player"),
        _answers(form, "game"),
        "as-written" in form,
    )


def _day(text: str) -> date | None:
    """Return the day in a field; None for another text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _answers(form: Mapping[str, str], what: str) -> dict[str, str]:
    """Return the answers to questions about names, by name; those that are open are left out."""
    asked = {
        called: form.get(field.replace("called-", ""), "")
        for field, called in form.items()
        if field.startswith(f"called-{what}-")
    }
    chosen = {name: answer for name, answer in asked.items() if answer}
    return {name: NEW if answer == ONE_OF_THEM else answer for name, answer in chosen.items()}


def _options() -> Options:
    """Return the uses that somebody may choose for a column."""
    tell = Teller()
    return {
        Use(meaning): (meaning.value, tell.plain(words))
        for meaning, words in COLUMN_MEANINGS.items()
    }


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
    seen: ResultsPreview | None = None,
    *,
    problem: Sentence | None = None,
    notice: Sentence | None = None,
) -> ResponseReturnValue:
    kinds, tell = _kinds(), Teller()
    results = seen.results if seen else None
    shown: dict[str, Any] = {
        "form": form,
        "text": results.table.text if results else form.get("table", ""),
        "preview": seen,
        "players": players_at(open_store(), g.table.id),
        "problem": problem,
        "value": _sealed(seen.prepared) if seen else "",
        "notice": notice,
        "kind_names": [(key, _kind_name(kind)) for key, kind in kinds.items()],
        "kind": form.get("kind") if form.get("kind") in kinds else _usual_kind().key,
        "meanings": [(meaning.value, tell.plain(words)) for meaning, words in MEANINGS.items()],
        "undated": [(each.value, tell.plain(words)) for each, words in UNDATED.items()],
        "sums": [(each.value, tell.plain(words)) for each, words in SUMS.items()],
        "numbers": results.numbers.value if results and results.numbers else "",
        "asked": {remark.field for remark in seen.remarks} if seen else set(),
        "remarks": by_level(seen.remarks if seen else ()),
        "samples": _samples(seen.prepared if seen else None),
    }
    shown["decimals"] = kinds[shown["kind"]].book.decimals
    shown["orders"] = [(order.value, tell.plain(_order_words(order, results))) for order in ORDERS]
    shown |= column_fields(results.table if results else None, _options())
    if seen:
        shown["unused"] += [each.name for each in seen.questions if each.chosen is None]
    return render_template("files/results.html", **shown), status


def _samples(prepared: Prepared | None) -> list[dict[str, Any]]:
    """Return some games as the page shows them in words."""
    if prepared is None:
        return []
    samples = []
    for at in prepared.samples:
        document = prepared.new[at]
        game = document.replayed().game
        sides = [
            {
                "name": " + ".join(document.players[seat] for seat in seats),
                "total": game.total(side),
                "place": game.places[side],
            }
            for side, seats in enumerate(game.sides)
        ]
        samples.append(
            {
                "line": prepared.lines[at],
                "date": prepared.day_of(document),
                "book": game.setup.book,
                "sides": sides,
            }
        )
    return samples


def _order_words(order: DayOrder, results: Results | None) -> Sentence:
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
    Numbers.YEARLY: say("totals of all games so far in the year"),
    Numbers.PLACES: say("places"),
}
UNDATED = {
    Undated.SAME_DAY: say("further games of the day above"),
    Undated.LEFT_OUT: say("no games: left out"),
}
COLUMN_MEANINGS = {
    Meaning.PLAIN: say("this player"),
    Meaning.UNUSED: say("left out"),
    Meaning.DATE: say("date"),
    Meaning.NAME: say("names"),
    Meaning.POINTS: say("points"),
    Meaning.PLACE: say("places"),
    Meaning.GAME: say("games"),
    Meaning.NUMBER: say("number"),
    Meaning.WINNER: say("winner"),
}
