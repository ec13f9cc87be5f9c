"""Other file formats, converted into a document of ours, which is then imported.

Our own CSV and the files of other score keepers (see `ForeignFiles`) are read as games. Each game
is rebuilt answer by answer through the rules, so that nothing is imported that could not have been
recorded here.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import EntryError
from scorekeeper.exchange import hands_csv, importing
from scorekeeper.exchange.export_file import text_of
from scorekeeper.exchange.exporting import END, Progress, document_lines, no_progress
from scorekeeper.exchange.importing import Survey
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.dates import EARLIEST
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_document import (
    FORMAT,
    VERSION,
    GameDocument,
    PlayerDocument,
    RebuiltGame,
    SessionDocument,
    moment_in,
)
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.people import clean_name, folded
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.extension_points import ForeignFiles, ForeignGame
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS
from scorekeeper.wording import Given, Listed, Points, Sentence, say

JSON, CSV = "scorekeeper-json", "scorekeeper-csv"
GLANCED = 4096  # characters of a file that show its format
SHOWN_NAME = 60  # characters of a file's name


class SourceFile(NamedTuple):
    """A file to import, with its original name."""

    name: str
    path: Path


Games = dict[str, tuple[GameDocument, SourceFile]]


@dataclass(frozen=True, slots=True)
class Converted:
    """The games of other programs' files, with their evenings, and notes for the reader.

    files   the file of each game
    """

    games: tuple[GameDocument, ...]
    files: tuple[SourceFile, ...]
    sessions: dict[str, SessionDocument]
    notes: tuple[Sentence, ...] = ()


def forms() -> tuple[str, ...]:
    """Return the file formats that can be imported."""
    return (JSON, CSV, *(reader.form for _, reader in _foreign()))


def programs() -> tuple[str, ...]:
    """Return the other programs whose files can be imported."""
    return tuple(reader.program for _, reader in _foreign())


def survey_files(
    store: Store,
    table_id: int,
    files: Sequence[SourceFile],
    room: Path,
    form: str | None = None,
    *,
    progress: Progress = no_progress,
) -> Survey:
    """Check files of one format, and return what an import of them would add.

    `form` is the format; None for that of the first file. Files of other formats than our JSON are
    converted to a document in the file `room`. `progress` gets the number of bytes read since its
    last call; the conversion is half of the work. Raises Unreadable.
    """
    first, *others = files
    form = form or form_of(first.path)
    if form == JSON:
        if others:
            raise Unreadable(say("Bring in one export of Scorekeeper after another."))
        return importing.survey_document(store, table_id, first.path, progress)

    def half(read: int) -> None:
        progress(read // 2)

    converted = _converted(files, form, half)
    with room.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(document_of(converted))
    scale = sum(file.path.stat().st_size for file in files) / room.stat().st_size
    sources = [
        say("the game of {date}", date=game.started[:10]) if len(files) == 1 else _name_of(file)
        for game, file in zip(converted.games, converted.files, strict=True)
    ]
    try:
        surveyed = importing.survey_document(
            store, table_id, room, lambda read: half(int(read * scale)), sources
        )
    except Unreadable:
        room.unlink()
        raise
    return replace(surveyed, notes=(*converted.notes, *surveyed.notes))


def form_of(path: Path) -> str:
    """Return the format of a file, which its beginning shows; raises Unreadable if unknown."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        start = stream.read(GLANCED)
    if hands_csv.is_ours(start):
        return CSV
    if not start.lstrip().startswith(("{", "[", "\ufffd")) and start.strip():
        raise Unreadable(say("line {line}: this is not a Scorekeeper export.", line=1))
    if f'"{FORMAT}"' not in start:
        for _, reader in _foreign():
            if reader.is_one(_json(SourceFile("", path))):
                return reader.form
    return JSON


def _foreign() -> list[tuple[Rulebook[Any], ForeignFiles]]:
    """Return the games that read files of other programs, with their readers."""
    pairs = [(book, book.foreign_files) for book in rulebooks().values()]
    return [(book, reader) for book, reader in pairs if reader is not None]


def _converted(files: Sequence[SourceFile], form: str, progress: Progress) -> Converted:
    """Convert files of one format, and return their games."""
    games: Games = {}
    sessions: dict[str, SessionDocument] = {}
    notes: list[Sentence] = []
    for file in files:
        try:
            if form == CSV:
                read = hands_csv.games(file.path, progress)
            else:
                read = _foreign_games(file, form, notes)
            for game, session in read:
                sessions.setdefault(session.key, session)
                if game.key in games and form != CSV:
                    notes.append(_of_file(file, say("the same game as in another file.")))
                games = _with_game(games, game, file)
        except (EntryError, Unreadable) as error:
            raise _in_file(Unreadable(error.sentence), file, files) from None
        if form != CSV:
            progress(file.path.stat().st_size)
    return Converted(
        tuple(game for game, _ in games.values()),
        tuple(file for _, file in games.values()),
        sessions,
        tuple(dict.fromkeys(notes)),
    )


def _foreign_games(
    file: SourceFile, form: str, notes: list[Sentence]
) -> Iterator[tuple[GameDocument, SessionDocument]]:
    """Yield the games of another program's file with their evenings; add notes on them."""
    book, reader = next(pair for pair in _foreign() if pair[1].form == form)
    data = _json(file)
    if not reader.is_one(data):
        raise Unreadable(say("this is no session file of the program that was named."))
    for foreign in reader.games(data):
        if not foreign.hands:
            notes.append(_of_file(file, say("no hand was finished; nothing is taken.")))
            continue
        game, session, differences = _game(foreign, book, form)
        yield game, session
        notes += [_of_file(file, note) for note in (*foreign.notes, *differences)]


def _with_game(games: Games, game: GameDocument, file: SourceFile) -> Games:
    """Return the games with one more; if it is there already, the longer version stays.

    Raises Unreadable for two different games with the same key.
    """
    if game.key not in games:
        return games | {game.key: (game, file)}
    other, source = games[game.key]
    (shorter, _), (longer, its_file) = sorted(
        ((game, file), (other, source)), key=lambda pair: len(pair[0].entries)
    )
    contents = [
        (
            document.players,
            document.rules,
            document.first_dealer,
            [entry.entry for entry in document.entries],
        )
        for document in (shorter, longer)
    ]
    count = len(shorter.entries)
    if contents[0] != (*contents[1][:3], contents[1][3][:count]):
        raise Unreadable(
            say(
                "the same game is in {name} with other hands: leave one of the two out.",
                name=_name_of(source),
            )
        )
    return games | {game.key: (longer, its_file)}


def _game(
    foreign: ForeignGame, book: Rulebook[Any], form: str
) -> tuple[GameDocument, SessionDocument, list[Sentence]]:
    """Convert a game of another program; return document, evening, and notes on its points."""
    started = _moment(foreign.started)
    setup = Setup(
        book,
        foreign.rules,
        book.agreed(Ending(goal=Goal.OPEN), foreign.rules, len(foreign.players)),
        len(foreign.players),
        foreign.hands[0].dealer or SEATS[0],
    )
    rebuilt = RebuiltGame(setup, f"{form}-{foreign.key}"[:150], started)
    for hand in foreign.hands:
        rebuilt.hand(hand.facts, hand.dealer, _moment(hand.at or foreign.started))
    if foreign.stopped:
        rebuilt.add(Kind.STOP, {}, started)
    names = tuple(map(_player, foreign.players))
    day = dt.datetime.fromisoformat(started).astimezone().date().isoformat()
    session = SessionDocument(f"{form}-{day}", day, "", "", started)
    differences = []
    for deal, hand in zip(rebuilt.log.game.deals, foreign.hands, strict=True):
        assert deal.score is not None  # noqa: S101  (every hand is whole)
        if hand.points is not None and hand.points != deal.score.points:
            differences.append(
                say(
                    "hand {number}: the file has {theirs}, the rules give {ours}",
                    number=deal.number,
                    theirs=Listed(map(Points, hand.points)),
                    ours=Listed(map(Points, deal.score.points)),
                )
            )
    return rebuilt.document(session.key, names, names), session, differences


def _player(name: str) -> str:
    """Return a player's name in the form in which it is stored; raises Unreadable with the name."""
    try:
        return clean_name(name)
    except EntryError as error:
        shown = say("{name}", name=Given(name[:SHOWN_NAME]))
        raise Unreadable(error.sentence).at(shown) from None


def document_of(converted: Converted) -> Iterator[str]:
    """Yield the lines of a document with these games."""
    players: dict[str, PlayerDocument] = {}
    for game in converted.games:
        for name in game.people:
            players.setdefault(folded(name), PlayerDocument(name, game.started, None))
    used = {game.session for game in converted.games}
    spelled = {key: player.name for key, player in players.items()}
    games = (
        replace(game, players=tuple(spelled[folded(name)] for name in game.players))
        for game in converted.games
    )
    yield from document_lines(
        VERSION,
        "",
        None,
        players=players.values(),
        sessions=[session for key, session in converted.sessions.items() if key in used],
        games=games,
    )
    yield END


def _json(file: SourceFile) -> Any:
    text = text_of(file.path)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise Unreadable(
            say("line {line}: the file is damaged here, or is no JSON.", line=line)
        ) from None


def _moment(text: str) -> str:
    """Return a time of a file in the form in which it is stored; raises Unreadable."""
    try:
        moment = dt.datetime.fromisoformat(text).astimezone(dt.UTC)
        if moment.date() < EARLIEST:
            raise ValueError(text)
    except (ValueError, OverflowError):
        raise Unreadable(say("it does not say when it was played.")) from None
    return moment_in({"at": moment.isoformat(timespec="milliseconds")}, "at")


def _in_file(error: Unreadable, file: SourceFile, files: Sequence[SourceFile]) -> Unreadable:
    """Return the error with the name of its file if there are several files."""
    return error if len(files) == 1 else error.at(_name_of(file))


def _of_file(file: SourceFile, sentence: Sentence) -> Sentence:
    return say("{name}: {told}", name=_name_of(file), told=sentence)


def _name_of(file: SourceFile) -> Sentence:
    return say("{name}", name=Given(file.name[:SHOWN_NAME]))
