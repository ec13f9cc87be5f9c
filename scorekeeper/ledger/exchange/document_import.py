"""What is brought into a score file: first looked through from end to end, then written as one.

Everything has a key, so that bringing the same in twice changes nothing. A game that is here
already may have gone on elsewhere: what is longer wins, if the shorter is its beginning; where the
two went different ways, nothing is brought in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.engine.rules.wording import Given, Sentence, say
from scorekeeper.ledger.database.checksums import (
    INSERT_ENTRY,
    entry_rows,
    game_row,
    with_checksum,
    write_checksums,
)
from scorekeeper.ledger.entries.game_log import Entry, dumped
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.exchange.document_reader import Document
from scorekeeper.ledger.exchange.export_document import (
    GameDocument,
)
from scorekeeper.ledger.exchange.import_notes import notes_on
from scorekeeper.ledger.exchange.import_survey import Survey
from scorekeeper.ledger.exchange.replay import replayed
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.people.identities import People, note_seats, people_of
from scorekeeper.ledger.people.names import folded
from scorekeeper.ledger.progress import Progress, no_progress
from scorekeeper.ledger.statistics.game_results import Outcome, outcomes_kept
from scorekeeper.ledger.tables import journal

Row = tuple[str, str, int, str, str, str]


def survey(
    store: Store,
    table_id: int,
    path: Path,
    progress: Progress = no_progress,
    sources: Sequence[Sentence] = (),
) -> Survey:
    """Look through a document, checking every entry of it against the rules.

    `progress` is told how many bytes further it has come, and `sources` names the file of each
    game where there were several. Raises Unreadable.
    """
    surveyed = Survey(path, sources)
    document = Document(path, progress, sources)
    here = _Here.of(store.db, table_id)
    for place, game in document.games():
        if not game.known:
            surveyed.strange[game.rulebook] = surveyed.strange.get(game.rulebook, 0) + 1
            continue
        try:
            surveyed.outcomes[game.key] = Outcome.of(replayed(game))
            here.check_people(game)
            game_id = _game_id(store.db, table_id, game)
            rest = None if game_id is None else _rest(store.db, game_id, game, here.numbers)
        except Unreadable as error:
            raise error.at(place) from None
        if rest is None:
            surveyed.new += 1
            surveyed.entries += len(game.entries)
        elif rest:
            surveyed.longer += 1
            surveyed.entries += len(rest)
        else:
            surveyed.known += 1
    dates = [session["date"] for session in document.sessions.values()]
    surveyed.sessions = len(dates)
    surveyed.players = set(document.players)
    surveyed.first, surveyed.last = min(dates, default=""), max(dates, default="")
    surveyed.notes = notes_on(store, table_id, document)
    return surveyed


@dataclass(frozen=True, slots=True)
class _Here:
    """The players of a table, which stay the same while the games of a document are read.

    numbers    by every folded name that they have or had
    """

    numbers: Mapping[str, int]
    people: People

    @classmethod
    def of(cls, db: Database, table_id: int) -> _Here:
        """Read them."""
        return cls(_numbers(db, table_id), people_of(db, table_id))

    def numbers_of(self, game: GameDocument) -> list[int]:
        """The players of a game by number, in the order of the document; all must be here."""
        return [self.numbers[folded(name)] for name in game.people]

    def check_people(self, game: GameDocument) -> None:
        """Raise Unreadable where two who play in a game are one person here."""
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
) -> None:
    """Write what a survey has found to be new, all of it or nothing.

    `progress` is told how many bytes further it has come.
    Raises Unreadable where what is here has changed since, so that it does not fit any more.
    """
    document = Document(surveyed.path, progress, surveyed.sources)
    with store.transaction() as db:
        empty = not db.execute(
            "select 1 from players where table_id = ? "
            "union select 1 from sessions where table_id = ?",
            [table_id, table_id],
        ).fetchone()
        here: _Here | None = None
        sessions: dict[str, int] = {}
        for place, game in document.games():
            if here is None:
                _bring_players(db, table_id, document, store.now())
                here = _Here.of(db, table_id)
            if not game.known:
                continue
            game_id = _game_id(db, table_id, game)
            if game_id is None:
                if game.session not in sessions:
                    session = document.sessions[game.session]
                    sessions[game.session] = _session_id(db, table_id, session)
                game_id, known = _new_game(db, table_id, game, sessions, here.numbers), 0
            else:
                try:
                    known = len(game.entries) - len(_rest(db, game_id, game, here.numbers))
                except Unreadable as error:
                    raise error.at(place) from None
                if known == len(game.entries):
                    continue
            try:
                here.check_people(game)
            except Unreadable as error:
                raise error.at(place) from None
            _write_entries(db, game_id, known, game, here)
            outcome = surveyed.outcomes[game.key].mapped(here.numbers_of(game).__getitem__)
            outcomes_kept({game_id: (len(game.entries), outcome)}).write(db)
        _bring_players(db, table_id, document, store.now())
        for key in document.sessions.keys() - document.used:
            _session_id(db, table_id, document.sessions[key])
        if empty and "table" in document.head and not _is_taken(db, table_id, document):
            db.execute(
                "update tables set name = ?, created = ? where id = ?",
                [*document.head["table"], table_id],
            )
        details = {"games": surveyed.new + surveyed.longer, "entries": surveyed.entries}
        journal.note(db, store.now(), table_id, Event.IMPORTED, by, **details)


def _is_taken(db: Database, table_id: int, document: Document) -> bool:
    """Whether another table of this file has the name of the document's."""
    rows = db.execute("select name from tables where id <> ?", [table_id]).fetchall()
    return folded(document.head["table"][0]) in {folded(name) for (name,) in rows}


def _game_id(db: Database, table_id: int, game: GameDocument) -> int | None:
    row = db.execute(
        "select id from games where table_id = ? and key = ?", [table_id, game.key]
    ).fetchone()
    return None if row is None else int(row[0])


def _rest(db: Database, game_id: int, game: GameDocument, numbers: Mapping[str, int]) -> list[Row]:
    """The entries that a game has in the document and not here.

    Raises Unreadable where one is not the beginning of the other.
    """
    agreed = game_row(db, game_id, "rulebook, rules, ending, players, first_dealer, started")
    assert agreed is not None  # noqa: S101  (it was found a moment ago)
    rulebook, rules, ending, players, first_dealer, started = agreed
    seated = json.loads(players)
    here = (rulebook, json.loads(rules), json.loads(ending), seated, first_dealer, started)
    if here != (
        game.rulebook,
        game.rules,
        game.ending,
        [numbers.get(folded(name)) for name in game.players],
        game.first_dealer,
        game.started,
    ):
        raise Unreadable(
            say("this game is here already, with other players or other rules."), clash=True
        )
    known = [row[1:] for row in entry_rows(db, game_id)]
    rows = _rows(game, numbers)
    for number, (mine, theirs) in enumerate(zip(known, rows, strict=False), 1):
        if tuple(mine) != theirs:
            raise Unreadable(
                say(
                    "this game went on differently here and in the file, from entry {number} on; "
                    "the two cannot be made one.",
                    number=number,
                ),
                clash=True,
            )
    return rows[len(known) :]


def _rows(game: GameDocument, numbers: Mapping[str, int]) -> list[Row]:
    """The entries as they are kept, with these numbers for players."""
    pairs = zip(game.entries, game.numbered(numbers), strict=True)
    return [_row(written.key, entry, written.device, written.at) for written, entry in pairs]


def _row(key: str, entry: Entry, device: str, at: str) -> Row:
    return key, entry.kind.value, entry.deal, dumped(entry.fact), device, at


def _bring_players(db: Database, table_id: int, document: Document, now: str) -> None:
    """Add the players of a document; those who are here keep their spelling.

    Who is merged into another in the document is so here too, unless they were here before.
    """
    known = _numbers(db, table_id)
    new = {name: at for name, at in document.players.items() if folded(name) not in known}
    db.conn.executemany(
        "insert or ignore into players (table_id, name, folded, created) values (?, ?, ?, ?)",
        [(table_id, name, folded(name), created) for name, created in new.items()],
    )
    known = _numbers(db, table_id)
    for name, other in document.same_as.items():
        people = people_of(db, table_id)
        player, into = known.get(folded(name)), known.get(folded(other))
        if name in new and player and into and people.person(into) != player:
            db.execute(
                "insert into merges (player_id, into_id, at, device) values (?, ?, ?, '')",
                [player, into, now],
            )


def _numbers(db: Database, table_id: int) -> dict[str, int]:
    """The players who are here, by every name they have, or had where nobody else has it now."""
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
) -> int:
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


def _session_id(db: Database, table_id: int, session: Mapping[str, str]) -> int:
    """The session with this key, which is made where there is none."""
    db.execute(
        "insert or ignore into sessions (table_id, key, date, name, notes, created) "
        "values (:table_id, :key, :date, :name, :notes, :created)",
        {"table_id": table_id, **session},
    )
    row = db.execute(
        "select id from sessions where table_id = ? and key = ?", [table_id, session["key"]]
    ).fetchone()
    return int(row[0])


def _write_entries(db: Database, game_id: int, known: int, game: GameDocument, here: _Here) -> None:
    db.conn.executemany(
        INSERT_ENTRY,
        [
            with_checksum((game_id, number, *row))
            for number, row in enumerate(_rows(game, here.numbers), 1)
            if number > known
        ],
    )
    if len(game.people) > len(game.players):
        sitting = replayed(game).sitting.mapped(here.numbers_of(game).__getitem__)
        note_seats(db, game_id, sitting)
