"""Conflicts: what a page shows of an entry that somebody else was faster than.

Nothing of it goes without a word: it is named, with what was answered in its place, and offered
again where it still fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.log import Kind
from scorekeeper.ledger.outcome import Outcome
from scorekeeper.web.forms import answer_shown

MOVED_ON = say("The game has moved on since this page was loaded; your tap was not recorded.")
OF_ANOTHER = say("This page is not of this game as it stands; your tap was not recorded.")


@dataclass(frozen=True, slots=True)
class OfferedForm:
    """The form behind the one tap that an outcome offers.

    told    what would be recorded, or taken back, in words
    """

    address: str
    fields: Mapping[str, str]
    told: Sentence
    undo: bool


def context(outcome: Outcome) -> dict[str, Any]:
    """What the page shows of a superseded entry.

    Fields that were filled in stand there again where the same question is asked.
    """
    decision, given = outcome.decision, outcome.given
    assert given is not None  # noqa: S101  (what was superseded was complete)
    offer = decision.offer
    again = offer is not None and not offer.undo
    said = [told for _, told in decision.reason.blanks] if decision.reason else []
    shown = {
        "notice": MOVED_ON if outcome.revision > given.revision else OF_ANOTHER,
        "offered": _form(outcome),
        "tapped": None if again else decision.tapped,
        "reason": decision.reason,
        "meanwhile": [one for one in outcome.meanwhile if one not in said],
    }
    if given.kind is not Kind.ANSWER or not given.is_asked(outcome.record.game):
        return shown
    return shown | {"chosen": answer_shown(), "withdrawn": False}


def _form(outcome: Outcome) -> OfferedForm | None:
    offer = outcome.decision.offer
    if offer is None:
        return None
    if offer.undo:
        address = url_for("play.act", game_id=outcome.record.id, act="undo")
        return OfferedForm(address, {}, offer.told, undo=True)
    return OfferedForm(request.path, answer_shown(), offer.told, undo=False)
