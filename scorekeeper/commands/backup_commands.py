"""The commands that copy a score file whole, and put a copy in its place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path

import click

from scorekeeper.commands.files import path_of, reasons, score_file
from scorekeeper.commands.option_types import NewFile, replaces_files

# The ledger is imported by the commands that use it, as in `files`.


@replaces_files
@click.command()
@score_file()
@click.argument("file", type=NewFile(over_databases=True))
def backup(db: Path | None, file: Path) -> None:
    """Copy the whole score file, also while it is being served; the copy is checked.

    FILE is a new file; with --force, also an earlier copy of the same score file.
    """
    from scorekeeper.ledger.database import backup as copies  # noqa: PLC0415

    with reasons():
        target = file.expanduser().absolute()
        replaced = copies.back_up(path_of(db), target)
        size = target.stat().st_size
    earlier = f" It replaced the copy of {replaced:%Y-%m-%d %H:%M}." if replaced else ""
    click.echo(f"Copied to {click.format_filename(file)}, {size:,} bytes, checked.{earlier}")


@click.command()
@score_file()
@click.argument("backup", required=False)
def restore(db: Path | None, backup: str | None) -> None:
    """Put a backup in the place of the score file, which is kept beside it under another name.

    BACKUP is a file, or the day of a backup beside the score file. Without it, the backups are
    listed.
    """
    from scorekeeper.ledger.database import backup as copies  # noqa: PLC0415
    from scorekeeper.ledger.database.checksums import named  # noqa: PLC0415

    path = path_of(db)
    if backup is None:
        for line in _listed(path):
            click.echo(line)
        return
    with reasons():
        chosen = _chosen(path, backup)
        done = copies.restore(chosen.expanduser().absolute(), path, datetime.now(UTC).astimezone())
    click.echo(f"Restored {click.format_filename(path)} from {click.format_filename(chosen)}.")
    if done.kept:
        click.echo(f"What it replaced is kept as {click.format_filename(done.kept)}.")
    if done.damaged:
        click.echo(
            f"In this backup {named(done.damaged)} damaged already. An older one may have it whole."
        )
    if not done.revoked:
        click.echo(
            "Links that were renewed since the copy was made are good again: renew them with "
            "“scorekeeper tables renew”."
        )


def _chosen(path: Path, named: str) -> Path:
    """The backup that is named by its day or its file; raises ValueError with the days there are.

    A file goes before a day of the same name.
    """
    from scorekeeper.ledger.database import daily_backups  # noqa: PLC0415

    with suppress(RuntimeError, ValueError):  # a home that nobody has, or a zero byte
        if named and Path(named).expanduser().is_file():
            return Path(named)
    wrong = f"“{named}” is neither a file nor a day, as in {date.today().isoformat()}"
    with suppress(ValueError):
        chosen = daily_backups.place(path, date.fromisoformat(named))
        if chosen.is_file():
            return chosen
        wrong = f"There is no backup of {named}"
    days = [copy.day.isoformat() for copy in daily_backups.copies_of(path) if copy.day is not None]
    there = f"there are backups of {', '.join(days)}" if days else "there are none of any day"
    raise ValueError(f"{wrong}; beside {click.format_filename(path)} {there}.")


def _listed(path: Path) -> Iterator[str]:
    """The backups beside a score file, as lines."""
    from scorekeeper.ledger.database import daily_backups  # noqa: PLC0415

    backups = daily_backups.copies_of(path)
    shown = click.format_filename(path)
    yield f"Backups of {shown}:" if backups else f"There are no backups beside {shown}."
    for copy in backups:
        games, entries, last = daily_backups.contents(copy.path)
        name = copy.day.isoformat() if copy.day else click.format_filename(copy.path)
        yield f"  {name}  {copy.size:,} bytes, {games} games, {entries} entries, last {last}"
    if backups:
        yield "Take one with “scorekeeper restore DAY”, or with its file in place of the day."


COMMANDS = (backup, restore)
