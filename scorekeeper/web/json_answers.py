"""Answers as JSON to the entries that a phone has stored and sends.

The answer has the revision that the entry made, which the phone's next stored entry is built on.
The same entry sent again gets the same answer. If another phone has written in the meantime, the
answer says what, in sentences, so that the user can decide; if both phones answered the same
question, with a button for each of the two answers.
"""

from __future__ import annotations

from flask import jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.conflicts import Became, Outcome
from scorekeeper.web.conflict_offers import offered_forms
from scorekeeper.web.formatting import Teller

JSON = "application/json"
STATUS = {Became.SUPERSEDED: 409, Became.REFUSED: 422}


def wants_json() -> bool:
    """Return whether the request accepts JSON."""
    return request.headers.get("Accept") == JSON


def json_answer(outcome: Outcome, again: str | None = None) -> ResponseReturnValue:
    """Return the revision, and the reason if the entry was not recorded.

    With status 409, `meanwhile` has the entries recorded since the page was loaded, and `choices`
    the buttons if both phones answered the same question. With 422, `problem` says why the entry
    does not fit, and `page` is the page `again`, which asks that question once more.
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
    if again is not None:
        body["page"] = again
    return jsonify(body), STATUS.get(outcome.became, 200)
