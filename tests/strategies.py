"""Hypothesis strategies: house rules, answers of every kind, whole deals."""

from __future__ import annotations

from typing import Any, TypeVar

from hypothesis import strategies as st

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES, Scheme
from scorekeeper.rules import house_rules
from scorekeeper.seating import Seat
from tests import oracle

Rules = TypeVar("Rules")

SEATS = st.builds(Seat, st.integers(0, 3))
SCHEME_KEYS = st.sampled_from(sorted(SCHEMES))


def answers_to(question: house_rules.Question) -> st.SearchStrategy[Any]:
    """Every possible value of a house rule."""
    if question.options:
        return st.sampled_from([value for value, _ in question.options])
    if question.text:
        letters = st.characters(categories=("L", "N", "P", "S"))
        return st.text(letters, min_size=1, max_size=question.high)
    numbers = st.integers(question.low, question.high)
    if question.most:
        return st.lists(numbers, max_size=question.most).map(tuple)
    return st.none() | numbers if question.optional else numbers


def values(rules: type, **fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Every set of house rules without parts; `fixed` gives the strategies of single rules."""
    asked = {question.path: answers_to(question) for question in house_rules.questions(rules)}
    return st.builds(rules, **{path: asked[path] for path in asked if "." not in path} | fixed)


SCHEME_VALUES: st.SearchStrategy[Scheme] = values(Scheme)
RULES: st.SearchStrategy[IsraeliWhistRules] = values(IsraeliWhistRules, scheme=SCHEME_VALUES)
RULES_WITH_KNOWN_SCHEME: st.SearchStrategy[IsraeliWhistRules] = values(
    IsraeliWhistRules, scheme=SCHEME_KEYS.map(SCHEMES.__getitem__)
)


@st.composite
def tricks(draw: st.DrawFn) -> tuple[int, ...]:
    """Thirteen tricks divided among four players."""
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    return tuple(high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True))


@st.composite
def legal_answer(draw: st.DrawFn, telling: oracle.Telling) -> oracle.Answer:
    """A legal answer; passes and results are frequent enough for auctions to end."""
    match telling:
        case oracle.AskAuction():
            how = draw(st.sampled_from(["call", "pass", "result"]))
            lowest = telling.state.highest or telling.lowest
            bids = [
                (level, rank)
                for level in range(lowest[0], 14)
                for rank in range(5)
                if telling.may_call((level, rank))
            ]
            if how == "call" and bids:
                near = draw(st.sampled_from(bids[:4]) | st.sampled_from(bids))
                return oracle.Call(near)
            if how == "result" and telling.spoken == 0:
                return draw(
                    st.builds(oracle.Won, st.integers(0, 3), st.sampled_from(bids))
                    | st.builds(oracle.AllPassed)
                )
            return oracle.Call(None)
        case oracle.AskContract():
            return oracle.Contract(draw(st.sampled_from(sorted(telling.legal))))
        case oracle.AskTricks():
            return oracle.Tricks(draw(tricks()))
    raise AssertionError(telling)


@st.composite
def deals(draw: st.DrawFn, rules: IsraeliWhistRules, dealer: int) -> tuple[oracle.Answer, ...]:
    """The answers of one whole deal."""
    answers: tuple[oracle.Answer, ...] = ()
    while not isinstance(
        telling := oracle.tell(rules, dealer, answers), oracle.Played | oracle.ThrownIn
    ):
        answers = (*answers, draw(legal_answer(telling)))
    return answers
