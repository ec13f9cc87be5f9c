"""The commands `odds` and `advise`, for every game that supplies what they need."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import click

from scorekeeper.commands.game_options import (
    AS_JSON,
    LUCK,
    players_of,
    players_option,
    reasons,
    rules_of,
    rules_options,
    whole_of,
)
from scorekeeper.commands.option_types import Number
from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.pbn import parse_hand
from scorekeeper.engine.play.advice import SAMPLES, SLOW_SAMPLES, Adviser, Situation
from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.records.notation import card_of, parse_seat
from scorekeeper.engine.play.records.read_record import parse_record
from scorekeeper.engine.play.results import label
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.rulebook import Rulebook

MOST_POINTS = 10_000_000
MOST_HANDS = 1000
BANKED, SLOWLY_BANKED = 20_000, 1_000


def odds(book: Rulebook[Any]) -> click.Command:
    """The command for one game."""
    bulk = bool(Bulk.of(book).names)

    def run(
        *,
        totals: tuple[int, ...],
        target: int | None,
        deals: int | None,
        played: int,
        dealer: str,
        games: int,
        players: str,
        banked: int,
        rules: str,
        seed: int,
        as_json: bool,
        scheme: str | None = None,
    ) -> None:
        with reasons():
            from scorekeeper.engine.analysis import drawn_games as chances  # noqa: PLC0415  (NumPy)

            chosen = rules_of(book, rules, scheme)
            seats = book.players_with(len(totals), chosen)
            names = players_of(book, players, seats)
            run = Run(whole_of(book), chosen, banked, names, seed)
            ending = _ending(book, target, deals, run)
            result = chances.odds(
                totals,
                ending,
                chances.bank_of_parts(run),
                dealer=parse_seat(dealer),
                scored=played,
                games=games,
                seed=seed,
            )
        if as_json:
            click.echo(json.dumps({"chances": result.chances, "halves": result.halves}))
            return
        for side, total, chance, half in zip(
            run.sides, totals, result.chances, result.halves, strict=True
        ):
            click.echo(f"{label(side):2} {total:+6d}  {chance:6.1%} ± {half:.1%}")

    return click.Command(
        "odds",
        callback=run,
        context_settings={"ignore_unknown_options": True},
        help=f"Each side's chance to win a game of {book.name}, from the TOTALS of all sides, "
        "South's first.",
        params=[
            click.Argument(["totals"], nargs=-1, type=Number(-MOST_POINTS, MOST_POINTS)),
            click.Option(
                ["--target"],
                type=Number(1, MOST_POINTS),
                help="The points that end the game; as is usual in this game, if not given.",
            ),
            click.Option(
                ["--deals"], type=Number(1, MOST_HANDS), help="A game of so many hands instead."
            ),
            click.Option(
                ["--played"],
                default=0,
                type=Number(0, MOST_HANDS),
                help="Hands that have counted so far.",
            ),
            click.Option(["--dealer"], default="S", show_default=True, help="Who deals next."),
            click.Option(
                ["--games"], default=10_000, show_default=True, type=Number(1, 10_000_000)
            ),
            players_option(book),
            click.Option(
                ["--bank", "banked"],
                default=BANKED if bulk else SLOWLY_BANKED,
                show_default=True,
                type=Number(100, 10_000_000),
                help="How many simulated hands to draw from.",
            ),
            *rules_options(book),
            LUCK,
            AS_JSON,
        ],
    )


def _ending(book: Rulebook[Any], target: int | None, deals: int | None, run: Run) -> Ending:
    if deals is not None:
        return Ending(goal=Goal.DEALS, deals=deals)
    if target is not None:
        return replace(book.endings.usual, goal=Goal.TARGET, target=target)
    return book.agreed(book.usual_ending(run.rules), run.rules, len(run.players))


def advise(book: Rulebook[Any]) -> click.Command:
    """The command for one game."""
    bulk = Adviser.find(book) is not None

    def run(
        *,
        hand: str,
        seat: str,
        dealer: str,
        number: int,
        players: int,
        shown: str,
        said: tuple[str, ...],
        auction: tuple[str, ...],
        contracts: str,
        samples: int,
        rules: str,
        seed: int,
        as_json: bool,
        scheme: str | None = None,
    ) -> None:
        with reasons():
            game = whole_of(book)
            if Players.find(book) is None:
                raise ValueError(f"{book.name} has no player that could play on: “Players”.")
            lots = [f"said {words}" for words in said]
            lots += [f"auction {calls}" for calls in auction or ([] if said else [""])]
            fields = [book.presets[0].key, f"dealer {dealer}", f"number {number}", *lots]
            fields.append(f"contracts {contracts}")
            if any(";" in field for field in fields):
                raise click.UsageError("A semicolon has no place in what was said.")
            record = parse_record(game, "; ".join(fields))
            situation = Situation.of(
                game,
                _hand(game, hand),
                parse_seat(seat),
                replace(record, rules=rules_of(book, rules, scheme)),
                players=players,
                shown=tuple(card_of(game, word) for word in shown.split()),
            )
            advice = Adviser.of(book).advise(situation, samples, seed)
        click.echo(json.dumps(advice.json()) if as_json else "\n".join(advice.lines()))

    return click.Command(
        "advise",
        callback=run,
        help="What each open call, contract or announcement is worth to the player of a HAND, "
        "as in AKQ.T98.7654.32 or “SA SK JB”.",
        params=[
            click.Argument(["hand"]),
            click.Option(["--seat"], default="S", show_default=True, help="Whose hand it is."),
            click.Option(["--dealer"], default="S", show_default=True, help="Who dealt."),
            click.Option(
                ["--number"],
                default=1,
                show_default=True,
                type=Number(1, MOST_HANDS),
                help="The number of the hand in the game, where hands differ.",
            ),
            click.Option(
                ["--of", "players"],
                default=min(4, book.players[-1]),
                show_default=True,
                type=Number(book.players[0], book.players[-1]),
                help="How many play.",
            ),
            click.Option(["--shown"], default="", help="The card that is turned up, if one is."),
            click.Option(
                ["--said"],
                multiple=True,
                help="What was said so far, in order, as in “pass 5H 6C” or “W:3 N:1”.",
            ),
            click.Option(
                ["--auction"],
                multiple=True,
                help="The calls so far, as in “pass 5H 6C”; once more for an auction after an "
                "exchange.",
            ),
            click.Option(
                ["--contracts"], default="", help="The contracts so far, as in “W:3 N:1”."
            ),
            click.Option(
                ["--samples"],
                default=SAMPLES if bulk else SLOW_SAMPLES,
                show_default=True,
                type=Number(2, 100_000),
            ),
            *rules_options(book),
            LUCK,
            AS_JSON,
        ],
    )


def _hand(game: WholeGame[Any], text: str) -> tuple[AnyCard, ...]:
    """A hand as PBN has it, or as cards with spaces or commas."""
    if "." in text:
        return parse_hand(text)
    return tuple(card_of(game, word) for word in text.replace(",", " ").split())
