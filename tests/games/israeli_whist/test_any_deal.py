"""Random deals under any house rules, compared with a second, plain version of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.auction import Auction, Bid
from scorekeeper.cards import Denomination
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.script import Reading, mend, read
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import Seat
from tests import kit, oracle, strategies

RULES = strategies.RULES_WITH_KNOWN_SCHEME
DEALERS = st.integers(0, 3)


def fact_of(answer: oracle.Answer) -> Fact:
    """An answer of the plain version, as a table would enter it."""
    match answer:
        case oracle.Call(None):
            return {"call": "pass"}
        case oracle.Call((tricks, rank)):
            return {"call": f"{tricks}{Denomination(rank).code}"}
        case oracle.Won(winner, (tricks, rank)):
            return {"bid": f"{tricks}{Denomination(rank).code}", "winner": winner}
        case oracle.AllPassed():
            return {"bid": "pass"}
        case oracle.Contract(number):
            return {"number": number}
        case oracle.Tricks(taken):
            return {"tricks": list(taken)}
    raise AssertionError(answer)


def whole_deal(
    rules: IsraeliWhistRules, dealer: int, answers: tuple[oracle.Answer, ...]
) -> Reading:
    return kit.reading(*map(fact_of, answers), rules=rules, dealer=Seat(dealer))


def legal_bids(auction: Auction) -> list[tuple[int, int]]:
    return [(bid.tricks, int(bid.denomination)) for bid in auction.legal if isinstance(bid, Bid)]


def assert_same_question(step: Step | None, telling: oracle.Telling) -> None:
    """The engine asks the question of the plain version, with the same options."""
    match telling:
        case oracle.AskAuction():
            assert isinstance(step, AuctionStep)
            assert int(step.auction.turn) == telling.state.turn
            assert step.scene.exchange == telling.exchange
            assert legal_bids(step.auction) == [
                (level, rank)
                for level in range(1, 14)
                for rank in range(5)
                if telling.may_call((level, rank))
            ]
        case oracle.AskContract():
            assert isinstance(step, ContractStep)
            assert int(step.seat) == telling.player
            offered = {option.value for option in step.options if option.barred is None}
            assert offered == telling.legal
        case oracle.AskTricks():
            assert isinstance(step, TricksStep)
        case _:
            assert step is None


@given(st.data(), RULES, DEALERS, strategies.SCHEME_KEYS)
def test_any_legal_sequence_of_answers_is_accepted_and_scored(
    data: st.DataObject, rules: IsraeliWhistRules, dealer: int, scheme: str
) -> None:
    """Both versions agree at every step; the points at the end follow the formulas."""
    rules = replace(rules, scheme=SCHEMES[scheme])
    answers = data.draw(strategies.deals(rules, dealer))
    for known in range(len(answers) + 1):
        so_far = whole_deal(rules, dealer, answers[:known])
        assert_same_question(so_far.step, oracle.tell(rules, dealer, answers[:known]))
    score = whole_deal(rules, dealer, answers).score
    assert score is not None
    match oracle.tell(rules, dealer, answers):
        case oracle.ThrownIn():
            assert (score.thrown_in, score.points) == (True, (0, 0, 0, 0))
            assert score.dealer_stays == (rules.redealer.value == "same")
        case oracle.Played((), tricks):
            assert str(score.label) == "bonus round"
            assert score.points == tuple(-10 * taken if taken else 50 for taken in tricks)
        case oracle.Played(contracts, tricks):
            assert score.points == oracle.FORMULAS[scheme].deal(contracts, tricks)
            distance = sum(contracts) - 13
            assert distance != 0
            assert str(score.label) == f"{abs(distance)} {'over' if distance > 0 else 'under'}"


@given(st.data(), RULES, DEALERS)
def test_any_illegal_answer_is_refused_with_a_reason(
    data: st.DataObject, rules: IsraeliWhistRules, dealer: int
) -> None:
    """An answer that the plain version forbids is illegal at every point of the deal."""
    answers = data.draw(strategies.deals(rules, dealer))
    known = data.draw(st.integers(0, len(answers)))
    facts = [fact_of(answer) for answer in answers[:known]]
    telling = oracle.tell(rules, dealer, answers[:known])
    wrong, codes = data.draw(illegal_answer(telling))
    with pytest.raises(IllegalEntry) as refusal:
        kit.reading(*facts, fact_of(wrong), rules=rules, dealer=Seat(dealer))
    assert refusal.value.code in codes
    assert str(refusal.value) == str(refusal.value.sentence) != ""


@st.composite
def illegal_answer(
    draw: st.DrawFn, telling: oracle.Telling
) -> tuple[oracle.Answer, tuple[str, ...]]:
    """An answer that the rules forbid, with its possible error codes."""
    match telling:
        case oracle.AskAuction():
            bids = [(level, rank) for level in range(16) for rank in range(5)]
            wrong = draw(st.sampled_from([bid for bid in bids if not telling.may_call(bid)]))
            return oracle.Call(wrong), ("bid-off-ladder", "bid-not-higher", "own-raise")
        case oracle.AskContract():
            number = draw(st.sampled_from([n for n in range(-2, 17) if n not in telling.legal]))
            return oracle.Contract(number), (
                "contract-barred",
                "contract-under-bid",
                "number-out-of-range",
            )
        case oracle.AskTricks():
            four = st.tuples(*[st.integers(-1, 14)] * 4)
            right = strategies.tricks()
            spoilt = draw(four | right.map(lambda taken: (taken[0] + 1, *taken[1:])))
            if sum(spoilt) == 13 and min(spoilt) >= 0:
                spoilt = (*spoilt[:3], spoilt[3] + 1)
            return oracle.Tricks(spoilt), ("tricks-do-not-add-up", "tricks-out-of-range")
        case _:
            return oracle.Contract(3), ("deal-complete",)


@given(
    st.data(),
    RULES,
    DEALERS,
    st.dictionaries(
        st.sampled_from(["call", "bid", "winner", "seat", "number", "tricks", "tricks-0"]),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text("0157-+., CDHSNTpas½٣é\0")
        | st.lists(st.integers() | st.none()),
    ),
)
def test_nonsense_is_refused_or_read_but_never_breaks_anything(
    data: st.DataObject, rules: IsraeliWhistRules, dealer: int, nonsense: Fact
) -> None:
    """For any input of a form the result is a next question, points or an EntryError."""
    answers = data.draw(strategies.deals(rules, dealer))
    known = data.draw(st.integers(0, len(answers)))
    facts = [fact_of(answer) for answer in answers[:known]]
    try:
        result = kit.reading(*facts, nonsense, rules=rules, dealer=Seat(dealer))
    except EntryError as refusal:
        assert isinstance(refusal, MalformedEntry | IllegalEntry)  # noqa: PT017
        assert str(refusal) != ""  # noqa: PT017
    else:
        assert len(result.trail) == known + 1


@given(st.data(), RULES, DEALERS)
def test_mending_equals_a_fresh_reading_of_the_corrected_facts(
    data: st.DataObject, rules: IsraeliWhistRules, dealer: int
) -> None:
    """One answer is replaced by another legal one; answers that fit stay, others are reasked."""
    answers = data.draw(strategies.deals(rules, dealer))
    first = whole_deal(rules, dealer, answers)
    place = data.draw(st.integers(0, len(answers) - 1))
    other = data.draw(strategies.legal_answer(oracle.tell(rules, dealer, answers[:place])))
    keys = [answered.step.key for answered in first.trail]
    facts = [answered.fact for answered in first.trail]
    facts[place] = fact_of(other)
    wanted = dict(zip(keys, facts, strict=True))
    mended = mend(kit.script(rules, Seat(dealer)), list(wanted.items()))
    asked = [answered.step.key for answered in mended.trail]
    kept = [wanted[key] for key in asked]
    assert mended == read(kit.script(rules, Seat(dealer)), kept)
    assert asked[: place + 1] == keys[: place + 1]
    if asked == keys:
        assert mended == read(kit.script(rules, Seat(dealer)), facts)
    if mended.step is not None and mended.step.key in wanted:
        with pytest.raises(EntryError):
            mended.step.parse(wanted[mended.step.key])
