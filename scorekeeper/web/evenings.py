"""The first page, the list of evenings, and the page of an evening."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import EntryError
from scorekeeper.ledger import game_list, sessions
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_files import books_of
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.game_results import (
    Damaged,
    Result,
    listing_of,
    player_names,
    results_of,
    running_game,
    tallies,
)
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.sessions import SessionRecord, Wanted, find_sessions
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.web import access, copies, languages, polling, printing
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import posted_key
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.page_cache import cached

# Evenings

PAGE = 12
NEAR = 8  # sessions before and after an evening to which its games can be moved
APART = "apart"

pages = Blueprint("sessions", __name__, url_prefix="/sessions")


@dataclass(frozen=True, slots=True)
class Evening:
    """A session with the results of its games; `damaged` are the games that cannot be read."""

    session: SessionRecord
    results: tuple[Result, ...]
    damaged: tuple[Damaged, ...] = ()

    @property
    def player_names(self) -> tuple[str, ...]:
        return player_names(self.results)

    def without_game(self, game_id: int | None) -> Evening:
        """Return the evening without a game, which the page shows elsewhere."""
        return replace(
            self, results=tuple(result for result in self.results if result.id != game_id)
        )


def list_evenings(records: Sequence[SessionRecord]) -> list[Evening]:
    """Return an Evening for each session, in the same order."""
    listing = listing_of(open_store(), g.table.id, [record.id for record in records])
    return [
        Evening(
            record,
            tuple(result for result in listing.results if result.session_id == record.id),
            tuple(game for game in listing.damaged if game.session_id == record.id),
        )
        for record in records
    ]


def readable_games(game_ids: Iterable[int]) -> Iterator[GameRecord]:
    """Yield those of these games that can be read, one by one; damaged ones are left out."""
    for game_id in game_ids:
        with suppress(UnreadableGame):
            yield open_store().game(g.table.id, game_id)


def result_teller(result: Result) -> Teller:
    """Return a formatter (`Teller`) that names the players of a game."""
    return Teller(result.players, decimals=result.book.decimals)


@pages.get("/")
@cached
def index() -> ResponseReturnValue:
    """List a page of the evenings that match the search, newest first."""
    wanted = _read_search(request.args)
    number = max(1, request.args.get("page", 1, type=int))
    matching = find_sessions(open_store(), g.table.id, wanted, PAGE, (number - 1) * PAGE)
    query = {name: value for name, value in request.args.items() if value and name != "page"}
    return render_template(
        "evenings/evenings.html",
        evenings=list_evenings(matching.sessions),
        count=matching.count,
        number=number,
        more=number * PAGE < matching.count,
        wanted=wanted,
        query=query,
        players=players_at(open_store(), g.table.id),
        games=list(books_of(open_store().db, g.table.id).values()),
        teller=result_teller,
    )


@pages.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Enter the date and the name of a past evening, to add its games later."""
    only_scorers()
    if request.method != "POST":
        return _new_page({"key": new_key()})
    form = request.form
    try:
        session_id = sessions.begin(
            open_store(), g.table.id, posted_key(), form.get("date", ""), form.get("name", "")
        )
    except EntryError as error:
        return _new_page({**form, "key": form.get("key") or new_key()}, 422, error)
    return redirect(url_for("sessions.show", session_id=session_id), 303)


@pages.get("/<int:session_id>/")
def show(session_id: int) -> ResponseReturnValue:
    """Show an evening: its players, its games and everyone's tally."""
    return _page(_session(session_id))


@pages.get("/<int:session_id>/print", endpoint="print")
@pages.get("/<int:session_id>/print.pdf", endpoint="print_pdf")
@cached
def to_print(session_id: int) -> ResponseReturnValue:
    """Show the score sheets of an evening, to be printed."""
    session = _session(session_id)
    results = results_of(open_store(), g.table.id, [session.id])
    records = list(readable_games(result.id for result in results))
    if not records:
        abort(404)
    title = session.name or translated("Evening")
    place = printing.DocumentAddress("sessions.print", {"session_id": session.id})
    return printing.print_games(records, title, languages.day(session.date), place)


@pages.post("/<int:session_id>/")
def change(session_id: int) -> ResponseReturnValue:
    """Change the date, the name and the notes of an evening."""
    form = request.form
    words = {name: form.get(name, "") for name in ("date", "name", "notes")}
    try:
        sessions.change(open_store(), g.table.id, session_id, **words, by=access.author())
    except EntryError as error:
        return _page(_session(session_id), 422, error=error, words=words)
    return redirect(url_for("sessions.show", session_id=session_id), 303)


@pages.post("/<int:session_id>/move")
def move(session_id: int) -> ResponseReturnValue:
    """Move games to another evening or to a new one; moving all of them joins two evenings."""
    chosen = request.form.getlist("games", type=int)
    target = request.form.get("to", type=int)  # None for APART, a new evening
    try:
        joined = sessions.move(open_store(), g.table.id, chosen, session_id, target)
    except EntryError as error:
        return _page(_session(session_id), 422, error=error)
    return redirect(url_for("sessions.show", session_id=joined), 303)


@pages.post("/<int:session_id>/remove")
def remove(session_id: int) -> ResponseReturnValue:
    """Remove an evening without games."""
    try:
        sessions.remove(open_store(), g.table.id, session_id, access.author())
    except EntryError as error:
        return _page(_session(session_id), 422, error=error)
    return redirect(url_for("sessions.index"), 303)


@pages.get("/<int:session_id>/move")
@pages.get("/<int:session_id>/remove")
def redirect_reload(session_id: int) -> ResponseReturnValue:
    """Redirect to the evening if the URL of a refused form is reloaded."""
    return redirect(url_for("sessions.show", session_id=session_id), 303)


def _session(session_id: int) -> SessionRecord:
    return sessions.session(open_store(), g.table.id, session_id)


def _read_search(given: MultiDict[str, str]) -> Wanted:
    """Read the search form; values that cannot be read are ignored."""
    text = given.get("text", "").strip()[: sessions.LONGEST_NAME]
    return Wanted(
        text=text,
        player=given.get("player", type=int),
        game=given.get("game", ""),
        first=_day(given.get("from", "")),
        last=_day(given.get("to", "")),
        months={word: languages.months_named(word) for word in text.split()},
    )


def _day(text: str) -> dt.date | None:
    try:
        return sessions.read_date(text)
    except EntryError:
        return None


def _new_page(
    words: Mapping[str, str], status: int = 200, error: EntryError | None = None
) -> ResponseReturnValue:
    return render_template("evenings/new_evening.html", words=words, error=error), status


def _page(session: SessionRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    evening = list_evenings([session])[0]
    others = (
        sessions.near(open_store(), g.table.id, session.date, NEAR) if len(evening.results) else ()
    )
    words = {"date": session.date.isoformat(), "name": session.name, "notes": session.notes}
    return (
        render_template(
            "evenings/evening.html",
            **(
                {
                    "session": session,
                    "evening": evening,
                    "tallies": tallies(evening.results),
                    "others": [other for other in others if other.id != session.id],
                    "teller": result_teller,
                    "words": words,
                    "error": None,
                    "apart": APART,
                }
                | context
            ),
        ),
        status,
    )


# The first page

NEWEST = 3

home_pages = Blueprint("home", __name__)


@home_pages.get("/")
def first_page() -> ResponseReturnValue:
    """Show the running game and the newest evenings."""
    store = open_store()
    newest = sessions.newest(store, g.table.id, NEWEST)
    listed = {session.id for session in newest}
    others = [other for other in sessions.in_use(store, g.table.id) if other not in listed]
    evenings = list_evenings(newest)
    results = [result for evening in evenings for result in evening.results]
    results += results_of(store, g.table.id, others) if others else []
    current = game_list.current(store, g.table.id)
    unfinished = {result.id for result in results if not result.outcome.over}
    game_id = current if current in unfinished else running_game(results)
    shown = [evening.without_game(game_id) for evening in evenings]
    return render_template(
        "evenings/home.html",
        running=next(iter(readable_games([] if game_id is None else [game_id])), None),
        evenings=[
            evening
            for evening in shown
            if evening.results or evening.damaged or evening in evenings
        ],
        teller=game_teller,
        removed=_removed(store),
        advice=copies.advice(),
        result_teller=result_teller,
        current=current,
        revision=polling.poll_mark(current, store.revision(g.table.id, current), table=True)
        if current is not None
        else "none",
    )


def _removed(store: Store) -> GameRecord | None:
    """Return the game that was just removed, which one tap can restore; None if there is none."""
    game_id = request.args.get("removed", type=int)
    if game_id is None or g.role is not Role.SCORE:
        return None
    with suppress(Unknown, UnreadableGame):
        if store.removed(g.table.id, game_id):
            return store.game(g.table.id, game_id)
    return None


def game_teller(record: GameRecord) -> Teller:
    return Teller.of(record)
