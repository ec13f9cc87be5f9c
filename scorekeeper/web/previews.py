"""Previews: an act is recorded exactly as its preview showed it, or it is refused.

The button below a preview sends one value, which no script touches: what the preview was made of,
and a digest of it and of everything that the preview showed. To record the act, the server makes
the preview again and compares the two values.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import request

from scorekeeper.errors import IllegalEntry
from scorekeeper.wording import say

FIELD = "previewed"


class Differs(IllegalEntry):
    """Raised if what is to be recorded is not what a preview showed."""

    def __init__(self) -> None:
        super().__init__(
            "preview-differs",
            say(
                "Nothing was recorded: it would not be what the preview showed. Look at the "
                "preview again, then record."
            ),
        )


def sealed(made_of: object, shown: object) -> str:
    """Return the value of the button below a preview.

    made_of    what the preview was made of, as values of JSON
    shown      everything that the preview showed; its parts have a stable `str`
    """
    text = json.dumps(made_of)
    both = json.dumps([text, shown], default=str)
    return f"{hashlib.sha256(both.encode()).hexdigest()[:32]} {text}"


def posted() -> Any:
    """Return what the posted preview was made of; raises Differs if there is none."""
    try:
        return json.loads(request.form.get(FIELD, "").partition(" ")[2])
    except (ValueError, RecursionError):
        raise Differs from None


def posted_fields() -> dict[str, str]:
    """Return the form fields that the posted preview was made of; raises Differs."""
    fields = posted()
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise Differs
    return fields


def check(value: str) -> None:
    """Raise Differs if the value that was posted is not this one."""
    if request.form.get(FIELD) != value:
        raise Differs
