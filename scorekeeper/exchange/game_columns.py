"""The columns that a table of hands can have: one for each question of the game's script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import NamedTuple

from scorekeeper.exchange.table_columns import Meaning, Use
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.game import Setup
from scorekeeper.rules.questions_step import parts_of
from scorekeeper.rules.script import begin
from scorekeeper.rules.steps import Content, Step
from scorekeeper.seating import Seat, Side
from scorekeeper.wording import Given, Sentence, say

TRIED_HANDS = 24  # random hands in which a game shows its questions
MOST_ASKED = 200  # questions of such a hand
OF_PLAYER = re.compile(r"(.+)-of-(\d+)")  # the key of a question about one player
NTH = re.compile(r"(.+)-(\d+)")  # the key of a question that is asked several times
OF_ALL = (Meaning.CONTRACT, Meaning.TRICKS, Meaning.POINTS)
"""Meanings of columns that may have a number of each player in one cell."""


class Asked(NamedTuple):
    """Something that a game asks for: a column can have it.

    meaning    the meaning of the column
    seats      the players whom it is about; empty if it is about the whole hand
    question   the question in full
    labels     the few words that the game has for it; they may depend on the hand
    """

    meaning: str
    seats: Side
    question: Sentence
    labels: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class GameColumns:
    """The columns that a row of a game can have, by the questions of its script."""

    setup: Setup
    players: tuple[str, ...]
    asked: tuple[Asked, ...]

    @classmethod
    @lru_cache(maxsize=32)
    def of(cls, setup: Setup, players: tuple[str, ...]) -> GameColumns:
        """Return the columns of a game, from some random hands of it."""
        columns = cls(setup, players, ())
        asked: dict[tuple[str, Side], Asked] = {}
        for step in _questions(setup):
            label: Sentence | None = getattr(step, "label", None)
            for column in columns.of_step(step):
                old = asked.get(column, Asked(*column, step.question))
                labels = dict.fromkeys((*old.labels, *filter(None, (label,))))
                asked[column] = old._replace(labels=tuple(labels))
        return replace(columns, asked=tuple(asked.values()))

    def of_step(self, step: Step) -> list[tuple[str, Side]]:
        """Return what a question asks for, a column for each of its fields."""
        one = OF_PLAYER.fullmatch(step.key)
        key, seats = (f"{one[1]}-of", (Seat(int(one[2])),)) if one else (step.key, ())
        if isinstance(step, AuctionStep):
            return [(Meaning.BID, ()), (Meaning.DECLARER, ())]
        columns = []
        for each in step.fields:
            meaning = str(Meaning.CONTRACT) if each.content is Content.CONTRACT else key
            columns.append((meaning, each.seats or seats))
        return columns

    @cached_property
    def repeated(self) -> frozenset[str]:
        """The keys, without their number, of choices that are made several times."""
        keys = {nth[1] for each in self.asked if (nth := NTH.fullmatch(each.meaning))}
        return frozenset(keys - {each.meaning.removesuffix("-of") for each in self.asked})

    @cached_property
    def whole(self) -> list[Use]:
        """The uses of columns about the whole hand, in their usual order."""
        meanings = [each.meaning for each in self.asked if not each.seats]
        asked = [Meaning.NUMBER, Meaning.DEALER, *dict.fromkeys(meanings)]
        if Meaning.BID in meanings:
            asked.insert(2, Meaning.EXCHANGES)
            asked += () if self._asks_for_trumps else (Meaning.TRUMPS,)
            asked.append(Meaning.AUCTION)
        own = {each.meaning for each in self.asked if each.seats} | {Meaning.POINTS}
        asked += [each for each in OF_ALL if each in own]
        return [*map(Use, asked), *(Use(key) for key in sorted(self.repeated) if key not in asked)]

    @cached_property
    def of_a_side(self) -> bool:
        """Whether the tricks of the declarer's side are enough, in one column."""
        has_declarer = any(each.meaning == Meaning.DECLARER for each in self.asked)
        tricks = [each.seats for each in self.asked if each.meaning == Meaning.TRICKS]
        return has_declarer and any(len(seats) > 1 for seats in tricks)

    def own(self, seat: Seat) -> list[Use]:
        """Return the uses of columns about one player."""
        asked = [each.meaning for each in self.asked if seat in each.seats]
        meanings = [*dict.fromkeys(asked), *sorted(self.repeated - set(asked))]
        more = [each for each in (Meaning.POINTS, Meaning.RUNNING) if each not in meanings]
        return [Use(each, self.players[seat]) for each in (Meaning.PLAIN, *meanings, *more)]

    @property
    def uses(self) -> list[Use]:
        """All uses: those of columns about the whole hand, then each player's."""
        seats = self.setup.present
        return [*self.whole, *(use for seat in seats for use in self.own(seat))]

    def label(self, use: Use) -> Sentence:
        """Return the words for the use of a column."""
        return self._labels.get(use.meaning, say("{key}", key=Given(use.meaning)))

    @cached_property
    def _labels(self) -> Mapping[str, Sentence]:
        """The words for each meaning: those of the game, the usual title, or the question."""
        numbered = {
            nth[1]: next(iter(each.labels), each.question)
            for each in self.asked
            if (nth := NTH.fullmatch(each.meaning))
        }
        questions = {each.meaning: each.question for each in self.asked}
        own = {each.meaning: each.labels[0] for each in self.asked if each.labels}
        return {**numbered, **questions, **USUAL_TITLES, **own}

    @property
    def _asks_for_trumps(self) -> bool:
        """Whether a question of the game is called “trumps”."""
        return any(TRUMPS in each.labels for each in self.asked)

    @property
    def is_plain(self) -> bool:
        """Whether names alone are usual titles: with contract and tricks, or only points."""
        own = {each.meaning for each in self.asked if each.seats}
        return own <= {Meaning.CONTRACT, Meaning.TRICKS, Meaning.POINTS}

    def usual_head(self) -> tuple[Sentence | Given, ...]:
        """Return the titles of the columns that this game needs, in the usual order."""
        left_out = {str(Meaning.AUCTION), str(Meaning.TRUMPS), *OF_ALL} - (
            {str(Meaning.TRICKS)} if self.of_a_side else set()
        )
        if not any(step.scene.exchange for step in _questions(self.setup)):
            left_out.add(Meaning.EXCHANGES)
        uses = (use for use in self.whole if use.meaning not in left_out)
        labels = (self.label(use) for use in uses if NTH.fullmatch(use.meaning) is None)
        titles: list[Sentence | Given] = list(dict.fromkeys(labels))
        if self.of_a_side and self.is_plain:
            return tuple(titles)
        if self.is_plain:
            return (*titles, *(Given(self.players[seat]) for seat in self.setup.present))
        for side in self.setup.seating(self.setup.opener).sides:
            for use in self.own(side[0])[1:]:
                if use.meaning not in {Meaning.POINTS, Meaning.RUNNING, *self.repeated}:
                    name = Given(use.player)
                    titles.append(say("{name} {what}", name=name, what=self.label(use)))
        return tuple(titles)


def _questions(setup: Setup) -> Iterator[Step]:
    """Yield the questions of some random hands, which are those that a hand can have."""
    rng = Random(0)  # noqa: S311  (no secret)
    for number in range(1, TRIED_HANDS + 1):
        script = setup.script(setup.seating(setup.present[0], number))
        step, _ = begin(script)
        for _ in range(MOST_ASKED):
            if step is None:
                break
            yield from parts_of(step)
            try:
                step = script.send(step.parse(step.random_answer(rng)))
            except StopIteration:
                break


TRUMPS = say("trumps")
USUAL_TITLES: Mapping[str, Sentence] = {
    Meaning.NUMBER: say("hand"),
    Meaning.DEALER: say("dealer"),
    Meaning.EXCHANGES: say("exchanges"),
    Meaning.BID: say("bid"),
    Meaning.DECLARER: say("declarer"),
    Meaning.AUCTION: say("auction"),
    Meaning.TRUMPS: TRUMPS,
    Meaning.CONTRACT: say("contract"),
    Meaning.TRICKS: say("tricks"),
    Meaning.POINTS: say("points"),
    Meaning.RUNNING: say("total"),
}


def columns_of(log: Log, players: Sequence[str]) -> GameColumns:
    """Return the columns that the next hands of a game can have."""
    return GameColumns.of(log.game.setup.at(log.game.current.number), tuple(players))
