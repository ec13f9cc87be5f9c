"""The questions (steps) of a script: the auction, the contracts, the tricks and so on.

A step knows its options, and for each barred one the reason. It parses an answer from a fact (a
form or a stored entry) or raises an `EntryError`, and it turns an answer back into a fact. `kind`
names the template that shows it; `key` identifies it among the steps of its deal.
"""

from __future__ import annotations

from scorekeeper.engine.rules.steps.asking import Fact, Json, Option, Scene, Step
from scorekeeper.engine.rules.steps.auction import AuctionAnswer, AuctionStep, PassedOut, Won, hold
from scorekeeper.engine.rules.steps.choice import Choice, ChoiceStep
from scorekeeper.engine.rules.steps.contract import Announced, ContractStep, over_or_under
from scorekeeper.engine.rules.steps.player_tricks import PlayerTricksStep
from scorekeeper.engine.rules.steps.points import PointsStep
from scorekeeper.engine.rules.steps.shares import SharesStep
from scorekeeper.engine.rules.steps.side_tricks import SideTricksStep
from scorekeeper.engine.rules.steps.tally import Tally
from scorekeeper.engine.rules.steps.tricks import TricksStep

__all__ = [
    "Announced",
    "AuctionAnswer",
    "AuctionStep",
    "Choice",
    "ChoiceStep",
    "ContractStep",
    "Fact",
    "Json",
    "Option",
    "PassedOut",
    "PlayerTricksStep",
    "PointsStep",
    "Scene",
    "SharesStep",
    "SideTricksStep",
    "Step",
    "Tally",
    "TricksStep",
    "Won",
    "hold",
    "over_or_under",
]
