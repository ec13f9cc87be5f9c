"""The preview of an import of results: its columns, open questions and new games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.exchange.importing import numbers_by_name
from scorekeeper.exchange.remarks import Level, Remark, is_ready
from scorekeeper.exchange.result_columns import ResultChoices, ResultReading
from scorekeeper.exchange.result_games import (
    LEFT_OUT,
    GameKind,
    NameQuestion,
    Names,
    Prepared,
    kind_named,
    prepare,
)
from scorekeeper.exchange.result_rows import Results, read_results
from scorekeeper.exchange.table_cells import SHOWN, Translations, in_english
from scorekeeper.ledger.dates import MonthsNamed, day_of
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.wording import Given, say


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a table: the months that a word may name, and the languages.

    translations  a sentence in every language
    point    the decimal point of the reader; empty if it is not known
    """

    months_named: MonthsNamed
    translations: Translations = in_english
    point: str = ""


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A name in a column of games; `chosen` is the key of its kind, LEFT_OUT, or empty if open."""

    name: str
    chosen: str


@dataclass(frozen=True, slots=True)
class ResultsPreview:
    """A table of results, with everything that is to be seen before the import."""

    results: Results
    questions: tuple[NameQuestion, ...]
    games: tuple[GameQuestion, ...]
    prepared: Prepared
    as_written: bool = False

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Everything that there is to say of the lines and columns."""
        unknown = [each.name for each in self.questions if each.near and each.chosen is None]
        unnamed = [each.name for each in self.games if not each.chosen]
        asked = [
            *(("player", say("Who is {name}?", name=Given(name))) for name in unknown),
            *(("game", say("Which game is {name}?", name=Given(name))) for name in unnamed),
        ]
        open_ = (Remark(Level.QUESTION, reason, field=field) for field, reason in asked)
        left_out = {each.name for each in self.games if each.chosen == LEFT_OUT}
        others = (
            Remark(
                Level.LEFT_OUT, say("{text}: another game", text=Given(row.game[:SHOWN])), row.line
            )
            for row in self.results.games
            if row.game in left_out
        )
        return (*self.results.remarks, *open_, *others, *self.prepared.remarks)

    @property
    def is_settled(self) -> bool:
        """Whether there are no errors and no open questions."""
        return is_ready(self.remarks, as_written=self.as_written)

    @property
    def is_ready(self) -> bool:
        """Whether there is a game to import, and nothing against it."""
        return bool(self.prepared.new) and self.is_settled


def preview(
    store: Store,
    table_id: int,
    text: str,
    choices: ResultChoices,
    *,
    kind: GameKind,
    kinds: Mapping[str, GameKind],
    reader: Reader,
) -> ResultsPreview:
    """Return what an import of a table would add; raises MalformedEntry if it is no table.

    kind     the kind of game, unless a column names another one
    kinds    the kinds that it may name, by key
    """
    known = [player.name for player in players_at(store, table_id)]
    names = Names(known, numbers_by_name(store.db, table_id).keys(), choices.names)
    reading = ResultReading(
        day_of(store.clock()), reader.months_named, names.who, choices, known,
        kind.book.decimals, reader.point,
    )  # fmt: skip
    results = read_results(text, reading)
    games = tuple(
        GameQuestion(
            name, choices.games.get(name) or kind_named(name, kinds.values(), reader.translations)
        )
        for name in results.games_named
    )
    chosen = {each.name: kinds.get(each.chosen) for each in games}
    prepared = prepare(store, table_id, results, lambda cell: chosen[cell] if cell else kind)
    questions = tuple(names.questions(results.names))
    return ResultsPreview(results, questions, games, prepared, choices.as_written)
