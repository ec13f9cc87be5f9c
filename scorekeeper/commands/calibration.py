"""The command `calibration`: check win probabilities against simulated games."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from scorekeeper.commands.options import Number, players_of, refusals
from scorekeeper.commands.terminal import progress_bar
from scorekeeper.games.registry import rulebooks
from scorekeeper.play import simulated_games
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat

SEED = 2_000  # the banks are made from seed 1


@click.command()
@click.option("--game", help="The key of the game; by default that of the first one.")
@click.option("--rules", metavar="PRESET", help="A preset of the game; the usual one by default.")
@click.option("--games", default=1000, show_default=True, type=Number(1))
@click.option("--players", default="sensible", show_default=True,
              help="One simulated player for all seats, or one for each, with commas.")  # fmt: skip
@click.option("--seats", type=Number(2), help="The number of players; by default the smallest.")
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def calibration(
    *,
    game: str | None,
    rules: str | None,
    games: int,
    players: str,
    seats: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Check predicted chances against fresh simulated games."""
    with refusals():
        from scorekeeper.insight import calibration  # noqa: PLC0415  (NumPy)

        books = rulebooks()
        book = books.get(game or next(iter(books)))
        if book is None:
            raise ValueError(f"There is no game “{game}”; there are: {', '.join(books)}.")
        chosen = book.presets[0] if rules is None else _preset(book, rules)
        seats = seats or book.players[0]
        if seats not in book.players:
            raise ValueError(f"{book.name} is not for {seats} players.")
        bank = simulated_games.bank(book, chosen.rules, seats)
        if bank is None:
            raise ValueError(f"The chances of {book.name} are not known.")
        seated = players_of(book, players, seats)
        ending = book.agreed(chosen.ending or book.endings.usual, chosen.rules, seats)
        setup = Setup(book, chosen.rules, ending, seats, Seat(0))
        foretold = calibration.foretold(setup, bank, seated, seed=seed)
        with progress_bar("Playing", games) as further:
            result = calibration.calibration(
                foretold, len(bank.points), most=games, progress=further
            )
    click.echo(
        json.dumps(asdict(result) | {"error": result.error})
        if as_json
        else "\n".join(result.lines())
    )


def _preset(book: Rulebook[Any], key: str) -> Any:
    known = ", ".join(preset.key for preset in book.presets)
    try:
        return book.preset(key)
    except KeyError:
        raise ValueError(f"“{key}” is no set of rules of {book.name}: {known}.") from None
