"""Commands whose options are those of the game that is named in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from scorekeeper.commands.help_examples import OF_ANY_GAME, epilog


class ByGame(click.Command):
    """A command for each of several games, told apart by `--game`; the first one is the usual one.

    `commands` gives them by the key of the game. It is asked late, for other packages may offer
    games too.
    """

    def __init__(
        self, name: str, commands: Callable[[], Mapping[str, click.Command]], short_help: str
    ) -> None:
        super().__init__(name, short_help=short_help)
        self.commands = commands

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the game first, then the rest of the line with its options."""
        commands = self.commands()
        keys = list(commands)
        key = _named(args, keys)
        chosen = commands[key]
        game = click.Option(
            ["--game"],
            type=click.Choice(keys),
            default=keys[0],
            show_default=True,
            expose_value=False,
            help="The game; the other options are its own.",
        )
        command = click.Command(
            self.name,
            callback=chosen.callback,
            params=[game, *chosen.params],
            help=chosen.help,
            epilog=chosen.epilog or self._epilog(key, usual=key == keys[0]),
            context_settings=chosen.context_settings,
        )
        return command.make_context(info_name, args, parent, **extra)

    def _epilog(self, key: str, *, usual: bool) -> str | None:
        if usual:
            return self.epilog
        name = str(self.name)
        return epilog(f"{name} --game {key}", OF_ANY_GAME.get(name, ()))


def _named(args: list[str], keys: list[str]) -> str:
    """The game that a command line names, or the first; the command itself refuses any other."""
    for index, word in enumerate(args):
        name, _, value = word.partition("=")
        if name == "--game":
            key = value or (args[index + 1] if index + 1 < len(args) else "")
            return key if key in keys else keys[0]
    return keys[0]
