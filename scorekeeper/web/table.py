"""The table page: the last hand's points, the next question, its forms, and every answer to it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
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
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_log import GameRecord, Kind
from scorekeeper.ledger.history import acts_of, moved, seat_changes
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.outcome import Became, Outcome, Submission, TwoAnswers
from scorekeeper.ledger.people import Person
from scorekeeper.rules.figures import Given, awards
from scorekeeper.rules.game import Game
from scorekeeper.rules.steps import Fact, number_of, seat_of
from scorekeeper.web import access, links, polling
from scorekeeper.web.access import Asking, open_store
from scorekeeper.web.charts import Chart, signed, totals_chart
from scorekeeper.web.formatting import Teller
from scorekeeper.web.look_ahead_json import position
from scorekeeper.wording import Sentence, say

# Forms

KEY_PATTERN = r"[A-Za-z0-9_-]{1,64}"
MOST_WORDS = 40  # answers of a question are short; of anything longer, the beginning
OWN_FIELDS = {"csrf_token", "key", "revision", "hand", "question"}


@dataclass(frozen=True, slots=True)
class Carried:
    """What every entry carries besides its answer.

    key         made with the page, so that a second tap on it is no second entry
    revision    the revision of the game that the page shows
    hand        the number of the hand whose question it answers; None where that is not said
    question    the key of that question
    """

    key: str
    revision: int
    hand: int | None = None
    question: str | None = None

    @classmethod
    def posted(cls) -> Carried:
        """What the posted form carries; two taps with the same answer share their key.

        Raises MalformedEntry where the page did not say what it shows, or sent no key: without
        one, a second tap could not be told from a second entry.
        """
        key = request.form.get("key", "")
        revision = number_of(request.form, "revision")
        if revision is None or not re.fullmatch(KEY_PATTERN, key):
            raise _incomplete()
        hand, question = number_of(request.form, "hand"), request.form.get("question") or None
        return cls(_key_for(key, answer_given()), revision, hand, question)


class NewGameForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """Who plays, who deals and by which rules; the house rules themselves are the engine's."""

    key = HiddenField(validators=[Regexp(rf"{KEY_PATTERN}\Z")], default=new_key)
    names = FieldList(StringField())
    dealer = RadioField(validate_choice=False, default="lot")
    rules = RadioField(validate_choice=False)

    def game_key(self) -> str:
        """The key of the game: the same sheet sent twice is one game, a changed one another."""
        return _key_for(self.key.data, answer_given())


def install(app: Flask) -> None:
    """Refuse forms that no page sends, before anything looks into them."""
    app.before_request(_check_names)


def key_posted() -> str:
    """The key that the posted form carries; raises MalformedEntry where that is none."""
    key = request.form.get("key", "")
    if not re.fullmatch(KEY_PATTERN, key):
        raise _incomplete()
    return key


def answer_given() -> dict[str, Any]:
    """The fields of the posted form that are the answer itself."""
    return {name: value for name, value in request.form.items() if name not in OWN_FIELDS}


def choice_given() -> dict[str, Any]:
    """The posted choice between two answers, each of which comes as a fact."""
    facts = {name: _fact(request.form.get(name, "")) for name in ("answer", "instead")}
    return {"question": request.form.get("question"), **facts}


def _fact(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def answer_shown() -> dict[str, str]:
    """The same, short enough to be shown again."""
    return {name: str(value)[:MOST_WORDS] for name, value in answer_given().items()}


def as_fields(fact: Fact) -> dict[str, str]:
    """A fact as the fields of the form that would give it."""
    fields: dict[str, str] = {}
    for name, value in fact.items():
        if isinstance(value, Mapping):
            fields |= as_fields(value)
        elif isinstance(value, Iterable) and not isinstance(value, str):
            fields |= {f"{name}-{index}": str(item) for index, item in enumerate(value)}
        else:
            fields[name] = str(value)
    return fields


def _check_names() -> None:
    """A part of a form without a name has none at all, which no code expects."""
    if None in request.form:
        abort(400)


def _incomplete() -> MalformedEntry:
    return MalformedEntry(
        "incomplete", say("The page is incomplete: load it again and enter it once more.")
    )


def _key_for(key: str | None, answer: Mapping[str, Any]) -> str:
    """A key for what one button of a page sends, told apart from its other buttons."""
    sent = repr((request.path, sorted(answer.items())))
    return f"{key or new_key()}-{hashlib.sha256(sent.encode()).hexdigest()[:12]}"


def under(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields whose names begin with a prefix and a dot, without it."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)
    }


# Conflicts
#
# Nothing of it goes without a word: it is named, with what was answered in its place. Where both
# answer one question, somebody chooses which of them holds; where it still fits, it is offered
# again.

MOVED_ON = say("The game has moved on since this page was loaded; your tap was not recorded.")
OF_ANOTHER = say("This page is not of this game as it stands; your tap was not recorded.")
THIS_PHONE = say("this phone")


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """The form behind a button that an outcome offers.

    way     what it does with the entry: "keep" what is recorded, "use" it instead, or "send" it
    label   the words of the button
    """

    way: str
    address: str
    fields: Mapping[str, str]
    label: Sentence


def context(outcome: Outcome) -> dict[str, Any]:
    """What the page shows of a superseded entry.

    Fields that were filled in stand there again where the same question is asked.
    """
    decision, given = outcome.decision, outcome.given
    assert given is not None  # noqa: S101  (what was superseded was complete)
    blanks = [value for _, value in decision.reason.blanks] if decision.reason else []
    shown = {
        "notice": MOVED_ON if outcome.revision > given.revision else OF_ANOTHER,
        "offered": offered(outcome),
        "tapped": None if decision.fits else decision.tapped,
        "reason": decision.reason,
        "meanwhile": [sentence for sentence in outcome.meanwhile if sentence not in blanks],
    }
    if given.kind is not Kind.ANSWER or not given.is_asked(outcome.record.game):
        return shown
    return shown | {"chosen": answer_shown(), "withdrawn": False}


def offered(outcome: Outcome) -> list[OfferedForm]:
    """What one tap can still do for a superseded entry."""
    decision = outcome.decision
    if decision.answers is not None:
        return _choices(outcome, decision.answers)
    if decision.fits and decision.tapped is not None:
        label = say("Record it now: {told}", told=decision.tapped)
        return [OfferedForm("send", request.path, answer_shown(), label)]
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
    """An answer beside its question: a mere number, or the words."""
    values = [value for name, value in fact.items() if name != "seat"]
    if len(values) == 1 and isinstance(values[0], int):
        return values[0]
    return two.told(fact)


def _recorded_by(outcome: Outcome, two: TwoAnswers) -> Sentence:
    """Whose phone has recorded the answer that stands."""
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
    seen.flush()  # who sits down with a phone is brought into the file now and then
    number, owner = phones.known_as(store, g.table.id).get(device or "", (0, ""))
    return links.label(number, owner) if number else say("another phone")


# Answers as JSON
#
# Such a page is told the revision that its entry made, on which the next stored one is built; the
# same entry sent again is told the same. Where somebody else has written in the meantime, it is
# told what, in words, so that a person can decide: where two phones have answered one question,
# with a button for each of the answers.

JSON = "application/json"
STATUS = {Became.SUPERSEDED: 409, Became.REFUSED: 422}


def wants_json() -> bool:
    """Whether the page asks for JSON."""
    return request.headers.get("Accept") == JSON


def json_answer(outcome: Outcome) -> ResponseReturnValue:
    """The revision, and for an entry that does not stand the reason in words.

    409 tells what else was recorded since the page saw the game, and what became of the question
    that the entry answers; 422 why the entry does not fit.
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
            for form in offered(outcome)
        ]
    if outcome.decision.reason is not None:
        body["problem"] = str(tell(outcome.decision.reason))
    return jsonify(body), STATUS.get(outcome.became, 200)


# The page

CALL_BY_CALL = "calls"
ASKED = "asked"  # the question: without scripts, the page begins there if it is below the window
LOW_CHART = 140.0  # units high, of the 340 that a chart is wide

pages = Blueprint("play", __name__, url_prefix="/games/<int:game_id>")


def load(game_id: int) -> GameRecord:
    """The game of this address; Unknown where it is not this table's."""
    store = open_store()
    return store.game(g.table.id, game_id)


def submit(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> Outcome:
    """Record what the posted form gives, if it fits; `deal` names the hand that it puts right.

    `fact` stands for the fields of the form, where these are not yet the whole entry.
    Raises Unknown.
    """
    store = open_store()
    try:
        carried = Carried.posted()
    except EntryError as error:
        record = load(game_id)
        return Outcome.refused(error, record)
    of_answer = kind is Kind.ANSWER
    given = Submission(
        carried.key,
        carried.revision,
        kind,
        answer_given() if fact is None else fact,
        carried.hand if of_answer else deal,
        carried.question if of_answer else None,
        session.get("device", ""),
    )
    return store.submit(g.table.id, game_id, given)


def page(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    """The page of a game: the next question, under the result of the last hand until it begins."""
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
                    "position": position(record),
                    "need": _nearest(game),
                    "awards": awards_of(record),
                    "drawn": _final_chart(record),
                    "signed_totals": [signed(total) for total in game.totals],
                    "by_call": by_call,
                    "seat": _asking(record, by_call, refused=status == 422),
                    **table_context(record),
                    "drawn_dealer": "drawn" in request.args and fresh and not game.deals,
                    "chosen": as_fields(record.log.answered_before or {}),
                    "withdrawn": record.log.answered_before is not None,
                    "action": url_for("play.answer", game_id=record.id),
                }
                | context
            ),
        ),
        status,
    )


def awards_of(record: GameRecord) -> tuple[Given, ...]:
    """The awards of a game that is over; the holders are players where seats changed hands."""
    sitting = record.log.sitting
    if not sitting.changes:
        return awards(record.game)
    return awards(record.game, lambda number, seat: Person(sitting.at(number)[seat]))


def _final_chart(record: GameRecord) -> Chart | None:
    """The running totals, low enough to stand under the winner with the awards on a phone."""
    if not record.game.winners:
        return None
    return totals_chart(record.game, Teller(record.players), height=LOW_CHART)


def _nearest(game: Game) -> Need | None:
    """What the best placed side needs, of those that can win or reach the target if any can."""
    by_side = needs(game)
    in_order = [by_side[side] for side in game.order] if by_side else []
    wins = [need for need in in_order if need.win]
    reaches = [need for need in in_order if need.reach]
    return next(iter(wins or reaches or in_order), None)


def _asking(record: GameRecord, by_call: bool, refused: bool) -> Asking:
    """Whom the next question asks; a phone whose answer was refused goes on with it."""
    asked = access.asked(record.game.step, by_call)
    entering = refused or request.args.get("for", type=int) == asked
    return Asking(access.mine(record), asked, entering)


def table_context(record: GameRecord) -> dict[str, Any]:
    """Whether the game was removed, and where a page that follows the table goes on.

    follows      it goes on by itself to the game that the table begins next
    another      the game in progress, once this one is over or removed
    """
    store = open_store()
    removed = record.game.removable and store.removed(record.table_id, record.id)
    current = game_list.current(store, record.table_id)
    another = None
    with suppress(Unknown, UnreadableGame):
        if (record.game.over or removed) and current not in (None, record.id):
            another = store.game(record.table_id, current)
    if another is not None and another.game.over:
        another = None
    return {"removed": removed, "follows": removed or current == record.id, "another": another}


def game_context(record: GameRecord) -> dict[str, Any]:
    """What every page of a game shows."""
    return {
        "record": record,
        "game": record.game,
        "log": record.log,
        "book": record.game.setup.book,
        "invite": not current_app.config["KEYLESS"],
        "carry": Carried(new_key(), record.log.revision),
        "mine": access.mine(record),
        "tell": Teller.of(record),
        "seat_changes": seat_changes(record.log),
        "moved": moved(record.log),
        "meanwhile": _meanwhile(record),
    }


def _meanwhile(record: GameRecord) -> list[Sentence]:
    """What was recorded since the page that this one takes the place of."""
    since = request.args.get("since", type=int)
    if since is None:
        return []
    store = open_store()
    return store.told_since(record.table_id, record.id, since)


@pages.get("/")
@polling.for_watchers
def hand(game_id: int) -> ResponseReturnValue:
    """The table page: the next question, and the result of the hand that was scored last."""
    if "record" in request.args:
        session["record"] = request.args["record"][:10]
    return page(load(game_id))


@pages.get("/<any(answers, choice, undo, redo, stop, dealer, seat, remove):act>")
def back(game_id: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """The page of the game, for an address that a refused form has left behind."""
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/seat")
def sit(game_id: int) -> ResponseReturnValue:
    """Say whose phone this is, or that it is nobody's."""
    record = load(game_id)
    try:
        access.sit(record, seat_of(request.form, "sits", len(record.players)))
    except EntryError as error:
        return refused(game_id, error)
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/answers")
def answer(game_id: int) -> ResponseReturnValue:
    """Take an answer to the question that the page showed."""
    return _take(game_id, Kind.ANSWER)


@pages.post("/<any(undo, redo, stop, dealer):act>")
def act(game_id: int, act: str) -> ResponseReturnValue:
    """Undo, redo, stop the game, or say who deals."""
    return _take(game_id, Kind(act))


@pages.post("/choice")
def choose(game_id: int) -> ResponseReturnValue:
    """Say which of two answers to one question holds."""
    try:
        hand = number_of(request.form, "hand")
    except EntryError as error:
        if wants_json():
            return json_answer(Outcome.refused(error, load(game_id)))
        return refused(game_id, error)
    return _take(game_id, Kind.CHOICE, hand, choice_given())


def _take(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> ResponseReturnValue:
    """Record what the posted form gives, and answer as it was asked: with a page or with JSON."""
    outcome = submit(game_id, kind, deal, fact)
    if wants_json():
        return json_answer(outcome)
    if outcome.error is not None:
        return refused(game_id, outcome.error, offered=offered(outcome))
    if not outcome.stands:
        return page(outcome.record, 409, **context(outcome))
    return redirect(url_for("play.hand", game_id=game_id, _anchor=ASKED), 303)


@pages.post("/remove")
def remove(game_id: int) -> ResponseReturnValue:
    """Take a game that was begun by mistake off the list."""
    store = open_store()
    try:
        game_list.remove(store, g.table.id, game_id, access.author())
    except EntryError as error:
        return refused(game_id, error)
    return redirect(url_for("home.first_page", removed=game_id), 303)


@pages.post("/bring-back")
def bring_back(game_id: int) -> ResponseReturnValue:
    """Put a removed game on the list again."""
    store = open_store()
    game_list.bring_back(store, g.table.id, game_id, access.author())
    return redirect(url_for("play.hand", game_id=game_id), 303)


def refused(game_id: int, error: EntryError, **context: Any) -> ResponseReturnValue:
    """The page again, with the reason beside the field and the answer as it was given."""
    another = error.code == "another-question"
    chosen: dict[str, Any] = {} if another else {"chosen": answer_shown(), "withdrawn": False}
    return page(load(game_id), 422, error=error, **chosen, **context)
