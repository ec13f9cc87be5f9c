"""The words that stand on sheets whatever the game: both ways of printing take them from here."""

from __future__ import annotations

from scorekeeper.engine.wording import Sentence, say

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


def legend(cell: Sentence) -> Sentence:
    """What the cells of a filled sheet say."""
    return say("In each cell: {cell}, points, total.", cell=cell)


def pen_legend(cell: Sentence) -> Sentence:
    """What to write into the cells of a blank sheet."""
    return say("Small box: {cell}. Then points, and the running total below.", cell=cell)
