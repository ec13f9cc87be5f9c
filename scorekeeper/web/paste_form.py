"""The form of a pasted table: its text or file, and the choices for its columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import request

from scorekeeper.exchange.encodings import decode
from scorekeeper.exchange.pasted_table import Choices, Column, Numbers, Use
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.wording import Given, Listed, Sentence, say

COLUMN = "column-"  # begins the names of fields with the use of a column; the title follows
WORKBOOK = b"PK"  # the first bytes of an .xlsx or .ods file, which is a zip archive
SHOWN_WORDS = 5


Options = Mapping[Use, tuple[str, str]]
"""The value of the field, and the words, for each use that a column can have."""


def posted_form() -> tuple[dict[str, str], Sentence | None]:
    """Return the posted fields, and the problem with a posted file, if there is one.

    The text of a file takes the place of the field “table”.
    """
    form, received = request.form.to_dict(), request.files.get("file")
    if received is None or not received.filename:
        return form, None
    content = received.read()
    if content.startswith(WORKBOOK):
        return form, say(
            "This is a workbook: save it as CSV, or copy its cells and paste them here."
        )
    form["table"], strange = decode(content)
    if not strange:
        return form, None
    return form, say(
        "Some letters of this file are uncertain: {words}. Put them right here, or save the file "
        "as UTF-8.",
        words=Listed(map(Given, strange[:SHOWN_WORDS])),
    )


def choices_in(form: Mapping[str, str], options: Options, numbers: Iterable[Numbers]) -> Choices:
    """Return what was chosen for a pasted table."""
    uses = {value: use for use, (value, _) in options.items()}
    return Choices(
        next((order for order in DayOrder if order.value == form.get("order")), None),
        next((each for each in numbers if each.value == form.get("numbers")), None),
        {
            field.removeprefix(COLUMN): uses[chosen]
            for field, chosen in form.items()
            if field.startswith(COLUMN) and chosen in uses
        },
    )


def column_fields(columns: Iterable[Column], options: Options) -> dict[str, list[Any]]:
    """Return what the template shows: the columns with a title, and the options for each.

    A column has the words of its use; they are empty if somebody must choose one.
    """
    words = {use: words for use, (_, words) in options.items()}

    def found(column: Column) -> str:
        use = column.use
        return "" if use is None else words.get(use) or words.get(Use(use.meaning), column.title)

    titled = [(column, found(column)) for column in columns if column.title]
    return {"columns": titled, "options": list(options.values())}
