"""Conflicts: what a page shows of an entry that somebody else was faster than.

Nothing of it goes without a word: it is named, with what was answered in its place. Where both
answer one question, somebody chooses which of them holds; where it still fits, it is offered again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app, g, request, session, url_for

from scorekeeper.engine.rules.steps import Fact
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.entries.game_log import Kind
from scorekeeper.ledger.entries.history import acts_of
from scorekeeper.ledger.entries.outcome import Outcome, TwoAnswers
from scorekeeper.ledger.tables import phones
from scorekeeper.web.access import access_control, journal_words
from scorekeeper.web.open_store import open_store
from scorekeeper.web.table.entry_forms import answer_shown

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
    seen: phones.SeenPhones = current_app.extensions[access_control.PHONES]
    seen.flush()  # who sits down with a phone is brought into the file now and then
    number, owner = phones.known_as(store, g.table.id).get(device or "", (0, ""))
    return journal_words.label(number, owner) if number else say("another phone")
