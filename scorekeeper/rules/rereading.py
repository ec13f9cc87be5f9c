"""Rereading: a recorded deal as it reads under other rules."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.errors import IllegalEntry
from scorekeeper.rules.bidding_steps import ContractStep
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.partial_hand import Partial
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.script import Answered, Reading, Script, begin
from scorekeeper.rules.steps import Fact
from scorekeeper.wording import say


def reread(deal: Deal, score: DealScore, script: Script) -> Reading:
    """Return a deal as it reads under other rules.

    Raises EntryError if an answer is illegal or missing, or if the result is a different contract.
    """
    if any(
        isinstance(answered.answer, Partial) and answered.answer.points
        for answered in deal.reading.trail
    ):
        raise IllegalEntry("points-alone", say("only its points are known"))
    said = {answered.step.key: answered.fact for answered in deal.reading.trail}
    answers = said | dict(_unasked(deal, score))
    trail: list[Answered] = []
    step, again = begin(script)
    while step is not None:
        fact = answers.get(step.key)
        word = said.get(step.key)
        if isinstance(step, ContractStep) and word and word.get("stood"):  # a blind bid remains one
            fact = word if word["number"] in [choice.code for choice in step.words] else fact
        if fact is None:
            raise IllegalEntry(
                "goes-on", say("the hand would have gone on: {question}", question=step.question)
            )
        answer = step.parse(fact)
        trail.append(Answered(step, answer))
        try:
            step = script.send(answer)
        except StopIteration as end:
            step, again = None, end.value
    assert again is not None  # noqa: S101  (no question is left)
    _check_same(score, again)
    return Reading(tuple(trail), None, again)


def _unasked(deal: Deal, score: DealScore) -> Iterator[tuple[str, Fact]]:
    """Yield answers to questions that only other rules ask, with the keys of the questions.

    Other rules may let other players speak first, or ask a declarer whose contract was the bid.
    """
    scene = score.scene
    if any(answered.step.auction is not None for answered in deal.reading.trail):
        passed = scene.exchange + (scene.bid is None)
        for exchange in range(passed):
            yield f"auction-{exchange}-0", {"bid": "pass"}
        if scene.bid is not None and scene.declarer is not None:
            result: Fact = {"bid": scene.bid.code, "winner": int(scene.declarer)}
            yield f"auction-{scene.exchange}-0", result
    for seat, number in scene.contracts:
        yield f"contract-{int(seat)}", {"number": number}


def _check_same(score: DealScore, again: DealScore) -> None:
    """Raise IllegalEntry if the same answers lead to different contracts or a thrown-in deal."""
    if again.thrown_in and not score.thrown_in:
        raise IllegalEntry("thrown-in", say("the hand would have been thrown in"))
    then = dict(again.scene.contracts)
    for seat, number in score.scene.contracts:
        if seat in then and then[seat] != number:
            raise IllegalEntry(
                "other-contract",
                say(
                    "{seat} said {number}; here the contract would have been {other}",
                    seat=seat,
                    number=number,
                    other=then[seat],
                ),
            )
