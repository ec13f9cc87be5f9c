"""The parts of a game's card play, found by the class that the game names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar, Self, cast

from scorekeeper.rules.extension_points import ExtensionPoints

CARD_PLAY_PARTS = MappingProxyType({
    "adviser": "advice on calls and contracts",
    "bulk": "many deals at once, for simulations and for the chances to win",
    "carried_values": "values other than points that deals pass on, for the chances to win",
    "computer_players": "players by name, the first of them the default",
    "recorded_facts": "the answers that a table would have recorded of a simulated deal",
    "reviewer": "the review of the decisions in a deal",
})  # fmt: skip
"""The parts that the card play of a game can supply, each with a default or none."""


@cache
def play_of(book: ExtensionPoints) -> object | None:
    """Return the card play of a game, made from the class that its `play` names; None without."""
    if not book.play:
        return None
    module, _, name = book.play.partition(":")
    return cast("object", getattr(import_module(module), name)(book))


class CardPlayPart:
    """Base class of the parts of card play; a subclass names its line in `CARD_PLAY_PARTS`."""

    point: ClassVar[str]

    def __init_subclass__(cls, point: str = "", **more: object) -> None:
        super().__init_subclass__(**more)
        if point:
            assert point in CARD_PLAY_PARTS, point  # noqa: S101  (the list names all of them)
            cls.point = point

    @classmethod
    def find(cls, book: ExtensionPoints) -> Self | None:
        """Return this part of a game's card play; None if the game does not offer it."""
        part: Self | None = getattr(play_of(book), cls.point, None)
        return part

    @classmethod
    def of(cls, book: ExtensionPoints) -> Self:
        """Return this part of a game's card play, or one that has the defaults alone."""
        part = cls.find(book)
        return cls() if part is None else part
