"""Practice: a dealt hand, the player's own bid or contract, the engine's view, and the record."""

from __future__ import annotations

import secrets

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.analysis import chances_to_win
from scorekeeper.engine.analysis.exercises import Exercise, exercise
from scorekeeper.engine.analysis.situations import Decision
from scorekeeper.engine.cards.cards import Card
from scorekeeper.engine.play.advice import Option
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.web.advice.advised_game import AdvisedGame, best_choices, by_suit, teller
from scorekeeper.web.advice.practice_record import SMOOTHED, Record
from scorekeeper.web.performance.expensive_reads import expensive
from scorekeeper.web.rendering.languages import translated
from scorekeeper.web.rendering.line_chart import Chart, Series, draw

DEALS = 1_000_000  # of which one is drawn

pages = Blueprint("practice", __name__, url_prefix="/practice")
record_pages = Blueprint("practice_record", __name__, url_prefix="/practice/record")


@pages.get("/")
def page() -> ResponseReturnValue:
    """The record of this phone, and the way to an exercise."""
    record = Record.kept()
    return render_template(
        "advice/practice.html",
        record=record,
        chart=_chart(record),
        smoothed=SMOOTHED,
        decisions=Decision,
        deal=secrets.randbelow(DEALS),
        is_possible=chances_to_win.is_possible(),
    )


@pages.get(f"/<any(bid, contract):practice>/<int(max={DEALS - 1}):deal>")
@expensive(alike=False)
def show(practice: str, deal: int) -> ResponseReturnValue:
    """An exercise; with a choice, what the engine says of it. The same number is the same deal."""
    if not chances_to_win.is_possible():
        abort(404)
    advised, decision = AdvisedGame.of_table(), Decision(practice)
    try:
        given = exercise(advised.game, advised.rules, decision, deal)
    except LookupError:
        abort(404)
    choice = request.args.get("choice")
    if choice is None:
        return _question(given, decision, deal)
    advice = advised.judge(given.situation)
    own = next((option for option in advice.options if option.name == choice), None)
    if own is None:
        return _question(given, decision, deal, say("This is not open to you: choose again."))
    kept = Record.kept()
    record = kept.answer(f"{practice[0]}{deal}", own.behind, _is_as_good(own))
    if record != kept:  # a page that is fetched again must not bring back an older cookie
        record.keep()
    return render_template(
        "advice/judged.html",
        **_exercise_shown(given, decision, deal),
        advice=advice,
        own=own,
        as_good=_is_as_good(own),
        listed=best_choices(advice, own),
        record=record,
        next_deal=secrets.randbelow(DEALS),
    )


@record_pages.post("/")
def clear() -> ResponseReturnValue:
    """Begin the record of this phone anew."""
    Record.clear()
    return back()


@record_pages.get("/")
def back() -> ResponseReturnValue:
    """The practice, for an address that a form has left behind."""
    return redirect(url_for("practice.page"), 303)


def _question(
    given: Exercise, decision: Decision, deal: int, problem: Sentence | None = None
) -> ResponseReturnValue:
    shown = render_template(
        "advice/exercise.html", **_exercise_shown(given, decision, deal), problem=problem
    )
    return shown, 422 if problem else 200


def _exercise_shown(given: Exercise, decision: Decision, deal: int) -> dict[str, object]:
    """The part that the question and its answer have in common."""
    hand = tuple(card for card in given.situation.hand if isinstance(card, Card))
    return {
        "hand": by_suit(hand),
        "calls": given.said,
        "step": given.situation.step,
        "numbers": range(len(hand) + 1),
        "decision": decision,
        "decisions": Decision,
        "deal": deal,
        "tell": teller(),
    }


def _is_as_good(own: Option) -> bool:
    """Whether the deals cannot tell a choice from the best one."""
    return own.behind <= own.within


def _chart(record: Record) -> Chart | None:
    """The line of the latest answers; None before the second."""
    course = record.course
    if len(course) < 2:
        return None
    first = record.answered - len(course) + 1
    return draw([Series((translated("You"),), course)], first=first)
