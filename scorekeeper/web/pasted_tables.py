"""Forms of pasted tables: the text or a file, and what somebody has chosen for the columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import request

from scorekeeper.exchange.encodings import decode
from scorekeeper.exchange.pasted_table import Choices, Column, Numbers, Use
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.wording import Given, Listed, Sentence, say

COLUMN = "column-"  # begins the names of fields with the use of a column; the title follows
WORKBOOK = b"PK"  # the first bytes of an .xlsx or .ods file, which is a zip archive
SHOWN_WORDS = 5


class Option(NamedTuple):
    """A use that a column can have, with its words; `value` is that of the field."""

    value: str
    use: Use
    words: str


class ColumnField(NamedTuple):
    """The field for the use of a column.

    found    the words of its use; empty if somebody must choose one
    chosen   the value that was chosen
    """

    column: Column
    name: str
    found: str
    chosen: str


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


def choices_in(
    form: Mapping[str, str], options: Iterable[Option], numbers: Iterable[Numbers]
) -> Choices:
    """Return what was chosen for a table."""
    uses = {option.value: option.use for option in options}
    return Choices(
        next((order for order in DayOrder if order.value == form.get("order")), None),
        next((each for each in numbers if each.value == form.get("numbers")), None),
        {
            field.removeprefix(COLUMN): uses[chosen]
            for field, chosen in form.items()
            if field.startswith(COLUMN) and chosen in uses
        },
    )


def column_fields(
    columns: Iterable[Column], options: Sequence[Option], form: Mapping[str, str]
) -> dict[str, list[Any]]:
    """Return what the template shows of the columns: a field for each one that has a title."""
    words = {option.use: option.words for option in options}
    fields = []
    for column in columns:
        name, use = f"{COLUMN}{column.title}", column.use
        if column.title:
            found = words.get(use) or words.get(Use(use.meaning), column.title) if use else ""
            fields.append(ColumnField(column, name, found, form.get(name, "")))
    return {"fields": fields, "options": [(option.value, option.words) for option in options]}
