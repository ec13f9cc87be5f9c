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
    """A game as somebody with a pencil would keep it.

    seats        who plays, from a hand on; of partners, the sides
    everybody    the numbers of all who play at any time
    late         by number, the first hand of somebody who came late, and the total at its start
    behind       who ranks after the others once they have left
    players      the number here of each player who came late
    """

    rules: list[tuple[int, Json]]
    ending: Json
    seats: list[tuple[int, list[int]]]
    everybody: list[int]
    late: dict[int, tuple[int, Any]] = field(default_factory=dict)
    behind: set[int] = field(default_factory=set)
    players: dict[int, int] = field(default_factory=dict)
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
        began = self.start or [0] * (len(self.everybody) - len(self.late))
        totals, counted, met = began + [0] * len(self.late), 0, False
        for number, points in enumerate(self.points, 1):
            self._begin(totals, number)
            here = self._present(number)
            if points is not None:
                for seat, more in zip(here, points, strict=True):
                    totals[seat] += more
                counted += 1
            if number < self.settled or (points is None and number != self.settled):
                continue
            own = [totals[seat] for seat in here]
            met = self._met(own, counted) or (met and number > self.settled)
            if met and (self.ending["goal"] == "schedule" or own.count(max(own)) == 1):
                return totals, self._first(totals)
        self._begin(totals, len(self.hands) + 1)
        return totals, self._first(totals) if self.stopped else []

    def _present(self, number: int) -> list[int]:
        """Who plays a hand, or all sides of a game of partners."""
        return [seats for first, seats in self.seats if first <= number][-1]

    def _begin(self, totals: list[int], number: int) -> None:
        """Give those who come with a hand their totals."""
        new = [seat for seat, (first, _) in self.late.items() if first == number]
        others = [totals[seat] for seat in self._present(number) if seat not in new]
        for seat in new:
            start = self.late[seat][1]
            mean = (2 * sum(others) + len(others)) // (2 * len(others))
            levels = {"mean": mean, "low": min(others), "high": max(others)}
            totals[seat] = levels.get(start, start)

    def _met(self, totals: Sequence[int], counted: int) -> bool:
        if self.ending["goal"] in {"schedule", "deals"}:
            return bool(counted >= self.ending["deals"])
        if self.ending["goal"] == "open":
            return False
        low = -self.ending["target"] if self.ending["minus"] else self.ending["floor"]
        return max(totals) >= self.ending["target"] or (low is not None and min(totals) <= low)

    def _first(self, totals: Sequence[int]) -> list[int]:
        last = self.behind - {*self.seats[-1][1]}
        best = max(total for side, total in enumerate(totals) if side not in last)
        return [side for side, total in enumerate(totals) if total == best and side not in last]


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
    first = [*range(sides)]
    paper = OnPaper(
        [(1, game["rules"] | {"rulebook": game["rulebook"]})], game["ending"], [(1, first)], first
    )
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
        case "comes" | "leaves":
            _seat(paper, kind, number, fact)
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


def _seat(paper: OnPaper, kind: str, number: int, fact: Json) -> None:
    """Let somebody come or leave with a hand; `who` has the number of a player late in the game."""
    present = {*paper.seats[-1][1]}
    if kind == "leaves":
        present -= {fact["seat"]}
        paper.behind = paper.behind | {fact["seat"]} if fact["behind"] else (
            paper.behind - {fact["seat"]}
        )  # fmt: skip
    elif "start" in fact:
        seat = len(paper.everybody)
        paper.everybody = [*paper.everybody, seat]
        paper.players[fact["player"]] = seat
        paper.late[seat] = number, fact["start"]
        present |= {seat}
    else:
        who: int = fact["player"]
        present |= {paper.players.get(who, who)}
    earlier = [(first, seats) for first, seats in paper.seats if first < number]
    paper.seats = [*earlier, (number, sorted(present))]


def _shift(paper: OnPaper, number: int, by: int) -> None:
    """Move what holds from a hand on with its hand."""
    paper.late = {
        seat: (first + by if first > number else first, start)
        for seat, (first, start) in paper.late.items()
    }
    paper.seats = [(first + by if first > number else first, seats) for first, seats in paper.seats]
    paper.rules = [(first + by if first > number else first, rules) for first, rules in paper.rules]
    paper.settled += by if paper.settled >= number else 0
