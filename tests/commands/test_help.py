"""Help of every command: examples that use existing options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import click
import pytest
from click.testing import CliRunner

from scorekeeper.commands.help_examples import EXAMPLES, TITLE
from scorekeeper.commands.main import main
from scorekeeper.games.registry import BUNDLED
from scorekeeper.rules.rulebook import Rulebook


def paths(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All commands, as the words that call them."""
    yield path
    if isinstance(command, click.Group):
        for name, subcommand in command.commands.items():
            yield from paths(subcommand, (*path, name))


def help_of(*words: str) -> str:
    shown = CliRunner().invoke(main, [*words, "--help"])
    assert shown.exit_code == 0
    return shown.output


def examples_of(text: str) -> list[list[str]]:
    """The examples of a help page as words, without the name of the program."""
    _, title, rest = text.partition(TITLE)
    assert title
    lines = [line.strip() for line in rest.splitlines()[1:]]
    commands = [line for line in lines if line.startswith("scorekeeper")]
    return [shlex.split(line)[1:] for line in commands]


@pytest.mark.parametrize("path", list(paths(main)), ids=" ".join)
def test_the_help_of_a_command_ends_with_examples_of_it(path: tuple[str, ...]) -> None:
    examples = examples_of(help_of(*path))
    assert examples
    for words in examples:
        assert tuple(words[: len(path)]) == path
        page = help_of(*path)
        named = {word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)}
        assert [option for option in named if not re.search(rf"(?<!\S){option}\b", page)] == []


@pytest.mark.parametrize("book", BUNDLED, ids=lambda book: book.key)
def test_the_help_of_a_game_has_examples_of_it(book: Rulebook[Any]) -> None:
    """The examples of `score` succeed; none names the rules of another game."""
    hands = examples_of(help_of("score", "--game", book.key))
    assert hands
    for words in hands:
        done = CliRunner().invoke(main, words)
        assert (done.exit_code, book.key in words) == (0, True), done.output
    for command in ("check", "simulate", "review", "rules", "sheet"):
        page = help_of(command, "--game", book.key)
        for words in examples_of(page):
            assert book.key in words or book is BUNDLED[0]


def test_every_example_belongs_to_a_command() -> None:
    assert set(EXAMPLES) <= {" ".join(path) for path in paths(main)}
