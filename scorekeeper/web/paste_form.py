"""The form of a table that somebody keeps: its text or file, and the uses of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, TypeVar

from flask import request

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.remarks import Level, Remark, of_level
from scorekeeper.exchange.table_checks import SumRows
from scorekeeper.exchange.table_columns import LONGEST_SHOWN, UNUSED, Column, Table, Use
from scorekeeper.exchange.table_text import check_kind, text_of
from scorekeeper.web.form_sizes import LARGEST_PASTE
from scorekeeper.wording import Sentence, say

Choice = TypeVar("Choice", bound=Enum)

COLUMN = "column-"  # begins the names of fields with the use of a column


Options = Mapping[Use, tuple[str, str]]
"""The value of the field, and the words, for each use that a column can have."""


TOO_LARGE = say("The file is too large: this page takes 512 KB at once. Bring it in in parts.")
SUMS = {
    SumRows.LEFT_OUT: say("rows of totals: left out"),
    SumRows.KEPT: say("no totals: they count"),
}


def posted_form() -> tuple[dict[str, str], Sentence | None]:
    """Return the posted fields, and the problem with a posted file, if there is one.

    The text of a file takes the place of the field “table”.
    """
    form, received = request.form.to_dict(), request.files.get("file")
    if received is None or not received.filename:
        return form, None
    content = received.read()
    try:
        check_kind(content)
        if len(content) > LARGEST_PASTE:
            raise MalformedEntry("too-many-rows", TOO_LARGE)
        form["table"], problem = text_of(content)
    except EntryError as error:
        return form, error.sentence
    return form, problem


def chosen(form: Mapping[str, str], field: str, choices: Iterable[Choice]) -> Choice | None:
    """Return the choice in a field; None if nothing, or something else, was chosen."""
    return next((each for each in choices if each.value == form.get(field)), None)


def uses_in(form: Mapping[str, str], options: Options) -> dict[str, Use]:
    """Return the uses that somebody has chosen, by the field of the column."""
    uses = {value: use for use, (value, _) in options.items()}
    return {
        name.removeprefix(COLUMN): uses[chosen]
        for name, chosen in form.items()
        if name.startswith(COLUMN) and chosen in uses
    }


def column_fields(table: Table | None, options: Options) -> dict[str, Any]:
    """Return what the template shows of columns: each with the value of its use, and the options.

    A column whose title names a use that nobody can choose has a use of its own.
    """
    columns = table.shown if table else ()
    return {
        "columns": [(column, *_chosen(column, options)) for column in columns],
        "options": list(options.values()),
        "unused": [each.title[:LONGEST_SHOWN] or "…" for each in columns if each.use == UNUSED],
    }


def _chosen(column: Column, options: Options) -> tuple[str, str]:
    """Return the value of a column's use, and words for it if it is none of the options."""
    if column.use in options:
        return options[column.use][0], ""
    kind = options.get(Use(column.use.meaning))
    return "", kind[1] if kind else column.title


def by_level(remarks: Iterable[Remark]) -> dict[str, list[Remark]]:
    """Return the remarks of a table as the template shows them, by level."""
    listed = list(remarks)
    names = {Level.LEFT_OUT: "left_out", Level.DOUBT: "doubts", Level.QUESTION: "open",
             Level.ERROR: "flaws"}  # fmt: skip
    return {name: of_level(listed, level) for level, name in names.items()}
