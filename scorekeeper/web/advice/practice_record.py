"""The record of practice: what a phone's choices cost, kept in its own cookie.

It is the record of whoever holds the phone, as the colours and the language are: a person may
practise with a link that only watches, and by that link nothing is written into the score file. A
cookie works without scripts too. It holds sums over all answers, and the latest ones for a line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import session

KEPT_AS = "practice"
MOST = 40  # latest answers: some 600 bytes of the 4 KB that a cookie may have
SMOOTHED = 10  # answers in each point of the line


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody has practised.

    answered    how many exercises
    as_good     how many choices cannot be told from the best one
    cost        what all choices cost, in tenths of a point
    latest      the name and the cost of the latest exercises, the oldest first
    """

    answered: int = 0
    as_good: int = 0
    cost: int = 0
    latest: tuple[tuple[str, int], ...] = ()

    @classmethod
    def kept(cls) -> Record:
        """What this phone's cookie says; nothing where it says something else."""
        match session.get(KEPT_AS):
            case [int(answered), int(as_good), int(cost), list(latest)]:
                return cls(answered, as_good, cost, tuple((name, each) for name, each in latest))
        return cls()

    def answer(self, name: str, cost: float, as_good: bool) -> Record:
        """The record after an exercise; only the first answer of the latest ones counts."""
        if any(name == known for known, _ in self.latest):
            return self
        tenths = round(10 * cost)
        return replace(
            self,
            answered=self.answered + 1,
            as_good=self.as_good + as_good,
            cost=self.cost + tenths,
            latest=(*self.latest, (name, tenths))[-MOST:],
        )

    def keep(self) -> None:
        """Put it into the cookie. The page that does so is this phone's alone."""
        session[KEPT_AS] = [self.answered, self.as_good, self.cost, [*map(list, self.latest)]]
        session.permanent = True

    @staticmethod
    def clear() -> None:
        """Take it out of the cookie."""
        session.pop(KEPT_AS, None)

    @property
    def mean(self) -> float:
        """Points that a choice cost on average."""
        return self.cost / 10 / self.answered if self.answered else 0.0

    @property
    def course(self) -> tuple[float, ...]:
        """For each of the latest answers, the mean of those up to it, ten at most."""
        costs = [cost / 10 for _, cost in self.latest]
        lots = [costs[max(0, end - SMOOTHED) : end] for end in range(1, len(costs) + 1)]
        return tuple(sum(lot) / len(lot) for lot in lots)
