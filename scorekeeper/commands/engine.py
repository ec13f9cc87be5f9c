"""The commands of the rules engine: check, simulate, odds, advise.

Each prints text, or JSON with `--json`. Bad input gives its reason on standard error and exit
code 2; `check` ends with 1 where it found something irregular.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorekeeper.commands.by_game import ByGame
from scorekeeper.commands.values import NewFile, Number, replaces_files
from scorekeeper.commands.whole import checks, reasons, simulations, text_of
from scorekeeper.engine.cards.pbn import LETTERS, parse_hand, parse_seat
from scorekeeper.engine.games.israeli_whist import ISRAELI_WHIST
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, PRESETS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import SCHEMES
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.players import IsraeliWhistPlayers
from scorekeeper.engine.play.record import parse_record
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Goal

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from scorekeeper.engine.games.israeli_whist.whole.simulation import Run
    from scorekeeper.engine.games.israeli_whist.whole.summary import Summary

F = TypeVar("F", bound=Callable[..., Any])
LONG_RUN = 500_000
MOST_POINTS = 10_000_000
MOST_HANDS = 1000
BAD_INPUT = 2


def _rules_options(command: F) -> F:
    preset_keys = ", ".join(preset.key for preset in PRESETS)
    command = click.option(
        "--rules", default="pagat", show_default=True, metavar="RULES",
        help=f"A set of rules ({preset_keys}) or a file of house rules as JSON.",
    )(command)  # fmt: skip
    return click.option(
        "--scheme", type=click.Choice([*SCHEMES]), help="Another scoring than that of the rules."
    )(command)


_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_seed = click.option("--seed", default=1, show_default=True, help="Where the luck comes from.")
_luck = click.option(
    "--seed", default=1, show_default=True, type=Number(0), help="Where the luck comes from."
)


@replaces_files
@click.command()
@click.option("--hands", default=10_000, show_default=True, type=Number(1))
@_rules_options
@click.option(
    "--players", default="sensible", show_default=True,
    help="One player for all seats or four with commas, South first: "
    f"{', '.join(IsraeliWhistPlayers.names)}.",
)  # fmt: skip
@_seed
@click.option("--samples", default=100, show_default=True, type=Number(1),
              help="Samples a decision, for a sampling player.")  # fmt: skip
@click.option("--processes", default=1, show_default=True, type=Number(1, 256))
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler to send the work to.")
@click.option("--out", type=NewFile(),
              help="Keep the hands in a file: .csv, .json or .npz.")  # fmt: skip
@_as_json
def simulate(
    *,
    hands: int,
    rules: str,
    scheme: str | None,
    players: str,
    seed: int,
    samples: int,
    processes: int,
    scheduler: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play many hands between simulated players and sum them up."""
    with reasons():
        from scorekeeper.engine.games.israeli_whist.whole.simulation import Run  # noqa: PLC0415  (NumPy)

        run = Run(hands, _rules(rules, scheme), _players(players), seed, samples)
        with _executor(scheduler) as executor:
            summary = _played(run, out, processes, executor)
    if as_json:
        click.echo(json.dumps(summary.json()))
    else:
        click.echo("\n".join(summary.lines(run.players)))


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("totals", nargs=PLAYERS, type=Number(-MOST_POINTS, MOST_POINTS))
@click.option(
    "--target",
    default=300,
    show_default=True,
    type=Number(1, MOST_POINTS),
    help="The points that end the game.",
)
@click.option("--deals", type=Number(1, MOST_HANDS), help="A game of so many hands instead.")
@click.option("--played", default=0, type=Number(0, MOST_HANDS),
              help="Hands that have counted so far.")  # fmt: skip
@click.option("--dealer", default="S", show_default=True, help="Who deals next: S, W, N or E.")
@click.option("--games", default=10_000, show_default=True, type=Number(1, 10_000_000))
@click.option("--players", default="sensible", show_default=True, help="As for `simulate`.")
@click.option("--bank", "banked", default=20_000, show_default=True, type=Number(100, 10_000_000),
              help="How many simulated hands to draw from.")  # fmt: skip
@_rules_options
@_luck
@_as_json
def odds(
    *,
    totals: tuple[int, ...],
    target: int,
    deals: int | None,
    played: int,
    dealer: str,
    games: int,
    players: str,
    banked: int,
    rules: str,
    scheme: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Each player's chance to win, from four TOTALS: South, West, North, East."""
    with reasons():
        from scorekeeper.engine.analysis import win_probability as chances  # noqa: PLC0415  (NumPy)
        from scorekeeper.engine.games.israeli_whist.whole.odds import bank as deals_of  # noqa: PLC0415

        ending = Ending(target=target)
        if deals is not None:
            ending = Ending(goal=Goal.DEALS, deals=deals)
        bank = deals_of(_rules(rules, scheme), banked, seed, _players(players))
        found = chances.odds(
            totals, ending, bank, dealer=parse_seat(dealer), scored=played, games=games, seed=seed
        )
    if as_json:
        click.echo(json.dumps({"chances": found.chances, "halves": found.halves}))
        return
    for letter, total, chance, half in zip(
        LETTERS, totals, found.chances, found.halves, strict=True
    ):
        click.echo(f"{letter}  {total:+6d}  {chance:6.1%} ± {half:.1%}")


@click.command()
@click.argument("hand")
@click.option("--seat", default="S", show_default=True, help="Whose hand it is: S, W, N or E.")
@click.option("--dealer", default="S", show_default=True, help="Who dealt.")
@click.option("--auction", multiple=True, help="The calls so far, as in “pass 5H 6C”; once more "
              "for an auction after an exchange.")  # fmt: skip
@click.option("--contracts", default="", help="The contracts so far, as in “W:3 N:1”.")
@click.option("--samples", default=500, show_default=True, type=Number(2, 100_000))
@_rules_options
@_luck
@_as_json
def advise(
    *,
    hand: str,
    seat: str,
    dealer: str,
    auction: tuple[str, ...],
    contracts: str,
    samples: int,
    rules: str,
    scheme: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """What each open bid or contract is worth to the player of a HAND, as in AKQ.T98.7654.32."""
    with reasons():
        from scorekeeper.engine.games.israeli_whist.whole.advise import (  # noqa: PLC0415  (NumPy)
            Situation,
            advise,
        )

        said = [f"auction {calls}" for calls in auction or ("",)]
        fields = ["pagat", f"dealer {dealer}", *said, f"contracts {contracts}"]
        if any(";" in field for field in fields):
            raise click.UsageError("A semicolon has no place in an auction or in contracts.")
        record = replace(parse_record(WHOLE, "; ".join(fields)), rules=_rules(rules, scheme))
        situation = Situation.of(parse_hand(hand), parse_seat(seat), record)
        found = advise(situation, samples, seed)
    click.echo(json.dumps(found.json()) if as_json else "\n".join(found.lines()))


COMMANDS: tuple[click.Command, ...] = (
    ByGame("check", checks, "Judge recorded hands."),
    ByGame(
        "simulate",
        lambda: simulations() | {ISRAELI_WHIST.key: simulate},
        "Play many hands between simulated players and sum them up.",
    ),
    odds,
    advise,
)


def _rules(given: str, scheme: str | None) -> IsraeliWhistRules:
    rules = next((preset.rules for preset in PRESETS if preset.key == given), None)
    if rules is None:
        path = Path(given)
        if not path.is_file():
            known = ", ".join(preset.key for preset in PRESETS)
            raise ValueError(f"“{given}” is neither a set of rules ({known}) nor a file.")
        rules = _rules_file(text_of(path.read_bytes(), given), given)
    return replace(rules, scheme=SCHEMES[scheme]) if scheme else rules


def _rules_file(text: str, name: str) -> IsraeliWhistRules:
    try:
        data = json.loads(text)
    except RecursionError:
        data = None
    except json.JSONDecodeError as error:
        raise ValueError(f"{name} is no JSON: {error}.") from None
    if not isinstance(data, dict):
        raise ValueError(f"{name} holds no house rules.")
    return house_rules.from_json(IsraeliWhistRules, data)


def _players(given: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in given.split(","))
    return names * PLAYERS if len(names) == 1 else names


def _played(run: Run, out: Path | None, processes: int, executor: Executor | None) -> Summary:
    """Play a run, with a progress bar where it is long, and keep its hands where wanted."""
    from scorekeeper.engine.games.israeli_whist.whole.hands_file import hands_file  # noqa: PLC0415
    from scorekeeper.engine.games.israeli_whist.whole.simulation import nothing, parts  # noqa: PLC0415

    summary, first = nothing(), 0
    kept = out is not None
    with hands_file(out) as keep, _progress(run) as progress:
        for part in parts(run, keep=kept, processes=processes, executor=executor):
            summary = summary + part.summary
            if part.deals is not None:
                keep(part.deals, first)
            first += part.summary.deals
            progress(part.summary.deals)
    return summary


@contextmanager
def _progress(run: Run) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, for a long run that a person is watching."""
    if not sys.stderr.isatty() or (run.bulk and run.deals < LONG_RUN):
        yield lambda _: None
        return
    with click.progressbar(length=run.deals, label="Playing", file=sys.stderr) as bar:
        yield bar.update


@contextmanager
def _executor(scheduler: str | None) -> Iterator[Executor | None]:
    """A Dask cluster's executor where a scheduler is named."""
    if scheduler is None:
        yield None
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ImportError(
            "A scheduler needs Dask, an optional extra: pip install 'whist-scorekeeper[dask]'"
        ) from None
    with distributed.Client(scheduler) as client:
        yield client.get_executor(pure=False)
