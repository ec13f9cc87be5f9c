"""Runs of the command line for tests."""

from __future__ import annotations

from click.testing import CliRunner, Result

from scorekeeper.commands.main import main


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(main, arguments, env=environment, prog_name="scorekeeper")


def outcome(result: Result) -> tuple[int, str, str]:
    """The exit code, the output, and the last line of the error output."""
    return result.exit_code, result.stdout, (result.stderr.splitlines() or [""])[-1]


def refusal(result: Result) -> str:
    """The reason for which a command was refused; it printed nothing else."""
    code, printed, reason = outcome(result)
    assert (code, printed, reason[:13]) == (2, "", "scorekeeper: ")
    return reason[13:]
