"""The command `doctor`: check a score file, repair what can be worked out again."""

from __future__ import annotations

import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from scorekeeper.commands.files import BAD_INPUT, path_of, score_file
from scorekeeper.commands.terminal import progress_bar
from scorekeeper.ledger.errors import UnusableFile

MARKS = ("ok", "LOOK", "?")
REPAIRED = "It has been put right."


@click.command()
@score_file()
@click.option(
    "--repair", is_flag=True, help="Work out stored results and figures again where they are wrong."
)
def doctor(db: Path | None, repair: bool) -> None:
    """Check the score file: the file itself, every game against the rules, backups, versions.

    The exit status is 0 if all is well, 1 if there is something to look at, and 2 if the check
    could not be completed. The file may be in use.
    """
    from scorekeeper.ledger import doctor  # noqa: PLC0415
    from scorekeeper.ledger.database import DAMAGE  # noqa: PLC0415
    from scorekeeper.ledger.doctor import Level  # noqa: PLC0415

    path = path_of(db)
    worst = Level.FINE
    try:
        with progress_bar("Checking", doctor.number_of_games(path)) as further:
            findings = doctor.examine(path, datetime.now(UTC), further)
            for finding in doctor.repair(path, findings) if repair else findings:
                repaired = repair and bool(finding.repair)
                if not repaired:
                    worst = max(worst, finding.level)
                click.echo(f"{MARKS[finding.level]:4} {finding.topic}: {finding.message}")
                if finding.advice:
                    click.echo(f"     -> {REPAIRED if repaired else finding.advice}")
    except (sqlite3.Error, UnusableFile, *DAMAGE) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(BAD_INPUT)
    click.echo(
        ("All is well.", "There is something to look at.", "The check could not be completed.")[
            worst
        ]
    )
    sys.exit(worst)
