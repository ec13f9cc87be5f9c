"""The question that one player answers by choosing among a few things, such as suits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Scene, check_turn
from scorekeeper.engine.rules.wording import Sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things to choose from.

    code     what stands for it in a form and in what is kept
    value    what the script is sent
    face     what its tile shows
    told     the choice in words, once it has been made
    """

    code: str
    value: object
    face: Sentence
    told: Sentence


@dataclass(frozen=True, slots=True)
class ChoiceStep:
    """What one player chooses; `key` tells the question from the others of its deal.

    Fact: `{"choice": "S"}`, where `"seat"` may say whose choice it is.
    """

    kind: ClassVar[str] = "choice"
    key: str
    seat: Seat
    question: Sentence
    choices: tuple[Choice, ...]
    scene: Scene

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Nothing: the question says it all."""
        return ()

    @property
    def asked(self) -> Seat:
        """Who chooses."""
        return self.seat

    def parse(self, fact: Fact) -> object:
        """Read the code of a choice."""
        check_turn(fact, self.seat)
        text = str(fact.get("choice") or "").strip().lower()
        for choice in self.choices:
            if choice.code.lower() == text:
                return choice.value
        raise MalformedEntry("no-choice", self.question, "choice")

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        return {"choice": self._choice(answer).code, "seat": int(self.seat)}

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        return self._choice(answer).told

    def _choice(self, answer: object) -> Choice:
        return next(choice for choice in self.choices if choice.value == answer)
