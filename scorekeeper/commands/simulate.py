"""The commands `check`, `review`, `simulate`, `odds`, `advise` and `rules`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from scorekeeper.api import card_play_of, player_count, seating_of_totals
from scorekeeper.api import odds as chances
from scorekeeper.commands.options import (
    GameCommand,
    NewFile,
    Number,
    Refused,
    as_json_option,
    left_option,
    players_of,
    players_option,
    reason_of,
    refusals,
    replaces_files,
    rules_of,
    rules_options,
    seed_option,
    text_of,
)
from scorekeeper.commands.terminal import progress_bar
from scorekeeper.errors import EntryError
from scorekeeper.play.advice import SAMPLES, SLOW_SAMPLES, Adviser, Reviewer, Situation
from scorekeeper.play.irregularities import Checked, check_text
from scorekeeper.play.notation import card_of, hand_of
from scorekeeper.play.players import Players
from scorekeeper.play.record import parse_record, records, replay
from scorekeeper.play.simulated_games import BANKED, SLOWLY_BANKED
from scorekeeper.play.simulation import (
    Batch,
    Bulk,
    Row,
    Rows,
    Run,
    Summary,
    csv_lines,
    label,
    parts,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.house_rules import Question
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS, parse_seat, seat_text

if TYPE_CHECKING:
    from concurrent.futures import Executor


# Files of deals

Keep = Callable[[Batch], None]
RECORDS = ".txt"
"""The suffix of files of whole records, which `check` reads; the run must store them."""


@contextmanager
def deals_file(path: Path | None, run: Run) -> Iterator[Keep]:
    """Open a file for the deals of a run; yields a function that writes a batch.

    `.csv` has a column per seat or side, `.json` is a list of objects, `.txt` has a record per
    line, `.npz` holds arrays and needs the memory for all of them. Raises ValueError for another
    suffix.
    """
    if path is None:
        yield lambda _: None
        return
    match path.suffix.lower():
        case ".csv":
            with path.open("wb") as file:
                yield _csv(file, run)
        case ".json":
            with path.open("w", encoding="utf-8") as file:
                yield from _json(file)
        case ".npz":
            yield from _npz(path)
        case ".txt":
            with path.open("w", encoding="utf-8") as file:
                yield _records(file)
        case other:
            raise ValueError(f"“{other}” is no kind of file for hands: .csv, .json, .npz or .txt.")


def _csv(file: IO[bytes], run: Run) -> Keep:
    by_side = [*map(label, run.sides)]
    heads = dict.fromkeys(("tricks", "points", "made"), by_side)
    heads["contracts"] = [*map(seat_text, SEATS[: len(run.players)])]
    columns = [
        [f"{name}_{head}" for head in heads[name]] if name in heads else [name]
        for name in Row._fields
    ]
    file.write(csv_lines([chain.from_iterable(columns)]))

    def keep(batch: Batch) -> None:
        file.write(batch.csv())

    return keep


def _json(file: IO[str]) -> Iterator[Keep]:
    before = ["[\n"]

    def keep(batch: Batch) -> None:
        for row in batch.rows():
            file.write(before[0] + json.dumps(row._asdict()))
            before[0] = ",\n"

    yield keep
    file.write("\n]\n" if before[0] != "[\n" else "[]\n")


def _npz(path: Path) -> Iterator[Keep]:
    from scorekeeper.optional_numpy import np  # noqa: PLC0415  (only this file needs it)
    from scorekeeper.play.kernel.columns import BY_DEAL, Columns, columns_from_rows, joined  # noqa: PLC0415

    batches: list[Columns] = []
    rows: list[Row] = []

    def keep(batch: Batch) -> None:
        if isinstance(batch, Columns):
            batches.append(batch)
        else:
            rows.extend(batch.rows())

    yield keep
    whole = joined(batches) if batches else columns_from_rows(rows)
    columns = {name: getattr(whole, name) for name in ("first", "codes", *BY_DEAL)}
    np.savez_compressed(path, allow_pickle=False, **columns)


def _records(file: IO[str]) -> Keep:
    def keep(batch: Batch) -> None:
        assert isinstance(batch, Rows)  # noqa: S101  (bulk runs store no records)
        file.writelines(f"{line}\n" for line in batch.records)

    return keep


# Commands
#
# Each prints text, or JSON with `--json`. Bad input gives its reason on standard error and exit
# code 2; `check` ends with 1 if it found something irregular.

BAD_INPUT = 2
BULK_HANDS, HANDS = 10_000, 1_000  # about a second of work
MOST_POINTS = 10_000_000
MOST_HANDS = 1000


@click.command("check", cls=GameCommand, short_help="Judge recorded hands.")
@click.argument("file", type=click.File("rb"))
@as_json_option
def check(book: Rulebook[Any], file: IO[bytes], as_json: bool) -> None:
    """Judge the recorded hands in FILE: the trick winners, the points and irregularities.

    FILE has one hand on each line, or is JSON.
    """
    name = getattr(file, "name", "<stdin>")
    with refusals():
        checked = list(check_text(card_play_of(book), text_of(file.read(), name)))
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


@click.command("review", cls=GameCommand, short_help="What each decision in a hand cost.")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--samples",
    default=400,
    show_default=True,
    type=Number(2, 100_000),
    help="Deals by which a card is judged.",
)
@seed_option
@as_json_option
def review(book: Rulebook[Any], file: IO[bytes], samples: int, seed: int, as_json: bool) -> None:
    """Find the decisions in recorded hands that cost points.

    A decision is judged by what its player could know; the rest is luck.
    """
    name = getattr(file, "name", "<stdin>")
    with refusals():
        game, reviewer = card_play_of(book), Reviewer.find(book)
        if reviewer is None:
            raise ValueError(f"{book.name} has nobody who could review a hand: “Reviewer”.")
        numbered = list(records(text_of(file.read(), name)))
        if not numbered:
            raise ValueError(f"{name} holds no recorded hand.")
        reviews = []
        for line, written in numbered:
            try:
                end = replay(game, parse_record(game, written))
            except EntryError as error:
                where = f"{name}, record {line}, read as {book.name}"
                raise ValueError(f"{where}: {reason_of(error)}") from None
            if end.score is None:
                raise ValueError(f"{name}, record {line}: the hand was not played to its end.")
            reviews.append((line, reviewer.review(end, samples, seed)))
    if as_json:
        click.echo(json.dumps([{"record": line} | review.json() for line, review in reviews]))
        return
    for line, review in reviews:
        click.echo(f"{name}, record {line}")
        click.echo("\n".join(f"  {text}" for text in review.lines()))


@replaces_files
@click.command("simulate", cls=GameCommand, short_help="Play many hands and sum them up.")
@click.option(
    "--hands",
    type=Number(1),
    help=f"How many; {BULK_HANDS:,} in a game that is played in bulk, else {HANDS:,}.",
)
@rules_options
@players_option
@click.option("--seed", default=1, show_default=True, help="Random seed.")
@click.option(
    "--samples",
    default=100,
    show_default=True,
    type=Number(1),
    help="Samples a decision, for a player that samples.",
)
@click.option("--processes", default=1, show_default=True, type=Number(1, 256))
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler to send the work to.")
@click.option(
    "--out",
    type=NewFile(),
    help="Keep the results in a file, .csv, .json or .npz, or whole records that `check` reads, "
    ".txt.",
)
@as_json_option
def simulate(
    *,
    book: Rulebook[Any],
    hands: int | None,
    rules: str | None,
    scheme: str | None,
    players: str | None,
    seed: int,
    samples: int,
    processes: int,
    scheduler: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play many hands between simulated players and sum them up.

    With NumPy, hands of random and sensible players are played in bulk. Without it, under a few
    rules, and with sampling players or your own, they are played one after another, some hundreds a
    second; --processes divides them among several processes.
    """
    with refusals():
        chosen, seated = rules_of(book, rules, scheme), players_of(book, players)
        as_records = out is not None and out.suffix.lower() == RECORDS
        hands = hands or (BULK_HANDS if Bulk.of(book).bulk_players else HANDS)
        run = Run(card_play_of(book), chosen, hands, seated, seed, samples, records=as_records)
        with _executor(scheduler) as executor:
            summary = _play(run, out, processes, executor)
    if as_json:
        click.echo(json.dumps(summary.json(run.sides, run.names)))
    else:
        click.echo("\n".join(summary.lines(run.sides, run.names)))


@click.command(
    "odds",
    cls=GameCommand,
    short_help="Each side's chance to win, from the totals.",
    context_settings={"ignore_unknown_options": True},  # totals may be negative
)
@click.argument("totals", nargs=-1, type=Number(-MOST_POINTS, MOST_POINTS))
@click.option(
    "--target",
    type=Number(1, MOST_POINTS),
    help="The points that end the game; as is usual in this game, if not given.",
)
@click.option("--deals", type=Number(1, MOST_HANDS), help="A game of this many hands instead.")
@click.option(
    "--played", default=0, type=Number(0, MOST_HANDS), help="Hands that have counted so far."
)
@click.option("--dealer", default="S", show_default=True, help="Who deals next.")
@click.option("--games", default=10_000, show_default=True, type=Number(1, 10_000_000))
@players_option
@left_option
@click.option(
    "--bank",
    type=Number(100, 10_000_000),
    help=f"How many hands to simulate; {BANKED:,} if not given, or {SLOWLY_BANKED:,} if they are "
    "played one after another.",
)
@rules_options
@seed_option
@as_json_option
def odds(
    *,
    book: Rulebook[Any],
    totals: tuple[int, ...],
    dealer: str,
    players: str | None,
    rules: str | None,
    scheme: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Print each side's chance to win a game, from the TOTALS of all sides, South's first."""
    with refusals():
        chosen = rules_of(book, rules, scheme)
        seating = seating_of_totals(book, chosen, len(totals), dealer)
        named = any(preset.key == rules for preset in book.presets) and not scheme
        result = chances(
            book.key,
            totals,
            rules if named else chosen,
            dealer=dealer,
            players=players_of(book, players, seating.players),
            **options,
        )
    if as_json:
        click.echo(
            json.dumps(
                {
                    "chances": result.chances,
                    "halves": result.halves,
                    "unfinished": result.unfinished,
                }
            )
        )
        return
    for side, total, chance, half in zip(
        seating.sides, totals, result.chances, result.halves, strict=True
    ):
        click.echo(f"{label(side):2} {total:+6d}  {chance:6.1%} ± {half:.1%}")
    if result.unfinished:
        click.echo(f"{result.unfinished:.1%} of the games had no end: nobody won them")


@click.command("advise", cls=GameCommand, short_help="What each open call or contract is worth.")
@click.argument("hand")
@click.option("--seat", default="S", show_default=True, help="Whose hand it is.")
@click.option("--dealer", default="S", show_default=True, help="Who dealt.")
@click.option(
    "--number",
    default=1,
    show_default=True,
    type=Number(1, MOST_HANDS),
    help="The number of the hand in the game, in a game whose hands differ.",
)
@click.option("--of", "seats", type=int, help="The number of players; four if possible.")
@click.option("--shown", default="", help="The card that is turned up, if one is.")
@click.option(
    "--said",
    multiple=True,
    help="What was said so far, in order, as in “pass 5H 6C” or “W:3 N:1”.",
)
@click.option(
    "--auction",
    multiple=True,
    help="The calls so far, as in “pass 5H 6C”; once more for an auction after an exchange.",
)
@click.option("--contracts", default="", help="The contracts so far, as in “W:3 N:1”.")
@click.option(
    "--samples",
    type=Number(2, 100_000),
    help=f"Deals by which a choice is judged; {SAMPLES} in a game with an adviser of its own, "
    f"else {SLOW_SAMPLES}.",
)
@rules_options
@seed_option
@as_json_option
def advise(
    *,
    book: Rulebook[Any],
    hand: str,
    seat: str,
    dealer: str,
    number: int,
    seats: int | None,
    shown: str,
    said: tuple[str, ...],
    auction: tuple[str, ...],
    contracts: str,
    samples: int | None,
    rules: str | None,
    scheme: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Print what each open call, contract or announcement is worth to the player of a HAND.

    A HAND is written as in AKQ.T98.7654.32 or “SA SK JB”.
    """
    with refusals():
        game = card_play_of(book)
        if Players.find(book) is None:
            raise ValueError(f"{book.name} has no player that could play on: “Players”.")
        words = " ".join([*said, *auction, contracts])
        fields = [book.presets[0].key, f"dealer {dealer}", f"number {number}", f"said {words}"]
        if any(";" in field for field in fields):
            raise Refused("A semicolon has no place in what was said.")
        record = parse_record(game, "; ".join(fields))
        situation = Situation.of(
            game,
            hand_of(game, hand),
            parse_seat(seat),
            replace(record, rules=rules_of(book, rules, scheme)),
            players=player_count(book, seats),
            shown=tuple(card_of(game, word) for word in shown.split()),
        )
        usual = SLOW_SAMPLES if Adviser.find(book) is None else SAMPLES
        advice = Adviser.of(book).advise(situation, samples or usual, seed)
    click.echo(json.dumps(advice.json()) if as_json else "\n".join(advice.lines()))


@click.command("rules", cls=GameCommand, short_help="The house rules of a game.")
@rules_options
@as_json_option
def rules(book: Rulebook[Any], rules: str | None, scheme: str | None, as_json: bool) -> None:
    """Print the house rules of a game: keys, meanings, choices, and the value in force.

    With --json, print them as a file that can be changed and passed to --rules.
    """
    with refusals():
        chosen = rules_of(book, rules, scheme)
    if as_json:
        click.echo(json.dumps(house_rules.to_json(chosen), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_rules_lines(book, chosen)))


COMMANDS: tuple[click.Command, ...] = (check, review, simulate, odds, advise, rules)


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


def _play(run: Run, out: Path | None, processes: int, executor: Executor | None) -> Summary:
    """Play a run, and write its hands to `out` unless that is None."""
    summary, writes = Summary(), out is not None
    with deals_file(out, run) as keep, progress_bar("Playing", run.deals) as further:
        for part in parts(run, keep=writes, processes=processes, executor=executor):
            summary = summary + part.summary
            if part.batch is not None:
                keep(part.batch)
            further(part.summary.deals)
    return summary


@contextmanager
def _executor(scheduler: str | None) -> Iterator[Executor | None]:
    """Yield the executor of a Dask cluster, or None if no scheduler is named."""
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


def _rules_lines(book: Rulebook[Any], chosen: Any) -> Iterator[str]:
    yield f"{book.name}, rules “{book.title(chosen)}”"
    yield ""
    for preset in book.presets:
        yield f"preset {preset.key}: {preset.name}. {preset.description}"
    for part in house_rules.parts(book.rules):
        for ready in part.ready:
            yield f"{part.path} {ready.key}: {ready.name}"
    usual = book.presets[0].rules
    for question in house_rules.questions(book.rules):
        value, default = (house_rules.value_at(rules, question.path) for rules in (chosen, usual))
        yield ""
        text, usual_text = (
            house_rules.as_text(question, v) or "(nothing)" for v in (value, default)
        )
        other = "" if value == default else f" (default {usual_text})"
        yield f"{question.path} = {text}{other}"
        yield f"    {question.label}: {_choices(question)}"


def _choices(question: Question) -> str:
    if question.options:
        return "; ".join(
            f"{house_rules.code(value)} ({words})" for value, words in question.options
        )
    if question.text:
        return f"a name of at most {question.high} characters"
    empty = ", or nothing" if question.optional else ""
    if question.most:
        return f"at most {question.most} numbers from {question.low} to {question.high}{empty}"
    return f"a number from {question.low} to {question.high}{empty}"
