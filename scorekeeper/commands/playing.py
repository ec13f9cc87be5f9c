"""The commands `check`, `review`, `simulate`, `odds` and `advise`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from scorekeeper import play
from scorekeeper.api import new_game, player_count
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
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat, parse_seat, side_text

if TYPE_CHECKING:
    from concurrent.futures import Executor


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
        checked = list(play.check_text(play.card_play_of(book), text_of(file.read(), name)))
        if not any(record.verdict for record in checked):
            flaw = f" Record {checked[0].line}: {checked[0].flaw}" if checked else ""
            raise ValueError(f"{name} holds no recorded hand of {book.name}.{flaw}")
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
        game, reviewer = play.card_play_of(book), play.Reviewer.find(book)
        if reviewer is None:
            raise ValueError(f"{book.name} has nobody who could review a hand: “Reviewer”.")
        numbered = list(play.numbered_records(text_of(file.read(), name)))
        if not numbered:
            raise ValueError(f"{name} holds no recorded hand.")
        reviews = []
        for line, written in numbered:
            try:
                end = play.replay(game, play.parse_record(game, written))
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
        as_records = out is not None and out.suffix.lower() == play.RECORDS
        hands = hands or (BULK_HANDS if play.Bulk.of(book).bulk_players else HANDS)
        run = play.Run(
            play.card_play_of(book), chosen, hands, seated, seed, samples, records=as_records
        )
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
    help="How many hands to simulate; as many as take a moment, if not given.",
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
    target: int | None,
    deals: int | None,
    as_json: bool,
    **amounts: Any,
) -> None:
    """Print each side's chance to win a game, from the TOTALS of all sides, South's first."""
    with refusals():
        chosen = rules_of(book, rules, scheme)
        many = _players_with(book, chosen, len(totals))
        named = any(preset.key == rules for preset in book.presets) and not scheme
        game = new_game(
            book.key,
            rules if named else chosen,
            players=many,
            dealer=dealer,
            target=target,
            deals=deals,
        )
        result = play.odds(game, totals, players=players_of(book, players, many), **amounts)
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
        game.game.sides, totals, result.chances, result.halves, strict=True
    ):
        click.echo(f"{side_text(side):2} {total:+6d}  {chance:6.1%} ± {half:.1%}")
    if result.unfinished:
        click.echo(f"{result.unfinished:.1%} of the games had no end: nobody won them")


@dataclass(frozen=True, slots=True)
class DealOptions:
    """The options of `advise` that describe a deal, as typed."""

    hand: str
    seat: str
    dealer: str
    number: int
    seats: int | None
    shown: str
    said: tuple[str, ...]
    rules: str | None
    scheme: str | None

    def situation(self, game: play.WholeGame[Any]) -> play.Situation:
        """Return the situation of the hand's player; raises EntryError and ValueError."""
        book = game.book
        if play.Players.find(book) is None:
            raise ValueError(f"{book.name} has no player that could play on: “Players”.")
        return play.Situation.of(
            game,
            play.hand_of(game, self.hand),
            parse_seat(self.seat),
            replace(self._record(game), rules=rules_of(book, self.rules, self.scheme)),
            players=player_count(book, self.seats),
            shown=tuple(play.card_of(game, word) for word in self.shown.split()),
        )

    def _record(self, game: play.WholeGame[Any]) -> play.Record:
        """Return the record of what was said, under the usual rules."""
        words = " ".join(self.said)
        fields = [f"dealer {self.dealer}", f"number {self.number}", f"said {words}"]
        if any(";" in field for field in fields):
            raise Refused("A semicolon has no place in what was said.")
        return play.parse_record(game, "; ".join((game.book.presets[0].key, *fields)))


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
    help="What was said so far, in order, as in “pass 5H 6C” or “W:3 N:1”; may be repeated.",
)
@click.option(
    "--samples",
    type=Number(2, 100_000),
    help="Deals by which a choice is judged; as many as take a moment, if not given.",
)
@rules_options
@seed_option
@as_json_option
def advise(
    *, book: Rulebook[Any], samples: int | None, seed: int, as_json: bool, **options: Any
) -> None:
    """Print what each open call, contract or announcement is worth to the player of a HAND.

    A HAND is written as in AKQ.T98.7654.32 or “SA SK JB”.
    """
    with refusals():
        situation = DealOptions(**options).situation(play.card_play_of(book))
        usual = play.SLOW_SAMPLES if play.Adviser.find(book) is None else play.SAMPLES
        advice = play.Adviser.of(book).advise(situation, samples or usual, seed)
    click.echo(json.dumps(advice.json()) if as_json else "\n".join(advice.lines()))


COMMANDS: tuple[click.Command, ...] = (check, review, simulate, odds, advise)


def _players_with(book: Rulebook[Any], rules: Any, totals: int) -> int:
    """Return the least number of players who have this many totals; raises ValueError for none."""
    sides = {many: len(book.seating(many, Seat(0), rules).sides) for many in book.players}
    many = next((players for players, number in sides.items() if number == totals), None)
    if many is None:
        low, high = min(sides.values()), max(sides.values())
        takes = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{book.name} takes {takes} totals, one for each side.")
    return many


def _print(record: play.Checked, name: str) -> None:
    if record.verdict is None:
        return
    click.echo(f"{name}, record {record.line}: {'clean' if record.clean else 'irregular'}")
    for line in record.verdict.lines():
        click.echo(f"  {line}")


def _plain(record: play.Checked) -> dict[str, Any]:
    verdict = None if record.verdict is None else record.verdict.json()
    return {
        "record": record.line,
        "verdict": verdict,
        "flaw": str(record.flaw) if record.flaw else None,
    }


def _play(
    run: play.Run, out: Path | None, processes: int, executor: Executor | None
) -> play.Summary:
    """Play a run, and write its hands to `out` unless that is None."""
    summary, writes = play.Summary(), out is not None
    with play.deals_writer(out, run) as keep, progress_bar("Playing", run.deals) as further:
        for part in play.parts(run, keep=writes, processes=processes, executor=executor):
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
