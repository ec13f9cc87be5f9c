"""The hands of a game as rows of its score sheet, and what stands under the last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from scorekeeper.engine.cards.seating import Names, Seat
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.engine.rules.points import Brief, DealScore
from scorekeeper.engine.rules.rulebook import Section
from scorekeeper.engine.rules.steps import Scene
from scorekeeper.engine.rules.wording import Given, Listed, Points, Sentence, say, say_count
from scorekeeper.sheets.sheet_language import Total
from scorekeeper.sheets.sheet_words import ordinal_of


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side has in a row; everything is None in a hand that gave no points."""

    brief: Brief | None = None
    points: Points | None = None
    total: Total | None = None
    contract: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One hand; `struck` where it does not count, `notes` is what else happened in it."""

    number: int
    dealer: Seat | Given
    declarer: Seat | Given | None
    declared: Sentence | None
    label: Sentence
    cells: tuple[Cell, ...]
    notes: tuple[Sentence, ...]
    struck: bool


@dataclass(frozen=True, slots=True)
class End:
    """What stands under the last hand of a game.

    ruled    how many lines there are for notes
    chart    the running totals as SVG, beside the rules; or empty
    """

    totals: tuple[Total, ...]
    places: tuple[Sentence, ...]
    winners: tuple[int, ...]
    verdict: Sentence
    rules: Sentence
    ending: tuple[Sentence, ...]
    scoring: Section
    ruled: int = 0
    chart: str = ""


def row_of(game: Game, deal: Deal, *further: Sentence) -> Row:
    """A hand, complete or running or unreadable; `further` are notes besides the usual ones."""
    scene = _scene(deal)
    return Row(
        deal.number,
        deal.dealer,
        scene.declarer if scene and (scene.bid or scene.tricks) else None,
        _declared(game, deal),
        _label(deal),
        tuple(_cell(game, deal, side) for side in range(len(game.sides))),
        (*_notes(game, deal), *further),
        deal.surplus,
    )


def named(row: Row, names: Sequence[str]) -> Row:
    """A hand with names in place of the seats."""

    def with_names(value: object) -> object:
        match value:
            case Seat():
                return Given(names[value])
            case Names() | Listed():
                return Listed(map(with_names, value))
            case Sentence():
                return replace(
                    value, blanks=tuple((key, with_names(blank)) for key, blank in value.blanks)
                )
        return value

    def sentence(value: Sentence) -> Sentence:
        return cast("Sentence", with_names(value))

    return replace(
        row,
        dealer=cast("Given", with_names(row.dealer)),
        declarer=cast("Given | None", with_names(row.declarer)),
        declared=row.declared and sentence(row.declared),
        label=sentence(row.label),
        notes=tuple(map(sentence, row.notes)),
    )


def end_of(game: Game) -> End:
    """The totals with all that goes with them."""
    setup = game.setup
    return End(
        tuple(map(Total, game.totals)),
        tuple(map(ordinal_of, game.places)),
        game.winners,
        _verdict(game),
        say("{game}, {rules}", game=setup.book.name, rules=setup.book.title(setup.rules)),
        (setup.ending.describe(), setup.ending.tied()),
        setup.book.describe(setup.rules)[-1],
    )


def _scene(deal: Deal) -> Scene | None:
    """What lies open at the end of a hand, or where it stands."""
    if deal.score:
        return deal.score.scene
    return deal.reading.step.scene if deal.reading.step else None


def _declared(game: Game, deal: Deal) -> Sentence | None:
    """What was played; without a bid, how many tricks there were, where hands differ in that."""
    scene = _scene(deal)
    if scene is None or scene.declared is not None:
        return scene.declared if scene else None
    totals = {other.score.scene.total for other in game.deals if other.score}
    if totals <= {scene.total}:
        return None
    return say_count("{count} trick", "{count} tricks", scene.total)


def _label(deal: Deal) -> Sentence:
    if deal.score:
        return deal.score.label
    return say("does not fit") if deal.flaw else say("running")


def _cell(game: Game, deal: Deal, side: int) -> Cell:
    score = deal.score
    if score is None:
        scene = _scene(deal)
        contracts = dict(scene.contracts) if scene else {}
        return Cell(
            contract=next((contracts[seat] for seat in game.sides[side] if seat in contracts), None)
        )
    if score.thrown_in and not score.points[side]:
        return Cell()
    return Cell(
        score.briefs[side] if score.briefs and not score.thrown_in else None,
        Points(score.points[side]),
        Total(deal.totals[side]),
    )


def _notes(game: Game, deal: Deal) -> Iterator[Sentence]:
    """Exchanges, play-off, why a hand does not count, and every point beside the usual ones."""
    before = game.deal(deal.number - 1)
    if deal.flaw:
        yield deal.flaw
    if before and before.course.play_off:
        yield say("play-off")
    if deal.surplus:
        yield say("played after the game was decided: does not count")
    if deal.score:
        if exchange := deal.score.scene.exchange:
            yield say_count("after {count} exchange", "after {count} exchanges", exchange)
        yield from _further(game, deal.score)


def _further(game: Game, score: DealScore) -> Iterator[Sentence]:
    """The lines after the first of each side; once, where the same goes for all."""
    further = [tuple(line.reason for line in lines[1:]) for lines in score.lines]
    for reason in dict.fromkeys(reason for reasons in further for reason in reasons):
        if all(reason in reasons for reasons in further):
            yield reason
            continue
        for side, reasons in zip(game.sides, further, strict=True):
            for _ in range(reasons.count(reason)):
                yield say("{side}: {reason}", side=Names(side), reason=reason)


def _verdict(game: Game) -> Sentence:
    if not game.over:
        return say("The game is running.")
    if not game.winners:
        return say("Stopped before the first hand was scored")
    names = Names(seat for side in game.winners for seat in game.sides[side])
    winners = say_count("Winner: {names}", "Winners: {names}", len(names), names=names)
    if game.stopped:
        return say("{winners}. {how}", winners=winners, how=say("The table stopped the game."))
    return winners
