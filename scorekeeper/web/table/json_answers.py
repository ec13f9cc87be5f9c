"""JSON answers, for a page that sends the taps which it has stored.

Such a page is told the revision that its entry made, on which the next stored one is built; the
same entry sent again is told the same. Where somebody else has written in the meantime, it is told
what, in words, so that a person can decide: where two phones have answered one question, with a
button for each of the answers.
"""

from __future__ import annotations

from flask import jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.entries.outcome import Became, Outcome
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.table import conflicts

JSON = "application/json"
STATUS = {Became.SUPERSEDED: 409, Became.REFUSED: 422}


def wanted() -> bool:
    """Whether the page asks for JSON."""
    return request.headers.get("Accept") == JSON


def answer(outcome: Outcome) -> ResponseReturnValue:
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
            for form in conflicts.offered(outcome)
        ]
    if outcome.decision.reason is not None:
        body["problem"] = str(tell(outcome.decision.reason))
    return jsonify(body), STATUS.get(outcome.became, 200)
