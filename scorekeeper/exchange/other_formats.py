"""Our own CSV, converted into a document of ours, which is then imported.

Each game is rebuilt answer by answer through the rules, so that nothing is imported that could not
have been recorded here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from scorekeeper.errors import EntryError
from scorekeeper.exchange import hands_csv, importing
from scorekeeper.exchange.exporting import END, Progress, document_lines, no_progress
from scorekeeper.exchange.importing import Survey
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_document import (
    VERSION,
    GameDocument,
    PlayerDocument,
    SessionDocument,
)
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.store import Store
from scorekeeper.wording import Given, Sentence, say

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
    """The games of converted files, with their evenings.

    files   the file of each game
    """

    games: tuple[GameDocument, ...]
    files: tuple[SourceFile, ...]
    sessions: dict[str, SessionDocument]


def forms() -> tuple[str, ...]:
    """Return the file formats that can be imported."""
    return JSON, CSV


def survey(
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
        return importing.survey(store, table_id, first.path, progress)

    def half(read: int) -> None:
        progress(read // 2)

    converted = _converted(files, half)
    with room.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(document_of(converted))
    scale = sum(file.path.stat().st_size for file in files) / room.stat().st_size
    sources = [
        say("the game of {date}", date=game.started[:10]) if len(files) == 1 else _name_of(file)
        for game, file in zip(converted.games, converted.files, strict=True)
    ]
    try:
        return importing.survey(
            store, table_id, room, lambda read: half(int(read * scale)), sources
        )
    except Unreadable:
        room.unlink()
        raise


def form_of(path: Path) -> str:
    """Return the format of a file, which its beginning shows; raises Unreadable if unknown."""
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        start = stream.read(GLANCED)
    if hands_csv.is_ours(start):
        return CSV
    if not start.lstrip().startswith(("{", "[", "\ufffd")) and start.strip():
        raise Unreadable(say("line {line}: this is not a Scorekeeper export.", line=1))
    return JSON


def _converted(files: Sequence[SourceFile], progress: Progress) -> Converted:
    """Convert CSV files, and return their games."""
    games: Games = {}
    sessions: dict[str, SessionDocument] = {}
    for file in files:
        try:
            for game, session in hands_csv.games(file.path, progress):
                sessions.setdefault(session.key, session)
                games = _with_game(games, game, file)
        except (EntryError, Unreadable) as error:
            raise _in_file(Unreadable(error.sentence), file, files) from None
    return Converted(
        tuple(game for game, _ in games.values()),
        tuple(file for _, file in games.values()),
        sessions,
    )


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


def _in_file(error: Unreadable, file: SourceFile, files: Sequence[SourceFile]) -> Unreadable:
    """Return the error with the name of its file if there are several files."""
    return error if len(files) == 1 else error.at(_name_of(file))


def _name_of(file: SourceFile) -> Sentence:
    return say("{name}", name=Given(file.name[:SHOWN_NAME]))
