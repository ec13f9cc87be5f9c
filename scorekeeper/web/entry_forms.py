"""Forms: what the posted form of an entry, or of a new game, contains."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, abort, request
from flask_wtf import FlaskForm
from wtforms import FieldList, HiddenField, RadioField, StringField
from wtforms.validators import Regexp

from scorekeeper.errors import MalformedEntry
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.rules.steps import Fact, number_of
from scorekeeper.wording import say

KEY_PATTERN = r"[A-Za-z0-9_-]{1,64}"
OF_TAP = "tap-"  # begins the keys of taps that a page's script has stored (tap_store.js)
MOST_WORDS = 40  # characters of an answer that are shown again; answers are short
OWN_FIELDS = {"csrf_token", "key", "revision", "hand", "question"}


@dataclass(frozen=True, slots=True)
class EntryFields:
    """The fields of a form that every entry has besides its answer.

    key         made with the page, so that a second tap on the page makes no second entry
    revision    the revision of the game that the page shows
    hand        the number of the hand whose question is answered; None if the form has none
    question    the key of that question; None if the form has none
    """

    key: str
    revision: int
    hand: int | None = None
    question: str | None = None

    @classmethod
    def posted(cls) -> EntryFields:
        """Read the fields of the posted form.

        The key of a page is joined with a digest of the answer, so that two taps with the same
        answer on one page have the same key; a stored tap has a key of its own. Raises
        MalformedEntry if the revision or the key is missing.
        """
        key = request.form.get("key", "")
        revision = number_of(request.form, "revision")
        if revision is None or not re.fullmatch(KEY_PATTERN, key):
            raise _incomplete()
        hand, question = number_of(request.form, "hand"), request.form.get("question") or None
        if not key.startswith(OF_TAP):
            key = _derive_key(key, posted_answer())
        return cls(key, revision, hand, question)


class NewGameForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """The form for a new game, without the fields of the house rules, which the engine reads."""

    key = HiddenField(validators=[Regexp(rf"{KEY_PATTERN}\Z")], default=new_key)
    names = FieldList(StringField())
    dealer = RadioField(validate_choice=False, default="lot")
    rules = RadioField(validate_choice=False)

    def game_key(self) -> str:
        """Return the key of the game: the same form sent twice begins one game."""
        return _derive_key(self.key.data, posted_answer())


def install(app: Flask) -> None:
    """Refuse malformed forms before any code reads them."""
    app.before_request(_check_names)


def posted_key() -> str:
    """Return the key in the posted form; raises MalformedEntry if it is missing or malformed."""
    key = request.form.get("key", "")
    if not re.fullmatch(KEY_PATTERN, key):
        raise _incomplete()
    return key


def posted_answer() -> dict[str, Any]:
    """Return the fields of the posted form that are the answer itself."""
    return {name: value for name, value in request.form.items() if name not in OWN_FIELDS}


def posted_choice() -> dict[str, Any]:
    """Return the posted choice between two answers; each answer is JSON in its stored form."""
    facts = {name: _fact(request.form.get(name, "")) for name in ("answer", "instead")}
    return {"question": request.form.get("question"), **facts}


def _fact(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def shortened_answer() -> dict[str, str]:
    """Return the posted answer, short enough to be shown again."""
    return {name: str(value)[:MOST_WORDS] for name, value in posted_answer().items()}


def form_fields(fact: Fact) -> dict[str, str]:
    """Return the form fields that would record a fact (a stored answer) if they were sent."""
    fields: dict[str, str] = {}
    for name, value in fact.items():
        if isinstance(value, Mapping):
            fields |= form_fields(value)
        elif isinstance(value, Iterable) and not isinstance(value, str):
            texts = ("" if item is None else str(item) for item in value)
            fields |= {f"{name}-{index}": text for index, text in enumerate(texts)}
        else:
            fields[name] = str(value)
    return fields


def _check_names() -> None:
    if None in request.form:  # Werkzeug's name of a field without a name
        abort(400)


def _incomplete() -> MalformedEntry:
    return MalformedEntry(
        "incomplete", say("The page is incomplete: load it again and enter it once more.")
    )


def _derive_key(key: str | None, answer: Mapping[str, Any]) -> str:
    """Return a key for this answer on a page, different from those of the page's other answers."""
    sent = repr((request.path, sorted(answer.items())))
    return f"{key or new_key()}-{hashlib.sha256(sent.encode()).hexdigest()[:12]}"


def fields_under(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields whose names begin with a prefix and a dot, by the rest of their names."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)
    }
