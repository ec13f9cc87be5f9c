"""Conflicts: what a page says and offers for an entry that was superseded.

An entry is superseded if the game has changed since its page was loaded. The page names the entry
and what was recorded instead. If both answer the same question, the user chooses one of the two
answers. If the entry still fits, the page offers to record it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import g, url_for

from scorekeeper.ledger.conflicts import Outcome, TwoAnswers
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.history import acts_of
from scorekeeper.rules.steps import Fact
from scorekeeper.web import links
from scorekeeper.web.access import open_store
from scorekeeper.web.entry_forms import shortened_answer
from scorekeeper.web.settings import path_here
from scorekeeper.wording import Sentence, say

MOVED_ON = say("The game has moved on since this page was loaded; your tap was not recorded.")
OTHER_REVISION = say("This page is out of date; your tap was not recorded.")


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


def superseded_context(outcome: Outcome) -> dict[str, Any]:
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
        return [OfferedForm("send", path_here(), shortened_answer(), label)]
    return []


def _choices(outcome: Outcome, two: TwoAnswers) -> list[OfferedForm]:
    address = url_for("table.choose", game_id=outcome.record.id)
    kept, given = _brief(two, two.recorded), _brief(two, two.given)
    words = {
        "keep": say("Keep: {answer} ({phone})", answer=kept, phone=_recorded_by(outcome, two)),
        "use": say("Use: {answer} ({phone})", answer=given, phone=links.THIS_PHONE),
    }
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
    return links.name_phone(device or "", links.known_phones())
