"""The words that stand on sheets whatever the game: both ways of printing take them from here."""

from __future__ import annotations

from scorekeeper.engine.rules.wording import Sentence, say

WORDS: dict[str, Sentence] = {
    "hand": say("Hand"),
    "dealer": say("Dealer"),
    "played": say("Played"),
    "total": say("Total"),
    "place": say("Place"),
    "brought": say("Brought forward"),
    "carried": say("Carried forward"),
    "date": say("Date"),
    "notes": say("Notes"),
    "names": say("Players"),
    "name": say("Name"),
}


_ORDINALS = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"), say("7th"))


def ordinal_of(place: int) -> Sentence:
    """A place as it is said: 1st, 2nd, 3rd."""
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else say("{place}th", place=place)


def legend(cell: Sentence | None) -> Sentence:
    """What the cells of a filled sheet say."""
    if cell is None:
        return say("Points, and the running total below.")
    return say("In each cell: {cell}, points, total.", cell=cell)


def pen_legend(cell: Sentence | None) -> Sentence:
    """What to write into the cells of a blank sheet."""
    if cell is None:
        return legend(cell)
    return say("Small box: {cell}. Then points, and the running total below.", cell=cell)
