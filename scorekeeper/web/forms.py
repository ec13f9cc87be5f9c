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
        return _key_for(self.key.data, answer_given())


class NewGameForm(FlaskForm):  # type: ignore[misc]  # flask_wtf is not typed
    """Who plays, who deals and by which rules; the house rules themselves are the engine's."""

    key = HiddenField(validators=[Length(max=64), Regexp(KEY_PATTERN)], default=new_key)
    names = FieldList(StringField())
    dealer = RadioField(validate_choice=False, default="lot")
    rules = RadioField(validate_choice=False)

    def game_key(self) -> str:
        """The key of the game: the same sheet sent twice is one game, a changed one another."""
        return _key_for(self.key.data, answer_given())


def answer_given() -> dict[str, Any]:
    """The fields of the posted form that are the answer itself."""
    return {name: value for name, value in request.form.items() if name not in OWN_FIELDS}


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
