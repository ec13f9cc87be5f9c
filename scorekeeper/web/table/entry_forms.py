"""What forms send: what every entry carries, and the sheet for a new game."""

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

from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.steps import Fact
from scorekeeper.engine.rules.steps.asking import number_of
from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.identifiers import new_key

KEY_PATTERN = r"[A-Za-z0-9_-]{1,64}"
MOST_WORDS = 40  # answers of a question are short; of anything longer, the beginning
OWN_FIELDS = {"csrf_token", "key", "revision", "hand", "question"}


@dataclass(frozen=True, slots=True)
class Carried:
    """What every entry carries besides its answer.

    key         made with the page, so that a second tap on it is no second entry
    revision    the revision of the game that the page shows
    hand        the number of the hand whose question it answers; None where that is not said
    question    the key of that question
    """

    key: str
    revision: int
    hand: int | None = None
    question: str | None = None

    @classmethod
    def posted(cls) -> Carried:
        """What the posted form carries; two taps with the same answer share their key.

        Raises MalformedEntry where the page did not say what it shows, or sent no key: without
        one, a second tap could not be told from a second entry.
        """
        key = request.form.get("key", "")
        revision = number_of(request.form, "revision")
        if revision is None or not re.fullmatch(KEY_PATTERN, key):
            raise _incomplete()
        hand, question = number_of(request.form, "hand"), request.form.get("question") or None
        return cls(_key_for(key, answer_given()), revision, hand, question)


class NewGameForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """Who plays, who deals and by which rules; the house rules themselves are the engine's."""

    key = HiddenField(validators=[Regexp(rf"{KEY_PATTERN}\Z")], default=new_key)
    names = FieldList(StringField())
    dealer = RadioField(validate_choice=False, default="lot")
    rules = RadioField(validate_choice=False)

    def game_key(self) -> str:
        """The key of the game: the same sheet sent twice is one game, a changed one another."""
        return _key_for(self.key.data, answer_given())


def install(app: Flask) -> None:
    """Refuse forms that no page sends, before anything looks into them."""
    app.before_request(_check_names)


def key_posted() -> str:
    """The key that the posted form carries; raises MalformedEntry where that is none."""
    key = request.form.get("key", "")
    if not re.fullmatch(KEY_PATTERN, key):
        raise _incomplete()
    return key


def answer_given() -> dict[str, Any]:
    """The fields of the posted form that are the answer itself."""
    return {name: value for name, value in request.form.items() if name not in OWN_FIELDS}


def choice_given() -> dict[str, Any]:
    """The posted choice between two answers, each of which comes as a fact."""
    facts = {name: _fact(request.form.get(name, "")) for name in ("answer", "instead")}
    return {"question": request.form.get("question"), **facts}


def _fact(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def answer_shown() -> dict[str, str]:
    """The same, short enough to be shown again."""
    return {name: str(value)[:MOST_WORDS] for name, value in answer_given().items()}


def as_fields(fact: Fact) -> dict[str, str]:
    """A fact as the fields of the form that would give it."""
    fields: dict[str, str] = {}
    for name, value in fact.items():
        if isinstance(value, Mapping):
            fields |= as_fields(value)
        elif isinstance(value, Iterable) and not isinstance(value, str):
            fields |= {f"{name}-{index}": str(item) for index, item in enumerate(value)}
        else:
            fields[name] = str(value)
    return fields


def _check_names() -> None:
    """A part of a form without a name has none at all, which no code expects."""
    if None in request.form:
        abort(400)


def _incomplete() -> MalformedEntry:
    return MalformedEntry(
        "incomplete", say("The page is incomplete: load it again and enter it once more.")
    )


def _key_for(key: str | None, answer: Mapping[str, Any]) -> str:
    """A key for what one button of a page sends, told apart from its other buttons."""
    sent = repr((request.path, sorted(answer.items())))
    return f"{key or new_key()}-{hashlib.sha256(sent.encode()).hexdigest()[:12]}"


def under(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields whose names begin with a prefix and a dot, without it."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)
    }
