"""The command as it is called at a terminal."""

from __future__ import annotations

from click.testing import CliRunner, Result

from scorekeeper.commands.main import main


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(main, arguments, env=environment, prog_name="scorekeeper")


def told(result: Result) -> tuple[int, str, str]:
    """The exit code, what was printed, and the last line of what went wrong."""
    return result.exit_code, result.stdout, (result.stderr.splitlines() or [""])[-1]
