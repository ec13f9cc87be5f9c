"""Forms: what every entry carries, and the sheet for a new game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import FieldList, HiddenField, RadioField, StringField
from wtforms.validators import Length, Regexp

from scorekeeper.engine.errors import MalformedEntry
from scorekeeper.engine.steps.asking import number_of
from scorekeeper.engine.wording import say
from scorekeeper.ledger.store import new_key

KEY_PATTERN = r"^[A-Za-z0-9_-]*$"
OWN_FIELDS = {"csrf_token", "key", "revision"}


class EntryForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """What every entry carries besides its answer.

    key         made with the page, so that a second tap on it is no second entry
    revision    the revision of the game that the page shows
    """

    key = HiddenField(validators=[Length(max=64), Regexp(KEY_PATTERN)], default=new_key)
    revision = HiddenField()

    def seen(self) -> int:
        """The revision that the page showed.

        Raises MalformedEntry where the page did not say.
        """
        revision = number_of({"revision": self.revision.data}, "revision")
        if revision is None or not self.validate():
            raise MalformedEntry(
                "no-revision", say("The page is incomplete: load it again and enter it once more.")
            )
        return revision

    def entry_key(self) -> str:
        """The key of the entry: two taps with the same answer share it, others do not."""
        answer = repr(sorted(answer_given().items()))
        digest = hashlib.sha256(answer.encode()).hexdigest()[:12]
        return f"{self.key.data or new_key()}-{digest}"


class NewGameForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """Who plays, who deals and by which rules; the house rules themselves are the engine's."""

    key = HiddenField(validators=[Length(max=64), Regexp(KEY_PATTERN)], default=new_key)
    names = FieldList(StringField())
    dealer = RadioField(validate_choice=False, default="lot")
    rules = RadioField(validate_choice=False)


def answer_given() -> dict[str, Any]:
    """The fields of the posted form that are the answer itself."""
    return {name: value for name, value in request.form.items() if name not in OWN_FIELDS}


def under(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields whose names begin with a prefix and a dot, without it."""
    start = f"{prefix}."
    return {
        name.removeprefix(start): value for name, value in fields.items() if name.startswith(start)
    }
