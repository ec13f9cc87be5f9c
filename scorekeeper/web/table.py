"""The table page: the points of the last hand, the next question, and the answers to it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from math import ceil
from typing import Any

from flask import (
    Blueprint,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.insight.needs import Need, needs
from scorekeeper.ledger import game_list
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.conflicts import Outcome, Submission
from scorekeeper.ledger.errors import FaultyGame, Unknown, UnreadableGame
from scorekeeper.ledger.game_log import Kind, Log
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import LastChange, last_change, seat_changes
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.people import Person
from scorekeeper.rules.awards import EarnedAward, awards
from scorekeeper.rules.game import Game
from scorekeeper.rules.steps import number_of, seat_of
from scorekeeper.web import access, polling
from scorekeeper.web.access import Asking, only_scorers, open_store
from scorekeeper.web.charts import Chart, signed, totals_chart
from scorekeeper.web.conflict_offers import offered_forms, superseded_context
from scorekeeper.web.entry_forms import (
    EntryFields,
    form_fields,
    posted_answer,
    posted_choice,
    shortened_answer,
)
from scorekeeper.web.formatting import Teller
from scorekeeper.web.json_answers import json_answer, wants_json
from scorekeeper.web.look_ahead_json import description, phone_state
from scorekeeper.web.so_far import answers_so_far, contracts_so_far
from scorekeeper.wording import Sentence, say

CALL_BY_CALL = "calls"
ASKED = "asked"  # the id of the question, which the page scrolls to without scripts
ENTER_AGAIN = say("The game has moved on since this page was loaded: check and enter it again.")
LOW_CHART = 124.0  # height in units; a chart is 340 units wide

pages = Blueprint("table", __name__, url_prefix="/games/<int:game_id>")


def load(game_id: int) -> GameRecord:
    """Return a game of this table; raises Unknown if it has no such game."""
    store = open_store()
    return store.game(g.table.id, game_id)


def record_posted(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> Outcome:
    """Record the posted entry if it fits; raises Unknown.

    deal    the number of the hand that it corrects
    fact    the values of the entry, if they are not just the fields of the form
    """
    store = open_store()
    try:
        carried = EntryFields.posted()
    except EntryError as error:
        record = load(game_id)
        return Outcome.refused(error, record)
    of_answer = kind is Kind.ANSWER
    given = Submission(
        carried.key,
        carried.revision,
        kind,
        posted_answer() if fact is None else fact,
        carried.hand if of_answer else deal,
        carried.question if of_answer else None,
        session.get("device", ""),
    )
    return store.submit(g.table.id, game_id, given)


def page(record: GameRecord, status: int = 200, **context: Any) -> tuple[str, int]:
    """Show the next question; above it the result of the last hand, until a new hand begins."""
    game = record.game
    step, fresh = game.step, not game.current.record.facts
    by_call = session.get("record") == CALL_BY_CALL
    return (
        render_template(
            "table/table.html",
            **(
                game_context(record)
                | {
                    "step": step,
                    "last": game.complete[-1] if fresh and game.complete else None,
                    "phone_state": phone_state(record),
                    **_needs(game),
                    "contracts": step and contracts_so_far(step),
                    "answers_so_far": answers_so_far(game.current.reading),
                    "awards": awards_of(record),
                    "drawn": _chart(record),
                    "signed_totals": [
                        signed(total, game.setup.book.decimals) for total in game.totals
                    ],
                    "by_call": by_call,
                    "seat": _asking(record, by_call, refused=status == 422),
                    **table_context(record),
                    "taken_over": "taken_over" in request.args,
                    "drawn_dealer": "drawn" in request.args and fresh and not game.deals,
                    "chosen": form_fields(record.log.answered_before or {}),
                    "withdrawn": record.log.answered_before is not None,
                    "action": url_for("table.answer", game_id=record.id),
                }
                | context
            ),
        ),
        status,
    )


def awards_of(record: GameRecord) -> tuple[EarnedAward, ...]:
    """Return the awards of a finished game; by player instead of seat if players changed."""
    sitting = record.log.sitting
    if not sitting.changes:
        return awards(record.game)
    return awards(record.game, lambda number, seat: Person(sitting.at(number)[seat]))


def _chart(record: GameRecord) -> Chart | None:
    """Draw the running totals, low enough to fit on a phone with the winner and the awards.

    None while the game runs, except for those who watch.
    """
    if not record.game.winners and g.role is Role.SCORE:
        return None
    return totals_chart(record.game, Teller(record.players), height=LOW_CHART)


def _needs(game: Game) -> dict[str, Any]:
    """Return the template values about what the sides need to win; empty if the game has no needs.

    nearest_needs    the needs of the best placed side that can win or, if none can, reach the
                     target; of the leader if no side can do either; by their words, with several
                     needs where sides are level
    decisive         the seats of these sides if they can win or reach the target, otherwise empty
    needs            the needs of the other sides, in words; of all sides in a play-off, where the
                     page names its players instead of the nearest needs
    """
    by_side = needs(game)
    gone = game.gone
    in_order = [by_side[side] for side in game.order if by_side and side not in gone]
    wins = [need for need in in_order if need.win]
    reaches = [need for need in in_order if need.reach]
    nearest = wins or reaches or in_order
    nearest = [need for need in nearest if game.totals[need.side] == game.totals[nearest[0].side]]
    level: dict[Sentence, list[Need]] = {}
    for need in nearest:
        level.setdefault(need.sentence, []).append(need)
    told = [] if game.course.play_off else nearest
    return {
        "nearest_needs": level,
        "decisive": [
            int(seat)
            for need in nearest
            if need.win or need.reach
            for seat in game.sides[need.side]
        ],
        "needs": {
            need.side: need.brief for need in by_side if need not in told and need.side not in gone
        },
    }


def _asking(record: GameRecord, by_call: bool, refused: bool) -> Asking:
    """Return which seat has to answer the next question, as seen from this phone.

    The phone answers for another player if the URL says so, or after a refused answer.
    """
    asked = access.seat_asked(record.game.step, by_call)
    entering = refused or request.args.get("for", type=int) == asked
    return Asking(access.owner_seat(record), asked, entering)


def table_context(record: GameRecord) -> dict[str, Any]:
    """Return the template values of a page that follows the table.

    removed      whether the game was removed
    follows      whether the page goes on to the next game that the table begins
    another      the game in progress, if this one is over or removed; otherwise None
    teller       returns the formatter of a game, which is that of `another`
    """
    removed = open_store().removed(record.table_id, record.id)
    current = game_list.current(open_store(), record.table_id)
    another = None
    if (record.game.over or removed) and current != record.id:
        another = game_in_progress(record.table_id)
    follows = removed or current == record.id
    return {"removed": removed, "follows": follows, "another": another, "teller": Teller.of}


def game_in_progress(table_id: int) -> GameRecord | None:
    """Return the game that the table plays; None if it is over or cannot be read."""
    store = open_store()
    current = game_list.current(store, table_id)
    with suppress(Unknown, UnreadableGame):
        if current is not None and not (playing := store.game(table_id, current)).game.over:
            return playing
    return None


def game_context(record: GameRecord) -> dict[str, Any]:
    """Return the template values of every page of a game."""
    log, moved = _log_and_last_change(record.log)
    return {
        "record": record,
        "game": record.game,
        "log": log,
        "note": log.notes.get(0, ""),
        "left": _seconds_left(record.game),
        "book": record.game.setup.book,
        "carry": EntryFields(new_key(), record.log.revision),
        "own_seat": access.owner_seat(record),
        "tell": Teller.of(record),
        "seat_changes": seat_changes(record.log),
        "moved": moved,
        "meanwhile": _entries_since(record),
    }


def _seconds_left(game: Game) -> int | None:
    """Return the seconds until the end of a running game, by this machine's clock; 0 if it is over.

    None if the game does not end by the clock.
    """
    end = game.setup.ending.moment
    if end is None or game.over:
        return None
    return max(ceil(end.timestamp() - open_store().clock().timestamp()), 0)


def _log_and_last_change(log: Log) -> tuple[Log, LastChange | None]:
    """Return the log for a page, and the effect of its last entry.

    The page says what a redo would restore. An entry that was undone because no page could show it
    would make this page fail as well: the log is then returned without its undone entries.
    """
    if log.undone:
        try:
            if log.redo_label is not None:
                return log, last_change(log)
        except Exception:  # any fault of the program
            current_app.logger.exception("An undone entry cannot be described")
            log = replace(log, undone=())
    return log, last_change(log)


def _entries_since(record: GameRecord) -> list[Sentence]:
    """Return descriptions of the entries since the revision of the page that this one replaces."""
    since = request.args.get("since", type=int)
    if since is None:
        return []
    store = open_store()
    return store.describe_since(record.table_id, record.id, since)


@pages.get("/")
@polling.for_watchers
def hand(game_id: int) -> ResponseReturnValue:
    """Show the table page; the query parameter `record` chooses how auctions are recorded."""
    if "record" in request.args:
        session["record"] = request.args["record"][:10]
    return page(load(game_id))


@pages.get("/<any(answers, choice, undo, redo, stop, dealer, seat, remove):act>")
@pages.get("/result/<any(note):act>")
def redirect_reload(game_id: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of the game if the URL of a refused form is reloaded."""
    return redirect(url_for("table.hand", game_id=game_id), 303)


@pages.post("/seat")
def sit(game_id: int) -> ResponseReturnValue:
    """Set the owner of this phone, or remove the owner."""
    record = load(game_id)
    try:
        access.set_owner(record, seat_of(request.form, "sits", len(record.players)))
    except EntryError as error:
        return refusal_page(game_id, error)
    return redirect(url_for("table.hand", game_id=game_id), 303)


@pages.post("/answers")
def answer(game_id: int) -> ResponseReturnValue:
    """Record an answer to the question that the page showed."""
    return _answered(game_id, Kind.ANSWER)


@pages.post("/<any(undo, redo, stop, dealer):act>")
def act(game_id: int, act: str) -> ResponseReturnValue:
    """Undo, redo, stop the game, or change the dealer."""
    try:
        return _answered(game_id, Kind(act))
    except FaultyGame:
        if act != "undo":
            raise
        _undo_unread(game_id)
        return redirect(url_for("table.hand", game_id=game_id), 303)


def _undo_unread(game_id: int) -> None:
    """Undo the last entry of a game that cannot be shown."""
    try:
        carried = EntryFields.posted()
    except EntryError:
        return
    device = session.get("device", "")
    given = Submission(carried.key, carried.revision, Kind.UNDO, {}, None, None, device)
    open_store().undo_unread(g.table.id, game_id, given)


@pages.post("/result/note")
def note(game_id: int) -> ResponseReturnValue:
    """Record the note on the game; a refused one is shown again as it was typed."""
    outcome = record_posted(game_id, Kind.NOTE, 0)
    typed = {"chosen": {"note": request.form.get("note", "")}}
    if outcome.error is not None:
        return page(outcome.record, 422, error=outcome.error, **typed)
    if not outcome.stands:
        return page(outcome.record, 409, notice=ENTER_AGAIN, **typed)
    return redirect(url_for("table.hand", game_id=game_id, _anchor="note"), 303)


@pages.post("/choice")
def choose(game_id: int) -> ResponseReturnValue:
    """Record which of two answers to a question is the right one."""
    try:
        hand = number_of(request.form, "hand")
    except EntryError as error:
        if wants_json():
            return json_answer(Outcome.refused(error, load(game_id)))
        return refusal_page(game_id, error)
    return _answered(game_id, Kind.CHOICE, hand, posted_choice())


def _answered(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> ResponseReturnValue:
    """Record the posted entry, and answer with a page or with JSON."""
    outcome = record_posted(game_id, kind, deal, fact)
    if wants_json():
        return json_answer(outcome, _asked_again(outcome))
    if outcome.error is not None:
        return refusal_page(game_id, outcome.error, offered=offered_forms(outcome))
    if not outcome.stands:
        return page(outcome.record, 409, **superseded_context(outcome))
    return redirect(url_for("table.hand", game_id=game_id, _anchor=ASKED), 303)


def _asked_again(outcome: Outcome) -> str | None:
    """Return the page that asks the present question again; None if it was not answered."""
    given = outcome.given
    if outcome.error is None or given is None or given.kind is not Kind.ANSWER:
        return None
    if not given.is_asked(outcome.record.game):
        return None
    return refusal_page(outcome.record.id, outcome.error)[0]


@pages.post("/remove")
def remove(game_id: int) -> ResponseReturnValue:
    """Take a game off the list."""
    store = open_store()
    game_list.remove(store, g.table.id, game_id, access.author())
    return redirect(url_for("home.first_page", removed=game_id), 303)


@pages.post("/bring-back")
def bring_back(game_id: int) -> ResponseReturnValue:
    """Restore a removed game."""
    store = open_store()
    game_list.bring_back(store, g.table.id, game_id, access.author())
    return redirect(url_for("table.hand", game_id=game_id), 303)


def refusal_page(game_id: int, error: EntryError, **context: Any) -> tuple[str, int]:
    """Show the page with the reason beside the field and the answer as it was typed."""
    another = error.code == "another-question"
    chosen: dict[str, Any] = {} if another else {"chosen": shortened_answer(), "withdrawn": False}
    return page(load(game_id), 422, error=error, **chosen, **context)


@pages.get("/ahead")
def ahead(game_id: int) -> ResponseReturnValue:
    """Return the look-ahead, for a phone that scores and may lose its connection."""
    only_scorers()
    record = load(game_id)
    if record.game.step is None:
        return jsonify(None)
    shown = game_context(record) | {"action": url_for("table.answer", game_id=game_id)}
    return jsonify(description(record, shown))
