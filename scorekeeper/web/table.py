"""The table page: the points of the last hand, the next question, and the answers to it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import (
    Blueprint,
    Flask,
    abort,
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
from flask_wtf import FlaskForm
from wtforms import FieldList, HiddenField, RadioField, StringField
from wtforms.validators import Regexp

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.insight.needs import Need, needs
from scorekeeper.ledger import game_list, phones
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.conflicts import Became, Outcome, Submission, TwoAnswers
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_log import Kind, Log
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import LastChange, acts_of, last_change, seat_changes
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.people import Person
from scorekeeper.rules.awards import EarnedAward, awards
from scorekeeper.rules.game import Game
from scorekeeper.rules.steps import Fact, number_of, seat_of
from scorekeeper.web import access, links, polling
from scorekeeper.web.access import Asking, open_store
from scorekeeper.web.charts import Chart, signed, totals_chart
from scorekeeper.web.formatting import Teller
from scorekeeper.web.look_ahead_json import phone_state
from scorekeeper.wording import Sentence, say

# Forms

KEY_PATTERN = r"[A-Za-z0-9_-]{1,64}"
MOST_WORDS = 40  # characters of an answer that are shown again; answers are short
OWN_FIELDS = {"csrf_token", "key", "revision", "hand", "question"}


@dataclass(frozen=True, slots=True)
class EntryFields:
    """The fields of a form that every entry has besides its answer.

    key         made with the page, so that a second tap on the page makes no second entry
    revision    the revision of the game that the page shows
    hand        the number of the hand whose question is answered; None if the form has none
    question    the key of that question; None if the form has none
    """

    key: str
    revision: int
    hand: int | None = None
    question: str | None = None

    @classmethod
    def posted(cls) -> EntryFields:
        """Read the fields of the posted form.

        The key is derived from that of the page and from the answer, so that two taps with the same
        answer on one page have the same key. Raises MalformedEntry if the revision or the key is
        missing.
        """
        key = request.form.get("key", "")
        revision = number_of(request.form, "revision")
        if revision is None or not re.fullmatch(KEY_PATTERN, key):
            raise _incomplete()
        hand, question = number_of(request.form, "hand"), request.form.get("question") or None
        return cls(_derive_key(key, posted_answer()), revision, hand, question)


class NewGameForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """The form for a new game, without the fields of the house rules, which the engine reads."""

    key = HiddenField(validators=[Regexp(rf"{KEY_PATTERN}\Z")], default=new_key)
    names = FieldList(StringField())
    dealer = RadioField(validate_choice=False, default="lot")
    rules = RadioField(validate_choice=False)

    def game_key(self) -> str:
        """Return the key of the game: the same form sent twice begins one game."""
        return _derive_key(self.key.data, posted_answer())


def install(app: Flask) -> None:
    """Refuse malformed forms before any code reads them."""
    app.before_request(_check_names)


def posted_key() -> str:
    """Return the key in the posted form; raises MalformedEntry if it is missing or malformed."""
    key = request.form.get("key", "")
    if not re.fullmatch(KEY_PATTERN, key):
        raise _incomplete()
    return key


def posted_answer() -> dict[str, Any]:
    """Return the fields of the posted form that are the answer itself."""
    return {name: value for name, value in request.form.items() if name not in OWN_FIELDS}


def posted_choice() -> dict[str, Any]:
    """Return the posted choice between two answers; each answer is JSON in its stored form."""
    facts = {name: _fact(request.form.get(name, "")) for name in ("answer", "instead")}
    return {"question": request.form.get("question"), **facts}


def _fact(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def shortened_answer() -> dict[str, str]:
    """Return the posted answer, short enough to be shown again."""
    return {name: str(value)[:MOST_WORDS] for name, value in posted_answer().items()}


def form_fields(fact: Fact) -> dict[str, str]:
    """Return the form fields that would record a fact (a stored answer) if they were sent."""
    fields: dict[str, str] = {}
    for name, value in fact.items():
        if isinstance(value, Mapping):
            fields |= form_fields(value)
        elif isinstance(value, Iterable) and not isinstance(value, str):
            fields |= {f"{name}-{index}": str(item) for index, item in enumerate(value)}
        else:
            fields[name] = str(value)
    return fields


def _check_names() -> None:
    if None in request.form:  # Werkzeug's name of a field without a name
        abort(400)


def _incomplete() -> MalformedEntry:
    return MalformedEntry(
        "incomplete", say("The page is incomplete: load it again and enter it once more.")
    )


def _derive_key(key: str | None, answer: Mapping[str, Any]) -> str:
    """Return a key for this answer on a page, different from those of the page's other answers."""
    sent = repr((request.path, sorted(answer.items())))
    return f"{key or new_key()}-{hashlib.sha256(sent.encode()).hexdigest()[:12]}"


def fields_under(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields whose names begin with a prefix and a dot, by the rest of their names."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)
    }


# Conflicts
#
# An entry is superseded if the game has changed since its page was loaded. The page names the entry
# and what was recorded instead. If both answer the same question, the user chooses one of the two
# answers. If the entry still fits, the page offers to record it.

MOVED_ON = say("The game has moved on since this page was loaded; your tap was not recorded.")
OTHER_REVISION = say("This page is out of date; your tap was not recorded.")
THIS_PHONE = say("this phone")


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """The form of a button that resolves a conflict.

    way     "keep" the recorded answer, "use" this one instead, or "send" the entry again
    label   the text of the button
    """

    way: str
    address: str
    fields: Mapping[str, str]
    label: Sentence


def context(outcome: Outcome) -> dict[str, Any]:
    """Return the template values that show a superseded entry.

    If the page asks the same question, its fields are filled in again.
    """
    decision, given = outcome.decision, outcome.given
    assert given is not None  # noqa: S101  (only a complete entry can be superseded)
    blanks = [value for _, value in decision.reason.blanks] if decision.reason else []
    shown = {
        "notice": MOVED_ON if outcome.revision > given.revision else OTHER_REVISION,
        "offered": offered_forms(outcome),
        "tapped": None if decision.fits else decision.tapped,
        "reason": decision.reason,
        "meanwhile": [sentence for sentence in outcome.meanwhile if sentence not in blanks],
    }
    if given.kind is not Kind.ANSWER or not given.is_asked(outcome.record.game):
        return shown
    return shown | {"chosen": shortened_answer(), "withdrawn": False}


def offered_forms(outcome: Outcome) -> list[OfferedForm]:
    """Return the buttons that the page offers for a superseded entry."""
    decision = outcome.decision
    if decision.answers is not None:
        return _choices(outcome, decision.answers)
    if decision.fits and decision.tapped is not None:
        label = say("Record it now: {told}", told=decision.tapped)
        return [OfferedForm("send", request.path, shortened_answer(), label)]
    return []


def _choices(outcome: Outcome, two: TwoAnswers) -> list[OfferedForm]:
    address = url_for("play.choose", game_id=outcome.record.id)
    words = {
        "keep": say("Keep {answer} ({phone})", answer=_brief(two, two.recorded),
                    phone=_recorded_by(outcome, two)),
        "use": say("Use {answer} ({phone})", answer=_brief(two, two.given), phone=THIS_PHONE),
    }  # fmt: skip
    return [
        OfferedForm(way, address, _fields(two, two.choice(use=way == "use")), label)
        for way, label in words.items()
    ]


def _fields(two: TwoAnswers, choice: Fact) -> dict[str, str]:
    facts = {name: json.dumps(choice[name]) for name in ("answer", "instead")}
    return {"hand": str(two.deal), "question": two.step.key} | facts


def _brief(two: TwoAnswers, fact: Fact) -> Sentence | int:
    """Return a short form of an answer: its number, or a sentence if it is not a number."""
    values = [value for name, value in fact.items() if name != "seat"]
    if len(values) == 1 and isinstance(values[0], int):
        return values[0]
    return two.describe(fact)


def _recorded_by(outcome: Outcome, two: TwoAnswers) -> Sentence:
    """Name the phone that recorded the present answer."""
    store = open_store()
    facts = (
        (act.device, (act.entry.fact, act.entry.fact.get("answer")))
        for act in reversed(acts_of(store, g.table.id, outcome.record.id))
        if act.entry.deal == two.deal
    )
    device = next((device for device, answers in facts if two.recorded in answers), None)
    if device == session.get("device"):
        return THIS_PHONE
    seen: phones.SeenPhones = current_app.extensions[access.PHONES]
    seen.flush()  # the owners of phones are written to the file only now and then
    number, owner = phones.owners(store, g.table.id).get(device or "", (0, ""))
    return links.phone_label(number, owner) if number else say("another phone")


# Answers as JSON
#
# The answer has the revision that the entry made, which the phone's next stored entry is built on.
# The same entry sent again gets the same answer. If another phone has written in the meantime, the
# answer says what, in sentences, so that the user can decide; if both phones answered the same
# question, with a button for each of the two answers.

JSON = "application/json"
STATUS = {Became.SUPERSEDED: 409, Became.REFUSED: 422}


def wants_json() -> bool:
    """Return whether the request accepts JSON."""
    return request.headers.get("Accept") == JSON


def json_answer(outcome: Outcome) -> ResponseReturnValue:
    """Return the revision, and the reason if the entry was not recorded.

    With status 409, `meanwhile` has the entries recorded since the page was loaded, and `choices`
    the buttons if both phones answered the same question. With 422, `problem` says why the entry
    does not fit; if it answers the present question, `page` asks that question again.
    """
    tell = Teller.of(outcome.record)
    body: dict[str, object] = {"revision": outcome.revision}
    if outcome.became is Became.SUPERSEDED:
        body["meanwhile"] = [str(tell(sentence)) for sentence in outcome.meanwhile]
        if outcome.decision.tapped is not None:
            body["tapped"] = str(tell(outcome.decision.tapped))
    if outcome.decision.answers is not None:
        body["asked"] = str(tell(outcome.decision.answers.step.question))
        body["choices"] = [
            {
                "way": form.way,
                "told": str(tell(form.label)),
                "address": form.address,
                "fields": list(form.fields.items()),
            }
            for form in offered_forms(outcome)
        ]
    if outcome.decision.reason is not None:
        body["problem"] = str(tell(outcome.decision.reason))
    if outcome.error is not None and _answers_present_question(outcome):
        body["page"], _ = refusal_page(outcome.record.id, outcome.error)
    return jsonify(body), STATUS.get(outcome.became, 200)


def _answers_present_question(outcome: Outcome) -> bool:
    given = outcome.given
    if given is None or given.kind is not Kind.ANSWER:
        return False
    return given.is_asked(outcome.record.game)


# The page

CALL_BY_CALL = "calls"
ASKED = "asked"  # the id of the question, which the page scrolls to without scripts
LOW_CHART = 124.0  # height in units; a chart is 340 units wide

pages = Blueprint("play", __name__, url_prefix="/games/<int:game_id>")


def load(game_id: int) -> GameRecord:
    """Return a game of this table; raises Unknown if it has no such game."""
    store = open_store()
    return store.game(g.table.id, game_id)


def submit(
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
    fresh = not game.current.record.facts
    by_call = session.get("record") == CALL_BY_CALL
    return (
        render_template(
            "table/table.html",
            **(
                game_context(record)
                | {
                    "step": game.step,
                    "last": game.complete[-1] if fresh and game.complete else None,
                    "phone_state": phone_state(record),
                    "need": _nearest_need(game),
                    "awards": awards_of(record),
                    "drawn": _chart(record),
                    "signed_totals": [signed(total) for total in game.totals],
                    "by_call": by_call,
                    "seat": _asking(record, by_call, refused=status == 422),
                    **table_context(record),
                    "drawn_dealer": "drawn" in request.args and fresh and not game.deals,
                    "chosen": form_fields(record.log.answered_before or {}),
                    "withdrawn": record.log.answered_before is not None,
                    "action": url_for("play.answer", game_id=record.id),
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


def _nearest_need(game: Game) -> Need | None:
    """Return what the best placed side needs that can win or, if none can, reach the target.

    If no side can do either, it is what the leader needs; None if the game has no needs.
    """
    by_side = needs(game)
    in_order = [by_side[side] for side in game.order] if by_side else []
    wins = [need for need in in_order if need.win]
    reaches = [need for need in in_order if need.reach]
    return next(iter(wins or reaches or in_order), None)


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
    """
    removed = open_store().removed(record.table_id, record.id)
    current = game_list.current(open_store(), record.table_id)
    another = None
    if (record.game.over or removed) and current != record.id:
        another = game_in_progress(record.table_id)
    return {"removed": removed, "follows": removed or current == record.id, "another": another}


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
        "book": record.game.setup.book,
        "invite": not current_app.config["KEYLESS"],
        "carry": EntryFields(new_key(), record.log.revision),
        "own_seat": access.owner_seat(record),
        "tell": Teller.of(record),
        "seat_changes": seat_changes(record.log),
        "moved": moved,
        "meanwhile": _entries_since(record),
    }


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
def redirect_reload(game_id: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of the game if the URL of a refused form is reloaded."""
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/seat")
def sit(game_id: int) -> ResponseReturnValue:
    """Set the owner of this phone, or remove the owner."""
    record = load(game_id)
    try:
        access.set_owner(record, seat_of(request.form, "sits", len(record.players)))
    except EntryError as error:
        return refusal_page(game_id, error)
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/answers")
def answer(game_id: int) -> ResponseReturnValue:
    """Record an answer to the question that the page showed."""
    return _record_posted(game_id, Kind.ANSWER)


@pages.post("/<any(undo, redo, stop, dealer):act>")
def act(game_id: int, act: str) -> ResponseReturnValue:
    """Undo, redo, stop the game, or change the dealer."""
    return _record_posted(game_id, Kind(act))


@pages.post("/choice")
def choose(game_id: int) -> ResponseReturnValue:
    """Record which of two answers to a question is the right one."""
    try:
        hand = number_of(request.form, "hand")
    except EntryError as error:
        if wants_json():
            return json_answer(Outcome.refused(error, load(game_id)))
        return refusal_page(game_id, error)
    return _record_posted(game_id, Kind.CHOICE, hand, posted_choice())


def _record_posted(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> ResponseReturnValue:
    """Record the posted entry, and answer with a page or with JSON."""
    outcome = submit(game_id, kind, deal, fact)
    if wants_json():
        return json_answer(outcome)
    if outcome.error is not None:
        return refusal_page(game_id, outcome.error, offered=offered_forms(outcome))
    if not outcome.stands:
        return page(outcome.record, 409, **context(outcome))
    return redirect(url_for("play.hand", game_id=game_id, _anchor=ASKED), 303)


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
    return redirect(url_for("play.hand", game_id=game_id), 303)


def refusal_page(game_id: int, error: EntryError, **context: Any) -> tuple[str, int]:
    """Show the page with the reason beside the field and the answer as it was typed."""
    another = error.code == "another-question"
    chosen: dict[str, Any] = {} if another else {"chosen": shortened_answer(), "withdrawn": False}
    return page(load(game_id), 422, error=error, **chosen, **context)
