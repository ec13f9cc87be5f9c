"""Import: a document is checked from end to end, then written in one transaction."""

from __future__ import annotations

import datetime as dt
import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol

from sqlite_utils import Database

from scorekeeper.errors import EntryError
from scorekeeper.exchange.export_file import ExportFile
from scorekeeper.exchange.exporting import Progress, no_progress
from scorekeeper.ledger import journal
from scorekeeper.ledger.checksums import (
    INSERT_ENTRY,
    entry_rows,
    game_row,
    with_checksum,
    write_checksums,
)
from scorekeeper.ledger.dates import day_of
from scorekeeper.ledger.errors import Diverged, Unreadable
from scorekeeper.ledger.game_document import (
    GameDocument,
    PlayerDocument,
    SessionDocument,
    TableDocument,
    plain,
)
from scorekeeper.ledger.game_files import bring
from scorekeeper.ledger.game_list import id_of
from scorekeeper.ledger.game_log import Kind, fact_json
from scorekeeper.ledger.game_results import GameOutcome, outcomes_change
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.note_search import store_searched_text
from scorekeeper.ledger.people import (
    People,
    folded,
    note_seats,
    people_of,
)
from scorekeeper.ledger.store import Store
from scorekeeper.wording import Given, Sentence, normalised, say

# Everything has a key, so that importing it twice changes nothing. A game that is here already may
# have been continued elsewhere: the longer one wins if the shorter is its beginning. If the two
# differ, nothing is imported.

EntryRow = tuple[str, str, int, str, str, str]
MOST_NOTES = 20  # shown before an import; further ones are only counted


class Document(Protocol):
    """The source of an import: an export file, or the games of a pasted table.

    The other parts are known once the first game is read.
    """

    @property
    def table(self) -> TableDocument | None: ...

    @property
    def players(self) -> Mapping[str, PlayerDocument]: ...

    @property
    def sessions(self) -> Mapping[str, SessionDocument]: ...

    def games(self, progress: Progress = ...) -> Iterator[tuple[Sentence, GameDocument]]:
        """Yield the games with the place of each; raises Unreadable."""


@dataclass(slots=True)
class Survey:
    """The result of checking a document: its contents, and what an import would add.

    new        number of games that the table does not have yet
    longer     number of games that the table has and that have further entries in it
    known      number of games that the table has with all entries of it
    strange    number of games whose rules are not installed, by rulebook key
    entries    number of entries that would be written
    outcomes   results of the games, by the key of the game
    first, last    the dates of the first and the last evening
    notes      remarks to read before the import
    """

    document: Document
    new: int = 0
    longer: int = 0
    known: int = 0
    strange: dict[str, int] = field(default_factory=dict)
    entries: int = 0
    outcomes: dict[str, GameOutcome] = field(default_factory=dict)
    players: set[str] = field(default_factory=set)
    sessions: int = 0
    first: str = ""
    last: str = ""
    notes: tuple[Sentence, ...] = ()

    @property
    def games(self) -> int:
        """The number of games in the document."""
        return self.new + self.longer + self.known + sum(self.strange.values())

    @property
    def nothing_new(self) -> bool:
        """Whether an import would write no game."""
        return not self.new and not self.longer

    def check(self, new: int, longer: int, entries: int) -> None:
        """Raise Unreadable if an import adds something else than the survey found."""
        if (new, longer, entries) != (self.new, self.longer, self.entries):
            raise Unreadable(
                say("games have come in since the file was looked at: look at it again."),
                clash=True,
            )


def survey_file(
    store: Store, table_id: int, path: Path, progress: Progress = no_progress
) -> Survey:
    """Return what an import of an export file would add.

    `progress` gets the number of bytes read since its last call. Raises Unreadable.
    """
    return survey_document(store, table_id, ExportFile(path), progress)


def survey_document(
    store: Store, table_id: int, document: Document, progress: Progress = no_progress
) -> Survey:
    """Check every entry against the rules; return what an import would add. Raises Unreadable."""
    surveyed = Survey(document)
    here = _Here.of(store.db, table_id)
    for place, game in document.games(progress):
        if not game.known:
            surveyed.strange[game.rulebook] = surveyed.strange.get(game.rulebook, 0) + 1
            continue
        try:
            surveyed.outcomes[game.key] = GameOutcome.of(game.replayed())
            here.check_people(game)
            game_id = id_of(store.db, table_id, game.key)
            rest = None if game_id is None else _rest(store.db, game_id, game, here)
        except Unreadable as error:
            raise error.at(place) from None
        if rest is None:
            surveyed.new += 1
            surveyed.entries += len(game.entries)
        elif rest.rows:
            surveyed.longer += 1
            surveyed.entries += len(rest.rows)
        else:
            surveyed.known += 1
    dates = [session.date for session in document.sessions.values()]
    surveyed.sessions = len(dates)
    surveyed.players = set(document.players)
    surveyed.first, surveyed.last = min(dates, default=""), max(dates, default="")
    surveyed.notes = _notes_on(store, table_id, document)
    return surveyed


@dataclass(frozen=True, slots=True)
class _Here:
    """The players that a table has before an import; they do not change while games are read.

    numbers    player numbers by folded names, present and former ones
    """

    numbers: Mapping[str, int]
    people: People

    @classmethod
    def of(cls, db: Database, table_id: int) -> _Here:
        return cls(numbers_by_name(db, table_id), people_of(db, table_id))

    def with_strangers(self, game: GameDocument) -> dict[str, int]:
        """Return `numbers` with a number below -1 for each player whom the table does not have."""
        strangers = [name for name in map(folded, game.people) if name not in self.numbers]
        return {**self.numbers, **{name: -number for number, name in enumerate(strangers, 2)}}

    def numbers_of(self, game: GameDocument) -> list[int]:
        """Return the numbers of a game's players, in the file's order; the table must have them."""
        return [self.numbers[folded(name)] for name in game.people]

    def check_people(self, game: GameDocument) -> None:
        """Raise Unreadable if two players of a game are one person at this table."""
        names = [folded(name) for name in game.people]
        same = self.people.same(self.numbers[name] for name in names if name in self.numbers)
        if same is None:
            return
        first, second = (Given(self.people.names[player]) for player in same)
        raise Unreadable(
            say(
                "{one} and {other} both play in it, but are one player here: "
                "separate them on the page of the player first.",
                one=first,
                other=second,
            ),
            clash=True,
        )


def bring_in(
    store: Store,
    table_id: int,
    surveyed: Survey,
    by: Author = COMMAND,
    progress: Progress = no_progress,
) -> int:
    """Import a document that has been checked: write everything that is new, or nothing.

    Return the number of the line in the journal. `progress` gets the number of bytes read since its
    last call. Raises Unreadable if the score file has changed since the survey, so that the
    document does not fit any more, or would add something else.
    """
    document = surveyed.document
    with store.transaction() as db:
        empty = not db.execute(
            "select 1 from players where table_id = ? "
            "union select 1 from sessions where table_id = ?",
            [table_id, table_id],
        ).fetchone()
        players_before = _count_players(db, table_id)
        here: _Here | None = None
        new: list[int] = []
        sessions: dict[str, int] = {}
        used: set[str] = set()
        longer = entries = 0
        for place, game in document.games(progress):
            used.add(game.session)
            if here is None:
                _bring_players(db, table_id, document, store.now())
                here = _Here.of(db, table_id)
            if not game.known:
                continue
            game_id = id_of(db, table_id, game.key)
            if game_id is None:
                if game.session not in sessions:
                    session = document.sessions[game.session]
                    sessions[game.session] = _session_id(db, table_id, session)
                game_id = _new_game(db, table_id, game, sessions, here.numbers, now=store.now())
                new.append(game_id)
                rest = _Rest(0, _rows(game, here.numbers))
            else:
                try:
                    rest = _rest(db, game_id, game, here)
                except Unreadable as error:
                    raise error.at(place) from None
                if not rest.rows:
                    continue
                longer += 1
            entries += len(rest.rows)
            try:
                here.check_people(game)
            except Unreadable as error:
                raise error.at(place) from None
            _write_entries(db, game_id, rest, game, here)
            outcome = surveyed.outcomes[game.key].mapped(here.numbers_of(game).__getitem__)
            outcomes_change({game_id: (rest.known + len(rest.rows), outcome)}).write(db)
        surveyed.check(len(new), longer, entries)
        _bring_players(db, table_id, document, store.now())
        for key in document.sessions.keys() - used:
            _session_id(db, table_id, document.sessions[key])
        table = document.table
        if empty and table is not None and not _is_taken(db, table_id, table.name):
            db.execute(
                "update tables set name = ?, created = ? where id = ?",
                [table.name, table.created, table_id],
            )
        details = {
            "games": surveyed.new + surveyed.longer,
            "entries": surveyed.entries,
            "sessions": surveyed.sessions,
            "days": sorted({surveyed.first, surveyed.last} - {""}),
            "new_players": _count_players(db, table_id) - players_before,
        }
        if new:  # their numbers are consecutive: nothing else writes in between
            details |= {"first": new[0], "last": new[-1]}
        return journal.note(db, store.now(), table_id, Event.IMPORTED, by, **details)


def _count_players(db: Database, table_id: int) -> int:
    rows = db.execute("select count(*) from players where table_id = ?", [table_id])
    return int(rows.fetchone()[0])


def _is_taken(db: Database, table_id: int, wanted: str) -> bool:
    """Return whether another table of this score file has the name `wanted`."""
    rows = db.execute("select name from tables where id <> ?", [table_id]).fetchall()
    return folded(wanted) in {folded(name) for (name,) in rows}


@dataclass(frozen=True, slots=True)
class _Rest:
    """The rows of the entries that a stored game lacks, and the number of those that it has."""

    known: int
    rows: list[EntryRow]


def _rest(db: Database, game_id: int, game: GameDocument, here: _Here) -> _Rest:
    """Return the entries that a game has in the document but not in the score file.

    They continue the stored game. Raises Unreadable if the two games differ.
    """
    agreed = game_row(db, game_id, "rulebook, rules, ending, players, first_dealer, started")
    assert agreed is not None  # noqa: S101  (it was found a moment ago)
    rulebook, rules, ending, players, first_dealer, started = agreed
    numbers = here.with_strangers(game)
    seated = [numbers[folded(name)] for name in game.players]
    here_agreed = (rulebook, json.loads(rules), json.loads(ending), json.loads(players))
    there_agreed = (game.rulebook, game.rules, game.ending, seated)
    if (*here_agreed, first_dealer, started) != (*there_agreed, game.first_dealer, game.started):
        raise Diverged(
            say("this game is here already, with other players or other rules."), clash=True
        )
    known = [tuple(row[1:]) for row in entry_rows(db, game_id)]
    rows = _rows(game, numbers)
    pairs = enumerate(zip(known, rows, strict=False), 1)
    differs = next((number for number, (mine, theirs) in pairs if mine != theirs), None)
    if differs is not None:
        raise Diverged(
            say(
                "this game went on differently here and in the file, from entry {number} on; "
                "the two cannot be made one.",
                number=differs,
            ),
            clash=True,
        )
    return _Rest(len(known), rows[len(known) :])


def _rows(game: GameDocument, numbers: Mapping[str, int]) -> list[EntryRow]:
    """Return the rows of the entries, with `numbers` for players."""
    pairs = zip(game.entries, game.numbered(numbers), strict=True)
    return [
        (given.key, entry.kind.value, entry.deal, fact_json(entry.fact), given.device, given.at)
        for given, entry in pairs
    ]


def _bring_players(db: Database, table_id: int, document: Document, now: str) -> None:
    """Add the players of a document; those that the table has keep their spelling.

    A new player who is merged into another in the document is merged at the table, too.
    """
    known = numbers_by_name(db, table_id)
    players = document.players.values()
    new = {player.name: player for player in players if folded(player.name) not in known}
    db.conn.executemany(
        "insert or ignore into players (table_id, name, folded, created) values (?, ?, ?, ?)",
        [(table_id, one.name, folded(one.name), one.created) for one in new.values()],
    )
    known = numbers_by_name(db, table_id)
    for written in players:
        if written.same_as is None:
            continue
        people = people_of(db, table_id)
        player, into = known.get(folded(written.name)), known.get(folded(written.same_as))
        if written.name in new and player and into and people.person(into) != player:
            db.execute(
                "insert into merges (player_id, into_id, at, device) values (?, ?, ?, '')",
                [player, into, now],
            )


def numbers_by_name(db: Database, table_id: int) -> dict[str, int]:
    """Return the numbers of players by folded names, including former names that are free now."""
    former = db.execute(
        "select former_names.folded, player_id from former_names "
        "join players on players.id = player_id where table_id = ? order by former_names.id",
        [table_id],
    ).fetchall()
    present = db.execute("select folded, id from players where table_id = ?", [table_id])
    return dict(former) | dict(present.fetchall())


def _new_game(
    db: Database,
    table_id: int,
    game: GameDocument,
    sessions: Mapping[str, int],
    players: Mapping[str, int],
    *,
    now: str,
) -> int:
    """Write a game without its entries, with the file it is played by; raises Unreadable."""
    try:
        if game.file is not None:
            bring(db, table_id, game.file, now)
    except EntryError as error:
        raise Unreadable(error.sentence) from None
    cursor = db.execute(
        "insert into games (table_id, key, rulebook, rules, ending, players, first_dealer, "
        "started, session_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            table_id,
            game.key,
            game.rulebook,
            json.dumps(game.rules),
            json.dumps(game.ending),
            json.dumps([players[folded(name)] for name in game.players]),
            game.first_dealer,
            game.started,
            sessions[game.session],
        ],
    )
    game_id = int(cursor.lastrowid or 0)
    write_checksums(db, [game_id])
    return game_id


def _session_id(db: Database, table_id: int, session: SessionDocument) -> int:
    """Return the id of the session with this key; insert it if it is missing."""
    db.execute(
        "insert or ignore into sessions (table_id, key, date, name, notes, created) "
        "values (:table_id, :key, :date, :name, :notes, :created)",
        {"table_id": table_id, **plain(session)},
    )
    row = db.execute(
        "select id from sessions where table_id = ? and key = ?", [table_id, session.key]
    ).fetchone()
    return int(row[0])


def _write_entries(
    db: Database, game_id: int, rest: _Rest, game: GameDocument, here: _Here
) -> None:
    numbered = enumerate(rest.rows, rest.known + 1)
    db.conn.executemany(
        INSERT_ENTRY, [with_checksum((game_id, number, *row)) for number, row in numbered]
    )
    if len(game.people) > len(game.players):
        sitting = game.replayed().sitting.mapped(here.numbers_of(game).__getitem__)
        note_seats(db, game_id, sitting)
    if any(entry.kind is Kind.NOTE for entry in game.entries):
        store_searched_text(db, game_id, game.replayed().notes)


def _notes_on(store: Store, table_id: int, document: Document) -> tuple[Sentence, ...]:
    """Return notes for the person who imports a document, which has been read to its end."""
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
    """Yield notes on names that differ only in capitals or accents from others."""
    near = {bare_name(name): name for name in here.values()}
    for name, player in document.players.items():
        known, other = here.get(folded(name)), near.setdefault(bare_name(name), name)
        if known is not None and known != name:
            yield say("“{name}” is the player “{other}” here.",
                      name=Given(name), other=Given(known))  # fmt: skip
        elif known is None and other != name and player.same_as is None:
            yield say(
                "“{name}” and “{other}” count as two players: if they are one, merge them on the "
                "page of the player.",
                name=Given(name),
                other=Given(other),
            )


def _on_evenings(document: Document, here: Mapping[str, str], today: dt.date) -> Iterator[Sentence]:
    """Yield notes on evenings that share their date with others or are in the future."""
    new = {key: session.date for key, session in document.sessions.items() if key not in here}
    on_date = Counter([*here.values(), *new.values()])
    for written in sorted(set(new.values())):
        date = dt.date.fromisoformat(written)
        if on_date[written] > 1:
            yield say(
                "There will be {count} separate evenings on {date}. To join them, choose “Move "
                "games to another evening” on the page of one.",
                count=on_date[written],
                date=date,
            )
        if date > today + dt.timedelta(days=1):  # in every time zone
            yield say(
                "The evening of {date} is still to come: give it its right date on its page.",
                date=date,
            )


def bare_name(name: str) -> str:
    """Return a name without capitals and accents."""
    parts = normalised("NFKD", folded(name))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
