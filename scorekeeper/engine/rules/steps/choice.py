"""The step that asks one player to choose among a few things, such as suits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Scene, check_turn
from scorekeeper.engine.rules.wording import Sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things to choose from.

    code     its text in a form and in stored facts
    value    the value sent to the script
    face     the text on its button
    told     the choice in words, once it has been made
    barred   the reason why it is not allowed, or None
    """

    code: str
    value: object
    face: Sentence
    told: Sentence
    barred: Sentence | None = None


def among(choices: Iterable[Choice], text: object, *, stood: bool = False) -> Choice | None:
    """The choice with this code, ignoring case; None if there is none.

    Raises IllegalEntry if it is barred, unless `stood` is true: it was allowed when it was made.
    """
    wanted = str(text or "").strip().lower()
    choice = next((choice for choice in choices if choice.code.lower() == wanted), None)
    if choice and choice.barred and not stood:
        raise IllegalEntry("choice-barred", choice.barred, "choice")
    return choice


@dataclass(frozen=True, slots=True)
class ChoiceStep:
    """A choice by one player or the whole table.

    key      identifies it among the questions of the deal
    seat     the player who chooses; None for the whole table
    hints    sentences that help to answer

    Fact: `{"choice": "S"}`, in which `"seat"` may name the player.
    """

    kind: ClassVar[str] = "choice"
    key: str
    seat: Seat | None
    question: Sentence
    choices: tuple[Choice, ...]
    scene: Scene
    hints: tuple[Sentence, ...] = ()

    @property
    def asked(self) -> Seat | None:
        return self.seat

    @property
    def of_players(self) -> bool:
        """Whether the choices are the players, each once and in the order of the seats."""
        seats = tuple(choice.value for choice in self.choices)
        return all(isinstance(seat, Seat) for seat in seats) and seats == SEATS[: len(seats)]

    def parse(self, fact: Fact) -> object:
        if self.seat is not None:
            check_turn(fact, self.seat)
        choice = among(self.choices, fact.get("choice"))
        if choice is None:
            raise MalformedEntry("no-choice", self.question, "choice")
        return choice.value

    def fact(self, answer: object) -> Fact:
        code = self._choice(answer).code
        return {"choice": code} if self.seat is None else {"choice": code, "seat": int(self.seat)}

    def told(self, answer: object) -> Sentence:
        return self._choice(answer).told

    def _choice(self, answer: object) -> Choice:
        return next(choice for choice in self.choices if choice.value == answer)
