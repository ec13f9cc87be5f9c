"""The page of one hand: its answers and points, and how they are corrected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.entry_checks import MOST_REVOKES
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.game_log import GameRecord, Kind
from scorekeeper.ledger.history import revoked
from scorekeeper.rules.game import Deal
from scorekeeper.rules.script import Reading
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.web import table
from scorekeeper.web.access import open_store
from scorekeeper.web.formatting import Teller
from scorekeeper.web.table import Carried, answer_given, as_fields
from scorekeeper.wording import say

MOST_ANSWERS = 200
CORRECT_AGAIN = say("The game has moved on since this page was loaded: check and correct again.")

pages = Blueprint("hand", __name__, url_prefix="/games/<int:game_id>/hands/<int:number>")

Wanted = list[tuple[str, Fact]]


@pages.get("/")
def show(game_id: int, number: int) -> ResponseReturnValue:
    """The hand, with everything that was answered in it."""
    record = table.load(game_id)
    return _page(record, _deal(record, number))


@pages.get("/correct")
def ask(game_id: int, number: int) -> ResponseReturnValue:
    """Ask one of the hand's questions again: the one named, else the first that is open."""
    if g.role is not Role.SCORE:
        abort(403)
    record = table.load(game_id)
    deal = _deal(record, number)
    wanted = _wanted(request.args.get("answers"), deal)
    key = request.args.get("question")
    step = _step(record, deal, wanted, key)
    if step is None and _carries_over(deal, record.game.mended(number, wanted)):
        return _confirm(record, deal, wanted)
    if step is None:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    return _ask(record, deal, wanted, step)


@pages.post("/correct")
def correct(game_id: int, number: int) -> ResponseReturnValue:
    """Take the new answer; record the correction once no question is open, else ask on."""
    record = table.load(game_id)
    deal = _deal(record, number)
    given = answer_given()
    wanted = _wanted(given.pop("answers", None), deal)
    if "confirmed" in given:
        return _record(record, deal, wanted)
    step = _step(record, deal, wanted, request.form.get("question"))
    if step is None:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    try:
        fact = step.fact(step.parse(given))
    except EntryError as error:
        return _ask(record, deal, wanted, step, 422, error=error, chosen=given)
    wanted = [*((key, old) for key, old in wanted if key != step.key), (step.key, fact)]
    reading = record.game.mended(number, wanted)
    if reading.score is None or _carries_over(deal, reading):
        return _ask_on(record, deal, wanted)
    if reading.facts == deal.reading.facts:
        return redirect(url_for("hand.show", game_id=game_id, number=number), 303)
    outcome = table.submit(game_id, Kind.CORRECTION, number, {"facts": list(reading.facts)})
    if outcome.error is not None:
        return _ask(record, deal, wanted, step, 422, error=outcome.error, chosen=given)
    if not outcome.stands:
        return _overtaken(outcome.record, number, wanted, step.key, given)
    return redirect(url_for("hand.show", game_id=game_id, number=number), 303)


@pages.get("/revokes")
def back(game_id: int, number: int) -> ResponseReturnValue:
    """The hand, for an address that a refused form has left behind."""
    return redirect(url_for("hand.show", game_id=game_id, number=number), 303)


@pages.post("/revokes")
def revokes(game_id: int, number: int) -> ResponseReturnValue:
    """Note who revoked in this hand."""
    record = table.load(game_id)
    deal = _deal(record, number)
    outcome = table.submit(game_id, Kind.REVOKES, number)
    if outcome.error is not None:
        return _page(record, deal, 422, error=outcome.error, chosen=answer_given())
    if not outcome.stands:
        notice = say("The game has moved on since this page was loaded: check and enter it again.")
        record = outcome.record
        return _page(record, _deal(record, number), 409, notice=notice, chosen=answer_given())
    return redirect(url_for("hand.show", game_id=game_id, number=number), 303)


def _ask_on(record: GameRecord, deal: Deal, wanted: Wanted) -> ResponseReturnValue:
    """Go on with a correction: to the next open question, or to what is to be confirmed."""
    return redirect(
        url_for(
            "hand.ask",
            game_id=record.id,
            number=deal.number,
            answers=json.dumps(wanted),
            revision=request.form.get("revision"),
        ),
        303,
    )


def _carries_over(deal: Deal, reading: Reading) -> bool:
    """Whether a correction changes the declarer and keeps what was said under the old one."""
    if deal.score is None or reading.score is None:
        return False
    other = reading.score.scene.declarer != deal.score.scene.declarer
    return other and bool(_kept(deal, reading))


def _kept(deal: Deal, reading: Reading) -> set[str]:
    """The questions whose recorded answers a correction keeps, by key."""
    recorded = {answered.step.key: answered.fact for answered in deal.reading.trail}
    return {
        answered.step.key
        for answered in reading.trail
        if recorded.get(answered.step.key) == answered.fact
    }


def _record(record: GameRecord, deal: Deal, wanted: Wanted) -> ResponseReturnValue:
    """Record a correction that was looked at; ask on where it leaves a question open."""
    reading = record.game.mended(deal.number, wanted)
    if reading.score is None:
        return _ask_on(record, deal, wanted)
    facts = {"facts": list(reading.facts)}
    outcome = table.submit(record.id, Kind.CORRECTION, deal.number, facts)
    if outcome.error is not None:
        return _page(record, deal, 422, error=outcome.error)
    if not outcome.stands:
        record = outcome.record
        return _page(record, _deal(record, deal.number), 409, notice=CORRECT_AGAIN)
    return redirect(url_for("hand.show", game_id=record.id, number=deal.number), 303)


def _overtaken(
    record: GameRecord, number: int, wanted: Wanted, key: str, given: Mapping[str, Any]
) -> ResponseReturnValue:
    """The question again, over the hand as it stands now, with the answer that came too late.

    Where it was not the first question, the whole hand: one answer of several is no correction.
    """
    deal = _deal(record, number)
    store = open_store()
    before = store.log_at(record.table_id, record.id, Carried.posted().revision).game.deal(number)
    facts = before.record.facts if before else ()
    several = [fact for other, fact in wanted if other != key and fact not in facts]
    wanted = _wanted(None, deal)
    step = None if several else _step(record, deal, wanted, key)
    if step is None:
        return _page(record, deal, 409, notice=CORRECT_AGAIN)
    return _ask(record, deal, wanted, step, 409, chosen=given, notice=CORRECT_AGAIN)


def _deal(record: GameRecord, number: int) -> Deal:
    deal = record.game.deal(number)
    if deal is None:
        raise Unknown("hand")
    return deal


def _wanted(text: str | None, deal: Deal) -> Wanted:
    """The answers that a correction has so far; those of the hand as recorded, to begin with."""
    if text:
        try:
            return _checked(json.loads(text))
        except (ValueError, RecursionError):
            pass
    return [(answered.step.key, answered.fact) for answered in deal.reading.trail]


def _checked(sent: Any) -> Wanted:
    """What a page sent as its answers so far; raises ValueError for anything else."""
    if not isinstance(sent, list) or len(sent) > MOST_ANSWERS:
        raise ValueError("not a list of answers")
    for answer in sent:
        if not (isinstance(answer, list) and len(answer) == 2 and isinstance(answer[0], str)):
            raise ValueError("not an answer")
        if not isinstance(answer[1], dict):
            raise ValueError("not a fact")
    json.dumps(sent, ensure_ascii=False).encode()  # half a character cannot be shown again
    return [(key, fact) for key, fact in sent]


def _step(record: GameRecord, deal: Deal, wanted: Wanted, key: str | None) -> Step | None:
    """The question with this key, or the first that has no fitting answer."""
    reading: Reading = record.game.mended(deal.number, wanted)
    for answered in reading.trail:
        if answered.step.key == key:
            return answered.step
    return reading.step


def _ask(
    record: GameRecord, deal: Deal, wanted: Wanted, step: Step, status: int = 200, **context: Any
) -> ResponseReturnValue:
    """A question of a correction."""
    chosen = {"chosen": as_fields(dict(wanted).get(step.key, {}))}
    return (
        render_template(
            "review/correct.html",
            **(
                _begun(record, status)
                | {"tell": Teller.of(record).at(deal.number)}
                | chosen
                | {
                    "deal": deal,
                    "step": step,
                    "answers": json.dumps(wanted),
                    "by_call": "call" in chosen["chosen"],
                    "correcting": True,
                    "action": url_for("hand.correct", game_id=record.id, number=deal.number),
                }
                | context
            ),
        ),
        status,
    )


def _confirm(record: GameRecord, deal: Deal, wanted: Wanted) -> ResponseReturnValue:
    """What a hand comes to with another declarer, with the answers that are kept marked as such."""
    reading = record.game.mended(deal.number, wanted)
    return render_template(
        "review/confirm.html",
        deal=deal,
        reading=reading,
        kept=_kept(deal, reading),
        answers=json.dumps(wanted),
        **(_begun(record, 200) | {"tell": Teller.of(record).at(deal.number)}),
    )


def _begun(record: GameRecord, status: int) -> dict[str, Any]:
    """What a page of a correction shows, with the revision at which the correction was begun.

    Else another phone's correction of the same hand, made between two of its questions, would be
    lost.
    """
    shown = table.game_context(record)
    begun = request.values.get("revision", type=int)
    if begun is not None and status != 409:
        shown["carry"] = replace(shown["carry"], revision=begun)
    return shown


def _page(record: GameRecord, deal: Deal, status: int = 200, **context: Any) -> ResponseReturnValue:
    fine = record.game.setup.book.fine(record.game.setup.rules)
    return (
        render_template(
            "review/hand.html",
            **(
                table.game_context(record)
                | {"tell": Teller.of(record).at(deal.number)}
                | {"deal": deal, "fine": fine, "most_revokes": MOST_REVOKES, "chosen": {}}
                | {"revoked": revoked(deal.record.revokes)}
                | context
            ),
        ),
        status,
    )
