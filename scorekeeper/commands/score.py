"""The command `score`: the points of one hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from scorekeeper.api import Answer, seating_named
from scorekeeper.api import score as scored
from scorekeeper.commands.options import (
    GameCommand,
    NumberList,
    as_json_option,
    left_option,
    refusals,
    rules_of,
    rules_options,
    with_notes,
)
from scorekeeper.errors import EntryError
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import Names, Seat, seat_text, side_text
from scorekeeper.wording import Points, with_hyphen

BOTH = "--contracts 2,3,7,0 --tricks 0,3,8,2"


@click.command(
    "score",
    cls=GameCommand,
    short_help="Compute the points of one hand.",
    context_settings={"ignore_unknown_options": True},  # points may be negative
)
@click.argument("answers", nargs=-1)
@click.option(
    "--contracts",
    help="The contracts, South's first, if the auction is not known.",
)
@click.option("--tricks", help="With --contracts: the tricks in the same order.")
@click.option("--players", "seats", type=int, help="The number of players; four if possible.")
@click.option("--dealer", default="S", show_default=True, help="Who deals.")
@click.option("--number", default=1, show_default=True, help="Which hand it is.")
@click.option(
    "--totals", type=NumberList(), help="The totals before the hand, with commas between."
)
@left_option
@rules_options
@as_json_option
def score(
    *,
    book: Rulebook[Any],
    answers: tuple[str, ...],
    contracts: str | None,
    tricks: str | None,
    seats: int | None,
    dealer: str,
    number: int,
    totals: tuple[int, ...] | None,
    left: tuple[int, ...] | None,
    rules: str | None,
    scheme: str | None,
    as_json: bool,
) -> None:
    """Compute the points of one hand from the ANSWERS to its questions, in their order.

    Separate the numbers of several sides by commas, South's side first. If an answer is missing,
    the next question is printed with an example.
    """
    for word in answers:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    if (contracts is None) != (tricks is None):
        raise click.UsageError(f"--contracts and --tricks go together, as in {BOTH}")
    known: list[Answer] = [_answer(word) for word in answers]
    if contracts is not None:
        known = [{PARTIAL: {"contracts": contracts, "tricks": tricks}}, *known]
    with refusals():
        chosen = rules_of(book, rules, scheme)
        seating = seating_named(book, seats, dealer, number, chosen)
        earlier = Earlier(totals or (), book.left_from(left, seating) if left else None)
        try:
            deal = scored(
                book,
                known,
                chosen,
                players=seating.players,
                dealer=dealer,
                number=number,
                earlier=earlier,
            )
        except EntryError as error:
            if contracts is None or error.field is None:
                raise
            option = error.field.partition("-")[0]
            reason = with_notes(str(error), [f"For example: {BOTH}"])
            raise ValueError(f"--{option}: {reason}") from None
    why = [[str(line.reason) for line in lines] for lines in deal.lines]
    if as_json:
        sides = [side_text(side) for side in seating.sides]
        plain = {"sides": sides, "points": deal.points, "label": str(deal.label), "reasons": why}
        click.echo(json.dumps(plain | _facts(deal, seating.sides, is_whole=contracts is None)))
        return
    click.echo(str(deal.label))
    for side, points, lines in zip(seating.sides, deal.points, why, strict=True):
        shown = str(Points(points, book.decimals))
        click.echo(f"  {Names(side)!s:16} {shown:>6}   {'; '.join(lines)}")


def _facts(deal: DealScore, sides: Sequence[Sequence[Seat]], *, is_whole: bool) -> dict[str, Any]:
    """Return what the label says in words; `is_whole` is False if only contracts are known.

    over       the tricks by which the sum of the contracts is over those of the hand; negative for
               under; None unless everybody has a contract
    bid        the winning bid as far as it is recorded, None if there was none
    auction    whether the auction is recorded; None if the hand has none
    """
    scene = deal.scene
    everybody = len(scene.contracts) == sum(map(len, sides))
    total = scene.contract_sum if everybody else None
    return {
        "sum": total,
        "over": None if total is None else total - scene.total,
        "bid": scene.bid.code if scene.bid else None,
        "declarer": None if scene.declarer is None else seat_text(scene.declarer),
        "auction": is_whole if scene.bid or deal.thrown_in or not is_whole else None,
    }


def _answer(word: str) -> Answer:
    """Parse an answer: a number, numbers separated by commas, or a word."""
    numbers = [with_hyphen(number) for number in word.split(",")]
    if all(number.removeprefix("-").isdecimal() for number in numbers):
        return int(numbers[0]) if len(numbers) == 1 else [int(number) for number in numbers]
    return word
