"""The commands `export`, `import`, `backup` and `restore`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.commands.options import (
    NamedFile,
    NewFile,
    Refused,
    is_database,
    reason_of,
    replaces_files,
)
from scorekeeper.commands.terminal import progress_bar
from scorekeeper.wording import counted

if TYPE_CHECKING:
    from scorekeeper.exchange.importing import Survey
    from scorekeeper.ledger.errors import UnreadableGame
    from scorekeeper.ledger.store import Store
    from scorekeeper.ledger.tables import TableRecord


# Export and import

# Each command imports the ledger itself, so that the other commands start without its libraries.

BAD_INPUT = 2
INCOMPLETE = 1


def usual_file() -> Path:
    """Return the default path of the score file."""
    return Path(click.get_app_dir("scorekeeper")) / "scorekeeper.db"


def score_file() -> Callable[[Any], Any]:
    """Return the option `--db`."""
    return click.option(
        "--db",
        type=NamedFile(),
        default=None,
        help="The score file; if it is not given, the default one of “scorekeeper serve”.",
        envvar="SCOREKEEPER_DB",
    )


@replaces_files
@click.command("export")
@score_file()
@click.option("--game", "game_id", type=int, help="One game, by the number in its address.")
@click.option(
    "--session", "session_id", type=int, help="One evening, by the number in its address."
)
@click.option("--table", help="The table by name or number, where the file has several.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "csv"]),
    default="json",
    show_default=True,
    help="JSON holds everything, for import; CSV has a row for each hand and player.",
)
@click.option("--bom/--no-bom", default=True, help="Begin CSV with a byte order mark, for Excel.")
@click.option(
    "--separator",
    type=click.Choice([",", ";"]),
    default=",",
    show_default=True,
    help="What separates the cells of CSV; Excel expects a semicolon in many countries.",
)
@click.option("-o", "--out", type=NewFile(), help="The file to write; - is standard output.")
def export(
    *,
    db: Path | None,
    table: str | None,
    session_id: int | None,
    game_id: int | None,
    form: str,
    bom: bool,
    separator: str,
    out: Path | None,
) -> None:
    """Write a game, an evening or everything as JSON or CSV."""
    from scorekeeper.exchange.exporting import Scope, as_json, number_of_games  # noqa: PLC0415
    from scorekeeper.exchange.hands_csv import as_csv  # noqa: PLC0415
    from scorekeeper.ledger import journal, sessions  # noqa: PLC0415
    from scorekeeper.ledger.journal_events import COMMAND  # noqa: PLC0415

    with exit_on_error():
        store = open_existing(db)
        chosen = find_table(store, table, " with --table")
        scope = Scope(chosen.id, session_id, game_id)
        evening = None
        with explain_unknown("game", game_id, chosen):
            if game_id is not None:
                evening = sessions.session_of_game(store, chosen.id, game_id)
        with explain_unknown("evening", session_id, chosen):
            if session_id is not None:
                sessions.session(store, chosen.id, session_id)
        if evening is not None and session_id not in {None, evening.id}:
            raise ValueError(f"Game {game_id} was not played on evening {session_id}.")
        journal.note_export(
            store, scope.table_id, COMMAND, form, session_id=scope.session_id, game_id=scope.game_id
        )
        left_out: list[UnreadableGame] = []
        printed = out is None or str(out) == "-"
        with progress_bar(
            "Exporting", number_of_games(store.path, scope), over_print=printed
        ) as further:
            pieces = (
                as_json(store.path, scope, store.now(), left_out.append, further)
                if form == "json"
                else as_csv(
                    store.path,
                    scope,
                    bom=bom,
                    separator=separator,
                    skipped=left_out.append,
                    progress=further,
                )
            )
            if out is None or printed:
                for piece in pieces:
                    click.echo(piece.encode(), nl=False)
            else:
                _write(out, pieces)
    for error in left_out:
        click.echo(f"Left out: {error}", err=True)
    if left_out:
        click.echo("The rest is exported. “scorekeeper doctor” says more.", err=True)
        sys.exit(INCOMPLETE)


@click.command("import")
@score_file()
@click.argument("file", type=NamedFile(exists=True))
@click.option("--table", help="The table by name or number, where the file has several.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported, and stop.")
def bring_in(*, db: Path | None, file: Path, table: str | None, dry_run: bool) -> None:
    """Import an export in JSON: either everything new is added or nothing."""
    from scorekeeper.exchange import importing  # noqa: PLC0415
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    with exit_on_error():
        _check_readable(file)
        with open_or_empty(path_of(db)) as store:
            table_id = find_table(store, table, " with --table").id
            survey = _survey_file(store, table_id, file)
            for line in _survey_lines(survey):
                click.echo(line)
        if not dry_run:
            store = Store.open(path_of(db))
            with progress_bar("Importing", file.stat().st_size) as further:
                importing.bring_in(
                    store, find_table(store, table, " with --table").id, survey, progress=further
                )
            if not survey.nothing_new:
                click.echo(f"Imported: {counted(survey.entries, 'entry', 'entries')}.")


def _check_readable(file: Path) -> None:
    """Raise an error unless this is a file on the disk and not a database."""
    from scorekeeper.ledger import database  # noqa: PLC0415

    if not file.is_file():
        raise ValueError(f"{file} is read twice, so it must be a file on the disk.")
    if is_database(file):
        database.refuse_older(file)
        raise ValueError(
            f"{file} is a database. If it is a score file or a backup, “scorekeeper restore” "
            "takes it; “scorekeeper import” takes the files of “scorekeeper export”."
        )


def _survey_file(store: Store, table_id: int, file: Path) -> Survey:
    """Return what an import of a file would write (see `Survey`); raises ValueError."""
    from scorekeeper.exchange import importing  # noqa: PLC0415
    from scorekeeper.ledger.errors import Unreadable  # noqa: PLC0415

    try:
        with progress_bar("Checking", file.stat().st_size) as further:
            return importing.survey_file(store, table_id, file, further)
    except Unreadable as error:
        reason = f"{click.format_filename(file)}: {error}"
        if not error.clash:
            reason += " Import the whole JSON file that “scorekeeper export” wrote."
        raise ValueError(reason) from None


COMMANDS = (export, bring_in)


def path_of(db: Path | None) -> Path:
    """Return the path of the score file; without `db` the default one, whose folder is made."""
    from scorekeeper.ledger import database  # noqa: PLC0415

    try:
        path = (db or usual_file()).expanduser()
    except RuntimeError:
        raise Refused(
            "This account has no home folder: name the score file with --db, or by SCOREKEEPER_DB."
        ) from None
    if db is None:
        with suppress(OSError):  # opening the file reports it
            path.parent.mkdir(parents=True, exist_ok=True)
    return database.real_path(path)


def open_existing(db: Path | None) -> Store:
    """Open a score file; raises ValueError if it does not exist or is empty."""
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    path = path_of(db)
    if not path.is_file():
        raise ValueError(f"There is no score file {path}.")
    if not path.stat().st_size:
        raise ValueError(f"{path} is empty: no score file, or one that was cut off.")
    return Store.open(path)


@contextmanager
def explain_unknown(what: str, number: int | None, table: TableRecord) -> Iterator[None]:
    """Turn Unknown into a ValueError that says where to find the number of a game or evening."""
    from scorekeeper.ledger.errors import Unknown  # noqa: PLC0415

    try:
        yield
    except Unknown:
        raise ValueError(
            f"“{table.name}” has no {what} {number}. The number is in the page address: "
            f"/{'games' if what == 'game' else 'sessions'}/12."
        ) from None


@contextmanager
def open_or_empty(path: Path) -> Iterator[Store]:
    """Open a score file; if it does not exist or is empty, an empty temporary one."""
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    if path.exists() and path.stat().st_size:
        yield Store.open(path)
        return
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        store = Store.open(Path(folder) / path.name)
        try:
            yield store
        finally:
            store.close()


def find_table(store: Store, name: str | None, how: str = "") -> TableRecord:
    """Return the table with this name or number, or the only table for None.

    Raises ValueError with a list of the tables; `how` says how to name one.
    """
    from scorekeeper.ledger import tables  # noqa: PLC0415
    from scorekeeper.ledger.errors import Unknown  # noqa: PLC0415

    first, *others = tables.every(store) or [tables.first(store)]
    listed = ", ".join(f"{table.id} ({table.name})" for table in (first, *others))
    if name is not None:
        try:
            return tables.find(store, name)
        except Unknown as error:
            raise ValueError(f"There is no {error}; there is: {listed}.") from None
    if others:
        raise ValueError(f"The file has several tables; name one{how}: {listed}.")
    return first


def _write(out: Path, pieces: Iterator[str]) -> None:
    """Write a file, readable by its owner alone, under another name until it is complete."""
    from scorekeeper.ledger import database  # noqa: PLC0415

    with database.part_of(out) as part:
        if out.is_file():
            part.chmod(out.stat().st_mode)  # the same people may read it
        with part.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
        part.replace(out)


def _survey_lines(survey: Survey) -> Iterator[str]:
    """Yield lines of text that say what an import would write."""
    span = f", {survey.first} to {survey.last}" if survey.sessions else ""
    games, evenings = counted(survey.games, "game"), counted(survey.sessions, "evening")
    yield f"{games} in {evenings}{span}; {counted(len(survey.players), 'player')}."
    if not survey.nothing_new:
        counts = {
            "new": survey.new,
            "continued on another machine": survey.longer,
            "already here": survey.known,
        }
        games = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        yield f"{games}; {counted(survey.entries, 'new entry', 'new entries')}."
    elif survey.known:
        verb = "is" if survey.known == 1 else "are"
        yield f"Nothing new: {counted(survey.known, 'game')} {verb} here already."
    elif not survey.games:
        yield "There is no game in it."
    for note in survey.notes:
        yield str(note)
    for rulebook, count in survey.strange.items():
        yield f"Left out: {count} of “{rulebook}”, whose package is not installed here."


@contextmanager
def exit_on_error() -> Iterator[None]:
    """Print the reason of an error and exit with code 2."""
    from scorekeeper.ledger.errors import LedgerError, Unknown  # noqa: PLC0415

    try:
        yield
    except Unknown as error:
        click.echo(f"Error: There is no such {error}.", err=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        raise  # Click ends the program quietly when the reader of a pipe has closed it
    except (LedgerError, ValueError, OSError) as error:
        click.echo(f"Error: {reason_of(error)}", err=True)
        sys.exit(BAD_INPUT)


# Backups


@replaces_files
@click.command()
@score_file()
@click.argument("file", type=NewFile(over_databases=True))
def backup(db: Path | None, file: Path) -> None:
    """Copy the whole score file to FILE and check the copy; the score file may be in use.

    With --force, FILE may be an earlier copy of the same score file, which is replaced.
    """
    from scorekeeper.ledger import backups  # noqa: PLC0415

    with exit_on_error():
        target = file.expanduser().absolute()
        replaced = backups.back_up(path_of(db), target)
        size = target.stat().st_size
    earlier = f" It replaced the copy of {replaced:%Y-%m-%d %H:%M}." if replaced else ""
    click.echo(f"Copied to {click.format_filename(file)}, {size:,} bytes, checked.{earlier}")


@click.command()
@score_file()
@click.argument("backup", required=False)
def restore(db: Path | None, backup: str | None) -> None:
    """Replace the score file with a backup; the old file is kept beside it under another name.

    BACKUP is a file, or the day of a backup beside the score file. Without it, the backups are
    listed.
    """
    from scorekeeper.ledger import backups  # noqa: PLC0415
    from scorekeeper.ledger.checksums import describe_games  # noqa: PLC0415

    path = path_of(db)
    if backup is None:
        for line in _backup_lines(path):
            click.echo(line)
        return
    with exit_on_error():
        chosen = _find_backup(path, backup)
        done = backups.restore(chosen.expanduser().absolute(), path, datetime.now(UTC).astimezone())
    click.echo(f"Restored {click.format_filename(path)} from {click.format_filename(chosen)}.")
    if done.kept:
        click.echo(f"What it replaced is kept as {click.format_filename(done.kept)}.")
    if done.damaged:
        click.echo(
            f"In this backup {describe_games(done.damaged)} damaged already. "
            "An older one may have it whole."
        )
    if not done.revoked:
        click.echo(
            "Links that were renewed since the copy was made are good again: renew them with "
            "“scorekeeper tables renew”."
        )


def _find_backup(path: Path, name: str) -> Path:
    """Find a backup by its file or its day; raises ValueError with the days that have one.

    A file whose name is a date takes precedence over the backup of that day.
    """
    from scorekeeper.ledger import backups  # noqa: PLC0415

    with suppress(RuntimeError, ValueError):  # "~name" without such a user, or a zero byte
        if name and Path(name).expanduser().is_file():
            return Path(name)
    wrong = f"“{name}” is neither a file nor a day, as in {date.today().isoformat()}"
    with suppress(ValueError):
        chosen = backups.daily_path(path, date.fromisoformat(name))
        if chosen.is_file():
            return chosen
        wrong = f"There is no backup of {name}"
    days = [copy.day.isoformat() for copy in backups.copies_of(path) if copy.day is not None]
    there = f"there are backups of {', '.join(days)}" if days else "there are none of any day"
    raise ValueError(f"{wrong}; beside {click.format_filename(path)} {there}.")


def _backup_lines(path: Path) -> Iterator[str]:
    """List the backups beside a score file in lines of text."""
    from scorekeeper.ledger import backups as daily_backups  # noqa: PLC0415

    backups = daily_backups.copies_of(path)
    shown = click.format_filename(path)
    yield f"Backups of {shown}:" if backups else f"There are no backups beside {shown}."
    for copy in backups:
        name = copy.day.isoformat() if copy.day else click.format_filename(copy.path)
        yield f"  {name}  {copy.size:,} bytes, {_held(copy.path)}"
    if backups:
        yield "Take one with “scorekeeper restore DAY”, or with its file in place of the day."


def _held(copy: Path) -> str:
    """Describe the contents of a copy, or the reason why it cannot be read."""
    from scorekeeper.ledger import backups, database  # noqa: PLC0415
    from scorekeeper.ledger.errors import UnusableFile  # noqa: PLC0415

    try:
        database.refuse_older(copy)
    except UnusableFile:
        return "written by an older version, which this one does not read"
    if (held := backups.contents(copy)) is None:
        return "cannot be read"
    last = (held.last or "-")[:16].replace("T", " ")
    games, entries = counted(held.games, "game"), counted(held.entries, "entry", "entries")
    return f"{games}, {entries}, last {last}"


BACKUP_COMMANDS = (backup, restore)
