"""The page of a hand, with its answers and points, and the pages that correct it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.ledger.amendments import check_room, place_in
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.game_log import MOST_REVOKES, Kind, describe_revokes
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.script import Reading
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.web import previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.amendments import RECORD, Preview, as_seen, show_hands
from scorekeeper.web.entry_forms import EntryFields, form_fields, posted_answer
from scorekeeper.web.formatting import Teller
from scorekeeper.wording import Sentence, say

MOST_ANSWERS = 200
DEALER = "dealer"  # the name of the field, and of the only answer that a change of the dealer has
CORRECT_AGAIN = say("The game has moved on since this page was loaded: check and correct again.")

pages = Blueprint("hand", __name__, url_prefix="/games/<int:game_id>/hands/<int:number>")

Answers = list[tuple[str, Fact]]


@pages.get("/")
def show(game_id: int, number: int) -> ResponseReturnValue:
    """Show a hand with all its answers."""
    record = table.load(game_id)
    return _page(record, _deal(record, number))


@pages.get("/correct")
def ask(game_id: int, number: int) -> ResponseReturnValue:
    """Ask a question of the hand again: the one in the URL, otherwise the first open one."""
    only_scorers()
    record = table.load(game_id)
    deal = _deal(record, number)
    answers = _answers_so_far(request.args.get("answers"), record, deal)
    key = request.args.get("question")
    step = _step(record, deal, answers, key)
    if step is None and _carries_over(deal, record.game.mended(deal, answers)):
        return _confirm(record, deal, answers)
    if step is None:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    return _ask(record, deal, answers, step)


@pages.post("/correct")
def correct(game_id: int, number: int) -> ResponseReturnValue:
    """Accept a new answer; record the correction if it leaves no question open."""
    record = table.load(game_id)
    deal = _deal(record, number)
    posted = posted_answer()
    answers = _answers_so_far(posted.pop("answers", None), record, deal)
    if previews.FIELD in posted:
        return _record(record, deal)
    step = _step(record, deal, answers, request.form.get("question"))
    if step is None:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    try:
        fact = step.fact(step.parse(posted))
    except EntryError as error:
        return _ask(record, deal, answers, step, 422, error=error, chosen=posted)
    answers = [*((key, old) for key, old in answers if key != step.key), (step.key, fact)]
    reading = record.game.mended(deal, answers)
    if reading.score is None or _carries_over(deal, reading):
        return _ask_on(record, deal, answers)
    if reading.facts == deal.reading.facts:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    outcome = table.record_posted(game_id, Kind.CORRECTION, number, {"facts": list(reading.facts)})
    if outcome.error is not None:
        return _ask(record, deal, answers, step, 422, error=outcome.error, chosen=posted)
    if not outcome.stands:
        return _ask_again(outcome.record, number, answers, step.key, posted)
    return redirect(url_for("hand.show", game_id=game_id, number=number), 303)


@pages.get("/<any(revokes, note):act>")
def redirect_reload(game_id: int, number: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the hand if the URL of a refused form is reloaded."""
    return redirect(url_for("hand.show", game_id=game_id, number=number), 303)


@pages.post("/<any(revokes, note):act>")
def record_beside(game_id: int, number: int, act: str) -> ResponseReturnValue:
    """Record who revoked in this hand, or the note on it."""
    record = table.load(game_id)
    deal = _deal(record, number)
    outcome = table.record_posted(game_id, Kind(act), number)
    if outcome.error is not None:
        return _page(record, deal, 422, error=outcome.error, chosen=posted_answer())
    if not outcome.stands:
        record, chosen = outcome.record, posted_answer()
        return _page(record, _deal(record, number), 409, notice=table.ENTER_AGAIN, chosen=chosen)
    return redirect(url_for("hand.show", game_id=game_id, number=number, _anchor=act), 303)


@pages.get("/insert")
def ask_new(game_id: int, number: int) -> ResponseReturnValue:
    """Ask the questions of a hand to be inserted at this number; then show what it would change."""
    only_scorers()
    record = table.load(game_id)
    try:
        deal = _blank(record, number)
    except EntryError as error:
        return show_hands(record, error=error)
    answers = _answers_so_far(request.args.get("answers"), record, deal)
    step = _step(record, deal, answers, request.args.get("question"))
    if step is None:
        return _put_in(record, deal, answers)
    return _ask_new(record, deal, answers, step)


@pages.post("/insert")
def put_in(game_id: int, number: int) -> ResponseReturnValue:
    """Accept the next answer of a hand to be inserted, or record the hand."""
    record = table.load(game_id)
    try:
        deal = _blank(record, number)
    except EntryError as error:
        return show_hands(record, error=error)
    posted = posted_answer()
    if previews.FIELD in posted:
        return _record_new(record, number)
    answers = _answers_so_far(posted.pop("answers", None), record, deal)
    step = _step(record, deal, answers, request.form.get("question"))
    if step is not None:
        try:
            answer = step.fact(step.parse(posted))
        except EntryError as error:
            return _ask_new(record, deal, answers, step, 422, error=error, chosen=posted)
        answers = [*((key, old) for key, old in answers if key != step.key), (step.key, answer)]
    address = url_for("hand.ask_new", game_id=game_id, number=number, answers=json.dumps(answers))
    return redirect(address, 303)


@pages.get("/take-out")
def ask_out(game_id: int, number: int) -> ResponseReturnValue:
    """Show what changes if this hand is taken out."""
    only_scorers()
    record = table.load(game_id)
    return _take_out(record, _deal(record, number))


@pages.post("/take-out")
def take_out(game_id: int, number: int) -> ResponseReturnValue:
    """Record that this hand is taken out."""
    return _record_way(game_id, number, Kind.REMOVAL, _take_out)


@pages.get("/dealer")
def ask_dealer(game_id: int, number: int) -> ResponseReturnValue:
    """Ask who dealt a complete hand; show what changes if it was the one in the URL."""
    only_scorers()
    record = table.load(game_id)
    deal = _deal(record, number)
    if deal.score is None:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    named = request.args.get("dealer")
    return _dealt(record, deal, answers=[] if named is None else [(DEALER, {DEALER: named})])


@pages.post("/dealer")
def change_dealer(game_id: int, number: int) -> ResponseReturnValue:
    """Record who dealt this hand."""
    return _record_way(game_id, number, Kind.DEALT, _dealt)


def _record_way(
    game_id: int, number: int, kind: Kind, show: Callable[..., ResponseReturnValue]
) -> ResponseReturnValue:
    """Record the way that the preview of a recorded hand showed, or `show` it again."""
    record = table.load(game_id)
    deal = _deal(record, number)
    try:
        seen = as_seen(record)
        way = Way.posted(seen, kind, _deal(seen, number))
    except previews.Differs as error:
        return show(record, deal, 409, notice=error.sentence)
    except EntryError as error:
        return show(record, deal, 422, error=error)
    outcome = table.record_posted(game_id, kind, number, way.fact)
    if outcome.error is not None:
        return show(outcome.record, deal, 422, error=outcome.error)
    if not outcome.stands:
        deal = outcome.record.game.deal(number) or deal
        return show(outcome.record, deal, 409, notice=CORRECT_AGAIN)
    return redirect(url_for("table.hand", game_id=game_id), 303)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to insert a hand, to take it out or to change its dealer, with its preview.

    label    the text of the button that records it
    value    the value of this button
    fact     the values of the entry
    """

    label: Sentence
    value: str
    fact: dict[str, Any]
    preview: Preview

    @classmethod
    def of(cls, record: GameRecord, kind: Kind, deal: Deal, answers: Answers, stay: str) -> Way:
        """Compute the preview; raises EntryError if the entry is not allowed.

        stay    "1" if later dealers stay, "" if they move along
        """
        fact: dict[str, Any] = {"stay": stay}
        if kind is Kind.HANDS:
            fact["new"] = [{"facts": list(record.game.mended(deal, answers).facts)}]
        if kind is Kind.DEALT:
            fact |= dict(answers).get(DEALER, {})
        preview = Preview.of(record.log, kind, deal.number, fact)
        value = previews.sealed([answers, stay], [kind.value, deal.number, fact, *preview.shown])
        later = deal.number < record.game.current.number
        return cls(LABELS[stay] if later else RECORD, value, fact, preview)

    @classmethod
    def posted(cls, record: GameRecord, kind: Kind, deal: Deal) -> Way:
        """Return the posted way; raises Differs, and other errors if it is not allowed."""
        answers, stay = _posted_way()
        way = cls.of(record, kind, deal, answers, stay)
        previews.check(way.value)
        return way


def _posted_way() -> tuple[Answers, str]:
    """Return the answers and the choice about later dealers that the posted preview was made of."""
    made_of = previews.posted()
    try:
        answers, stay = made_of
        if stay in LABELS:
            return _parse_answers(answers), stay
    except (TypeError, ValueError):
        pass
    raise previews.Differs


LABELS = {
    "": say("Record it; later dealers move along"),
    "1": say("Record it; later dealers stay"),
}


def _record_new(record: GameRecord, number: int) -> ResponseReturnValue:
    """Record the inserted hand that the preview showed."""
    answers: Answers = []
    deal = _blank(record, min(number, record.game.current.number))
    try:
        answers, _ = _posted_way()
        seen = as_seen(record)
        way = Way.posted(seen, Kind.HANDS, _blank(seen, number))
    except previews.Differs as error:
        return _put_in(record, deal, answers, 409, notice=error.sentence)
    except EntryError as error:
        return _put_in(record, deal, answers, 422, error=error)
    outcome = table.record_posted(record.id, Kind.HANDS, number, way.fact)
    if outcome.error is not None:
        return _put_in(outcome.record, deal, answers, 422, error=outcome.error)
    if not outcome.stands:
        deal = _blank(outcome.record, min(number, outcome.record.game.current.number))
        return _put_in(outcome.record, deal, answers, 409, notice=CORRECT_AGAIN)
    return redirect(url_for("table.hand", game_id=record.id), 303)


def _blank(record: GameRecord, number: int) -> Deal:
    """Return a hand without answers, to be inserted with this number.

    Raises IllegalEntry if the number is not one of the game's places, or if later hands would not
    fit any more.
    """
    place = place_in(record.log, number)
    check_room(record.log, place)
    return record.game.blank(place)


def _ask_new(
    record: GameRecord, deal: Deal, answers: Answers, step: Step, status: int = 200, **context: Any
) -> ResponseReturnValue:
    action = url_for("hand.put_in", game_id=record.id, number=deal.number)
    shown = {"inserting": True, "action": action} | context
    return _ask(record, deal, answers, step, status, **shown)


def _put_in(
    record: GameRecord, deal: Deal, answers: Answers, status: int = 200, **context: Any
) -> ResponseReturnValue:
    """Show the changes that an inserted hand would make."""
    reading = record.game.mended(deal, answers)
    return _amended(record, Kind.HANDS, deal, answers, status, reading=reading, **context)


def _take_out(
    record: GameRecord, deal: Deal, status: int = 200, **context: Any
) -> ResponseReturnValue:
    """Show what changes if a hand is taken out."""
    return _amended(record, Kind.REMOVAL, deal, [], status, reading=deal.reading, **context)


def _dealt(
    record: GameRecord,
    deal: Deal,
    status: int = 200,
    *,
    answers: Answers | None = None,
    **context: Any,
) -> ResponseReturnValue:
    """Show the players, and what changes if one of them dealt this hand."""
    answers = answers or []
    chosen = dict(answers).get(DEALER, {}).get(DEALER, str(int(deal.dealer)))
    shown = {"reading": deal.reading, "dealer": chosen, "error": None} | context
    return _amended(record, Kind.DEALT, deal, answers, status, **shown)


def _amended(
    record: GameRecord,
    kind: Kind,
    deal: Deal,
    answers: Answers,
    status: int,
    **context: Any,
) -> ResponseReturnValue:
    """Show a hand that is to be inserted, taken out or dealt by another player.

    The page says what each way of it would change.
    """
    ways: list[Way] = []
    later = deal.number < record.game.current.number
    error: EntryError | None = context.pop("error", None)
    is_open = kind is Kind.DEALT and not answers  # nobody is chosen yet
    for stay in [] if error or is_open else LABELS if later else [""]:
        try:
            ways.append(Way.of(record, kind, deal, answers, stay))
        except EntryError as reason:
            error = reason
    error = None if ways else error
    alike = [
        (preview, [(way.value, way.label) for way in same])
        for preview, same in groupby(ways, lambda way: way.preview)
    ]
    shown = {"deal": deal, "previews": alike, "correcting": True}
    shown |= {"out": kind is Kind.REMOVAL, "dealer": None}
    shown |= {"answers": json.dumps(answers), "notice": None, "error": error}
    context = shown | context
    tell = {"tell": Teller.of(record).at(deal.number)}
    return render_template(
        "amend/hand.html", **(table.game_context(record) | tell | context)
    ), status


def _ask_on(record: GameRecord, deal: Deal, answers: Answers) -> ResponseReturnValue:
    """Redirect to the next question of a correction, or to the page that confirms it."""
    return redirect(
        url_for(
            "hand.ask",
            game_id=record.id,
            number=deal.number,
            answers=json.dumps(answers),
            revision=request.form.get("revision"),
        ),
        303,
    )


def _carries_over(deal: Deal, reading: Reading) -> bool:
    """Return whether a correction changes the declarer and keeps answers given under the old."""
    if deal.score is None or reading.score is None:
        return False
    other = reading.score.scene.declarer != deal.score.scene.declarer
    return other and bool(_kept_answers(deal, reading))


def _kept_answers(deal: Deal, reading: Reading) -> set[str]:
    """Return the keys of the questions whose recorded answers a correction keeps."""
    recorded = {answered.step.key: answered.fact for answered in deal.reading.trail}
    return {
        answered.step.key
        for answered in reading.trail
        if recorded.get(answered.step.key) == answered.fact
    }


def _record(record: GameRecord, deal: Deal) -> ResponseReturnValue:
    """Record a correction whose preview was confirmed.

    A repeated tap finds it recorded, and has no preview any more.
    """
    try:
        answers = _parse_answers(previews.posted())
        reading = record.game.mended(deal, answers)
        if reading.facts != deal.reading.facts:
            previews.check(_sealed_correction(deal, answers, reading))
    except (ValueError, previews.Differs):
        return _page(record, deal, 409, notice=CORRECT_AGAIN)
    facts = {"facts": list(reading.facts)}
    outcome = table.record_posted(record.id, Kind.CORRECTION, deal.number, facts)
    if outcome.error is not None:
        return _page(record, deal, 422, error=outcome.error)
    if not outcome.stands:
        record = outcome.record
        return _page(record, _deal(record, deal.number), 409, notice=CORRECT_AGAIN)
    return redirect(url_for("hand.show", game_id=record.id, number=deal.number), 303)


def _ask_again(
    record: GameRecord, number: int, answers: Answers, key: str, posted: Mapping[str, Any]
) -> ResponseReturnValue:
    """Ask the question again after another phone changed the hand, with this phone's answer.

    If other answers were changed before this one, show the hand instead: this answer alone would
    not be the whole correction.
    """
    deal = _deal(record, number)
    store = open_store()
    before = store.log_at(record.table_id, record.id, EntryFields.posted().revision).game.deal(
        number
    )
    facts = before.record.facts if before else ()
    several = [fact for other, fact in answers if other != key and fact not in facts]
    answers = _answers_so_far(None, record, deal)
    step = None if several else _step(record, deal, answers, key)
    if step is None:
        return _page(record, deal, 409, notice=CORRECT_AGAIN)
    return _ask(record, deal, answers, step, 409, chosen=posted, notice=CORRECT_AGAIN)


def _deal(record: GameRecord, number: int) -> Deal:
    deal = record.game.deal(number)
    if deal is None:
        raise Unknown("hand")
    return deal


def _answers_so_far(text: str | None, record: GameRecord, deal: Deal) -> Answers:
    """Return the answers of a correction so far; without a text, the recorded ones."""
    if text:
        try:
            return _parse_answers(json.loads(text))
        except (ValueError, RecursionError):
            pass
    return _recorded_answers(record, deal)


def _recorded_answers(record: GameRecord, deal: Deal) -> Answers:
    """Return the recorded answers with the keys of their questions.

    Of a hand that does not fit any more they are those up to the first one that does not fit: it
    fills the form of its question. The questions of those after it are not known before. If all
    fit, and there are more, the last question is asked.
    """
    answers = [(answered.step.key, answered.fact) for answered in deal.reading.trail]
    for fact in deal.record.facts if deal.flaw else ():
        step = record.game.mended(deal, answers).step
        if step is None or step.key in dict(answers):
            break
        answers.append((step.key, fact))
    if deal.flaw and answers and record.game.mended(deal, answers).step is None:
        answers.pop()
    return answers


def _parse_answers(sent: Any) -> Answers:
    """Check the answers that a page sent; raises ValueError if they are malformed."""
    if not isinstance(sent, list) or len(sent) > MOST_ANSWERS:
        raise ValueError("not a list of answers")
    for answer in sent:
        if not (isinstance(answer, list) and len(answer) == 2 and isinstance(answer[0], str)):
            raise ValueError("not an answer")
        if not isinstance(answer[1], dict):
            raise ValueError("not a fact")
    json.dumps(sent, ensure_ascii=False).encode()  # raises for lone surrogates
    return [(key, fact) for key, fact in sent]


def _step(record: GameRecord, deal: Deal, answers: Answers, key: str | None) -> Step | None:
    """Return the question with this key, otherwise the first one without a fitting answer."""
    reading: Reading = record.game.mended(deal, answers)
    for answered in reading.trail:
        if answered.step.key == key:
            return answered.step
    return reading.step


def _ask(
    record: GameRecord, deal: Deal, answers: Answers, step: Step, status: int = 200, **context: Any
) -> ResponseReturnValue:
    """Show a question of a correction."""
    chosen = {"chosen": form_fields(dict(answers).get(step.key, {}))}
    return (
        render_template(
            "review/correct.html",
            **(
                _correction_context(record, status)
                | {"tell": Teller.of(record).at(deal.number)}
                | chosen
                | {
                    "deal": deal,
                    "step": step,
                    "answers": json.dumps(answers),
                    "by_call": "call" in chosen["chosen"],
                    "correcting": True,
                    "action": url_for("hand.correct", game_id=record.id, number=deal.number),
                }
                | context
            ),
        ),
        status,
    )


def _sealed_correction(deal: Deal, answers: Answers, reading: Reading) -> str:
    """Return the value of the button that records a correction."""
    scores = [score and score.points for score in (deal.of_its_sides.score, reading.score)]
    return previews.sealed(answers, [deal.number, reading.facts, *scores])


def _confirm(record: GameRecord, deal: Deal, answers: Answers) -> ResponseReturnValue:
    """Show the points of a hand with another declarer, and mark the answers that are kept."""
    reading = record.game.mended(deal, answers)
    return render_template(
        "review/confirm.html",
        deal=deal,
        reading=reading,
        kept=_kept_answers(deal, reading),
        value=_sealed_correction(deal, answers, reading),
        answers=json.dumps(answers),
        **(_correction_context(record, 200) | {"tell": Teller.of(record).at(deal.number)}),
    )


def _correction_context(record: GameRecord, status: int) -> dict[str, Any]:
    """Return the template values of a correction, with the revision at which it was begun."""
    context = table.game_context(record)
    # With the present revision, the correction would overwrite another phone's correction that was
    # recorded between two questions of this one.
    revision = request.values.get("revision", type=int)
    if revision is not None and status != 409:
        context["carry"] = replace(context["carry"], revision=revision)
    return context


def _page(record: GameRecord, deal: Deal, status: int = 200, **context: Any) -> ResponseReturnValue:
    fine = record.game.setup.book.fine(record.game.setup.at(deal.number).rules)
    return (
        render_template(
            "review/hand.html",
            **(
                table.game_context(record)
                | {"tell": Teller.of(record).at(deal.number)}
                | {"deal": deal, "fine": fine, "most_revokes": MOST_REVOKES, "chosen": {}}
                | {"note": record.log.notes.get(deal.number, "")}
                | {"revoked": describe_revokes(deal.record.revokes)}
                | context
            ),
        ),
        status,
    )
