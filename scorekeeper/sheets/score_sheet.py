"""Score sheets of one or more games: a column for each side, a row for each hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import ClassVar, cast

from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.points import Brief, DealScore
from scorekeeper.rules.rulebook import Section
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import Names, Seat, Side
from scorekeeper.sheets import document
from scorekeeper.sheets.document import Document, DocumentPart, Paper
from scorekeeper.sheets.language import Speech, Voice, legend, ordinal_of
from scorekeeper.wording import Given, Listed, Points, Sentence, Total, say, say_count


@dataclass(frozen=True, slots=True)
class Cell:
    """The cell of one side in a row; if the hand has no points yet, only `contract` may be set."""

    brief: Brief | None = None
    points: Points | None = None
    total: Total | None = None
    contract: int | None = None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One hand of a game; `struck` is True if it does not count.

    declarer    the declarer, or whom the sheet names instead (`DealScore.chosen`)
    """

    number: int
    dealer: Seat | Given
    declarer: Seat | Names | Given | Listed | None
    declared: Sentence | None
    label: Sentence
    cells: tuple[Cell, ...]
    notes: tuple[Sentence, ...]
    struck: bool


@dataclass(frozen=True, slots=True)
class End:
    """The text under the last hand of a game.

    chart    the running totals as SVG, beside the rules; or empty
    note     the note on the game; None if there is none
    """

    totals: tuple[Total, ...]
    places: tuple[Sentence, ...]
    winners: tuple[int, ...]
    verdict: Sentence
    rules: Sentence
    ending: tuple[Sentence, ...]
    scoring: Section
    chart: str = ""
    note: Sentence | None = None

    @property
    def height(self) -> float:
        """The height of the verdict, the chart and the rules; two sentences may take two lines."""
        small = 2 + (2 if self.note else 0) + len(self.ending) + len(self.scoring.sentences)
        in_words = 2 * document.SMALL_TITLE + document.NOTE * small
        return document.VERDICT + max(in_words, document.CHART_HEIGHT if self.chart else 0.0)


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """A game to print, with the names of its seats and its date.

    then     returns the names of the seats in a hand by its number; None if they never changed
    notes    further notes on a hand, by its number
    note     the note on the game; None if there is none
    chart    the running totals, drawn as SVG in the proportions of the paper's layout; or empty
    """

    game: Game
    names: tuple[str, ...]
    when: str
    then: Callable[[int], Sequence[str]] | None = None
    notes: Mapping[int, Sequence[Sentence]] = field(default_factory=dict)
    chart: str = ""
    note: Sentence | None = None

    def row(self, deal: Deal) -> SheetRow:
        """Return the row of a hand, with the names of its players."""
        row = row_of(self.game, deal, *self.notes.get(deal.number, ()))
        return row if self.then is None else row_with_names(row, self.then(deal.number))


@dataclass(frozen=True, slots=True)
class ScorePage:
    """Some hands of a game on one page for a browser, the text under the last of them, or both.

    column     the heading of the column for the bid, or for what else a hand was about
    heading    the title of the game on its first page, if there are several games; otherwise None
    brought    the totals carried forward from the page before; empty on the first page
    carried    the totals carried forward to the next page; empty on the last page
    totals     the end of the game if its totals stand on this page; otherwise None
    end        the end of the game if its text stands on this page; otherwise None
    """

    kind: ClassVar[str] = "score"
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    legend: Sentence
    column: Sentence
    heading: Sentence | None
    brought: tuple[Total, ...]
    rows: tuple[SheetRow, ...]
    carried: tuple[Total, ...]
    totals: End | None
    end: End | None


@dataclass(frozen=True, slots=True)
class ScorePart:
    """All hands of a game; `totals` holds the running totals after each of them."""

    kind: ClassVar[str] = "score"
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    legend: Sentence
    column: Sentence
    heading: Sentence | None
    rows: tuple[SheetRow, ...]
    totals: tuple[tuple[Total, ...], ...]
    end: End

    def pages(self, first: float, others: float) -> Iterator[ScorePage]:
        """Yield pages of hands; the text under the last gets its own page if it does not fit."""
        fixed = document.head_height(self.sides) + document.TOTALS + document.PLACES
        first -= fixed + (document.SMALL_TITLE if self.heading else 0.0)
        others -= fixed + document.CARRIED
        heights = [document.ROW + document.NOTE * _lines(row.notes) for row in self.rows]
        for some in document.slices(heights, first, others):
            last = some.stop == len(self.rows)
            left = (others if some.start else first) - sum(heights[some])
            fits = last and left >= self.end.height
            page = ScorePage(
                self.names,
                self.sides,
                self.legend,
                self.column,
                None if some.start else self.heading,
                self.totals[some.start - 1] if some.start else (),
                self.rows[some],
                () if last else self.totals[some.stop - 1],
                self.end if last else None,
                self.end if fits else None,
            )
            yield page
            if last and not fits:
                yield replace(page, heading=None, rows=(), totals=None, end=self.end)


def _lines(notes: Sequence[Sentence]) -> int:
    """Return the number of lines for notes on a hand: two of them take a line, unless long."""
    return max(ceil(len(notes) / 2), ceil(len(" · ".join(map(str, notes))) / document.NOTE_LETTERS))


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One game in the list of an evening; the sides are in the order of their places."""

    about: Sentence
    when: str
    hands: Sentence
    sides: tuple[tuple[str, Total | None, bool], ...]

    @property
    def height(self) -> float:
        """The height of a line about the game and one for every two of its sides."""
        return 6.0 + document.NAME_LINE * max(2, ceil(len(self.sides) / 2))


@dataclass(frozen=True, slots=True)
class EveningPage:
    """The games of an evening; on its last page there is room for notes."""

    kind: ClassVar[str] = "evening"
    names: ClassVar[tuple[str, ...]] = ()
    results: tuple[EveningGame, ...]
    last: bool = True

    def pages(self, first: float, others: float) -> Iterator[EveningPage]:
        """Yield pages with as many games as fit, and a few lines for notes."""
        notes = document.SMALL_TITLE + document.RULED
        heights = [result.height for result in self.results]
        for some in document.slices(heights, first - notes, others - notes, keep=1):
            yield EveningPage(self.results[some], some.stop == len(heights))


def score_sheet(
    played: Sequence[PrintedGame],
    paper: Paper,
    speech: Speech,
    title: Sentence | str | None = None,
    date: str = "",
) -> Document:
    """Return the sheets of one or more games, each from its first hand to its winner.

    Several games have pages in front that list them. The first game gives a missing title or date.
    """
    first, alone = played[0], len(played) == 1
    if not alone:
        about = say_count("{count} game", "{count} games", len(played))
    else:
        about = _about(first.game) if title is None else _named(first.game)
    parts: list[DocumentPart] = []
    if not alone:
        results = (_result(game, number, speech) for number, game in enumerate(played, 1))
        parts.append(EveningPage(tuple(results)))
    parts += (
        _part(game, None if alone else _heading(number, game))
        for number, game in enumerate(played, 1)
    )
    return Document(
        title or first.game.setup.book.name, about, date or first.when, tuple(parts), paper, speech
    )


def _about(game: Game) -> Sentence:
    setup = game.setup
    if game.stopped:
        return setup.title
    return say("{rules}, {ending}", rules=setup.title, ending=setup.ending.brief(setup.until))


def _named(game: Game) -> Sentence:
    return say("{game}, {about}", game=game.setup.book.name, about=_about(game))


def _heading(number: int, played: PrintedGame) -> Sentence:
    return say("Game {number}: {game}", number=number, game=_named(played.game))


def _part(played: PrintedGame, heading: Sentence | None) -> ScorePart:
    game = played.game
    return ScorePart(
        played.names,
        game.sides,
        legend(game.setup.book.cell),
        say("Bid") if game.setup.book.auction else say("Result"),
        heading,
        tuple(map(played.row, game.deals)),
        tuple(_totals(game, deal.totals) for deal in game.deals),
        replace(end_of(game), chart=played.chart, note=played.note),
    )


def _result(played: PrintedGame, number: int, speech: Speech) -> EveningGame:
    game, voice = played.game, Voice(speech, played.names)
    hands = say_count("{count} hand", "{count} hands", len(game.deals))
    if game.result is not None:
        hands = say("results only")
    totals: list[Total | None] = [*_totals(game, game.totals)] or [None] * len(game.sides)
    sides = tuple(
        (voice(Names(game.sides[side])), totals[side], side in game.winners) for side in game.order
    )
    return EveningGame(_heading(number, played), played.when, hands, sides)


def row_of(game: Game, deal: Deal, *further: Sentence) -> SheetRow:
    """Return the row of a complete, running or unreadable hand; `further` are additional notes."""
    return SheetRow(
        deal.number,
        deal.dealer,
        _declarer(deal),
        _declared(game, deal),
        _label(deal),
        tuple(_cell(game, deal, side) for side in range(len(game.sides))),
        (*_notes(game, deal), *further),
        deal.surplus,
    )


def _declarer(deal: Deal) -> Seat | Names | None:
    scene = _scene(deal)
    if scene and (scene.bid or scene.tricks):
        return scene.declarer
    chosen = deal.score.chosen if deal.score else ()
    return chosen[0] if len(chosen) == 1 else Names(chosen) if chosen else None


def row_with_names(row: SheetRow, names: Sequence[str]) -> SheetRow:
    """Return a row with names instead of seats."""

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
        declarer=cast("Given | Listed | None", with_names(row.declarer)),
        declared=row.declared and sentence(row.declared),
        label=sentence(row.label),
        notes=tuple(map(sentence, row.notes)),
    )


def end_of(game: Game) -> End:
    """Return the text under the last hand: the totals, the winner and the rules."""
    setup, ending = game.setup, game.setup.ending
    agreed = () if game.stopped else (ending.describe(setup.until), ending.tied())
    return End(
        _totals(game, game.totals),
        tuple(map(ordinal_of, game.places)),
        game.winners,
        _verdict(game),
        say("{game}, {rules}", game=setup.book.name, rules=setup.title),
        (*agreed, *filter(None, [game.tie_break])),
        setup.book.describe(setup.rules)[-1],
    )


def _scene(deal: Deal) -> Scene | None:
    """Return the public state of a hand at its end, or as it is now; None if it cannot be read."""
    if deal.score:
        return deal.score.scene
    return deal.reading.step.scene if deal.reading.step else None


def _declared(game: Game, deal: Deal) -> Sentence | None:
    """Return the bid; without one, the number of tricks if hands differ in that, else None."""
    scene = _scene(deal)
    if scene is None or scene.declared is not None:
        return scene.declared if scene else None
    totals = {other.score.scene.total for other in game.deals if other.score}
    if totals <= {scene.total}:
        return None
    return say_count("{count} trick", "{count} tricks", scene.total)


def _totals(game: Game, totals: Sequence[int]) -> tuple[Total, ...]:
    return tuple(Total(total, game.setup.book.decimals) for total in totals)


def _label(deal: Deal) -> Sentence:
    if deal.score:
        return deal.score.label
    return say("does not fit") if deal.flaw else say("running")


def _cell(game: Game, deal: Deal, side: int) -> Cell:
    score = deal.score
    if not deal.plays(side):
        return Cell()
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
        Points(score.points[side], game.setup.book.decimals),
        _totals(game, deal.totals)[side],
    )


def _notes(game: Game, deal: Deal) -> Iterator[Sentence]:
    """Yield notes on a hand: new agreements, flaws, exchanges, and further reasons for points."""
    before = game.deal(deal.number - 1)
    yield from _agreed(game.setup, deal)
    if deal.flaw:
        yield deal.flaw
    if before and before.course.play_off:
        yield say("play-off")
    if deal.surplus:
        yield say("played after the game was decided: does not count")
    if deal.score:
        if exchange := deal.score.scene.exchange:
            yield say_count("after {count} exchange", "after {count} exchanges", exchange)
        yield from _further(game, deal, deal.score)


def _agreed(setup: Setup, deal: Deal) -> Iterator[Sentence]:
    """Yield the agreements that begin with this hand: starting points, rules, seats or end."""
    now, then = setup.at(deal.number), setup.at(deal.number - 1)
    if deal.number == 1 and setup.start:
        yield say("starting points {points}", points=Listed(map(Points, setup.start)))
    if now.rules != then.rules:
        differences = house_rules.differences(now.rules, then.rules)
        yield say("house rules from here on: {rules}", rules=Listed(differences))
    new = {setup.players + place: coming for place, coming in enumerate(setup.comings)}
    for seat in now.present:
        if seat in new and new[seat].last == deal.number - 1:
            total = Total(deal.before.totals[seat], setup.book.decimals)
            yield say("{player} comes and begins with {points}", player=seat, points=total)
        elif seat not in then.present:
            yield say("{player} plays again", player=seat)
    for seat in then.present:
        if seat not in now.present:
            yield say("{player} has left", player=seat)
    same = now.present == then.present
    if (same and now.order != then.order) or deal.record.order is not None:
        order = deal.seating.clockwise()
        yield say("order of the seats: {order}", order=Listed(order))
    if deal.number == setup.settled:
        yield say("end of the game: {end}", end=setup.ending.brief(setup.until))


def _further(game: Game, deal: Deal, score: DealScore) -> Iterator[Sentence]:
    """Yield the reasons for points after the first of each side; those of all sides once.

    Beside a brief the first reason is known. Otherwise it is one of several, or the points say it.
    """
    first = 1 if score.briefs else 0
    played = deal.seating.columns
    further = [
        tuple(line.reason for line in lines[first:]) if len(lines) > 1 else ()
        for lines in (score.lines[side] for side in played)
    ]
    for reason in dict.fromkeys(reason for reasons in further for reason in reasons):
        if all(reason in reasons for reasons in further):
            yield reason
            continue
        for side, reasons in zip(played, further, strict=True):
            for _ in range(reasons.count(reason)):
                yield say("{side}: {reason}", side=Names(game.sides[side]), reason=reason)


def _verdict(game: Game) -> Sentence:
    if not game.over:
        return say("The game is running.")
    if not game.winners:
        return say("Stopped before the first hand was scored")
    names = Names(seat for side in game.winners for seat in game.sides[side])
    winners = say_count("Winner: {names}", "Winners: {names}", len(names), names=names)
    if game.stopped:
        return say("{winners}. {how}", winners=winners, how=say("The game was stopped."))
    return winners
