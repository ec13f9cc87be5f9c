"""Notes on what a document brings: names that are nearly alike, and evenings on unexpected days."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from scorekeeper.engine.rules.wording import Given, Sentence, say
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.exchange.document_reader import Document
from scorekeeper.ledger.people.names import folded
from scorekeeper.ledger.timestamps import day_of
from scorekeeper.ledger.typed_text import normalised

MOST_NOTES = 20  # more would hide each other


def notes_on(store: Store, table_id: int, document: Document) -> tuple[Sentence, ...]:
    """What to look at before a document that was read to its end is brought in."""
    here = dict(
        store.db.execute(
            "select folded, name from players where table_id = ?", [table_id]
        ).fetchall()
    )
    evenings = dict(
        store.db.execute("select key, date from sessions where table_id = ?", [table_id]).fetchall()
    )
    today = day_of(store.clock())
    sentences = [*_on_names(document, here), *_on_evenings(document, evenings, today)]
    notes = tuple(islice(sentences, MOST_NOTES))
    if len(sentences) > len(notes):
        notes += (say("More such notes: {count}.", count=len(sentences) - len(notes)),)
    return notes


def _on_names(document: Document, here: Mapping[str, str]) -> Iterator[Sentence]:
    """Names that differ in capitals or accents alone from others, here or in the document."""
    near = {_bare(name): name for name in here.values()}
    for name in document.players:
        known, other = here.get(folded(name)), near.setdefault(_bare(name), name)
        if known is not None and known != name:
            yield say("“{name}” is the player “{other}” here.",
                      name=Given(name), other=Given(known))  # fmt: skip
        elif known is None and other != name and name not in document.same_as:
            yield say(
                "“{name}” and “{other}” count as two players: if they are one, merge them on the "
                "page of the player.",
                name=Given(name),
                other=Given(other),
            )


def _on_evenings(document: Document, here: Mapping[str, str], today: dt.date) -> Iterator[Sentence]:
    """Evenings that share their date with others, and those still to come."""
    new = {key: session["date"] for key, session in document.sessions.items() if key not in here}
    on_date = Counter([*here.values(), *new.values()])
    for written in sorted(set(new.values())):
        date = dt.date.fromisoformat(written)
        if on_date[written] > 1:
            yield say("On {date} there will be {count} evenings, each by itself.",
                      date=date, count=on_date[written])  # fmt: skip
        if date > today + dt.timedelta(days=1):  # wherever on earth
            yield say(
                "The evening of {date} is still to come: give it its right date on its page.",
                date=date,
            )


def _bare(name: str) -> str:
    """A name without capitals and accents."""
    parts = normalised("NFKD", folded(name))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
