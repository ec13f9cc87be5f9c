"""The totals and the winner of a game, worked out again from its exported entries alone.

Nothing of the product is used: the entries are folded as their names say, and the points of a hand
are reckoned as in `independent_figures`. What an entry stores besides its own values, such as
answers in another order, is left aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.ledger.independent_figures import BID_WHIST, ISRAELI_WHIST, READERS, Json, standing


@dataclass
class OnPaper:
    """A game as somebody with a pencil would keep it."""

    rules: list[tuple[int, Json]]
    ending: Json
    sides: int
    hands: list[list[Json]] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    settled: int = 0
    stopped: bool = False

    @property
    def points(self) -> list[list[int] | None]:
        """The points of each hand; None for one that has none."""
        return [self._points(number, facts) for number, facts in enumerate(self.hands, 1)]

    def _points(self, number: int, facts: list[Json]) -> list[int] | None:
        rules = [rules for first, rules in self.rules if first <= number][-1]
        hand = READERS[rules["rulebook"]](rules, _won(rules["rulebook"], facts))
        return None if hand is None else list(hand["points"])

    @property
    def result(self) -> tuple[list[int], list[int]]:
        """The totals and the sides that have won; hands after the end do not count."""
        totals, counted, met = list(self.start or [0] * self.sides), 0, False
        for number, points in enumerate(self.points, 1):
            if points is not None:
                totals = [total + more for total, more in zip(totals, points, strict=True)]
                counted += 1
            if number < self.settled or (points is None and number != self.settled):
                continue
            met = self._met(totals, counted) or (met and number > self.settled)
            if met and (self.ending["goal"] == "schedule" or totals.count(max(totals)) == 1):
                return totals, self._first(totals)
        return totals, self._first(totals) if self.stopped else []

    def _met(self, totals: Sequence[int], counted: int) -> bool:
        if self.ending["goal"] in {"schedule", "deals"}:
            return bool(counted >= self.ending["deals"])
        if self.ending["goal"] == "open":
            return False
        low = -self.ending["target"] if self.ending["minus"] else self.ending["floor"]
        return max(totals) >= self.ending["target"] or (low is not None and min(totals) <= low)

    @staticmethod
    def _first(totals: Sequence[int]) -> list[int]:
        return [side for side, total in enumerate(totals) if total == max(totals)]


def _won(game: str, facts: list[Json]) -> list[Json]:
    """The answers with the winning bid as the reader of the game expects it."""
    if game == BID_WHIST:
        return [
            {"call": fact["bid"], "seat": fact["winner"]} if "winner" in fact else fact
            for fact in facts
        ]
    bids = [fact for fact in facts if fact.get("call", "pass") != "pass"]
    won = [{"bid": bids[-1]["call"], "winner": bids[-1]["seat"]}] if bids else []
    facts = [*won, *(fact for fact in facts if "call" not in fact)]
    if game == ISRAELI_WHIST and "winner" in facts[0]:  # without another contract, it is the bid
        level = int("".join(sign for sign in facts[0]["bid"] if sign.isdigit()))
        facts.insert(1, {"number": level, "seat": facts[0]["winner"]})
    return facts


def on_paper(game: Json, sides: int) -> OnPaper:
    """A game of a document, entry by entry."""
    paper = OnPaper([(1, game["rules"] | {"rulebook": game["rulebook"]})], game["ending"], sides)
    for entry in standing(game):
        _enter(paper, game, entry["kind"], entry["deal"], entry["fact"])
    return paper


def _enter(paper: OnPaper, game: Json, kind: str, number: int, fact: Json) -> None:
    match kind:
        case "answer":
            paper.hands += [[] for _ in range(number - len(paper.hands))]
            paper.hands[number - 1].append(fact)
        case "correction":
            paper.hands[number - 1] = list(fact["facts"])
        case "start":
            paper.start = list(fact["start"])
        case "rules":
            earlier = [(first, rules) for first, rules in paper.rules if first < number]
            paper.rules = [*earlier, (number, fact["rules"] | {"rulebook": game["rulebook"]})]
        case "ending":
            paper.ending, paper.settled, paper.stopped = fact["ending"], fact["after"], False
        case "hands":
            new: list[Any] = [list(hand["facts"]) for hand in fact["new"]]
            later = paper.hands[number - 1 :]
            paper.hands[number - 1 :] = [*new, *later]
            if later:
                _shift(paper, number, len(new))
        case "removal":
            del paper.hands[number - 1]
            _shift(paper, number, -1)
        case "stop":
            paper.stopped = True


def _shift(paper: OnPaper, number: int, by: int) -> None:
    """Move what holds from a hand on with its hand."""
    paper.rules = [(first + by if first > number else first, rules) for first, rules in paper.rules]
    paper.settled += by if paper.settled >= number else 0
