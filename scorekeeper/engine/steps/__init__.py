"""The questions that a script asks: who won the auction, what each contracts, who took how many.

A step knows its options, each with the reason where it is barred; it reads an answer from a fact
(a form or a stored entry) or raises an `EntryError`; and it turns an answer back into a fact.
`kind` names the template that shows it, `key` tells it from the other steps of its deal.
"""

from __future__ import annotations

from scorekeeper.engine.steps.asking import Fact, Json, Scene, Step
from scorekeeper.engine.steps.auction import AuctionAnswer, AuctionStep, PassedOut, Won
from scorekeeper.engine.steps.contract import ContractStep, Option, over_or_under
from scorekeeper.engine.steps.tricks import TricksStep

__all__ = [
    "AuctionAnswer",
    "AuctionStep",
    "ContractStep",
    "Fact",
    "Json",
    "Option",
    "PassedOut",
    "Scene",
    "Step",
    "TricksStep",
    "Won",
    "over_or_under",
]
