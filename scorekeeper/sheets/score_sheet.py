"""The filled score sheet of a game, and of several: a column a side, a row a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from scorekeeper.engine.cards.seating import Names, Side
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.engine.rules.wording import Sentence, say, say_count
from scorekeeper.sheets import paper_layout as measures
from scorekeeper.sheets.document import Document, Page
from scorekeeper.sheets.paper_layout import Columns, Head, Paper
from scorekeeper.sheets.rows import End, Row, end_of, named, row_of
from scorekeeper.sheets.sheet_language import Speech, Total, Voice
from scorekeeper.sheets.sheet_words import legend
from scorekeeper.sheets.text_width import lines


@dataclass(frozen=True, slots=True)
class Played:
    """A game to be printed: with the names of its seats, and when it was played.

    then     who sat there in the hand of a number, where that has changed
    notes    what else is to be noted at a hand, by its number
    chart    the running totals, drawn as SVG in the proportions of the paper's layout; or empty
    """

    game: Game
    names: tuple[str, ...]
    when: str
    then: Callable[[int], Sequence[str]] | None = None
    notes: Mapping[int, Sequence[Sentence]] = field(default_factory=dict)
    chart: str = ""

    def row(self, deal: Deal) -> Row:
        """A hand, with the names of those who played it."""
        row = row_of(self.game, deal, *self.notes.get(deal.number, ()))
        return row if self.then is None else named(row, self.then(deal.number))


@dataclass(frozen=True, slots=True)
class ScorePage:
    """Some hands of a game: all of them, if one page will do.

    heading    what the game is called, on its first page if it is one of several
    brought    the totals that the page before has carried forward; `carried` to the page after
    """

    kind: ClassVar[str] = "score"
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    legend: Sentence
    head: Head
    columns: Columns
    heading: Sentence | None
    brought: tuple[Total, ...]
    rows: tuple[Row, ...]
    heights: tuple[float, ...]
    carried: tuple[Total, ...]
    end: End | None


@dataclass(frozen=True, slots=True)
class Result:
    """One game of an evening; the sides stand in the order of their places."""

    about: Sentence
    when: str
    hands: Sentence
    sides: tuple[tuple[str, Total, bool], ...]


@dataclass(frozen=True, slots=True)
class EveningPage:
    """The games of an evening, and room for notes on the last such page."""

    kind: ClassVar[str] = "evening"
    names: ClassVar[tuple[str, ...]] = ()
    results: tuple[Result, ...]
    heights: tuple[float, ...]
    ruled: int


def score_sheet(
    played: Sequence[Played],
    paper: Paper,
    speech: Speech,
    title: Sentence | str | None = None,
    date: str = "",
) -> Document:
    """The sheets of some games, one at least, each from its first hand to its winner.

    Several have pages in front that list them. Without a title or date the first game gives it.
    """
    first, alone = played[0], len(played) == 1
    if not alone:
        about = say_count("{count} game", "{count} games", len(played))
    else:
        about = _about(first.game) if title is None else _named(first.game)
    pages: list[Page] = [] if alone else list(_evening(played, paper, speech))
    for number, game in enumerate(played, 1):
        pages += _pages(game, paper, speech, None if alone else _heading(number, game))
    return Document(
        title or first.game.setup.book.name, about, date or first.when, tuple(pages), paper, speech
    )


def _about(game: Game) -> Sentence:
    setup = game.setup
    rules = setup.book.title(setup.rules)
    return say("{rules}, {ending}", rules=rules, ending=setup.ending.brief())


def _named(game: Game) -> Sentence:
    return say("{game}, {about}", game=game.setup.book.name, about=_about(game))


def _heading(number: int, played: Played) -> Sentence:
    return say("Game {number}: {game}", number=number, game=_named(played.game))


def _pages(
    played: Played, paper: Paper, speech: Speech, heading: Sentence | None
) -> Iterator[ScorePage]:
    game, voice = played.game, Voice(speech, played.names)
    rows = tuple(map(played.row, game.deals))
    end = replace(end_of(game), chart=played.chart)
    under = _end_height(end, voice, paper)
    title = measures.HEADING - measures.RUNNING if heading is None else measures.SMALL_TITLE
    columns = measures.columns(paper, len(game.sides))
    named = ([played.names[seat] for seat in side] for side in game.sides)
    head = measures.head(named, columns.side)
    room = paper.room - head.height
    tall = tuple(_row_height(row, voice, columns) for row in rows)
    heights = [
        height + _notes_height(row, voice, paper) for row, height in zip(rows, tall, strict=True)
    ]
    slices = list(measures.broken(heights, room - title, room, under))
    for index, some in enumerate(slices):
        first, last = index == 0, index == len(slices) - 1
        left = room - (title if first else measures.CARRIED) - sum(heights[some]) - under
        yield ScorePage(
            played.names,
            game.sides,
            legend(game.setup.book.cell),
            head,
            columns,
            heading if first else None,
            () if first else _after(game, some.start),
            rows[some],
            tall[some],
            () if last else _after(game, some.stop),
            replace(end, ruled=_ruled(left)) if last else None,
        )


def _after(game: Game, hands: int) -> tuple[Total, ...]:
    """The totals after so many hands."""
    return tuple(map(Total, game.deals[hands - 1].totals))


def _ruled(left: float) -> int:
    """How many lines for notes, where so much height is left besides that of the fewest."""
    more = max(0, int(left // measures.RULED))
    return min(measures.LEAST_RULED + more, measures.MOST_RULED)


def _row_height(row: Row, voice: Voice, columns: Columns) -> float:
    """The height of a hand without its notes: long names take more lines than there are."""

    def taken(text: str, width: float) -> int:
        return lines(text, width - 2, measures.WHO_SIZE)

    played = " ".join(voice(words) for words in (row.declared, row.declarer) if words is not None)
    most = max(
        taken(voice(row.dealer), columns.dealer),
        taken(voice(row.label), columns.played) + (taken(played, columns.played) if played else 0),
    )
    return max(measures.ROW, 1 + measures.WHO_LINE * most)


def _notes_height(row: Row, voice: Voice, paper: Paper) -> float:
    text = " · ".join(map(voice, row.notes))
    width = paper.breadth - measures.NUMBER_WIDTH - 2
    return measures.NOTE * lines(text, width, measures.SMALL_SIZE) + 0.6 if text else 0.0


def _end_height(end: End, voice: Voice, paper: Paper) -> float:
    """The height of all that is under the last hand, the fewest lines for notes included."""
    texts = [" ".join(map(voice, end.ending)), *map(voice, end.scoring.sentences)]
    beside = measures.CHART_WIDTH + measures.GUTTER if end.chart else 0.0
    small = sum(lines(text, paper.breadth - beside, measures.SMALL_SIZE) for text in texts)
    in_words = 2 * measures.SMALL_TITLE + measures.NOTE * small
    return (
        measures.TOTALS
        + measures.PLACES
        + measures.VERDICT
        + max(in_words, measures.CHART_HEIGHT if end.chart else 0.0)
        + measures.SMALL_TITLE
        + measures.RULED * measures.LEAST_RULED
    )


def _evening(played: Sequence[Played], paper: Paper, speech: Speech) -> Iterator[EveningPage]:
    """The games of an evening, as many on a page as will go; the notes follow the last."""
    results = [_result(game, number, speech) for number, game in enumerate(played, 1)]
    notes = measures.SMALL_TITLE + measures.RULED * measures.LEAST_RULED
    first = paper.room - measures.HEADING + measures.RUNNING
    heights = [_result_height(result, paper) for result in results]
    slices = list(measures.broken(heights, first, paper.room, notes, keep=1))
    for index, some in enumerate(slices):
        left = (paper.room if index else first) - sum(heights[some]) - notes
        last = index == len(slices) - 1
        ruled = _ruled(left) if last else 0
        yield EveningPage(tuple(results[some]), tuple(heights[some]), ruled)


def _result_height(result: Result, paper: Paper) -> float:
    standing = " · ".join(f"{names} {total}" for names, total, _ in result.sides)
    width = paper.breadth - measures.RESULT_SIDE
    taken = lines(standing, width, measures.NAME_SIZE)
    return max(
        measures.RESULT, measures.RESULT - 2 * measures.NAME_LINE + measures.NAME_LINE * taken
    )


def _result(played: Played, number: int, speech: Speech) -> Result:
    game, voice = played.game, Voice(speech, played.names)
    hands = say_count("{count} hand", "{count} hands", len(game.deals))
    sides = tuple(
        (voice(Names(game.sides[side])), Total(game.totals[side]), side in game.winners)
        for side in game.order
    )
    return Result(_heading(number, played), played.when, hands, sides)
