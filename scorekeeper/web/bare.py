"""Bare answers, for a page that sends what it has kept while it could not be reached.

Such a page asks for JSON and is told the revision that its entry made, on which the next one that
it has kept is built; the same entry sent again is told the same. Where somebody else has written in
the meantime it is told what, in words, so that a person can decide.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import current_app, g, jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.wording import Sentence
from scorekeeper.ledger import history
from scorekeeper.ledger.errors import StaleEntry
from scorekeeper.ledger.store import Store
from scorekeeper.web.forms import Carried
from scorekeeper.web.telling import Teller

JSON = "application/json"
MOST_TOLD = 8


def wanted() -> bool:
    """Whether the page asks for a bare answer."""
    return request.headers.get("Accept") == JSON


def answer(
    game_id: int,
    record: Callable[[], bool],
    became: Callable[[], Sentence | None] = lambda: None,
) -> ResponseReturnValue:
    """Record, and tell the revision that this made, or why it was not done.

    Where there was nothing to record, for somebody else had said the same, it is the present one.

    409 tells what else was recorded since the page saw the game, and what `became` of the question
    that the entry answers, where another is asked by now; 422 why the entry does not fit.
    """
    store: Store = current_app.config["STORE"]
    try:
        recorded = record()
    except StaleEntry as stale:
        tell = _teller(game_id)
        told = [str(tell(one)) for one in told_since(game_id, stale.seen)]
        why = became()
        problem = {} if why is None else {"problem": str(tell(why))}
        return jsonify(revision=stale.present, meanwhile=told, **problem), 409
    except EntryError as error:
        present = store.revision(g.table.id, game_id)
        return jsonify(revision=present, problem=str(_teller(game_id)(error.sentence))), 422
    if not recorded:
        return jsonify(revision=store.revision(g.table.id, game_id))
    return jsonify(revision=store.number_of(g.table.id, game_id, Carried.posted().key))


def told_since(game_id: int, revision: int | None) -> list[Sentence]:
    """What was recorded after a revision, the last few entries of it; nothing where none is named.

    Raises Unknown.
    """
    if revision is None:
        return []
    store: Store = current_app.config["STORE"]
    return history.told_since(store, g.table.id, game_id, revision)[-MOST_TOLD:]


def _teller(game_id: int) -> Teller:
    store: Store = current_app.config["STORE"]
    return Teller(store.game(g.table.id, game_id).players)
