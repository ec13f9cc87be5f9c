"""Lets `python -m scorekeeper` stand for the command."""

from scorekeeper.cli import main

main(prog_name="scorekeeper")
