"""The commands of the rules engine: check, review, simulate, odds, advise, rules.

Each prints text, or JSON with `--json`. Bad input gives its reason on standard error and exit
code 2; `check` ends with 1 where it found something irregular.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.commands import odds_and_advice
from scorekeeper.commands.by_game import ByGame
from scorekeeper.commands.game_options import (
    AS_JSON,
    LUCK,
    SEED,
    by_key,
    players_of,
    players_option,
    reasons,
    rules_of,
    rules_options,
    text_of,
    whole_of,
)
from scorekeeper.commands.option_types import NewFile, Number, force_option
from scorekeeper.commands.rules import rules
from scorekeeper.commands.terminal import progress_bar
from scorekeeper.engine.play.deal_review import Reviewer
from scorekeeper.engine.play.judging.judge import Checked, check_text
from scorekeeper.engine.play.records.deals_file import RECORDS, deals_file
from scorekeeper.engine.play.records.read_record import parse_record, records
from scorekeeper.engine.play.records.record import replay
from scorekeeper.engine.play.results import Summary
from scorekeeper.engine.play.simulation import Bulk, Run, parts
from scorekeeper.engine.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from concurrent.futures import Executor

BAD_INPUT = 2
BULK_HANDS, HANDS = 10_000, 1_000  # as many as can be played in a second or so
IN_BULK = "With NumPy they are played in bulk."
ONE_BY_ONE = (
    "They are played one after another, some hundreds a second; --processes shares them out."
)


def _check(book: Rulebook[Any]) -> click.Command:
    def run(file: Any, as_json: bool) -> None:
        name = getattr(file, "name", "<stdin>")
        with reasons():
            checked = list(check_text(whole_of(book), text_of(file.read(), name)))
            if not checked:
                raise ValueError(f"{name} holds no recorded hand.")
        if as_json:
            click.echo(json.dumps([_plain(record) for record in checked], ensure_ascii=False))
        else:
            for record in checked:
                _print(record, name)
        unreadable = [record for record in checked if record.verdict is None]
        for record in unreadable:
            click.echo(f"{name}, record {record.line}: {record.flaw}", err=True)
        sys.exit(BAD_INPUT if unreadable else 0 if all(record.clean for record in checked) else 1)

    return click.Command(
        "check",
        callback=run,
        help=f"Judge recorded hands of {book.name}, one a line or JSON: the trick winners, "
        "the points, irregularities.",
        params=[click.Argument(["file"], type=click.File("rb")), AS_JSON],
    )


def _simulate(book: Rulebook[Any]) -> click.Command:
    def run(
        *,
        hands: int,
        rules: str,
        players: str,
        seed: int,
        samples: int,
        processes: int,
        scheduler: str | None,
        out: Path | None,
        as_json: bool,
        scheme: str | None = None,
    ) -> None:
        with reasons():
            chosen, names = rules_of(book, rules, scheme), players_of(book, players)
            records = out is not None and out.suffix.lower() == RECORDS
            run = Run(whole_of(book), chosen, hands, names, seed, samples, records=records)
            with _executor(scheduler) as executor:
                summary = _played(run, out, processes, executor)
        if as_json:
            click.echo(json.dumps(summary.json(run.sides, names)))
        else:
            click.echo("\n".join(summary.lines(run.sides, names)))

    return click.Command(
        "simulate",
        callback=run,
        help=f"Play many hands of {book.name} between simulated players and sum them up. "
        + (IN_BULK if Bulk.of(book).names else ONE_BY_ONE),
        params=[
            click.Option(
                ["--hands"],
                default=BULK_HANDS if Bulk.of(book).names else HANDS,
                show_default=True,
                type=Number(1),
            ),
            *rules_options(book),
            players_option(book),
            SEED,
            click.Option(
                ["--samples"],
                default=100,
                show_default=True,
                type=Number(1),
                help="Samples a decision, for a player that samples.",
            ),
            click.Option(["--processes"], default=1, show_default=True, type=Number(1, 256)),
            click.Option(
                ["--scheduler"], metavar="ADDRESS", help="A Dask scheduler to send the work to."
            ),
            click.Option(
                ["--out"],
                type=NewFile(),
                help="Keep the results in a file, .csv, .json or .npz, or whole records that "
                "`check` reads, .txt.",
            ),
            force_option(),
            AS_JSON,
        ],
    )


def _review(book: Rulebook[Any]) -> click.Command:
    def run(file: Any, samples: int, seed: int, as_json: bool) -> None:
        name = getattr(file, "name", "<stdin>")
        with reasons():
            game, reviewer = whole_of(book), Reviewer.find(book)
            if reviewer is None:
                raise ValueError(f"{book.name} has nobody who could review a hand: “Reviewer”.")
            numbered = list(records(text_of(file.read(), name)))
            if not numbered:
                raise ValueError(f"{name} holds no recorded hand.")
            reviews = []
            for line, written in numbered:
                end = replay(game, parse_record(game, written))
                if end.score is None:
                    raise ValueError(f"{name}, record {line}: the hand was not played to its end.")
                reviews.append((line, reviewer.review(end, samples, seed)))
        if as_json:
            click.echo(json.dumps([{"record": line} | review.json() for line, review in reviews]))
            return
        for line, review in reviews:
            click.echo(f"{name}, record {line}")
            click.echo("\n".join(f"  {text}" for text in review.lines()))

    return click.Command(
        "review",
        callback=run,
        help=f"Which decisions in recorded hands of {book.name} cost how much, as far as the "
        "players could know; and what was luck.",
        params=[
            click.Argument(["file"], type=click.File("rb")),
            click.Option(
                ["--samples"],
                default=400,
                show_default=True,
                type=Number(2, 100_000),
                help="Deals by which a card is judged.",
            ),
            LUCK,
            AS_JSON,
        ],
    )


COMMANDS: tuple[click.Command, ...] = (
    ByGame("check", by_key(_check), "Judge recorded hands."),
    ByGame("review", by_key(_review), "What each decision in recorded hands cost."),
    ByGame(
        "simulate",
        by_key(_simulate),
        "Play many hands between simulated players and sum them up.",
    ),
    ByGame("odds", by_key(odds_and_advice.odds), "Each side's chance to win, from the totals."),
    ByGame("advise", by_key(odds_and_advice.advise), "What each open call or contract is worth."),
    ByGame("rules", by_key(rules), "The house rules of a game: keys, meanings, choices."),
)


def _print(record: Checked, name: str) -> None:
    if record.verdict is None:
        return
    click.echo(f"{name}, record {record.line}: {'clean' if record.clean else 'irregular'}")
    for line in record.verdict.lines():
        click.echo(f"  {line}")


def _plain(record: Checked) -> dict[str, Any]:
    verdict = None if record.verdict is None else record.verdict.json()
    return {
        "record": record.line,
        "verdict": verdict,
        "flaw": str(record.flaw) if record.flaw else None,
    }


def _played(run: Run, out: Path | None, processes: int, executor: Executor | None) -> Summary:
    """Play a run, and keep its hands where wanted."""
    summary, kept = Summary(), out is not None
    with deals_file(out, run) as keep, progress_bar("Playing", run.deals) as further:
        for part in parts(run, keep=kept, processes=processes, executor=executor):
            summary = summary + part.summary
            if part.batch is not None:
                keep(part.batch)
            further(part.summary.deals)
    return summary


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
