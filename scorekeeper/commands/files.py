"""The commands that take a score file's contents out of it, bring them in, copy and restore it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from scorekeeper.ledger.importing import Survey
    from scorekeeper.ledger.store import Store

# The ledger is imported by the commands that use it: the others start without its libraries.

BAD_INPUT = 2


def usual_file() -> Path:
    """Where the score file is, unless it is named."""
    return Path(click.get_app_dir("scorekeeper")) / "scorekeeper.db"


def score_file() -> Callable[[Any], Any]:
    """The option that names the score file."""
    return click.option(
        "--db",
        type=click.Path(path_type=Path, dir_okay=False),
        default=None,
        help="The score file; the one that is served by default.",
        envvar="SCOREKEEPER_DB",
    )


@click.command("export")
@score_file()
@click.option("--game", "game_id", type=int, help="One game, by the number in its address.")
@click.option(
    "--session", "session_id", type=int, help="One evening, by the number in its address."
)
@click.option("--table", "table_id", type=int, help="The table, where the file has several.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "csv"]),
    default="json",
    show_default=True,
    help="JSON holds everything, for import; CSV has a row a hand and player.",
)
@click.option("--bom/--no-bom", default=True, help="Begin CSV with the mark that Excel looks for.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write."
)
def export(db: Path | None, form: str, bom: bool, out: Path | None, **chosen: int | None) -> None:
    """Write a game, an evening or everything as JSON or CSV."""
    from scorekeeper.ledger import sessions  # noqa: PLC0415
    from scorekeeper.ledger.export import Scope, as_json  # noqa: PLC0415
    from scorekeeper.ledger.hands_csv import as_csv  # noqa: PLC0415

    with reasons():
        store = existing(db)
        table = _table(store, chosen["table_id"])
        scope = Scope(table, chosen["session_id"], chosen["game_id"])
        if scope.game_id is not None:
            sessions.session_of_game(store, table, scope.game_id)
        if scope.session_id is not None:
            sessions.session(store, table, scope.session_id)
        pieces = (
            as_json(store.path, scope, store.now())
            if form == "json"
            else as_csv(store.path, scope, bom=bom)
        )
        if out is None:
            for piece in pieces:
                click.echo(piece.encode(), nl=False)
        else:
            _write(out, pieces)


@click.command("import")
@score_file()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--table", "table_id", type=int, help="The table, where the file has several.")
@click.option("--dry-run", is_flag=True, help="Say what would be brought in, and stop.")
def bring_in(db: Path | None, file: Path, table_id: int | None, dry_run: bool) -> None:
    """Bring in what `export` has written as JSON: all that is new in it, or nothing."""
    from scorekeeper.ledger import importing  # noqa: PLC0415
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    with reasons():
        store = Store.open(path_of(db))
        table = _table(store, table_id)
        found = importing.survey(store, table, file)
        for line in _told(found):
            click.echo(line)
        if not dry_run:
            importing.bring_in(store, table, found)
            click.echo(f"Brought in: {found.entries} entries.")


@click.command()
@score_file()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup(db: Path | None, file: Path) -> None:
    """Copy the whole score file, also while it is being served; the copy is checked."""
    from scorekeeper.ledger import backup as copies  # noqa: PLC0415

    with reasons():
        copies.back_up(path_of(db), file.expanduser().absolute())
    click.echo(f"Copied to {click.format_filename(file)}, {file.stat().st_size:,} bytes, checked.")


@click.command()
@score_file()
@click.argument("backup", required=False)
def restore(db: Path | None, backup: str | None) -> None:
    """Put a backup in the place of the score file, which is kept beside it under another name.

    BACKUP is a file, or the day of one of the backups that lie beside the score file; without it,
    these are listed.
    """
    from scorekeeper.ledger import backup as copies  # noqa: PLC0415
    from scorekeeper.ledger import daily  # noqa: PLC0415

    path = path_of(db)
    if backup is None:
        for line in _listed(path):
            click.echo(line)
        return
    with reasons():
        chosen = Path(backup)
        with suppress(ValueError):
            chosen = daily.place(path, date.fromisoformat(backup))
        kept = copies.restore(chosen.expanduser().absolute(), path, datetime.now(UTC).astimezone())
    click.echo(f"Restored {click.format_filename(path)} from {click.format_filename(chosen)}.")
    if kept:
        click.echo(f"What it replaced is kept as {click.format_filename(kept)}.")
        click.echo("Links renewed since the copy was made are as they were: renew them again.")


def _listed(path: Path) -> Iterator[str]:
    """The backups beside a score file, as lines."""
    from scorekeeper.ledger import daily  # noqa: PLC0415

    found = daily.copies_of(path)
    shown = click.format_filename(path)
    yield f"Backups of {shown}:" if found else f"There are no backups beside {shown}."
    for copy in found:
        games, entries, last = daily.contents(copy.path)
        name = copy.day.isoformat() if copy.day else click.format_filename(copy.path)
        yield f"  {name}  {copy.size:,} bytes, {games} games, {entries} entries, last {last}"
    if found:
        yield "Take one with “scorekeeper restore DAY”, or with its file in place of the day."


COMMANDS = (export, bring_in, backup, restore)


def path_of(db: Path | None) -> Path:
    """The score file that is named, or the usual one."""
    return (db or usual_file()).expanduser().absolute()


def existing(db: Path | None) -> Store:
    """The store over a file that is there."""
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    path = path_of(db)
    if not path.is_file():
        raise ValueError(f"There is no score file {path}.")
    return Store.open(path)


def _table(store: Store, table_id: int | None) -> int:
    """The table that is named, or the only one."""
    from scorekeeper.ledger import tables  # noqa: PLC0415

    if table_id is not None:
        return tables.table(store, table_id).id
    first, *others = tables.every(store) or [tables.first(store)]
    if others:
        listed = ", ".join(f"{one.id} ({one.name})" for one in (first, *others))
        raise ValueError(f"The file has several tables; name one with --table: {listed}.")
    return first.id


def _write(out: Path, pieces: Iterator[str]) -> None:
    """Write a file that has its name only once it is whole."""
    part = out.with_name(f"{out.name}.part-{os.getpid()}")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _told(found: Survey) -> Iterator[str]:
    """What a document holds, as lines."""
    span = f", {found.first} to {found.last}" if found.sessions else ""
    yield f"{found.games} games in {found.sessions} evenings{span}; {len(found.players)} players."
    yield (
        f"{found.new} new, {found.longer} that went on elsewhere, {found.known} already here; "
        f"{found.entries} entries to write."
    )
    for rulebook, count in found.strange.items():
        yield f"Left out: {count} of “{rulebook}”, whose package is not installed here."


@contextmanager
def reasons() -> Iterator[None]:
    """Turn what cannot be done into its reason and exit code 2."""
    from scorekeeper.ledger.errors import LedgerError, Unknown  # noqa: PLC0415

    try:
        yield
    except Unknown as error:
        click.echo(f"Error: There is no such {error}.", err=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        raise  # whoever was reading has seen enough
    except (LedgerError, ValueError, OSError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(BAD_INPUT)
